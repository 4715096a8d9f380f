"""The connection ledger: everything that the clocks of a match did or waited for, with its time.

It is made from the notices that a seat was told, so it says the same on the page of a running
match, in the page's script (`static/js/table/ledger.js`) and on the record of a finished one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.presentation.game import GamePage
from games.presentation.lines import common_words
from games.presentation.people import People

TOLD = frozenset(
    {
        *("pressed", "begun", "made_ready", "sealed", "revealed"),
        *("dropped", "returned", "invited", "lapsed", "forfeited"),
        *("paused", "resumed", "compensated", "seems_away", "resigned", "finished"),
    }
)
"""Notices of the match itself that belong to it; the moves of the game are the rest."""

LEDGER_ONLY = frozenset({"made_ready", "sealed", "revealed"})
"""What the log leaves out, and a replay does not stop at: nothing is seen of it at the table."""

GRAVE = frozenset({"dropped", "lapsed", "forfeited", "resigned"})
OUT = frozenset({"forfeited", "resigned"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. `kind` is `move`, `automatic`, `grave` or `other`, for its look.

    `day` stands only where it is not that of the first entry; all times are UTC.
    """

    at: datetime
    day: str
    kind: str
    who: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ledger:
    entries: Sequence[Entry]
    drops: str
    """How many drops everybody has used; empty where nobody watches who is there."""


def ledger(
    view: Mapping[str, Any], log: Sequence[Mapping[str, Any]], people: People, game: GamePage
) -> Ledger:
    """In the order in which it happened."""
    return Ledger(tuple(_dated(_entries(log, people, game))), drops_words(view, people))


def drops_words(view: Mapping[str, Any], people: People) -> str:
    """`You 0 of 2, Bruno 1 of 2`."""
    if view["policy"]["drop_ms"] is None:
        return ""
    allowed = view["policy"]["drops"]
    pattern = _("%(name)s %(drops)d") if allowed is None else _("%(name)s %(drops)d of %(allowed)d")
    used = ", ".join(
        pattern
        % {
            "name": people.name(seat),
            "drops": view["people"][seat]["drops"],
            "allowed": allowed,
        }
        for seat in [people.me, *people.others()]
    )
    return _("Connections lost: %(used)s.") % {"used": used}


def _entries(log: Sequence[Mapping[str, Any]], people: People, game: GamePage) -> Iterator[Entry]:
    out: set[int] = set()
    for notice in log:
        kind = notice["kind"]
        if "automatic" in notice:
            yield _move(notice, people, game, is_out=notice["seat"] in out)
        elif kind in TOLD:
            yield _told(notice, common_words(notice, people))
        elif kind == "dealt" and (line := game.line(notice, people)):
            yield _told(notice, line.text)
        if kind in OUT:
            out.add(notice["seat"])


def _told(notice: Mapping[str, Any], text: str) -> Entry:
    kind = "grave" if notice["kind"] in GRAVE else "other"
    return Entry(_time(notice), "", kind, "", text, "")


def _move(notice: Mapping[str, Any], people: People, game: GamePage, *, is_out: bool) -> Entry:
    """A move in the words of its game; where the log is silent, that there was one."""
    line = game.line(notice, people)
    who = line.who if line else people.name(notice["seat"])
    text = line.text if line else _("made a choice")
    if not notice["automatic"]:
        return Entry(_time(notice), "", "move", who, text, "")
    reason = (
        _("out of the match: played automatically")
        if is_out
        else _("time over: played automatically")
    )
    return Entry(_time(notice), "", "automatic", who, text, reason)


def _time(notice: Mapping[str, Any]) -> datetime:
    return datetime.fromtimestamp(notice["at"] // 1_000, UTC)


def _dated(entries: Iterator[Entry]) -> Iterator[Entry]:
    first = None
    for entry in entries:
        day = entry.at.date()
        first = first or day
        shown = "" if day == first else date_format(day, "MONTH_DAY_FORMAT")
        yield replace(entry, day=shown)
