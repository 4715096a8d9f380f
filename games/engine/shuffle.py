"""The order of a deck, from secret and public bytes, in a way that anybody can repeat.

The procedure, in full, so that a verifier in another language prints the same deck:

1. Start from the deck in its own order (for the Italian deck 1D … 10D, 1C … 10C, S, B).
2. Block number `counter` = 0, 1, 2 … is HMAC-SHA256 with the server's seed as key over
   client entropy ‖ match (8 bytes) ‖ deal (4 bytes) ‖ counter (4 bytes), big-endian.
   Each block is eight words of 32 bits, big-endian, used in order.
3. For i from the last index down to 1: take the next word; while it is not below the greatest
   multiple of i + 1 in 2³², take the next; j = word mod (i + 1); exchange cards i and j.

The commitment, published before any client entropy is asked for, is SHA-256 of the server's seed.

The client entropy is what the browsers of all seats add (`joined`). A deal that the rules annul is
dealt again from a seed derived from the sealed one (`attempt_seed`), with the same entropy.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

SEED_BYTES = 32

MAX_ENTROPY_BYTES = 32
"""What one seat may add."""

_WORDS = struct.Struct(">8I")
_WORD_SPAN = 1 << 32


def shuffled(
    deck: Sequence[Item], seed: bytes, *, match: int, deal: int, entropy: bytes = b""
) -> tuple[Item, ...]:
    """The deck in the order that all the rest determines; raises ValueError for a short seed."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"the seed has {len(seed)} bytes, not {SEED_BYTES}")
    words = _words(seed, entropy + struct.pack(">QI", match, deal))
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        chosen = _below(last + 1, words)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def commitment(seed: bytes) -> str:
    """What is published of a seed before the deal, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def joined(entropies: Sequence[bytes]) -> bytes:
    """What all seats add, in their order, each preceded by its length in one byte; nothing if
    nobody adds anything."""
    if not any(entropies):
        return b""
    return b"".join(bytes([len(entropy)]) + entropy for entropy in entropies)


def attempt_seed(seed: bytes, attempt: int) -> bytes:
    """The seed of the deal (attempt 0), or of its repetition after so many annulled ones:
    HMAC-SHA256 with the sealed seed as key over "redeal" ‖ attempt (4 bytes, big-endian)."""
    if attempt == 0:
        return seed
    return hmac.digest(seed, b"redeal" + struct.pack(">I", attempt), "sha256")


def _words(seed: bytes, prefix: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed, prefix + struct.pack(">I", counter), "sha256")
        yield from _WORDS.unpack(block)
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A number below `bound`, every one equally likely: words of the uneven rest are rejected."""
    limit = _WORD_SPAN - _WORD_SPAN % bound
    return next(word for word in words if word < limit) % bound
