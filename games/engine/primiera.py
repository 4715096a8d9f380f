"""The primiera: the best card of each suit, and which of several is better.

Rule numbers are those of docs/rules/scopa.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.cards import Card, Suit

_PRIME_VALUES = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}


def prime_value(card: Card) -> int:
    """Rule 6.4."""
    return _PRIME_VALUES[card.rank]


@dataclass(frozen=True, slots=True)
class Primiera:
    """The best card of each suit in the order of Suit, None for a suit that the pile lacks."""

    best: tuple[Card | None, ...]

    @property
    def suits(self) -> int:
        return sum(card is not None for card in self.best)

    @property
    def total(self) -> int:
        return sum(prime_value(card) for card in self.best if card is not None)

    @property
    def worth(self) -> tuple[int, int]:
        """The greater wins: more suits first, then the sum (rules 6.5 to 6.7)."""
        return self.suits, self.total


def primiera(pile: Iterable[Card]) -> Primiera:
    """Rule 6.5.

    >>> from games.engine.cards import parse_cards
    >>> primiera(parse_cards("7D 10D 6C 1S 2S 10B")).total
    65
    """
    best: dict[Suit, Card] = {}
    for card in sorted(pile):
        rival = best.get(card.suit)
        if rival is None or prime_value(card) > prime_value(rival):
            best[card.suit] = card
    return Primiera(tuple(best.get(suit) for suit in Suit))
