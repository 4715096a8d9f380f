"""Moves, of a person or automatic, and what follows from them."""

from __future__ import annotations

from dataclasses import replace

from games.engine import match as matches
from games.engine.core import RefusalCode, Transition
from games.engine.referee.clock import start_clock, stop_clock
from games.engine.referee.deals import revelation
from games.engine.referee.endings import finish, result_of
from games.engine.referee.limits import require_in_time
from games.engine.referee.state import (
    LogEvent,
    Phase,
    RefereeState,
    acting_seat,
    datum,
    require,
    require_present,
    with_person,
)
from games.engine.registry import GAMES


def played(state: RefereeState, event: LogEvent) -> Transition:
    seat = acting_seat(state, event)
    require(state.phase is Phase.PLAYING and state.pause is None, RefusalCode.WRONG_PHASE)
    require(seat == matches.to_move(state.match), RefusalCode.NOT_YOUR_TURN)
    require_present(state, seat)
    require_in_time(state, event, "move", "bank")
    move = GAMES[state.game].parse_move(datum(event, "move"))
    step = matches.apply(state.match, move)
    return after_move(with_person(state, seat, automatic=0), step)


def ordered(state: RefereeState, event: LogEvent) -> Transition:
    """2.3: whoever sorts the hand says so."""
    seat = acting_seat(state, event)
    cards = datum(event, "cards")
    is_list = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
    require(is_list and len(cards) <= len(GAMES[state.game].deck), RefusalCode.MALFORMED)
    return Transition(with_person(state, seat, order=tuple(cards)))


def after_move(state: RefereeState, step: Transition) -> Transition:
    """After a move: the same deal goes on, or the match is won, or an interval begins."""
    after = replace(stop_clock(state), match=step.state, clock=None, idle_from=state.at)
    if matches.to_move(step.state) is not None:
        return Transition(start_clock(after, since=state.at), step.notices)
    decided = matches.decided(step.state)
    if decided is not None:
        finished = finish(after, result_of(after, decided))
        return Transition(finished.state, step.notices + finished.notices)
    interval = replace(
        after, phase=Phase.INTERVAL, clock_from=state.at, revealed=after.seal, seal=None
    )
    return Transition(interval, step.notices + revelation(after))


def play_automatically(state: RefereeState) -> Transition:
    """2.3."""
    seat = matches.to_move(state.match)
    assert seat is not None
    order = matches.in_shown_order(state.match, seat, state.people[seat].order)
    move = GAMES[state.game].automatic_move(state.match.deal, order)
    return after_move(state, matches.apply(state.match, move, automatic=True))


def play_for_those_out(step: Transition) -> Transition:
    """The moves of seats that play no longer are made at once, within the event before (7.2)."""
    state, notices = step.state, step.notices
    while _waits_for_one_out(state):
        made = play_automatically(state)
        state, notices = made.state, notices + made.notices
    return Transition(state, notices)


def _waits_for_one_out(state: RefereeState) -> bool:
    is_played = state.phase is Phase.PLAYING and state.pause is None
    return is_played and matches.to_move(state.match) in state.out
