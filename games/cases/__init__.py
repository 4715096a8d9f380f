"""Worked positions with the right answer, put to the engine.

A case is text: cards in, an answer expected. What stands here converts text, sets up the position
and calls the functions that matches use; it knows no rule. `check_cases` and the tests run cases,
and the rules to read show some of them.

A file is a JSON array of `{"id", "ruleset", "kind", "input", "expected"}`; `mode` may stand for
`ruleset`. Those of this folder are ours. One module for each family of games puts its cases.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.cases import scopa, star_cards, tressette
from games.cases.data import Data, UnknownCase
from games.engine import scopa_rules
from games.engine import star_cards as star_cards_game

FOLDER = Path(__file__).parent

RULE_SETS: Mapping[str, Any] = {
    "A": scopa_rules.TOURNAMENT,
    "B": scopa_rules.STARGAMES,
    "C": scopa_rules.ESCOBA,
    "D": scopa_rules.SCOPA15,
    "star-cards": star_cards_game.STANDARD,
    **tressette.MODES,
}


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    kind: str
    ruleset: str
    input: Data
    expected: Any

    @property
    def mode(self) -> str:
        """What refines the kind; cases of Tressette call it `sub`."""
        return str(self.input.get("mode") or self.input.get("sub") or "")


@dataclass(frozen=True, slots=True)
class Verdict:
    case: Case
    got: Any

    @property
    def passed(self) -> bool:
        return bool(self.got == self.case.expected)


def read_folder(folder: Path) -> Iterator[Case]:
    """The cases of every JSON file of a folder; raises OSError, ValueError."""
    for path in sorted(folder.glob("*.json")):
        yield from read_file(path)


def read_file(path: Path) -> Iterator[Case]:
    """The cases of one file; raises OSError, ValueError."""
    entries = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"{path.name} is not a list of cases")
    for entry in entries:
        yield Case(
            id=str(entry.get("id", "?")),
            kind=str(entry.get("kind", "?")),
            ruleset=str(entry.get("ruleset") or entry.get("mode") or path.stem),
            input=entry.get("input", {}),
            expected=entry.get("expected"),
        )


def check(cases: Iterable[Case]) -> Iterator[Verdict]:
    """Each case with what the engine says; what it cannot say counts as another answer."""
    for case in cases:
        try:
            yield Verdict(case, answer(case))
        except UnknownCase as unknown:
            yield Verdict(case, f"not built: {unknown}")
        except (LookupError, TypeError, AttributeError, ValueError, AssertionError) as error:
            yield Verdict(case, f"{type(error).__name__}: {error}")


def answer(case: Case) -> Any:
    """What the engine says to a case, in the shape of its `expected`; raises UnknownCase."""
    rules = RULE_SETS.get(case.ruleset)
    if rules is None:
        raise UnknownCase(f"rule set {case.ruleset}")
    key = case.kind, case.mode
    answers = _ANSWERS_BY_RULES[type(rules)]
    if key not in answers:
        raise UnknownCase(f"kind {case.kind} {case.mode}".rstrip())
    return answers[key](rules, case.input)


_ANSWERS_BY_RULES: Mapping[type, Mapping[tuple[str, str], Callable[[Any, Data], Any]]] = {
    scopa_rules.Rules: scopa.ANSWERS,
    star_cards_game.Rules: star_cards.ANSWERS,
    tressette.Mode: tressette.ANSWERS,
}
