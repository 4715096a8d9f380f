"""A match: deals of one game, added up to a target.

`referee` calls it; it knows neither time nor people. Rule numbers are those of
docs/rules/scopa.md, whose section 7 holds for every game that is played to a target.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.core import (
    EVERYONE,
    Annulled,
    Game,
    Json,
    Notice,
    Outcome,
    RefusalCode,
    Refused,
    Seat,
    Side,
    Transition,
    Viewer,
)
from games.engine.registry import GAMES


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands. `rules` and `deal` are the game's own values."""

    game: str
    rules: Any
    sides: tuple[tuple[Seat, ...], ...]
    dealer: Seat | None
    """Who dealt; once the deal is over, who deals next. None until the first deal shows it."""
    deal_number: int
    """Of the deal in play or just over, counted from 1; 0 before the first."""
    totals: tuple[int, ...]
    deal: Any
    """The game's own state; None before the first deal."""
    sheet: Mapping[str, Json] | None
    """The score sheet of the deal just over; None while one is played."""

    @property
    def seats(self) -> int:
        return sum(map(len, self.sides))


def game_of(state: MatchState) -> Game:
    return GAMES[state.game]


def start(game: str, rules: Mapping[str, Any], seats: int, dealer: Seat | None) -> MatchState:
    """A match before its first deal; raises ValueError for rules or seats that do not exist.

    The dealer may be None where the game `finds_dealer`.
    """
    if game not in GAMES:
        raise ValueError(f"no game is called {game!r}")
    parsed = GAMES[game].parse_rules(rules)
    sides = GAMES[game].sides(parsed, seats)
    if dealer not in range(seats) and not (dealer is None and GAMES[game].finds_dealer):
        raise ValueError(f"no seat {dealer!r} to deal")
    return MatchState(game, parsed, sides, dealer, 0, (0,) * len(sides), None, None)


def deal(state: MatchState, deck: Sequence[str], seed: bytes) -> Transition:
    """Deals the shuffled deck; an annulled deal leaves the match as it was, told to everyone."""
    number = state.deal_number + 1
    cards = parse_deck(game_of(state), deck)
    opened = game_of(state).start(state.rules, state.seats, state.dealer, cards, seed, state.totals)
    notices = tuple(notice.adding(deal=number) for notice in opened.notices)
    if isinstance(opened, Annulled):
        return Transition(replace(state, dealer=opened.dealer), notices)
    dealer = opened.state.dealer if state.dealer is None else state.dealer
    after = replace(state, dealer=dealer, deal_number=number, deal=opened.state, sheet=None)
    return Transition(after, notices)


def parse_deck(game: Game, deck: Sequence[str]) -> list[Any]:
    """The cards of a whole deck in the order given; refuses anything else."""
    cards = {str(card): card for card in game.deck}
    if sorted(deck) != sorted(map(str, game.deck)):
        raise Refused(RefusalCode.MALFORMED, f"not the deck of {game.name}")
    return [cards[text] for text in deck]


def to_move(state: MatchState) -> Seat | None:
    """Who decides next in the deal; None between deals."""
    return None if state.deal is None else game_of(state).to_move(state.deal)


def in_shown_order(state: MatchState, seat: Seat, order: Sequence[str]) -> list[Any]:
    """The seat's hand as its screen shows it: by `order`, what that does not name behind."""
    hand = state.deal.hands[seat]
    texts: Any = game_of(state).view(state.deal, seat)["hand"]
    places_shown = {text: place for place, text in reversed(list(enumerate(order)))}
    places_of = [places_shown.get(text, len(order)) for text in texts]
    return [hand[index] for index in sorted(range(len(hand)), key=places_of.__getitem__)]


def apply(state: MatchState, move: Any, *, automatic: bool = False) -> Transition:
    """The match after a move of the seat to move; raises IllegalMove."""
    game = game_of(state)
    played = game.apply(state.deal, move, automatic=automatic)
    after = replace(state, deal=played.state)
    outcome = game.outcome(played.state)
    if outcome is None:
        return Transition(after, played.notices)
    settled = _settle(after, outcome)
    return Transition(settled.state, played.notices + settled.notices)


def _settle(state: MatchState, outcome: Outcome) -> Transition:
    totals = add_points(state.totals, outcome.points)
    sheet: dict[str, Json] = {
        "deal": state.deal_number,
        **outcome.sheet,
        "points": list(outcome.points),
        "totals": list(totals),
    }
    assert state.dealer is not None
    dealer = next_dealer(state.dealer, state.seats)
    settled = replace(state, totals=totals, sheet=sheet, dealer=dealer)
    return Transition(settled, (Notice("scored", EVERYONE, {"sheet": sheet}),))


def next_dealer(dealer: Seat, seats: int) -> Seat:
    """Rule 2.3: after a deal that was played, the next seat deals."""
    return (dealer + 1) % seats


def add_points(totals: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    return tuple(total + gained for total, gained in zip(totals, points, strict=True))


@dataclass(frozen=True, slots=True)
class Decided:
    """How a match came out: each side's place, 1 for the first, shared if equal."""

    placements: tuple[int, ...]
    reason: str


def decided(state: MatchState) -> Decided | None:
    """How the match came out; None during a deal and while the match goes on (7.2)."""
    if to_move(state) is not None:
        return None
    outcome = None if state.deal is None else game_of(state).outcome(state.deal)
    if outcome is not None and outcome.placements is not None:
        return Decided(outcome.placements, outcome.reason)
    if leader(state.totals, state.rules.target) is None:
        return None
    return Decided(places([-total for total in state.totals]), "target")


def winner(state: MatchState) -> Side | None:
    """The side that has won alone; None also during a deal and while the match goes on."""
    ended = decided(state)
    return None if ended is None else alone_first(ended.placements)


def places(ranking: Sequence[Any]) -> tuple[int, ...]:
    """The place of each side, where the least of `ranking` comes first and equals share."""
    return tuple(1 + sum(other < own for other in ranking) for own in ranking)


def alone_first(placements: Sequence[int]) -> Side | None:
    """The side on the first place, unless it is shared."""
    return placements.index(1) if placements.count(1) == 1 else None


def leader(totals: Sequence[int], target: int | None) -> Side | None:
    """The side that leads alone and has reached the target, if there is one (7.1, 7.3, 7.4)."""
    most = max(totals)
    if totals.count(most) > 1 or (target is not None and most < target):
        return None
    return totals.index(most)


def view(state: MatchState, viewer: Viewer) -> dict[str, Json]:
    """What `viewer` may know of the match."""
    game = game_of(state)
    deal = None
    if state.deal is not None:
        deal = {"number": state.deal_number, **game.view(state.deal, viewer)}
    return {
        "game": state.game,
        "rules": game.rules_json(state.rules),
        "seats": state.seats,
        "sides": [list(side) for side in state.sides],
        "totals": list(state.totals),
        "deal": deal,
        "sheet": state.sheet,
    }
