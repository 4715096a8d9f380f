"""Lines of the log, and sentences that every game shares: the state of a match and its end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.endings import forfeit_words, out_words, verdict_words
from games.presentation.people import People
from games.presentation.policies import minutes


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
    if notice["kind"] in HEADINGS:
        return Line("", common_words(notice, people), is_heading=True)
    if notice["kind"] in EVENTS:
        return Line("", common_words(notice, people))
    return None


HEADINGS = frozenset({"annulled", "begun", "finished"})
EVENTS = frozenset(
    {
        *("pressed", "dropped", "returned", "invited", "lapsed", "forfeited"),
        *("paused", "resumed", "compensated", "seems_away"),
        *("resign_proposed", "resign_declined", "resigned"),
    }
)


def common_words(notice: Mapping[str, Any], people: People) -> str:
    """What happened in the match itself, as a sentence without its full stop."""
    match notice["kind"]:
        case "annulled":
            return annulled_words(notice["reason"])
        case "finished":
            return verdict_words(notice, people)
        case "begun":
            return _("The match begins")
        case "dropped":
            return dropped_words(notice, people)
        case "resigned":
            return forfeit_words(notice["seat"], "resigned", people)
        case "forfeited":
            return out_words(notice["seat"], notice["reason"], people)
        case "resumed" if notice["seat"] is None:
            return _("The pause is over")
        case "compensated":
            return compensated_words(notice)
        case "sealed":
            return _("The deck of deal %(deal)d is sealed: %(mark)s") % _seal(notice)
        case "revealed":
            return _("The seed of deal %(deal)d is open, its seal was %(mark)s") % _seal(notice)
        case _:
            return _seat_words(notice, people)


def _seat_words(notice: Mapping[str, Any], people: People) -> str:
    """What one player did, or what became of them."""
    seat = notice["seat"]
    words = {"name": people.name(seat), "moves": notice.get("moves"), "time": _until(notice)}
    return _seat_pattern(notice["kind"], mine=people.is_me(seat)) % words


def _seat_pattern(kind: str, *, mine: bool) -> str:
    match kind:
        case "pressed":
            return _("You pressed start") if mine else _("%(name)s pressed start")
        case "made_ready":
            return _("You are ready to go on") if mine else _("%(name)s is ready to go on")
        case "returned":
            return _("You are back at the table") if mine else _("%(name)s is back at the table")
        case "invited":
            if mine:
                return _("You are invited back to the table: %(time)s to follow")
            return _("%(name)s is on another page, invited to the table: %(time)s to follow")
        case "lapsed":
            if mine:
                return _("You did not come back in time; the others are away too")
            return _("%(name)s did not come back in time; the others are away too")
        case "paused":
            if mine:
                return _("You paused the match for %(time)s")
            return _("%(name)s paused the match for %(time)s")
        case "resumed":
            return _("You ended the pause") if mine else _("%(name)s ended the pause")
        case "seems_away":
            if mine:
                return _(
                    "%(moves)d moves in a row were made for you: the others think you are away"
                )
            return _("%(name)s seems to be away: %(moves)d moves in a row were automatic")
        case "resign_proposed":
            if mine:
                return _("You propose to resign: your partner must agree")
            return _("%(name)s proposes to resign: you must agree")
        case "resign_declined":
            if mine:
                return _("You do not resign: the match goes on")
            return _("%(name)s does not resign: the match goes on")
        case _:
            raise ValueError(kind)


def _until(notice: Mapping[str, Any]) -> str:
    """How long there was when it happened; empty where nothing is limited."""
    until = notice.get("until")
    return minutes(until - notice["at"]) if until else ""


def _seal(notice: Mapping[str, Any]) -> dict[str, Any]:
    return {"deal": notice["deal"], "mark": notice["commitment"][:SEAL_SHOWN]}


SEAL_SHOWN = 8
"""Digits of a commitment that a line has room for; the whole stands where a deal is checked."""


def annulled_words(reason: str) -> str:
    if reason == "three_kings":
        return _("Three kings on the table: the cards are dealt again")
    return _("The deal is annulled: the cards are dealt again")


def dropped_words(notice: Mapping[str, Any], people: People) -> str:
    """Rules 4.1 to 4.4 of clocks.md: how, which of how many, and the time to come back."""
    mine = people.is_me(notice["seat"])
    if notice["left"]:
        how = _("You left the table") if mine else _("%(name)s left the table")
    else:
        how = _("You lost the connection") if mine else _("%(name)s lost the connection")
    drops, allowed = notice["drops"], notice["allowed"]
    words = {
        "how": how % {"name": people.name(notice["seat"])},
        "drops": drops,
        "allowed": allowed,
        "time": _until(notice),
    }
    if allowed is None:
        return _("%(how)s: %(time)s to come back") % words
    if drops > allowed:
        return _("%(how)s once more than the %(allowed)d times allowed") % words
    return _("%(how)s (%(drops)d of %(allowed)d): %(time)s to come back") % words


def compensated_words(notice: Mapping[str, Any]) -> str:
    """Rule 4.7: whose fault it was, and what the clocks got back."""
    words = {"seconds": notice["ms"] // 1_000}
    if notice["cause"] == "mass":
        return _("Many connections were lost at once: every clock gets %(seconds)d s back") % words
    return _("Our server was away: every clock gets %(seconds)d s back") % words


# --- deals and turns --------------------------------------------------------------------------


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
        case "playing" | "interval" if view["pause"]:
            return _("The match is paused")
        case "playing":
            return _turn_words(view, people)
        case "interval" if people.me in view["ready"]:
            return _("Waiting for the others")
        case "interval":
            return _("The deal is over")
        case "finished":
            return _("The match is over")
        case _:
            return _("The cards are being dealt")


def _turn_words(view: Mapping[str, Any], people: People) -> str:
    turn = view["deal"]["turn"]
    if people.is_me(turn):
        return _("Your turn")
    pattern = (
        _("Waiting for %(name)s to come back")
        if view["people"][turn]["absent"]
        else _("%(name)s's turn")
    )
    return pattern % {"name": people.name(turn)}


def card_count(count: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}
