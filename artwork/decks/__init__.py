"""One module a deck. A new deck is a module with `NAME` and `build() -> Deck`, and a line here.

Look at it with `python -m artwork --sheet FILE` before `python -m artwork`.
"""

from collections.abc import Callable, Mapping

from artwork.deck import Deck
from artwork.decks import moderna, napoletane

DECKS: Mapping[str, Callable[[], Deck]] = {
    moderna.NAME: moderna.build,
    napoletane.NAME: napoletane.build,
}
