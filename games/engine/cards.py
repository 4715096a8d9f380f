"""The Italian deck of forty cards, one object a card, and its text form (`7D`, `10C`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum


class Suit(Enum):
    """Declared in the order that sorts the deck; the value is the Italian initial."""

    COINS = "D"
    CUPS = "C"
    SWORDS = "S"
    BATONS = "B"


RANKS = range(1, 11)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the forty objects of ITALIAN_DECK; `parse_card` finds it.

    Nobody else makes a Card: equality is identity, which keeps states cheap to compare and hash.
    """

    id: int
    rank: int
    suit: Suit
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def __lt__(self, other: Card) -> bool:
        return self.id < other.id

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        # A copied or unpickled card must be the same object again.
        return parse_card, (self.text,)


ITALIAN_DECK: tuple[Card, ...] = tuple(
    Card(len(RANKS) * suit_index + rank - 1, rank, suit, f"{rank}{suit.value}")
    for suit_index, suit in enumerate(Suit)
    for rank in RANKS
)

_BY_TEXT = {card.text: card for card in ITALIAN_DECK}


def parse_card(text: str) -> Card:
    """The card that `7D` names; raises ValueError for anything else."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"not a card: {text!r}") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards that `7D 10C` names, in that order; raises ValueError."""
    return tuple(parse_card(word) for word in text.split())


def texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]
