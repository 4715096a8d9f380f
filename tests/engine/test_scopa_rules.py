"""The rule sets of Scopa, Escoba and Scopa di 15 as data, and what custom rules may change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest

from games.engine import scopa
from games.engine.scopa_rules import (
    ESCOBA,
    PRESETS,
    SCOPA15,
    STANDARD_TARGETS,
    STARGAMES,
    TOURNAMENT,
    Duty,
    MissingSuits,
    OpeningAward,
    OpeningDouble,
    Rules,
    Ties,
    choices,
    rules_json,
)

GAME_OF = {rules: game for game in scopa.GAMES for rules in game.presets.values()}

# What the documents say of each rule set, written out once more.
SCOPA_JSON: Mapping[str, Any] = {
    "name": "scopa",
    "version": 1,
    "seat_counts": [2],
    "target": 11,
    "capture": "equal_first",
    "capture_duty": "card",
    "redeal_kings_min": 3,
    "opening_award": "nobody",
    "opening_double": "two_groups",
    "last_play_sweep": False,
    "ties": "nobody",
    "all_coins_points": 1,
    "primiera_points": 1,
    "missing_suits": "more_suits_win",
}
STARGAMES_JSON: Mapping[str, Any] = {
    **SCOPA_JSON,
    "name": "scopa-stargames",
    "seat_counts": [2, 4],
    "redeal_kings_min": None,
    "last_play_sweep": True,
}
ESCOBA_JSON: Mapping[str, Any] = {
    **STARGAMES_JSON,
    "name": "escoba",
    "target": 21,
    "capture": "fifteen",
    "opening_award": "dealer",
}
SCOPA15_JSON: Mapping[str, Any] = {
    **ESCOBA_JSON,
    "name": "scopa15",
    "opening_award": "first",
    "last_play_sweep": False,
    "ties": "one_each",
    "all_coins_points": 2,
    "primiera_points": 2,
    "missing_suits": "void",
}


@pytest.mark.parametrize(
    ("rules", "data"),
    [
        (TOURNAMENT, SCOPA_JSON),
        (STARGAMES, STARGAMES_JSON),
        (ESCOBA, ESCOBA_JSON),
        (SCOPA15, SCOPA15_JSON),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_rule_set_is_as_it_is_written(rules: Rules, data: Mapping[str, Any]) -> None:
    game = GAME_OF[rules]
    assert rules_json(rules) == data
    assert game.parse_rules({"name": rules.name}) == rules
    assert game.parse_rules(data) == rules


def test_each_game_has_its_own_rule_sets() -> None:
    assert {game.name: list(game.presets) for game in scopa.GAMES} == {
        "scopa": ["scopa", "scopa-stargames"],
        "escoba": ["escoba"],
        "scopa15": ["scopa15"],
    }
    for game in scopa.GAMES:
        assert game.parse_rules({}).name == game.name
        for other in PRESETS.keys() - game.presets.keys():
            with pytest.raises(ValueError, match="no rule set"):
                game.parse_rules({"name": other})


def test_every_field_of_the_rules_is_in_their_json() -> None:
    assert rules_json(TOURNAMENT).keys() == {field.name for field in fields(Rules)}


def test_a_log_that_names_fewer_fields_is_played_by_what_the_rule_set_was_then() -> None:
    """Version 1 of `scopa` began with these six; matches in the archive name no others."""
    first = ("name", "version", "seat_counts", "target", "redeal_kings_min", "last_play_sweep")
    log = {field: SCOPA_JSON[field] for field in first}
    assert scopa.SCOPA.parse_rules(log) == TOURNAMENT


CHOICES = [
    # rule, rule set, what is chosen, what the field then is
    ("2.6", TOURNAMENT, {"redeal_kings_min": None}, None),
    ("2.6", STARGAMES, {"redeal_kings_min": 3}, 3),
    ("2.6", ESCOBA, {"redeal_kings_min": 3}, 3),
    ("2.7", ESCOBA, {"opening_award": "first"}, OpeningAward.FIRST),
    ("2.7", SCOPA15, {"opening_award": "dealer"}, OpeningAward.DEALER),
    ("2.7", SCOPA15, {"opening_award": "nobody"}, OpeningAward.NOBODY),
    ("2.8", ESCOBA, {"opening_double": "twenty"}, OpeningDouble.TWENTY),
    ("3.9", TOURNAMENT, {"capture_duty": "hand"}, Duty.HAND),
    ("3.9", SCOPA15, {"capture_duty": "hand"}, Duty.HAND),
    ("4.4", TOURNAMENT, {"last_play_sweep": True}, True),
    ("4.4", STARGAMES, {"last_play_sweep": False}, False),
    ("6.1", TOURNAMENT, {"ties": "one_each"}, Ties.ONE_EACH),
    ("6.1", SCOPA15, {"ties": "nobody"}, Ties.NOBODY),
    ("6.2", ESCOBA, {"all_coins_points": 2}, 2),
    ("6.5", ESCOBA, {"primiera_points": 2}, 2),
    ("6.6", ESCOBA, {"missing_suits": "void"}, MissingSuits.VOID),
    ("7.1", STARGAMES, {"target": 7}, 7),
    ("7.1", ESCOBA, {"target": None}, None),
    ("7.1", TOURNAMENT, {"target": 21}, 21),
]


@pytest.mark.parametrize(
    ("rules", "data", "value"),
    [row[1:] for row in CHOICES],
    ids=[f"{row[0]}-{row[1].name}-{row[3]}" for row in CHOICES],
)
def test_custom_rules(rules: Rules, data: Mapping[str, Any], value: Any) -> None:
    game = GAME_OF[rules]
    (field,) = data
    chosen = game.parse_rules({"name": rules.name, **data})
    assert chosen == replace(rules, **{field: value})
    assert type(getattr(chosen, field)) is type(value)
    assert chosen.is_custom
    assert game.parse_rules(rules_json(chosen)) == chosen


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_7_1_a_usual_target_makes_no_custom_rules(rules: Rules) -> None:
    assert rules.target in STANDARD_TARGETS[rules.name]
    for target in STANDARD_TARGETS[rules.name]:
        chosen = GAME_OF[rules].parse_rules({"name": rules.name, "target": target})
        assert chosen == replace(rules, target=target)
        assert not chosen.is_custom


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_every_choice_includes_what_the_rule_set_says(rules: Rules) -> None:
    for field, values in choices(rules).items():
        assert getattr(rules, field) in values


NONE_SUCH: list[tuple[Rules, dict[str, Any]]] = [
    (TOURNAMENT, {"target": 8}),
    (TOURNAMENT, {"target": "7"}),
    (TOURNAMENT, {"target": True}),
    (TOURNAMENT, {"target": [7]}),
    (TOURNAMENT, {"target": 7.0}),
    (TOURNAMENT, {"name": "scopone"}),
    (TOURNAMENT, {"name": ["scopa"]}),
    (TOURNAMENT, {"name": None}),
    (TOURNAMENT, {"version": 2}),
    (TOURNAMENT, {"seat_counts": [2, 4]}),
    (TOURNAMENT, {"best_of": 3}),
    (TOURNAMENT, {"capture": "fifteen"}),
    (TOURNAMENT, {"redeal_kings_min": 4}),
    (TOURNAMENT, {"last_play_sweep": 1}),
    (TOURNAMENT, {"last_play_sweep": None}),
    (TOURNAMENT, {"opening_award": "dealer"}),
    (STARGAMES, {"opening_double": "twenty"}),
    (ESCOBA, {"capture": "equal_first"}),
    (ESCOBA, {"opening_double": "thirty"}),
    (ESCOBA, {"opening_award": None}),
    (SCOPA15, {"primiera_points": True}),
    (SCOPA15, {"primiera_points": 3}),
    (SCOPA15, {"capture_duty": {}}),
]


@pytest.mark.parametrize(("rules", "data"), NONE_SUCH, ids=str)
def test_rules_that_do_not_exist_are_refused(rules: Rules, data: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match=rules.name):
        GAME_OF[rules].parse_rules({"name": rules.name, **data})
