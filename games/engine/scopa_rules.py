"""The rule sets of Scopa, Escoba and Scopa di 15, as data.

docs/rules/scopa.md, escoba.md and scopa15.md give the same number to the same rule; a number that
one of them lacks is a rule that its game does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Any

from games.engine.core import Json


class Capture(StrEnum):
    """What a played card takes."""

    EQUAL_FIRST = "equal_first"
    """3.3 to 3.7: an equal card; only if there is none, a sum."""
    FIFTEEN = "fifteen"
    """3.11 and 3.12: cards that make fifteen together with it."""


class Duty(StrEnum):
    """What must capture if it can (3.9)."""

    CARD = "card"
    HAND = "hand"


class OpeningAward(StrEnum):
    """Who gets an opening layout that is worth fifteen (2.7)."""

    NOBODY = "nobody"
    DEALER = "dealer"
    FIRST = "first"


class OpeningDouble(StrEnum):
    """Which opening layout counts twice (2.8)."""

    TWO_GROUPS = "two_groups"
    TWENTY = "twenty"


class Ties(StrEnum):
    """Who scores if cards or coins are level (6.1, 6.2)."""

    NOBODY = "nobody"
    ONE_EACH = "one_each"


class MissingSuits(StrEnum):
    """How a primiera counts that lacks a suit (6.6, 6.7)."""

    MORE_SUITS_WIN = "more_suits_win"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set; each field cites its rule."""

    name: str
    version: int
    """Rises when a correction changes how a log replays. A field that is added later must have, in
    the presets of a version, the value that was played before: old logs do not name it."""
    seat_counts: tuple[int, ...]
    """1.1: how many may play."""
    target: int | None
    """7.1: points that win the match; None for a match of one deal."""
    capture: Capture
    """3.3 to 3.7, or 3.11 and 3.12."""
    capture_duty: Duty
    """3.8 and 3.9: whether the played card must capture, or any card of the hand that can."""
    redeal_kings_min: int | None
    """2.6: so many kings in the opening layout annul the deal; None: never."""
    opening_award: OpeningAward
    """2.7: who gets an opening layout worth fifteen."""
    opening_double: OpeningDouble
    """2.8: which opening layout is worth two sweeps."""
    last_play_sweep: bool
    """4.4: whether the last play of the deal can be a sweep."""
    ties: Ties
    """6.1 and 6.2: who scores if cards or coins are level."""
    all_coins_points: int
    """6.2: what all ten coins are worth."""
    primiera_points: int
    """6.5: what the primiera is worth."""
    missing_suits: MissingSuits
    """6.6 and 6.7: how a primiera counts that lacks a suit."""

    @property
    def is_custom(self) -> bool:
        """Whether more differs from the rule set of this name than the choice among its targets."""
        standard = PRESETS[self.name]
        is_usual = self.target in STANDARD_TARGETS[self.name]
        return not is_usual or replace(self, target=standard.target) != standard


TOURNAMENT = Rules(
    name="scopa",
    version=1,
    seat_counts=(2,),
    target=11,
    capture=Capture.EQUAL_FIRST,
    capture_duty=Duty.CARD,
    redeal_kings_min=3,
    opening_award=OpeningAward.NOBODY,
    opening_double=OpeningDouble.TWO_GROUPS,
    last_play_sweep=False,
    ties=Ties.NOBODY,
    all_coins_points=1,
    primiera_points=1,
    missing_suits=MissingSuits.MORE_SUITS_WIN,
)

STARGAMES = replace(
    TOURNAMENT,
    name="scopa-stargames",
    seat_counts=(2, 4),
    redeal_kings_min=None,
    last_play_sweep=True,
)

ESCOBA = replace(
    STARGAMES,
    name="escoba",
    target=21,
    capture=Capture.FIFTEEN,
    opening_award=OpeningAward.DEALER,
)

SCOPA15 = replace(
    ESCOBA,
    name="scopa15",
    opening_award=OpeningAward.FIRST,
    last_play_sweep=False,
    ties=Ties.ONE_EACH,
    all_coins_points=2,
    primiera_points=2,
    missing_suits=MissingSuits.VOID,
)

PRESETS: Mapping[str, Rules] = {
    rules.name: rules for rules in (TOURNAMENT, STARGAMES, ESCOBA, SCOPA15)
}

STANDARD_TARGETS: Mapping[str, tuple[int | None, ...]] = {
    TOURNAMENT.name: (None, 7, 11),
    STARGAMES.name: (11,),
    ESCOBA.name: (21,),
    SCOPA15.name: (11, 21, 31),
}
"""7.1: the targets that go with each rule set; any other is a custom rule."""

_CHOICES: Mapping[str, tuple[Any, ...]] = {
    "target": (None, 7, 11, 21, 31),
    "capture_duty": tuple(Duty),
    "redeal_kings_min": (None, 3),
    "last_play_sweep": (False, True),
    "ties": tuple(Ties),
    "all_coins_points": (1, 2),
    "primiera_points": (1, 2),
    "missing_suits": tuple(MissingSuits),
}

_CHOICES_OF_FIFTEEN: Mapping[str, tuple[Any, ...]] = {
    "opening_award": tuple(OpeningAward),
    "opening_double": tuple(OpeningDouble),
}


def choices(preset: Rules) -> Mapping[str, tuple[Any, ...]]:
    """What custom rules may put for each field; the fields that are not named stay the preset's."""
    if preset.capture is Capture.FIFTEEN:
        return {**_CHOICES, **_CHOICES_OF_FIFTEEN}
    return _CHOICES


def parse_rules(game: str, names: tuple[str, ...], data: Mapping[str, Any]) -> Rules:
    """Rules of one of the rule sets in `names` from JSON such as `{"target": 7}`.

    What is left out is the rule set's, and the rule set is the first. Raises ValueError.
    """
    rule_set = data.get("name", names[0])
    if rule_set not in names:
        raise ValueError(f"no rule set of {game} is called {rule_set!r}")
    preset = PRESETS[rule_set]
    standard = rules_json(preset)
    unknown = data.keys() - standard.keys()
    if unknown:
        raise ValueError(f"not a rule of {game}: {', '.join(sorted(unknown))}")
    may_be = choices(preset)
    chosen = {
        field: _chosen(preset, field, may_be.get(field, (getattr(preset, field),)), data[field])
        for field in standard
        if field in data
    }
    return replace(preset, **chosen)


def _chosen(preset: Rules, field: str, values: tuple[Any, ...], given: Any) -> Any:
    for value in values:
        as_json = _field_json(value)
        # JSON's true is no 1, although Python takes them for equal.
        if type(given) is type(as_json) and given == as_json:
            return value
    raise ValueError(f"{field} of {preset.name} cannot be {given!r}")


def _field_json(value: Any) -> Json:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return list(value)
    json: Json = value
    return json


def rules_json(rules: Rules) -> dict[str, Json]:
    return {
        "name": rules.name,
        "version": rules.version,
        "seat_counts": list(rules.seat_counts),
        "target": rules.target,
        "capture": rules.capture.value,
        "capture_duty": rules.capture_duty.value,
        "redeal_kings_min": rules.redeal_kings_min,
        "opening_award": rules.opening_award.value,
        "opening_double": rules.opening_double.value,
        "last_play_sweep": rules.last_play_sweep,
        "ties": rules.ties.value,
        "all_coins_points": rules.all_coins_points,
        "primiera_points": rules.primiera_points,
        "missing_suits": rules.missing_suits.value,
    }
