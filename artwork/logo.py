"""The site's mark: the settebello, seven coins standing 2-3-2."""

from artwork.cards import CENTRE_X, CENTRE_Y
from artwork.geometry import star
from artwork.layouts import grid
from artwork.palette import CARD_EDGE, NEAPOLITAN
from artwork.svg import Svg, circle, document, element, flat, flat_circle, inked, placed, rect

_FELT, _FELT_EDGE = "#1f5b43", "#143c2c"
_GOLD = "#f6c02c"

# Whole pixels at a size of 16: each coin is 4 pixels wide and its edges fall on pixel edges.
_FAVICON_COINS = ((5, 3), (11, 3), (3, 8), (8, 8), (13, 8), (5, 13), (11, 13))
_CARD_COINS = grid((2, 3, 2), 63, 92, 1)


def favicon() -> Svg:
    coins = "".join(flat_circle(x, y, 2, _GOLD) for x, y in _FAVICON_COINS)
    return document([rect(0, 0, 16, 16, _FELT, corner=3), coins], "0 0 16 16")


def logo() -> Svg:
    """Two cards on a round of felt: a back, and before it the seven of coins."""
    felt = circle(160, 160, 154, _FELT) + element(
        "circle", cx=160, cy=160, r=154, fill="none", stroke=_FELT_EDGE, stroke_width=8
    )
    hidden = _card(
        rect(14, 14, 172, 292, "#1f4f86", corner=8)
        + rect(28, 28, 144, 264, "none", corner=4, outline=NEAPOLITAN.gold, ink=6)
    )
    shown = _card("".join(placed(_coin(), at.x, at.y, scale=at.scale) for at in _CARD_COINS))
    return document([felt, _laid(hidden, 142, 160, -16), _laid(shown, 174, 162, 8)], "0 0 320 320")


def _coin() -> Svg:
    return inked(
        circle(0, 0, 30, NEAPOLITAN.gold)
        + circle(0, 0, 20, NEAPOLITAN.red)
        + flat(star(8, 18, 9), NEAPOLITAN.gold),
        4,
    )


def _card(face: Svg) -> Svg:
    return rect(1, 1, 198, 318, NEAPOLITAN.paper, corner=16, outline=CARD_EDGE, ink=4) + face


def _laid(card: Svg, x: float, y: float, turn: float) -> Svg:
    centred = placed(card, -CENTRE_X, -CENTRE_Y)
    return placed(centred, x, y, turn, scale=0.78)
