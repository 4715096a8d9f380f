"""The log: appended to exactly once, and replayed to the same match."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from games import store
from games.engine import referee
from games.engine.core import RefusalCode, Refused
from games.engine.referee import LogEvent
from games.models import Match, MatchEvent
from tests.games.conftest import Time
from tests.games.play import moves_offered


def first_move(record: store.Record, at: int, move_id: str = "m") -> LogEvent:
    seat = record.state.match.deal.turn
    move = moves_offered(referee.view(record.state, seat))[0]
    return LogEvent(at, "move", seat, {"move": move, "move_id": move_id})


def test_an_append_moves_the_head_on_by_the_number_of_its_events(match_id: int, time: Time) -> None:
    before = store.load(match_id)
    after = store.append(before, [first_move(before, time.now)])
    assert after is not None
    head = Match.objects.get(pk=match_id)
    assert head.version == after.version == before.version + 1
    assert head.due_at == time.now + 30_000 + referee.RECORD_MS


def test_the_second_of_two_appends_to_one_version_writes_nothing(match_id: int, time: Time) -> None:
    record = store.load(match_id)
    event = first_move(record, time.now)
    assert store.append(record, [event]) is not None
    assert store.append(record, [event]) is None
    assert MatchEvent.objects.filter(match=match_id, kind="move").count() == 1


def test_of_many_appends_at_once_to_one_version_one_is_written(match_id: int, time: Time) -> None:
    record = store.load(match_id)
    together = threading.Barrier(8)

    def append(number: int) -> bool:
        together.wait()
        try:
            return store.append(record, [first_move(record, time.now, f"m{number}")]) is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        written = list(threads.map(append, range(8)))
    assert sorted(written) == [False] * 7 + [True]
    assert MatchEvent.objects.filter(match=match_id, kind="move").count() == 1


def test_what_was_replayed_is_what_was_appended(match_id: int, time: Time) -> None:
    record = store.load(match_id)
    for _ in range(10):
        time.pass_ms(500)
        after = store.append(record, [first_move(record, time.now)])
        assert after is not None
        record = after
    store.forget_all()
    assert store.load(match_id) == record


async def test_the_event_loop_reads_and_writes_the_same_log(match_id: int, time: Time) -> None:
    record = await store.aload(match_id)
    event = first_move(record, time.now)
    after = await store.aappend(record, [event])
    assert after is not None
    assert await store.aappend(record, [event]) is None
    store.forget_all()
    assert await store.afresh(match_id) == after
    await store.aclose()


async def test_a_record_that_missed_a_message_is_found_out(match_id: int, time: Time) -> None:
    old = await store.aload(match_id)
    after = await store.aappend(old, [first_move(old, time.now)])
    store.forget_all()
    store._remember(old)
    assert await store.afresh(match_id) == after
    await store.aclose()


async def test_a_message_heard_in_order_needs_no_reading(match_id: int, time: Time) -> None:
    old = await store.aload(match_id)
    event = first_move(old, time.now)
    after = old.advanced([event])
    await store.aclose()
    # Nothing was written: a record read from the log would still be the old one.
    assert await store.ahear(match_id, after.version, [event]) == after


async def test_a_gap_in_what_is_heard_means_reading_the_log(match_id: int, time: Time) -> None:
    old = await store.aload(match_id)
    first = first_move(old, time.now)
    middle = await store.aappend(old, [first])
    assert middle is not None
    second = first_move(middle, time.now)
    last = await store.aappend(middle, [second])
    assert last is not None
    store.forget_all()
    store._remember(old)
    assert await store.ahear(match_id, last.version, [second]) == last
    await store.aclose()


def test_an_event_that_does_not_follow_is_not_written(match_id: int, time: Time) -> None:
    record = store.load(match_id)
    with pytest.raises(Refused) as refusal:
        store.append(record, [LogEvent(time.now, "ready", 0, {"deal": 1})])
    assert refusal.value.code is RefusalCode.WRONG_PHASE
    assert store.load(match_id) == record


def test_append_refuses_to_run_in_a_transaction(match_id: int, time: Time) -> None:
    record = store.load(match_id)
    with transaction.atomic(), pytest.raises(TransactionManagementError):
        store.append(record, [first_move(record, time.now)])


def test_a_match_is_created_in_a_transaction_or_not_at_all(transactional_db: None) -> None:
    with pytest.raises(TransactionManagementError):
        store.create("scopa", [1, 2])


def test_a_log_that_does_not_exist_is_no_match(transactional_db: None) -> None:
    with pytest.raises(store.NoSuchMatch):
        store.load(404)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"number": 1}, id="two events of one number"),
        pytest.param({"number": 0}, id="a number before the first"),
    ],
)
def test_the_database_itself_refuses_a_broken_log(match_id: int, row: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError):
        MatchEvent.objects.create(match_id=match_id, at=1, kind="move", **row)


def test_the_database_itself_refuses_a_running_match_with_nothing_due(match_id: int) -> None:
    with pytest.raises(IntegrityError):
        Match.objects.filter(pk=match_id).update(due_at=None)


def test_due_are_only_matches_whose_time_has_come(match_id: int, time: Time) -> None:
    due_at = Match.objects.get(pk=match_id).due_at
    assert due_at is not None
    assert store.due(due_at - 1, 10) == []
    assert store.due(due_at, 10) == [(match_id, store.load(match_id).version)]
