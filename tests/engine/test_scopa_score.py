"""What a deal is worth under each rule set, and a second way of counting it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import ITALIAN_DECK, Card, parse_cards
from games.engine.primiera import primiera
from games.engine.scopa_rules import (
    ESCOBA,
    PRESETS,
    SCOPA15,
    STARGAMES,
    TOURNAMENT,
    MissingSuits,
    Rules,
    Ties,
)
from games.engine.scopa_score import Row, score

LOW = "1D 2D 3D 4D 5D 1C 2C 3C 4C 5C 1S 2S 3S 4S 5S 1B 2B 3B 4B 5B"
COINS = "1D 2D 3D 4D 5D 6D 7D 8D 9D 10D"
NO_BATONS = "1D 2D 3D 4D 7C 8C 9C 10C 1S 2S 3S 4S 5S 6S 7S 8S 9S 10S"
"""The rest has no swords: the primiera is 58 to 60."""

SCORES = [
    # rule, rule sets, pile of side 0 (side 1 has the rest), category, counts, points
    ("6.1", (STARGAMES, ESCOBA, SCOPA15), "1D", "cards", (1, 39), (0, 1)),
    ("6.1-level", (STARGAMES, ESCOBA), LOW, "cards", (20, 20), (0, 0)),
    ("6.1-level", (SCOPA15,), LOW, "cards", (20, 20), (1, 1)),
    ("6.2", (STARGAMES, ESCOBA, SCOPA15), "1D 2D 3D 4D", "coins", (4, 6), (0, 1)),
    ("6.2-level", (STARGAMES, ESCOBA), LOW, "coins", (5, 5), (0, 0)),
    ("6.2-level", (SCOPA15,), LOW, "coins", (5, 5), (1, 1)),
    ("6.2-nine", (SCOPA15,), "1D 2D 3D 4D 5D 6D 7D 8D 9D", "coins", (9, 1), (1, 0)),
    ("6.2-all-ten", (STARGAMES, ESCOBA), COINS, "coins", (10, 0), (1, 0)),
    ("6.2-all-ten", (SCOPA15,), COINS, "coins", (10, 0), (2, 0)),
    ("6.2-all-ten-of-the-others", (SCOPA15,), "1C", "coins", (0, 10), (0, 2)),
    ("6.3", (STARGAMES, ESCOBA, SCOPA15), "7D", "settebello", (1, 0), (1, 0)),
    ("6.5", (STARGAMES, ESCOBA), LOW, "primiera", (64, 84), (0, 1)),
    ("6.5", (SCOPA15,), LOW, "primiera", (64, 84), (0, 2)),
    ("6.5-level", (STARGAMES, ESCOBA, SCOPA15), "7D 7C 6S 6B", "primiera", (78, 78), (0, 0)),
    ("6.6-three-sevens", (STARGAMES, ESCOBA), "7D 7C 7S", "primiera", (63, 75), (0, 1)),
    ("6.6-three-sevens", (SCOPA15,), "7D 7C 7S", "primiera", (63, 75), (0, 2)),
    ("6.6-more-suits", (STARGAMES, ESCOBA), f"{COINS} 7C", "primiera", (42, 60), (0, 1)),
    ("6.7-more-suits-but-both-void", (SCOPA15,), f"{COINS} 7C", "primiera", (42, 60), (0, 0)),
    ("6.7", (STARGAMES, ESCOBA), NO_BATONS, "primiera", (58, 60), (0, 1)),
    ("6.7-both-void", (SCOPA15,), NO_BATONS, "primiera", (58, 60), (0, 0)),
    ("6.6-nothing", (STARGAMES, ESCOBA), "", "primiera", (0, 84), (0, 1)),
    ("6.6-nothing", (SCOPA15,), "", "primiera", (0, 84), (0, 2)),
]


def rows_of(rules: Rules, mine: Sequence[Card]) -> dict[str, Row]:
    theirs = [card for card in ITALIAN_DECK if card not in mine]
    rows = score(rules, [mine, theirs], [(), ()], [None, None])
    return {row.category: row for row in rows}


@pytest.mark.parametrize(
    ("rules", "pile", "category", "counts", "points"),
    [(rules, *row[2:]) for row in SCORES for rules in row[1]],
    ids=[f"{row[0]}-{rules.name}" for row in SCORES for rules in row[1]],
)
def test_a_category_is_scored(
    rules: Rules, pile: str, category: str, counts: tuple[int, int], points: tuple[int, int]
) -> None:
    row = rows_of(rules, parse_cards(pile))[category]
    assert (row.counts, row.points) == (counts, points)


def test_6_6_the_sheet_of_scopa_di_15_says_which_primiera_is_void() -> None:
    detail = rows_of(SCOPA15, parse_cards(NO_BATONS))["primiera"].detail
    assert detail["void"] == [True, True]
    assert detail["values"] == [[16, 21, 21, None], [21, 18, None, 21]]
    assert rows_of(SCOPA15, parse_cards("7D 7C 7S"))["primiera"].detail["void"] == [True, False]
    assert "void" not in rows_of(ESCOBA, parse_cards(NO_BATONS))["primiera"].detail


# The same once more, from the definitions

PRIME = {1: 16, 2: 12, 3: 13, 4: 14, 5: 15, 6: 18, 7: 21, 8: 10, 9: 10, 10: 10}


def best_by_sorting(pile: Sequence[Card]) -> list[int]:
    """The value of the best card of each suit that the pile has."""
    in_order = sorted(pile, key=lambda card: PRIME[card.rank])
    return list({card.suit: PRIME[card.rank] for card in in_order}.values())


def divided(worth: int, had: Sequence[int], each: int) -> list[int]:
    mine, theirs = had
    if mine == theirs:
        return [each, each]
    return [worth, 0] if mine > theirs else [0, worth]


def by_definition(rules: Rules, mine: Sequence[Card], theirs: Sequence[Card]) -> list[list[int]]:
    """Points for cards, coins, settebello and primiera."""
    each = 1 if rules.ties is Ties.ONE_EACH else 0
    coins = [sum(card.text.endswith("D") for card in pile) for pile in (mine, theirs)]
    best = [best_by_sorting(pile) for pile in (mine, theirs)]
    if rules.missing_suits is MissingSuits.VOID:
        worth = [sum(values) if len(values) == 4 else 0 for values in best]
    else:
        worth = [1000 * len(values) + sum(values) for values in best]
    return [
        divided(1, [len(mine), len(theirs)], each),
        divided(rules.all_coins_points if 10 in coins else 1, coins, each),
        [int("7D" in map(str, mine)), int("7D" in map(str, theirs))],
        divided(rules.primiera_points, worth, 0),
    ]


piles_that_may_lack_suits = st.builds(
    lambda cards, suits: [card for card in cards if card.suit.value in suits],
    st.lists(st.sampled_from(ITALIAN_DECK), unique=True),
    st.sampled_from(["DCSB", "DCS", "DC", "D", "CSB", "B"]),
)


@pytest.mark.parametrize(
    "rules",
    [
        *PRESETS.values(),
        replace(TOURNAMENT, ties=Ties.ONE_EACH, primiera_points=2),
        replace(SCOPA15, missing_suits=MissingSuits.MORE_SUITS_WIN, ties=Ties.NOBODY),
        replace(ESCOBA, missing_suits=MissingSuits.VOID, all_coins_points=2),
    ],
    ids=["scopa", "scopa-stargames", "escoba", "scopa15", "custom-1", "custom-2", "custom-3"],
)
@given(mine=piles_that_may_lack_suits)
def test_the_score_is_that_of_the_definitions(rules: Rules, mine: list[Card]) -> None:
    theirs = [card for card in ITALIAN_DECK if card not in mine]
    rows = score(rules, [mine, theirs], [(), ()], [None, None])
    assert [list(row.points) for row in rows][1:] == by_definition(rules, mine, theirs)


@given(pile=st.lists(st.sampled_from(ITALIAN_DECK), unique=True))
def test_the_primiera_is_that_found_by_sorting(pile: list[Card]) -> None:
    best = primiera(pile)
    assert (best.suits, best.total) == (len(best_by_sorting(pile)), sum(best_by_sorting(pile)))
    assert primiera(pile[::-1]) == best
