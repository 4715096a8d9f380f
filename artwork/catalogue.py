"""Every file that the generator owns, by its path under `static/`."""

from collections.abc import Mapping

from artwork.decks import DECKS, star_cards
from artwork.logo import favicon, logo
from artwork.overlays import index_sprite
from artwork.svg import Svg


def pictures() -> Mapping[str, Svg]:
    decks = {f"cards/{name}.svg": build().sprite() for name, build in DECKS.items()}
    marks = {f"cards/{name}.svg": svg for name, svg in star_cards.marks().items()}
    return (
        decks
        | marks
        | {
            f"cards/{star_cards.NAME}.svg": star_cards.picture(),
            "cards/index.svg": index_sprite(),
            "img/logo.svg": logo(),
            "img/favicon.svg": favicon(),
        }
    )
