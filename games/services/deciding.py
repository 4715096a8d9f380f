"""What an act appends to a match: pure functions of its record.

Each takes what the act knows and answers with a decision, which is taken again on a fresh record
when somebody was faster. Nothing is read and nothing written here; only the seeds are drawn.
"""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games import access
from games.engine import referee, shuffle
from games.engine.core import RefusalCode, Refused, Seat
from games.engine.referee import LogEvent, Phase, RefereeState
from games.engine.registry import GAMES
from games.store import Record


class Saying(StrEnum):
    """What a seat may say besides moves, as the log calls it."""

    LEAVE = "leave"
    PAUSE = "pause"
    RESUME = "resume"
    ORDER = "order"
    RESIGNED = "resigned"
    DECLINED = "declined"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to append. No events: nothing to do, `version` is the answer. With a `refusal`, the
    sender is refused although the match goes on (a late move brings the expiry about)."""

    version: int
    events: tuple[LogEvent, ...] = ()
    refusal: Refused | None = None


Decide = Callable[[Record], Plan]


def move(user_id: int | None, move: str, version: int, move_id: str, at: int) -> Decide:
    def decide(record: Record) -> Plan:
        seat = access.seat_in(record, user_id)
        receipt = record.receipts.get((seat, move_id))
        if receipt is not None:
            return Plan(receipt)
        if record.state.phase is Phase.FINISHED:
            raise Refused(RefusalCode.FINISHED)
        # What has not touched the cards since, a drop or a return, makes no move stale.
        if not record.position <= version <= record.version:
            raise Refused(RefusalCode.STALE)
        data = {"move": move, "move_id": move_id}
        return _acting(record, LogEvent(at=at, kind="move", seat=seat, data=data))

    return decide


def start(user_id: int | None, entropy: str, at: int) -> Decide:
    def decide(record: Record) -> Plan:
        seat = access.seat_in(record, user_id)
        if seat in record.state.pressed and record.state.phase is not Phase.FINISHED:
            return Plan(record.version)  # said before, on another line or tab
        data = {"entropy": entropy}
        return _acting(record, LogEvent(at=at, kind="start", seat=seat, data=data))

    return decide


def ready(user_id: int | None, deal: int, entropy: str, at: int) -> Decide:
    def decide(record: Record) -> Plan:
        seat = access.seat_in(record, user_id)
        if seat in record.state.ready or deal < record.state.deal_number:
            return Plan(record.version)  # said before, on another line or tab
        data = {"deal": deal, "entropy": entropy}
        return _acting(record, LogEvent(at=at, kind="ready", seat=seat, data=data))

    return decide


def say(user_id: int | None, kind: str, at: int, **data: Any) -> Decide:
    """What a seat says to the referee, who alone decides whether it may."""

    def decide(record: Record) -> Plan:
        seat = access.seat_in(record, user_id)
        return _acting(record, LogEvent(at=at, kind=kind, seat=seat, data=data))

    return decide


def come_back(user_id: int | None, at: int) -> Decide:
    def decide(record: Record) -> Plan:
        seat = access.seat_in(record, user_id)
        if not record.state.is_absent(seat):
            return Plan(record.version)
        return _unless_late(record, LogEvent(at=at, kind="return", seat=seat, data={}))

    return decide


def invite(user_id: int | None, at: int) -> Decide:
    def decide(record: Record) -> Plan:
        seat = access.seat_in(record, user_id)
        absence = record.state.people[seat].absence
        if absence is None or absence.is_invited or record.state.policy.invitation_ms is None:
            return Plan(record.version)
        return _unless_late(record, LogEvent(at=at, kind="invited", seat=seat, data={}))

    return decide


def drop(seat: Seat, at: int) -> Decide:
    def decide(record: Record) -> Plan:
        state = record.state
        if not state.is_watched or state.is_absent(seat) or state.is_out(seat):
            return Plan(record.version)
        return _following(record, LogEvent(at=at, kind="drop", seat=seat, data={}))

    return decide


def compensate(ms: int, cause: str, outage: str, at: int) -> Decide:
    def decide(record: Record) -> Plan:
        state = record.state
        if state.phase is Phase.FINISHED or outage in state.outages:
            return Plan(record.version)
        data = {"ms": ms, "cause": cause, "outage": outage}
        return _following(record, LogEvent(at=at, kind="compensated", seat=None, data=data))

    return decide


def expire(version: int, at: int) -> Decide:
    def decide(record: Record) -> Plan:
        due = referee.due(record.state)
        overtaken = record.version != version
        if overtaken or due is None or at < due.at + referee.RECORD_MS:
            return Plan(record.version)
        return _following(record, referee.expiry(at, due))

    return decide


def _acting(record: Record, event: LogEvent) -> Plan:
    """The event, after the return of a seat that was away; or, if it came too late, the expiry
    that it then brings about."""
    assert event.seat is not None
    events = [event]
    if record.state.is_absent(event.seat):
        events.insert(0, LogEvent(at=event.at, kind="return", seat=event.seat, data={}))
    try:
        return _following(record, *events)
    except Refused as refusal:
        if refusal.code is not RefusalCode.LATE:
            raise
        return _expiring(record, event.at, refusal)


def _unless_late(record: Record, event: LogEvent) -> Plan:
    """The event, or the expiry of what it came too late for; nobody has asked, so nobody is
    refused."""
    try:
        return _following(record, event)
    except Refused as refusal:
        if refusal.code is not RefusalCode.LATE:
            raise
        return _expiring(record, event.at)


def _expiring(record: Record, at: int, refusal: Refused | None = None) -> Plan:
    """What is due now, if anything: who is already too late waits for another's time to pass."""
    due = referee.due(record.state)
    if due is None or at < due.at + referee.GRACE_MS:
        if refusal is not None:
            raise refusal
        return Plan(record.version)
    return _following(record, referee.expiry(at, due), refusal=refusal)


def _following(record: Record, *events: LogEvent, refusal: Refused | None = None) -> Plan:
    """The events and the deals that they bring about; raises what the referee refuses."""
    state = record.state
    for event in events:
        state = referee.apply(state, event).state
    events = (*events, *following_up(record.match_id, state, events[-1].at))
    return Plan(record.version + len(events), events, refusal)


def following_up(match_id: int, state: RefereeState, at: int) -> Iterator[LogEvent]:
    """What the server owes to this state: the seal of the next deal; the deal, if all are ready
    for it, and again when it is annulled."""
    while True:
        if state.awaits_seal:
            seed = secrets.token_bytes(shuffle.SEED_BYTES)
            event = referee.sealed(at, state.next_deal, seed)
        elif state.phase is Phase.DEALING:
            event = _deal(match_id, state, at)
        else:
            return
        yield event
        state = referee.apply(state, event).state


def _deal(match_id: int, state: RefereeState, at: int) -> LogEvent:
    """The next deal from its sealed seed; logs of the first kind have none, and get a new one."""
    seal = state.seal
    if seal is None:
        seed, entropy = secrets.token_bytes(shuffle.SEED_BYTES), b""
    else:
        seed = shuffle.attempt_seed(seal.seed, seal.attempts)
        entropy = shuffle.joined(seal.entropies)
    deck = GAMES[state.game].deck
    order = shuffle.shuffled(deck, seed, match=match_id, deal=state.next_deal, entropy=entropy)
    return referee.dealt(at, order, seed)
