"""Backs: a field of one repeated figure, a ruled frame, a medallion with the eight-pointed star."""

from collections.abc import Callable
from dataclasses import dataclass

from artwork.cards import CENTRE_X, CENTRE_Y
from artwork.geometry import star
from artwork.palette import CARD_EDGE
from artwork.svg import Colour, Point, Svg, circle, element, flat, number, placed, rect

MEDALLION_RADIUS = 40
_CLEARANCE = 8


@dataclass(frozen=True)
class BackColours:
    paper: Colour
    field: Colour
    figure: Colour
    rule: Colour


def _staggered(pitch_x: float, pitch_y: float, columns: int, rows: int) -> list[Point]:
    """Alternate rows shifted by half a pitch, symmetrical about the middle of the card, none
    under the medallion."""
    points = []
    for row in range(-rows, rows + 1):
        shift = 0 if row % 2 == 0 else 0.5
        count = columns if row % 2 == 0 else columns - 1
        for column in range(-columns, count + 1):
            x, y = (column + shift) * pitch_x, row * pitch_y
            if x * x + y * y > (MEDALLION_RADIUS + _CLEARANCE) ** 2:
                points.append((CENTRE_X + x, CENTRE_Y + y))
    return points


def lozenges(colour: Colour) -> Svg:
    marks = (
        f"M{number(x)} {number(y - 8)}l5.5 8l-5.5 8l-5.5-8Z" for x, y in _staggered(18, 13, 4, 10)
    )
    return flat("".join(marks), colour)


def small_stars(colour: Colour) -> Svg:
    marks = (star(4, 7.4, 2.6, centre) for centre in _staggered(24, 16, 3, 8))
    return flat("".join(marks), colour)


def back(field: Callable[[Colour], Svg], colours: BackColours) -> Svg:
    emblem = (
        circle(0, 0, MEDALLION_RADIUS, colours.field)
        + flat(star(8, 32, 14), colours.rule)
        + circle(0, 0, 11, colours.field)
        + flat(star(4, 9, 3.4), colours.rule)
    )
    medallion = element(
        "circle", r=MEDALLION_RADIUS, fill="none", stroke=colours.rule, stroke_width=4
    )
    return (
        rect(1, 1, 198, 318, colours.paper, corner=13, outline=CARD_EDGE, ink=2)
        + rect(10, 10, 180, 300, colours.field, corner=8)
        + field(colours.figure)
        + rect(17, 17, 166, 286, "none", corner=5, outline=colours.rule, ink=3)
        + placed(emblem + medallion, CENTRE_X, CENTRE_Y)
    )
