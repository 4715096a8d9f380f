"""What keeps a match waiting, said above the table: who is away and until when, a pause, a partner
who wants to resign. The script says the same (`static/js/table/news.js`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.clocks import SEEMS_AWAY_AFTER
from games.presentation.people import People
from games.presentation.policies import minutes

SOON_MS = 30_000
"""A countdown is shown large for its last so much."""


@dataclass(frozen=True, slots=True)
class Act:
    """A form of one button; `name` is that of its address, and of the socket's message."""

    name: str
    label: str
    is_grave: bool = False
    asks: str = ""
    """What to ask first; empty does it at once."""


@dataclass(frozen=True, slots=True)
class News:
    """A line: `text` with the time in it, and what may be done about it."""

    kind: str
    text: str
    is_urgent: bool = False
    acts: tuple[Act, ...] = ()


def news(view: Mapping[str, Any], people: People) -> tuple[News, ...]:
    """What concerns most comes first."""
    if view["phase"] not in ("playing", "interval"):
        return ()
    return (
        *_resigning(view, people),
        *_absences(view, people),
        *_pause(view, people),
        *_slow(view, people),
    )


def _resigning(view: Mapping[str, Any], people: People) -> Iterator[News]:
    proposers = view["resigning"]
    if not proposers:
        return
    if people.me in proposers:
        partner = next(seat for seat in view["sides"][people.my_side()] if seat != people.me)
        text = _("You propose to resign: waiting for %(name)s") % {"name": people.name(partner)}
        yield News("resigning", text, acts=(Act("decline", _("Take it back")),))
        return
    text = _("%(name)s proposes to resign") % {"name": people.name(proposers[0])}
    acts = (Act("resign", _("Resign together"), is_grave=True), Act("decline", _("Play on")))
    yield News("resigning", text, acts=acts)


def _absences(view: Mapping[str, Any], people: People) -> Iterator[News]:
    away = [seat for seat, person in enumerate(view["people"]) if person["absent"]]
    others = [seat for seat in away if not people.is_me(seat)]
    if people.me in away:
        yield News("mine", _("You are seen as away: coming back…"))
    for index, seat in enumerate(others):
        left = view["people"][seat]["absent"]["until"] - view["now"]
        text = absence_words(view, seat, people) % {"time": minutes(left)}
        acts = (end_act(),) if view["policy"]["is_lenient"] and index == 0 else ()
        yield News("away", text, is_urgent=left <= SOON_MS, acts=acts)


def end_act() -> Act:
    asks = _("End the match now? It counts for nobody.")
    return Act("end", _("End the match"), is_grave=True, asks=asks)


def absence_words(view: Mapping[str, Any], seat: int, people: People) -> str:
    """The sentence about a seat that is away, with `%(time)s` where the countdown stands."""
    person = view["people"][seat]
    absent = person["absent"]
    name = people.name(seat).replace("%", "%%")
    allowed = view["policy"]["drops"]
    if absent["lapsed"]:
        return _("%(name)s has not come back in time") % {"name": name}
    if absent["invited"]:
        pattern = _("%(name)s has been invited back: %(time)s")
    elif allowed is None and absent["left"]:
        pattern = _("%(name)s has left the table: the seat is kept for %(time)s")
    elif allowed is None:
        pattern = _("%(name)s has lost the connection: the seat is kept for %(time)s")
    elif absent["left"]:
        pattern = _(
            "%(name)s has left the table: back by %(time)s · drops %(drops)d of %(allowed)d"
        )
    else:
        pattern = _(
            "%(name)s has lost the connection: back by %(time)s · drops %(drops)d of %(allowed)d"
        )
    return pattern % {
        "name": name,
        "time": "%(time)s",
        "drops": person["drops"],
        "allowed": allowed,
    }


def _pause(view: Mapping[str, Any], people: People) -> Iterator[News]:
    pause = view["pause"]
    if pause is None:
        return
    words = {"name": people.name(pause["seat"]), "time": minutes(pause["until"] - view["now"])}
    if people.is_me(pause["seat"]):
        text = _("You have paused the match: %(time)s") % words
        yield News("paused", text, acts=(Act("resume", _("Play on")),))
        return
    yield News("paused", _("%(name)s has paused the match: %(time)s") % words)


def _slow(view: Mapping[str, Any], people: People) -> Iterator[News]:
    for seat, person in enumerate(view["people"]):
        is_gone = person["absent"] or person["forfeited"] or people.is_me(seat)
        if person["automatic"] >= SEEMS_AWAY_AFTER and not is_gone:
            yield News("slow", slow_words(people.name(seat), person["automatic"]))


def slow_words(name: str, moves: int) -> str:
    return ngettext(
        "%(name)s seems to be away: the last %(moves)d move was made by the clock",
        "%(name)s seems to be away: the last %(moves)d moves were made by the clock",
        moves,
    ) % {"name": name, "moves": moves}


@dataclass(frozen=True, slots=True)
class Away:
    """Under the name of a player who is not there; `time` is what is left to come back."""

    words: str
    time: str = ""


def away(view: Mapping[str, Any], seat: int) -> Away | None:
    """None for who is there."""
    person = view["people"][seat]
    if person["forfeited"]:
        return Away(_("out of the match"))
    if person["absent"] is None or view["phase"] not in ("playing", "interval"):
        return None
    if person["absent"]["lapsed"]:
        return Away(_("away"))
    return Away(_("away"), minutes(person["absent"]["until"] - view["now"]))


@dataclass(frozen=True, slots=True)
class OwnAbsence:
    """For the page of who has left: the time that is left, and what happens at its end."""

    time: str
    consequence: str


def own_absence(view: Mapping[str, Any], seat: int) -> OwnAbsence | None:
    """None for who is at the table, or has none to come back to."""
    absent = view["people"][seat]["absent"]
    if absent is None or absent["lapsed"] or view["result"] is not None:
        return None
    if view["policy"]["is_lenient"]:
        consequence = _("Then the match ends and counts for nobody; the others may end it before.")
    else:
        consequence = _("Then the match is lost.")
    return OwnAbsence(minutes(absent["until"] - view["now"]), consequence)


def leave_words(view: Mapping[str, Any], people: People) -> str:
    """What leaving the table would cost me; empty where nobody watches who is there."""
    policy = view["policy"]
    if policy["drop_ms"] is None or view["phase"] not in ("playing", "interval"):
        return ""
    time = minutes(policy["drop_ms"])
    if policy["drops"] is None:
        if policy["is_lenient"]:
            return _("Your seat is kept for %(time)s; the others may end the match.") % {
                "time": time
            }
        return _("You have %(time)s to come back.") % {"time": time}
    left = policy["drops"] - view["people"][people.me]["drops"]
    if left <= 0:
        return _("You have no drop left: if you leave, the match is lost.")
    return ngettext(
        "Leaving uses up a drop; %(left)d is left to you before it. Come back within %(time)s, "
        "or the match is lost.",
        "Leaving uses up a drop; %(left)d are left to you before it. Come back within %(time)s, "
        "or the match is lost.",
        left,
    ) % {"left": left, "time": time}


def can_pause(view: Mapping[str, Any], people: People) -> bool:
    return (
        view["policy"]["pause_ms"] is not None
        and view["phase"] in ("playing", "interval")
        and view["pause"] is None
        and people.me not in view["paused"]
    )


def is_out(view: Mapping[str, Any], seat: int) -> bool:
    """Whether the seat has given up or lost while others play on."""
    return bool(view["people"][seat]["forfeited"]) or seat in view.get("resigned", ())
