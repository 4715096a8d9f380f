"""What a card may take, by the numbers of docs/rules: scopa.md, escoba.md and scopa15.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.captures import captures, fifteens
from games.engine.cards import ITALIAN_DECK, Card, parse_card, parse_cards

Captures: TypeAlias = Callable[[Card, Sequence[Card]], tuple[tuple[Card, ...], ...]]
Naive: TypeAlias = Callable[[Card, Sequence[Card]], set[frozenset[Card]]]

# rule, card, layout, what it may take
ROWS = [
    ("1.4-fante", "8D", "1C 7S", ["1C 7S"]),
    ("1.4-cavallo", "9D", "2C 7S", ["2C 7S"]),
    ("1.4-re", "10D", "3C 7S", ["3C 7S"]),
    ("3.3", "5D", "5C 9S", ["5C"]),
    ("3.4-two", "6S", "6D 6B 4C", ["6D", "6B"]),
    ("3.4-three", "5C", "5B 5D 5S", ["5D", "5S", "5B"]),
    ("3.5-two", "7D", "4D 3C 9B", ["4D 3C"]),
    ("3.5-four", "10C", "1D 2C 3S 4B", ["1D 2C 3S 4B"]),
    ("3.5-none", "1B", "2D 3C", []),
    ("3.6-in-order", "7D", "3S 6C 4B 1D 2D", ["1D 6C", "3S 4B", "1D 2D 4B"]),
    ("3.6-equal-ranks-differ", "3D", "1D 1C 2S 2B", ["1D 2S", "1D 2B", "1C 2S", "1C 2B"]),
    ("3.7-figure", "10S", "10C 4D 6D", ["10C"]),
    ("3.7-low", "4S", "4D 4B 1C 3S", ["4D", "4B"]),
    ("3.7-settebello-is-no-excuse", "9C", "9S 7D 2C", ["9S"]),
    ("3.8-nothing", "7S", "9D 8C", []),
    ("3.8-empty-layout", "7S", "", []),
]


@pytest.mark.parametrize(
    ("card", "layout", "takes"), [row[1:] for row in ROWS], ids=[r[0] for r in ROWS]
)
def test_a_card_takes(card: str, layout: str, takes: list[str]) -> None:
    found = captures(parse_card(card), parse_cards(layout))
    assert [" ".join(map(str, take)) for take in found] == takes


FIFTEENS = [
    ("3.11-the-example-of-the-ace", "1C", "2C 3S 8D 10B", []),
    ("3.11-one-card", "8C", "7D", ["7D"]),
    ("3.11-not-quite", "4D", "10C", []),
    ("3.11-whole-layout", "5D", "1D 2C 3S 4B", ["1D 2C 3S 4B"]),
    ("3.11-figures", "9D", "6C 5C", ["6C"]),
    ("3.11-empty-layout", "10D", "", []),
    ("3.12-equal-cards-take-nothing", "7C", "7D", []),
    ("3.12-equal-cards-among-others", "5C", "5D 10C", ["10C"]),
    ("3.12-three-fives", "5B", "5D 5C 5S", ["5D 5C", "5D 5S", "5C 5S"]),
    ("3.12-one-or-two-cards", "5C", "2C 3S 8D 10B", ["10B", "8D 2C"]),
    ("3.12-settebello-is-no-duty", "5B", "10C 7D 3S", ["10C", "7D 3S"]),
    ("3.12-any-of-equal-ranks", "10B", "5D 5C 5S", ["5D", "5C", "5S"]),
]


@pytest.mark.parametrize(
    ("card", "layout", "takes"), [row[1:] for row in FIFTEENS], ids=[r[0] for r in FIFTEENS]
)
def test_a_card_makes_fifteen(card: str, layout: str, takes: list[str]) -> None:
    found = fifteens(parse_card(card), parse_cards(layout))
    assert [" ".join(map(str, take)) for take in found] == takes


def by_trying_every_subset(card: Card, layout: Sequence[Card]) -> set[frozenset[Card]]:
    equal = {frozenset([other]) for other in layout if other.rank == card.rank}
    return equal or {
        frozenset(subset)
        for size in range(2, len(layout) + 1)
        for subset in combinations(layout, size)
        if sum(other.rank for other in subset) == card.rank
    }


def fifteens_by_trying_every_subset(card: Card, layout: Sequence[Card]) -> set[frozenset[Card]]:
    return {
        frozenset(subset)
        for size in range(1, len(layout) + 1)
        for subset in combinations(layout, size)
        if card.rank + sum(other.rank for other in subset) == 15
    }


WAYS = [(captures, by_trying_every_subset), (fifteens, fifteens_by_trying_every_subset)]

cards_and_layouts = st.lists(st.sampled_from(ITALIAN_DECK), min_size=1, max_size=11, unique=True)
of_both_kinds = pytest.mark.parametrize(("way", "naive"), WAYS, ids=["captures", "fifteens"])


@of_both_kinds
@given(cards=cards_and_layouts)
def test_captures_are_those_found_by_trying_every_subset(
    way: Captures, naive: Naive, cards: list[Card]
) -> None:
    card, *layout = cards
    found = way(card, layout)
    assert {frozenset(take) for take in found} == naive(card, layout)
    assert len(set(found)) == len(found)


@of_both_kinds
@given(cards=cards_and_layouts)
def test_the_order_of_the_layout_changes_nothing(
    way: Captures, naive: Naive, cards: list[Card]
) -> None:
    card, *layout = cards
    found = way(card, layout)
    assert way(card, layout[::-1]) == found
    assert sorted(found, key=lambda take: (len(take), [c.id for c in take])) == list(found)
    assert all(list(take) == sorted(take) for take in found)


@of_both_kinds
@given(cards=cards_and_layouts)
def test_a_capture_of_the_whole_layout_is_the_only_one(
    way: Captures, naive: Naive, cards: list[Card]
) -> None:
    card, *layout = cards
    found = way(card, layout)
    if any(len(take) == len(layout) for take in found):
        assert len(found) == 1


@pytest.mark.parametrize(
    ("card", "layout", "count"),
    [
        ("10D", "1D 2D 3D 3C 3S 3B 4D 5D 7D 8D", 25),  # the most that any layout allows
        ("10D", "6D 6C 6S 6B 9D 8D 7D 5D 4D 3D 2D 1D", None),  # the longest without a king
    ],
)
def test_long_layouts_are_enumerated(card: str, layout: str, count: int | None) -> None:
    found = captures(parse_card(card), parse_cards(layout))
    wanted = by_trying_every_subset(parse_card(card), parse_cards(layout))
    assert len(found) == len(wanted)
    assert count in {None, len(found)}


# Twenty cards may lie there when nobody could make fifteen (docs/rules/escoba.md, 5.3).
EVEN_CARDS = [card for card in ITALIAN_DECK if card.rank % 2 == 0]


def test_the_most_captures_that_the_longest_layout_allows() -> None:
    found = fifteens(parse_card("1D"), EVEN_CARDS)
    assert len(EVEN_CARDS) == 20
    assert len(found) == len(set(found)) == 324
    assert all(sum(card.rank for card in take) == 14 for take in found)
    assert list(found) == sorted(found, key=lambda take: (len(take), [card.id for card in take]))
