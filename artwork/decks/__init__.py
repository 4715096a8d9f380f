"""One module a deck. A new deck is a module with `build() -> Deck` and a line here."""

from collections.abc import Callable, Mapping

from artwork.deck import Deck
from artwork.decks import moderna, napoletane

DECKS: Mapping[str, Callable[[], Deck]] = {
    moderna.NAME: moderna.build,
    napoletane.NAME: napoletane.build,
}
