"""Logging in by e-mail, logging out, and passwords."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, errors_of, log_in

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "asso pigliatutto 7"
NOT_CORRECT = "The email address and/or password you specified are not correct."


@pytest.mark.parametrize("email", ["marta@example.com", "MARTA@example.com", " marta@example.com "])
def test_log_in_by_address_in_any_case(client: Client, marta: User, email: str) -> None:
    assert log_in(client, email, PASSWORD)["Location"] == "/lobby/"
    assert client.get("/").context["user"] == marta


WRONG = [
    ("marta@example.com", "wrong", {"": [NOT_CORRECT]}),
    ("nobody@example.com", PASSWORD, {"": [NOT_CORRECT]}),
    ("Marta", PASSWORD, {"login": ["Enter a valid email address."]}),
    ("", PASSWORD, {"login": ["This field is required."]}),
    ("marta@example.com", "", {"password": ["This field is required."]}),
]


@pytest.mark.parametrize(("email", "password", "errors"), WRONG)
def test_a_wrong_log_in_says_what_is_wrong(
    client: Client, marta: User, email: str, password: str, errors: dict[str, list[str]]
) -> None:
    response = log_in(client, email, password)
    assert response.status_code == 200
    assert errors_of(response) == errors
    assert next(iter(errors.values()))[0] in response.content.decode()


def test_a_closed_account_cannot_log_in(client: Client, marta: User) -> None:
    User.objects.filter(pk=marta.pk).update(is_active=False)
    response = client.post(
        "/accounts/login/", {"login": "marta@example.com", "password": PASSWORD}, follow=True
    )
    assert not response.context["user"].is_authenticated
    assert client.get("/accounts/inactive/").status_code == 200


def test_log_in_leads_back_to_the_page_that_asked_for_it(client: Client, marta: User) -> None:
    form = {"login": "marta@example.com", "password": PASSWORD}
    assert client.post("/accounts/login/?next=/rules/", {**form, "next": "/rules/"})[
        "Location"
    ] == ("/rules/")


def test_log_in_leads_to_no_other_site(client: Client, marta: User) -> None:
    form = {"login": "marta@example.com", "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post("/accounts/login/", form)["Location"] == "/lobby/"


def test_log_out_asks_first_and_forgets_the_person(martas_browser: Client) -> None:
    assert "Marta" in martas_browser.get("/accounts/logout/").content.decode()
    assert martas_browser.get("/").context["user"].is_authenticated
    assert martas_browser.post("/accounts/logout/")["Location"] == "/"
    assert not martas_browser.get("/").context["user"].is_authenticated


def test_the_password_can_be_changed(martas_browser: Client, marta: User) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert martas_browser.post("/accounts/password/change/", form).status_code == 302
    assert martas_browser.get("/").context["user"].is_authenticated
    marta.refresh_from_db()
    assert marta.check_password(NEW_PASSWORD)


BAD_CHANGES = [
    ({"oldpassword": "wrong"}, "oldpassword", "Please type your current password."),
    ({"password2": "different"}, "password2", "You must type the same password each time."),
    ({"password1": "short", "password2": "short"}, "password1", "This password is too short."),
    ({"password1": "", "password2": ""}, "password1", "This field is required."),
]


@pytest.mark.parametrize(("changes", "field", "message"), BAD_CHANGES)
def test_a_bad_change_of_password_is_refused(
    martas_browser: Client, marta: User, changes: dict[str, str], field: str, message: str
) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    response = martas_browser.post("/accounts/password/change/", {**form, **changes})
    assert message in errors_of(response)[field][0]
    marta.refresh_from_db()
    assert marta.check_password(PASSWORD)


def test_a_forgotten_password_is_chosen_anew_by_mail(client: Client, marta: User) -> None:
    response = client.post("/accounts/password/reset/", {"email": "Marta@example.com"}, follow=True)
    assert "Look at your mail" in response.content.decode()
    (letter,) = mail.outbox
    assert letter.subject == "Settebello · Choose a new password"
    link = re.search(r"http://testserver(/\S+)", str(letter.body))
    assert link is not None
    form_page = client.get(link[1], follow=True)
    target = form_page.redirect_chain[-1][0]
    done = client.post(target, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}, follow=True)
    assert "Password changed" in done.content.decode()
    assert log_in(client, "marta@example.com", NEW_PASSWORD)["Location"] == "/lobby/"
    assert "This link no longer works" in client.get(link[1], follow=True).content.decode()


def test_a_reset_for_an_unknown_address_looks_the_same(client: Client) -> None:
    response = client.post("/accounts/password/reset/", {"email": "no@example.com"}, follow=True)
    assert "Look at your mail" in response.content.decode()
    assert mail.outbox[0].subject == "Settebello · No account with this address"


def test_a_broken_reset_link_offers_a_new_one(client: Client) -> None:
    page = client.get("/accounts/password/reset/key/zz-nothing/", follow=True).content.decode()
    assert "This link no longer works" in page


def test_a_broken_confirmation_link_says_so(client: Client) -> None:
    page = client.get("/accounts/confirm-email/nothing/").content.decode()
    assert "This link is not valid or is too old." in page


def test_a_second_address_can_be_added(martas_browser: Client) -> None:
    martas_browser.get("/accounts/email/")
    form = {"action_add": "", "email": "m2@example.com"}
    page = martas_browser.post("/accounts/email/", form, follow=True).content.decode()
    assert "m2@example.com" in page
    assert "not confirmed" in page
