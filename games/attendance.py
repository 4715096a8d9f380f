"""A person comes to the table, or opens another page of ours while they are missed there.

Called by the match page, the match socket and the bar of every page. Whoever comes is present
from then on (`presence`), is given back what an outage of ours has cost the match, and ends their
own drop if there is one.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import access, clock, heartbeat, presence, services, store, valkey
from games.engine import referee
from games.engine.core import Refused, Seat
from games.engine.referee import Phase
from games.heartbeat import OpenOutage
from games.store import Record

logger = logging.getLogger(__name__)

BACK_MS = 20_000
"""What every running limit gets back after an outage of ours, and at least has then (4.7)."""


# --- at the table ---------------------------------------------------------------------------


def see(user: User | AnonymousUser, match_id: int) -> None:
    """The person has opened the page of their match, or sent one of its forms.

    Raises Http404 for others. Nothing that fails here hides the page.
    """
    seated = access.get_match_for(user, match_id)
    _renew_quietly(match_id, seated.seat)
    try:
        heart = heartbeat.heart()
        if heart is not None:
            for outage in heart.outages:
                restore(match_id, outage)
        if is_missed(store.fresh(match_id), seated.seat):
            services.come_back(user.pk, match_id)
    except Refused as refusal:
        logger.warning("match %s: a page was seen, but: %s", match_id, refusal)


def _renew_quietly(match_id: int, seat: Seat) -> None:
    try:
        presence.renew(match_id, seat, presence.PAGE_LEASE_MS)
    except valkey.Unreachable:
        logger.debug("match %s: a lease was not renewed", match_id)


async def ahear(record: Record, seat: Seat) -> None:
    """The socket of a seat has opened, or pinged."""
    if record.state.phase is Phase.FINISHED:
        return
    try:
        await presence.arenew(record.match_id, seat, presence.SOCKET_LEASE_MS)
    except valkey.Unreachable:
        logger.debug("match %s: a lease was not renewed", record.match_id)


def is_missed(record: Record, seat: Seat) -> bool:
    """Whether the match waits for this seat to come back."""
    state = record.state
    is_over = state.phase is Phase.FINISHED or state.is_out(seat)
    return state.is_absent(seat) and not is_over


async def awelcome(match_id: int) -> None:
    """Before the first word of a socket is heard: whoever lost their line because the site was
    away must not be late for it."""
    heart = heartbeat.heart()
    if heart is None:
        return
    await heart.has_beaten()
    for outage in heart.outages:
        await database_sync_to_async(_restore_quietly)(match_id, outage)


def _restore_quietly(match_id: int, outage: OpenOutage) -> None:
    try:
        restore(match_id, outage)
    except (Refused, store.NoSuchMatch) as refusal:
        logger.warning("match %s: nothing was given back: %s", match_id, refusal)


# --- after an outage of ours ----------------------------------------------------------------


def restore(match_id: int, outage: OpenOutage) -> bool:
    """Give the match its time back and its seats new leases, once for an outage; whether this
    call did it. Raises Refused and NoSuchMatch.

    Limits that passed while the site was away are set so that `BACK_MS` remain: nobody forfeits
    because of us, however long it took.
    """
    if match_id > outage.last_match:
        return False
    record = store.fresh(match_id)
    if outage.name in record.state.outages or record.state.phase is Phase.FINISHED:
        return False
    receipt = services.compensate(match_id, _owed_ms(record), outage.cause, outage.name)
    if receipt.version == record.version:
        return False
    _lease_all_quietly(receipt.record)
    return True


def _owed_ms(record: Record) -> int:
    due = referee.due(record.state)
    overdue = 0 if due is None else clock.now() - due.at
    return BACK_MS + max(0, overdue)


def _lease_all_quietly(record: Record) -> None:
    try:
        presence.grant(watched_seats(record), presence.RECONNECT_LEASE_MS)
    except valkey.Unreachable:
        logger.warning("match %s: no leases after an outage", record.match_id)


def watched_seats(record: Record) -> list[tuple[int, Seat]]:
    """The seats whose leases matter: those that would drop without one."""
    state = record.state
    if not state.is_watched:
        return []
    return [
        (record.match_id, seat)
        for seat in range(len(record.players))
        if not state.is_absent(seat) and not state.is_out(seat)
    ]


# --- elsewhere ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Running:
    """A person's seat in the match that they are playing now."""

    record: Record
    seat: Seat


def running_match_of(
    user: User | AnonymousUser, *, invites: Callable[[int], bool]
) -> Running | None:
    """The match that a bar leads back to. `invites(match)`: whether the person has opened a page
    other than those of that match, so that an absent seat is invited now, once a drop (4.3)."""
    match = access.running_match_of(user)
    if match is None:
        return None
    record = store.at_version(match.pk, match.version)
    seat = access.seat_in(record, user.pk)
    if _is_to_be_invited(record, seat) and invites(match.pk):
        record = _invited(user, record)
    return None if record.state.phase is Phase.FINISHED else Running(record, seat)


def _is_to_be_invited(record: Record, seat: Seat) -> bool:
    absence = record.state.people[seat].absence
    return is_missed(record, seat) and absence is not None and not absence.is_invited


def _invited(user: User | AnonymousUser, record: Record) -> Record:
    try:
        return services.invite(user.pk, record.match_id).record
    except Refused as refusal:
        logger.warning("match %s: nobody was invited: %s", record.match_id, refusal)
        return record
