"""The worked positions of Tressette, and proof that they go through the engine."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from games.cases import FOLDER, Case, check, read_file
from games.engine import declarations, match, tressette
from games.engine.core import Transition

CASES = list(read_file(FOLDER / "tressette.json"))


def failing(cases: list[Case]) -> list[str]:
    return [verdict.case.id for verdict in check(cases) if not verdict.passed]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    (verdict,) = check([case])
    assert verdict.got == case.expected


def test_there_are_cases() -> None:
    assert len(CASES) == 91


def never(*_args: Any, **_options: Any) -> bool:
    return False


def nothing(*_args: Any) -> tuple[Any, ...]:
    return ()


def forgetful(seat: int, holding: Any, _earlier: Any) -> Any:
    return declarations.new_declarations(seat, holding, ())


BROKEN: list[tuple[ModuleType | type, str, Any, str]] = [
    # where, the function, what it does instead, a case that must see it
    (tressette, "following", lambda hand, _suit: tuple(hand), "L02"),
    (tressette, "led_suit", lambda _trick: None, "L13"),
    (tressette, "signals", nothing, "L14"),
    (tressette, "winning_play", lambda trick, _strength: trick[0], "T01"),
    (tressette, "strength", lambda card: card.rank, "T09"),
    (tressette, "thirds", lambda card: int(card.rank == 1), "T01"),
    (tressette, "_draw", lambda state, _winner: Transition(state), "T06"),
    (tressette, "_has_last_trick", never, "T10"),
    (tressette, "_packets", lambda cards, seats, _first: ((cards[:10],) * seats, ()), "R19"),
    (tressette, "first_seat", lambda dealer, _seats: dealer, "R15"),
    (tressette, "first_dealer", lambda hands: (0, hands[0][0]), "R10"),
    (tressette, "is_poor", never, "R01"),
    (tressette, "LAID_ASIDE", {}, "R21"),
    (tressette, "side_of", lambda _state, _seat: 0, "S08"),
    (tressette, "is_out", never, "E07"),
    (tressette, "is_out", lambda state, _seat: state.rules.call_out, "E09"),
    (tressette, "_declared", nothing, "G01"),
    (tressette, "new_declarations", forgetful, "A20"),
    (declarations, "_of_ranks", nothing, "A14"),
    (declarations, "_of_suits", nothing, "G03"),
    (tressette.Score, "card_points", property(lambda score: round(score.thirds / 3)), "S11"),
    (tressette.Score, "is_counted", property(lambda _score: True), "A23"),
    (tressette.Score, "is_counted", property(lambda score: score.thirds >= 3), "A24"),
    (tressette.Score, "points", property(lambda score: score.card_points), "S15"),
    (match, "next_dealer", lambda dealer, _seats: dealer, "R18"),
    (match, "add_points", lambda totals, _points: tuple(totals), "S08"),
    (match, "leader", lambda totals, _target: totals.index(max(totals)), "E05"),
    (match, "winner", lambda _state: 0, "E12"),
]


@pytest.mark.parametrize(
    ("where", "function", "broken", "case_id"),
    BROKEN,
    ids=[f"{row[1]}-{row[3]}" for row in BROKEN],
)
def test_a_broken_function_makes_cases_fail(
    monkeypatch: pytest.MonkeyPatch,
    where: ModuleType | type,
    function: str,
    broken: Callable[..., Any],
    case_id: str,
) -> None:
    assert failing(CASES) == []
    monkeypatch.setattr(where, function, broken)
    assert case_id in failing(CASES)


def test_what_is_not_built_counts_as_failed() -> None:
    unknown = [
        Case("kind", "weather", "pairs", {}, {}),
        Case("sub", "score", "pairs", {"sub": "later"}, {}),
        Case("mode", "trick", "dummy", {"plays": []}, {}),
        Case("card", "legal", "pairs", {"hand": ["1X"], "led": None}, []),
        Case("play", "trick", "pairs", {"plays": [[0, "4D"], [2, "5D"]]}, {}),
        Case("nothing", "end", "pairs", {}, {}),
    ]
    assert failing(unknown) == [case.id for case in unknown]
