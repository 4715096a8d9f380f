"""Scopa, Escoba and Scopa di 15: the play of a deal, and the three games of the registry.

Three cards each and four face up (2); where the rules say so, an opening layout of fifteen is
somebody's at once (2.7). A played card takes an equal card or a sum from the layout, or whatever
makes fifteen with it (3); taking the whole layout is a sweep (4); when all forty cards are played,
the last to capture takes what is left (5); then `scopa_score` counts (6). Two play against each
other, four in pairs (1.5); `scopa_rules` holds the rule sets.
The numbers are those of docs/rules: scopa.md, escoba.md and scopa15.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.engine.captures import captures, fifteens
from games.engine.cards import ITALIAN_DECK, Card, Suit, parse_card, texts
from games.engine.core import (
    EVERYONE,
    WATCHER,
    Annulled,
    Direction,
    IllegalMove,
    Json,
    Notice,
    Outcome,
    RefusalCode,
    Seat,
    Side,
    Transition,
    Viewer,
)
from games.engine.primiera import prime_value
from games.engine.scopa_rules import (
    PRESETS,
    Capture,
    Duty,
    OpeningAward,
    Rules,
    parse_rules,
    rules_json,
)
from games.engine.scopa_score import SETTEBELLO, Opening, opening, score

PACKET = 3
LAYOUT = 4
KING = 10


class Move(NamedTuple):
    """A card of the hand, and the cards that it takes; none if it is laid."""

    card: Card
    take: tuple[Card, ...]

    def __str__(self) -> str:
        return self.card.text + ("x" + "+".join(texts(self.take)) if self.take else "")


def parse_move(text: str) -> Move:
    """The move that `7Dx4D+3C` names; raises IllegalMove.

    >>> str(parse_move("7Dx3C+4D"))
    '7Dx4D+3C'
    """
    card, capture, take = text.partition("x")
    try:
        taken = sorted(map(parse_card, take.split("+"))) if capture else []
        return Move(parse_card(card), tuple(taken))
    except ValueError as error:
        raise IllegalMove(RefusalCode.MALFORMED, str(error)) from None


@dataclass(frozen=True, slots=True)
class LastMove:
    seat: Seat
    move: Move
    sweep: bool
    automatic: bool

    def to_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "card": self.move.card.text,
            "take": texts(self.move.take),
            "sweep": self.sweep,
            "automatic": self.automatic,
        }


@dataclass(frozen=True, slots=True)
class State:
    """A deal. By seat: `hands`. By side: `piles`, `openings`, and the cards shown for `sweeps`."""

    rules: Rules
    dealer: Seat
    turn: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    layout: tuple[Card, ...]
    stock: tuple[Card, ...]
    """The next card to be served first."""
    piles: tuple[tuple[Card, ...], ...]
    sweeps: tuple[tuple[Card, ...], ...]
    openings: tuple[Opening | None, ...]
    last_capturer: Seat | None
    last_move: LastMove | None


def sides(rules: Rules, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Rules 1.1 and 1.5; raises ValueError."""
    if seats not in rules.seat_counts:
        raise ValueError(f"{rules.name} is not for {seats}")
    return tuple(tuple(range(side, seats, 2)) for side in range(2))


def side_of(seat: Seat) -> Side:
    return seat % 2


def first_seat(dealer: Seat, seats: int) -> Seat:
    """Rule 2.2: the seat after the dealer's."""
    return (dealer + 1) % seats


# The deal


def start(
    rules: Rules,
    seats: int,
    dealer: Seat,
    deck: Sequence[Card],
    seed: bytes,
    totals: Sequence[int] = (),
) -> Transition | Annulled:
    """Three cards to each seat, the dealer last, then four face up (rules 2.4 to 2.9)."""
    hands, rest = _packets(tuple(deck), seats, first_seat(dealer, seats))
    layout, stock = rest[:LAYOUT], rest[LAYOUT:]
    if is_annulled(rules, layout):
        shown: dict[str, Json] = {"reason": "three_kings", "layout": texts(layout)}
        return Annulled("three_kings", dealer, (Notice("annulled", EVERYONE, shown),))
    state = State(
        rules=rules,
        dealer=dealer,
        turn=first_seat(dealer, seats),
        hands=hands,
        layout=layout,
        stock=stock,
        piles=((), ()),
        sweeps=((), ()),
        openings=(None, None),
        last_capturer=None,
        last_move=None,
    )
    dealt = Notice("dealt", EVERYONE, {"dealer": dealer, "layout": texts(layout)})
    opened = _award_opening(state)
    return Transition(opened.state, (dealt, *opened.notices))


def is_annulled(rules: Rules, layout: Sequence[Card]) -> bool:
    """Rule 2.6."""
    kings = sum(card.rank == KING for card in layout)
    return rules.redeal_kings_min is not None and kings >= rules.redeal_kings_min


def _award_opening(state: State) -> Transition:
    """An opening layout that counts is taken before the first play, by nobody's choice (2.9)."""
    award = opening(state.rules, state.layout)
    if award is None:
        return Transition(state)
    to_dealer = state.rules.opening_award is OpeningAward.DEALER
    seat = state.dealer if to_dealer else first_seat(state.dealer, len(state.hands))
    side = side_of(seat)
    awarded = Notice(
        "awarded",
        EVERYONE,
        {"seat": seat, "side": side, "cards": texts(award.cards), **award.to_json()},
    )
    after = replace(
        state,
        layout=(),
        piles=_replaced(state.piles, side, award.cards),
        sweeps=_replaced(state.sweeps, side, award.shown),
        openings=tuple(award if other == side else None for other in range(len(state.piles))),
        last_capturer=seat,
    )
    return Transition(after, (awarded,))


def _packets(
    stock: tuple[Card, ...], seats: int, first: Seat
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Three cards to each seat from `first` on: the hands by seat, and the stock that is left."""
    packets = [stock[PACKET * place : PACKET * (place + 1)] for place in range(seats)]
    hands = tuple(packets[(seat - first) % seats] for seat in range(seats))
    return hands, stock[PACKET * seats :]


# Moves


def to_move(state: State) -> Seat | None:
    return state.turn


def legal_moves(state: State) -> tuple[Move, ...]:
    """Each card that may be played with each of its captures; laid only if it has none (3.8, 3.9).

    Cards come in the order of the hand, captures in the order of `captures`.
    """
    moves: list[Move] = []
    for card, takes in _playable(state):
        moves += [Move(card, take) for take in takes or ((),)]
    return tuple(moves)


def _playable(state: State) -> list[tuple[Card, tuple[tuple[Card, ...], ...]]]:
    """The cards that may be played now, each with its captures, if it has any."""
    if state.turn is None:
        return []
    hand = state.hands[state.turn]
    found = [(card, captures_of(state.rules, card, state.layout)) for card in hand]
    if state.rules.capture_duty is Duty.HAND and any(takes for _, takes in found):
        return [(card, takes) for card, takes in found if takes]
    return found


def captures_of(rules: Rules, card: Card, layout: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """What a card may take under these rules (3.3 to 3.7, or 3.11 and 3.12)."""
    if rules.capture is Capture.FIFTEEN:
        return fifteens(card, layout)
    return captures(card, layout)


def apply(state: State, move: Move, *, automatic: bool = False) -> Transition:
    """Plays a card of the seat to move; raises IllegalMove."""
    seat = state.turn
    if seat is None:
        raise IllegalMove(RefusalCode.NOT_YOUR_TURN, "the deal is over")
    if move.card not in state.hands[seat]:
        raise IllegalMove(RefusalCode.CARD_NOT_HELD, f"{move.card} is not in the hand")
    if move not in legal_moves(state):
        raise IllegalMove(RefusalCode.ILLEGAL_MOVE, f"{move} is not a legal move")
    played = _play(state, seat, move, automatic)
    assert played.last_move is not None
    notice = Notice("played", EVERYONE, played.last_move.to_json())
    if any(played.hands):
        return Transition(played, (notice,))
    after = _serve(played) if played.stock else _collect_leftovers(played)
    return Transition(after.state, (notice, *after.notices))


def _play(state: State, seat: Seat, move: Move, automatic: bool) -> State:
    """One card from the hand to the layout, or with what it takes to the pile."""
    hand = tuple(card for card in state.hands[seat] if card is not move.card)
    hands = _replaced(state.hands, seat, hand)
    piles, sweeps, last_capturer = state.piles, state.sweeps, state.last_capturer
    sweep = False
    if move.take:
        side = side_of(seat)
        layout = tuple(card for card in state.layout if card not in move.take)
        piles = _replaced(piles, side, (*piles[side], *move.take, move.card))
        last_capturer = seat
        is_last_play = not state.stock and not any(hands)
        sweep = is_sweep(state.rules, layout, is_last_play)
        if sweep:
            sweeps = _replaced(sweeps, side, (*sweeps[side], move.card))
    else:
        layout = (*state.layout, move.card)
    return State(
        rules=state.rules,
        dealer=state.dealer,
        turn=(seat + 1) % len(hands),
        hands=hands,
        layout=layout,
        stock=state.stock,
        piles=piles,
        sweeps=sweeps,
        openings=state.openings,
        last_capturer=last_capturer,
        last_move=LastMove(seat, move, sweep, automatic),
    )


def is_sweep(rules: Rules, layout_after: Sequence[Card], is_last_play: bool) -> bool:
    """Whether a capture that leaves `layout_after` is a sweep (rules 4.1 and 4.4)."""
    return not layout_after and (rules.last_play_sweep or not is_last_play)


def _serve(state: State) -> Transition:
    """Three more cards to each seat, none to the layout (rule 2.5)."""
    seats = len(state.hands)
    hands, stock = _packets(state.stock, seats, first_seat(state.dealer, seats))
    served = Notice("served", EVERYONE, {"each": PACKET, "stock": len(stock)})
    return Transition(replace(state, hands=hands, stock=stock), (served,))


def _collect_leftovers(state: State) -> Transition:
    """The end of the deal: the last to capture takes what is left, no sweep (5.2, 5.3)."""
    over = replace(state, turn=None)
    seat = state.last_capturer
    if seat is None or not state.layout:
        return Transition(over)
    side = side_of(seat)
    piles = _replaced(state.piles, side, state.piles[side] + state.layout)
    collected = Notice(
        "leftovers", EVERYONE, {"seat": seat, "side": side, "cards": texts(state.layout)}
    )
    return Transition(replace(over, layout=(), piles=piles), (collected,))


def _replaced(
    groups: tuple[tuple[Card, ...], ...], index: int, group: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*groups[:index], group, *groups[index + 1 :])


def automatic_move(state: State, hand_order: Sequence[Card] = ()) -> Move:
    """The leftmost card as the seat's screen shows its hand, else as dealt: clocks.md 2.3."""
    playable = dict(_playable(state))
    assert state.turn is not None
    assert playable
    leftmost = next(card for card in hand_order or state.hands[state.turn] if card in playable)
    takes = playable[leftmost]
    return Move(leftmost, preferred(takes) if takes else ())


def preferred(takes: Sequence[tuple[Card, ...]]) -> tuple[Card, ...]:
    """The capture that is chosen for a silent seat: clocks.md 2.3."""
    return max(takes, key=_preference)  # of equals, max keeps the first


def _preference(take: tuple[Card, ...]) -> tuple[bool, int, int, int]:
    coins = sum(card.suit is Suit.COINS for card in take)
    return SETTEBELLO in take, coins, len(take), sum(map(prime_value, take))


# What a seat may know


def view(state: State, viewer: Viewer) -> dict[str, Json]:
    """The viewer's own hand and what lies open; of the rest, only how many."""
    return {
        "dealer": state.dealer,
        "turn": state.turn,
        "hand": None if viewer is WATCHER else texts(state.hands[viewer]),
        "hands": [len(hand) for hand in state.hands],
        "layout": texts(state.layout),
        "stock": len(state.stock),
        "piles": [
            {"cards": len(pile), "sweeps": texts(sweeps)}
            for pile, sweeps in zip(state.piles, state.sweeps, strict=True)
        ],
        "legal": _legal_json(state) if viewer == state.turn else [],
        "last_move": state.last_move.to_json() if state.last_move else None,
    }


def _legal_json(state: State) -> list[Json]:
    return [
        {
            "card": card.text,
            "captures": [texts(take) for take in takes],
            "sweep": _sweeping(state, takes),
        }
        for card, takes in _playable(state)
    ]


def _sweeping(state: State, takes: Sequence[tuple[Card, ...]]) -> int | None:
    """Which of a card's captures would be a sweep: that of every card, if it counts (4.1, 4.4)."""
    is_last_play = not state.stock and sum(map(len, state.hands)) == 1
    if not is_sweep(state.rules, (), is_last_play):
        return None
    whole = len(state.layout)
    return next((index for index, take in enumerate(takes) if len(take) == whole), None)


# The end


def outcome(state: State) -> Outcome | None:
    if state.turn is not None:
        return None
    rows = score(state.rules, state.piles, state.sweeps, state.openings)
    points = tuple(sum(row.points[side] for row in rows) for side in range(len(state.piles)))
    sheet: dict[str, Json] = {
        "rows": [row.to_json() for row in rows],
        "piles": [texts(pile) for pile in state.piles],
    }
    return Outcome("played_out", points, sheet)


# The registry's entries


@dataclass(frozen=True, eq=False)
class FishingGame:
    """One of the games that are played by the functions above, with its rule sets."""

    name: str
    rule_sets: tuple[str, ...]

    deck = ITALIAN_DECK
    direction = Direction.ANTICLOCKWISE
    finds_dealer = False

    @property
    def presets(self) -> Mapping[str, Rules]:
        return {rule_set: PRESETS[rule_set] for rule_set in self.rule_sets}

    def parse_rules(self, data: Mapping[str, Any]) -> Rules:
        return parse_rules(self.name, self.rule_sets, data)

    rules_json = staticmethod(rules_json)
    sides = staticmethod(sides)
    start = staticmethod(start)
    to_move = staticmethod(to_move)
    legal_moves = staticmethod(legal_moves)
    parse_move = staticmethod(parse_move)
    apply = staticmethod(apply)
    automatic_move = staticmethod(automatic_move)
    view = staticmethod(view)
    outcome = staticmethod(outcome)


SCOPA = FishingGame("scopa", ("scopa", "scopa-stargames"))
ESCOBA = FishingGame("escoba", ("escoba",))
SCOPA15 = FishingGame("scopa15", ("scopa15",))

GAMES = (SCOPA, ESCOBA, SCOPA15)
