"""Which cards of the layout a played card takes.

Rule numbers are those of docs/rules: scopa.md for `captures`, escoba.md and scopa15.md for
`fifteens`. Each set of cards is sorted by card; the sets by number of cards, then by cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from games.engine.cards import Card

FIFTEEN = 15

_by_id = attrgetter("id")


def capture_value(card: Card) -> int:
    """Rule 1.4."""
    return card.rank


def captures(card: Card, layout: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every set of cards that `card` may take: one equal card if there is one, else any sum.

    Rules 3.3 to 3.7.

    >>> from games.engine.cards import parse_card, parse_cards
    >>> captures(parse_card("7D"), parse_cards("4D 3C 6S 1B"))
    ((4D, 3C), (6S, 1B))
    >>> captures(parse_card("7D"), parse_cards("4D 3C 7S"))
    ((7S,),)
    """
    return equal_cards(card, layout) or sums(capture_value(card), layout)


def fifteens(card: Card, layout: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every set of cards that makes fifteen together with `card` (rules 3.11 and 3.12).

    >>> from games.engine.cards import parse_card, parse_cards
    >>> fifteens(parse_card("5C"), parse_cards("2C 3S 8D 10B"))
    ((10B,), (8D, 2C))
    """
    return sums(FIFTEEN - capture_value(card), layout)


def equal_cards(card: Card, layout: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Rules 3.3 and 3.4."""
    value = capture_value(card)
    return tuple((other,) for other in sorted(layout, key=_by_id) if capture_value(other) == value)


def sums(total: int, layout: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every set of cards of the layout that is worth `total` (rules 3.5 and 3.11)."""
    # What a set still lacks, and its cards. From the last card to the first, the new sets before
    # the old: so sets of one size come in the order of their cards, and are sorted by size alone.
    partial: list[tuple[int, tuple[Card, ...]]] = [(total, ())]
    for card in sorted(layout, key=_by_id, reverse=True):
        value = capture_value(card)
        partial = [
            (lacking - value, (card, *taken)) for lacking, taken in partial if value <= lacking
        ] + partial
    return tuple(sorted((taken for lacking, taken in partial if not lacking), key=len))
