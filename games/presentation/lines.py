"""Lines of the log, and sentences that every game shares: the state of a match and its end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
    if not people.is_alone(winner):
        return _("You lost the match")
    return _("%(name)s won the match") % {"name": people.side_name(winner)}


def deal_words(notice: Mapping[str, Any], people: People) -> str:
    """The heading of a deal in the log."""
    words = {"deal": notice["deal"], "name": people.name(notice["dealer"])}
    if people.is_me(notice["dealer"]):
        return _("Deal %(deal)d: you are the dealer") % words
    return _("Deal %(deal)d: %(name)s is the dealer") % words


def scored_words(sheet: Mapping[str, Any], people: People) -> str:
    """The points of a deal and the totals after it."""
    sides = people.sides_mine_first()
    return _("End of deal %(deal)d: %(points)s. Total %(totals)s.") % {
        "deal": sheet["deal"],
        "points": ", ".join(f"{people.side_name(side)} +{sheet['points'][side]}" for side in sides),
        "totals": "–".join(str(sheet["totals"][side]) for side in sides),
    }


def target_words(target: int | None) -> str:
    return _("to %(target)d") % {"target": target} if target else _("one deal")


def status_words(view: Mapping[str, Any], people: People) -> str:
    """The one line that says what the match waits for."""
    match view["phase"]:
        case "playing" if view["deal"]["turn"] == people.me:
            return _("Your turn")
        case "playing":
            return _("%(name)s's turn") % {"name": people.name(view["deal"]["turn"])}
        case "interval" if people.me in view["ready"]:
            return _("Waiting for the others")
        case "interval":
            return _("The deal is over")
        case "finished":
            return _("The match is over")
        case _:
            return _("The cards are being dealt")


def ending_reason(view: Mapping[str, Any], people: People) -> str:
    """Why the match ended as it did."""
    result = view["result"]
    if result["reason"] != "resigned":
        return " – ".join(
            f"{people.side_name(side)} {view['totals'][side]}" for side in people.sides_mine_first()
        )
    won = result["winner"] == people.my_side()
    if people.is_alone(people.my_side()):
        return _("Your opponent resigned") if won else _("You resigned")
    return _("The other pair resigned") if won else _("Your pair resigned")


def card_count(count: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}
