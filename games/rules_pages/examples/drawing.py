"""What an example is drawn from: lines of cards and words, and a table of figures.

Everything here is text in the language in force; no rule is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.cards import card_name

PEOPLE = ("Anna", "Bruno", "Carla", "Dino")
"""Who sits where in the examples."""


class Look(StrEnum):
    """How a card is shown, beside its plain picture."""

    PLAIN = ""
    FAINT = "faint"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Picture:
    """A card: its text names the picture; `note` stands below it. `index` is the family of the
    index laid over its face, see `artwork.overlays`."""

    text: str
    name: str
    look: Look = Look.PLAIN
    note: str = ""
    index: str = "j"


@dataclass(frozen=True, slots=True)
class Line:
    """Cards beside each other, what they are, what is said about them, and a mark."""

    label: str = ""
    cards: tuple[Picture, ...] = ()
    words: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """`is_past` is for what the end of the match came before."""

    head: str
    cells: tuple[str, ...]
    is_past: bool = False
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    head: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position, and what the engine answers."""

    given: tuple[Line, ...]
    answer: tuple[Line, ...] = ()
    figures: Figures | None = None
    deck: str = ""
    """Empty: the Italian deck that the person has chosen."""


def pictures(cards: Iterable[str], look: Look = Look.PLAIN) -> tuple[Picture, ...]:
    """Italian cards."""
    return tuple(Picture(card, card_name(card), look) for card in cards)


def named(seats: Iterable[int]) -> str:
    """`Anna and Carla` for a side."""
    return _(" and ").join(PEOPLE[seat] for seat in seats)


def points(count: int) -> str:
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}


def in_thirds(thirds: int) -> str:
    """`1⅓` for four thirds of a point."""
    whole, rest = divmod(thirds, 3)
    fraction = ("", "⅓", "⅔")[rest]
    return f"{whole or ''}{fraction}" if thirds else "0"


def counted(values: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, values))
