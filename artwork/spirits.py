"""The people of Star Cards: a round spirit for each colour, whose mood grows with the rank, and
the figure by which a colour is known without seeing it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from artwork.geometry import star
from artwork.svg import Colour, Svg, element, flat, flat_circle, line, number, placed, rect


@dataclass(frozen=True)
class Hues:
    """One colour of the deck from night to light."""

    night: Colour
    field: Colour
    bright: Colour
    glow: Colour


HUES: Mapping[str, Hues] = {
    "R": Hues("#560f12", "#c4302b", "#f2695c", "#ffdbd2"),
    "Y": Hues("#6b4300", "#f5ad10", "#ffd35a", "#fff3cc"),
    "B": Hues("#0c2360", "#2a66e8", "#79a7ff", "#dbe8ff"),
    "G": Hues("#05402f", "#2cc498", "#7be6c6", "#dcfbf1"),
    "X": Hues("#2f343d", "#6d7683", "#b4bcc8", "#eef1f5"),
}
"""Red, yellow, blue, green, and the grey of the rest cards."""

_FLAME = (
    "M2-32C10-16 26-8 22 12C19 26 8 31 0 31S-22 25-22 9"
    "C-22-2-14-8-13-18C-7-14-5-8-5-3C1-10 5-20 2-32Z"
)
_FLAME_HEART = "M1 4C6 12 11 14 9 20C7 26-7 26-9 19C-10 12-3 12 1 4Z"
_DROP = "M0-32C10-14 22-4 22 10A22 22 0 0 1-22 10C-22-4-10-14 0-32Z"
_LEAF = "M-24 22C-26-10-4-30 26-28C30 2 12 28-14 24"
_MOON = "M12-24A26 26 0 1 0 24 14A22 22 0 1 1 12-24Z"

_BODY = (
    "M0-54C34-54 54-30 54 0C54 18 48 30 44 44L30 36L16 50L0 38L-16 50L-30 36L-44 44"
    "C-48 30-54 18-54 0C-54-30-34-54 0-54Z"
)
_BODY_SHADE = (
    "M0-54C34-54 54-30 54 0C54 18 48 30 44 44L36 39.5C40 24 40 8 36-6"
    "C28-30 12-44-16-51.6C-11-53.2-6-54 0-54Z"
)
_WISPS: Mapping[str, str] = {
    "R": "M-30-36C-34-56-22-58-20-70C-8-60-8-58-2-74C8-62 8-58 20-68C20-56 34-54 30-36Z",
    "Y": "M-14-46C-20-62-6-72 2-66C-4-62-4-54 4-48Z",
    "B": "M-8-48C-10-62 6-70 0-82C18-72 16-58 10-48Z",
    "G": "M-4-48C-4-66 12-76 30-72C28-58 18-50 8-46Z",
}
_NIGHTCAP = "M-46-30C-44-66 20-76 50-40C60-30 66-20 72-22C66-8 50-14 42-24C14-44-20-46-46-30Z"


def icon(colour: str, fill: Colour, inner: Colour) -> Svg:
    """Flame, sun, drop, leaf or moon, about 60 high around the origin."""
    match colour:
        case "R":
            return flat(_FLAME, fill) + flat(_FLAME_HEART, inner)
        case "Y":
            disc = flat_circle(0, 0, 12, inner) + flat_circle(0, 0, 8.5, fill)
            return flat(star(8, 30, 15), fill) + disc
        case "B":
            return flat(_DROP, fill) + _rounded("M-12 10A12 12 0 0 0 0 22", inner, 5)
        case "G":
            return flat(_LEAF, fill) + _rounded("M-26 30C-14 8 0-4 14-14", inner, 5)
        case _:
            return flat(_MOON, fill)


def spirit(colour: str, rank: int) -> Svg:
    """Around the origin; `rank` 1 to 6 makes it larger and its mood stronger."""
    hues = HUES[colour]
    mood = (rank - 1) / 5
    shade = element("path", d=_BODY_SHADE, fill=hues.field, stroke="none", opacity="0.45")
    body = flat(_WISPS[colour], hues.bright) + flat(_BODY, hues.bright) + shade
    return placed(body + _MOODS[colour](hues, mood, rank), scale=0.86 + 0.05 * rank)


def sleeper() -> Svg:
    """The spirit of the rest cards, in its night-cap."""
    hues = HUES["X"]
    face = _rounded("M-28-2Q-18 7-9-2M9-2Q18 7 28-2M-7 18Q0 22 7 18", hues.night, 5.6)
    cap = flat(_NIGHTCAP, hues.field) + flat_circle(72, -20, 8, hues.glow)
    return flat(_BODY, hues.bright) + face + cap


def _fury(hues: Hues, mood: float, rank: int) -> Svg:
    eye = 6 + 2 * mood
    eyes = flat_circle(-18, 0, eye, hues.night) + flat_circle(18, 0, eye, hues.night)
    outer, inner = number(-14 - 6 * mood), number(-8 + 4 * mood)
    brows = _rounded(f"M-34 {outer}L-8 {inner}M34 {outer}L8 {inner}", hues.night, 6.5)
    return eyes + brows + (_frown(hues, mood) if rank < 4 else _teeth(hues, mood))


def _frown(hues: Hues, mood: float) -> Svg:
    return _rounded(f"M-14 24Q0 {number(18 - 10 * mood)} 14 24", hues.night, 6)


def _teeth(hues: Hues, mood: float) -> Svg:
    half, height = 16 + 4 * mood, 9 + 7 * mood
    gaps = "".join(f"M{x} 15v{number(height)}" for x in (-8, 0, 8))
    middle = f"M{number(-half)} {number(15 + height / 2)}H{number(half)}"
    return rect(-half, 15, 2 * half, height, hues.night, corner=4) + line(
        middle + gaps, hues.glow, 2.4
    )


def _joy(hues: Hues, mood: float, _rank: int) -> Svg:
    low, high = number(-6 - 2 * mood), number(-18 - 6 * mood)
    eyes = _rounded(f"M-27 {low}Q-19 {high}-11 {low}M11 {low}Q19 {high} 27 {low}", hues.night, 6)
    half, chin = number(14 + 8 * mood), number(22 + 10 * mood)
    mouth = flat(f"M-{half} 10H{half}C{half} {chin}-{half} {chin}-{half} 10Z", hues.night)
    return eyes + mouth + _cheeks("#ff8f5a", 7, 10)


def _sorrow(hues: Hues, mood: float, rank: int) -> Svg:
    eyes = "".join(
        flat_circle(x, 2, 7, hues.night) + flat_circle(x + 2, 0, 2.4, hues.glow) for x in (-18, 18)
    )
    outer, inner = number(-8 + 4 * mood), number(-16 - 6 * mood)
    brows = _rounded(f"M-32 {outer}L-10 {inner}M32 {outer}L10 {inner}", hues.night, 5)
    corner = number(26 + 4 * mood)
    mouth = _rounded(f"M-12 {corner}Q0 {number(20 - 6 * mood)} 12 {corner}", hues.night, 6)
    places = ((-20, 16), (22, 20), (-26, 34))[: (rank + 1) // 2]
    tears = "".join(
        flat(f"M{x} {y}c5 8 7 10 7 14a7 7 0 0 1-14 0c0-4 2-6 7-14Z", hues.glow) for x, y in places
    )
    return eyes + brows + mouth + tears


def _calm(hues: Hues, mood: float, rank: int) -> Svg:
    lid = number(6 + 3 * mood)
    eyes = _rounded(f"M-28-2Q-18 {lid}-9-2M9-2Q18 {lid} 28-2", hues.night, 5.6)
    half = number(8 + 5 * mood)
    mouth = _rounded(f"M-{half} 18Q0 {number(24 + 6 * mood)} {half} 18", hues.night, 5.6)
    brow = flat(star(4, 7, 2.6, (0, -28)), hues.glow) if rank > 3 else ""
    return eyes + mouth + _cheeks(hues.glow, 6, 12) + brow


_MOODS: Mapping[str, Callable[[Hues, float, int], Svg]] = {
    "R": _fury,
    "Y": _joy,
    "B": _sorrow,
    "G": _calm,
}


def _cheeks(colour: Colour, radius: float, y: float) -> Svg:
    cheeks = flat_circle(-34, y, radius, colour) + flat_circle(34, y, radius, colour)
    return element("g", cheeks, opacity="0.65")


def _rounded(d: str, colour: Colour, width: float) -> Svg:
    return element(
        "path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round"
    )
