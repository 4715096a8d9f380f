"""The engine's docstrings and the rules that it cites (documents: tests/test_documents.py)."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from types import ModuleType

import pytest

from games.engine import captures, match, primiera, referee, scopa

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules" / "scopa.md"


@pytest.mark.parametrize("module", [captures, primiera, scopa], ids=lambda m: m.__name__)
def test_the_examples_of_the_engine(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


NUMBER = re.compile(r"\b([1-8]\.\d{1,2})\b")


@pytest.mark.parametrize(
    "module", [captures, primiera, scopa, match, referee], ids=lambda m: m.__name__
)
def test_every_rule_that_the_engine_cites_is_written(module: ModuleType) -> None:
    written = set(
        re.findall(r"^\*\*(\d\.\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    )
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    cited = {
        number
        for number in NUMBER.findall(source)
        if f"{number} s" not in source  # a time in seconds, not a rule
    }
    assert cited
    assert cited <= written


def test_every_rule_set_by_data_names_its_field() -> None:
    text = RULES.read_text(encoding="utf-8")
    rules = scopa.rules_json(scopa.TOURNAMENT).keys() - {"name", "version"}
    assert all(f"(`{field}`)" in text for field in rules)
