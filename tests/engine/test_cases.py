"""The worked positions of the fishing games, and proof that they go through the engine."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from games.cases import FOLDER, Case, check, read_file
from games.engine import captures, match, primiera, referee, scopa, scopa_score
from games.engine.core import Transition
from games.engine.scopa_score import Row

ALL = list(read_file(FOLDER / "scopa.json"))

COMES_WITH_PRESENCE = {"start_wait", "disconnected", "invited_back"}

CASES = [case for case in ALL if case.input.get("event") not in COMES_WITH_PRESENCE]


def failing(cases: list[Case]) -> list[str]:
    return [verdict.case.id for verdict in check(cases) if not verdict.passed]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    (verdict,) = check([case])
    assert verdict.got == case.expected


def test_there_are_cases() -> None:
    assert len(CASES) == 99
    assert {case.ruleset for case in CASES} == {"A", "B", "C", "D"}


NO_ROW = {
    category: Row(category, (), (0, 0), {})
    for category in ("cards", "coins", "settebello", "primiera")
}

BROKEN: list[tuple[ModuleType, str, Any, str]] = [
    # where, the function, what it does instead, a case that must see it
    (captures, "capture_value", lambda card: min(card.rank, 8), "cap-A-05"),
    (captures, "equal_cards", lambda _card, _layout: (), "cap-A-11"),
    (captures, "sums", lambda _total, _layout: (), "cap-A-04"),
    (captures, "FIFTEEN", 14, "cap-C-03"),
    (scopa, "captures", lambda _card, _layout: (), "leg-A-01"),
    (scopa, "fifteens", lambda _card, _layout: (), "leg-C-01"),
    (
        scopa,
        "captures_of",
        lambda _rules, card, layout: captures.captures(card, layout),
        "cap-D-01",
    ),
    (scopa, "is_annulled", lambda _rules, _layout: False, "deal-A-02"),
    (scopa, "is_annulled", lambda _rules, layout: layout[0].rank == 10, "deal-D-06"),
    (scopa, "first_seat", lambda dealer, _seats: dealer, "deal-A-03"),
    (scopa, "_packets", lambda stock, _seats, _first: ((stock[:3],) * 2, stock[6:]), "deal-A-06"),
    (scopa, "opening", lambda _rules, _layout: None, "deal-D-01"),
    (scopa, "_award_opening", Transition, "deal-C-05"),
    (scopa_score, "sums", lambda _total, layout: (layout,), "deal-C-03"),
    (scopa, "side_of", lambda _seat: 0, "end-B-01"),
    (scopa, "sides", lambda _rules, _seats: ((0, 1), (2, 3)), "score-B-06"),
    (scopa, "is_sweep", lambda _rules, layout, _is_last: not layout, "end-A-01"),
    (scopa, "is_sweep", lambda _rules, layout, is_last: not layout and not is_last, "cap-B-07"),
    (scopa, "_collect_leftovers", Transition, "end-A-05"),
    (scopa, "preferred", lambda takes: takes[0], "auto-A-04"),
    (
        scopa_score,
        "points_for_most",
        lambda worths, *_more, **_ties: (1,) * len(worths),
        "score-A-02",
    ),
    (scopa_score, "score_cards", lambda _rules, _piles: NO_ROW["cards"], "score-A-05"),
    (scopa_score, "score_coins", lambda _rules, _piles: NO_ROW["coins"], "score-A-03"),
    (scopa_score, "score_settebello", lambda _piles: NO_ROW["settebello"], "score-A-06"),
    (scopa_score, "score_primiera", lambda _rules, _piles: NO_ROW["primiera"], "score-A-07"),
    (scopa_score, "score_sweeps", lambda *_all: Row("sweeps", (), (1, 1), {}), "score-A-02"),
    (primiera, "prime_value", lambda card: card.rank, "score-A-05"),
    (scopa_score, "primiera", lambda pile: primiera.Primiera(tuple(pile[:1])), "score-A-05"),
    (match, "next_dealer", lambda dealer, _seats: dealer, "deal-A-07"),
    (match, "add_points", lambda totals, _points: tuple(totals), "match-A-09"),
    (match, "leader", lambda totals, _target: totals.index(max(totals)), "match-A-03"),
    (match, "winner", lambda _state: 0, "match-A-10"),
    (referee, "due", lambda state: referee.Due(state.clock_from, "move"), "match-A-14"),
]


@pytest.mark.parametrize(
    ("module", "function", "broken", "case_id"),
    BROKEN,
    ids=[f"{row[1]}-{row[3]}" for row in BROKEN],
)
def test_a_broken_function_makes_cases_fail(
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    function: str,
    broken: Any,
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
