"""Colours: what a deck is printed with, what its people wear, what a suit is called by."""

from collections.abc import Mapping
from dataclasses import dataclass

from artwork.cards import RE, Suit
from artwork.svg import Colour

CARD_EDGE: Colour = "#b9a988"


@dataclass(frozen=True)
class Palette:
    """The printing inks of one deck."""

    paper: Colour
    red: Colour
    wine: Colour
    gold: Colour
    dark_gold: Colour
    blue: Colour
    green: Colour
    light_green: Colour
    blade: Colour
    light_blade: Colour
    chestnut: Colour = "#6b3d1c"
    blush: Colour = "#ef9a5a"


NEAPOLITAN = Palette(
    paper="#fdf6e4",
    red="#d2372a",
    wine="#7c1d17",
    gold="#f4b81c",
    dark_gold="#d9951a",
    blue="#2b68b0",
    green="#2f8f4a",
    light_green="#58b268",
    blade="#a9cdea",
    light_blade="#d9ebf8",
)

# The four colours of the bases under the Neapolitan courts: the suit code of the whole project.
SUIT_COLOURS: Mapping[Suit, Colour] = {
    Suit.COINS: "#d99a12",
    Suit.CUPS: "#cf3a2c",
    Suit.SWORDS: "#2c66ad",
    Suit.BATONS: "#2c8a4b",
}

# The same four, dark enough for text: at least 4.5:1 on card paper.
SUIT_TEXT_COLOURS: Mapping[Suit, Colour] = {
    Suit.COINS: "#946200",
    Suit.CUPS: "#b3241c",
    Suit.SWORDS: "#1c4f9c",
    Suit.BATONS: "#1b743c",
}


@dataclass(frozen=True)
class Complexion:
    skin: Colour
    blush: Colour
    lips: Colour


FAIR = Complexion(skin="#f7cfa6", blush="#f0a98a", lips="#b63a2e")
BROWN = Complexion(skin="#a9683f", blush="#8f4f30", lips="#6e241c")


@dataclass(frozen=True)
class Costume:
    """What one person of a court wears. `white` is linen and ermine."""

    main: Colour
    main_shade: Colour
    second: Colour
    trim: Colour
    third: Colour
    hair: Colour
    white: Colour
    complexion: Complexion = FAIR


@dataclass(frozen=True)
class HorseCoat:
    near: Colour
    far: Colour
    mane: Colour


HORSE_COATS: Mapping[Suit, HorseCoat] = {
    Suit.COINS: HorseCoat("#f6efe2", "#d8cdb8", "#8a4f24"),
    Suit.CUPS: HorseCoat("#a9683a", "#83502b", "#4a3226"),
    Suit.SWORDS: HorseCoat("#e3e4e8", "#bfc3ca", "#4b4b50"),
    Suit.BATONS: HorseCoat("#5d4636", "#46342a", "#7b4a1f"),
}

_HAIR: Mapping[Suit, Colour] = {
    Suit.COINS: "#8a4f24",
    Suit.CUPS: "#3d2a20",
    Suit.SWORDS: "#6b6661",
    Suit.BATONS: "#b8762c",
}
_KING_HAIR: Mapping[Suit, Colour] = {
    Suit.COINS: "#f3ede0",
    Suit.CUPS: "#4a3226",
    Suit.SWORDS: "#8d8a86",
    Suit.BATONS: "#9a5a25",
}
_RED_SHADE, _BLUE_SHADE, _GREEN_SHADE = "#8e221b", "#1b3f74", "#1f5e33"
_PALE_GOLD = "#fff0b8"


def costume(palette: Palette, rank: int, suit: Suit) -> Costume:
    red, gold, blue, green = palette.red, palette.gold, palette.blue, palette.green
    cloth: Mapping[Suit, tuple[Colour, Colour, Colour, Colour, Colour]] = {
        Suit.COINS: (gold, palette.dark_gold, red, _PALE_GOLD, blue),
        Suit.CUPS: (red, _RED_SHADE, blue, gold, gold),
        Suit.SWORDS: (blue, _BLUE_SHADE, gold, gold, red),
        Suit.BATONS: (green, _GREEN_SHADE, red, gold, gold),
    }
    main, shade, second, trim, third = cloth[suit]
    if (rank, suit) == (RE, Suit.COINS):
        # In gold from head to foot he would look like his own fante.
        main, shade, second, trim, third = red, _RED_SHADE, gold, gold, blue
    hair = (_KING_HAIR if rank == RE else _HAIR)[suit]
    return Costume(main, shade, second, trim, third, hair, palette.paper)
