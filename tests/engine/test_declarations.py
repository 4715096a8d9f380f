"""Honours held together, by the numbers of docs/rules/tressette.md."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import ITALIAN_DECK, Card, parse_card, parse_cards
from games.engine.declarations import Declaration, new_declarations


def words(declaration: Declaration) -> str:
    """`bongioco 1D 1C 1S (1B) +3`."""
    missing = f" ({declaration.missing})" if declaration.missing else ""
    cards = " ".join(map(str, declaration.cards))
    return f"{declaration.kind.value} {cards}{missing} +{declaration.points}"


HOLDINGS = [
    # rule, hand, what is declared from it
    ("6.2-three", "1D 1C 1S 4D", ["bongioco 1D 1C 1S (1B) +3"]),
    ("6.2-four", "2D 2C 2S 2B", ["bongioco 2D 2C 2S 2B +4"]),
    ("6.2-two-are-nothing", "1D 1C 2D 2S 3C 3S", []),
    ("6.2-honours-only", "10D 10C 10S 10B 7D 7C 7S 8D 8C 8S", []),
    ("6.3", "1S 2S 3S 4B", ["napoletana 1S 2S 3S +3"]),
    ("6.3-no-tail", "1D 2D 3D 10D 9D 8D 7D 6D 5D 4D", ["napoletana 1D 2D 3D +3"]),
    (
        "6.4-two",
        "1S 2S 3S 1B 2B 3B",
        ["napoletana 1S 2S 3S +3", "napoletana 1B 2B 3B +3"],
    ),
    (
        "6.4-one-card-in-two",
        "1C 2C 3C 3D 3B",
        ["bongioco 3D 3C 3B (3S) +3", "napoletana 1C 2C 3C +3"],
    ),
]


@pytest.mark.parametrize(
    ("hand", "declared"), [row[1:] for row in HOLDINGS], ids=[row[0] for row in HOLDINGS]
)
def test_what_is_declared_from_a_hand(hand: str, declared: list[str]) -> None:
    assert [words(one) for one in new_declarations(0, parse_cards(hand), ())] == declared


SEQUENCES = [
    # rule, the hands from which one seat lays a card, the points each time
    ("6.6-all-three-are-still-there", ["1D 1C 1S 7B", "1D 1C 1S 1B"], [3, 1]),
    ("6.6-two-are", ["1D 1C 1S 7B", "1C 1S 1B 7B"], [3, 1]),
    ("6.6-one-is", ["1D 1C 1S 7B", "1C 1S 7B 4D", "1S 1B 4D"], [3, 0, 0]),
    ("6.6-the-fourth-itself-is-laid", ["3D 3C 3S", "3C 3S 3B", "3C 3S"], [3, 1, 0]),
    ("6.7-four-once", ["1D 1C 1S 1B", "1C 1S 1B 2D"], [4, 0]),
    ("6.7-fourth-once", ["1D 1C 1S", "1D 1C 1S 1B", "1C 1S 1B"], [3, 1, 0]),
    ("6.7-three-once", ["1D 1C 1S 4D", "1D 1C 1S"], [3, 0]),
    ("6.7-napoletana-once", ["1S 2S 3S 4B", "1S 2S 3S"], [3, 0]),
    ("6.5-never-held-together", ["1D 2D 4S", "1D 3D 4S"], [0, 0]),
    ("6.4-two-by-one-draw", ["2D 3D 1C 1S 7B", "1D 2D 3D 1C 1S"], [0, 6]),
    ("6.7-ranks-apart", ["3D 3C 3S 2D 2C", "3C 3S 2D 2C 2S", "3C 3S 3B 2D 2C"], [3, 3, 1]),
]


@pytest.mark.parametrize(
    ("hands", "points"), [row[1:] for row in SEQUENCES], ids=[row[0] for row in SEQUENCES]
)
def test_what_is_declared_in_the_course_of_a_deal(hands: list[str], points: list[int]) -> None:
    assert played([parse_cards(hand) for hand in hands]) == points


def played(hands: Sequence[Sequence[Card]]) -> list[int]:
    """The points of each play of a seat that lays its cards from these hands."""
    earlier: tuple[Declaration, ...] = ()
    points = []
    for hand in hands:
        declared = new_declarations(0, hand, earlier)
        points.append(sum(one.points for one in declared))
        earlier += declared
    return points


def test_6_7_what_another_seat_declared_takes_nothing_away() -> None:
    theirs = new_declarations(1, parse_cards("1D 1C 1S 2D 3D"), ())
    mine = new_declarations(0, parse_cards("1B 1C 1S 2B 3B"), theirs)
    assert [one.points for one in mine] == [3, 3]


def test_the_most_that_ten_cards_can_declare() -> None:
    hand = parse_cards("1D 2D 3D 1C 2C 3C 1S 2S 3S 1B")
    assert sum(one.points for one in new_declarations(0, hand, ())) == 19


# A second opinion: each rank and each suit looked up in the whole history of a player's hands.


def by_history(hands: Sequence[Sequence[Card]]) -> list[int]:
    points = [0] * len(hands)
    for rank in (1, 2, 3):
        of_rank = [{card.text[-1] for card in hand if card.rank == rank} for hand in hands]
        first = next((n for n, suits in enumerate(of_rank) if len(suits) >= 3), None)
        if first is None:
            continue
        points[first] += len(of_rank[first])
        missing = set("DCSB") - of_rank[first]
        later = range(first + 1, len(hands))
        full = [n for n in later if missing and missing <= of_rank[n] and len(of_rank[n]) >= 3]
        if full:
            points[full[0]] += 1
    for suit in "DCSB":
        wanted = {parse_card(f"{rank}{suit}") for rank in (1, 2, 3)}
        complete = [n for n, hand in enumerate(hands) if wanted <= set(hand)]
        if complete:
            points[complete[0]] += 3
    return points


HONOURS = [card for card in ITALIAN_DECK if card.rank <= 3]


@given(st.permutations(HONOURS), st.integers(3, 8), st.randoms())
def test_declarations_are_those_found_in_the_whole_history(
    cards: list[Card], held: int, rng: random.Random
) -> None:
    """Honours only: a hand of `held`, then one laid and one drawn until none is left."""
    hand, stock = list(cards[:held]), list(cards[held:])
    hands = []
    while hand:
        hands.append(tuple(hand))
        hand.remove(rng.choice(hand))
        if stock:
            hand.append(stock.pop(0))
    assert played(hands) == by_history(hands)
