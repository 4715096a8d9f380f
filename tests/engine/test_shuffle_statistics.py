"""Whether every card comes to every place equally often: chi-square over seeded deals.

**What is tested.** N decks are shuffled and O(card, place) is counted: 40 × 40 cells, each with
E = N / 40.

* A cell: O is binomial, so (O − E)² / (E · 39/40) is chi-square with 1 degree of freedom.
* A card over all places, and a place over all cards: multinomial, so the sum of (O − E)² / E is
  chi-square with 39 degrees.
* The whole table: the counts come from permutations, whose covariance is that of independent
  cells projected on rows and columns that sum to zero, times 40/39; so 39/40 of the sum of
  (O − E)² / E is chi-square with 39² degrees.

**Critical values.** There are 1600 + 80 + 1 statistics, and they depend on each other. Bonferroni
holds whatever the dependence: if each is tested at ALPHA / 1681, a fair shuffle fails any of them
with probability ALPHA at most, 1 in 1,000. The seeds are fixed, so that the outcome never changes:
what passes once passes always. That the statistics do find faults is shown on crooked shuffles
which people really write.

200,000 decks in `bin/test --all`, else 20,000. With 200,000 a cell that is off by a tenth is found.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random

import pytest

from games.engine.shuffle import shuffled

CARDS = 40
ALPHA = 0.001
STATISTICS = CARDS * CARDS + 2 * CARDS + 1
CHUNK = 2_000

Table = Sequence[Sequence[int]]
"""By place, how often each card lay there."""


def survival(degrees: int, value: float) -> float:
    """The probability that chi-square with an odd number of degrees exceeds the value."""
    half = value / 2
    terms = (
        math.exp(k / 2 * math.log(half) - half - math.lgamma(k / 2 + 1))
        for k in range(1, degrees, 2)
    )
    return math.erfc(math.sqrt(half)) + math.fsum(terms)


@cache
def critical(degrees: int, probability: float = ALPHA / STATISTICS) -> float:
    """What chi-square exceeds with this probability, found by halving."""
    low, high = 0.0, 10.0 * degrees + 100.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if survival(degrees, middle) > probability else (low, middle)
    return high


def excesses(table: Table, decks: int) -> dict[str, float]:
    """The greatest statistic of each sort, as a part of its critical value: above 1 it fails."""
    expected = decks / CARDS
    terms = [[(count - expected) ** 2 / expected for count in row] for row in table]
    by_place = [sum(row) for row in terms]
    by_card = [sum(column) for column in zip(*terms, strict=True)]
    free = CARDS - 1
    return {
        "cell": max(map(max, terms)) * CARDS / free / critical(1),
        "place": max(by_place) / critical(free),
        "card": max(by_card) / critical(free),
        "table": sum(by_place) * free / CARDS / critical(free * free),
    }


def counted(decks: Iterator[Sequence[int]], count: int) -> Table:
    places: list[Counter[int]] = [Counter() for _ in range(CARDS)]
    while chunk := list(islice(decks, min(CHUNK, count))):
        count -= len(chunk)
        for place, column in zip(places, zip(*chunk, strict=True), strict=True):
            place.update(column)
    return [[place[card] for card in range(CARDS)] for place in places]


def ours() -> Iterator[Sequence[int]]:
    """Decks of the site: one seed a deal, with and without entropy of the seats."""
    number = 0
    while True:
        number += 1
        seed = hashlib.sha256(b"statistics %d" % number).digest()
        entropy = b"" if number % 2 else b"\x04anna\x05bruno"
        yield shuffled(range(CARDS), seed, match=number, deal=1 + number % 20, entropy=entropy)


def crooked(choose: Callable[[Random, int], int]) -> Iterator[Sequence[int]]:
    """Decks where each place in turn is exchanged with one that is chosen wrongly."""
    chance = Random(1)
    while True:
        deck = list(range(CARDS))
        for place in reversed(range(CARDS)):
            chosen = choose(chance, place)
            deck[place], deck[chosen] = deck[chosen], deck[place]
        yield deck


def test_every_card_comes_to_every_place_equally_often(is_long_run: bool) -> None:
    decks = 200_000 if is_long_run else 20_000
    table = counted(ours(), decks)
    assert sum(map(sum, table)) == decks * CARDS
    found = excesses(table, decks)
    assert max(found.values()) < 1, found


@pytest.mark.parametrize(
    "choose",
    [
        pytest.param(lambda chance, place: chance.randrange(CARDS), id="with-any-place"),
        pytest.param(lambda chance, place: chance.randrange(max(1, place)), id="never-with-itself"),
        pytest.param(lambda chance, place: chance.randrange(2**6) % (place + 1), id="uneven-rest"),
    ],
)
def test_a_crooked_shuffle_is_found(choose: Callable[[Random, int], int]) -> None:
    decks = 20_000
    found = excesses(counted(crooked(choose), decks), decks)
    assert found["table"] > 1
    assert found["cell"] > 1


@pytest.mark.parametrize(
    ("degrees", "probability", "value"),
    [(1, 0.05, 3.841), (1, 0.001, 10.828), (9, 0.01, 21.666), (39, 0.001, 72.055)],
)
def test_critical_values_are_those_of_the_tables(
    degrees: int, probability: float, value: float
) -> None:
    assert critical(degrees, probability) == pytest.approx(value, abs=0.001)
