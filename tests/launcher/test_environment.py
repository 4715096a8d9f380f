"""What a command typed by hand runs with."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from launcher import environment
from launcher.services import Addresses

ADDRESSES = Addresses("postgresql://somebody@/somewhere", "unix:///here")


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An environment and a checkout in which nothing was ever set up."""
    for name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(environment, "VAR", tmp_path)


def test_a_command_finds_the_servers_of_the_running_dev() -> None:
    with environment.noted(ADDRESSES):
        assert environment.for_commands()["DATABASE_URL"] == ADDRESSES.database_url
    assert environment.for_commands()["DATABASE_URL"] != ADDRESSES.database_url


def test_the_note_goes_even_when_the_run_is_interrupted(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), environment.noted(ADDRESSES):
        raise KeyboardInterrupt
    assert not (tmp_path / "dev/addresses.json").exists()


def test_a_deployment_that_forgot_something_gets_no_defaults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET_KEY", "of a deployment")
    with environment.noted(ADDRESSES):
        assert environment.for_commands() == {}


def test_cases_are_checked_without_any_server(tmp_path: Path) -> None:
    cases = json.loads(Path("games/cases/scopa.json").read_text())
    scores = [case for case in cases if case["ruleset"] == "A" and case["kind"] == "score"]
    (tmp_path / "scores.json").write_text(json.dumps(scores))
    command = [sys.executable, "manage.py", "check_cases", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"{len(scores)} passed, 0 failed"
