"""Path data computed rather than drawn: stars, petals, arcs. Angles in degrees, -90 points up."""

from collections.abc import Iterable
from math import cos, radians, sin

from artwork.svg import Point, number


def polar(radius: float, angle: float) -> Point:
    return radius * cos(radians(angle)), radius * sin(radians(angle))


def polygon(points: Iterable[Point]) -> str:
    return "M" + " ".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def star(points: int, outer: float, inner: float, centre: Point = (0, 0)) -> str:
    corners = (
        polar(inner if corner % 2 else outer, -90 + 180 * corner / points)
        for corner in range(2 * points)
    )
    return polygon((centre[0] + x, centre[1] + y) for x, y in corners)


def petals(count: int, start: float, length: float, half_width: float) -> str:
    return "".join(
        _petal(-90 + 360 * petal / count, start, length, half_width) for petal in range(count)
    )


def _petal(angle: float, start: float, length: float, half_width: float) -> str:
    cosine, sine = cos(radians(angle)), sin(radians(angle))

    def turned(x: float, y: float) -> str:
        return f"{number(x * cosine - y * sine)} {number(x * sine + y * cosine)}"

    belly, shoulder = (start + length) * 0.58, half_width * 0.8
    return (
        f"M{turned(start, 0)}"
        f"C{turned(belly, -half_width)} {turned(length, -shoulder)} {turned(length, 0)}"
        f"C{turned(length, shoulder)} {turned(belly, half_width)} {turned(start, 0)}Z"
    )


def ray_marks(count: int, start: float, end: float) -> str:
    marks = ""
    for mark in range(count):
        angle = -90 + 360 * mark / count
        (x1, y1), (x2, y2) = polar(start, angle), polar(end, angle)
        marks += f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
    return marks
