"""The policies in words: what the clocks of a match are, and what becomes of the late and the gone.

Every number comes from the policy itself, so that the words cannot promise another.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.policies import Policy

NAMES = {"torneo": "Torneo", "sfida": "Sfida", "amichevole": "Amichevole"}
"""The same in every language."""


def minutes(milliseconds: int) -> str:
    """As a clock shows it: `2:30`; a second that has begun counts whole."""
    whole, seconds = divmod(-(-max(0, milliseconds) // 1_000), 60)
    return f"{whole}:{seconds:02}"


def short(policy: Policy) -> tuple[str, ...]:
    """What tells a table from another of the same policy, in a few words each."""
    return tuple(_short(policy))


def _short(policy: Policy) -> Iterator[str]:
    if policy.move_ms is None:
        yield _("no clock")
    else:
        yield _("%(seconds)d s a move") % {"seconds": policy.move_ms // 1_000}
    if policy.bank_ms is not None:
        yield _("bank %(time)s") % {"time": minutes(policy.bank_ms)}
    if policy.pause_ms is not None:
        yield _("one pause each")
    if policy.is_lenient:
        yield _("not rated")


def about(policy: Policy) -> str:
    """One line that helps to choose."""
    numbers = {
        "seconds": (policy.move_ms or 0) // 1_000,
        "start": minutes(policy.start_ms or 0),
        "drop": minutes(policy.drop_ms or 0),
        "drops": policy.drops,
    }
    if policy.is_lenient:
        pattern = _(
            "Among friends: no clock, unless you choose one. Whoever drops keeps the seat for"
            " %(drop)s, as often as it happens; nobody loses by being away. Never rated."
        )
    elif policy.bank_ms is None:
        pattern = _(
            "%(start)s to press start, %(seconds)d seconds for each move, then a card is played"
            " for you. Whoever drops has %(drop)s to come back, %(drops)d times; then the match is"
            " lost."
        )
    else:
        pattern = _(
            "As in Torneo: %(start)s to press start, %(seconds)d seconds a move, %(drops)d drops"
            " of %(drop)s. Besides, everybody has one bank of time for all their moves; whoever"
            " has used it up loses."
        )
    return pattern % numbers


def sentences(policy: Policy, sides: int = 2) -> tuple[str, ...]:
    """All of a policy: one sentence for each of its rules."""
    return (*_start(policy), *playing(policy, sides))


def playing(policy: Policy, sides: int = 2) -> tuple[str, ...]:
    """What holds once the match has begun."""
    return (*_move(policy), *_drops(policy, sides), *_pause(policy))


def _start(policy: Policy) -> Iterator[str]:
    if policy.start_ms is None:
        return
    time = {"time": minutes(policy.start_ms)}
    if policy.is_lenient:
        yield _("Everybody presses start within %(time)s, else the match is void") % time
    else:
        yield _("Everybody has %(time)s to press start; who does not loses") % time


def _move(policy: Policy) -> Iterator[str]:
    if policy.move_ms is None:
        yield _("No clock for moves")
    else:
        pattern = _("%(seconds)d seconds a move; then a card is played automatically")
        yield pattern % {"seconds": policy.move_ms // 1_000}
    if policy.bank_ms is not None:
        pattern = _("A bank of %(time)s each for the whole match; who has used it up loses")
        yield pattern % {"time": minutes(policy.bank_ms)}
    if policy.idle_ms is not None:
        hours = policy.idle_ms // 3_600_000
        pattern = ngettext(
            "After %(hours)d hour without a move the match is void",
            "After %(hours)d hours without a move the match is void",
            hours,
        )
        yield pattern % {"hours": hours}
    if policy.automatic_limit is not None:
        pattern = ngettext(
            "%(count)d automatic move of a player makes the match void",
            "%(count)d automatic moves of a player in a row make the match void",
            policy.automatic_limit,
        )
        yield pattern % {"count": policy.automatic_limit}


def _drops(policy: Policy, sides: int) -> Iterator[str]:
    if policy.drop_ms is None:
        return
    time = {"time": minutes(policy.drop_ms)}
    if policy.is_lenient:
        if sides > 2:  # 4.6: they can play on
            yield _("Who drops has %(time)s to come back; then the others play on alone") % time
        else:
            yield _("Who drops has %(time)s to come back, else the match is void") % time
        yield _("While somebody is away the others may end the match, and nobody loses")
        yield _("The match is not rated")
        return
    yield _("Who drops has %(time)s to come back, else the match is lost") % time
    if policy.invitation_ms is not None:
        pattern = _("Who opens another page of ours is invited back and has %(seconds)d seconds")
        yield pattern % {"seconds": policy.invitation_ms // 1_000}
    if policy.drops is not None:
        pattern = ngettext(
            "%(count)d drop is allowed; with the next the match is lost",
            "%(count)d drops are allowed; with the next the match is lost",
            policy.drops,
        )
        yield pattern % {"count": policy.drops}


def _pause(policy: Policy) -> Iterator[str]:
    if policy.pause_ms is not None:
        yield _("Each player may pause once, for %(time)s") % {"time": minutes(policy.pause_ms)}
