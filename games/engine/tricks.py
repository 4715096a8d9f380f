"""What trick games share: which cards of a hand follow, and whose card takes.

How strong a card is, each game says itself. Rule numbers are those of docs/rules/tressette.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from games.engine.core import Json, Seat


class Suited(Protocol):
    """A card of any deck; suits are compared by `==`."""

    @property
    def suit(self) -> Any: ...


CardT = TypeVar("CardT", bound=Suited)


class Play(NamedTuple, Generic[CardT]):
    """A card that lies on the table, and whose it was."""

    seat: Seat
    card: CardT

    def to_json(self) -> dict[str, Json]:
        return {"seat": self.seat, "card": str(self.card)}


def led_suit(trick: Sequence[Play[CardT]]) -> Any:
    """The suit that the others must follow (4.2); None before the lead."""
    return trick[0].card.suit if trick else None


def following(hand: Sequence[CardT], suit: Any) -> tuple[CardT, ...]:
    """The cards that may be played to a led suit: those of it, else any (4.2, 4.3).

    >>> from games.engine.cards import Suit, parse_cards
    >>> following(parse_cards("4D 7C 3S 1D"), Suit.COINS)
    (4D, 1D)
    >>> following(parse_cards("4D 7C"), Suit.BATONS)
    (4D, 7C)
    """
    return tuple(card for card in hand if card.suit == suit) or tuple(hand)


def winning_play(trick: Sequence[Play[CardT]], strength: Callable[[CardT], int]) -> Play[CardT]:
    """The strongest card of the led suit (4.4); raises ValueError for a trick of no cards.

    >>> from games.engine.cards import parse_cards
    >>> winning_play([Play(*p) for p in enumerate(parse_cards("7D 9D 10B"))], lambda c: c.rank)
    Play(seat=1, card=9D)
    """
    suit = led_suit(trick)
    return max(
        (play for play in trick if play.card.suit == suit), key=lambda play: strength(play.card)
    )
