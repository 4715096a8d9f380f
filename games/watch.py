"""What the tick makes of leases that ran out, and of outages of ours.

The tick calls `web` first, then the rest. Any number of ticks may run at once: each drop and each
compensation is one compare-and-set on its match, and a worker that dies in the middle leaves
nothing that the next does not find again.

Product definition 5.5 is kept so:

* No drop and no expiry while no web process shows itself. After ten seconds of silence it was an
  outage, which is a row in PostgreSQL until each match that ran has been given its time back.
* No drop while Valkey cannot be asked. When it has lost its data, every seat gets a new lease.
* After any time in which nobody watched the leases, those that ran out meanwhile run anew.
* Many leases lost within ten seconds are an outage too.
"""

import logging
from collections.abc import Iterable, Iterator
from enum import StrEnum, auto

from django.db import Error as DatabaseError

from games import attendance, clock, heartbeat, presence, services, store, valkey
from games.engine.core import RefusalCode, Refused
from games.engine.referee import Phase
from games.heartbeat import OpenOutage
from games.presence import Lease
from games.store import Record

logger = logging.getLogger(__name__)

LEASES_AT_ONCE = 1_000
MATCHES_AT_ONCE = 200
"""How many matches a tick gives time back unasked; those in which something is due come first."""


class Web(StrEnum):
    """Whether the people can reach the site, as far as PostgreSQL knows."""

    THERE = auto()
    UNKNOWN = auto()
    """No web process has ever shown itself: nothing happened that could be held against us."""
    SILENT = auto()
    """Perhaps away: wait and see."""


def web() -> Web:
    """Looks at the heartbeats; a silence that has become an outage is noted."""
    silence = heartbeat.silence()
    if silence is None:
        return Web.UNKNOWN
    if silence < heartbeat.STALE_S:
        return Web.THERE
    if silence >= heartbeat.AWAY_S:
        heartbeat.note_away()
    _mark_unwatched()
    return Web.SILENT


def _mark_unwatched() -> None:
    try:
        presence.mark_unwatched()
    except valkey.Unreachable:
        logger.warning("valkey does not answer")  # then nobody drops anyway


# --- leases ---------------------------------------------------------------------------------


def watch_leases() -> int:
    """Applies the leases that ran out too long ago; returns how many drops that made."""
    try:
        now = clock.now()
        if _has_looked_away(now) or _is_mass(now):
            return 0
        return _drop_expired(now, heartbeat.open_outages())
    except valkey.Unreachable as error:
        logger.warning("nobody drops: valkey does not answer (%s)", type(error).__name__)
        return 0


def _has_looked_away(now: int) -> bool:
    """Whether the leases cannot be believed this time; then they are made good."""
    watched_at = presence.watched_at()
    if not presence.has_kept_its_data():
        logger.warning("valkey has lost the leases: every seat gets a new one")
        grant_to_every_seat()
        presence.mark_kept()
    elif watched_at is None:
        presence.grant_to_expired(now, presence.RECONNECT_LEASE_MS)
    elif now - watched_at > presence.UNWATCHED_AFTER_MS:
        presence.grant_to_expired(now, presence.SOCKET_LEASE_MS)
    else:
        presence.mark_watched(now)
        return False
    presence.mark_watched(now)
    return True


def grant_to_every_seat() -> None:
    """Whoever is not there any more will be missed when this lease has run out; seats that
    nobody waits for are then taken off the table."""
    after = 0
    while seats := store.running_seats(after, MATCHES_AT_ONCE):
        presence.grant(seats, presence.RECONNECT_LEASE_MS)
        after, _ = seats[-1]


def _is_mass(now: int) -> bool:
    """Whether so many leases were lost at once that it was our fault."""
    losses = presence.losses(now)
    if not losses.is_mass:
        return False
    logger.error("%s of %s leases were lost at once", losses.lost, losses.lost + losses.running)
    heartbeat.note_mass()
    presence.grant_to_expired(now, presence.RECONNECT_LEASE_MS)
    return True


def _drop_expired(now: int, outages: list[OpenOutage]) -> int:
    drops = 0
    for lease in presence.expired(now - presence.DROP_AFTER_MS, LEASES_AT_ONCE):
        try:
            drops += _drop(lease, outages)
        except store.NoSuchMatch:
            presence.forget([lease])
        except Refused as refusal:
            logger.warning("match %s: seat %s stays: %s", lease.match_id, lease.seat, refusal)
    return drops


def _drop(lease: Lease, outages: list[OpenOutage]) -> bool:
    """Whether the seat has dropped now."""
    record = store.fresh(lease.match_id)
    if restored_now(lease.match_id, outages):
        return False
    if _is_still_to_begin(record):
        # It stays on the table: the seat may be gone already when the last one presses start.
        presence.grant([(lease.match_id, lease.seat)], presence.SOCKET_LEASE_MS)
        return False
    if (lease.match_id, lease.seat) not in attendance.watched_seats(record):
        presence.forget([lease])
        return False
    receipt = services.drop(lease.match_id, lease.seat)
    presence.note_lost([lease])
    return receipt.version > record.version


def _is_still_to_begin(record: Record) -> bool:
    return record.state.phase in (Phase.STARTING, Phase.DEALING)


# --- outages --------------------------------------------------------------------------------


def restored_now(match_id: int, outages: Iterable[OpenOutage]) -> list[str]:
    """Gives this match the time that it is still owed: the causes, one for each compensation of
    this call. If there was any, nothing is due in the match for a while."""
    return [outage.cause for outage in outages if attendance.restore(match_id, outage)]


def go_on_restoring(outages: Iterable[OpenOutage]) -> list[str]:
    """Gives more matches their time back, unasked, and closes an outage after the last; returns
    as `restored_now` does."""
    return [cause for outage in outages for cause in _go_on_restoring(outage)]


def _go_on_restoring(outage: OpenOutage) -> Iterator[str]:
    matches = store.running(heartbeat.restored_to(outage), MATCHES_AT_ONCE)
    owed = [match_id for match_id in matches if match_id <= outage.last_match]
    for match_id in owed:
        if _restore(match_id, outage):
            yield outage.cause
        heartbeat.mark_restored(outage, match_id)
    if not owed:
        heartbeat.close(outage)
        logger.warning("outage %s is over: every match has its time back", outage.name)


def _restore(match_id: int, outage: OpenOutage) -> bool:
    try:
        return attendance.restore(match_id, outage)
    except Refused as refusal:
        if refusal.code is RefusalCode.UNAVAILABLE:
            raise  # the next tick goes on here
        logger.warning("match %s: nothing given back: %s", match_id, refusal)
    except DatabaseError:
        raise
    except Exception:  # one broken match must not keep all the others waiting
        logger.exception("match %s: nothing given back", match_id)
    return False
