"""The policies side by side and the banks of Sfida, for the page about the clocks."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.engine import policies
from games.engine.policies import Policy
from games.presentation.lines import target_words
from games.presentation.policies import NAMES, minutes
from games.rules_pages.pages import PAGES

NOTHING = "–"

BANKS_SHOWN: tuple[tuple[str, tuple[int | None, ...]], ...] = (
    ("scopa", (None, 7, 11)),
    ("escoba", (21,)),
    ("scopa15", (11, 21, 31)),
    ("tressette", (11, 21, 31, 41, 51)),
    ("star-cards", (None,)),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing in which the policies differ; a cell for each."""

    name: str
    rule: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bank:
    game: str | Promise
    target: str
    time: str


def names() -> list[str]:
    return [NAMES[name] for name in policies.POLICIES]


def rows() -> Iterator[Row]:
    """The table of the policies, in the language in force."""
    for name, rule, cell in (
        (_("To press start"), "1.1", _start),
        (_("A move"), "2.1", _move),
        (_("A bank for the whole match"), "3.1", _bank),
        (_("To come back after a drop"), "4.2", _drop),
        (_("To follow the invitation back"), "4.3", _invitation),
        (_("Drops allowed"), "4.4", _drops),
        (_("A pause of a minute each"), "6.1", _pause),
        (_("Rated"), "", _rated),
    ):
        yield Row(name, rule, tuple(cell(policy) for policy in policies.POLICIES.values()))


def banks() -> Iterator[Bank]:
    """The bank of a seat in Sfida by game and target, in the language in force."""
    for game, targets in BANKS_SHOWN:
        for target in targets:
            time = minutes(policies.bank_ms(game, target))
            yield Bank(PAGES[game].name, target_words(target), time)


def _start(policy: Policy) -> str:
    return NOTHING if policy.start_ms is None else minutes(policy.start_ms)


def _move(policy: Policy) -> str:
    if policy.move_ms is None:
        return _("no clock, or %(seconds)d s") % {"seconds": policies.FRIENDLY_MOVE_SECONDS}
    return _("%(seconds)d s") % {"seconds": policy.move_ms // 1_000}


def _bank(policy: Policy) -> str:
    return NOTHING if policy.bank_ms is None else _("yes")


def _drop(policy: Policy) -> str:
    return NOTHING if policy.drop_ms is None else minutes(policy.drop_ms)


def _invitation(policy: Policy) -> str:
    if policy.invitation_ms is None:
        return NOTHING
    return _("%(seconds)d s") % {"seconds": policy.invitation_ms // 1_000}


def _drops(policy: Policy) -> str:
    return _("any number") if policy.drops is None else str(policy.drops)


def _pause(policy: Policy) -> str:
    try:
        policies.policy(policy.name, "scopa", None, pause=True)
    except ValueError:
        return NOTHING
    return _("if the table allows it")


def _rated(policy: Policy) -> str:
    return _("never") if policy.is_lenient else _("if the table is")
