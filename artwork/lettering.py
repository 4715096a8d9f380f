"""Numerals and suit letters as our own single-stroke drawings: the same on every system, no font.

Each character is drawn in a box 40 wide and 60 high.
"""

from collections.abc import Mapping

from artwork.svg import Colour, Svg, element, number

BOX_WIDTH, BOX_HEIGHT = 40, 60

STROKES: Mapping[str, str] = {
    "0": "M20 4C32 4 36 15 36 30S32 56 20 56 4 45 4 30 8 4 20 4Z",
    "1": "M7 17L22 5V56",
    "2": "M5 18C5 9 12 4 20 4C29 4 35 10 35 18C35 26 29 32 23 38L6 55H37",
    "3": "M5 11C9 6 14 4 20 4C29 4 34 9 34 16C34 24 28 28 18 28"
    "C30 28 36 34 36 42C36 51 29 56 20 56C13 56 7 53 4 48",
    "4": "M28 57V5L4 42H39",
    "5": "M34 5H10L8 28C12 25 16 24 20 24C30 24 36 31 36 40C36 50 29 56 20 56C13 56 8 54 4 49",
    "6": "M31 8C28 5 25 4 21 4C9 4 4 16 4 34C4 48 10 56 20 56"
    "C29 56 36 49 36 40C36 30 29 24 20 24C12 24 6 29 4 37",
    "7": "M4 5H36L17 57",
    "8": "M20 28C11 28 6 23 6 16S11 4 20 4 34 9 34 16 29 28 20 28"
    "C10 28 4 34 4 42S10 56 20 56 36 50 36 42 30 28 20 28Z",
    "9": "M9 52C12 55 15 56 19 56C31 56 36 44 36 26C36 12 30 4 20 4"
    "C11 4 4 11 4 20C4 30 11 36 20 36C28 36 34 31 36 23",
    "A": "M4 56L20 5L36 56M10 39H30",
    "B": "M7 5V55H20C30 55 36 50 36 42S30 29 20 29H7V5H19C28 5 33 10 33 17S28 29 19 29",
    "C": "M36 14C32 7 27 4 21 4C10 4 4 15 4 30S10 56 21 56C28 56 33 53 37 46",
    "D": "M7 5V55H16C30 55 36 45 36 30S30 5 16 5Z",
    "F": "M8 56V5H35M8 29H30",
    "R": "M7 56V5H20C30 5 35 11 35 18S30 31 20 31H7M19 31L36 56",
    "S": "M34 12C31 7 26 4 20 4C11 4 6 9 6 16C6 24 13 27 20 29"
    "C29 32 36 35 36 43C36 51 29 56 20 56C12 56 7 53 4 47",
}

# A two-digit number is condensed so that a ten is hardly wider than a seven.
_CONDENSED = 0.74
_ADVANCE = {"1": 27.0}
_WIDE_ADVANCE = 42.3
_NARROW_ONE_SHIFT = -3


def lettering(
    text: str, centre_x: float, top: float, height: float, colour: Colour, stroke: float
) -> Svg:
    """`height` is the cap height in card units, `stroke` the line width in the 40 by 60 box."""
    scale_y = height / BOX_HEIGHT
    condensed = len(text) > 1
    scale_x = scale_y * (_CONDENSED if condensed else 1)
    advances = [_ADVANCE.get(c, _WIDE_ADVANCE) if condensed else BOX_WIDTH for c in text]
    left = centre_x - sum(advances) * scale_x / 2
    body = ""
    for character, advance in zip(text, advances, strict=True):
        shift = _NARROW_ONE_SHIFT if condensed and character == "1" else 0
        x, y = number(left + shift * scale_x), number(top)
        body += element(
            "path",
            d=STROKES[character],
            transform=f"translate({x} {y})scale({scale_x:.3g} {scale_y:.3g})",
        )
        left += advance * scale_x
    return element(
        "g",
        body,
        fill="none",
        stroke=colour,
        stroke_width=stroke,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
