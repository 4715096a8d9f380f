"""The lobby page and its forms, as each of the cast uses them, without scripts."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from lobby import services
from lobby.models import Table
from tests.conftest import Cast
from tests.lobby.conftest import open_table

INDEX = "/lobby/"
CREATE = "/lobby/create/"
TO_11 = {"rules": "scopa/scopa", "target": "11"}


@pytest.fixture
def anna(cast: Cast) -> Client:
    return browser_of(cast.anna)


@pytest.fixture
def bruno(cast: Cast) -> Client:
    return browser_of(cast.bruno)


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return browser


def address(act: str, table: Table) -> str:
    return reverse(f"lobby:{act}", args=[table.pk])


def page(browser: Client) -> str:
    response = browser.get(INDEX)
    assert response.status_code == 200
    return response.content.decode()


# --- who comes in ---------------------------------------------------------------------------


@pytest.mark.parametrize("act", [INDEX, CREATE, "/lobby/1/join/", "/lobby/1/cancel/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_visitor_is_asked_to_log_in(client: Client, cast: Cast, act: str, method: str) -> None:
    if (act, method) == (INDEX, "post"):
        assert client.post(act).status_code == 405
        return
    response = getattr(client, method)(act)
    assert response.status_code == 302
    assert response.url == f"{reverse('account_login')}?next={act}"


@pytest.mark.parametrize("act", [CREATE, "/lobby/1/join/", "/lobby/1/cancel/"])
def test_whoever_comes_back_from_the_log_in_to_a_form_finds_the_lobby(
    anna: Client, act: str
) -> None:
    assert anna.get(act).url == INDEX  # type: ignore[attr-defined]


def test_a_form_of_another_site_is_refused(cast: Cast) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.anna, "django.contrib.auth.backends.ModelBackend")
    assert strict.post(CREATE, TO_11).status_code == 403
    assert not Table.objects.exists()


# --- a table from its first to its last moment ----------------------------------------------


def test_an_empty_lobby_invites_to_open_the_first_table(anna: Client) -> None:
    html = page(anna)
    assert "No table is open" in html
    assert "Open the table" in html
    assert 'http-equiv="refresh"' not in html


def test_who_opens_a_table_waits_and_others_see_it(anna: Client, bruno: Client) -> None:
    response = anna.post(CREATE, {**TO_11, "target": "7", "rated": "on"}, follow=True)
    html = response.content.decode()
    assert "Waiting for an opponent" in html
    assert "Close the table" in html
    theirs = page(bruno)
    assert "Waiting for an opponent" not in theirs
    assert all(word in theirs for word in ("Anna", "To 7 points", "Rated", "tournament rules"))
    assert address("join", Table.objects.get()) in theirs


def test_the_page_looks_again_by_itself_only_while_somebody_waits(anna: Client) -> None:
    anna.post(CREATE, TO_11)
    html = page(anna)
    refresh = re.search(r'<noscript><meta http-equiv="refresh" content="(.+?)"></noscript>', html)
    assert refresh is not None
    assert refresh[1] == "5; url=/lobby/?waiting"
    assert refresh.start() < html.index("</head>")


def test_who_joins_goes_to_the_match_and_who_waited_follows(anna: Client, bruno: Client) -> None:
    anna.post(CREATE, TO_11)
    assert anna.get("/lobby/?waiting").status_code == 200
    joined = bruno.post(address("join", Table.objects.get()))
    table = Table.objects.get()
    assert joined.url == reverse("games:match", args=[table.match_id])  # type: ignore[attr-defined]
    assert anna.get("/lobby/?waiting").url == joined.url  # type: ignore[attr-defined]
    html = page(anna)  # asked for by hand, the lobby is the lobby
    assert "Back to the table" in html
    assert "1 match being played" in html


def test_who_waited_at_a_table_that_is_closed_now_sees_the_lobby(anna: Client) -> None:
    assert anna.get("/lobby/?waiting").url == INDEX  # type: ignore[attr-defined]


def test_a_closed_table_is_gone(anna: Client, bruno: Client) -> None:
    anna.post(CREATE, TO_11)
    html = anna.post(address("cancel", Table.objects.get()), follow=True).content.decode()
    assert "Your table is closed." in html
    assert "No table is open" in page(bruno)


def test_who_plays_is_offered_no_other_table(anna: Client, bruno: Client, cast: Cast) -> None:
    services.join_table(cast.bruno, open_table(cast.anna).pk)
    other = open_table(cast.olga)
    html = page(bruno)
    assert "Olga" in html
    assert address("join", other) not in html
    assert re.search(r'id="create"[^>]* hidden', html)


# --- refusals -------------------------------------------------------------------------------


BAD_FORMS = [
    {},
    {"rules": "scopa/scopa"},
    {"target": "11"},
    {**TO_11, "target": "8"},
    {**TO_11, "target": "eleven"},
    {**TO_11, "target": ""},
    {**TO_11, "rules": "bridge/rubber"},
    {**TO_11, "rules": "\x00"},
]


@pytest.mark.parametrize("data", BAD_FORMS, ids=str)
def test_a_bad_form_says_so_and_opens_no_table(anna: Client, data: dict[str, str]) -> None:
    response = anna.post(CREATE, data)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize("act", ["join", "cancel"])
@pytest.mark.parametrize("number", [10**6, 10**18, 10**30])
def test_an_unknown_table_is_not_found(anna: Client, act: str, number: int) -> None:
    assert anna.post(f"/lobby/{number}/{act}/").status_code == 404


def test_a_table_of_somebody_else_is_not_closed(bruno: Client, cast: Cast) -> None:
    table = open_table(cast.anna)
    assert bruno.post(address("cancel", table)).status_code == 403
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN


def said(browser: Client, url: str, data: dict[str, str] | None = None) -> tuple[str, str]:
    """Where a form leads, and the message there."""
    response = browser.post(url, data or {}, follow=True)
    assert response.status_code == 200
    found = re.search(r'message--error" role="status">([^<]+)<', response.content.decode())
    return response.redirect_chain[-1][0], found[1] if found else ""


def test_ones_own_table_a_closed_table_and_a_second_table_are_refused_in_words(
    anna: Client, bruno: Client, cast: Cast
) -> None:
    own, gone = open_table(cast.anna), open_table(cast.bruno)
    services.cancel_table(cast.bruno, gone.pk)
    where, words = said(anna, address("join", own))
    assert (where, words[:28]) == (INDEX, "You already sit at that tabl")
    where, words = said(anna, address("join", gone))
    assert (where, words[:28]) == (INDEX, "That table is no longer open")
    where, words = said(anna, CREATE, TO_11)
    assert (where, words) == (INDEX, "You are already waiting at a table.")


def test_whoever_has_a_match_running_is_led_to_it(anna: Client, bruno: Client, cast: Cast) -> None:
    table = services.join_table(cast.bruno, open_table(cast.anna).pk)
    other = open_table(cast.olga)
    match = reverse("games:match", args=[table.match_id])
    assert said(anna, CREATE, TO_11)[0] == match
    assert said(bruno, address("join", other))[0] == match
    assert said(anna, address("cancel", table))[0] == match


# --- the page itself ------------------------------------------------------------------------


def test_a_long_list_takes_no_more_queries_than_a_short_one(
    anna: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def strangers(first: int, last: int) -> None:
        for number in range(first, last):
            open_table(User.objects.create_user(display_name=f"Stranger {number}"))

    strangers(0, 1)
    page(anna)
    # Session, person, seen, tables, own table, running match (twice: page and bar), matches
    # being played, preferences.
    with django_assert_num_queries(9):
        page(anna)
    strangers(1, 30)
    with django_assert_num_queries(9):
        assert page(anna).count("data-table=") == 30


def test_a_name_is_text(anna: Client, cast: Cast) -> None:
    User.objects.filter(pk=cast.bruno.pk).update(display_name='<b onclick="x">"&')
    open_table(cast.bruno)
    html = page(anna)
    assert "<b onclick" not in html
    assert "&lt;b onclick" in html


def test_nothing_in_the_page_needs_inline_code(anna: Client, cast: Cast) -> None:
    open_table(cast.anna)
    open_table(cast.bruno)
    html = page(anna)
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html)


def test_staff_see_tables_in_the_admin_site_and_change_none(cast: Cast) -> None:
    User.objects.filter(pk=cast.staff.pk).update(is_superuser=True)
    staff = browser_of(cast.staff)
    table = open_table(cast.anna)
    assert staff.get("/admin/lobby/table/").status_code == 200
    change = staff.get(f"/admin/lobby/table/{table.pk}/change/")
    assert change.status_code == 200
    assert 'name="_save"' not in change.content.decode()
    assert staff.get("/admin/lobby/table/add/").status_code == 403
    assert staff.post(f"/admin/lobby/table/{table.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Table.objects.exists()
