"""Cards in words, and lists of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.cards import ITALIAN_DECK, Suit, parse_card

RANK_NAMES: dict[int, Promise] = {
    1: pgettext_lazy("rank of a card", "ace"),
    2: pgettext_lazy("rank of a card", "two"),
    3: pgettext_lazy("rank of a card", "three"),
    4: pgettext_lazy("rank of a card", "four"),
    5: pgettext_lazy("rank of a card", "five"),
    6: pgettext_lazy("rank of a card", "six"),
    7: pgettext_lazy("rank of a card", "seven"),
    8: pgettext_lazy("rank of a card", "jack"),
    9: pgettext_lazy("rank of a card", "knight"),
    10: pgettext_lazy("rank of a card", "king"),
}
SUIT_NAMES: dict[Suit, Promise] = {
    Suit.COINS: pgettext_lazy("suit of cards", "coins"),
    Suit.CUPS: pgettext_lazy("suit of cards", "cups"),
    Suit.SWORDS: pgettext_lazy("suit of cards", "swords"),
    Suit.BATONS: pgettext_lazy("suit of cards", "batons"),
}
CARD_NAME = gettext_lazy("%(rank)s of %(suit)s")


@dataclass(frozen=True, slots=True)
class Face:
    """A card as a page shows it: its text form, which names its picture, and its name."""

    text: str
    name: str


def card_name(text: str) -> str:
    """`seven of coins` for `7D`."""
    card = parse_card(text)
    return str(CARD_NAME) % {"rank": RANK_NAMES[card.rank], "suit": SUIT_NAMES[card.suit]}


def face(text: str) -> Face:
    return Face(text, card_name(text))


def faces(cards: Iterable[str]) -> tuple[Face, ...]:
    return tuple(face(card) for card in cards)


def card_names() -> dict[str, str]:
    """The name of every card by its text form, for the script of the page."""
    return {card.text: card_name(card.text) for card in ITALIAN_DECK}


def sorted_cards(cards: Iterable[str]) -> list[str]:
    """The cards by suit and rank."""
    return sorted(cards, key=parse_card)


def rank(text: str) -> int:
    return parse_card(text).rank


def ranks(cards: Iterable[str]) -> str:
    """`4 + 2` for `4D 2C`."""
    return " + ".join(str(rank(card)) for card in cards)


def ranks_sum(cards: Sequence[str]) -> str:
    """`8 + 7 = 15` for `8D 7C`."""
    return f"{ranks(cards)} = {sum(map(rank, cards))}"


def joined(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = list(words) or [""]
    if not most:
        return last
    return _("%(words)s and %(last)s") % {"words": ", ".join(most), "last": last}


def sentence(text: str) -> str:
    """The text with its first letter capital."""
    return text[:1].upper() + text[1:]
