"""The log of a match: read it, and append to it exactly once.

An append is one statement that moves the head on from the version that the decision was
based on and inserts the events; no row returned means that somebody was faster. There is no
other lock. The statement has two executors: psycopg's async pool, which lives in the web
process's event loop, and Django's own connection for forms, tasks and commands. (The pool
cannot serve both: once the loop that opened it is gone it is broken for good.)

A `Record` is a match as replayed from its log. What a process keeps of records is a cache:
correct if its version is the head's, and found out by the compare-and-set if not.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, LiteralString
from weakref import WeakKeyDictionary

import msgspec
from django.db import connection, transaction
from psycopg_pool import AsyncConnectionPool

from games.engine import referee
from games.engine.core import Notice, Seat
from games.engine.referee import LogEvent, Phase, RefereeState
from games.models import Match, MatchEvent
from games.models import Seat as SeatRow

CACHED_RECORDS = 2_000
POOL_SIZE = 8
POOL_TIMEOUT = 5.0  # seconds to wait for a connection before the move is refused as unavailable

SEATS: LiteralString = """
    SELECT s.user_id, u.display_name
      FROM games_seat s JOIN accounts_user u ON u.id = s.user_id
     WHERE s.match_id = %(match)s ORDER BY s.number
"""
EVENTS: LiteralString = """
    SELECT at, seat, kind, data::text FROM games_matchevent
     WHERE match_id = %(match)s ORDER BY number
"""
APPEND: LiteralString = """
    WITH head AS (
        UPDATE games_match
           SET version = version + cardinality(%(kinds)s::text[]),
               status = %(status)s, due_at = %(due_at)s
         WHERE id = %(match)s AND version = %(version)s AND status = 'running'
        RETURNING id
    )
    INSERT INTO games_matchevent (match_id, number, at, seat, kind, data)
    SELECT head.id, %(version)s + e.position, e.at, e.seat, e.kind, e.data::jsonb
      FROM head,
           unnest(%(times)s::bigint[], %(seats)s::smallint[], %(kinds)s::text[], %(data)s::text[])
           WITH ORDINALITY AS e (at, seat, kind, data, position)
    RETURNING number
"""
VERSION: LiteralString = "SELECT version FROM games_match WHERE id = %(match)s"
DUE: LiteralString = """
    SELECT id, version FROM games_match
     WHERE status = 'running' AND due_at <= %(now)s ORDER BY due_at LIMIT %(limit)s
"""
RUNNING: LiteralString = """
    SELECT id FROM games_match
     WHERE status = 'running' AND id > %(after)s ORDER BY id LIMIT %(limit)s
"""
RUNNING_SEATS: LiteralString = """
    SELECT s.match_id, s.number
      FROM (SELECT id FROM games_match
             WHERE status = 'running' AND id > %(after)s ORDER BY id LIMIT %(limit)s) AS page
      JOIN games_seat s ON s.match_id = page.id
     ORDER BY s.match_id, s.number
"""


@dataclass(frozen=True, slots=True)
class Player:
    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match as replayed from its log: derived, never written.

    `notices` come with the version and the time that brought them; `receipts` answer a move that
    is sent a second time, keyed by seat and `move_id`. `position` is the latest version that
    changed the cards: a move decided on it or later is not stale.
    """

    match_id: int
    players: tuple[Player, ...]
    version: int
    state: RefereeState
    notices: tuple[tuple[int, int, Notice], ...]
    receipts: Mapping[tuple[Seat | None, str], int]
    position: int

    def advanced(self, events: Sequence[LogEvent]) -> "Record":
        """The record after these events; raises what `referee.apply` raises."""
        record = self
        for event in events:
            record = record._after(event)
        return record

    def _after(self, event: LogEvent) -> "Record":
        step = referee.apply(self.state, event)
        version = self.version + 1
        receipts = self.receipts
        if "move_id" in event.data:
            receipts = {**receipts, (event.seat, event.data["move_id"]): version}
        return replace(
            self,
            version=version,
            state=step.state,
            notices=self.notices + _stamped(version, event, step.notices),
            receipts=receipts,
            position=self.position if step.state.match is self.state.match else version,
        )


def _stamped(
    version: int, event: LogEvent, notices: Sequence[Notice]
) -> tuple[tuple[int, int, Notice], ...]:
    return tuple((version, event.at, notice) for notice in notices)


class NoSuchMatch(LookupError):
    """No match has this number."""


# --- reading --------------------------------------------------------------------------------


def load(match_id: int) -> Record:
    """Replay the log; raises NoSuchMatch."""
    return _remember(read(match_id).latest())


async def aload(match_id: int) -> Record:
    """`load`, in the event loop."""
    async with (await _pool()).connection() as link:
        seats = await (await link.execute(SEATS, {"match": match_id})).fetchall()
        events = await (await link.execute(EVENTS, {"match": match_id})).fetchall()
    return _remember(Log.of_rows(match_id, seats, events).latest())


@dataclass(frozen=True, slots=True)
class Log:
    """A match as it is stored, for whoever looks at it event by event."""

    match_id: int
    players: tuple[Player, ...]
    events: tuple[LogEvent, ...]

    @classmethod
    def of_rows(cls, match_id: int, seats: Sequence[Any], rows: Sequence[Any]) -> "Log":
        if not rows:
            raise NoSuchMatch(match_id)
        players = tuple(Player(user_id, name) for user_id, name in seats)
        return cls(match_id, players, tuple(event_from_row(*row) for row in rows))

    def records(self) -> Iterator[Record]:
        """The record after each event."""
        first, *rest = self.events
        started = referee.apply(None, first)
        notices = _stamped(1, first, started.notices)
        record = Record(self.match_id, self.players, 1, started.state, notices, {}, position=1)
        yield record
        for event in rest:
            record = record.advanced([event])
            yield record

    def latest(self) -> Record:
        *_, record = self.records()
        return record


def read(match_id: int) -> Log:
    """The log itself; raises NoSuchMatch."""
    with connection.cursor() as cursor:
        cursor.execute(SEATS, {"match": match_id})
        seats = cursor.fetchall()
        cursor.execute(EVENTS, {"match": match_id})
        return Log.of_rows(match_id, seats, cursor.fetchall())


def event_from_row(at: int, seat: int | None, kind: str, data: str) -> LogEvent:
    return LogEvent(at=at, seat=seat, kind=kind, data=msgspec.json.decode(data))


def due(now: int, limit: int) -> list[tuple[int, int]]:
    """`(match, version)` of running matches in which something was due, longest overdue first.

    Reads without locks: whoever acts on it must append to that version.
    """
    with connection.cursor() as cursor:
        cursor.execute(DUE, {"now": now, "limit": limit})
        return [(match_id, version) for match_id, version in cursor.fetchall()]


def fresh(match_id: int) -> Record:
    """The record at the head's version; raises NoSuchMatch. A process that serves no socket of
    the match hears of no event, so that its cache alone says nothing."""
    with connection.cursor() as cursor:
        cursor.execute(VERSION, {"match": match_id})
        head = cursor.fetchone()
    return at_version(match_id, head[0] if head else 0)


def running(after: int, limit: int) -> list[int]:
    """Numbers of running matches above `after`, in order."""
    with connection.cursor() as cursor:
        cursor.execute(RUNNING, {"after": after, "limit": limit})
        return [match_id for (match_id,) in cursor.fetchall()]


def running_seats(after: int, limit: int) -> list[tuple[int, Seat]]:
    """`(match, seat)` of at most `limit` running matches above `after`, in order."""
    with connection.cursor() as cursor:
        cursor.execute(RUNNING_SEATS, {"after": after, "limit": limit})
        return [(match_id, seat) for match_id, seat in cursor.fetchall()]


# --- the cache ------------------------------------------------------------------------------

_records: OrderedDict[int, Record] = OrderedDict()


def cached(match_id: int) -> Record | None:
    """What this process last knew of the match; it may be out of date."""
    return _records.get(match_id)


def _remember(record: Record) -> Record:
    known = _records.get(record.match_id)
    if known is not None and known.version > record.version:
        return known
    _records[record.match_id] = record
    _records.move_to_end(record.match_id)
    while len(_records) > CACHED_RECORDS:
        _records.popitem(last=False)
    return record


def forget_all() -> None:
    """Drop the cache; for tests whose database is emptied under it."""
    _records.clear()


def at_version(match_id: int, version: int) -> Record:
    """The cached record if it is the one of this version of the head, or a fresh one."""
    known = cached(match_id)
    return known if known is not None and known.version == version else load(match_id)


def current(match_id: int) -> Record:
    """The cached record, or a fresh one; raises NoSuchMatch."""
    return cached(match_id) or load(match_id)


async def afresh(match_id: int) -> Record:
    """The record at the head's version. The cache alone is not enough where the message that
    would have moved it on may have been lost; raises NoSuchMatch."""
    known = cached(match_id)
    if known is not None:
        async with (await _pool()).connection() as link:
            head = await (await link.execute(VERSION, {"match": match_id})).fetchone()
        if head == (known.version,):
            return known
    return await aload(match_id)


async def ahear(match_id: int, version: int, events: Sequence[LogEvent]) -> Record:
    """The record at `version` or later, after a message from the process that appended `events`.

    A gap between what is cached and what was heard means that a message was lost: reload.
    """
    known = cached(match_id)
    if known is not None and known.version >= version:
        return known
    if known is not None and known.version == version - len(events):
        return _remember(known.advanced(events))
    return await aload(match_id)


# --- writing --------------------------------------------------------------------------------


def create(game: str, user_ids: Sequence[int]) -> int:
    """Insert a match with an empty log and its seats; returns its number.

    Runs inside the caller's transaction, which must also call `open_log`: a table and its
    match begin together or not at all.
    """
    _require_transaction()
    match = Match.objects.create(game=game, due_at=1)
    SeatRow.objects.bulk_create(
        SeatRow(match=match, number=number, user_id=user_id)
        for number, user_id in enumerate(user_ids)
    )
    return match.pk


def open_log(match_id: int, events: Sequence[LogEvent], state: RefereeState) -> None:
    """Write the first events of a match just created; `state` is the one after them."""
    _require_transaction()
    MatchEvent.objects.bulk_create(
        MatchEvent(
            match_id=match_id,
            number=number,
            at=event.at,
            seat=event.seat,
            kind=event.kind,
            data=dict(event.data),
        )
        for number, event in enumerate(events, start=1)
    )
    Match.objects.filter(pk=match_id).update(version=len(events), **head_of(state))


def append(record: Record, events: Sequence[LogEvent]) -> Record | None:
    """Commit the events as the next of the log; None if the log was longer than the record.

    Raises what `referee.apply` raises if the events do not follow from the record.
    """
    if connection.in_atomic_block:
        raise transaction.TransactionManagementError("append commits by itself.")
    after = record.advanced(events)
    with connection.cursor() as cursor:
        cursor.execute(APPEND, _append_arguments(record, events, after))
        written = cursor.rowcount
    return _remember(after) if written else None


async def aappend(record: Record, events: Sequence[LogEvent]) -> Record | None:
    """`append`, in the event loop."""
    after = record.advanced(events)
    async with (await _pool()).connection() as link:
        cursor = await link.execute(APPEND, _append_arguments(record, events, after))
        written = cursor.rowcount
    return _remember(after) if written else None


def _append_arguments(record: Record, events: Sequence[LogEvent], after: Record) -> dict[str, Any]:
    return {
        "match": record.match_id,
        "version": record.version,
        "times": [event.at for event in events],
        "seats": [event.seat for event in events],
        "kinds": [event.kind for event in events],
        "data": [msgspec.json.encode(event.data).decode() for event in events],
        **head_of(after.state),
    }


def head_of(state: RefereeState) -> dict[str, Any]:
    """The columns of the head that follow from the state."""
    next_due = referee.due(state)
    return {
        "status": Match.Status.FINISHED if state.phase is Phase.FINISHED else Match.Status.RUNNING,
        # The tick records a limit after its grace, never at the limit (product: definition 4).
        "due_at": None if next_due is None else next_due.at + referee.RECORD_MS,
    }


def _require_transaction() -> None:
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("This needs a transaction of the caller's.")


# --- the pool of the event loop -------------------------------------------------------------

_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncConnectionPool] = WeakKeyDictionary()


async def _pool() -> AsyncConnectionPool:
    loop = asyncio.get_running_loop()
    pool = _pools.get(loop)
    if pool is None:
        # Stored before it is opened: whoever comes while it opens waits on the same pool.
        pool = _pools[loop] = AsyncConnectionPool(
            kwargs={**connection_parameters(), "autocommit": True},
            min_size=1,
            max_size=POOL_SIZE,
            timeout=POOL_TIMEOUT,
            open=False,
        )
        await pool.open()
    return pool


def connection_parameters() -> dict[str, Any]:
    """Of psycopg: Django's own, so that tests reach the test database."""
    parameters = connection.get_connection_params()
    return {
        name: value
        for name, value in parameters.items()
        if name not in ("cursor_factory", "context", "prepare_threshold")
    }


async def aclose() -> None:
    """Close the pool of the running loop; the next use opens a new one."""
    pool = _pools.pop(asyncio.get_running_loop(), None)
    if pool is not None:
        await pool.close()
