"""What surrounds the signs of the aces, and the mask of the three of batons."""

from math import cos, radians, sin

from artwork.palette import Palette
from artwork.svg import (
    INK,
    Colour,
    Svg,
    Tube,
    both_sides,
    circle,
    element,
    fine,
    flat,
    flat_circle,
    line,
    merged,
    number,
    placed,
    shape,
    transform,
)

# ---------------------------------------------------------------- plants and cloth


def laurel(x: float, y: float, radius: float, leaf: Colour, leaves: int = 9) -> Svg:
    """Two branches of paired leaves, from the foot of a circle nearly to its top."""
    foot, top, first, last = 84, -70, 72, -68
    stem = line(
        f"M{_on_circle(radius, foot)}A{number(radius)} {number(radius)} 0 0 0"
        f" {_on_circle(radius, top)}",
        width=2.6,
    )
    blades = ""
    for index in range(leaves):
        angle = first + (last - first) * index / (leaves - 1)
        leaf_x, leaf_y = radius * cos(radians(angle)), radius * sin(radians(angle))
        for lean in (50, -25):
            blades += element(
                "path",
                d="M0 0C4-6 4-13 0-18C-4-13-4-6 0 0Z",
                fill=leaf,
                transform=transform(leaf_x, leaf_y, angle + lean),
            )
    return placed(fine(both_sides(stem + blades, axis=0), 2), x, y)


def _on_circle(radius: float, angle: float) -> str:
    return f"{number(radius * cos(radians(angle)))} {number(radius * sin(radians(angle)))}"


def sprig(x: float, y: float, turn: float, scale: float, leaf: Colour, berry: Colour) -> Svg:
    leaves = ""
    for height, side in ((-12, 1), (-18, -1), (-28, 1), (-34, -1), (-44, 1)):
        leaves += shape(
            f"M4 {height}C{10 * side + 4} {height - 10} {20 * side} {height - 10}"
            f" {24 * side} {height - 6}C{18 * side} {height + 4} {10 * side} {height + 6}"
            f" 4 {height}Z",
            leaf,
        )
    stem = line("M0 0C6-16 6-34 2-52", leaf, 3.4)
    return placed(fine(stem + leaves + circle(2, -56, 5, berry), 2.2), x, y, turn, scale)


def ribbon(x: float, y: float, half_width: int, front: Colour, back: Colour) -> Svg:
    w = half_width
    tail = shape(f"M{w} 4L{w + 16} 22L{w + 4} 20L{w - 2} 30L{w - 18} 12Z", back)
    fold = number(w / 2)
    band = shape(f"M-{w} -10C-{fold} 2 {fold} 2 {w} -10V10C{fold} 22 -{fold} 22 -{w} 10Z", front)
    return placed(both_sides(tail, axis=0) + band, x, y)


# ---------------------------------------------------------------- the ace of coins


def two_headed_eagle(palette: Palette, coin: Svg, body: Colour, inner: Colour) -> Svg:
    """A spread eagle with a coin on its breast, 160 wide and 270 high on the card."""
    wing = "".join(
        _feather(length, 11.5, turn, 112, 132, body)
        for turn, length in ((126, 74), (104, 84), (82, 90), (60, 92), (38, 90))
    ) + "".join(
        _feather(length, 9.5, turn, 112, 132, inner)
        for turn, length in ((112, 46), (86, 52), (60, 54), (36, 52))
    )
    tail = "".join(
        _feather(length, 12, turn, 100, 196, colour)
        for turn, length, colour in (
            (218, 80, body),
            (142, 80, body),
            (200, 92, inner),
            (160, 92, inner),
            (180, 98, body),
        )
    )
    leg = merged(
        [
            Tube("M114 200L126 222", 8),
            Tube("M126 222L138 221", 5),
            Tube("M126 222L135 232", 5),
            Tube("M126 222L123 234", 5),
        ],
        palette.gold,
        2.6,
    )
    breast = shape(
        "M68 136C66 110 134 110 132 136C136 172 122 204 100 212C78 204 64 172 68 136Z", body
    )
    return (
        both_sides(wing)
        + tail
        + both_sides(leg)
        + breast
        + placed(both_sides(_eagle_head(palette, body)), -16, -21, scale=1.16)
        + placed(_eagle_crown(palette), 100, 52, scale=0.9)
        + placed(coin, 100, 160, scale=1.36)
    )


def _feather(
    length: float, half_width: float, turn: float, x: float, y: float, colour: Colour
) -> Svg:
    w, root, tip = half_width, number(-length * 0.25), number(-length * 0.8)
    outer, end = number(w * 1.1), number(-length)
    vane = shape(
        f"M0 0C{number(w)} {root} {outer} {tip} 0 {end}C-{outer} {tip} {number(-w)} {root} 0 0Z",
        colour,
    )
    quill = line(f"M0 {number(-length * 0.86)}V{number(-length * 0.3)}", width=1.8)
    return placed(vane + quill, x, y, turn)


def _eagle_head(palette: Palette, body: Colour) -> Svg:
    return (
        shape(
            "M94 128C96 104 104 96 106 84C106 68 122 60 134 68C140 72 142 78 141 84"
            "C136 96 128 104 126 130Z",
            body,
        )
        + shape("M138 72C150 70 158 78 154 92C149 84 145 85 140 86Z", palette.gold)
        + circle(128, 77, 3.4, palette.paper, 2)
        + line("M112 92C114 88 115 86 115 82M117 104C119 100 120 98 121 94", width=1.8)
    )


def _eagle_crown(palette: Palette) -> Svg:
    balls = "".join(circle(x, y, 3.4, palette.red, 2) for x, y in ((-32, -31), (0, -38), (32, -31)))
    jewels = (
        flat_circle(0, -7, 2.6, palette.red)
        + flat_circle(-12, -6, 2.2, palette.blue)
        + flat_circle(12, -6, 2.2, palette.blue)
    )
    return (
        shape("M-26 0L-32-30L-15-16L0-36L15-16L32-30L26 0C8-6-8-6-26 0Z", palette.gold)
        + balls
        + jewels
    )


# ---------------------------------------------------------------- the three of batons


def moustached_mask(palette: Palette) -> Svg:
    """The *gatto mammone*: it cannot be counted as a sign, so it may stand among them."""
    face = shape(
        "M-25-14C-30-34-14-38 0-30C14-38 30-34 25-14C30 4 20 26 0 32C-20 26-30 4-25-14Z",
        palette.gold,
    )
    cap = shape(
        "M-24-20C-34-34-24-44-12-38C-6-48 6-48 12-38C24-44 34-34 24-20C14-28-14-28-24-20Z",
        palette.red,
    )
    brows = line("M-17-10C-12-15-7-14-4-10M17-10C12-15 7-14 4-10", width=2.8)
    eyes = flat_circle(-10, -4, 3, INK) + flat_circle(10, -4, 3, INK)
    cheeks = flat_circle(-16, 6, 4, palette.blush) + flat_circle(16, 6, 4, palette.blush)
    nose = shape("M0-6C-6 4-6 8 0 9C6 8 6 4 0-6Z", palette.dark_gold, 2)
    moustache = shape(
        "M0 12C-8 4-22 4-36 16C-26 24-8 24 0 16C8 24 26 24 36 16C22 4 8 4 0 12Z",
        palette.chestnut,
    )
    mouth = flat("M-6 22C-2 25 2 25 6 22C3 28-3 28-6 22Z", palette.red)
    return face + cap + brows + eyes + cheeks + nose + moustache + mouth
