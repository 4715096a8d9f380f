"""Which games have a page, and how they are introduced. The front page lists them, too."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Page:
    """The page of one game; `cards` are a picture of it."""

    game: str
    name: str | Promise
    players: Promise
    about: Promise
    cards: tuple[str, ...]
    deck: str = ""
    """Empty: the Italian deck that the person has chosen."""

    samples: ClassVar = (("1D", 1), ("7D", 7), ("8D", 8), ("9D", 9), ("10D", 10))
    """Italian cards with what they count in a capture."""
    star_samples: ClassVar = ("R1", "Y3", "B5", "G6", "X")

    @property
    def template(self) -> str:
        return f"rules/{self.game}.html"


PAGES: Mapping[str, Page] = {
    page.game: page
    for page in (
        Page(
            game="scopa",
            name="Scopa",
            players=_("Two, or four in pairs"),
            about=_(
                "Capture cards of equal value or sums of them, chase the seven of coins, and"
                " sweep the table."
            ),
            cards=("7D", "4C", "3B"),
        ),
        Page(
            game="escoba",
            name="Escoba",
            players=_("Two, or four in pairs"),
            about=_(
                "Your card and those that it takes make fifteen: the Spanish way to sweep a table."
            ),
            cards=("8C", "5D", "2S"),
        ),
        Page(
            game="scopa15",
            name=_("Scopa di 15"),
            players=_("Two, or four in pairs"),
            about=_("Fifteen again, but shared points for shared cards, and a primiera worth two."),
            cards=("10B", "5C", "7D"),
        ),
        Page(
            game="tressette",
            name=_("Tressette"),
            players=_("Two, or four in pairs"),
            about=_(
                "Tricks without trumps, where the three beats everything and a third of a point"
                " decides."
            ),
            cards=("3D", "2D", "1D"),
        ),
        Page(
            game="star-cards",
            name=_("Star Cards"),
            players=_("Two, three or four"),
            about=_("Win tricks to collect six ranks of feelings before your light goes out."),
            cards=("R4", "B6", "X"),
            deck="star-cards",
        ),
    )
}
