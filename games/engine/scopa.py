"""Scopa for two under the tournament rules.

Three cards each and four face up; a played card takes an equal card or a sum from the layout
(3); taking the whole layout is a sweep (4); when all forty cards are played, the last to capture
takes what is left (5); cards, coins, settebello, primiera and sweeps are counted (6).
The numbers are those of docs/rules/scopa.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.engine.captures import captures
from games.engine.cards import ITALIAN_DECK, Card, Suit, parse_card, texts
from games.engine.core import (
    EVERYONE,
    WATCHER,
    Annulled,
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
from games.engine.primiera import Primiera, prime_value, primiera

name = "scopa"
deck = ITALIAN_DECK
finds_dealer = False

PACKET = 3
LAYOUT = 4
KING = 10
SETTEBELLO = parse_card("7D")


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set; each field cites its rule."""

    name: str
    version: int
    """Rises when a correction changes how a log replays."""
    seat_counts: tuple[int, ...]
    """1.1: how many may play."""
    target: int | None
    """7.1: points that win the match; None for a match of one deal."""
    redeal_kings_min: int | None
    """2.6: so many kings in the opening layout annul the deal; None: never."""
    last_play_sweep: bool
    """4.4: whether the last play of the deal can be a sweep."""


TOURNAMENT = Rules(
    name="scopa",
    version=1,
    seat_counts=(2,),
    target=11,
    redeal_kings_min=3,
    last_play_sweep=False,
)

presets: Mapping[str, Rules] = {TOURNAMENT.name: TOURNAMENT}

TARGETS = (None, 7, 11)


def parse_rules(data: Mapping[str, Any]) -> Rules:
    """Rules from JSON such as `{"target": 7}`; the rest is the preset's. Raises ValueError.

    Only the target may differ from the preset.
    """
    rule_set = data.get("name", TOURNAMENT.name)
    if rule_set not in list(presets):  # a list, because JSON may hold what cannot be hashed
        raise ValueError(f"no rule set of {name} is called {rule_set!r}")
    preset = presets[rule_set]
    unknown = data.keys() - rules_json(preset).keys()
    if unknown:
        raise ValueError(f"not a rule of {name}: {', '.join(sorted(unknown))}")
    target = data.get("target", preset.target)
    if isinstance(target, bool) or target not in TARGETS:
        raise ValueError(f"not a target of {name}: {target!r}")
    rules = replace(preset, target=target)
    for rule, value in rules_json(rules).items():
        if data.get(rule, value) != value:
            raise ValueError(f"{rule} of {rules.name} is {value!r}, not {data[rule]!r}")
    return rules


def rules_json(rules: Rules) -> dict[str, Json]:
    return {
        "name": rules.name,
        "version": rules.version,
        "seat_counts": list(rules.seat_counts),
        "target": rules.target,
        "redeal_kings_min": rules.redeal_kings_min,
        "last_play_sweep": rules.last_play_sweep,
    }


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
    """A deal. By seat: `hands`. By side: `piles`, and `sweeps`, the cards that made them."""

    rules: Rules
    dealer: Seat
    turn: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    layout: tuple[Card, ...]
    stock: tuple[Card, ...]
    """The next card to be served first."""
    piles: tuple[tuple[Card, ...], ...]
    sweeps: tuple[tuple[Card, ...], ...]
    last_capturer: Seat | None
    last_move: LastMove | None


def sides(rules: Rules, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Rule 1.1; raises ValueError."""
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
    """Three cards to each seat, the dealer last, then four face up (rules 2.4 and 2.6)."""
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
        last_capturer=None,
        last_move=None,
    )
    dealt = Notice("dealt", EVERYONE, {"dealer": dealer, "layout": texts(layout)})
    return Transition(state, (dealt,))


def is_annulled(rules: Rules, layout: Sequence[Card]) -> bool:
    """Rule 2.6."""
    kings = sum(card.rank == KING for card in layout)
    return rules.redeal_kings_min is not None and kings >= rules.redeal_kings_min


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
    """Each card of the hand with each of its captures; laid only if it has none (3.8, 3.9).

    Cards come in the order of the hand, captures in the order of `captures`.
    """
    if state.turn is None:
        return ()
    moves: list[Move] = []
    for card in state.hands[state.turn]:
        takes = captures(card, state.layout) or ((),)
        moves += [Move(card, take) for take in takes]
    return tuple(moves)


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
    """The leftmost card as the seat's screen shows its hand, else as it was dealt (8.3, 8.4)."""
    assert state.turn is not None
    leftmost = (hand_order or state.hands[state.turn])[0]
    takes = captures(leftmost, state.layout)
    return Move(leftmost, preferred(takes) if takes else ())


def preferred(takes: Sequence[tuple[Card, ...]]) -> tuple[Card, ...]:
    """The capture that is chosen for a silent seat (rule 8.4)."""
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
    assert state.turn is not None
    return [
        {"card": card.text, "captures": [texts(take) for take in captures(card, state.layout)]}
        for card in state.hands[state.turn]
    ]


# Scoring


@dataclass(frozen=True, slots=True)
class Row:
    """One category of the score sheet: what each side has of it, and the points for it."""

    category: str
    counts: tuple[int, ...]
    points: tuple[int, ...]
    detail: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        counts, points = list(self.counts), list(self.points)
        return {"category": self.category, "counts": counts, "points": points, **self.detail}


Piles = Sequence[Sequence[Card]]


def outcome(state: State) -> Outcome | None:
    if state.turn is not None:
        return None
    rows = score(state.piles, state.sweeps)
    points = tuple(sum(row.points[side] for row in rows) for side in range(len(state.piles)))
    sheet: dict[str, Json] = {
        "rows": [row.to_json() for row in rows],
        "piles": [texts(pile) for pile in state.piles],
    }
    return Outcome("played_out", points, sheet)


def score(piles: Piles, sweeps: Piles) -> tuple[Row, ...]:
    """The score sheet of a deal: piles and sweeping cards by side (rule 6)."""
    return (
        score_sweeps(sweeps),
        score_cards(piles),
        score_coins(piles),
        score_settebello(piles),
        score_primiera(piles),
    )


def score_sweeps(sweeps: Piles) -> Row:
    """Rule 4.1."""
    counts = tuple(map(len, sweeps))
    return Row("sweeps", counts, counts, {"cards": [texts(cards) for cards in sweeps]})


def score_cards(piles: Piles) -> Row:
    """Rule 6.1."""
    counts = tuple(map(len, piles))
    return Row("cards", counts, point_for_most(counts), {})


def score_coins(piles: Piles) -> Row:
    """Rule 6.2."""
    counts = tuple(sum(card.suit is Suit.COINS for card in pile) for pile in piles)
    return Row("coins", counts, point_for_most(counts), {})


def score_settebello(piles: Piles) -> Row:
    """Rule 6.3."""
    counts = tuple(int(SETTEBELLO in pile) for pile in piles)
    return Row("settebello", counts, counts, {})


def score_primiera(piles: Piles) -> Row:
    """Rules 6.4 to 6.7."""
    hands = [primiera(pile) for pile in piles]
    counts = tuple(hand.total for hand in hands)
    points = point_for_most([hand.worth for hand in hands])
    return Row("primiera", counts, points, _primiera_detail(hands))


def _primiera_detail(hands: Sequence[Primiera]) -> dict[str, Json]:
    return {
        "best": [[card.text if card else None for card in hand.best] for hand in hands],
        "values": [[prime_value(card) if card else None for card in hand.best] for hand in hands],
    }


def point_for_most(worths: Sequence[Any]) -> tuple[int, ...]:
    """One point to the side with the most; none when the greatest are equal."""
    most = max(worths)
    alone = worths.count(most) == 1
    return tuple(int(alone and worth == most) for worth in worths)
