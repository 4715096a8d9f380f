"""The clock of the seat to move: it begins, stands and goes on; the pauses, which stop it."""

from __future__ import annotations

from dataclasses import replace

from games.engine import match as matches
from games.engine.core import RefusalCode, Seat, Transition
from games.engine.referee.state import (
    Clock,
    LogEvent,
    Pause,
    Phase,
    RefereeState,
    acting_seat,
    replaced,
    require,
    require_present,
    tell,
    with_person,
)


def start_clock(state: RefereeState, since: int) -> RefereeState:
    """The clock of the seat to move begins; it stands if the seat is not there (4.2)."""
    seat = matches.to_move(state.match)
    assert seat is not None
    clock = Clock(seat, None if state.is_absent(seat) or state.pause else since)
    return replace(state, phase=Phase.PLAYING, clock=clock)


def stop_clock(state: RefereeState) -> RefereeState:
    """The clock stands, and the bank of its seat has paid for the time that it ran (3.2)."""
    clock = state.clock
    if clock is None or clock.since is None:
        return state
    ran = state.at - clock.since
    spent = clock.spent + ran
    if state.policy.move_ms is not None:
        ran = min(ran, state.policy.move_ms - clock.spent)
        spent = min(spent, state.policy.move_ms)
    banks = state.banks
    if banks is not None:
        banks = replaced(banks, clock.seat, max(0, banks[clock.seat] - max(0, ran)))
    return replace(state, banks=banks, clock=replace(clock, since=None, spent=spent))


def run_clock(state: RefereeState) -> RefereeState:
    """The clock goes on, unless its seat is not there or the match pauses."""
    clock = state.clock
    if clock is None or clock.since is not None or state.is_absent(clock.seat) or state.pause:
        return state
    return replace(state, clock=replace(clock, since=state.at))


def paused(state: RefereeState, event: LogEvent) -> Transition:
    """6.1."""
    seat = acting_seat(state, event)
    require(state.policy.pause_ms is not None, RefusalCode.WRONG_PHASE)
    assert state.policy.pause_ms is not None
    require(state.phase is Phase.PLAYING and state.pause is None, RefusalCode.WRONG_PHASE)
    require(not state.people[seat].has_paused, RefusalCode.WRONG_PHASE)
    require_present(state, seat)
    pause = Pause(seat, state.at + state.policy.pause_ms)
    after = replace(stop_clock(with_person(state, seat, has_paused=True)), pause=pause)
    return Transition(after, (tell("paused", seat=seat, until=pause.until),))


def resumed(state: RefereeState, event: LogEvent) -> Transition:
    """6.1: whoever paused may go on before the time."""
    seat = acting_seat(state, event)
    require(state.pause is not None and state.pause.seat == seat, RefusalCode.WRONG_PHASE)
    return resume_match(state, seat)


def resume_match(state: RefereeState, seat: Seat | None) -> Transition:
    return Transition(run_clock(replace(state, pause=None)), (tell("resumed", seat=seat),))
