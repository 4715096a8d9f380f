"""Pictures of cards, for templates.

A picture is decoration: whoever uses it says the card's name beside it.
"""

from typing import Any

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.decks import NUMBERED_DECKS
from games.presentation import Scene

register = template.Library()


# Games, by folder, whose indices are the letters A F C R: where the three is the strongest card,
# 8, 9 and 10 would mislead.
LETTERED_GAMES = frozenset({"tressette"})
NAMED_RANKS = ("1", "8", "9", "10")


def deck_of(context: Context) -> str:
    """The deck of the game at this table, or the Italian one that the person has chosen."""
    scene: Scene | None = context.get("scene")
    chosen: str = context["preferences"].deck
    return scene.own_deck or chosen if scene else chosen


@register.simple_tag(takes_context=True)
def card_picture(context: Context, text: str) -> SafeString:
    """The card face up. It carries a small and a large index; the style sheet shows one."""
    deck = deck_of(context)
    return format_html(
        '<svg class="face" viewBox="0 0 200 320" aria-hidden="true" focusable="false">'
        '<use href="{sheet}#{deck}-{card}"/>{index}</svg>',
        sheet=static(f"cards/{deck}.svg"),
        deck=deck,
        card=text,
        index="" if deck in NUMBERED_DECKS else _index(text, has_letters=has_letters(context)),
    )


def has_letters(context: Context) -> bool:
    scene: Scene | None = context.get("scene")
    return scene is not None and scene.folder in LETTERED_GAMES


def _index(card: str, *, has_letters: bool) -> SafeString:
    """The families of `artwork.overlays`."""
    small, large = ("l", "k") if has_letters and card[:-1] in NAMED_RANKS else ("i", "j")
    return format_html(
        '<use class="index index--discreet" href="{index}#{small}-{card}"/>'
        '<use class="index index--jumbo" href="{index}#{large}-{card}"/>',
        index=static("cards/index.svg"),
        small=small,
        large=large,
        card=card,
    )


@register.simple_tag
def suit_sign(suit: str) -> SafeString:
    """The sign of a suit in the colour of the text around it."""
    return format_html(
        '<svg class="suit-sign" aria-hidden="true" focusable="false">'
        '<use href="{sheet}#suit-{suit}"/></svg>',
        sheet=static("cards/index.svg"),
        suit=suit,
    )


@register.simple_tag(takes_context=True)
def card_back(context: Context, kind: str = "back") -> SafeString:
    """A card face down; a deck may have several backs."""
    deck = deck_of(context)
    return format_html(
        '<svg class="face" viewBox="0 0 200 320" aria-hidden="true" focusable="false">'
        '<use href="{sheet}#{deck}-{kind}"/></svg>',
        sheet=static(f"cards/{deck}.svg"),
        deck=deck,
        kind=kind,
    )


@register.simple_tag(takes_context=True)
def card_mark(context: Context, name: str, css: str) -> SafeString:
    """A token or another square sign that the deck has beside its cards."""
    deck = deck_of(context)
    return format_html(
        '<svg class="{css}" viewBox="0 0 100 100" aria-hidden="true" focusable="false">'
        '<use href="{sheet}#{deck}-{name}"/></svg>',
        css=css,
        sheet=static(f"cards/{deck}.svg"),
        deck=deck,
        name=name,
    )


@register.simple_tag(takes_context=True)
def card_sheets(context: Context) -> dict[str, Any]:
    """Where the script finds the pictures; `index` is empty for a deck that needs none, `tabs` has
    the corners alone, `named` are the ranks whose index is a letter."""
    deck = deck_of(context)
    return {
        "deck": deck,
        "faces": static(f"cards/{deck}.svg"),
        "tabs": static("cards/index.svg"),
        "index": "" if deck in NUMBERED_DECKS else static("cards/index.svg"),
        "named": NAMED_RANKS if has_letters(context) else (),
    }
