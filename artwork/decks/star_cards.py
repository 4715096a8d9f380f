"""The deck of Star Cards: night skies in which the stars of a constellation count the rank, backs
that show their colour, tokens and marks.

Every colour has a figure as well (`spirits.icon`), on the face, in the corner and all over the
back, so that nothing rests on colour alone. Ids: `star-cards-R4`, `star-cards-X`,
`star-cards-back-R`, `star-cards-icon-R`, `star-cards-light` and so on.
"""

from collections.abc import Iterator, Mapping

from artwork.cards import CENTRE_X, CENTRE_Y
from artwork.geometry import star
from artwork.lettering import lettering
from artwork.spirits import HUES, Hues, icon, sleeper, spirit
from artwork.svg import (
    Placement,
    Point,
    Svg,
    circle,
    definition,
    document,
    element,
    flat,
    line,
    number,
    placed,
    rect,
    shape,
    sprite,
    symbol,
    use,
)

NAME = "star-cards"
COLOURS = "RYBG"
REST = "X"
RANKS = range(1, 7)

CONSTELLATIONS: Mapping[int, tuple[Point, ...]] = {
    1: ((112, 60),),
    2: ((86, 74), (148, 54)),
    3: ((80, 92), (114, 52), (160, 82)),
    4: ((66, 112), (86, 60), (132, 56), (168, 100)),
    5: ((46, 126), (74, 86), (104, 50), (146, 62), (172, 108)),
    6: ((32, 134), (68, 100), (86, 56), (128, 48), (160, 76), (174, 122)),
}

_MARK_BOX = "0 0 100 100"
_CORNER = "M1 15A14 14 0 0 1 15 1H56V76A12 12 0 0 1 44 88H1Z"
_GROUND = "V298A14 14 0 0 1 178 312H22A14 14 0 0 1 8 298Z"
_FAR_HILL = "M8 220C50 190 90 236 130 210S180 190 192 204" + _GROUND
_NEAR_HILL = "M8 256C60 230 100 270 150 246C170 238 184 240 192 244" + _GROUND
_CRESCENT = "M22-44A48 48 0 1 0 44 26A40 40 0 1 1 22-44Z"
_SNORE = "M0 0H10L0 13H10"
_HEXAGON = "M50 4L94 28V72L50 96L6 72V28Z"
_CROWN = "M22 66L16 34L36 48L50 24L64 48L84 34L78 66Z"
_INK, _GOLD = "#2b1b14", "#ffd25a"


def picture() -> Svg:
    """The sprite."""
    return sprite(_shared(), (symbol(f"{NAME}-{key}", body, box) for key, body, box in _symbols()))


def marks() -> Mapping[str, Svg]:
    """For style sheets, which reach no symbol of a sprite: the crowns on cards of a hand."""
    return {
        f"{NAME}-trump": document([trump_mark()], _MARK_BOX),
        f"{NAME}-super-trump": document([_two_crowns()], _MARK_BOX),
    }


def _shared() -> Iterator[Svg]:
    for colour, hues in HUES.items():
        yield definition(f"{NAME}-sign-{colour}", icon(colour, hues.glow, hues.night))
        yield definition(f"{NAME}-sky-{colour}", _sky(hues, colour))


def _symbols() -> Iterator[tuple[str, Svg, str]]:
    card_box = "0 0 200 320"
    for colour in COLOURS:
        for rank in RANKS:
            yield f"{colour}{rank}", _face(colour, rank), card_box
    yield REST, _rest(), card_box
    for colour in HUES:
        yield f"back-{colour}", _back(colour), card_box
        yield f"icon-{colour}", _disc(colour), _MARK_BOX
    yield "light", _token("#fff3c9", "#f5b21d", "#c98a12"), _MARK_BOX
    yield "dark", _token("#232838", "#3a4158", "#7f89a6"), _MARK_BOX
    yield "star", _black_star(), _MARK_BOX
    yield "trump", trump_mark(), _MARK_BOX


# --- faces ------------------------------------------------------------------------------------


def _face(colour: str, rank: int) -> Svg:
    hues = HUES[colour]
    return (
        use(f"{NAME}-sky-{colour}")
        + _constellation(rank, hues)
        + placed(spirit(colour, rank), CENTRE_X, 186)
        + _emblem(colour)
        + flat(_CORNER, hues.glow)
        + lettering(str(rank), 28, 11, 42, hues.night, 11)
        + placed(icon(colour, hues.night, hues.glow), 28, 71, scale=0.36)
        + _edge(hues)
    )


def _constellation(rank: int, hues: Hues) -> Svg:
    points = CONSTELLATIONS[rank]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    lines = element("g", line(path, hues.glow, 2), opacity="0.75") if rank > 1 else ""
    stars = "".join(star(5, 12.5, 5.4, point) for point in points)
    lit = element("path", d=stars, fill=hues.glow, stroke=hues.night, stroke_width=2)
    return lines + lit


def _rest() -> Svg:
    hues = HUES[REST]
    snores = "".join(
        placed(_stroked(_SNORE, hues.glow, 2.6), x, y, scale=scale)
        for x, y, scale in ((121, 100, 1.3), (143, 68, 1.9), (163, 34, 1.2))
    )
    corner = flat("M1 15A14 14 0 0 1 15 1H56V58A12 12 0 0 1 44 70H1Z", hues.glow)
    return (
        use(f"{NAME}-sky-{REST}")
        + placed(flat(_CRESCENT, hues.glow), 82, 96, scale=0.9)
        + snores
        + placed(sleeper(), CENTRE_X, 196)
        + _emblem(REST)
        + corner
        + placed(icon(REST, hues.field, hues.glow), 27, 36, scale=0.82)
        + _edge(hues)
    )


def _sky(hues: Hues, colour: str) -> Svg:
    night = rect(1, 1, 198, 318, hues.night, corner=14)
    far = element("path", d=_FAR_HILL, fill=hues.field, opacity="0.55")
    dust = "".join(
        element("circle", cx=x, cy=y, r=(0.9, 1.2, 1.7)[place % 3])
        for place, (x, y) in enumerate(_scattered(26, list(HUES).index(colour)))
    )
    stars = element("g", dust, fill=hues.glow, opacity="0.55")
    return night + far + element("path", d=_NEAR_HILL, fill=hues.field) + stars


def _scattered(count: int, start: int) -> Iterator[Point]:
    """Points of the sky that look strewn and lie apart: steps of the plastic number."""
    for step in range(1, count + 1):
        at = step + 31 * start
        yield 14 + 172 * (at * 0.7548776662 % 1), 14 + 190 * (at * 0.5698402910 % 1)


def _emblem(colour: str) -> Svg:
    hues = HUES[colour]
    disc = element("circle", r=24, fill=hues.night, stroke=hues.glow, stroke_width=3)
    return placed(disc + use(f"{NAME}-sign-{colour}", Placement(scale=0.52)), CENTRE_X, 284)


def _edge(hues: Hues) -> Svg:
    return rect(2, 2, 196, 316, "none", corner=13, outline=hues.bright, ink=3)


# --- backs ------------------------------------------------------------------------------------


def _back(colour: str) -> Svg:
    hues = HUES[colour]
    sign = f"{NAME}-sign-{colour}"
    medallion = element("circle", r=58, fill=hues.night, stroke=hues.glow, stroke_width=4)
    return (
        rect(1, 1, 198, 318, hues.field, corner=14)
        + element("g", "".join(use(sign, place) for place in _pattern()), opacity="0.35")
        + rect(9, 9, 182, 302, "none", corner=9, outline=hues.glow, ink=4)
        + placed(medallion + use(sign, Placement(scale=1.25)), CENTRE_X, CENTRE_Y)
    )


def _pattern() -> Iterator[Placement]:
    for row, y in enumerate(range(34, 310, 36)):
        for x in range(30, 200, 46) if row % 2 == 0 else range(53, 170, 46):
            yield Placement(x, y, 0.3)


# --- tokens and marks ---------------------------------------------------------------------------


def _disc(colour: str) -> Svg:
    """The figure of a colour on a disc of it: for words and places of a collection."""
    hues = HUES[colour]
    ring = element(
        "circle", cx=50, cy=50, r=46, fill=hues.night, stroke=hues.bright, stroke_width=7
    )
    return ring + use(f"{NAME}-sign-{colour}", Placement(50, 50, 1.02))


def _token(field: str, sign: str, edge: str) -> Svg:
    return element(
        "g",
        circle(50, 50, 46, field, 5) + shape(star(8, 34, 15, (50, 50)), sign, 3),
        stroke=edge,
        stroke_linejoin="round",
    )


def _black_star() -> Svg:
    edge = element(
        "path",
        d=star(5, 46, 20, (50, 53)),
        fill="#14141c",
        stroke="#f3f3f7",
        stroke_width=6,
        stroke_linejoin="round",
    )
    return edge + element("path", d=star(5, 24, 10, (50, 53)), fill="#f3f3f7", opacity="0.25")


def trump_mark() -> Svg:
    return _hexagon() + flat(_CROWN, _GOLD)


def _two_crowns() -> Svg:
    small = [placed(flat(_CROWN, _GOLD), 21, y, scale=0.58) for y in (14, 44)]
    return _hexagon() + "".join(small)


def _hexagon() -> Svg:
    return element(
        "path", d=_HEXAGON, fill=_INK, stroke=_GOLD, stroke_width=5, stroke_linejoin="round"
    )


def _stroked(d: str, colour: str, width: float) -> Svg:
    return element(
        "path",
        d=d,
        fill="none",
        stroke=colour,
        stroke_width=number(width),
        stroke_linejoin="round",
        stroke_linecap="round",
    )
