"""How fast the pure engine is: no server, no database.

    python -m benchmarks.engine [--seconds S]

Every figure is the median of many, so that what else the machine does shows little.
docs/benchmarks.md says what they mean.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks import figures
from benchmarks.figures import Figures
from games.engine import referee, scopa, scopa_rules, shuffle
from games.engine.captures import captures
from games.engine.cards import ITALIAN_DECK, Card
from games.engine.core import WATCHER, Transition, Viewer
from games.engine.referee import LogEvent, Phase, RefereeState
from launcher import console
from launcher.console import say
from launcher.environment import VAR

RESULTS = VAR / "benchmarks" / "engine.jsonl"
AIM_US = 60.0
"""Of `move_and_views_us`."""

DEALS = 300
SEED = 1


@dataclass(frozen=True)
class Position:
    """A state of a deal and the move that was chosen in it."""

    state: scopa.State
    move: scopa.Move


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (1)")
    parser.add_argument("--results", type=Path, default=RESULTS, help="file of earlier runs")
    options = parser.parse_args(arguments)
    if not 0.01 <= options.seconds <= 60:
        parser.error("--seconds must be from 0.01 to 60")
    facts = figures.machine()
    found = {"game": scopa.SCOPA.name, "deals": DEALS, **facts, **measured(options.seconds)}
    alike = {name: found[name] for name in ("game", "deals", "cores", "python")}
    last = figures.last_run(options.results, alike)
    say(f"{scopa.SCOPA.name}: {figures.machine_line(facts)}")
    for name, title in TITLES.items():
        say(f"{title:<58} {found[name]:>12,}{figures.compared(found, last, name)}")
    met = "met" if found["move_and_views_us"] < AIM_US else "missed"
    say(f"The aim for a move with both views, under {AIM_US:g} µs, is {met}.")
    figures.keep(options.results, found)
    return 0


TITLES = {
    "moves_a_second": "moves a second (legal moves, one of them applied)",
    "move_and_views_us": "legal moves + apply + both views, µs, median of positions",
    "view_us": "view of the seat to move, µs",
    "waiting_view_us": "view of the other seat, µs",
    "watcher_view_us": "view of a watcher, µs",
    "referee_move_us": "referee: a move applied, µs",
    "referee_views_us": "referee: both views of the match, µs",
    "replay_ms": "replay of the log of a match to 11, ms",
    "replay_events": "… its events",
    "worst_reached_us": "captures: the most of them reached in play, µs",
    "worst_reached_sets": "… sets that may be taken there",
    "worst_reached_layout": "… cards in its layout",
    "whole_deck_us": "captures: a king over all 36 lower cards (a bound), µs",
    "whole_deck_sets": "… sets",
}


def measured(seconds: float) -> Figures:
    positions = [each for deal in range(DEALS) for each in played(deal, at_random)]
    log = logged_match()
    return {
        "moves_a_second": round(1e6 / _mean_us(_playing(positions), seconds)),
        "move_and_views_us": _median_us(_moving(positions), seconds),
        **_views(positions, seconds),
        **_refereed(log, seconds),
        **_replayed(log, seconds),
        **_slowest_captures(seconds),
    }


# --- what is played -------------------------------------------------------------------------


Choose = Callable[[Sequence[scopa.Move], Random], scopa.Move]


def at_random(moves: Sequence[scopa.Move], chance: Random) -> scopa.Move:
    return chance.choice(moves)


def meagrely(moves: Sequence[scopa.Move], chance: Random) -> scopa.Move:
    """Takes as little as may be, so that the layout grows as it seldom does among people."""
    least = min(len(move.take) for move in moves)
    return chance.choice([move for move in moves if len(move.take) == least])


def played(deal: int, choose: Choose) -> Iterator[Position]:
    """A deal, always the same for one number."""
    chance = Random(SEED + deal)
    state = _opened(deal).state
    while moves := scopa.legal_moves(state):
        move = choose(moves, chance)
        yield Position(state, move)
        state = scopa.apply(state, move).state


def _opened(deal: int) -> Transition:
    """The first deal with this number that is not annulled."""
    seed = SEED.to_bytes(shuffle.SEED_BYTES, "big")
    for match in range(1_000):
        order = shuffle.shuffled(ITALIAN_DECK, seed, match=match, deal=deal)
        opened = scopa.start(scopa_rules.TOURNAMENT, 2, deal % 2, order, seed)
        if isinstance(opened, Transition):
            return opened
    raise AssertionError("every deal was annulled")


def logged_match() -> list[LogEvent]:
    """The log of a match to 11, by the referee."""
    chance = Random(SEED)
    seed = SEED.to_bytes(shuffle.SEED_BYTES, "big")
    rules = {"name": scopa_rules.TOURNAMENT.name, "target": 11}
    event = referee.started(
        0, game=scopa.SCOPA.name, rules=rules, seats=2, policy="torneo", dealer=0
    )
    log = [event]
    state: RefereeState = referee.apply(None, event).state
    while state.phase is not Phase.FINISHED:
        events = _next_events(state, seed, len(log), chance)
        for event in events:
            state = referee.apply(state, event).state
        log += events
    return log


def _next_events(state: RefereeState, seed: bytes, number: int, chance: Random) -> list[LogEvent]:
    at = state.at
    if state.phase is Phase.DEALING:
        order = shuffle.shuffled(ITALIAN_DECK, seed, match=number, deal=state.deal_number)
        return [referee.dealt(at, order, seed)]
    if state.phase is Phase.INTERVAL:
        return [LogEvent(at, "ready", seat, {"deal": state.deal_number}) for seat in range(2)]
    deal = state.match.deal
    assert isinstance(deal, scopa.State)
    move = str(chance.choice(scopa.legal_moves(deal)))
    data = {"move": move, "move_id": f"m{number}"}
    return [LogEvent(at, "move", deal.turn, data)]


# --- what is measured -----------------------------------------------------------------------

Work = Callable[[], Any]


def _playing(positions: Sequence[Position]) -> list[Work]:
    return [partial(_legal_and_applied, each) for each in positions]


def _legal_and_applied(position: Position) -> scopa.State:
    scopa.legal_moves(position.state)
    after: scopa.State = scopa.apply(position.state, position.move).state
    return after


def _moving(positions: Sequence[Position]) -> list[Work]:
    return [partial(_legal_applied_and_shown, each) for each in positions]


def _legal_applied_and_shown(position: Position) -> None:
    after = _legal_and_applied(position)
    scopa.view(after, 0)
    scopa.view(after, 1)


def _views(positions: Sequence[Position], seconds: float) -> Figures:
    states = [each.state for each in positions]
    viewers: dict[str, Callable[[scopa.State], Viewer]] = {
        "view_us": lambda state: state.turn or 0,
        "waiting_view_us": lambda state: 1 - (state.turn or 0),
        "watcher_view_us": lambda _: WATCHER,
    }
    return {
        name: _median_us([partial(scopa.view, state, who(state)) for state in states], seconds)
        for name, who in viewers.items()
    }


def _refereed(log: Sequence[LogEvent], seconds: float) -> Figures:
    """What `games.services` calls: the clock, the text of the move and the match around it."""
    state = referee.apply(None, log[0]).state
    moves: list[Work] = []
    views: list[Work] = []
    for event in log[1:]:
        if event.kind == "move":
            moves.append(partial(referee.apply, state, event))
            views.append(partial(_both_views, state))
        state = referee.apply(state, event).state
    return {
        "referee_move_us": _median_us(moves, seconds),
        "referee_views_us": _median_us(views, seconds),
    }


def _both_views(state: RefereeState) -> None:
    referee.view(state, 0)
    referee.view(state, 1)


def _replayed(log: Sequence[LogEvent], seconds: float) -> Figures:
    microseconds = _median_us([partial(referee.replay, log)], seconds)
    return {"replay_ms": round(microseconds / 1000, 3), "replay_events": len(log)}


def _slowest_captures(seconds: float) -> Figures:
    reached = {
        (each.move.card, each.state.layout)
        for deal in range(10 * DEALS)
        for each in played(deal, meagrely)
    }
    card, layout = max(reached, key=lambda one: (len(captures(*one)), len(one[1]), one[0]))
    king, others = _whole_deck()
    return {
        "worst_reached_us": _median_us([partial(captures, card, layout)], seconds),
        "worst_reached_sets": len(captures(card, layout)),
        "worst_reached_layout": len(layout),
        "whole_deck_us": _median_us([partial(captures, king, others)], seconds),
        "whole_deck_sets": len(captures(king, others)),
    }


def _whole_deck() -> tuple[Card, tuple[Card, ...]]:
    """A king and every card that is none: no match gets there, and no layout is worse."""
    kings = [card for card in ITALIAN_DECK if card.rank == scopa.KING]
    return kings[0], tuple(card for card in ITALIAN_DECK if card.rank != scopa.KING)


def _median_us(works: Sequence[Work], seconds: float) -> float:
    return round(median(_timed(works, seconds)) / 1000, 2)


def _mean_us(works: Sequence[Work], seconds: float) -> float:
    """Of the fastest round: a mean over all positions, without what else the machine did."""
    rounds: list[int] = []
    limit = time.perf_counter() + seconds
    while not rounds or time.perf_counter() < limit:
        started = time.perf_counter_ns()
        for work in works:
            work()
        rounds.append(time.perf_counter_ns() - started)
    return min(rounds) / len(works) / 1000


def _timed(works: Sequence[Work], seconds: float) -> list[int]:
    """Nanoseconds of each work, all of them in turn, at least once, until the time is over."""
    times: list[int] = []
    limit = time.perf_counter() + seconds
    while not times or time.perf_counter() < limit:
        for work in works:
            started = time.perf_counter_ns()
            work()
            times.append(time.perf_counter_ns() - started)
    return times


if __name__ == "__main__":
    sys.exit(console.report_errors("benchmarks.engine", lambda: main(sys.argv[1:])))
