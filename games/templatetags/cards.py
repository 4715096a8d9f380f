"""Pictures of cards, for templates.

A picture is decoration: whoever uses it says the card's name beside it.
"""

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presentation import Scene

register = template.Library()

# Decks whose faces show their rank: no index is laid over them.
NUMBERED_DECKS = frozenset({"moderna"})


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
        index="" if deck in NUMBERED_DECKS else _index(text),
    )


def _index(card: str) -> SafeString:
    return format_html(
        '<use class="index index--discreet" href="{index}#i-{card}"/>'
        '<use class="index index--jumbo" href="{index}#j-{card}"/>',
        index=static("cards/index.svg"),
        card=card,
    )


@register.simple_tag(takes_context=True)
def card_back(context: Context) -> SafeString:
    """A card face down."""
    deck = deck_of(context)
    return format_html(
        '<svg class="face" viewBox="0 0 200 320" aria-hidden="true" focusable="false">'
        '<use href="{sheet}#{deck}-back"/></svg>',
        sheet=static(f"cards/{deck}.svg"),
        deck=deck,
    )


@register.simple_tag(takes_context=True)
def card_sheets(context: Context) -> dict[str, str]:
    """Where the script finds the pictures; `index` is empty for a deck
    that needs none, `tabs` has the corners alone."""
    deck = deck_of(context)
    return {
        "deck": deck,
        "faces": static(f"cards/{deck}.svg"),
        "tabs": static("cards/index.svg"),
        "index": "" if deck in NUMBERED_DECKS else static("cards/index.svg"),
    }
