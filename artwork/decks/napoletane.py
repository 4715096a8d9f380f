"""Napoletane: no frame, no numbers, courts standing on bases whose colour names the suit.

Its give-aways: the double-headed eagle on the ace of coins, the moustached mask on the three of
batons, the fante of swords leaning on his sword, the turbaned cavallo of swords with a scimitar.
"""

from dataclasses import replace

from artwork import courts, heads, ornaments
from artwork.backs import BackColours, back, lozenges
from artwork.cards import CAVALLO, CENTRE_X, CENTRE_Y, FANTE, NUMERALS, RE, Suit, card_text
from artwork.deck import Deck, card_base, pips
from artwork.geometry import petals
from artwork.palette import BROWN, HORSE_COATS, NEAPOLITAN, SUIT_COLOURS, Palette, costume
from artwork.suits import ACE_PEN, PIP_PEN, southern_scimitar, southern_signs
from artwork.svg import Placement, Svg, circle, inked, placed, shape, use

NAME = "napoletane"

_EAGLE_BODY, _EAGLE_COVERTS = "#3f66a3", "#8fbce6"
_RIBBON_SHADE = "#8e221b"


# Where a sign is drawn about the hand that holds it.
_HELD_UP = {
    Suit.COINS: Placement(4, -37, 0.98),
    Suit.CUPS: Placement(3, -40, 1),
    Suit.SWORDS: Placement(0, -44, 1.08),
    Suit.BATONS: Placement(0, -44, 1.04),
}
_POINT_DOWN = Placement(0, 50, 1.26, turn=180)
_SCIMITAR = Placement(0, -40, 1)


def build() -> Deck:
    palette = NEAPOLITAN
    shared = {f"sign-{suit}": sign for suit, sign in southern_signs(palette).items()}
    shared |= {f"large-{suit}": sign for suit, sign in southern_signs(palette, ACE_PEN).items()}
    del shared[f"large-{Suit.COINS}"]
    shared["scimitar"] = southern_scimitar(palette, PIP_PEN)
    faces = _aces(palette) | _numerals(palette) | _courts(palette)
    return Deck(
        name=NAME,
        shared=shared,
        faces={text: card_base(palette.paper) + inked(body) for text, body in faces.items()},
        back=back(lozenges, BackColours(palette.paper, "#1f4f86", palette.gold, palette.paper)),
    )


def _sign(suit: Suit) -> str:
    return f"{NAME}-sign-{suit}"


def _large(suit: Suit) -> str:
    return f"{NAME}-large-{suit}"


# ---------------------------------------------------------------- numerals


def _aces(palette: Palette) -> dict[str, Svg]:
    eagle = ornaments.two_headed_eagle(palette, use(_sign(Suit.COINS)), _EAGLE_BODY, _EAGLE_COVERTS)
    flower = shape(petals(6, 3, 24, 9), palette.gold, 2.4) + circle(0, 0, 7, palette.red, 2.4)
    green, red = palette.green, palette.red
    aces = {
        Suit.COINS: placed(eagle, 10, 18, scale=0.9),
        Suit.CUPS: ornaments.sprig(70, 268, -42, 1.1, green, red)
        + ornaments.sprig(130, 268, 42, 1.1, green, red)
        + use(_large(Suit.CUPS), Placement(CENTRE_X, 180, 2.5))
        + placed(flower, CENTRE_X, 62),
        Suit.SWORDS: ornaments.laurel(CENTRE_X, 176, 66, green)
        + use(_large(Suit.SWORDS), Placement(CENTRE_X, CENTRE_Y, 2.25))
        + ornaments.ribbon(100, 244, 40, red, _RIBBON_SHADE),
        Suit.BATONS: ornaments.sprig(92, 150, -58, 1.25, green, red)
        + ornaments.sprig(112, 120, 56, 1.25, green, red)
        + ornaments.sprig(94, 230, -66, 1, green, red)
        + ornaments.sprig(108, 204, 62, 1, green, red)
        + use(_large(Suit.BATONS), Placement(CENTRE_X, CENTRE_Y, 2.25)),
    }
    return {card_text(1, suit): body for suit, body in aces.items()}


def _numerals(palette: Palette) -> dict[str, Svg]:
    faces = {
        card_text(rank, suit): pips(_sign(suit), rank, suit)
        for suit in Suit
        for rank in NUMERALS[1:]
    }
    faces[card_text(3, Suit.BATONS)] = _crossed_batons(palette)
    return faces


def _crossed_batons(palette: Palette) -> Svg:
    baton = _large(Suit.BATONS)
    crossed = "".join(
        use(baton, Placement(CENTRE_X, CENTRE_Y, 2.05, turn)) for turn in (38, -38, 0)
    )
    mask = ornaments.moustached_mask(palette)
    return crossed + placed(mask, CENTRE_X, 156, scale=1.3)


# ---------------------------------------------------------------- courts


def _courts(palette: Palette) -> dict[str, Svg]:
    faces: dict[str, Svg] = {}
    for suit in Suit:
        figures = {
            FANTE: _fante(palette, suit),
            CAVALLO: _cavallo(palette, suit),
            RE: courts.re(costume(palette, RE, suit), suit, use(_sign(suit), _HELD_UP[suit])),
        }
        base = courts.base_strip(SUIT_COLOURS[suit])
        faces |= {card_text(rank, suit): base + figure for rank, figure in figures.items()}
    return faces


def _fante(palette: Palette, suit: Suit) -> Svg:
    clothes = costume(palette, FANTE, suit)
    if suit is Suit.SWORDS:
        return courts.fante_leaning_on(clothes, suit, use(_sign(suit), _POINT_DOWN))
    return courts.fante_holding_up(clothes, suit, use(_sign(suit), _HELD_UP[suit]))


def _cavallo(palette: Palette, suit: Suit) -> Svg:
    clothes, coat = costume(palette, CAVALLO, suit), HORSE_COATS[suit]
    if suit is Suit.SWORDS:
        moor = replace(clothes, complexion=BROWN, hair="#2b2320")
        scimitar = use(f"{NAME}-scimitar", _SCIMITAR)
        return courts.cavallo(moor, suit, scimitar, heads.turbaned_head(moor), coat)
    held = use(_sign(suit), _HELD_UP[suit])
    return courts.cavallo(clothes, suit, held, heads.cavallo_head(clothes), coat)
