"""Tressette: spizzichino for two, pairs for four, and three or four each alone.

Tricks without trumps: follow suit if possible, the highest card of the led suit takes (4); with
two, a stock is drawn from after each trick (4.5). Captured cards are worth thirds of a point, the
last trick a whole one, and each side's sum is rounded down (5). Two switches: declarations of
honours held together (6), and the end at the instant a side reaches the target (8.4).
The numbers are those of docs/rules/tressette.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias, TypeVar

from games.engine.cards import ITALIAN_DECK, Card, Suit, parse_card, parse_cards, texts
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
from games.engine.declarations import HONOURS, Declaration, new_declarations
from games.engine.tricks import Play, following, led_suit, winning_play

name = "tressette"
deck = ITALIAN_DECK
direction = Direction.ANTICLOCKWISE
finds_dealer = True

PACKETS: Mapping[int, tuple[int, ...]] = {2: (5, 5), 3: (5, 5, 3), 4: (5, 5)}
LAID_ASIDE: Mapping[int, tuple[Card, ...]] = {3: parse_cards("4B")}

TAKING_ORDER = (3, 2, 1, 10, 9, 8, 7, 6, 5, 4)
FIGURES = (8, 9, 10)
ACE = 1

POINT = 3
"""A point in thirds; what an ace is worth (1.5), and the last trick (5.2)."""


def strength(card: Card) -> int:
    """Rule 1.4."""
    return -TAKING_ORDER.index(card.rank)


def thirds(card: Card) -> int:
    """Rule 1.5."""
    if card.rank == ACE:
        return POINT
    return int(card.rank in HONOURS or card.rank in FIGURES)


# Rules


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set; each field cites its rule."""

    name: str
    version: int
    """Rises when a correction changes how a log replays."""
    seat_counts: tuple[int, ...]
    """1.1: how many may play."""
    partners: bool
    """1.2: whether those who sit opposite are one side."""
    target: int
    """8.1: points that win the match."""
    call_out: bool
    """8.4: whether the match ends at the instant a side reaches the target."""
    declarations: bool
    """6: whether honours held together earn points."""
    declaration_min_thirds: int
    """6.9: what a side must have captured for its declarations to count."""
    redeal_poor_hand: bool
    """3.3: whether a hand without an honour and without three figures annuls the deal."""
    signals: bool
    """9: whether whoever leads may say a word to the partner."""


SPIZZICHINO = Rules(
    name="spizzichino",
    version=1,
    seat_counts=(2,),
    partners=False,
    target=21,
    call_out=False,
    declarations=False,
    declaration_min_thirds=1,
    redeal_poor_hand=False,
    signals=False,
)
PAIRS = replace(SPIZZICHINO, name="pairs", seat_counts=(4,), partners=True, redeal_poor_hand=True)
INDIVIDUALS = replace(SPIZZICHINO, name="individuals", seat_counts=(3, 4))

presets: Mapping[str, Rules] = {rules.name: rules for rules in (SPIZZICHINO, PAIRS, INDIVIDUALS)}

TARGETS = (11, 21, 31, 41, 51)
SWITCHES = ("call_out", "declarations", "signals")


def usual_target(*, declarations: bool) -> int:
    """Rule 8.1."""
    return 31 if declarations else 21


def parse_rules(data: Mapping[str, Any]) -> Rules:
    """Rules from JSON such as `{"name": "pairs", "call_out": true}`; raises ValueError.

    The target and the switches may differ from the preset; the target follows `declarations`.
    """
    rule_set = data.get("name", SPIZZICHINO.name)
    if rule_set not in list(presets):  # a list, because JSON may hold what cannot be hashed
        raise ValueError(f"no rule set of {name} is called {rule_set!r}")
    preset = presets[rule_set]
    unknown = data.keys() - rules_json(preset).keys()
    if unknown:
        raise ValueError(f"not a rule of {name}: {', '.join(sorted(unknown))}")
    switches = {switch: data[switch] for switch in SWITCHES if switch in data}
    if not all(isinstance(value, bool) for value in switches.values()):
        raise ValueError(f"a switch of {name} is on or off: {switches!r}")
    rules = replace(preset, **switches)
    target = data.get("target", usual_target(declarations=rules.declarations))
    if isinstance(target, bool) or target not in TARGETS:
        raise ValueError(f"not a target of {name}: {target!r}")
    rules = replace(rules, target=target)
    for rule, value in rules_json(rules).items():
        if data.get(rule, value) != value:
            raise ValueError(f"{rule} of {name} {rules.name} is {value!r}, not {data[rule]!r}")
    if rules.signals and not rules.partners:
        raise ValueError(f"{name} {rules.name} has no partners to signal to")
    return rules


def rules_json(rules: Rules) -> dict[str, Json]:
    return {
        "name": rules.name,
        "version": rules.version,
        "seat_counts": list(rules.seat_counts),
        "partners": rules.partners,
        "target": rules.target,
        "call_out": rules.call_out,
        "declarations": rules.declarations,
        "declaration_min_thirds": rules.declaration_min_thirds,
        "redeal_poor_hand": rules.redeal_poor_hand,
        "signals": rules.signals,
    }


# Moves and states


class Signal(StrEnum):
    """Rule 9.1: play your best and return the suit; I hold more of it; this was my last."""

    BUSSO = "busso"
    STRISCIO = "striscio"
    VOLO = "volo"


class Move(NamedTuple):
    """A card of the hand, and the word that may go with a lead."""

    card: Card
    signal: Signal | None = None

    def __str__(self) -> str:
        return self.card.text + (f":{self.signal.value}" if self.signal else "")


def parse_move(text: str) -> Move:
    """The move that `7D` or `7D:volo` names; raises IllegalMove.

    >>> str(parse_move("7D:volo"))
    '7D:volo'
    """
    card, colon, signal = text.partition(":")
    try:
        return Move(parse_card(card), Signal(signal) if colon else None)
    except ValueError as error:
        raise IllegalMove(RefusalCode.MALFORMED, str(error)) from None


@dataclass(frozen=True, slots=True)
class LastMove:
    seat: Seat
    move: Move
    automatic: bool

    def to_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "card": self.move.card.text,
            "signal": self.move.signal.value if self.move.signal else None,
            "automatic": self.automatic,
        }


CardPlay: TypeAlias = Play[Card]


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick. `thirds` is what its cards are worth, without the last trick's point."""

    number: int
    plays: tuple[CardPlay, ...]
    winner: Seat
    thirds: int
    is_last: bool

    def to_json(self) -> dict[str, Json]:
        return {
            "number": self.number,
            "plays": [play.to_json() for play in self.plays],
            "winner": self.winner,
            "thirds": self.thirds,
            "is_last": self.is_last,
        }


@dataclass(frozen=True, slots=True)
class State:
    """A deal. By seat: `hands`, each as its owner sees it (7.3). By side: `totals`, which the
    sides brought into the deal, `piles`, `tricks`, how many they took, and `thirds` so far."""

    rules: Rules
    totals: tuple[int, ...]
    dealer: Seat
    dealer_card: Card | None
    """The card that chose the dealer; None after the first deal (2.5)."""
    turn: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    """The next card to be drawn first."""
    laid_aside: tuple[Card, ...]
    trick: tuple[CardPlay, ...]
    signal: Signal | None
    """What was said with the lead of the trick on the table."""
    last_trick: Trick | None
    piles: tuple[tuple[Card, ...], ...]
    tricks: tuple[int, ...]
    thirds: tuple[int, ...]
    declarations: tuple[Declaration, ...]
    """In the order in which they were made: what a seat may still declare depends on them (6.7)."""
    drawn: tuple[CardPlay, ...]
    """What was drawn after the last trick."""
    called_out: Side | None
    """The side that reached the target in this deal (8.4)."""
    last_move: LastMove | None


def sides(rules: Rules, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Rules 1.1 and 1.2; raises ValueError."""
    if seats not in rules.seat_counts:
        raise ValueError(f"{rules.name} is not for {seats}")
    count = seats // 2 if rules.partners else seats
    return tuple(tuple(range(side, seats, count)) for side in range(count))


def side_of(state: State, seat: Seat) -> Side:
    return seat % len(state.piles)


def first_seat(dealer: Seat, seats: int) -> Seat:
    """Rules 2.1 and 4.1: the seat after the dealer's."""
    return (dealer + 1) % seats


# The deal


def start(
    rules: Rules,
    seats: int,
    dealer: Seat | None,
    deck: Sequence[Card],
    seed: bytes,
    totals: Sequence[int] = (),
) -> Transition | Annulled:
    """The hands in packets of five; the dealer None is found by them (2 and 3)."""
    first = 0 if dealer is None else first_seat(dealer, seats)
    aside = LAID_ASIDE.get(seats, ())
    hands, stock = _packets([card for card in deck if card not in aside], seats, first)
    notices: list[Notice] = []
    dealer_card = None
    if dealer is None:
        dealer, dealer_card = first_dealer(hands)
        shown: dict[str, Json] = {"dealer": dealer, "card": dealer_card.text}
        notices.append(Notice("dealer_drawn", EVERYONE, shown))
    poor = [seat for seat, hand in enumerate(hands) if is_poor(hand)]
    if rules.redeal_poor_hand and poor:
        told = Notice("annulled", EVERYONE, {"reason": "poor_hand", "seats": poor})
        return Annulled("poor_hand", dealer, (*notices, told))
    count = len(sides(rules, seats))
    state = State(
        rules=rules,
        totals=tuple(totals) or (0,) * count,
        dealer=dealer,
        dealer_card=dealer_card,
        turn=first_seat(dealer, seats),
        hands=tuple(map(in_hand_order, hands)),
        stock=stock,
        laid_aside=aside,
        trick=(),
        signal=None,
        last_trick=None,
        piles=((),) * count,
        tricks=(0,) * count,
        thirds=(0,) * count,
        declarations=(),
        drawn=(),
        called_out=None,
        last_move=None,
    )
    dealt: dict[str, Json] = {"dealer": dealer, "each": len(state.hands[0]), "stock": len(stock)}
    return Transition(state, (*notices, Notice("dealt", EVERYONE, dealt)))


def _packets(
    cards: Sequence[Card], seats: int, first: Seat
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Rule 3.1, from seat `first` on: the hands by seat, and the stock that is left."""
    hands: list[tuple[Card, ...]] = [()] * seats
    stock = tuple(cards)
    for size in PACKETS[seats]:
        for place in range(seats):
            seat = (first + place) % seats
            hands[seat], stock = hands[seat] + stock[:size], stock[size:]
    return tuple(hands), stock


def first_dealer(hands: Sequence[Sequence[Card]]) -> tuple[Seat, Card]:
    """Who deals the first deal, and the card that says so (2.2 and 2.3)."""
    holders = {card: seat for seat, hand in enumerate(hands) for card in hand}
    lowest = min(holders, key=lambda card: (_SUITS.index(card.suit), strength(card)))
    return holders[lowest], lowest


def is_poor(hand: Sequence[Card]) -> bool:
    """Rule 3.3: no honour, and no point of three figures."""
    return not any(card.rank in HONOURS for card in hand) and sum(map(thirds, hand)) < POINT


_SUITS = tuple(Suit)

_HAND_ORDER = {
    card: place
    for place, card in enumerate(
        sorted(ITALIAN_DECK, key=lambda card: (_SUITS.index(card.suit), -strength(card)))
    )
}


def in_hand_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Rule 7.3."""
    return tuple(sorted(cards, key=_HAND_ORDER.__getitem__))


# Moves


def to_move(state: State) -> Seat | None:
    return state.turn


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every card that may be played, in the order of the hand, a lead also with each signal."""
    moves: list[Move] = []
    for card in _playable(state):
        moves.append(Move(card))
        moves += [Move(card, signal) for signal in signals(state, card)]
    return tuple(moves)


def _playable(state: State) -> tuple[Card, ...]:
    """Rules 4.2 and 4.3."""
    if state.turn is None:
        return ()
    return following(state.hands[state.turn], led_suit(state.trick))


def signals(state: State, card: Card) -> tuple[Signal, ...]:
    """What the seat to move may say with `card` (rule 9)."""
    assert state.turn is not None
    rules = state.rules
    is_of_declarations = rules.declarations and state.last_trick is None
    if not (rules.signals and rules.partners) or state.trick or is_of_declarations:
        return ()
    has_more = any(
        other.suit is card.suit and other is not card for other in state.hands[state.turn]
    )
    return Signal.BUSSO, Signal.STRISCIO if has_more else Signal.VOLO


def apply(state: State, move: Move, *, automatic: bool = False) -> Transition:
    """Plays a card of the seat to move; raises IllegalMove."""
    seat = state.turn
    if seat is None:
        raise IllegalMove(RefusalCode.NOT_YOUR_TURN, "the deal is over")
    if move.card not in state.hands[seat]:
        raise IllegalMove(RefusalCode.CARD_NOT_HELD, f"{move.card} is not in the hand")
    if move not in legal_moves(state):
        raise IllegalMove(RefusalCode.ILLEGAL_MOVE, f"{move} is not a legal move")
    laid = _lay(state, seat, move, automatic)
    if is_out(laid.state, seat):
        after = _call_out(laid.state, seat)
    elif len(laid.state.trick) == len(state.hands):
        after = _resolve(laid.state)
    else:
        after = Transition(replace(laid.state, turn=first_seat(seat, len(state.hands))))
    return Transition(after.state, laid.notices + after.notices)


def _lay(state: State, seat: Seat, move: Move, automatic: bool) -> Transition:
    """The card goes to the table, and what it was held with is declared (6.5)."""
    hand = state.hands[seat]
    declared = _declared(state, seat)
    last_move = LastMove(seat, move, automatic)
    laid = replace(
        state,
        hands=_replaced(state.hands, seat, tuple(card for card in hand if card is not move.card)),
        trick=(*state.trick, Play(seat, move.card)),
        signal=state.signal if state.trick else move.signal,
        declarations=state.declarations + declared,
        last_move=last_move,
    )
    played = Notice("played", EVERYONE, last_move.to_json())
    return Transition(laid, (played, *_declared_notices(laid, seat, declared)))


def _declared(state: State, seat: Seat) -> tuple[Declaration, ...]:
    if not state.rules.declarations:
        return ()
    return new_declarations(seat, state.hands[seat], state.declarations)


def _declared_notices(
    state: State, seat: Seat, declared: Sequence[Declaration]
) -> tuple[Notice, ...]:
    if not declared:
        return ()
    side = side_of(state, seat)
    told: dict[str, Json] = {
        "seat": seat,
        "side": side,
        "declarations": [declaration.to_json() for declaration in declared],
        "points": sum(declaration.points for declaration in declared),
        "counted": score_of(state, side).is_counted,
    }
    return (Notice("declared", EVERYONE, told),)


def _resolve(state: State) -> Transition:
    """The end of a trick (4.4): the cards change hands, and somebody leads, draws or is out."""
    winner = winning_play(state.trick, strength).seat
    side = side_of(state, winner)
    cards = tuple(play.card for play in state.trick)
    is_last = not state.stock and not any(state.hands)
    worth = sum(map(thirds, cards))
    trick = Trick(sum(state.tricks) + 1, state.trick, winner, worth, is_last)
    taken = replace(
        state,
        turn=None if is_last else winner,
        trick=(),
        signal=None,
        last_trick=trick,
        piles=_replaced(state.piles, side, state.piles[side] + cards),
        tricks=_replaced(state.tricks, side, state.tricks[side] + 1),
        thirds=_replaced(state.thirds, side, state.thirds[side] + worth + POINT * is_last),
        drawn=(),
    )
    told = {**trick.to_json(), "side": side, "now_counted": _now_counted(state, taken, side)}
    notice = Notice("trick", EVERYONE, told)
    if is_out(taken, winner):
        after = _call_out(taken, winner)
    else:
        after = _draw(taken, winner) if taken.stock else Transition(taken)
    return Transition(after.state, (notice, *after.notices))


def _now_counted(before: State, after: State, side: Side) -> int:
    """Points of declarations that were pending until this trick (6.9)."""
    was, now = score_of(before, side), score_of(after, side)
    return now.declaration_points if now.is_counted and not was.is_counted else 0


def _draw(state: State, winner: Seat) -> Transition:
    """Rule 4.5: one card each from the stock, for all to see, the winner first."""
    seats = len(state.hands)
    order = [(winner + place) % seats for place in range(seats)]
    drawn = tuple(map(Play, order, state.stock))
    hands = list(state.hands)
    for seat, card in drawn:
        hands[seat] = in_hand_order((*hands[seat], card))
    stock = state.stock[seats:]
    told: dict[str, Json] = {"cards": [draw.to_json() for draw in drawn], "stock": len(stock)}
    after = replace(state, hands=tuple(hands), stock=stock, drawn=drawn)
    return Transition(after, (Notice("drawn", EVERYONE, told),))


def is_out(state: State, seat: Seat) -> bool:
    """Whether the seat's side has reached the target in mid-deal, where that ends it (8.4)."""
    return state.rules.call_out and _total(state, side_of(state, seat)) >= state.rules.target


def _total(state: State, side: Side) -> int:
    return state.totals[side] + score_of(state, side).points


def _call_out(state: State, seat: Seat) -> Transition:
    """Rule 8.4: the deal stops, and what lies on the table stays there."""
    side = side_of(state, seat)
    told: dict[str, Json] = {
        "seat": seat,
        "side": side,
        "total": _total(state, side),
        "target": state.rules.target,
    }
    stopped = replace(state, turn=None, called_out=side)
    return Transition(stopped, (Notice("called_out", EVERYONE, told),))


Item = TypeVar("Item")


def _replaced(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def automatic_move(state: State, hand_order: Sequence[Card] = ()) -> Move:
    """Rule 10.1: the leftmost playable card of `hand_order`, else as 7.3 sorts the hand."""
    playable = _playable(state)
    return Move(next((card for card in hand_order if card in playable), playable[0]))


# What a seat may know


def view(state: State, viewer: Viewer) -> dict[str, Json]:
    """The viewer's own hand, and what section 7 opens to all; of the rest, only how many."""
    suit = led_suit(state.trick)
    sides = scores(state)
    return {
        "dealer": state.dealer,
        "dealer_card": state.dealer_card.text if state.dealer_card else None,
        "turn": state.turn,
        "hand": None if viewer is WATCHER else texts(state.hands[viewer]),
        "hands": [len(hand) for hand in state.hands],
        "stock": len(state.stock),
        "laid_aside": texts(state.laid_aside),
        "trick": [play.to_json() for play in state.trick],
        "led_suit": suit.value if suit else None,
        "winning": winning_play(state.trick, strength).seat if state.trick else None,
        "signal": state.signal.value if state.signal else None,
        "last_trick": state.last_trick.to_json() if state.last_trick else None,
        "drawn": [draw.to_json() for draw in state.drawn],
        "piles": [
            {"cards": len(pile), "tricks": tricks, **score.to_json()}
            for pile, tricks, score in zip(state.piles, state.tricks, sides, strict=True)
        ],
        "declarations": [
            {**one.to_json(), "counted": sides[side_of(state, one.seat)].is_counted}
            for one in state.declarations
        ],
        "called_out": state.called_out,
        "legal": _legal_json(state) if viewer == state.turn else [],
        "must_follow": _must_follow(state) if viewer == state.turn else None,
        "last_move": state.last_move.to_json() if state.last_move else None,
    }


def _legal_json(state: State) -> list[Json]:
    if not state.rules.signals:
        return [{"card": card.text} for card in _playable(state)]
    return [
        {"card": card.text, "signals": [signal.value for signal in signals(state, card)]}
        for card in _playable(state)
    ]


def _must_follow(state: State) -> str | None:
    """The suit that the seat to move holds and must play (4.2); None when any card may go."""
    suit = led_suit(state.trick)
    if suit is None or all(card.suit is not suit for card in _playable(state)):
        return None
    return str(suit.value)


# Scoring


@dataclass(frozen=True, slots=True)
class Score:
    """What a side has made in a deal, at its end or so far (5 and 6)."""

    thirds: int
    declared: tuple[Declaration, ...]
    declaration_min_thirds: int

    @property
    def card_points(self) -> int:
        """Rule 5.3."""
        return self.thirds // POINT

    @property
    def declaration_points(self) -> int:
        """Rule 6.4, whether they count or not."""
        return sum(declaration.points for declaration in self.declared)

    @property
    def is_counted(self) -> bool:
        """Rule 6.9: whether declarations of this side count."""
        return self.thirds >= self.declaration_min_thirds

    @property
    def points(self) -> int:
        return self.card_points + self.declaration_points * self.is_counted

    def to_json(self) -> dict[str, Json]:
        return {
            "thirds": self.thirds,
            "declared": self.declaration_points,
            "counted": self.is_counted,
            "points": self.points,
        }


def scores(state: State) -> tuple[Score, ...]:
    """Each side's score of the deal at this instant."""
    return tuple(score_of(state, side) for side in range(len(state.piles)))


def score_of(state: State, side: Side) -> Score:
    declared = tuple(
        declaration
        for declaration in state.declarations
        if side_of(state, declaration.seat) == side
    )
    return Score(state.thirds[side], declared, state.rules.declaration_min_thirds)


def outcome(state: State) -> Outcome | None:
    """A deal that was played out, or that ended when a side was out."""
    if state.turn is not None:
        return None
    reason = "played_out" if state.called_out is None else "called_out"
    points = tuple(score.points for score in scores(state))
    sheet: dict[str, Json] = {
        "ended": reason,
        "rows": _rows(state),
        "piles": [texts(pile) for pile in state.piles],
    }
    return Outcome(reason, points, sheet)


def _rows(state: State) -> list[Json]:
    """Three rows of thirds, what they come to, and the declarations."""
    sides = scores(state)
    aces = [sum(card.rank == ACE for card in pile) for pile in state.piles]
    others = [sum(thirds(card) == 1 for card in pile) for pile in state.piles]
    last = [int(_has_last_trick(state, side)) for side in range(len(sides))]
    rows: list[Json] = [
        {"category": "aces", "counts": aces, "thirds": [POINT * count for count in aces]},
        {"category": "others", "counts": others, "thirds": others},
        {"category": "last_trick", "counts": last, "thirds": [POINT * count for count in last]},
        {
            "category": "cards",
            "thirds": [score.thirds for score in sides],
            "dropped": [score.thirds % POINT for score in sides],
            "points": [score.card_points for score in sides],
        },
    ]
    if state.rules.declarations:
        rows.append(_declarations_row(sides))
    return rows


def _has_last_trick(state: State, side: Side) -> bool:
    last = state.last_trick
    return last is not None and last.is_last and side_of(state, last.winner) == side


def _declarations_row(sides: Sequence[Score]) -> dict[str, Json]:
    return {
        "category": "declarations",
        "declared": [score.declaration_points for score in sides],
        "counted": [score.is_counted for score in sides],
        "points": [score.declaration_points * score.is_counted for score in sides],
        "declarations": [
            [declaration.to_json() for declaration in score.declared] for score in sides
        ],
    }
