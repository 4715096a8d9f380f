"""A deck as data: forty faces and a back, and the drawings they share."""

from collections.abc import Mapping
from dataclasses import dataclass

from artwork.cards import Suit, card_text, every_card
from artwork.layouts import PIP_PLACEMENTS
from artwork.palette import CARD_EDGE
from artwork.svg import Colour, Svg, definition, rect, sprite, symbol, use


@dataclass(frozen=True)
class Deck:
    """`name` begins every id: the symbols are `<name>-7D` … and `<name>-back`.

    `numbered` says that the faces show their rank, so that no index is laid over them.
    """

    name: str
    shared: Mapping[str, Svg]
    faces: Mapping[str, Svg]
    back: Svg
    numbered: bool = False

    def sprite(self) -> Svg:
        shared = (definition(f"{self.name}-{key}", body) for key, body in self.shared.items())
        texts = [card_text(rank, suit) for rank, suit in every_card()]
        cards = {text: self.faces[text] for text in texts} | {"back": self.back}
        return sprite(shared, (symbol(f"{self.name}-{key}", body) for key, body in cards.items()))


def card_base(paper: Colour, edge: Colour = CARD_EDGE) -> Svg:
    return rect(1, 1, 198, 318, paper, corner=13, outline=edge, ink=2)


def pips(sign_id: str, rank: int, suit: Suit) -> Svg:
    return "".join(use(sign_id, placement) for placement in PIP_PLACEMENTS[suit][rank])
