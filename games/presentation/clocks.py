"""The clocks of a match for its page: the policy in words, the time left, why a clock stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.people import People

SEEMS_AWAY_AFTER = 3
"""Automatic moves of one seat in a row after which the others are told (clocks 2.4)."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What stands beside my ring: `digits` of the move, `bank` of my own, `why` while it stands."""

    digits: str
    bank: str
    why: str
    is_limited: bool
    """Whether moves have a limit at all, so that a ring means something."""


@dataclass(frozen=True, slots=True)
class PolicyInForce:
    name: str
    sentences: Sequence[str]


def minutes(milliseconds: int) -> str:
    """`0:19`; a second that has begun counts whole."""
    whole, seconds = divmod(-(-max(0, milliseconds) // 1000), 60)
    return f"{whole}:{seconds:02}"


def clock(view: Mapping[str, Any], people: People) -> Clock:
    policy = view["policy"]
    standing = view["clock"] if view["clock"] and not view["clock"]["running"] else None
    if view["deadline"] is not None:
        digits = minutes(view["deadline"] - view["now"])
    elif standing and policy["move_ms"] is not None:
        digits = minutes(standing["left"])
    else:
        digits = ""
    return Clock(
        digits=digits,
        bank=bank(view, people.me),
        why=stopped_words(view, people) if standing else "",
        is_limited=policy["move_ms"] is not None,
    )


def bank(view: Mapping[str, Any], seat: int) -> str:
    """The seat's time for the rest of the match; empty where there is no bank."""
    if view["banks"] is None:
        return ""
    left = view["banks"][seat]
    deal = view["deal"]
    if view["bank_deadline"] is not None and deal is not None and deal["turn"] == seat:
        left = min(left, view["bank_deadline"] - view["now"])
    return minutes(left)


def stopped_words(view: Mapping[str, Any], people: People) -> str:
    """Why the clock of the seat to move stands."""
    seat = view["clock"]["seat"]
    if view["pause"] is not None:
        return _("stopped: the match is paused")
    if view["people"][seat]["absent"] is None:
        return _("stopped")
    if people.is_me(seat):
        return _("stopped: you are away")
    return _("stopped: %(name)s is away") % {"name": people.name(seat)}


# The policy in words


NAMES: Mapping[str, str] = {"torneo": "Torneo", "sfida": "Sfida", "amichevole": "Amichevole"}
"""Names of their own, the same in every language."""


def policy_in_force(policy: Mapping[str, Any]) -> PolicyInForce:
    """A sentence for each thing that a player must know before the match begins."""
    sentences = (
        _move_sentence(policy),
        _bank_sentence(policy),
        _drop_sentence(policy),
        _invitation_sentence(policy),
        _pause_sentence(policy),
    )
    name = NAMES.get(policy["name"], policy["name"])
    return PolicyInForce(name, tuple(sentence for sentence in sentences if sentence))


def _move_sentence(policy: Mapping[str, Any]) -> str:
    if policy["move_ms"] is None:
        return _("Moves have no time limit.")
    seconds = policy["move_ms"] // 1000
    return ngettext(
        "%(seconds)d second for a move; when it is over, the leftmost card that may be played "
        "is played for you.",
        "%(seconds)d seconds for a move; when they are over, the leftmost card that may be played "
        "is played for you.",
        seconds,
    ) % {"seconds": seconds}


def _bank_sentence(policy: Mapping[str, Any]) -> str:
    if policy["bank_ms"] is None:
        return ""
    return _("Besides, %(time)s for all your moves of the match; whoever uses it up loses.") % {
        "time": minutes(policy["bank_ms"])
    }


def _drop_sentence(policy: Mapping[str, Any]) -> str:
    if policy["drop_ms"] is None:
        return ""
    words = {"time": minutes(policy["drop_ms"]), "drops": policy["drops"]}
    if policy["is_lenient"]:
        return (
            _(
                "Whoever loses the connection keeps the seat for %(time)s; the others may wait or "
                "end the match, which then counts for nobody."
            )
            % words
        )
    if policy["drops"] is None:
        return _("Whoever loses the connection has %(time)s to come back.") % words
    return (
        ngettext(
            "Whoever loses the connection has %(time)s to come back; that may happen %(drops)d "
            "time, and the next time loses the match.",
            "Whoever loses the connection has %(time)s to come back; that may happen %(drops)d "
            "times, and the next time loses the match.",
            policy["drops"],
        )
        % words
    )


def _invitation_sentence(policy: Mapping[str, Any]) -> str:
    if policy["drop_ms"] is None or policy["invitation_ms"] is None:
        return ""
    return _(
        "Whoever comes back to another page is invited to the table and has %(time)s to follow."
    ) % {"time": minutes(policy["invitation_ms"])}


def _pause_sentence(policy: Mapping[str, Any]) -> str:
    if policy["pause_ms"] is None:
        return ""
    return _("Each player may pause once, for %(time)s.") % {"time": minutes(policy["pause_ms"])}
