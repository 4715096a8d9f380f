"""The lobby page and its forms, as each of the cast uses them, without scripts."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from lobby import services
from lobby.models import Table
from lobby.offers import OFFERS, Offer
from tests.conftest import Cast
from tests.lobby.conftest import browser_of, open_table, words_of

INDEX = "/lobby/"
CREATE = "/lobby/create/"
TO_11 = {"game": "scopa", "scopa-target": "11"}
ESCOBA = {"game": "escoba", "escoba-seats": "4"}


@pytest.fixture
def anna(cast: Cast) -> Client:
    return browser_of(cast.anna)


@pytest.fixture
def bruno(cast: Cast) -> Client:
    return browser_of(cast.bruno)


def address(act: str, table: Table) -> str:
    return reverse(f"lobby:{act}", args=[table.pk])


def page(browser: Client) -> str:
    response = browser.get(INDEX)
    assert response.status_code == 200
    return response.content.decode()


# --- who comes in ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act", [INDEX, CREATE, "/lobby/1/join/", "/lobby/1/leave/", "/lobby/1/cancel/"]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_visitor_is_asked_to_log_in(client: Client, cast: Cast, act: str, method: str) -> None:
    if (act, method) == (INDEX, "post"):
        assert client.post(act).status_code == 405
        return
    response = getattr(client, method)(act)
    assert response.status_code == 302
    assert response.url == f"{reverse('account_login')}?next={act}"


@pytest.mark.parametrize("act", [CREATE, "/lobby/1/join/", "/lobby/1/leave/", "/lobby/1/cancel/"])
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
    response = anna.post(CREATE, {**TO_11, "scopa-target": "7", "rated": "on"}, follow=True)
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


# --- any game, two to four seats ------------------------------------------------------------


@pytest.mark.parametrize("offer", OFFERS.values(), ids=lambda offer: offer.key)
def test_every_offer_has_its_choices_in_the_form_and_can_be_chosen_by_address(
    anna: Client, offer: Offer
) -> None:
    response = anna.get(INDEX, {"game": offer.key})
    html = response.content.decode()
    assert re.search(rf'name="game" value="{offer.key}"[^>]* checked', html)
    assert html.count('name="game"') == len(OFFERS)
    names = set(re.findall(rf'name="{offer.key}-([^"]+)"', html))
    expected = {f"custom-{option.field}" for option in offer.options}
    expected |= {switch.field for switch in offer.switches}
    expected |= {"seats"} if len(offer.rule_sets) > 1 else set()
    expected |= {"target"} if len(offer.targets) > 1 else set()
    expected |= {"custom-target"} if offer.unusual_targets else set()
    assert names - (names & _other_keys(offer.key)) == expected
    assert f'href="/rules/{offer.game}/"' in html


def _other_keys(key: str) -> set[str]:
    """Names of fields of offers whose key begins with this one: `scopa-stargames` for `scopa`."""
    rests = {other.removeprefix(f"{key}-") for other in OFFERS if other.startswith(f"{key}-")}
    fields = (
        "seats",
        "target",
        "custom-target",
        *(f"custom-{o.field}" for o in OFFERS[key].options),
    )
    return {f"{rest}-{field}" for rest in rests for field in fields}


@pytest.mark.parametrize("game", ["bridge", "", "\x00", "scopa/scopa"])
def test_an_unknown_game_in_the_address_chooses_the_first(anna: Client, game: str) -> None:
    html = anna.get(INDEX, {"game": game}).content.decode()
    assert re.search(r'name="game" value="scopa"[^>]* checked', html)


FORMS: list[tuple[dict[str, str], tuple[str, str, int, int | None, dict[str, object]]]] = [
    (TO_11, ("scopa", "scopa", 2, 11, {})),
    ({**TO_11, "scopa-target": "deal"}, ("scopa", "scopa", 2, None, {})),
    (
        {"game": "scopa-stargames", "scopa-stargames-seats": "4"},
        ("scopa", "scopa-stargames", 4, 11, {}),
    ),
    (ESCOBA, ("escoba", "escoba", 4, 21, {})),
    (
        {**ESCOBA, "escoba-custom-opening_double": '"twenty"', "escoba-custom-target": "7"},
        ("escoba", "escoba", 4, 7, {"opening_double": "twenty"}),
    ),
    (
        {**ESCOBA, "escoba-custom-redeal_kings_min": "3", "escoba-custom-target": "deal"},
        ("escoba", "escoba", 4, None, {"redeal_kings_min": 3}),
    ),
    (
        {"game": "scopa15", "scopa15-seats": "2", "scopa15-target": "31"},
        ("scopa15", "scopa15", 2, 31, {}),
    ),
    (
        {"game": "tressette", "tressette-seats": "4", "tressette-target": "41"},
        ("tressette", "pairs", 4, 41, {}),
    ),
    (
        {
            "game": "tressette",
            "tressette-seats": "2",
            "tressette-target": "31",
            "tressette-declarations": "on",
        },
        ("tressette", "spizzichino", 2, 31, {"declarations": True}),
    ),
    (
        {"game": "star-cards", "star-cards-seats": "3"},
        ("star-cards", "star-cards", 3, None, {}),
    ),
    (
        {
            "game": "star-cards",
            "star-cards-seats": "4",
            "star-cards-custom-duplicate_penalty": '"gems"',
            # what belongs to another game does not count
            "escoba-seats": "seven",
            "escoba-custom-ties": '"one_each"',
        },
        ("star-cards", "star-cards", 4, None, {"duplicate_penalty": "gems"}),
    ),
]


@pytest.mark.parametrize(("data", "opened"), FORMS, ids=str)
def test_the_form_opens_the_table_that_was_chosen(
    anna: Client,
    data: dict[str, str],
    opened: tuple[str, str, int, int | None, dict[str, object]],
) -> None:
    assert anna.post(CREATE, {**data, "rated": "on"}).status_code == 302
    table = Table.objects.get()
    assert (table.game, table.rules, table.seats, table.target, table.options) == opened
    assert table.rated is not table.is_custom


def test_a_form_with_a_fault_comes_back_as_it_was_filled_in(anna: Client) -> None:
    data = {**ESCOBA, "escoba-seats": "3", "escoba-custom-ties": '"one_each"', "rated": "on"}
    response = anna.post(CREATE, data)
    html = response.content.decode()
    assert response.status_code == 422
    assert re.search(r'name="game" value="escoba"[^>]* checked', html)
    assert re.search(r'<option value="&quot;one_each&quot;" selected', html)
    assert re.search(r'name="rated"[^>]* checked', html)
    assert '<details class="custom" open>' in html


def test_in_pairs_the_list_names_the_sides_and_offers_each_free_seat(
    anna: Client, cast: Cast
) -> None:
    table = open_table(cast.bruno, game="escoba", seats=4)
    services.join_table(cast.olga, table.pk, 3)
    html = page(anna)
    words = words_of(html)
    assert "Bruno + Sit here against Sit here + Olga" in words
    assert "2 seats are free" in words
    for seat, invitation in ((1, "as the partner of Olga"), (2, "as the partner of Bruno")):
        found = re.search(rf'name="seat" value="{seat}"[^>]*aria-label="([^"]+)"', html)
        assert found is not None
        assert invitation in found[1]
    assert 'name="seat" value="0"' not in html
    anna.post(address("join", table), {"seat": "2"})
    assert table.members.get(user=cast.anna).seat == 2
    words = words_of(page(anna))
    assert "Waiting for 1 more player" in words
    assert "Bruno + Anna against Sit here + Olga" in words
    assert "Leave the table" in words


def test_each_for_themselves_people_only_join(anna: Client, cast: Cast) -> None:
    table = open_table(cast.bruno, game="star-cards", seats=3)
    services.join_table(cast.olga, table.pk)
    html = page(anna)
    assert "Bruno Olga free" in words_of(html)
    assert 'name="seat"' not in html
    joined = anna.post(address("join", table))
    assert joined.url.startswith("/match/")  # type: ignore[attr-defined]


@pytest.mark.parametrize("seat", ["9", "-1", "x", "0"])
def test_a_seat_that_is_not_there_or_not_free_is_refused_in_words(
    anna: Client, cast: Cast, seat: str
) -> None:
    table = open_table(cast.bruno, game="escoba", seats=4)
    where, words = said(anna, address("join", table), {"seat": seat})
    assert (where, words) == (INDEX, "That seat has just been taken. Choose another.")


def test_a_guest_leaves_and_the_creator_is_told_to_close(
    anna: Client, bruno: Client, cast: Cast
) -> None:
    table = open_table(cast.bruno, game="escoba", seats=4)
    anna.post(address("join", table), {"seat": "1"})
    html = anna.post(address("leave", table), follow=True).content.decode()
    assert "You have left the table." in html
    assert seats_free(page(anna)) == "3 seats are free"
    assert "close it if you want to go" in said(bruno, address("leave", table))[1]


def seats_free(html: str) -> str:
    found = re.search(r"\d seats? (is|are) free", words_of(html))
    return found[0] if found else ""


def test_whoever_has_company_joins_no_other_table(anna: Client, cast: Cast) -> None:
    own = open_table(cast.anna, game="escoba", seats=4)
    other = open_table(cast.olga)
    assert address("join", other) in page(anna)
    services.join_table(cast.bruno, own.pk, 2)
    html = page(anna)
    assert address("join", other) not in html
    assert "Others sit at your table" in html


def test_custom_rules_are_named_and_spelled_out_in_the_list(anna: Client, cast: Cast) -> None:
    open_table(cast.bruno, options={"ties": "one_each"}, rated=True)
    words = words_of(page(anna).split('id="create"')[0])
    assert "Custom rules" in words
    assert "Twenty cards each, five coins each: one point each" in words
    assert "Rated" not in words


# --- refusals -------------------------------------------------------------------------------


BAD_FORMS = [
    {},
    {"game": "scopa"},
    {"scopa-target": "11"},
    {**TO_11, "scopa-target": "8"},
    {**TO_11, "scopa-target": "eleven"},
    {**TO_11, "scopa-target": ""},
    {**TO_11, "game": "bridge"},
    {**TO_11, "game": "escoba"},
    {**TO_11, "game": "\x00"},
    {**ESCOBA, "escoba-seats": "3"},
    {**ESCOBA, "escoba-seats": "two"},
    {**ESCOBA, "escoba-custom-ties": '"everybody"'},
    {**ESCOBA, "escoba-custom-ties": "nobody"},
    {**ESCOBA, "escoba-custom-target": "12"},
]


@pytest.mark.parametrize("data", BAD_FORMS, ids=str)
def test_a_bad_form_says_so_and_opens_no_table(anna: Client, data: dict[str, str]) -> None:
    response = anna.post(CREATE, data)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize("act", ["join", "leave", "cancel"])
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
    # Session, person, seen, own table, tables, who sits there, running match (twice: page and
    # bar), matches being played, preferences.
    with django_assert_num_queries(11):
        page(anna)
    strangers(1, 30)
    with django_assert_num_queries(11):
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
