"""How a match ends: given up, forfeited, won or void."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine import match as matches
from games.engine.core import EVERYONE, Json, Notice, RefusalCode, Seat, Side, Transition
from games.engine.match import Decided
from games.engine.referee.clock import stop_clock
from games.engine.referee.deals import revelation, unless_all_pressed, unless_all_ready
from games.engine.referee.state import (
    LogEvent,
    Phase,
    RefereeState,
    Result,
    acting_seat,
    has_lapsed,
    require,
    require_present,
    seats_away,
    seats_in,
    side_of,
    sides_in,
    tell,
    with_person,
)


def resigned(state: RefereeState, event: LogEvent) -> Transition:
    """5.1, 5.2."""
    seat = acting_seat(state, event)
    partners = _partners(state, seat)
    proposing = (state.resigning & partners) | {seat}
    if not state.policy.partner_consents or proposing == partners:
        return forfeit(state, seat, "resigned")
    require(seat not in state.resigning, RefusalCode.STALE)
    told = Notice("resign_proposed", partners, {"seat": seat})
    return Transition(replace(state, resigning=state.resigning | {seat}), (told,))


def declined(state: RefereeState, event: LogEvent) -> Transition:
    """5.2: either partner takes the proposal back."""
    seat = acting_seat(state, event)
    partners = _partners(state, seat)
    require(bool(state.resigning & partners), RefusalCode.WRONG_PHASE)
    told = Notice("resign_declined", partners, {"seat": seat})
    return Transition(replace(state, resigning=state.resigning - partners), (told,))


def _partners(state: RefereeState, seat: Seat) -> frozenset[Seat]:
    """The seat and whoever wins with it."""
    return frozenset(state.match.sides[side_of(state, seat)])


def ended(state: RefereeState, event: LogEvent) -> Transition:
    """4.6."""
    seat = acting_seat(state, event)
    others_away = any(state.is_absent(other) for other in seats_in(state) if other != seat)
    require(state.policy.is_lenient and others_away, RefusalCode.WRONG_PHASE)
    require_present(state, seat)
    return void(state, "ended")


def forfeit(state: RefereeState, seat: Seat, reason: str) -> Transition:
    """The seat plays no longer; the match ends if only one side is left (7.1, 7.2)."""
    kind = "resigned" if reason == "resigned" else "forfeited"
    data = {} if reason == "resigned" else {"reason": reason}
    told = (tell(kind, seat=seat, **data),)
    after = put_out(state, seat, reason)
    left = sides_in(after)
    if len(left) > 1:
        if after.phase is Phase.STARTING:
            return unless_all_pressed(after, *told)
        return Transition(unless_all_ready(after), told)
    if reason in ("drop", "invitation", "drops") and has_lapsed(after, left[0]):
        ended = void(after, "both_dropped", away=seats_away(state))
        return Transition(ended.state, told + ended.notices)
    return win_by_forfeit(after, reason, told)


def put_out(state: RefereeState, seat: Seat, reason: str) -> RefereeState:
    after = with_person(state, seat, forfeited=reason, absence=None)
    return replace(after, out=(*state.out, seat))


def win_by_forfeit(state: RefereeState, reason: str, told: Sequence[Notice]) -> Transition:
    level = (1,) * len(state.match.sides)
    finished = finish(state, result_of(state, Decided(level, reason)))
    return Transition(finished.state, (*told, *finished.notices))


def void(state: RefereeState, reason: str, away: tuple[Seat, ...] | None = None) -> Transition:
    """The match ends and counts for nobody; `away` are those who are away now, unless given."""
    return finish(state, Result(None, reason, away=seats_away(state) if away is None else away))


def result_of(state: RefereeState, decided: Decided) -> Result:
    """The result with those who are out behind all others, the first to go last (7.2)."""
    order = [*reversed(state.out)]

    def ranking(side: Side) -> tuple[int, int]:
        left = [1 + order.index(seat) for seat in state.match.sides[side] if seat in order]
        return (max(left), 0) if left else (0, decided.placements[side])

    placements = matches.places([ranking(side) for side in range(len(state.match.sides))])
    winner = matches.alone_first(placements)
    if len(placements) == 2:
        return Result(winner, decided.reason)
    return Result(winner, decided.reason, placements)


def finish(state: RefereeState, result: Result) -> Transition:
    told = (*revelation(state), Notice("finished", EVERYONE, verdict_json(result)))
    after = replace(
        stop_clock(state),
        phase=Phase.FINISHED,
        clock=None,
        pause=None,
        people=tuple(replace(person, absence=None) for person in state.people),
        resigning=frozenset(),
        result=result,
    )
    if state.seal is not None and state.seal.attempts:
        after = replace(after, revealed=state.seal, seal=None)
    return Transition(after, told)


def verdict_json(result: Result) -> dict[str, Json]:
    """The winner; with more than two sides also the place of each; if void, who was away."""
    verdict: dict[str, Json] = {"winner": result.winner, "reason": result.reason}
    if result.placements is not None:
        verdict["placements"] = list(result.placements)
    if result.is_void:
        verdict["away"] = list(result.away)
    return verdict
