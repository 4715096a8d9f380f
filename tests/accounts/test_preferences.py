"""Deck, theme and language, for people and for visitors."""

import re

import pytest
from django.test import Client

from accounts.models import Preferences, User
from tests.accounts.conftest import PASSWORD, log_in

pytestmark = pytest.mark.django_db


def _html(client: Client, path: str = "/") -> str:
    return str(client.get(path).content.decode())


def _theme(client: Client) -> str:
    found = re.search(r'<html[^>]* data-theme="(\w+)"', _html(client))
    assert found is not None
    return found[1]


def _language(client: Client) -> str:
    found = re.search(r'<html lang="(\w+)"', _html(client))
    assert found is not None
    return found[1]


CHOICES = [
    ("deck", "moderna", "deck"),
    ("deck", "napoletane", "deck"),
    ("theme", "dark", "theme"),
    ("theme", "light", "theme"),
    ("language", "it", "language"),
]


@pytest.mark.parametrize(("field", "value", "_id"), CHOICES)
def test_a_choice_stays_with_the_account(
    martas_browser: Client, marta: User, field: str, value: str, _id: str
) -> None:
    assert martas_browser.post("/preferences/", {field: value}).status_code == 302
    assert getattr(Preferences.objects.get(user=marta), field) == value
    elsewhere = Client()
    log_in(elsewhere, "marta@example.com", PASSWORD)
    assert getattr(elsewhere.get("/").context["preferences"], field) == value


@pytest.mark.parametrize(("field", "value", "_id"), CHOICES)
def test_a_visitors_choice_lasts_for_the_visit(
    client: Client, field: str, value: str, _id: str
) -> None:
    client.post("/preferences/", {field: value})
    assert getattr(client.get("/").context["preferences"], field) == value
    assert not Preferences.objects.exists()


def test_one_choice_leaves_the_others_alone(martas_browser: Client, marta: User) -> None:
    martas_browser.post("/preferences/", {"deck": "moderna", "theme": "dark", "language": "it"})
    martas_browser.post("/preferences/", {"theme": "light"})
    kept = Preferences.objects.get(user=marta)
    assert (kept.deck, kept.theme, kept.language) == ("moderna", "light", "it")


def test_the_theme_stands_on_the_page(client: Client) -> None:
    assert _theme(client) == "auto"
    client.post("/preferences/", {"theme": "dark"})
    assert _theme(client) == "dark"


def test_the_deck_is_the_one_on_the_page(client: Client) -> None:
    assert "napoletane.svg#napoletane-7D" in _html(client)
    client.post("/preferences/", {"deck": "moderna"})
    assert "moderna.svg#moderna-7D" in _html(client)
    assert "napoletane" not in _html(client).replace("Napoletane", "")


def test_the_language_follows_browser_then_choice(client: Client) -> None:
    assert 'lang="it"' in client.get("/", headers={"accept-language": "it"}).content.decode()[:200]
    assert _language(client) == "en"
    client.post("/preferences/", {"language": "it"})
    assert _language(client) == "it"
    assert "Prendi il settebello" in _html(client)
    client.post("/preferences/", {"language": ""})
    assert _language(client) == "en"


def test_the_language_of_the_account_returns_with_the_next_log_in(
    martas_browser: Client, marta: User
) -> None:
    martas_browser.post("/preferences/", {"language": "it"})
    elsewhere = Client()
    log_in(elsewhere, "marta@example.com", PASSWORD)
    assert _language(elsewhere) == "it"


def test_a_visitors_choices_go_to_an_account_that_has_none(client: Client, marta: User) -> None:
    client.post("/preferences/", {"deck": "moderna", "theme": "dark"})
    log_in(client, "marta@example.com", PASSWORD)
    kept = Preferences.objects.get(user=marta)
    assert (kept.deck, kept.theme) == ("moderna", "dark")


def test_a_visitors_choices_do_not_replace_those_of_an_account(client: Client, marta: User) -> None:
    Preferences.objects.create(user=marta, theme="light")
    client.post("/preferences/", {"theme": "dark"})
    log_in(client, "marta@example.com", PASSWORD)
    assert Preferences.objects.get(user=marta).theme == "light"
    assert _theme(client) == "light"


BAD = [{"deck": "tarot"}, {"theme": "<script>"}, {"language": "xx"}]


@pytest.mark.parametrize("form", BAD)
def test_an_unknown_choice_is_refused(client: Client, form: dict[str, str]) -> None:
    response = client.post("/preferences/", form)
    assert response.status_code == 200
    assert "is not one of the available choices" in response.content.decode()


@pytest.mark.parametrize(
    ("target", "leads_to"),
    [
        ("/rules/", "/rules/"),
        ("https://evil.example/", "/preferences/"),
        ("//evil.example/", "/preferences/"),
        ("javascript:alert(1)", "/preferences/"),
        ("", "/preferences/"),
    ],
)
def test_the_switches_lead_back_to_their_page_and_to_no_other_site(
    client: Client, target: str, leads_to: str
) -> None:
    assert client.post("/preferences/", {"theme": "dark", "next": target})["Location"] == leads_to


def test_the_page_shows_five_cards_of_each_deck(client: Client) -> None:
    page = _html(client, "/preferences/")
    for deck in ("moderna", "napoletane"):
        shown = re.findall(rf"{deck}\.svg#{deck}-(\w+)", page)
        assert shown == ["1D", "7D", "6S", "9S", "10C"]


def test_saving_says_so_in_the_language_just_chosen(client: Client) -> None:
    page = client.post("/preferences/", {"language": "it"}, follow=True).content.decode()
    assert "Le tue preferenze sono salvate." in page
