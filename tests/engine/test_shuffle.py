"""The shuffle that anybody can repeat: vectors, and what it must never do."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import ITALIAN_DECK
from games.engine.shuffle import SEED_BYTES, commitment, shuffled

ZERO = bytes(SEED_BYTES)
COUNTING = bytes(range(SEED_BYTES))

VECTORS = [
    # seed, client entropy, match, deal, the deck
    (
        ZERO,
        b"",
        1,
        1,
        (
            "8C 1S 9B 9S 5C 2D 6B 6D 4C 6C 7C 7D 2C 8S 5B 8B 5S 5D 1B 4D "
            "2B 3D 10D 9D 1C 10C 10B 6S 10S 9C 7S 3B 2S 8D 3C 3S 7B 1D 4B 4S"
        ),
    ),
    (
        COUNTING,
        b"",
        1,
        1,
        (
            "6D 8D 2C 8C 7B 7S 2D 1B 8S 9B 7C 8B 4C 3C 10S 7D 3D 5C 1D 9C "
            "2S 6C 4B 1C 2B 1S 4S 5S 6S 9S 9D 10D 3B 5B 3S 6B 5D 10C 4D 10B"
        ),
    ),
    (
        COUNTING,
        b"settebello",
        2**40,
        12,
        (
            "3B 3D 2C 8C 9D 8D 3C 2D 7C 1C 9S 8B 5D 10B 4D 2B 10D 7S 9B 3S "
            "7B 6C 6S 2S 5S 1S 1D 6D 5C 4S 6B 10S 8S 4C 9C 7D 5B 10C 4B 1B"
        ),
    ),
]


@pytest.mark.parametrize(("seed", "entropy", "match", "deal", "deck"), VECTORS)
def test_vectors(seed: bytes, entropy: bytes, match: int, deal: int, deck: str) -> None:
    order = shuffled(ITALIAN_DECK, seed, match=match, deal=deal, entropy=entropy)
    assert " ".join(map(str, order)) == deck


def test_commitments() -> None:
    assert commitment(ZERO) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment(COUNTING) == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


def by_the_letter(seed: bytes, entropy: bytes, match: int, deal: int, size: int) -> list[int]:
    """The procedure as the module describes it, written out without its code."""
    suffix = match.to_bytes(8, "big") + deal.to_bytes(4, "big")
    stream = b"".join(
        hmac.new(seed, entropy + suffix + counter.to_bytes(4, "big"), hashlib.sha256).digest()
        for counter in range(size)
    )
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    deck = list(range(size))
    for last in reversed(range(1, size)):
        while (word := words.pop(0)) // (last + 1) == 2**32 // (last + 1):
            pass
        chosen = word % (last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


@given(
    seed=st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    entropy=st.binary(max_size=64),
    match=st.integers(0, 2**63 - 1),
    deal=st.integers(1, 1000),
    size=st.sampled_from([2, 40, 54]),
)
def test_the_order_is_that_of_the_written_procedure(
    seed: bytes, entropy: bytes, match: int, deal: int, size: int
) -> None:
    order = shuffled(range(size), seed, match=match, deal=deal, entropy=entropy)
    assert list(order) == by_the_letter(seed, entropy, match, deal, size)
    assert sorted(order) == list(range(size))


def test_another_match_deal_entropy_or_seed_gives_another_order() -> None:
    orders = {
        shuffled(ITALIAN_DECK, COUNTING, match=1, deal=1),
        shuffled(ITALIAN_DECK, COUNTING, match=2, deal=1),
        shuffled(ITALIAN_DECK, COUNTING, match=1, deal=2),
        shuffled(ITALIAN_DECK, COUNTING, match=1, deal=1, entropy=b"0"),
        shuffled(ITALIAN_DECK, ZERO, match=1, deal=1),
    }
    assert len(orders) == 5


def test_every_card_comes_first_about_equally_often() -> None:
    first = Counter(shuffled(ITALIAN_DECK, COUNTING, match=1, deal=deal)[0] for deal in range(4000))
    expected = 4000 / 40
    chi_square = sum((first[card] - expected) ** 2 / expected for card in ITALIAN_DECK)
    assert chi_square < 73  # 39 degrees of freedom, one in a thousand; the seed is fixed


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="bytes"):
        shuffled(ITALIAN_DECK, bytes(size), match=1, deal=1)
