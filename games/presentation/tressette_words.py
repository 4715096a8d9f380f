"""Thirds, declarations and captured tricks of Tressette in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.engine.cards import Suit, parse_card
from games.presentation.cards import SUIT_NAMES, card_name, joined
from games.presentation.people import People

FRACTIONS = ("", "⅓", "⅔")

HONOURS: Mapping[int, Promise] = {
    1: pgettext_lazy("several cards of one rank", "aces"),
    2: pgettext_lazy("several cards of one rank", "twos"),
    3: pgettext_lazy("several cards of one rank", "threes"),
}


def points_of(thirds: int) -> str:
    """`4⅓` for 13 thirds of a point."""
    whole, rest = divmod(thirds, 3)
    if not rest:
        return str(whole)
    return f"{whole or ''}{FRACTIONS[rest]}"


def suit_name(suit: str) -> str:
    return str(SUIT_NAMES[Suit(suit)])


def trick_count(count: int) -> str:
    return ngettext("%(count)d trick", "%(count)d tricks", count) % {"count": count}


def declaration_words(one: Mapping[str, Any]) -> str:
    """What was declared, without its points (6.2, 6.3, 6.6)."""
    first = parse_card(one["cards"][0])
    if one["kind"] == "napoletana":
        return _("napoletana of %(suit)s") % {"suit": SUIT_NAMES[first.suit]}
    if one["kind"] == "fourth":
        return _("bongioco completed by the %(card)s") % {"card": card_name(first.text)}
    ranks = HONOURS[first.rank]
    if one["missing"] is None:
        return _("bongioco of four %(ranks)s") % {"ranks": ranks}
    suit = SUIT_NAMES[parse_card(one["missing"]).suit]
    return _("bongioco of three %(ranks)s, without %(suit)s") % {"ranks": ranks, "suit": suit}


def declared_words(declarations: Sequence[Mapping[str, Any]]) -> str:
    """`napoletana of batons +3 and bongioco of four aces +4`."""
    return joined(f"{declaration_words(one)} +{one['points']}" for one in declarations)


def drawn_words(draws: Sequence[Mapping[str, Any]], people: People) -> str:
    """`Anna seven of coins, You ace of cups`."""
    return ", ".join(f"{people.name(draw['seat'])} {card_name(draw['card'])}" for draw in draws)


def first_dealer_words(card: str, dealer: int, people: People) -> str:
    """Rule 2.5: which card made the dealer."""
    words = {"card": card_name(card), "name": people.name(dealer)}
    if people.is_me(dealer):
        return _("You got the %(card)s: you deal first") % words
    return _("%(name)s got the %(card)s and deals first") % words


def poor_hand_words(seats: Sequence[int], people: People) -> str:
    """Rule 3.3."""
    names = joined(people.name(seat) for seat in seats)
    return _("Dealt again: no honour and fewer than three figures (%(names)s)") % {"names": names}
