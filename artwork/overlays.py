"""The index sprite: numbers laid over any Italian deck, and the suit signs for use in text.

Families: `i-7D` discreet corner index, `j-7D` jumbo index in an opaque tab (cards narrower than 80
pixels), `l-1D` and `k-1D` the same with the letters A F C R for the ranks that have a name (where
8, 9 and 10 would mislead), `t-D` disc with the suit's letter, `v-8` badge with the value of a court
card. These have the view box of a card and are stacked on one. `suit-D` is a square sign in the
colour of the text.
"""

from collections.abc import Iterator, Mapping

from artwork.cards import CAVALLO, FANTE, RE, Suit, card_text, every_card
from artwork.lettering import lettering
from artwork.palette import SUIT_TEXT_COLOURS
from artwork.suits import miniature
from artwork.svg import Placement, Svg, definition, element, placed, sprite, symbol, use

_PLATE = "#fdf8ea"
_SUIT_VIEW_BOX = "-40 -40 80 80"
_LETTERS: Mapping[int, str] = {1: "A", FANTE: "F", CAVALLO: "C", RE: "R"}
_LETTER_X, _VALUE_X, _BADGE_Y = 34, 166, 286


def index_sprite() -> Svg:
    shared = [definition(f"mini-{suit}", miniature(suit)) for suit in Suit]
    return sprite(shared, _symbols())


def _symbols() -> Iterator[Svg]:
    for rank, suit in every_card():
        yield symbol(f"i-{card_text(rank, suit)}", _discreet(str(rank), suit))
    for rank, suit in every_card():
        yield symbol(f"j-{card_text(rank, suit)}", _jumbo(str(rank), suit))
    for rank, letter in _LETTERS.items():
        for suit in Suit:
            yield symbol(f"l-{card_text(rank, suit)}", _discreet(letter, suit))
            yield symbol(f"k-{card_text(rank, suit)}", _jumbo(letter, suit))
    for suit in Suit:
        yield symbol(f"t-{suit}", _suit_letter(suit))
    for rank in (FANTE, CAVALLO, RE):
        yield symbol(f"v-{rank}", _value_badge(rank))
    for suit in Suit:
        yield symbol(f"suit-{suit}", use(f"mini-{suit}"), _SUIT_VIEW_BOX)


def _mini(suit: Suit, x: float, y: float, scale: float) -> Svg:
    sign = use(f"mini-{suit}", Placement(x, y, scale))
    return element("g", sign, color=SUIT_TEXT_COLOURS[suit])


def _discreet(sign: str, suit: Suit) -> Svg:
    half_width, centre = (11, 26) if len(sign) == 1 else (14, 29)
    halo = element(
        "rect",
        x=centre - half_width,
        y=15,
        width=2 * half_width,
        height=65,
        rx=6,
        fill=_PLATE,
        fill_opacity=".9",
    )
    number = lettering(sign, centre, 16, 33, SUIT_TEXT_COLOURS[suit], 10)
    return halo + number + _mini(suit, centre, 65, 0.36)


def _jumbo(sign: str, suit: Suit) -> Svg:
    width = 56 if len(sign) == 1 else 68
    colour, centre = SUIT_TEXT_COLOURS[suit], width / 2 + 1
    tab = element(
        "path",
        d=f"M2 14A12 12 0 0 1 14 2H{width}V84A12 12 0 0 1 {width - 12} 96H2Z",
        fill=_PLATE,
        stroke=colour,
        stroke_width=3,
    )
    number = lettering(sign, centre, 11, 48, colour, 11.5)
    return tab + number + _mini(suit, centre, 77, 0.44)


def _suit_letter(suit: Suit) -> Svg:
    disc = element("circle", r=26, fill=SUIT_TEXT_COLOURS[suit], stroke="#fff", stroke_width=4)
    return placed(disc + lettering(suit, 0, -17, 34, "#fff", 10), _LETTER_X, _BADGE_Y)


def _value_badge(rank: int) -> Svg:
    disc = element("circle", r=26, fill="#2b1b14", stroke="#fff", stroke_width=4)
    return placed(disc + lettering(str(rank), 0, -17, 34, "#fff", 10), _VALUE_X, _BADGE_Y)
