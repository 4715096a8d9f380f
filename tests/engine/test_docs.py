"""The engine's docstrings and the rules that it cites (documents: tests/test_documents.py)."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from types import ModuleType

import pytest

from games.engine import (
    captures,
    declarations,
    match,
    policies,
    primiera,
    referee,
    scopa,
    scopa_rules,
    scopa_score,
    tressette,
    tricks,
)
from games.engine.scopa_rules import PRESETS

RULES = Path(__file__).parents[2] / "docs" / "rules"
SCOPA = RULES / "scopa.md"
FAMILY = [SCOPA, RULES / "escoba.md", RULES / "scopa15.md"]
TRESSETTE = RULES / "tressette.md"
CLOCKS = RULES / "clocks.md"


@pytest.mark.parametrize(
    "module",
    [captures, primiera, scopa, scopa_score, declarations, tricks, tressette],
    ids=lambda m: m.__name__,
)
def test_the_examples_of_the_engine(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


RULE = re.compile(r"^\*\*(\d+\.\d+)\*\*", re.MULTILINE)
NUMBER = re.compile(r"(?<!star-cards )\b(\d{1,2}\.\d{1,2})\b")  # "star-cards 10.1": not ours


def written(document: Path) -> set[str]:
    return set(RULE.findall(document.read_text(encoding="utf-8")))


def cited(module: ModuleType) -> set[str]:
    file = Path(str(module.__file__))
    files = sorted(file.parent.glob("*.py")) if file.name == "__init__.py" else [file]
    source = "\n".join(one.read_text(encoding="utf-8") for one in files)
    return {
        number
        for number in NUMBER.findall(source)
        if f"{number} s" not in source  # a time in seconds, not a rule
    }


@pytest.mark.parametrize(
    "module", [captures, primiera, scopa, scopa_rules, scopa_score], ids=lambda m: m.__name__
)
def test_every_rule_that_the_family_cites_is_written(module: ModuleType) -> None:
    assert cited(module)
    assert cited(module) <= set().union(*map(written, FAMILY))


@pytest.mark.parametrize("document", FAMILY, ids=lambda path: path.stem)
def test_every_rule_of_the_match_is_written_for_each_game(document: Path) -> None:
    assert cited(match)
    assert cited(match) <= written(document)


@pytest.mark.parametrize("module", [referee, policies], ids=lambda m: m.__name__)
def test_every_rule_of_the_clocks_that_is_cited_is_written(module: ModuleType) -> None:
    assert cited(module)
    assert cited(module) <= written(CLOCKS)


@pytest.mark.parametrize("document", FAMILY[1:], ids=lambda path: path.stem)
def test_a_number_that_scopa_has_too_stands_for_the_same_rule(document: Path) -> None:
    """What only games of fifteen have: the opening award, and their captures."""
    assert written(document) - written(SCOPA) == {"2.7", "2.8", "2.9", "3.11", "3.12"}
    assert written(SCOPA) - written(document) == {"3.3", "3.4", "3.5", "3.6", "3.7"}


@pytest.mark.parametrize("rule_set", PRESETS)
def test_every_rule_set_by_data_names_its_field(rule_set: str) -> None:
    document = RULES / f"{rule_set.removesuffix('-stargames')}.md"
    text = document.read_text(encoding="utf-8")
    rules = PRESETS[rule_set]
    fields = scopa_rules.rules_json(rules).keys() - {"name", "version"}
    for field in fields & {"seat_counts", "capture", *scopa_rules.choices(rules)}:
        assert re.search(rf"\(`{field}`[):]", text), field
    assert f"`{rule_set}`" in text


@pytest.mark.parametrize("module", [declarations, tricks, tressette], ids=lambda m: m.__name__)
def test_every_rule_that_tressette_cites_is_written(module: ModuleType) -> None:
    assert cited(module)
    assert cited(module) <= written(TRESSETTE)


def test_every_rule_of_tressette_set_by_data_names_its_field() -> None:
    text = TRESSETTE.read_text(encoding="utf-8")
    for rules in tressette.presets.values():
        assert f"`{rules.name}`" in text
        for field in tressette.rules_json(rules).keys() - {"name", "version"}:
            assert f"(`{field}`)" in text, field
