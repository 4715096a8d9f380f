"""Worked positions as pictures: the case's position, and what the engine says to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.cases import FOLDER, RULE_SETS, Case, answer, read_folder
from games.engine import star_cards as star_cards_game
from games.engine.scopa_rules import Rules as ScopaRules
from games.rules_pages.examples import scopa, star_cards, tressette
from games.rules_pages.examples.drawing import Drawing


class NoSuchExample(LookupError):
    """There is no such case, or its kind cannot be drawn."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A case, and what the engine says to it."""

    case: Case
    answer: Any


@cache
def _cases() -> Mapping[str, Case]:
    return {case.id: case for case in read_folder(FOLDER)}


@cache
def answered(case_id: str) -> Answered:
    """The engine is asked once; raises NoSuchExample."""
    if case_id not in _cases():
        raise NoSuchExample(case_id)
    case = _cases()[case_id]
    return Answered(case, answer(case))


def draw(case_id: str) -> Drawing:
    """The example in the language in force; raises NoSuchExample."""
    example = answered(case_id)
    drawers = _drawers(RULE_SETS[example.case.ruleset])
    key = example.case.kind, example.case.mode
    if key not in drawers:
        raise NoSuchExample(f"{case_id}: {' '.join(key)} is not drawn")
    drawing = drawers[key](example.case, example.answer)
    return tressette.lettered(drawing) if drawers is tressette.DRAWERS else drawing


def _drawers(rules: Any) -> Mapping[tuple[str, str], Callable[[Case, Any], Drawing]]:
    match rules:
        case ScopaRules():
            return scopa.DRAWERS
        case star_cards_game.Rules():
            return star_cards.DRAWERS
        case _:
            return tressette.DRAWERS
