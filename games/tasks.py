"""What the workers do for matches: the tick that enforces limits, and settling results."""

import logging
import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from celery import shared_task
from django.db import Error as DatabaseError

from games import metrics, services, store, valkey, watch
from games.engine.core import Refused
from games.heartbeat import OpenOutage, open_outages
from games.watch import Web

logger = logging.getLogger(__name__)

BATCH = 500
CLAIM = 25  # matches that a tick takes at once, so that another may take the next
CLAIM_MS = 5_000  # what a worker that died has claimed waits so long
EXPIRES_S = 2  # of CELERY_BEAT_SCHEDULE: a tick that waited longer is dropped


@shared_task(bind=True)
def tick(self: Any) -> int:
    """Drop who is gone, expire what is due, hand over finished matches; returns how many matches
    went on.

    Beat sends it every second, and several may run at once. They share the work by claims in
    Valkey; what makes each thing happen once is the compare-and-set of `store.append`.
    """
    run = _Run(_late_ms(self.request.expires, _host_ms()))
    try:
        run.do_all()
    except DatabaseError as error:
        logger.warning("this tick did no more: %s", error)  # the next one connects anew
    run.measure()
    return run.expired + run.drops


class _Run:
    """One run of the tick, and what it counts."""

    def __init__(self, late: int) -> None:
        self.late = late
        self.at = _host_ms()
        self.web = Web.UNKNOWN
        self.due = self.expired = self.drops = 0
        self.compensations: Counter[str] = Counter()

    def do_all(self) -> None:
        self.web = watch.web()
        if self.web is Web.THERE:
            self.drops += watch.watch_leases()
        if self.web is not Web.SILENT:
            outages = open_outages()
            self._expire_due(outages)
            self.compensations.update(watch.go_on_restoring(outages))
        for match_id in services.unsettled_matches(BATCH):
            settle.delay(match_id)

    def _expire_due(self, outages: Sequence[OpenOutage]) -> None:
        due = services.due_matches(BATCH)
        self.due = len(due)
        for first in range(0, len(due), CLAIM):
            for match_id, version in _claimed(due[first : first + CLAIM]):
                self._expire(match_id, version, outages)

    def _expire(self, match_id: int, version: int, outages: Sequence[OpenOutage]) -> None:
        try:
            if restored := watch.restored_now(match_id, outages):
                self.compensations.update(restored)
                return
            # What this process remembers of the match is as old as its last expiry here.
            store.at_version(match_id, version)
            receipt = services.expire(match_id, version)
        except Refused as refusal:
            logger.warning("match %s was due but refused to go on: %s", match_id, refusal)
        except DatabaseError:
            raise
        except Exception:  # one broken match must not stop the clocks of all the others
            logger.exception("match %s was due and failed", match_id)
        else:
            self.expired += receipt.version > version

    def measure(self) -> None:
        done = metrics.Tick(
            at=self.at,
            late=self.late,
            duration=_host_ms() - self.at,
            due=self.due,
            expired=self.expired,
            drops=self.drops,
            was_held=self.web is Web.SILENT,
            compensations=self.compensations,
        )
        try:
            metrics.record(done)
        except valkey.Unreachable:
            logger.warning("a tick was not measured: valkey does not answer")


def _claimed(due: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Those that no other tick has taken; all of them while Valkey does not answer."""
    try:
        with valkey.client().pipeline(transaction=False) as pipe:
            for match_id, version in due:
                pipe.set(f"tick:{match_id}:{version}", 1, nx=True, px=CLAIM_MS)
            answers = pipe.execute()
    except valkey.Unreachable:
        return due
    return [one for one, is_mine in zip(due, answers, strict=True) if is_mine]


# --- time -----------------------------------------------------------------------------------


def _host_ms() -> int:
    """The host's clock, as Celery stamps messages: not that of matches, which tests move."""
    return time.time_ns() // 1_000_000


def _late_ms(expires: str | datetime | None, now: int) -> int:
    """How long the tick waited: beat stamps the time of sending plus `EXPIRES_S` on it. 0 for a
    tick that nobody sent."""
    if expires is None:
        return 0
    stamp = expires if isinstance(expires, datetime) else datetime.fromisoformat(expires)
    return max(0, now - (round(stamp.timestamp() * 1_000) - EXPIRES_S * 1_000))


# --- the end of a match ---------------------------------------------------------------------


@shared_task
def settle(match_id: int) -> None:
    """Tell whoever waits for the result. The tick sends it again until it has succeeded."""
    services.settle(match_id)
