"""The engine's docstrings and the rules that it cites (documents: tests/test_documents.py)."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games.engine import captures, declarations, match, primiera, referee, scopa, tressette, tricks

RULES = Path(__file__).parents[2] / "docs" / "rules"

EXAMPLES = [captures, primiera, scopa, declarations, tricks, tressette]

CITING = [
    ("scopa", captures),
    ("scopa", primiera),
    ("scopa", scopa),
    ("scopa", match),
    ("scopa", referee),
    ("tressette", declarations),
    ("tressette", tricks),
    ("tressette", tressette),
]


def rules_of(game: str) -> str:
    return (RULES / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", EXAMPLES, ids=lambda m: m.__name__)
def test_the_examples_of_the_engine(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


NUMBER = re.compile(r"\b(\d{1,2}\.\d{1,2})\b")


@pytest.mark.parametrize(("game", "module"), CITING, ids=[row[1].__name__ for row in CITING])
def test_every_rule_that_the_engine_cites_is_written(game: str, module: ModuleType) -> None:
    written = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", rules_of(game), re.MULTILINE))
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    cited = {
        number
        for number in NUMBER.findall(source)
        if f"{number} s" not in source  # a time in seconds, not a rule
    }
    assert cited
    assert cited <= written


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("scopa", scopa.rules_json(scopa.TOURNAMENT)),
        ("tressette", tressette.rules_json(tressette.PAIRS)),
    ],
    ids=["scopa", "tressette"],
)
def test_every_rule_set_by_data_names_its_field(game: str, rules: dict[str, Any]) -> None:
    text = rules_of(game)
    assert all(f"(`{field}`)" in text for field in rules.keys() - {"name", "version"})
