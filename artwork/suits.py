"""The suit signs, each centred on (0, 0): coin 60 wide, cup 56x72, sword 38x120, baton 42x120.

Swords point up, batons stand on their thin end. Swords and batons differ in colour, mass, contour
and tip, so that no one of the four is needed to tell them apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from artwork.cards import Suit
from artwork.geometry import ray_marks, star
from artwork.palette import Palette
from artwork.svg import (
    Colour,
    Svg,
    circle,
    element,
    ellipse,
    flat,
    flat_circle,
    inked,
    line,
    shape,
)


@dataclass(frozen=True)
class Pen:
    """Line widths of a sign: a sign that is drawn larger needs thinner ones to look the same."""

    outline: float
    detail: float


PIP_PEN = Pen(3, 2)
ACE_PEN = Pen(1.9, 1.4)


# ---------------------------------------------------------------- southern: Naples and Sicily


def southern_signs(palette: Palette, pen: Pen = PIP_PEN) -> Mapping[Suit, Svg]:
    return {
        Suit.COINS: southern_coin(palette, pen),
        Suit.CUPS: southern_cup(palette, pen),
        Suit.SWORDS: southern_sword(palette, pen),
        Suit.BATONS: southern_baton(palette, pen),
    }


def southern_coin(palette: Palette, pen: Pen) -> Svg:
    return inked(
        circle(0, 0, 30, palette.gold)
        + circle(0, 0, 23.5, palette.red)
        + shape(star(8, 22, 10.5), palette.gold, pen.detail)
        + circle(0, 0, 5.5, palette.blue, pen.detail),
        pen.outline,
    )


def southern_cup(palette: Palette, pen: Pen) -> Svg:
    belt = "M-25.6-18C-25-12-23-7-20.5-3C-8 2 8 2 20.5-3C23-7 25-12 25.6-18C10-13-10-13-25.6-18Z"
    return inked(
        shape("M-8 12H8L6 22H-6Z", palette.blue)
        + shape("M-22 36C-20 25-8 24-5 19H5C8 24 20 25 22 36Z", palette.gold)
        + shape("M-27-29C-28-4-15 13 0 13S28-4 27-29Z", palette.red)
        + flat(belt, palette.gold)
        + line("M-25.6-18C-10-13 10-13 25.6-18M-20.5-3C-8 2 8 2 20.5-3", width=pen.detail)
        + ellipse(0, -29, 27, 7, palette.wine)
        + ellipse(0, 15, 9, 4.6, palette.gold),
        pen.outline,
    )


def southern_sword(palette: Palette, pen: Pen) -> Svg:
    return inked(
        shape("M0-60L9-45L7 24H-7L-9-45Z", palette.blade)
        + flat("M0-58L8-44.6L6 23H0Z", palette.light_blade)
        + line("M0-46V18", width=pen.detail)
        + _sword_hilt(palette, pen),
        pen.outline,
    )


def southern_scimitar(palette: Palette, pen: Pen) -> Svg:
    return inked(
        shape("M20-60C20-30 12-8 7 24H-7C-11-6-7-30 20-60Z", palette.blade)
        + line("M13-43C4-22-1-2 0 20", width=pen.detail)
        + _sword_hilt(palette, pen),
        pen.outline,
    )


def _sword_hilt(palette: Palette, pen: Pen) -> Svg:
    return (
        shape("M-19 20C-10 26 10 26 19 20V29C10 34-10 34-19 29Z", palette.gold)
        + shape("M-5 32H5V48H-5Z", palette.red)
        + line("M-5 37L5 40M-5 43L5 46", width=pen.detail)
        + circle(0, 53, 6.6, palette.gold)
    )


def southern_baton(palette: Palette, pen: Pen) -> Svg:
    trunk = (
        "M-6 60L-7 26C-15 24-16 14-9 11L-10-8C-19-11-20-23-12-26L-13-44C-13-57 13-57 13-44"
        "L12-36C21-34 21-21 12-18L10 0C18 3 17 15 8 17L6 60Z"
    )
    lit_side = (
        "M2-52C8-52 11.4-48 11.4-43L10.6-37C17-33 17-24 10.6-19.6L8.6 1C13 5 13 12 6.8 16"
        "L4.6 58.6H1.6Z"
    )
    knots = ((-13, -17, 4), (14, -27, 4), (-10, 18, 3.6), (11, 9, 3.6))
    return inked(
        shape(trunk, palette.green)
        + flat(lit_side, palette.light_green)
        + ellipse(0, -48, 8, 4.6, palette.gold, pen.detail)
        + "".join(circle(x, y, radius, palette.red, pen.detail) for x, y, radius in knots)
        + shape("M-7 44H7V52H-7Z", palette.gold, pen.detail),
        pen.outline,
    )


# ---------------------------------------------------------------- solid, two colours (Moderna)


def solid_signs(
    colours: Mapping[Suit, Colour], details: Mapping[Suit, Colour]
) -> Mapping[Suit, Svg]:
    """Silhouettes with a few lines cut out of them in the `details` colour."""
    draw = {
        Suit.COINS: _solid_coin,
        Suit.CUPS: _solid_cup,
        Suit.SWORDS: _solid_sword,
        Suit.BATONS: _solid_baton,
    }
    return {suit: draw[suit](colours[suit], details[suit]) for suit in Suit}


def _solid_coin(colour: Colour, detail: Colour) -> Svg:
    return (
        flat_circle(0, 0, 30, colour)
        + line(ray_marks(16, 23, 26), detail, 2.4)
        + flat_circle(0, 0, 19.5, detail)
        + flat(star(8, 18, 8.5), colour)
        + flat_circle(0, 0, 4, detail)
    )


def _solid_cup(colour: Colour, detail: Colour) -> Svg:
    return (
        flat(
            "M-27-34H27C27-8 18 8 6 12V22C12 24 19 28 20 36H-20C-19 28-12 24-6 22V12"
            "C-18 8-27-8-27-34Z",
            colour,
        )
        + line("M-25-21H25M-21-6H21", detail, 3)
        + line("M-8 17H8", detail, 3)
    )


def _solid_sword(colour: Colour, detail: Colour) -> Svg:
    return (
        flat(
            "M0-60L9-45L7.5 18H21C23 18 23 30 21 30H5.5V45A9 9 0 1 1-5.5 45V30H-21"
            "C-23 30-23 18-21 18H-7.5L-9-45Z",
            colour,
        )
        + line("M0-42V12", detail, 3)
        + line("M-5.5 36H5.5", detail, 3)
    )


def _solid_baton(colour: Colour, detail: Colour) -> Svg:
    return (
        flat(
            "M-6 60L-8 24C-17 22-17 12-10 9L-11-8C-21-11-21-23-13-27L-14-44C-14-60 14-60 14-44"
            "L13-36C22-34 22-20 13-17L11 1C19 4 18 16 9 18L6 60Z",
            colour,
        )
        + element("ellipse", cx=0, cy=-48, rx=8, ry=3.6, fill=detail)
        + line("M-4-34C-1-28-4-22-3-16M4-8C2-2 5 4 3 10M-3 20V30", detail, 3)
        + line("M-8 46H8", detail, 3)
    )


# ---------------------------------------------------------------- miniatures


def miniature(suit: Suit) -> Svg:
    """The sign at its plainest, 60 wide or 72 high, in the colour of the text around it."""
    return {
        Suit.COINS: element("circle", r=24, fill="none", stroke="currentColor", stroke_width=15)
        + flat_circle(0, 0, 7, "currentColor"),
        Suit.CUPS: flat(
            "M-27-33H27C27-9 19 7 7 11V22H19V33H-19V22H-7V11C-19 7-27-9-27-33Z", "currentColor"
        ),
        Suit.SWORDS: flat("M0-38L10-25L8 8H22V19H7V37H-7V19H-22V8H-8L-10-25Z", "currentColor"),
        Suit.BATONS: flat(
            "M-7 37L-9 15C-19 14-19 4-11 1L-12-6C-22-9-22-20-13-22C-17-41 17-41 13-24"
            "C23-22 23-9 13-7L11-1C20 2 20 14 9 15L7 37Z",
            "currentColor",
        ),
    }[suit]
