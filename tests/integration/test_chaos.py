"""Every part of the site is killed and started again under matches, in a process of its own.

The servers are not those of the other tests, which must go on. The long version is
`python -m benchmarks.chaos` with what it does by itself (docs/benchmarks.md).
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from launcher.environment import ROOT

MATCHES = 6
PATIENCE_S = 420
KILLED = ["worker", "clock-0", "beat", "web-0", "valkey", "postgres"]


def run(results: Path) -> tuple[subprocess.CompletedProcess[str], dict[str, Any]]:
    options = ("--matches", MATCHES, "--rounds", 1, "--pace", 0.3, "--down", 1)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "benchmarks.chaos", "--results", results),
            *map(str, options),
        ],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PORT"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert results.exists(), done.stdout
    found: dict[str, Any] = json.loads(results.read_text())
    return done, found


@pytest.fixture(scope="module")
def ran(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[subprocess.CompletedProcess[str], dict[str, Any]]:
    return run(tmp_path_factory.mktemp("chaos") / "chaos.jsonl")


def test_nothing_is_lost_and_nobody_loses_while_every_part_dies_in_turn(
    ran: tuple[subprocess.CompletedProcess[str], dict[str, Any]],
) -> None:
    done, found = ran
    steps = [step["name"] for step in found["steps"]]
    assert steps == [*(f"kill {name}" for name in KILLED), "replace the web processes"]
    assert found["failures"] == [], done.stdout
    assert found["acknowledged"] > 100 * MATCHES
    assert found["lost"] == found["twice"] == 0
    assert found["drops"] == 0, "nobody was away: it was we"
    assert found["endings"] == {"target": MATCHES}
    assert found["verified"] is True
    assert done.returncode == 0, done.stdout


def test_people_play_on_while_one_web_process_is_gone(
    ran: tuple[subprocess.CompletedProcess[str], dict[str, Any]],
) -> None:
    _, found = ran
    by_name = {step["name"]: step for step in found["steps"]}
    assert by_name["kill web-0"]["moves_while_down"] > 0
    assert by_name["replace the web processes"]["moves_while_down"] > 0
    # Whoever sat at what was killed came back by another door.
    assert found["connections"] > 2 * MATCHES
