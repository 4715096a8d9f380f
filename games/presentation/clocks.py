"""The clocks of a match for its page: the policy in words, the time left, why a clock stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.policies import parse_policy
from games.presentation import policies
from games.presentation.people import People
from games.presentation.policies import minutes

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


def policy_in_force(view: Mapping[str, Any]) -> PolicyInForce:
    """What holds once the match has begun; how it begins is said where one presses start."""
    policy = parse_policy(view["policy"])
    return PolicyInForce(policies.NAMES[policy.name], policies.playing(policy, len(view["sides"])))
