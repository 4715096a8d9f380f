"""What aces, twos and threes held together are worth in Tressette (*accusi*).

Rule numbers are those of docs/rules/tressette.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card, Suit, parse_card, texts
from games.engine.core import Json, Seat

HONOURS = (1, 2, 3)

THREE = 3
FOUR = 4
FOURTH = 1
NAPOLETANA = 3


class Combination(StrEnum):
    """Three or four of one rank, the fourth that came later, or ace, two and three of a suit."""

    BONGIOCO = "bongioco"
    FOURTH = "fourth"
    NAPOLETANA = "napoletana"


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a seat has declared. `cards` is all that its words give away."""

    seat: Seat
    kind: Combination
    cards: tuple[Card, ...]
    missing: Card | None
    """Of a bongioco of three, the card that would make it four."""
    points: int

    def to_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "kind": self.kind.value,
            "cards": texts(self.cards),
            "missing": self.missing.text if self.missing else None,
            "points": self.points,
        }


def new_declarations(
    seat: Seat, holding: Sequence[Card], earlier: Sequence[Declaration]
) -> tuple[Declaration, ...]:
    """What a seat that lays a card of `holding` declares now, after its `earlier` ones (6.2-6.6).

    >>> from games.engine.cards import parse_cards
    >>> first = new_declarations(0, parse_cards("1D 1C 1S 7B"), ())
    >>> [(d.kind.value, d.missing, d.points) for d in first]
    [('bongioco', 1B, 3)]
    >>> later = new_declarations(0, parse_cards("1C 1S 1B 7B"), first)
    >>> [(d.kind.value, d.cards, d.points) for d in later]
    [('fourth', (1B,), 1)]
    """
    held = [card for card in holding if card.rank in HONOURS]
    if len(held) < THREE:
        return ()
    mine = [declaration for declaration in earlier if declaration.seat == seat]
    return (*_of_ranks(seat, held, mine), *_of_suits(seat, held, mine))


def _of_ranks(
    seat: Seat, held: Sequence[Card], mine: Sequence[Declaration]
) -> Iterator[Declaration]:
    for rank in HONOURS:
        cards = tuple(sorted(card for card in held if card.rank == rank))
        if len(cards) < THREE:
            continue
        before = [
            declaration
            for declaration in mine
            if declaration.kind is not Combination.NAPOLETANA and declaration.cards[0].rank == rank
        ]
        if not before:
            yield _bongioco(seat, cards)
        elif (fourth := before[-1].missing) in cards:
            assert fourth is not None
            yield Declaration(seat, Combination.FOURTH, (fourth,), None, FOURTH)


def _bongioco(seat: Seat, cards: tuple[Card, ...]) -> Declaration:
    """Rule 6.2: all four, or three with the name of the one that is missing."""
    if len(cards) == len(Suit):
        return Declaration(seat, Combination.BONGIOCO, cards, None, FOUR)
    (suit,) = set(Suit) - {card.suit for card in cards}
    missing = parse_card(f"{cards[0].rank}{suit.value}")
    return Declaration(seat, Combination.BONGIOCO, cards, missing, THREE)


def _of_suits(
    seat: Seat, held: Sequence[Card], mine: Sequence[Declaration]
) -> Iterator[Declaration]:
    """Rule 6.3."""
    declared = {
        declaration.cards[0].suit
        for declaration in mine
        if declaration.kind is Combination.NAPOLETANA
    }
    for suit in Suit:
        cards = tuple(sorted(card for card in held if card.suit is suit))
        if len(cards) == len(HONOURS) and suit not in declared:
            yield Declaration(seat, Combination.NAPOLETANA, cards, None, NAPOLETANA)
