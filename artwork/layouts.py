"""Where the signs of a numeral card stand.

Signs keep to a grid that is symmetrical about the middle of the card. The corner of the index
(x under 40 and y under 80) is left free; ranks differ in outline, not only in number: a seven is
2-3-2 or 3-1-3, never a longer six.
"""

from collections.abc import Mapping

from artwork.cards import CENTRE_X, CENTRE_Y, Suit
from artwork.svg import Placement


def grid(
    rows: tuple[int, ...], pitch_x: float, pitch_y: float, scale: float
) -> tuple[Placement, ...]:
    """`rows` counts the signs of each row; each row is centred on the card."""
    return tuple(
        Placement(
            CENTRE_X + pitch_x * (column - (count - 1) / 2),
            CENTRE_Y + pitch_y * (row - (len(rows) - 1) / 2),
            scale,
        )
        for row, count in enumerate(rows)
        for column in range(count)
    )


_COINS = {
    2: grid((1, 1), 0, 138, 1.36),
    3: grid((1, 2), 84, 132, 1.2),
    4: grid((2, 2), 72, 124, 1.06),
    5: grid((2, 1, 2), 66, 76, 0.92),
    6: grid((2, 2, 2), 66, 76, 0.92),
    7: grid((2, 3, 2), 60, 74, 0.9),
}
_CUPS = {
    2: grid((1, 1), 0, 140, 1.36),
    3: grid((1, 2), 80, 134, 1.18),
    4: grid((2, 2), 68, 128, 1),
    5: grid((2, 1, 2), 68, 84, 0.92),
    6: grid((2, 2, 2), 66, 84, 0.92),
    7: grid((2, 3, 2), 58, 84, 0.88),
}
_LONG = {
    2: grid((2,), 76, 0, 1.74),
    3: grid((1, 2), 84, 142, 1.12),
    4: grid((2, 2), 76, 144, 1.12),
    5: (*grid((2, 2), 90, 146, 1.08), *grid((1,), 0, 0, 1.08)),
    6: grid((3, 3), 46, 144, 1.06),
    7: grid((3, 1, 3), 50, 99, 0.8),
}

PIP_PLACEMENTS: Mapping[Suit, Mapping[int, tuple[Placement, ...]]] = {
    Suit.COINS: _COINS,
    Suit.CUPS: _CUPS,
    Suit.SWORDS: _LONG,
    Suit.BATONS: _LONG,
}
