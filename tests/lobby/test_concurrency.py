"""Acts at the same moment, on real PostgreSQL: each ends as if one had come after the other."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from accounts.models import User
from games.models import Match
from launcher import waiting
from lobby import services
from lobby.models import Member, Table
from lobby.services import LobbyCode, LobbyError
from tests.conftest import Cast
from tests.games.conftest import Time
from tests.lobby.conftest import open_table

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = range(4)


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Run each in a thread and a connection of its own; "done" or the code of the refusal."""
    gate = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> str:
        try:
            gate.wait(10)
            act()
        except LobbyError as error:
            return error.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def join(user: User, table: Table) -> Callable[[], object]:
    return lambda: services.join_table(user, table.pk)


@pytest.mark.parametrize("_round", ROUNDS)
def test_of_two_who_join_one_table_one_plays(cast: Cast, _round: int) -> None:
    table = open_table(cast.anna)
    outcomes = at_once(join(cast.bruno, table), join(cast.olga, table))
    assert sorted(outcomes) == ["done", LobbyCode.NOT_OPEN]
    winner = [cast.bruno, cast.olga][outcomes.index("done")]
    assert [member.user for member in table.members.order_by("seat")] == [cast.anna, winner]
    assert Match.objects.count() == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_who_join_each_other_play_one_match(cast: Cast, _round: int) -> None:
    annas, brunos = open_table(cast.anna), open_table(cast.bruno)
    outcomes = at_once(join(cast.anna, brunos), join(cast.bruno, annas))
    assert sorted(outcomes) == ["done", LobbyCode.PLAYING]
    statuses = Table.objects.order_by("status").values_list("status", flat=True)
    assert list(statuses) == ["cancelled", "playing"]
    assert Match.objects.count() == 1


def test_who_waits_for_a_lock_holds_no_table_of_a_higher_number(cast: Cast) -> None:
    """Else two people who join each other could wait for each other."""
    annas, brunos = open_table(cast.anna), open_table(cast.bruno)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Table.objects.select_for_update().get(pk=annas.pk)
            joining = pool.submit(at_once, join(cast.anna, brunos))
            until_somebody_waits_for_a_lock()
            Table.objects.select_for_update(nowait=True).get(pk=brunos.pk)
        assert joining.result(10) == ["done"]


def until_somebody_waits_for_a_lock() -> None:
    def does_somebody() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            return bool(cursor.fetchall() != [(0,)])

    assert waiting.wait_until(does_somebody, 10)


@pytest.mark.parametrize("_round", ROUNDS)
def test_one_who_joins_two_tables_plays_at_one(cast: Cast, _round: int) -> None:
    annas, brunos = open_table(cast.anna), open_table(cast.bruno)
    outcomes = at_once(join(cast.olga, annas), join(cast.olga, brunos))
    assert sorted(outcomes) == ["done", LobbyCode.PLAYING]
    assert Member.objects.filter(user=cast.olga).count() == 1
    assert Match.objects.count() == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_button_pressed_twice_joins_once(cast: Cast, _round: int) -> None:
    table = open_table(cast.anna)
    assert at_once(join(cast.bruno, table), join(cast.bruno, table)) == ["done", "done"]
    assert Match.objects.count() == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_form_sent_twice_opens_one_table(cast: Cast, _round: int) -> None:
    outcomes = at_once(lambda: open_table(cast.anna), lambda: open_table(cast.anna))
    assert sorted(outcomes) == [LobbyCode.ALREADY_WAITING, "done"]
    assert Table.objects.count() == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_table_is_joined_or_closed_and_never_both(cast: Cast, _round: int) -> None:
    table = open_table(cast.anna)
    joined, closed = at_once(
        join(cast.bruno, table), lambda: services.cancel_table(cast.anna, table.pk)
    )
    table.refresh_from_db()
    if table.status == Table.Status.PLAYING:
        assert (joined, closed) == ("done", LobbyCode.PLAYING)
    else:
        assert table.status == Table.Status.CANCELLED
        assert (joined, closed) == (LobbyCode.NOT_OPEN, "done")
    assert Match.objects.count() == (table.status == Table.Status.PLAYING)


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_stale_table_is_joined_or_closed_and_never_both(
    cast: Cast, standing_time: Time, _round: int
) -> None:
    table = open_table(cast.anna)
    standing_time.pass_ms(20 * 60_000)
    joined, _ = at_once(join(cast.bruno, table), services.clear_stale_seats)
    table.refresh_from_db()
    expected = {"done": "playing", LobbyCode.NOT_OPEN: "cancelled"}
    assert table.status == expected[joined]
    assert Match.objects.count() == (joined == "done")


# --- tables of four -------------------------------------------------------------------------


@pytest.fixture
def guests(cast: Cast) -> list[User]:
    """Five who would like to sit with Anna."""
    names = ("Carla", "Dino", "Elio")
    return [
        cast.bruno,
        cast.olga,
        *(User.objects.create_user(f"{name}@example.com", display_name=name) for name in names),
    ]


def at_seat(user: User, table: Table, seat: int) -> Callable[[], object]:
    return lambda: services.join_table(user, table.pk, seat)


def leave(user: User, table: Table) -> Callable[[], object]:
    return lambda: services.leave_table(user, table.pk)


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_seat_is_taken_by_one_of_two_who_want_it(cast: Cast, _round: int) -> None:
    table = open_table(cast.anna, game="escoba", seats=4)
    outcomes = at_once(at_seat(cast.bruno, table, 2), at_seat(cast.olga, table, 2))
    assert sorted(outcomes) == ["done", LobbyCode.SEAT_TAKEN]
    assert table.members.count() == 2


@pytest.mark.parametrize("_round", ROUNDS)
def test_the_last_of_four_seats_is_taken_once_and_one_match_begins(
    cast: Cast, guests: list[User], _round: int
) -> None:
    table = open_table(cast.anna, game="star-cards", seats=4)
    outcomes = at_once(*(join(guest, table) for guest in guests))
    assert sorted(outcomes) == ["done", "done", "done", LobbyCode.NOT_OPEN, LobbyCode.NOT_OPEN]
    playing = {
        guest.pk for guest, outcome in zip(guests, outcomes, strict=True) if outcome == "done"
    }
    match = Match.objects.get()
    assert set(match.seats.values_list("user_id", flat=True)) == {cast.anna.pk, *playing}
    assert sorted(table.members.values_list("seat", flat=True)) == [0, 1, 2, 3]


@pytest.mark.parametrize("_round", ROUNDS)
def test_somebody_leaves_as_the_last_seat_is_taken_and_plays_or_is_gone(
    cast: Cast, guests: list[User], _round: int
) -> None:
    table = open_table(cast.anna, game="star-cards", seats=3)
    services.join_table(guests[0], table.pk)
    joined, left = at_once(join(guests[1], table), leave(guests[0], table))
    table.refresh_from_db()
    people = set(table.members.values_list("user_id", flat=True))
    assert joined == "done"
    if left == "done":
        assert (table.status, people) == ("open", {cast.anna.pk, guests[1].pk})
        assert not Match.objects.exists()
    else:
        assert left == LobbyCode.PLAYING
        assert (table.status, len(people)) == ("playing", 3)
        assert Match.objects.get().seats.count() == 3


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_at_a_table_who_swap_their_seats_never_share_one(cast: Cast, _round: int) -> None:
    table = open_table(cast.anna, game="escoba", seats=4)
    services.join_table(cast.bruno, table.pk, 1)
    at_once(at_seat(cast.anna, table, 3), at_seat(cast.bruno, table, 3))
    seats = list(table.members.order_by("seat").values_list("seat", flat=True))
    assert seats in ([0, 3], [1, 3])


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_guests_who_change_tables_at_once_each_sit_at_one(
    cast: Cast, guests: list[User], _round: int
) -> None:
    first = open_table(cast.anna, game="star-cards", seats=4)
    second = open_table(cast.staff, game="star-cards", seats=4)
    services.join_table(guests[0], first.pk)
    services.join_table(guests[1], second.pk)
    outcomes = at_once(join(guests[0], second), join(guests[1], first))
    assert outcomes == ["done", "done"]
    for guest, table in ((guests[0], second), (guests[1], first)):
        assert Member.objects.get(user=guest, is_active=True).table == table
    assert Member.objects.count() == 4


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_creator_goes_elsewhere_alone_or_stays_with_whoever_sat_down(
    cast: Cast, guests: list[User], _round: int
) -> None:
    own = open_table(cast.anna, game="star-cards", seats=3)
    other = open_table(cast.staff, game="star-cards", seats=3)
    went, sat = at_once(join(cast.anna, other), join(guests[0], own))
    own.refresh_from_db()
    if went == "done":
        assert (own.status, sat) == ("cancelled", LobbyCode.NOT_OPEN)
    else:
        assert (own.status, went, sat) == ("open", LobbyCode.COMPANY, "done")
