"""The worked positions of Star Cards, and proof that they go through the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from games.cases import FOLDER, Case, check, read_file
from games.cases import star_cards as star_cards_cases
from games.engine import star_cards, star_tricks
from games.engine.core import Transition
from games.engine.star_cards import DUMMY, Decision
from games.engine.star_tricks import By, Win

CASES = list(read_file(FOLDER / "star-cards.json"))

FIRST = Win(0, By.LED_COLOUR)


def failing(cases: list[Case]) -> list[str]:
    return [verdict.case.id for verdict in check(cases) if not verdict.passed]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    (verdict,) = check([case])
    assert verdict.got == case.expected


def test_there_are_cases() -> None:
    assert len(CASES) == 48


def asked_to_collect(state: star_cards.State, seat: int) -> Transition:
    return Transition(replace(state, turn=seat, decision=Decision.COLLECT))


def without_the_star(state: star_cards.State, seat: int, top: Any) -> Transition:
    return discard_all(replace(state, leader=seat), top)


def without_the_lead(state: star_cards.State, seat: int, top: Any) -> Transition:
    return discard_all(replace(state, star=seat), top)


discard_all = star_cards._discard_all

BROKEN: list[tuple[ModuleType, str, Callable[..., Any], str]] = [
    # where, the function, what it does instead, a case that must see it
    (star_tricks, "led_colour", lambda _trick: None, "legal-12"),
    (star_tricks, "is_super_trump", lambda _card, _trump, _before: False, "trick-01"),
    (star_cards, "playable", lambda hand, _trick: tuple(hand), "legal-05"),
    (star_cards, "trick_winner", lambda _trump, _trick: FIRST, "resolve-01"),
    (star_cards_cases, "trick_winner", lambda _trump, _trick: FIRST, "trick-09"),
    (star_cards, "legal_moves", lambda _state: (), "legal-01"),
    (star_cards, "play_order", lambda leader, seats: (leader, DUMMY, *range(seats)), "resolve-03"),
    (star_cards, "duplicate_penalty", lambda _rules, _card, _collection: 0, "resolve-07"),
    (star_cards, "ranks", lambda _collection: frozenset(), "resolve-05"),
    (star_cards, "_flipped", lambda state, _seat, _count: state, "resolve-08"),
    (star_cards, "_won_by", asked_to_collect, "resolve-32"),
    (star_cards, "_won_by_dummy", star_cards._won_by_nobody, "resolve-19"),
    (
        star_cards,
        "_trump_asked_or_clear",
        lambda state, seat: star_cards._leads(state, seat, state.trick_cards[0]),
        "resolve-09",
    ),
    (star_cards, "_leads", without_the_star, "resolve-03"),
    (star_cards, "_leads", without_the_lead, "resolve-09"),
    (star_cards, "_discard_all", lambda state, _top: Transition(state), "resolve-01"),
    (star_cards, "_end", lambda state, _reason, _seat: Transition(state), "resolve-31"),
]


@pytest.mark.parametrize(
    ("module", "function", "broken", "case_id"), BROKEN, ids=[row[1] for row in BROKEN]
)
def test_a_broken_function_makes_cases_fail(
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    function: str,
    broken: Callable[..., Any],
    case_id: str,
) -> None:
    assert failing(CASES) == []
    monkeypatch.setattr(module, function, broken)
    assert case_id in failing(CASES)


def test_what_is_not_built_or_not_possible_counts_as_failed() -> None:
    wrong = [
        Case("kind", "weather", "star-cards", {}, {}),
        Case("no-card", "legal", "star-cards", {"hand": ["R7"], "trick": []}, ["R7"]),
        Case("three-copies", "legal", "star-cards", {"hand": ["R1"] * 3, "trick": []}, ["R1"]),
        Case("nothing", "resolve", "star-cards", {}, {}),
    ]
    assert failing(wrong) == [case.id for case in wrong]
