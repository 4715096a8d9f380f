"""Who may open, join and close a table, and what becomes of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games import access
from games.models import Match, MatchEvent, Seat
from games.services import resign
from games.signals import match_finished
from lobby import broadcast, services
from lobby.models import Member, Table
from lobby.services import LobbyCode, LobbyError
from lobby.tasks import close_stale_tables
from tests.conftest import Cast
from tests.games.conftest import Time
from tests.lobby.conftest import open_table

MINUTE = 60_000
OPEN, PLAYING, FINISHED, CANCELLED = "open", "playing", "finished", "cancelled"


def table_of_anna(cast: Cast, status: str) -> Table:
    """Anna's table; Bruno joined it if it was played."""
    table = open_table(cast.anna)
    if status in {PLAYING, FINISHED}:
        table = services.join_table(cast.bruno, table.pk)
    if status == FINISHED:
        finish(table)
    if status == CANCELLED:
        services.cancel_table(cast.anna, table.pk)
    return Table.objects.get(pk=table.pk)


def finish(table: Table) -> None:
    assert table.match_id is not None
    Match.objects.filter(pk=table.match_id).update(status="finished", due_at=None)
    services.finish_table(table.match_id)


def attempt(act: Callable[[], object]) -> str:
    """ "done", or the code of the refusal."""
    try:
        act()
    except LobbyError as error:
        return error.code
    return "done"


# --- who may do what ------------------------------------------------------------------------

JOINS = [
    # the table is, who joins, what comes of it, the table is then
    (OPEN, "bruno", "done", PLAYING),
    (OPEN, "anna", LobbyCode.OWN_TABLE, OPEN),
    (PLAYING, "olga", LobbyCode.NOT_OPEN, PLAYING),
    (PLAYING, "bruno", "done", PLAYING),
    (PLAYING, "anna", "done", PLAYING),
    (FINISHED, "olga", LobbyCode.NOT_OPEN, FINISHED),
    (FINISHED, "anna", LobbyCode.NOT_OPEN, FINISHED),
    (CANCELLED, "bruno", LobbyCode.NOT_OPEN, CANCELLED),
    (CANCELLED, "anna", LobbyCode.NOT_OPEN, CANCELLED),
]


@pytest.mark.parametrize(("before", "who", "outcome", "after"), JOINS)
def test_who_may_join(cast: Cast, before: str, who: str, outcome: str, after: str) -> None:
    table = table_of_anna(cast, before)
    assert attempt(lambda: services.join_table(getattr(cast, who), table.pk)) == outcome
    assert Table.objects.get(pk=table.pk).status == after


CANCELS = [
    (OPEN, "anna", "done", CANCELLED),
    (OPEN, "bruno", LobbyCode.NOT_CREATOR, OPEN),
    (OPEN, "staff", LobbyCode.NOT_CREATOR, OPEN),
    (PLAYING, "anna", LobbyCode.PLAYING, PLAYING),
    (PLAYING, "bruno", LobbyCode.NOT_CREATOR, PLAYING),
    (FINISHED, "anna", "done", FINISHED),
    (CANCELLED, "anna", "done", CANCELLED),
    (CANCELLED, "olga", LobbyCode.NOT_CREATOR, CANCELLED),
]


@pytest.mark.parametrize(("before", "who", "outcome", "after"), CANCELS)
def test_who_may_close(cast: Cast, before: str, who: str, outcome: str, after: str) -> None:
    table = table_of_anna(cast, before)
    assert attempt(lambda: services.cancel_table(getattr(cast, who), table.pk)) == outcome
    assert Table.objects.get(pk=table.pk).status == after


CREATES = [
    # Anna's table is, who opens another, what comes of it
    (OPEN, "anna", LobbyCode.ALREADY_WAITING),
    (OPEN, "bruno", "done"),
    (PLAYING, "anna", LobbyCode.PLAYING),
    (PLAYING, "bruno", LobbyCode.PLAYING),
    (PLAYING, "olga", "done"),
    (FINISHED, "anna", "done"),
    (FINISHED, "bruno", "done"),
    (CANCELLED, "anna", "done"),
]


@pytest.mark.parametrize(("before", "who", "outcome"), CREATES)
def test_who_may_open_a_table(cast: Cast, before: str, who: str, outcome: str) -> None:
    table_of_anna(cast, before)
    assert attempt(lambda: open_table(getattr(cast, who))) == outcome


NOT_OFFERED: list[dict[str, Any]] = [
    {"target": 8},
    {"target": 0},
    {"rules": "house rules"},
    {"game": "bridge"},
    {"seats": 3},
    {"seats": 4},
    {"seats": 1},
    {"options": {"deck": "piacentine"}},
    {"options": {"version": 2}},
    {"options": {"opening_award": "dealer"}},
    {"options": {"capture_duty": "nobody"}},
    {"game": "escoba", "rules": "escoba", "seats": 3, "target": 21},
    {"game": "tressette", "rules": "individuals", "seats": 3, "target": 21},
    {"game": "tressette", "rules": "individuals", "seats": 4, "target": 21},
    {"game": "tressette", "rules": "spizzichino", "seats": 4, "target": 21},
    {"game": "tressette", "rules": "pairs", "seats": 2, "target": 21},
    {"game": "tressette", "rules": "pairs", "seats": 4, "target": 7},
    {"game": "tressette", "rules": "pairs", "seats": 4, "options": {"signals": True}},
    {"game": "star-cards", "rules": "star-cards", "seats": 5, "target": None},
    {"game": "star-cards", "rules": "star-cards", "seats": 2, "target": 11},
]


@pytest.mark.parametrize("change", NOT_OFFERED, ids=str)
def test_what_is_not_offered_is_refused(cast: Cast, change: dict[str, Any]) -> None:
    terms = {"game": "scopa", "rules": "scopa", "seats": 2, "target": 11, **change}
    assert attempt(lambda: services.create_table(cast.anna, **terms)) == LobbyCode.NOT_OFFERED
    assert not Table.objects.exists()


@pytest.mark.parametrize("act", [services.join_table, services.leave_table, services.cancel_table])
def test_a_table_that_never_was_is_not_found(cast: Cast, act: Callable[[User, int], Table]) -> None:
    assert attempt(lambda: act(cast.anna, 1_000_000)) == LobbyCode.NOT_FOUND


# --- what becomes of it ---------------------------------------------------------------------


@pytest.mark.parametrize("target", [None, 7, 11])
def test_the_last_seat_begins_the_match_of_these_people_in_their_order(
    cast: Cast, target: int | None
) -> None:
    table = services.join_table(cast.bruno, open_table(cast.anna, target).pk)
    assert people_of_the_match(table) == [cast.anna, cast.bruno]
    assert [member.seat for member in table.members.order_by("pk")] == [0, 1]
    started = MatchEvent.objects.get(match=table.match_id, number=1).data
    assert (started["rules"]["name"], started["rules"]["target"]) == ("scopa", target)
    for person in (cast.anna, cast.bruno):
        running = access.running_match_of(person)
        assert running is not None
        assert running.pk == table.match_id


def people_of_the_match(table: Table) -> list[User]:
    """In the order of their seats."""
    seats = Seat.objects.filter(match=table.match_id).order_by("number")
    return [seat.user for seat in seats]


def test_whoever_joins_another_table_closes_their_own(cast: Cast) -> None:
    annas, brunos = open_table(cast.anna), open_table(cast.bruno)
    services.join_table(cast.bruno, annas.pk)
    brunos.refresh_from_db()
    assert brunos.status == CANCELLED
    assert Member.objects.filter(user=cast.bruno, is_active=True).get().table == annas


def test_a_refused_join_leaves_ones_own_table_open(cast: Cast) -> None:
    gone = table_of_anna(cast, CANCELLED)
    own = open_table(cast.bruno)
    assert attempt(lambda: services.join_table(cast.bruno, gone.pk)) == LobbyCode.NOT_OPEN
    own.refresh_from_db()
    assert own.status == OPEN


def test_the_rated_flag_is_kept(cast: Cast) -> None:
    assert Table.objects.get(pk=open_table(cast.anna, rated=True).pk).rated


def test_a_match_that_is_over_frees_its_people_and_may_be_told_twice(cast: Cast) -> None:
    table = table_of_anna(cast, PLAYING)
    Match.objects.filter(table=table).update(status="finished", due_at=None)
    for _ in range(2):
        match_finished.send(sender=Match, match_id=table.match_id, result={"winner": 0})
    table.refresh_from_db()
    assert table.status == FINISHED
    assert not table.members.filter(is_active=True).exists()


def test_a_match_without_a_table_may_end_too(cast: Cast) -> None:
    match_finished.send(sender=Match, match_id=1_000_000, result={"winner": 0})


@pytest.mark.django_db(transaction=True)
def test_nobody_has_to_wait_for_the_task_that_settles_a_match(cast: Cast) -> None:
    table = table_of_anna(cast, PLAYING)
    assert table.match_id is not None
    resign(cast.anna.pk, table.match_id)
    second = open_table(cast.anna)
    services.join_table(cast.bruno, second.pk)
    table.refresh_from_db()
    second.refresh_from_db()
    assert (table.status, second.status) == (FINISHED, PLAYING)


# --- tables whose creator is gone -----------------------------------------------------------


def test_a_table_is_closed_once_its_creator_has_been_away_for_a_quarter_of_an_hour(
    cast: Cast, standing_time: Time
) -> None:
    table = open_table(cast.anna)
    standing_time.pass_ms(15 * MINUTE)
    assert close_stale_tables() == 0
    standing_time.pass_ms(1)
    assert close_stale_tables() == 1
    table.refresh_from_db()
    assert table.status == CANCELLED
    assert attempt(lambda: open_table(cast.anna)) == "done"


def test_a_table_stays_open_while_its_creator_is_seen(cast: Cast, standing_time: Time) -> None:
    open_table(cast.anna)
    for _ in range(4):
        standing_time.pass_ms(10 * MINUTE)
        services.see(cast.anna.pk)
        assert close_stale_tables() == 0


def test_that_somebody_else_is_seen_keeps_no_table_open(cast: Cast, standing_time: Time) -> None:
    open_table(cast.anna)
    standing_time.pass_ms(16 * MINUTE)
    services.see(cast.bruno.pk)
    assert close_stale_tables() == 1


def test_a_table_being_played_is_never_stale(cast: Cast, standing_time: Time) -> None:
    table = table_of_anna(cast, PLAYING)
    standing_time.pass_ms(60 * MINUTE)
    assert close_stale_tables() == 0
    table.refresh_from_db()
    assert table.status == PLAYING


# --- announcements --------------------------------------------------------------------------


def test_every_change_is_announced_once_and_after_the_commit(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    said: list[tuple[object, ...]] = []
    monkeypatch.setattr(broadcast, "announce_tables", lambda: said.append(("tables",)))
    monkeypatch.setattr(
        broadcast, "announce_match", lambda people, match: said.append(("match", people, match))
    )

    def announced(act: Callable[[], object]) -> list[tuple[object, ...]]:
        said.clear()
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            act()
            assert not said
        return list(said)

    assert announced(lambda: open_table(cast.anna)) == [("tables",)]
    table = Table.objects.get()
    assert announced(lambda: attempt(lambda: open_table(cast.anna))) == []
    both = announced(lambda: services.join_table(cast.bruno, table.pk))
    table.refresh_from_db()
    people = [cast.anna.pk, cast.bruno.pk]
    assert both == [("match", people, table.match_id), ("tables",)]
    assert announced(lambda: finish(table)) == [("tables",)]
    assert announced(lambda: finish(table)) == []


def test_a_silent_valkey_undoes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        async def group_send(self, group: str, message: dict[str, object]) -> None:
            raise ConnectionRefusedError

    monkeypatch.setattr(broadcast, "get_channel_layer", Silent)
    broadcast.announce_tables()
    broadcast.announce_match([1, 2], 3)


# --- what the database itself refuses -------------------------------------------------------

BROKEN_TABLES = [
    {"status": PLAYING},
    {"status": FINISHED},
    {"status": "asleep"},
    {"seats": 1},
    {"seats": 5},
    {"target": 0},
    {"rated": True, "is_custom": True},
]


@pytest.mark.parametrize("change", BROKEN_TABLES, ids=str)
def test_the_database_refuses_a_table_that_cannot_be(cast: Cast, change: dict[str, object]) -> None:
    table = open_table(cast.anna)
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(**change)


def test_the_database_refuses_a_person_at_two_tables_and_two_people_in_one_seat(
    cast: Cast,
) -> None:
    annas, brunos = open_table(cast.anna), open_table(cast.bruno)
    rows = [
        Member(table=brunos, user=cast.anna, seat=1),
        Member(table=annas, user=cast.olga, seat=0),
        Member(table=annas, user=cast.anna, seat=1, is_active=False),
    ]
    for row in rows:
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()
