"""Every file that the generator owns, by its path under `static/`."""

from collections.abc import Mapping

from artwork.decks import DECKS
from artwork.logo import favicon, logo
from artwork.overlays import index_sprite
from artwork.svg import Svg


def pictures() -> Mapping[str, Svg]:
    decks = {f"cards/{name}.svg": build().sprite() for name, build in DECKS.items()}
    return decks | {
        "cards/index.svg": index_sprite(),
        "img/logo.svg": logo(),
        "img/favicon.svg": favicon(),
    }
