"""SVG text, in the two idioms of the house: inked shapes and flat shapes.

An *inked* shape inherits its outline from the `inked` group around it; `ink` overrides the width
of that outline. A *flat* shape has none. Only presentation attributes are written: no gradients,
`url()`, filters, masks or `style`, so a sprite works from another file and under a strict CSP.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from artwork.cards import CARD_HEIGHT, CARD_WIDTH

Svg: TypeAlias = str
Colour: TypeAlias = str
Point: TypeAlias = tuple[float, float]

INK: Colour = "#2b1b14"
INK_WIDTH = 3.0
CARD_VIEW_BOX = f"0 0 {CARD_WIDTH} {CARD_HEIGHT}"


def number(value: float) -> str:
    """At most one decimal: a tenth of a unit is invisible and the files stay small."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _attributes(values: Mapping[str, str | float | None]) -> str:
    return "".join(
        f' {name}="{value if isinstance(value, str) else number(value)}"'
        for name, value in values.items()
        if value is not None
    )


def element(tag: str, body: Svg = "", **attributes: str | float | None) -> Svg:
    """Underscores in names become hyphens; attributes that are None are left out."""
    named = {name.replace("_", "-"): value for name, value in attributes.items()}
    opening = f"<{tag}{_attributes(named)}"
    return f"{opening}>{body}</{tag}>" if body else f"{opening}/>"


# ---------------------------------------------------------------- shapes


def shape(d: str, fill: Colour, ink: float | None = None) -> Svg:
    return element("path", d=d, fill=fill, stroke_width=ink)


def flat(d: str, fill: Colour) -> Svg:
    return element("path", d=d, fill=fill, stroke="none")


def line(d: str, colour: Colour | None = None, width: float | None = None) -> Svg:
    return element("path", d=d, fill="none", stroke=colour, stroke_width=width)


def circle(x: float, y: float, radius: float, fill: Colour, ink: float | None = None) -> Svg:
    return element("circle", cx=x, cy=y, r=radius, fill=fill, stroke_width=ink)


def flat_circle(x: float, y: float, radius: float, fill: Colour) -> Svg:
    return element("circle", cx=x, cy=y, r=radius, fill=fill, stroke="none")


def ellipse(
    x: float, y: float, radius_x: float, radius_y: float, fill: Colour, ink: float | None = None
) -> Svg:
    return element("ellipse", cx=x, cy=y, rx=radius_x, ry=radius_y, fill=fill, stroke_width=ink)


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: Colour,
    corner: float | None = None,
    outline: Colour | None = None,
    ink: float | None = None,
) -> Svg:
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=corner,
        fill=fill,
        stroke=outline,
        stroke_width=ink,
    )


# ---------------------------------------------------------------- groups


def transform(x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> str | None:
    steps = ""
    if x or y:
        steps += f"translate({number(x)} {number(y)})"
    if turn:
        steps += f"rotate({number(turn)})"
    if scale != 1:
        steps += f"scale({scale:.3g})"
    return steps or None


def placed(body: Svg, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> Svg:
    return element("g", body, transform=transform(x, y, turn, scale))


def mirrored(body: Svg, axis: float = CARD_WIDTH / 2) -> Svg:
    shift = f"translate({number(2 * axis)} 0)" if axis else ""
    return element("g", body, transform=f"{shift}scale(-1 1)")


def both_sides(body: Svg, axis: float = CARD_WIDTH / 2) -> Svg:
    return body + mirrored(body, axis)


def inked(body: Svg, width: float = INK_WIDTH, colour: Colour = INK) -> Svg:
    return element(
        "g",
        body,
        stroke=colour,
        stroke_width=width,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def fine(body: Svg, ink: float) -> Svg:
    """A group whose shapes have a thinner outline than the figure around them."""
    return element("g", body, stroke_width=ink)


def uninked(body: Svg) -> Svg:
    return element("g", body, stroke="none")


@dataclass(frozen=True)
class Tube:
    """A stroke used as a body: a sleeve, a leg, a staff."""

    d: str
    width: float


@dataclass(frozen=True)
class Blob:
    d: str


def merged(parts: Iterable[Tube | Blob], fill: Colour, ink: float = INK_WIDTH) -> Svg:
    """Several shapes under one common outline: all of them in ink first, then all in colour."""
    ink_layer = colour_layer = ""
    for part in parts:
        if isinstance(part, Tube):
            ink_layer += line(part.d, INK, part.width + 2 * ink)
            colour_layer += line(part.d, fill, part.width)
        else:
            ink_layer += element("path", d=part.d, fill=INK, stroke=INK, stroke_width=2 * ink)
            colour_layer += flat(part.d, fill)
    return ink_layer + colour_layer


def tube(d: str, width: float, fill: Colour, ink: float = INK_WIDTH) -> Svg:
    return merged([Tube(d, width)], fill, ink)


# ---------------------------------------------------------------- documents


@dataclass(frozen=True)
class Placement:
    """Where, how large and how turned (degrees, clockwise) a drawing of its own is repeated."""

    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0


def use(symbol_id: str, placement: Placement = Placement()) -> Svg:
    at = placement
    return element("use", href=f"#{symbol_id}", transform=transform(at.x, at.y, at.turn, at.scale))


def definition(symbol_id: str, body: Svg) -> Svg:
    return element("g", body, id=symbol_id)


def symbol(symbol_id: str, body: Svg, view_box: str = CARD_VIEW_BOX) -> Svg:
    return element("symbol", body, id=symbol_id, viewBox=view_box)


def document(elements: Iterable[Svg], view_box: str | None = None) -> Svg:
    """One element a line, so that a change to one card is a change to one line."""
    namespace = "http://www.w3.org/2000/svg"
    opening = f"<svg{_attributes({'xmlns': namespace, 'viewBox': view_box})}>"
    return "\n".join([opening, *elements, "</svg>"]) + "\n"


def sprite(shared: Iterable[Svg], symbols: Iterable[Svg]) -> Svg:
    drawings = list(shared)
    definitions = ["<defs>", *drawings, "</defs>"] if drawings else []
    return document([*definitions, *symbols])
