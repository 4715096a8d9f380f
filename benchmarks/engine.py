"""How fast the pure engine is, game by game: no server, no database.

    python -m benchmarks.engine [--seconds S]

Every figure is the median of many, so that what else the machine does shows little.
docs/benchmarks.md says what they mean.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import median
from typing import Any

from benchmarks import command, figures
from benchmarks.figures import Figures
from games.engine import referee, scopa, shuffle, star_cards, tressette
from games.engine.captures import captures
from games.engine.cards import ITALIAN_DECK, Card, parse_card, parse_cards
from games.engine.core import WATCHER, Game, Transition
from games.engine.policies import TORNEO
from games.engine.referee import LogEvent, Phase, RefereeState
from launcher.console import say

SCOPA_AIM_US = 60.0
"""Of `move_and_views_us` in Scopa."""
ESCOBA_AIM_US = 5_000.0
"""Of the legal moves in the worst layout of Escoba."""

DEALS = 100
MEAGRE_DEALS = 3_000
SEED = 1


@dataclass(frozen=True)
class Way:
    """A game by a rule set with so many seats."""

    game: Game
    rule_set: str
    seats: int
    switches: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        switches = "".join(f", {switch}" for switch in self.switches)
        return f"{self.rule_set}, {self.seats} seats{switches}"

    @property
    def rules(self) -> dict[str, Any]:
        return {"name": self.rule_set, **dict.fromkeys(self.switches, True)}


WAYS = (
    Way(scopa.SCOPA, "scopa", 2),
    Way(scopa.SCOPA, "scopa-stargames", 4),
    Way(scopa.ESCOBA, "escoba", 2),
    Way(scopa.ESCOBA, "escoba", 4),
    Way(scopa.SCOPA15, "scopa15", 2),
    Way(scopa.SCOPA15, "scopa15", 4),
    Way(tressette, "spizzichino", 2, ("declarations",)),
    Way(tressette, "pairs", 4, ("declarations",)),
    Way(star_cards, "star-cards", 2),
    Way(star_cards, "star-cards", 3),
    Way(star_cards, "star-cards", 4),
)


@dataclass(frozen=True)
class Position:
    """A state of a deal and the move that was chosen in it."""

    state: Any
    move: Any


def main(arguments: Sequence[str]) -> int:
    parser = command.parser("engine", __doc__)
    seconds = command.between(float, 0.01, 60)
    parser.add_argument("--seconds", type=seconds, default=0.5, help="for each figure")
    options = parser.parse_args(arguments)
    facts = figures.machine()
    found: Figures = {"games": len(WAYS), "deals": DEALS, **facts}
    alike = {name: found[name] for name in ("games", "deals", "cores", "python")}
    last = figures.last_run(options.results, alike)
    say(f"The engine: {figures.machine_line(facts)}")
    for way in WAYS:
        found[way.title] = _of_game(way, options.seconds)
        _print(way.title, GAME_TITLES, found, last)
    found["worst"] = _worst(options.seconds)
    _print("worst", WORST_TITLES, found, last)
    _print_aim("A move of Scopa with both views", found[WAYS[0].title]["move_us"], SCOPA_AIM_US)
    _print_aim("The worst layout of Escoba", found["worst"]["escoba_us"], ESCOBA_AIM_US)
    figures.keep(options.results, found)
    return 0


def _print(section: str, titles: dict[str, str], found: Figures, last: Figures | None) -> None:
    say(f"\n{section}")
    for name, title in titles.items():
        figure = found[section][name]
        say(f"  {title:<60} {figure:>12,}{figures.compared(found, last, section, name)}")


def _print_aim(what: str, microseconds: float, aim: float) -> None:
    verdict = "met" if microseconds < aim else "missed"
    say(f"{what}: {microseconds:,} µs; the aim, under {aim:,g} µs, is {verdict}.")


GAME_TITLES = {
    "moves_a_second": "moves a second (legal moves, one of them applied)",
    "move_us": "legal moves + apply + every seat's view, µs, median of positions",
    "view_us": "view of the seat to move, µs",
    "watcher_view_us": "view of a watcher, µs",
    "most_moves_us": "legal moves where there were the most, µs",
    "most_moves": "… how many",
    "referee_move_us": "referee: a move applied, µs",
    "referee_views_us": "referee: every seat's view of the match, µs",
    "replay_ms": "replay of the log of a match, ms",
    "replay_events": "… its events",
}

WORST_TITLES = {
    "escoba_us": "Escoba: legal moves of three aces before the twenty even cards, µs",
    "escoba_moves": "… how many",
    "escoba_move_us": "… with one of them applied and both views, µs",
    "reached_us": "Scopa: the most captures of a card reached in play, µs",
    "reached_sets": "… sets that may be taken there",
    "reached_layout": "… cards in its layout",
    "whole_deck_us": "Scopa: a king over all 36 lower cards (a bound), µs",
    "whole_deck_sets": "… sets",
}


# --- what is played -------------------------------------------------------------------------


Choose = Callable[[Sequence[Any], Random], Any]


def at_random(moves: Sequence[Any], chance: Random) -> Any:
    return chance.choice(moves)


def meagrely(moves: Sequence[scopa.Move], chance: Random) -> scopa.Move:
    """Takes as little as may be, so that the layout grows as it seldom does among people."""
    least = min(len(move.take) for move in moves)
    return chance.choice([move for move in moves if len(move.take) == least])


def played(way: Way, deal: int, choose: Choose) -> Iterator[Position]:
    """A deal, always the same for one number."""
    chance = Random(SEED + deal)
    state = _opened(way, deal).state
    while moves := way.game.legal_moves(state):
        move = choose(moves, chance)
        yield Position(state, move)
        state = way.game.apply(state, move).state


def _opened(way: Way, deal: int) -> Transition:
    """The first deal with this number that is not annulled."""
    seed = SEED.to_bytes(shuffle.SEED_BYTES, "big")
    rules = way.game.parse_rules(way.rules)
    for match in range(1_000):
        order = shuffle.shuffled(way.game.deck, seed, match=match, deal=deal)
        opened = way.game.start(rules, way.seats, deal % way.seats, order, seed)
        if isinstance(opened, Transition):
            return opened
    raise AssertionError("every deal was annulled")


def logged_match(way: Way) -> list[LogEvent]:
    """The log of a match to the usual target, by the referee."""
    chance = Random(SEED)
    event = referee.started(
        0,
        game=way.game.name,
        rules=way.rules,
        seats=way.seats,
        policy=replace(TORNEO, start_ms=None),
        dealer=None if way.game.finds_dealer else 0,
    )
    log = [event]
    state: RefereeState = referee.apply(None, event).state
    while state.phase is not Phase.FINISHED:
        events = _next_events(way, state, len(log), chance)
        for event in events:
            state = referee.apply(state, event).state
        log += events
    return log


def _next_events(way: Way, state: RefereeState, number: int, chance: Random) -> list[LogEvent]:
    at = state.at
    seed = SEED.to_bytes(shuffle.SEED_BYTES, "big")
    if state.awaits_seal:
        return [referee.sealed(at, state.next_deal, seed)]
    if state.phase is Phase.DEALING:
        order = shuffle.shuffled(way.game.deck, seed, match=number, deal=state.deal_number)
        return [referee.dealt(at, order, seed)]
    if state.phase is Phase.INTERVAL:
        deal = {"deal": state.deal_number}
        return [LogEvent(at, "ready", seat, deal) for seat in range(way.seats)]
    move = str(chance.choice(way.game.legal_moves(state.match.deal)))
    data = {"move": move, "move_id": f"m{number}"}
    return [LogEvent(at, "move", way.game.to_move(state.match.deal), data)]


# --- what is measured -----------------------------------------------------------------------

Work = Callable[[], Any]


def _of_game(way: Way, seconds: float) -> Figures:
    positions = [each for deal in range(DEALS) for each in played(way, deal, at_random)]
    game = way.game
    most = max((each.state for each in positions), key=lambda state: len(game.legal_moves(state)))
    asked = [partial(game.view, each.state, game.to_move(each.state) or 0) for each in positions]
    watched = [partial(game.view, each.state, WATCHER) for each in positions]
    playing = [partial(_legal_and_applied, game, each) for each in positions]
    return {
        "moves_a_second": round(1e6 / _mean_us(playing, seconds)),
        "move_us": _median_us(
            [partial(_moved_and_shown, way, each) for each in positions], seconds
        ),
        "view_us": _median_us(asked, seconds),
        "watcher_view_us": _median_us(watched, seconds),
        "most_moves_us": _median_us([partial(game.legal_moves, most)], seconds),
        "most_moves": len(game.legal_moves(most)),
        **_refereed(way, seconds),
    }


def _legal_and_applied(game: Game, position: Position) -> Any:
    game.legal_moves(position.state)
    return game.apply(position.state, position.move).state


def _moved_and_shown(way: Way, position: Position) -> None:
    after = _legal_and_applied(way.game, position)
    for seat in range(way.seats):
        way.game.view(after, seat)


def _refereed(way: Way, seconds: float) -> Figures:
    """What `games.services` calls: the clock, the text of the move and the match around it."""
    log = logged_match(way)
    state = referee.apply(None, log[0]).state
    moves: list[Work] = []
    views: list[Work] = []
    for event in log[1:]:
        if event.kind == "move":
            moves.append(partial(referee.apply, state, event))
            views.append(partial(_every_view, state, way.seats))
        state = referee.apply(state, event).state
    return {
        "referee_move_us": _median_us(moves, seconds),
        "referee_views_us": _median_us(views, seconds),
        "replay_ms": round(_median_us([partial(referee.replay, log)], seconds) / 1000, 3),
        "replay_events": len(log),
    }


def _every_view(state: RefereeState, seats: int) -> None:
    for seat in range(seats):
        referee.view(state, seat)


def _worst(seconds: float) -> Figures:
    escoba = Way(scopa.ESCOBA, "escoba", 2)
    twenty = Position(*_twenty_even_cards(escoba))
    reached = _most_captures()
    king, others = _whole_deck()
    return {
        "escoba_us": _median_us([partial(scopa.legal_moves, twenty.state)], seconds),
        "escoba_moves": len(scopa.legal_moves(twenty.state)),
        "escoba_move_us": _median_us([partial(_moved_and_shown, escoba, twenty)], seconds),
        "reached_us": _median_us([partial(captures, *reached)], seconds),
        "reached_sets": len(captures(*reached)),
        "reached_layout": len(reached[1]),
        "whole_deck_us": _median_us([partial(captures, king, others)], seconds),
        "whole_deck_sets": len(captures(king, others)),
    }


def _twenty_even_cards(way: Way) -> tuple[scopa.State, scopa.Move]:
    """No layout of Escoba is longer, and to none can more be done (docs/rules/escoba.md, 5.3)."""
    deal: scopa.State = _opened(way, 0).state
    even = tuple(card for card in ITALIAN_DECK if card.rank % 2 == 0)
    aces = parse_cards("1D 1C 1S")
    odd = [card for card in ITALIAN_DECK if card.rank % 2 and card not in aces]
    hands, stock = (aces, tuple(odd[:3])), tuple(odd[3:])
    if deal.turn == 1:
        hands = (hands[1], hands[0])
    state = scopa.State(
        rules=deal.rules,
        dealer=deal.dealer,
        turn=deal.turn,
        hands=hands,
        layout=even,
        stock=stock,
        piles=((), ()),
        sweeps=((), ()),
        openings=(None, None),
        last_capturer=None,
        last_move=None,
    )
    return state, scopa.legal_moves(state)[0]


def _most_captures() -> tuple[Card, tuple[Card, ...]]:
    reached = {
        (each.move.card, each.state.layout)
        for deal in range(MEAGRE_DEALS)
        for each in played(WAYS[0], deal, meagrely)
    }
    return max(reached, key=lambda one: (len(captures(*one)), len(one[1]), one[0]))


def _whole_deck() -> tuple[Card, tuple[Card, ...]]:
    """A king and every card that is none: no match gets there, and no layout is worse."""
    lower = tuple(card for card in ITALIAN_DECK if card.rank != scopa.KING)
    return parse_card("10D"), lower


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
    sys.exit(command.run("engine", main))
