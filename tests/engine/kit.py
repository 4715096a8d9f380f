"""What the suites over the registry must know about each game: add a game here with its module.

`formats` lists every rule set and number of seats; `Probe` reaches into a game's own states.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine import referee, scopa, shuffle, star_cards, tressette
from games.engine.cards import Card
from games.engine.core import WATCHER, Game, Notice, Seat, Transition, Viewer
from games.engine.policies import TORNEO, Policy
from games.engine.referee import LogEvent, Phase, RefereeState
from games.engine.registry import GAMES
from games.engine.star_tricks import Card as StarCard


@dataclass(frozen=True)
class Format:
    """One way to play a game."""

    game: Game
    rules: Mapping[str, Any]
    seats: int
    variant: str = ""

    def __str__(self) -> str:
        return f"{self.game.name}-{self.rules['name']}-{self.seats}{self.variant}"

    @property
    def viewers(self) -> list[Viewer]:
        return [*range(self.seats), WATCHER]


def formats() -> list[Format]:
    """Every rule set of every game, with every number of seats that it knows, and VARIANTS."""
    return [
        Format(game, game.rules_json(rules), seats, variant)
        for game in GAMES.values()
        for variant, rules in [
            *(("", rules) for rules in game.presets.values()),
            *VARIANTS.get(game.name, ()),
        ]
        for seats in range(2, 5)
        if _seats_are_known(game, rules, seats)
    ]


VARIANTS: Mapping[str, Sequence[tuple[str, Any]]] = {
    "tressette": [
        (
            "-all",
            replace(rules, call_out=True, declarations=True, signals=rules.partners, target=11),
        )
        for rules in tressette.presets.values()
    ],
}
"""What a table may choose beside the rule sets: all of a game's switches on."""


def _seats_are_known(game: Game, rules: Any, seats: int) -> bool:
    try:
        game.sides(rules, seats)
    except ValueError:
        return False
    return True


ITALIAN_CARD = re.compile(r'(?<=")(?:10|[1-9])[DCSB](?=")')


@dataclass(frozen=True)
class Probe:
    """How to see all of a game's state, and what one viewer cannot see of it."""

    places: Callable[[Any], list[Sequence[Any]]]
    """Every place where a card can be."""
    redealt: Callable[[Any, Viewer, random.Random], Any]
    """The state with all that `viewer` cannot see dealt anew."""
    known: Callable[[Any, Viewer], set[str]]
    """The texts of the cards that `viewer` has had the right to see."""
    card: re.Pattern[str] = ITALIAN_CARD
    """Any text that tells which card it is."""


def _scopa_places(state: scopa.State) -> list[Sequence[Card]]:
    return [*state.hands, state.layout, state.stock, *state.piles]


def _scopa_redealt(state: scopa.State, viewer: Viewer, rng: random.Random) -> scopa.State:
    hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
    cards = [card for seat in hidden for card in state.hands[seat]] + list(state.stock)
    rng.shuffle(cards)
    hands = list(state.hands)
    for seat in hidden:
        hands[seat] = tuple(cards.pop() for _ in state.hands[seat])
    return replace(state, hands=tuple(hands), stock=tuple(cards))


def _scopa_known(state: scopa.State, viewer: Viewer) -> set[str]:
    own = () if viewer is WATCHER else state.hands[viewer]
    seen = [*own, *state.layout, *(card for pile in state.piles for card in pile)]
    return {str(card) for card in seen}


def _star_cards_places(state: star_cards.State) -> list[Sequence[StarCard]]:
    return [*state.hands, state.stock, state.discards, state.trick_cards, *state.collections]


def _star_cards_redealt(
    state: star_cards.State, viewer: Viewer, rng: random.Random
) -> star_cards.State:
    """Ranks change places where the backs are seen; under the top of the stock all is mixed."""
    below = list(state.stock[1:])
    rng.shuffle(below)
    stock = (*state.stock[:1], *below)
    hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
    unseen = [card for seat in hidden for card in state.hands[seat]] + list(stock)
    rng.shuffle(unseen)

    def exchanged(cards: Sequence[StarCard]) -> tuple[StarCard, ...]:
        return tuple(unseen.pop(_place_of_back(unseen, card.back)) for card in cards)

    hands = list(state.hands)
    for seat in hidden:
        hands[seat] = exchanged(rng.sample(hands[seat], len(hands[seat])))
    seed = rng.randbytes(shuffle.SEED_BYTES)
    return replace(state, hands=tuple(hands), stock=exchanged(stock), seed=seed)


def _place_of_back(cards: Sequence[StarCard], back: str) -> int:
    return next(place for place, card in enumerate(cards) if card.back == back)


def _star_cards_known(state: star_cards.State, viewer: Viewer) -> set[str]:
    own = () if viewer is WATCHER else state.hands[viewer]
    # A trick may have been shuffled back into the stock since it was seen.
    latest = state.last_trick.cards if state.last_trick else ()
    seen = [*own, *state.discards, *state.trick_cards, *(played.card for played in latest)]
    seen += [card for collection in state.collections for card in collection]
    return {card.face for card in seen}


def _tressette_places(state: tressette.State) -> list[Sequence[Card]]:
    on_table = [play.card for play in state.trick]
    return [*state.hands, state.stock, state.laid_aside, on_table, *state.piles]


def _tressette_redealt(
    state: tressette.State, viewer: Viewer, rng: random.Random
) -> tressette.State:
    hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
    cards = [card for seat in hidden for card in state.hands[seat]] + list(state.stock)
    rng.shuffle(cards)
    hands = list(state.hands)
    for seat in hidden:
        hands[seat] = tressette.in_hand_order([cards.pop() for _ in state.hands[seat]])
    return replace(state, hands=tuple(hands), stock=tuple(cards))


def _tressette_known(state: tressette.State, viewer: Viewer) -> set[str]:
    own = () if viewer is WATCHER else state.hands[viewer]
    shown = [play.card for play in (*state.trick, *state.drawn)]
    said = [card for one in state.declarations for card in (*one.cards, one.missing)]
    captured = [card for pile in state.piles for card in pile]
    return {
        str(card) for card in (*own, *shown, *said, *captured, *state.laid_aside, state.dealer_card)
    }


_SCOPA = Probe(_scopa_places, _scopa_redealt, _scopa_known)

PROBES: Mapping[str, Probe] = {
    "scopa": _SCOPA,
    "escoba": _SCOPA,
    "scopa15": _SCOPA,
    "star-cards": Probe(
        _star_cards_places,
        _star_cards_redealt,
        _star_cards_known,
        # With the letter of a copy, which nobody may see; that a rest card is one, all may.
        re.compile(r"[RYBG][1-6][ab]?|X[a-f]"),
    ),
    "tressette": Probe(_tressette_places, _tressette_redealt, _tressette_known),
}


# Matches through the referee


NOT_OF_PLAY = frozenset({"sealed", "revealed", "made_ready"})
"""Notices of the referee that a text of a deal leaves out."""

AT_ONCE = replace(TORNEO, start_ms=None)
"""Torneo without the start, for tests that begin with the first deal."""


def opening(
    at: int,
    game: str,
    seats: int,
    dealer: Seat | None,
    rules: Mapping[str, Any] | None = None,
    policy: Policy = AT_ONCE,
) -> LogEvent:
    """The first event of a match whose decks the test lays itself, without seals."""
    event = referee.started(
        at, game=game, rules=rules or {}, seats=seats, policy=policy, dealer=dealer
    )
    data = {name: value for name, value in event.data.items() if name != "shuffles"}
    return replace(event, data=data)


# Random matches


@dataclass(frozen=True)
class Step:
    """One event of a match with what came of it."""

    before: RefereeState | None
    event: LogEvent
    state: RefereeState
    notices: tuple[Notice, ...]


def random_match(
    way: Format,
    rng: random.Random,
    match_id: int = 1,
    resigning: float = 0.0005,
    policy: Policy | None = None,
) -> Iterator[Step]:
    """A match of legal play to its end, some moves by the clock and, rarely, a resignation.

    Stamps may run back a little, as those of two servers do.
    """
    event = referee.started(
        1_000_000,
        game=way.game.name,
        rules=way.rules,
        seats=way.seats,
        policy=AT_ONCE if policy is None else policy,
        dealer=None if way.game.finds_dealer else rng.randrange(way.seats),
    )
    state: RefereeState | None = None
    while True:
        step: Transition = referee.apply(state, event)
        yield Step(state, event, step.state, step.notices)
        state = step.state
        assert isinstance(state, RefereeState)
        if state.phase is Phase.FINISHED:
            return
        event = _next_event(way, state, rng, match_id, resigning)


def _next_event(
    way: Format, state: RefereeState, rng: random.Random, match_id: int, resigning: float
) -> LogEvent:
    limit = referee.due(state)
    assert limit is not None
    if state.phase is Phase.DEALING and not state.awaits_seal:
        return deal_event(way.game, state, match_id, state.at)  # the lot was drawn with its seal
    at = state.at + rng.randint(-20, 5_000)
    playing_on = [seat for seat in range(way.seats) if seat not in state.out]
    if rng.random() < resigning:
        silent = [seat for seat in playing_on if seat not in state.resigning]
        return LogEvent(at, "resigned", rng.choice(silent), {})
    if state.awaits_seal:
        return referee.sealed(at, state.next_deal, rng.randbytes(shuffle.SEED_BYTES))
    if rng.random() < 0.05 or at >= limit.at + referee.GRACE_MS:
        late = limit.at + rng.randint(referee.GRACE_MS, 2 * referee.RECORD_MS)
        return referee.expiry(late, limit)
    if state.phase is Phase.INTERVAL:
        waiting = [seat for seat in playing_on if seat not in state.ready]
        in_time = min(at, limit.at)  # four who take their time are together too slow
        return LogEvent(in_time, "ready", rng.choice(waiting), {"deal": state.deal_number})
    return move_event(way.game, state, rng.choice(way.game.legal_moves(state.match.deal)), at)


def deal_event(game: Game, state: RefereeState, match_id: int, at: int) -> LogEvent:
    assert state.seal is not None
    seed = shuffle.attempt_seed(state.seal.seed, state.seal.attempts)
    entropy = shuffle.joined(state.seal.entropies)
    deck = shuffle.shuffled(
        game.deck, seed, match=match_id, deal=state.deal_number, entropy=entropy
    )
    return referee.dealt(at, deck, seed)


def move_event(game: Game, state: RefereeState, move: Any, at: int) -> LogEvent:
    data = {"move": str(move), "move_id": f"m{at}"}
    return LogEvent(at, "move", game.to_move(state.match.deal), data)


def seat_to_move(state: RefereeState) -> Seat:
    seat = GAMES[state.game].to_move(state.match.deal)
    assert seat is not None
    return seat
