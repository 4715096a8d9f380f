"""Who is there: drops, returns, invitations, and what is given back after an outage."""

from __future__ import annotations

from dataclasses import replace

from games.engine.core import RefusalCode, Seat, Transition
from games.engine.referee.clock import run_clock, stop_clock
from games.engine.referee.deals import unless_all_ready
from games.engine.referee.endings import forfeit
from games.engine.referee.limits import GRACE_MS
from games.engine.referee.state import (
    Absence,
    LogEvent,
    Person,
    Phase,
    RefereeState,
    acting_seat,
    datum,
    has_lapsed,
    is_missed,
    replaced,
    require,
    sides_in,
    tell,
    with_person,
)


def dropped(state: RefereeState, event: LogEvent) -> Transition:
    """4.1, 4.2, 4.4."""
    seat = acting_seat(state, event)
    policy = state.policy
    require(state.is_watched, RefusalCode.WRONG_PHASE)
    require(not state.is_absent(seat), RefusalCode.STALE)
    assert policy.drop_ms is not None
    drops = state.people[seat].drops + 1
    absence = Absence(state.at, state.at + policy.drop_ms, has_left=event.kind == "leave")
    told = tell(
        "dropped",
        seat=seat,
        drops=drops,
        allowed=policy.drops,
        until=absence.until,
        left=absence.has_left,
    )
    after = with_person(state, seat, drops=drops, absence=absence)
    if policy.drops is not None and drops > policy.drops:
        forfeited = forfeit(after, seat, "drops")
        return Transition(forfeited.state, (told, *forfeited.notices))
    if after.clock is not None and after.clock.seat == seat:
        after = stop_clock(after)
    return Transition(unless_all_ready(after), (told,))


def returned(state: RefereeState, event: LogEvent) -> Transition:
    """4.2: opening the table itself resumes at once; 4.5 if another is already too late."""
    seat = acting_seat(state, event)
    _absence_in_time(state, seat, event)
    after = run_clock(with_person(state, seat, absence=None))
    told = tell("returned", seat=seat)
    for other, person in enumerate(after.people):
        if person.absence is not None and person.absence.has_lapsed and not _is_awaited(after):
            lost = forfeit(after, other, person.absence.limit)
            return Transition(lost.state, (told, *lost.notices))
    return Transition(after, (told,))


def _absence_in_time(state: RefereeState, seat: Seat, event: LogEvent) -> Absence:
    """That of a seat that may still come back; raises Refused if there is none, or too late."""
    absence = state.people[seat].absence
    require(absence is not None, RefusalCode.STALE)
    assert absence is not None
    require(not absence.has_lapsed, RefusalCode.LATE)
    require(event.at < absence.until + GRACE_MS, RefusalCode.LATE)
    return absence


def _is_awaited(state: RefereeState) -> bool:
    """Whether a side without a lapse still waits for somebody of its own (4.5)."""
    return any(is_missed(state, side) for side in sides_in(state) if not has_lapsed(state, side))


def invited(state: RefereeState, event: LogEvent) -> Transition:
    """4.3."""
    seat = acting_seat(state, event)
    require(state.policy.invitation_ms is not None, RefusalCode.WRONG_PHASE)
    assert state.policy.invitation_ms is not None
    absence = _absence_in_time(state, seat, event)
    require(not absence.is_invited, RefusalCode.STALE)
    until = state.at + state.policy.invitation_ms
    after = with_person(state, seat, absence=replace(absence, until=until, is_invited=True))
    return Transition(after, (tell("invited", seat=seat, until=until),))


def compensated(state: RefereeState, event: LogEvent) -> Transition:
    """4.7: every limit that runs gets so much more, once for an outage."""
    more, outage = datum(event, "ms"), str(datum(event, "outage"))
    require(isinstance(more, int) and more > 0, RefusalCode.MALFORMED)
    require(outage not in state.outages, RefusalCode.STALE)
    after = replace(
        _clock_prolonged(state, more),
        outages=state.outages | {outage},
        people=tuple(_prolonged(person, more) for person in state.people),
        pause=state.pause and replace(state.pause, until=state.pause.until + more),
        idle_from=state.idle_from + more,
    )
    if state.phase in (Phase.STARTING, Phase.INTERVAL):
        after = replace(after, clock_from=state.clock_from + more)
    return Transition(after, (tell("compensated", ms=more, cause=datum(event, "cause")),))


def _clock_prolonged(state: RefereeState, more: int) -> RefereeState:
    clock = state.clock
    if clock is None or clock.since is None:
        return state
    banks = state.banks
    if banks is not None:
        banks = replaced(banks, clock.seat, banks[clock.seat] + more)
    return replace(state, banks=banks, clock=replace(clock, spent=clock.spent - more))


def _prolonged(person: Person, more: int) -> Person:
    if person.absence is None or person.absence.has_lapsed:
        return person
    return replace(person, absence=replace(person.absence, until=person.absence.until + more))
