"""A page of every card of every deck, for the eye: is each one told apart at 60 pixels?"""

from collections.abc import Iterator

from artwork.cards import card_text, every_card
from artwork.deck import Deck
from artwork.decks import DECKS
from artwork.overlays import index_sprite
from artwork.svg import CARD_VIEW_BOX

# Width of a card in pixels and the index laid over it, as on the table.
_SIZES = ((60, "j"), (92, "i"), (200, None))


def contact_sheet() -> str:
    """Sprites are inlined, since a browser loads none for a page opened from a file."""
    decks = [build() for build in DECKS.values()]
    sprites = "".join(deck.sprite() for deck in decks) + index_sprite()
    rows = "".join(_rows(deck) for deck in decks)
    return (
        '<!doctype html><meta charset="utf-8"><title>Cards</title>'
        "<style>body{margin:8px;background:#2c6a4d}"
        "div{display:grid;grid-template-columns:repeat(10,max-content);gap:6px;margin:12px 0}"
        "body>svg{display:block;width:0;height:0}</style>"
        f"{sprites}{rows}"
    )


def _rows(deck: Deck) -> str:
    return "".join(f"<div>{''.join(_cards(deck, width, family))}</div>" for width, family in _SIZES)


def _cards(deck: Deck, width: int, family: str | None) -> Iterator[str]:
    texts = [card_text(rank, suit) for rank, suit in every_card()]
    for text in [*texts, "back"]:
        uses = f'<use href="#{deck.name}-{text}"/>'
        if family and text in texts and not deck.numbered:
            uses += f'<use href="#{family}-{text}"/>'
        yield f'<svg viewBox="{CARD_VIEW_BOX}" width="{width}" height="{width * 1.6}">{uses}</svg>'
