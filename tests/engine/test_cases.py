"""The worked positions of rule set A, and proof that they go through the engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games.cases import Case, check, read_folder
from games.engine import captures, match, primiera, referee, scopa
from games.engine.core import Transition

ALL = list(read_folder(Path(__file__).parent / "cases"))

COMES_WITH_PRESENCE = {"start_wait", "disconnected", "invited_back"}

CASES = [
    case
    for case in ALL
    if case.ruleset == "A" and case.input.get("event") not in COMES_WITH_PRESENCE
]


def failing(cases: list[Case]) -> list[str]:
    return [verdict.case.id for verdict in check(cases) if not verdict.passed]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    (verdict,) = check([case])
    assert verdict.got == case.expected


def test_there_are_cases() -> None:
    assert len(CASES) == 41


BROKEN: list[tuple[ModuleType, str, Callable[..., Any], str]] = [
    # where, the function, what it does instead, a case that must see it
    (captures, "capture_value", lambda card: min(card.rank, 8), "cap-A-05"),
    (captures, "equal_cards", lambda _card, _layout: (), "cap-A-11"),
    (captures, "sums", lambda _total, _layout: (), "cap-A-04"),
    (scopa, "captures", lambda _card, _layout: (), "leg-A-01"),
    (scopa, "is_annulled", lambda _rules, _layout: False, "deal-A-02"),
    (scopa, "first_seat", lambda dealer, _seats: dealer, "deal-A-03"),
    (scopa, "_packets", lambda stock, _seats, _first: ((stock[:3],) * 2, stock[6:]), "deal-A-06"),
    (scopa, "is_sweep", lambda _rules, layout, _is_last: not layout, "end-A-01"),
    (scopa, "_collect_leftovers", Transition, "end-A-05"),
    (scopa, "preferred", lambda takes: takes[0], "auto-A-04"),
    (scopa, "point_for_most", lambda worths: (1,) * len(worths), "score-A-02"),
    (scopa, "score_cards", lambda _piles: scopa.Row("cards", (), (0, 0), {}), "score-A-05"),
    (scopa, "score_coins", lambda _piles: scopa.Row("coins", (), (0, 0), {}), "score-A-03"),
    (
        scopa,
        "score_settebello",
        lambda _piles: scopa.Row("settebello", (), (0, 0), {}),
        "score-A-06",
    ),
    (scopa, "score_primiera", lambda _piles: scopa.Row("primiera", (), (0, 0), {}), "score-A-07"),
    (scopa, "score_sweeps", lambda _sweeps: scopa.Row("sweeps", (), (1, 1), {}), "score-A-02"),
    (primiera, "prime_value", lambda card: card.rank, "score-A-05"),
    (scopa, "primiera", lambda pile: primiera.Primiera(tuple(pile[:1])), "score-A-05"),
    (match, "next_dealer", lambda dealer, _seats: dealer, "deal-A-07"),
    (match, "add_points", lambda totals, _points: tuple(totals), "match-A-09"),
    (match, "leader", lambda totals, _target: totals.index(max(totals)), "match-A-03"),
    (match, "winner", lambda _state: 0, "match-A-10"),
    (referee, "due", lambda state: referee.Due(state.clock_from, "move"), "match-A-14"),
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


def test_what_is_not_built_counts_as_failed() -> None:
    unknown = [
        Case("kind", "opening", "A", {}, {}),
        Case("mode", "capture", "A", {"mode": "later"}, {}),
        Case("rule set", "capture", "Z", {"table": [], "card": "1D", "play_no": 1}, {}),
        Case("clock", "match", "A", {"mode": "clock", "event": "nap", "connected": True}, {}),
        Case("input", "capture", "A", {"table": ["1X"], "card": "1D", "play_no": 1}, {}),
        Case("nothing", "capture", "A", {}, {}),
    ]
    assert failing(unknown) == [case.id for case in unknown]
