"""Lines of the log, and those that read alike in every game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.presentation.people import People


@dataclass(frozen=True, slots=True)
class Mark:
    """A word set off in a line, such as `Scopa!`; `kind` is for its colour."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: who, what, and what is remarkable about it."""

    who: str
    text: str
    marks: tuple[Mark, ...] = ()
    is_heading: bool = False


def common_line(notice: Mapping[str, Any], people: People) -> Line | None:
    """Notices of the match itself; None for what the log does not tell."""
    match notice["kind"]:
        case "annulled":
            return Line("", annulled_words(notice["reason"]), is_heading=True)
        case "resigned":
            return Line("", resigned_words(notice["seat"], people))
        case "finished":
            return Line("", winner_words(notice["winner"], people), is_heading=True)
        case _:
            return None


def resigned_words(seat: int, people: People) -> str:
    if people.is_me(seat):
        return _("You resigned")
    return _("%(name)s resigned") % {"name": people.name(seat)}


def annulled_words(reason: str) -> str:
    if reason == "three_kings":
        return _("Three kings on the table: the cards are dealt again")
    return _("The deal is annulled: the cards are dealt again")


def winner_words(winner: int | None, people: People) -> str:
    if winner is None:
        return _("Nobody won the match")
    if winner == people.my_side():
        return _("You won the match")
    if len(people.sides[winner]) > 1:
        return _("You lost the match")
    return _("%(name)s won the match") % {"name": people.side_name(winner)}
