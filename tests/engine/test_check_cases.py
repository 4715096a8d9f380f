"""`manage.py check_cases`: what it prints, and how it ends."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

GOOD = {
    "id": "good",
    "ruleset": "A",
    "kind": "match",
    "input": {"mode": "points", "target": 11, "totals_before": [10, 9], "hand_points": [2, 4]},
    "expected": {"totals": [12, 13], "over": True, "winner": 1},
}
WRONG = {**GOOD, "id": "wrong", "expected": {"totals": [12, 13], "over": True, "winner": 0}}
STRANGE = {**GOOD, "id": "strange", "kind": "weather"}


def run(folder: Path, *cases: dict[str, Any], only: str | None = None) -> tuple[str, bool]:
    """What is printed, and whether it ends well."""
    (folder / "some.json").write_text(json.dumps(cases), encoding="utf-8")
    printed = StringIO()
    try:
        call_command("check_cases", str(folder), only=only, stdout=printed)
    except SystemExit as end:
        return printed.getvalue(), not end.code
    return printed.getvalue(), True


def test_it_counts_what_passes(tmp_path: Path) -> None:
    assert run(tmp_path, GOOD) == ("1 passed, 0 failed\n", True)


def test_it_prints_each_failure_with_what_was_expected_and_what_came(tmp_path: Path) -> None:
    printed, is_well = run(tmp_path, GOOD, WRONG, STRANGE)
    assert not is_well
    assert printed.splitlines() == [
        f"wrong: expected {WRONG['expected']}, got {GOOD['expected']}",
        f"strange: expected {GOOD['expected']}, got not built: kind weather points",
        "1 passed, 2 failed",
    ]


def test_it_can_be_limited_to_kinds(tmp_path: Path) -> None:
    assert run(tmp_path, GOOD, STRANGE, only="match,score") == ("1 passed, 0 failed\n", True)


def test_a_folder_that_cannot_be_read_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not a folder"):
        call_command("check_cases", str(tmp_path / "none"))
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("check_cases", str(tmp_path))
    (tmp_path / "broken.json").write_text("[1]", encoding="utf-8")
    with pytest.raises(CommandError, match="not a list of cases"):
        call_command("check_cases", str(tmp_path))
