"""Which cards there are, and their text form, which ends every symbol's id."""

from collections.abc import Iterator
from enum import StrEnum


class Suit(StrEnum):
    COINS = "D"
    CUPS = "C"
    SWORDS = "S"
    BATONS = "B"


FANTE, CAVALLO, RE = 8, 9, 10
NUMERALS = range(1, 8)
RANKS = range(1, 11)

CARD_WIDTH, CARD_HEIGHT = 200, 320
CENTRE_X, CENTRE_Y = CARD_WIDTH / 2, CARD_HEIGHT / 2


def card_text(rank: int, suit: Suit) -> str:
    return f"{rank}{suit}"


def every_card() -> Iterator[tuple[int, Suit]]:
    return ((rank, suit) for suit in Suit for rank in RANKS)
