"""The cards of Star Cards, and which of them may be played and wins a trick.

Rule numbers are those of docs/rules/star-cards.md. The copies of a card are told apart by the
deck in a log only; everything here compares faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, TypeAlias

Face: TypeAlias = str
"""What people see of a card: `R4`, or `X` for a rest card."""


class Colour(Enum):
    """Declared in the order in which backs are counted; the value is the initial (1.2)."""

    RED = "R"
    YELLOW = "Y"
    BLUE = "B"
    GREEN = "G"


RANKS = range(1, 7)
REST: Final[Face] = "X"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the 54 objects of STAR_DECK; `parse_card` finds it.

    Nobody else makes a Card: equality is identity, which keeps states cheap to compare and hash.
    """

    id: int
    colour: Colour | None
    """None if this is a rest card."""
    rank: int
    """0 if this is a rest card."""
    face: Face
    text: str
    """The face and the letter of the copy, for the log (1.5)."""

    @property
    def is_rest(self) -> bool:
        return self.colour is None

    @property
    def back(self) -> str:
        """What everybody sees of the card (1.3)."""
        return self.face[0]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.face

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        # A copied or unpickled card must be the same object again.
        return parse_card, (self.text,)


def _deck() -> Iterable[Card]:
    """Rule 1.2."""
    coloured = [(colour, rank) for colour in Colour for rank in RANKS]
    copies = [
        *(
            (colour, rank, f"{colour.value}{rank}", copy)
            for colour, rank in coloured
            for copy in "ab"
        ),
        *((None, 0, REST, copy) for copy in "abcdef"),
    ]
    for number, (colour, rank, face, copy) in enumerate(copies):
        yield Card(number, colour, rank, face, face + copy)


STAR_DECK: tuple[Card, ...] = tuple(_deck())

BACKS: tuple[str, ...] = (*(colour.value for colour in Colour), REST)

_BY_TEXT = {card.text: card for card in STAR_DECK}
_FACES = frozenset(card.face for card in STAR_DECK)


def parse_card(text: str) -> Card:
    """The card that `R4b` names; raises ValueError for anything else."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"not a card: {text!r}") from None


def parse_face(text: str) -> Face:
    """`R4` as it is; raises ValueError for anything else."""
    if text not in _FACES:
        raise ValueError(f"not the face of a card: {text!r}")
    return text


def cards(text: str) -> tuple[Card, ...]:
    """A card for each face that `R4 R4 X` names; raises ValueError for more than there are.

    >>> [str(card) for card in cards("R4 X R4")]
    ['R4a', 'Xa', 'R4b']
    """
    left = list(STAR_DECK)
    return tuple(taken(left, face) for face in text.split())


def taken(pile: list[Card], face: Face) -> Card:
    """Takes the first card with this face out of the pile; raises ValueError if there is none."""
    for place, card in enumerate(pile):
        if card.face == face:
            return pile.pop(place)
    raise ValueError(f"no {face!r} is left")


def faces(some: Iterable[Card]) -> list[Face]:
    return [card.face for card in some]


def led_colour(trick: Iterable[Card]) -> Colour | None:
    """Rule 3.2; None while there is no coloured card in the trick."""
    return next((card.colour for card in trick if card.colour is not None), None)


def playable(hand: Sequence[Card], trick: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of the hand that may follow those of the trick (3.3 to 3.5)."""
    led = led_colour(trick)
    if led is None or not any(card.colour is led for card in hand):
        return tuple(hand)
    return tuple(card for card in hand if card.colour is led or card.is_rest)


def is_super_trump(card: Card, trump: Card, before: Iterable[Card]) -> bool:
    """Whether `card` is one when it is played after the cards `before` it (4.2, 4.3)."""
    return not card.is_rest and card.face in {trump.face, *faces(before)}


class By(StrEnum):
    """Why a card wins (4.4)."""

    SUPER_TRUMP = "super-trump"
    TRUMP = "trump"
    LED_COLOUR = "lead"


@dataclass(frozen=True, slots=True)
class Win:
    """The card that wins, by its place in the trick."""

    place: int
    by: By


def trick_winner(trump: Card, trick: Sequence[Card]) -> Win | None:
    """Which card wins, in the order in which they were played (4.4); None for nobody (4.5).

    >>> trick_winner(*cards("G3"), trick=cards("B6 G1 G5"))
    Win(place=2, by=<By.TRUMP: 'trump'>)
    """
    supers = [
        place for place, card in enumerate(trick) if is_super_trump(card, trump, trick[:place])
    ]
    if supers:
        return Win(supers[-1], By.SUPER_TRUMP)
    for colour, by in ((trump.colour, By.TRUMP), (led_colour(trick), By.LED_COLOUR)):
        ranks = [(card.rank, place) for place, card in enumerate(trick) if card.colour is colour]
        if colour is not None and ranks:
            return Win(max(ranks)[1], by)
    return None
