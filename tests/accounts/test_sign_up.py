"""Signing up through the page."""

from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD, errors_of, sign_up

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Ugo", "Мария", "Nicolò D'Este", "Zoë_9"])
def test_who_signs_up_is_logged_in_and_sees_the_name(client: Client, name: str) -> None:
    response = sign_up(client, display_name=name)
    assert response.status_code == 302
    assert response["Location"] == "/lobby/"
    assert User.objects.get().display_name == name
    assert client.get("/").context["user"].display_name == name


def test_an_address_is_kept_in_small_letters(client: Client) -> None:
    sign_up(client, email="Ugo@Example.COM")
    assert User.objects.get().email == "ugo@example.com"


TAKEN = [
    ("Marta", "the same"),
    ("mARTA", "another case"),
    ("Маrtа", "Cyrillic letters"),
    ("  Marta ", "spaces around"),
]


@pytest.mark.parametrize(("name", "why"), TAKEN, ids=[row[1] for row in TAKEN])
def test_a_taken_name_says_so(client: Client, marta: User, name: str, why: str) -> None:
    response = sign_up(client, display_name=name)
    assert response.status_code == 200
    assert errors_of(response) == {
        "display_name": ["This name, or one that looks the same, is already taken."]
    }


BAD_INPUT: list[tuple[dict[str, str], str, str]] = [
    ({"display_name": ""}, "display_name", "This field is required."),
    ({"display_name": "A"}, "display_name", "Use between 2 and 20 characters."),
    ({"display_name": "x" * 21}, "display_name", "Use between 2 and 20 characters."),
    ({"display_name": "Ugo<3"}, "display_name", "“<” cannot be used in a name"),
    ({"display_name": "Ugo\u202e"}, "display_name", "“U+202E” cannot be used in a name"),
    ({"display_name": "---"}, "display_name", "Use at least one letter or digit."),
    ({"display_name": "U\x00go"}, "display_name", "“U+0000” cannot be used in a name"),
    ({"email": ""}, "email", "This field is required."),
    ({"email": "nowhere"}, "email", "Enter a valid email address."),
    ({"email": "marta@example.com"}, "email", "already registered with this email"),
    ({"email": "MARTA@example.com"}, "email", "already registered with this email"),
    ({"password2": "something else"}, "password2", "You must type the same password each time."),
    ({"password1": "short", "password2": "short"}, "password1", "This password is too short."),
    ({"password1": "password", "password2": "password"}, "password1", "too common"),
    (
        {"display_name": "Tressette", "password1": "tressette1", "password2": "tressette1"},
        "password1",
        "too similar to the display name",
    ),
    ({"password1": "73946182", "password2": "73946182"}, "password1", "entirely numeric"),
]


@pytest.mark.parametrize(("changes", "field", "message"), BAD_INPUT)
def test_bad_input_gets_a_clear_error_beside_its_field(
    client: Client, marta: User, changes: dict[str, str], field: str, message: str
) -> None:
    response = sign_up(client, **changes)
    assert response.status_code == 200
    assert set(errors_of(response)) == {field}
    assert message in errors_of(response)[field][0]
    assert User.objects.count() == 1


def test_the_page_ties_an_error_to_its_box(client: Client) -> None:
    page = sign_up(client, display_name="A").content.decode()
    assert 'id="id_display_name_error"' in page
    assert 'aria-invalid="true"' in page
    assert 'aria-describedby="id_display_name_helptext id_display_name_error"' in page


def test_losing_the_race_for_a_name_says_that_it_is_taken(client: Client, marta: User) -> None:
    """The check of the first passed before the other was stored."""
    real = User.objects.is_name_taken
    answers = iter([False])

    def late(name: str, **options: Any) -> bool:
        return next(answers, real(name, **options))

    with patch.object(type(User.objects), "is_name_taken", lambda _, name, **o: late(name, **o)):
        response = sign_up(client, display_name="MARTA")
    assert errors_of(response) == {
        "display_name": ["This name, or one that looks the same, is already taken."]
    }


def test_with_verification_the_address_is_confirmed_by_mail_first(
    client: Client, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert sign_up(client)["Location"] == "/accounts/confirm-email/"
    assert client.get("/accounts/confirm-email/").status_code == 200
    assert not client.get("/").context["user"].is_authenticated
    (letter,) = mail.outbox
    assert letter.to == ["ugo@example.com"]
    assert letter.subject == "Settebello · Confirm your e-mail address"
    assert letter.body.startswith("Hello Ugo,")
    address = next(line for line in letter.body.splitlines() if line.startswith("http"))
    path = address.split("testserver")[1]
    assert "ugo@example.com" in client.get(path).content.decode()
    assert client.post(path).status_code == 302
    response = client.post("/accounts/login/", {"login": "ugo@example.com", "password": PASSWORD})
    assert response["Location"] == "/lobby/"


def test_with_verification_a_known_address_is_not_betrayed(
    client: Client, marta: User, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert sign_up(client, email="marta@example.com")["Location"] == "/accounts/confirm-email/"
    assert mail.outbox[0].subject == "Settebello · You already have an account"
    assert User.objects.count() == 1


def test_letters_are_written_in_the_language_of_the_page(
    client: Client, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client.cookies["django_language"] = "it"
    sign_up(client)
    assert mail.outbox[0].subject == "Settebello · Conferma il tuo indirizzo e-mail"
    assert mail.outbox[0].body.startswith("Ciao Ugo,")


def test_too_many_attempts_get_a_page_that_says_so(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/m/ip"}
    forms = [sign_up(client, display_name="A") for _ in range(2)]
    assert [form.status_code for form in forms] == [200, 429]
    assert "Too many attempts" in forms[1].content.decode()
