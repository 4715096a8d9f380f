"""Moderna, the house deck: the largest numbers, one sign a card, a tint for each suit.

Number and sign stand one above the other on the left, where a fanned hand still shows both.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from artwork import courts, heads
from artwork.backs import BackColours, back, small_stars
from artwork.cards import CAVALLO, FANTE, RE, Suit, card_text, every_card
from artwork.deck import Deck, card_base
from artwork.lettering import lettering
from artwork.palette import HORSE_COATS, NEAPOLITAN, Costume, costume
from artwork.suits import miniature, solid_signs
from artwork.svg import Colour, Placement, Svg, element, flat, inked, placed, use

NAME = "moderna"


@dataclass(frozen=True)
class SuitLook:
    tint: Colour
    text: Colour
    sign: Colour


LOOKS: Mapping[Suit, SuitLook] = {
    Suit.COINS: SuitLook(tint="#fdf3dc", text="#946200", sign="#d18f00"),
    Suit.CUPS: SuitLook(tint="#fdeae8", text="#bf2b22", sign="#c8322b"),
    Suit.SWORDS: SuitLook(tint="#e6effa", text="#1a549f", sign="#1f5fb0"),
    Suit.BATONS: SuitLook(tint="#e4f3e9", text="#17693a", sign="#1d7a45"),
}


# The large sign of a numeral card.
_EMBLEMS = {
    Suit.COINS: Placement(126, 218, 2.05),
    Suit.CUPS: Placement(128, 220, 2),
    Suit.SWORDS: Placement(130, 176, 2.05),
    Suit.BATONS: Placement(130, 176, 2.05),
}
# A ten is wider and would touch the edge.
_NUMBER_X, _TEN_X = 44, 50
_NUMBER_TOP, _NUMBER_HEIGHT, _NUMBER_STROKE = 18, 92, 11
_SMALL_SIGNS = {
    Suit.COINS: Placement(38, 142, 0.62),
    Suit.CUPS: Placement(38, 142, 0.62),
    Suit.SWORDS: Placement(38, 142, 0.68),
    Suit.BATONS: Placement(38, 142, 0.62),
}
_BUST_X, _BUST_SCALE, _BAND_TOP = 112, 1.08, 298


def build() -> Deck:
    signs = solid_signs(
        {suit: look.sign for suit, look in LOOKS.items()},
        {suit: look.tint for suit, look in LOOKS.items()},
    )
    return Deck(
        name=NAME,
        shared={f"sign-{suit}": sign for suit, sign in signs.items()}
        | {f"mini-{suit}": _small_sign(suit) for suit in Suit},
        faces={card_text(rank, suit): _face(rank, suit) for rank, suit in every_card()},
        back=back(small_stars, BackColours("#ffffff", "#20304f", "#8fa7d6", "#ffffff")),
        numbered=True,
    )


def _face(rank: int, suit: Suit) -> Svg:
    look = LOOKS[suit]
    number = lettering(
        str(rank),
        _TEN_X if rank == RE else _NUMBER_X,
        _NUMBER_TOP,
        _NUMBER_HEIGHT,
        look.text,
        _NUMBER_STROKE,
    )
    small_sign = use(f"{NAME}-mini-{suit}", _SMALL_SIGNS[suit])
    picture = _court(rank, suit) if rank >= FANTE else use(f"{NAME}-sign-{suit}", _EMBLEMS[suit])
    return card_base(look.tint, look.sign) + picture + number + small_sign


def _small_sign(suit: Suit) -> Svg:
    return element("g", miniature(suit), color=LOOKS[suit].text)


def _court(rank: int, suit: Suit) -> Svg:
    clothes = costume(NEAPOLITAN, rank, suit)
    bust = {
        FANTE: courts.fante_bust,
        CAVALLO: _cavallo_bust,
        RE: courts.re_bust,
    }[rank](clothes, suit)
    left = _BUST_X - 100 * _BUST_SCALE
    top = _BAND_TOP + 2 - courts.BUST_BOTTOM * _BUST_SCALE
    band = flat("M2 298H198V306A12 12 0 0 1 186 318H14A12 12 0 0 1 2 306Z", LOOKS[suit].sign)
    return inked(placed(bust, left, top, scale=_BUST_SCALE)) + band


def _cavallo_bust(clothes: Costume, suit: Suit) -> Svg:
    return courts.cavallo_bust(clothes, suit, heads.cavallo_head(clothes), HORSE_COATS[suit])
