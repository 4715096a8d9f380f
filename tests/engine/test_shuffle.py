"""The shuffle that anybody can repeat: vectors, and what it must never do."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import ITALIAN_DECK
from games.engine.registry import GAMES
from games.engine.shuffle import SEED_BYTES, attempt_seed, commitment, joined, shuffled
from tests.engine import verify_deal
from tests.engine.vectors import VECTORS, Vector, table

ZERO = bytes(SEED_BYTES)
COUNTING = bytes(range(SEED_BYTES))
PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"

program = verify_deal.load()
seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
entropies = st.lists(st.binary(max_size=32), min_size=2, max_size=4)


def by_the_letter(seed: bytes, entropy: bytes, match: int, deal: int, size: int) -> list[int]:
    """The procedure as docs/protocol.md describes it, written out without any code of ours."""
    deck = list(range(size))
    words, _ = used_words(seed, entropy, match, deal, size)
    for last, word in zip(reversed(range(1, size)), words, strict=True):
        chosen = word % (last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


def used_words(
    seed: bytes, entropy: bytes, match: int, deal: int, size: int
) -> tuple[list[int], int]:
    """The word for each exchange, and how many were rejected on the way."""
    suffix = match.to_bytes(8, "big") + deal.to_bytes(4, "big")
    stream = b"".join(
        hmac.new(seed, entropy + suffix + counter.to_bytes(4, "big"), hashlib.sha256).digest()
        for counter in range(size)
    )
    drawn = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    used, rejected = [], 0
    for last in reversed(range(1, size)):
        while (word := drawn.pop(0)) // (last + 1) == 2**32 // (last + 1):
            rejected += 1
        used.append(word)
    return used, rejected


# --- the vectors ---------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_the_engine_gives_what_the_vectors_say(vector: Vector) -> None:
    assert commitment(vector.seed) == vector.commitment
    assert joined(vector.entropies) == vector.joined
    seed = attempt_seed(vector.seed, vector.attempt)
    assert seed == vector.attempt_seed
    deck = GAMES[vector.game].deck
    order = shuffled(deck, seed, match=vector.match, deal=vector.deal, entropy=vector.joined)
    assert tuple(map(str, order)) == vector.order


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_the_program_to_keep_gives_what_the_vectors_say(vector: Vector) -> None:
    assert program.commitment(vector.seed) == vector.commitment
    assert program.joined(vector.entropies) == vector.joined
    seed = program.attempt_seed(vector.seed, vector.attempt)
    assert seed == vector.attempt_seed
    deck = program.DECKS[vector.game]
    order = program.shuffled(deck, seed, vector.match, vector.deal, vector.joined)
    assert tuple(order) == vector.order


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_the_vectors_are_those_of_the_written_procedure(vector: Vector) -> None:
    assert hashlib.sha256(vector.seed).hexdigest() == vector.commitment
    again = vector.attempt.to_bytes(4, "big")
    seed = vector.seed
    if vector.attempt:
        seed = hmac.new(seed, b"redeal" + again, hashlib.sha256).digest()
    assert seed == vector.attempt_seed
    deck = [str(card) for card in GAMES[vector.game].deck]
    order = by_the_letter(seed, vector.joined, vector.match, vector.deal, len(deck))
    assert [deck[card] for card in order] == list(vector.order)


def test_the_vectors_try_every_branch() -> None:
    assert {len(vector.order) for vector in VECTORS} == {40, 54}
    assert {vector.attempt for vector in VECTORS} == {0, 1, 2}
    assert {len(vector.entropies) for vector in VECTORS} == {2, 3, 4}
    assert any(vector.joined == b"" for vector in VECTORS)
    assert any(vector.joined and b"" in vector.entropies for vector in VECTORS)
    assert any(
        used_words(v.attempt_seed, v.joined, v.match, v.deal, len(v.order))[1] for v in VECTORS
    )


def test_the_document_lists_the_vectors_as_they_are() -> None:
    """`python -m tests.engine.vectors` prints what must stand there."""
    assert table() in PROTOCOL.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_program_knows_the_deck_of_every_game(game: str) -> None:
    assert program.DECKS[game] == [str(card) for card in GAMES[game].deck]


# --- the procedure -------------------------------------------------------------------------------


@given(
    seed=seeds,
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


@given(
    seed=seeds,
    given=entropies,
    match=st.integers(0, 2**63 - 1),
    deal=st.integers(1, 1000),
    attempt=st.integers(0, 20),
)
def test_engine_and_program_agree_on_everything(
    seed: bytes, given: list[bytes], match: int, deal: int, attempt: int
) -> None:
    entropy = joined(given)
    assert program.joined(given) == entropy
    again = attempt_seed(seed, attempt)
    assert program.attempt_seed(seed, attempt) == again
    order = shuffled(range(54), again, match=match, deal=deal, entropy=entropy)
    assert program.shuffled(range(54), again, match, deal, entropy) == list(order)


@given(one=entropies, other=entropies)
def test_what_seats_give_is_joined_without_ambiguity(one: list[bytes], other: list[bytes]) -> None:
    """Nobody can give bytes that look like other bytes of several seats."""
    is_same = one == other or not (any(one) or any(other))
    if len(one) == len(other):
        assert (joined(one) == joined(other)) == is_same


def test_another_match_deal_entropy_or_seed_gives_another_order() -> None:
    orders = {
        shuffled(ITALIAN_DECK, COUNTING, match=1, deal=1),
        shuffled(ITALIAN_DECK, COUNTING, match=2, deal=1),
        shuffled(ITALIAN_DECK, COUNTING, match=1, deal=2),
        shuffled(ITALIAN_DECK, COUNTING, match=1, deal=1, entropy=b"0"),
        shuffled(ITALIAN_DECK, ZERO, match=1, deal=1),
        shuffled(ITALIAN_DECK, attempt_seed(COUNTING, 1), match=1, deal=1),
        shuffled(ITALIAN_DECK, attempt_seed(COUNTING, 2), match=1, deal=1),
    }
    assert len(orders) == 7


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="bytes"):
        shuffled(ITALIAN_DECK, bytes(size), match=1, deal=1)
