"""Tables of two to four: who sits where, who leaves, and who plays whom in the end."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.models import MatchEvent
from games.services import get_page
from lobby import services
from lobby.board import board_of
from lobby.models import Member, Table
from lobby.offers import OFFERS
from lobby.services import LobbyCode
from lobby.tasks import close_stale_tables
from tests.conftest import Cast
from tests.games.conftest import Time
from tests.lobby.conftest import open_table
from tests.lobby.test_services import MINUTE, attempt, people_of_the_match


@pytest.fixture
def people(cast: Cast) -> list[User]:
    return [cast.anna, cast.bruno, cast.olga, cast.staff]


def seats_of(table: Table) -> dict[int, str]:
    return {
        member.seat: member.user.display_name for member in table.members.select_related("user")
    }


EVERY_TABLE = [(key, seats) for key, offer in OFFERS.items() for seats in offer.rule_sets]


@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_every_offer_begins_when_its_last_seat_is_taken(
    people: list[User], game: str, seats: int
) -> None:
    table = open_table(people[0], game=game, seats=seats)
    for person in people[1:seats]:
        assert Table.objects.get(pk=table.pk).status == "open"
        table = services.join_table(person, table.pk)
    assert table.status == "playing"
    assert people_of_the_match(table) == people[:seats]
    assert table.match_id is not None
    page = get_page(people[0], table.match_id)
    assert len(page.view["players"]) == seats
    assert page.view["rules"]["name"] == OFFERS[game].rule_sets[seats]


def test_in_pairs_people_choose_their_seats_and_sit_opposite_their_partner(
    people: list[User],
) -> None:
    anna, bruno, olga, sara = people
    table = open_table(anna, game="escoba", seats=4)
    services.join_table(bruno, table.pk, 2)
    services.join_table(olga, table.pk, 3)
    table = services.join_table(sara, table.pk, 1)
    assert people_of_the_match(table) == [anna, sara, bruno, olga]
    assert table.match_id is not None
    assert get_page(anna, table.match_id).view["sides"] == [[0, 2], [1, 3]]


def test_whoever_waits_may_move_to_a_free_seat_the_creator_too(cast: Cast) -> None:
    table = open_table(cast.anna, game="tressette", seats=4)
    services.join_table(cast.bruno, table.pk, 1)
    services.join_table(cast.bruno, table.pk, 2)
    services.join_table(cast.anna, table.pk, 3)
    assert seats_of(table) == {2: "Bruno", 3: "Anna"}


SEATS: list[tuple[str, int | None, str]] = [
    # who, which seat of the table of Anna and Bruno, what comes of it
    ("olga", 0, LobbyCode.SEAT_TAKEN),
    ("olga", 2, LobbyCode.SEAT_TAKEN),
    ("olga", 4, LobbyCode.SEAT_TAKEN),
    ("olga", -1, LobbyCode.SEAT_TAKEN),
    ("olga", 1, "done"),
    ("olga", None, "done"),
    ("bruno", None, LobbyCode.OWN_TABLE),
    ("bruno", 0, LobbyCode.SEAT_TAKEN),
    ("bruno", 2, "done"),
    ("bruno", 3, "done"),
    ("anna", 1, "done"),
]


@pytest.mark.parametrize(("who", "seat", "outcome"), SEATS)
def test_only_a_free_seat_is_taken(cast: Cast, who: str, seat: int | None, outcome: str) -> None:
    table = open_table(cast.anna, game="escoba", seats=4)
    services.join_table(cast.bruno, table.pk, 2)
    person = getattr(cast, who)
    assert attempt(lambda: services.join_table(person, table.pk, seat)) == outcome
    if outcome == "done":
        assert table.members.get(user=person).seat == (1 if seat is None else seat)


def test_a_seat_that_was_given_up_is_taken_by_the_next(people: list[User]) -> None:
    anna, bruno, olga, sara = people
    table = open_table(anna, game="star-cards", seats=4)
    services.join_table(bruno, table.pk)
    services.join_table(olga, table.pk)
    services.leave_table(bruno, table.pk)
    services.join_table(sara, table.pk)
    assert seats_of(table) == {0: "Anna", 1: "Sara", 2: "Olga"}


# --- leaving --------------------------------------------------------------------------------

LEAVES = [
    # the table is, who leaves, what comes of it
    ("open", "bruno", "done"),
    ("open", "olga", "done"),
    ("open", "anna", LobbyCode.CREATOR),
    ("playing", "bruno", LobbyCode.PLAYING),
    ("playing", "staff", "done"),
    ("cancelled", "bruno", "done"),
]


@pytest.mark.parametrize(("before", "who", "outcome"), LEAVES)
def test_who_may_leave(cast: Cast, before: str, who: str, outcome: str) -> None:
    table = open_table(cast.anna, game="star-cards", seats=3)
    services.join_table(cast.bruno, table.pk)
    if before == "playing":
        services.join_table(cast.olga, table.pk)
    if before == "cancelled":
        services.cancel_table(cast.anna, table.pk)
    seats = seats_of(table)
    assert attempt(lambda: services.leave_table(getattr(cast, who), table.pk)) == outcome
    assert Table.objects.get(pk=table.pk).status == before
    if (before, who) == ("open", "bruno"):
        del seats[1]
        assert attempt(lambda: services.leave_table(cast.bruno, table.pk)) == "done"
    assert seats_of(table) == seats


def test_whoever_left_may_open_a_table(cast: Cast) -> None:
    table = open_table(cast.anna, game="star-cards", seats=3)
    services.join_table(cast.bruno, table.pk)
    assert attempt(lambda: open_table(cast.bruno)) == LobbyCode.ALREADY_WAITING
    services.leave_table(cast.bruno, table.pk)
    assert attempt(lambda: open_table(cast.bruno)) == "done"


def test_whoever_joins_elsewhere_gives_up_the_seat_at_somebody_elses_table(cast: Cast) -> None:
    table = open_table(cast.anna, game="star-cards", seats=3)
    services.join_table(cast.bruno, table.pk)
    other = open_table(cast.olga, game="escoba", seats=4)
    services.join_table(cast.bruno, other.pk, 2)
    assert seats_of(table) == {0: "Anna"}
    assert seats_of(other) == {0: "Olga", 2: "Bruno"}


def test_a_table_is_not_closed_under_those_who_sit_there_by_going_elsewhere(cast: Cast) -> None:
    table = open_table(cast.anna, game="star-cards", seats=3)
    other = open_table(cast.olga)
    services.join_table(cast.bruno, table.pk)
    assert not board_of(cast.anna).can_join
    assert board_of(cast.bruno).can_join
    assert attempt(lambda: services.join_table(cast.anna, other.pk)) == LobbyCode.COMPANY
    services.leave_table(cast.bruno, table.pk)
    assert board_of(cast.anna).can_join
    assert attempt(lambda: services.join_table(cast.anna, other.pk)) == "done"


def test_a_closed_table_frees_everybody(cast: Cast) -> None:
    table = open_table(cast.anna, game="star-cards", seats=3)
    services.join_table(cast.bruno, table.pk)
    services.cancel_table(cast.anna, table.pk)
    assert not Member.objects.filter(is_active=True).exists()
    assert board_of(cast.bruno).is_free


# --- people who are gone --------------------------------------------------------------------


def test_whoever_has_been_away_for_a_quarter_of_an_hour_loses_the_seat_and_no_more(
    cast: Cast, standing_time: Time
) -> None:
    table = open_table(cast.anna, game="star-cards", seats=4)
    services.join_table(cast.bruno, table.pk)
    services.join_table(cast.olga, table.pk)
    standing_time.pass_ms(10 * MINUTE)
    services.see(cast.anna.pk)
    services.see(cast.olga.pk)
    standing_time.pass_ms(6 * MINUTE)
    assert close_stale_tables() == 1
    assert seats_of(table) == {0: "Anna", 2: "Olga"}
    standing_time.pass_ms(5 * MINUTE)
    services.see(cast.olga.pk)
    standing_time.pass_ms(5 * MINUTE)
    assert close_stale_tables() == 1
    assert Table.objects.get(pk=table.pk).status == "cancelled"
    assert not Member.objects.filter(is_active=True).exists()


# --- custom rules ---------------------------------------------------------------------------


def test_a_table_with_custom_rules_is_never_rated_and_plays_by_them(cast: Cast) -> None:
    options = {"ties": "one_each", "redeal_kings_min": None}
    table = open_table(cast.anna, options=options, rated=True)
    table.refresh_from_db()
    assert (table.is_custom, table.rated, table.options) == (True, False, options)
    services.join_table(cast.bruno, table.pk)
    started = MatchEvent.objects.get(match__table=table, number=1).data["rules"]
    assert {field: started[field] for field in options} == options


@pytest.mark.parametrize("options", [{}, {"ties": "nobody"}])
def test_a_table_with_the_usual_rules_may_be_rated(cast: Cast, options: dict[str, Any]) -> None:
    table = open_table(cast.anna, options=options, rated=True)
    table.refresh_from_db()
    assert (table.is_custom, table.rated, table.options) == (False, True, {})


def test_the_switches_of_tressette_are_no_custom_rules(cast: Cast) -> None:
    options = {"call_out": True, "declarations": False}
    table = open_table(cast.anna, 31, game="tressette", options=options, rated=True)
    assert (table.is_custom, table.rated, table.options) == (False, True, {"call_out": True})


# --- announcements --------------------------------------------------------------------------


def test_sitting_down_and_leaving_are_announced(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    said: list[str] = []
    monkeypatch.setattr("lobby.broadcast.announce_tables", lambda: said.append("tables"))
    table = open_table(cast.anna, game="escoba", seats=4)
    acts: list[tuple[Callable[[], object], list[str]]] = [
        (lambda: services.join_table(cast.bruno, table.pk, 1), ["tables"]),
        (lambda: services.join_table(cast.bruno, table.pk, 1), []),
        (lambda: services.join_table(cast.bruno, table.pk, 2), ["tables"]),
        (lambda: services.leave_table(cast.bruno, table.pk), ["tables"]),
        (lambda: services.leave_table(cast.bruno, table.pk), []),
    ]
    for act, heard in acts:
        said.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        assert said == heard
