"""Which cards of the layout a played card takes, in games where equal cards and sums are taken.

Rule numbers are those of docs/rules/scopa.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import Card


def capture_value(card: Card) -> int:
    """Rule 1.4."""
    return card.rank


def captures(card: Card, layout: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every set of cards that `card` may take: one equal card if there is one, else any sum.

    Each set is sorted by card; the sets by number of cards, then by cards (rules 3.3 to 3.7).

    >>> from games.engine.cards import parse_card, parse_cards
    >>> captures(parse_card("7D"), parse_cards("4D 3C 6S 1B"))
    ((4D, 3C), (6S, 1B))
    >>> captures(parse_card("7D"), parse_cards("4D 3C 7S"))
    ((7S,),)
    """
    return equal_cards(card, layout) or sums(capture_value(card), layout)


def equal_cards(card: Card, layout: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Rules 3.3 and 3.4."""
    value = capture_value(card)
    return tuple((other,) for other in sorted(layout) if capture_value(other) == value)


def sums(total: int, layout: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every set of cards of the layout that is worth `total` (rule 3.5)."""
    partial: list[tuple[int, tuple[Card, ...]]] = [(0, ())]
    for card in sorted(layout):
        value = capture_value(card)
        room = total - value
        partial += [(worth + value, (*taken, card)) for worth, taken in partial if worth <= room]
    return tuple(sorted((taken for worth, taken in partial if worth == total), key=_canonical))


def _canonical(taken: tuple[Card, ...]) -> tuple[int, tuple[Card, ...]]:
    return len(taken), taken
