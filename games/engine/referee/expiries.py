"""What happens when a limit has passed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from games.engine.core import RefusalCode, Refused, Transition
from games.engine.referee.clock import resume_match, stop_clock
from games.engine.referee.deals import awaiting_deal, unless_all_pressed
from games.engine.referee.endings import forfeit, put_out, void, win_by_forfeit
from games.engine.referee.limits import GRACE_MS, Due, due
from games.engine.referee.moves import play_automatically
from games.engine.referee.state import (
    LogEvent,
    Phase,
    RefereeState,
    datum,
    has_lapsed,
    is_missed,
    require,
    seats_in,
    sides_in,
    tell,
    with_person,
)

SEEMS_AWAY = 3
"""2.4: after so many automatic moves in a row the others are told."""


def expiry(state: RefereeState, event: LogEvent) -> Transition:
    limit = due(state)
    if limit is None or limit.kind not in _EXPIRIES or limit.kind != datum(event, "of"):
        raise Refused(RefusalCode.WRONG_PHASE)
    require(event.seat is None or event.seat == limit.seat, RefusalCode.WRONG_PHASE)
    require(event.at >= limit.at + GRACE_MS, RefusalCode.STALE)
    return _EXPIRIES[limit.kind](state, limit)


def _expire_start(state: RefereeState, limit: Due) -> Transition:
    """1.2, 1.3."""
    missing = [seat for seat in seats_in(state) if seat not in state.pressed]
    left = [side for side in sides_in(state) if not set(state.match.sides[side]) & set(missing)]
    if state.policy.is_lenient or not left:
        return void(state, "start")
    told = tuple(tell("forfeited", seat=seat, reason="start") for seat in missing)
    after = state
    for seat in missing:
        after = put_out(after, seat, "start")
    if len(left) == 1:
        return win_by_forfeit(after, "start", told)
    return unless_all_pressed(after, *told)


def _expire_move(state: RefereeState, limit: Due) -> Transition:
    """2.3, 2.4."""
    seat = limit.seat
    assert seat is not None
    in_a_row = state.people[seat].automatic + 1
    made = play_automatically(with_person(state, seat, automatic=in_a_row))
    if made.state.phase is Phase.FINISHED:
        return made
    if in_a_row == state.policy.automatic_limit:
        ended = void(made.state, "away")
        return Transition(ended.state, made.notices + ended.notices)
    if in_a_row == SEEMS_AWAY:
        told = tell("seems_away", seat=seat, moves=in_a_row)
        return Transition(made.state, (*made.notices, told))
    return made


def _expire_bank(state: RefereeState, limit: Due) -> Transition:
    """3.3."""
    assert limit.seat is not None
    return forfeit(stop_clock(state), limit.seat, "bank")


def _expire_interval(state: RefereeState, limit: Due) -> Transition:
    """2.5."""
    return Transition(awaiting_deal(state))


def _expire_absence(state: RefereeState, limit: Due) -> Transition:
    """4.2, 4.3, 4.5, 4.6."""
    seat = limit.seat
    assert seat is not None
    others = [side for side in sides_in(state) if seat not in state.match.sides[side]]
    if len(others) > 1:
        return forfeit(state, seat, limit.kind)
    if state.policy.is_lenient:
        return void(state, limit.kind)
    waits = is_missed(state, others[0]) and not state.policy.first_lapse_loses
    if not waits or has_lapsed(state, others[0]):
        return forfeit(state, seat, limit.kind)
    absence = state.people[seat].absence
    assert absence is not None
    lapsed = with_person(state, seat, absence=replace(absence, has_lapsed=True))
    return Transition(lapsed, (tell("lapsed", seat=seat),))


def _expire_pause(state: RefereeState, limit: Due) -> Transition:
    """6.1."""
    return resume_match(state, None)


def _expire_idle(state: RefereeState, limit: Due) -> Transition:
    """2.6."""
    return void(state, "idle")


_EXPIRIES: Mapping[str, Callable[[RefereeState, Due], Transition]] = {
    "start": _expire_start,
    "move": _expire_move,
    "bank": _expire_bank,
    "interval": _expire_interval,
    "drop": _expire_absence,
    "invitation": _expire_absence,
    "pause": _expire_pause,
    "idle": _expire_idle,
}
