"""Carrying a decision out: load, append, announce, in a form or in the event loop.

The steps are a generator that both ways drive, so that there is no second copy of the logic.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import Error as DatabaseError
from psycopg_pool import PoolTimeout

from games import broadcast, forfeits, store
from games.engine.core import RefusalCode, Refused
from games.engine.referee import LogEvent
from games.services.deciding import Decide
from games.store import Record

ATTEMPTS = 5  # a decision overtaken this often in a row is given up as `unavailable`


@dataclass(frozen=True, slots=True)
class Receipt:
    """The act is in the log as part of `version`; `record` is the match as last seen."""

    version: int
    record: Record


@dataclass(frozen=True, slots=True)
class _Load:
    match_id: int

    def run(self) -> Record:
        return store.load(self.match_id)

    async def arun(self) -> Record:
        return await store.aload(self.match_id)


@dataclass(frozen=True, slots=True)
class _Append:
    record: Record
    events: Sequence[LogEvent]

    def run(self) -> Record | None:
        return store.append(self.record, self.events)

    async def arun(self) -> Record | None:
        return await store.aappend(self.record, self.events)


@dataclass(frozen=True, slots=True)
class _Announce:
    record: Record
    events: Sequence[LogEvent]

    def run(self) -> None:
        broadcast.announce(self.record, self.events)

    async def arun(self) -> None:
        await broadcast.aannounce(self.record, self.events)


@dataclass(frozen=True, slots=True)
class _CountForfeits:
    reasons: list[str]

    def run(self) -> None:
        forfeits.count(self.reasons)

    async def arun(self) -> None:
        await forfeits.acount(self.reasons)


_Steps = Generator[_Load | _Append | _Announce | _CountForfeits, Any, Receipt]


def _steps(match_id: int, decide: Decide) -> _Steps:
    """Decide, append, announce. A refusal is given only on a record just read from the log."""
    record = store.cached(match_id)
    fresh = record is None
    for _attempt in range(ATTEMPTS):
        if record is None:
            record = yield _Load(match_id)
        try:
            plan = decide(record)
        except Refused:
            if fresh:
                raise
            record, fresh = None, True
            continue
        if not plan.events:
            return Receipt(plan.version, record)
        after = yield _Append(record, plan.events)
        if after is not None:
            yield _Announce(after, plan.events)
            if reasons := forfeits.reasons(after, since=record.version):
                yield _CountForfeits(reasons)
            if plan.refusal is not None:
                raise plan.refusal
            return Receipt(after.version, after)
        record, fresh = None, True
    raise Refused(RefusalCode.UNAVAILABLE, f"overtaken {ATTEMPTS} times")


def carry_out(match_id: int, decide: Decide) -> Receipt:
    """Drive the steps on Django's connection; raises Refused."""
    steps = _steps(match_id, decide)
    answer: Record | None = None
    with as_refusals():
        try:
            while True:
                answer = steps.send(answer).run()
        except StopIteration as end:
            receipt: Receipt = end.value
            return receipt


async def acarry_out(match_id: int, decide: Decide) -> Receipt:
    """`carry_out`, in the event loop."""
    steps = _steps(match_id, decide)
    answer: Record | None = None
    with as_refusals():
        try:
            while True:
                answer = await steps.send(answer).arun()
        except StopIteration as end:
            receipt: Receipt = end.value
            return receipt


@contextmanager
def as_refusals() -> Iterator[None]:
    """What the store raises, in the words that a sender is told."""
    try:
        yield
    except store.NoSuchMatch:
        raise Refused(RefusalCode.NOT_FOUND) from None
    except (psycopg.OperationalError, PoolTimeout, DatabaseError) as outage:
        raise Refused(RefusalCode.UNAVAILABLE, str(outage)) from outage
