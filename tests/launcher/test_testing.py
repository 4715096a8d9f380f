"""What `bin/test` makes of its steps, and where it finds a Chromium."""

import sys
from pathlib import Path

import pytest

from launcher import chromium, environment, services, testing
from launcher.testing import Verdict


def step(title: str, code: int) -> testing.Step:
    return testing._command(title, [sys.executable, "-c", f"raise SystemExit({code})"], {})


def test_a_step_that_fails_is_named_in_the_summary_and_the_others_still_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    results = [testing._perform(one) for one in (step("lint", 1), step("types", 0))]
    assert [result.verdict for result in results] == [Verdict.FAILED, Verdict.PASSED]
    assert "lint: FAILED: exit 1" in capsys.readouterr().out
    assert "FAILED" in testing._summary(results)


def test_pytest_that_finds_no_test_has_failed() -> None:
    assert testing._perform(step("tests", 5)).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("ci", "verdict"), [("true", Verdict.FAILED), (None, Verdict.SKIPPED)], ids=["CI", "not CI"]
)
def test_without_chromium_the_browser_tests_are_skipped_but_fail_in_ci(
    monkeypatch: pytest.MonkeyPatch, ci: str | None, verdict: Verdict
) -> None:
    nowhere = chromium.Chromium(None, "none to be had")
    monkeypatch.setattr(chromium, "find_or_install", lambda: nowhere)
    monkeypatch.delenv("CI", raising=False)
    if ci:
        monkeypatch.setenv("CI", ci)
    assert testing._browser_tests({}, []) == (verdict, "no Chromium: none to be had")


def test_a_chromium_on_the_path_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "google-chrome"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.find_or_install() == chromium.Chromium(program)


def test_the_deploy_check_gets_neither_debug_nor_a_movable_clock() -> None:
    tested = environment.for_tests(services.Addresses("postgresql:///x", "redis://x"))
    strict = environment.like_production(tested)
    assert tested["DEBUG"] == "1"
    assert not {"DEBUG", "ALLOW_CLOCK_SHIFT"} & strict.keys()
    assert strict["DATABASE_URL"] == "postgresql:///x"
    assert strict["SECRET_KEY"] != tested["SECRET_KEY"]


def test_the_second_lane_runs_beside_the_first_and_its_failure_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    go = tmp_path / "go"
    lane = testing._Lane([])
    waiting = f"import os\nwhile not os.path.exists({str(go)!r}): pass\n"
    program = f"{waiting}print('a step of mine')\nraise SystemExit(3)"
    lane._command = [sys.executable, "-c", program]
    lane.start()
    go.touch()  # only now: the lane was begun without waiting for it
    assert lane.finish() == (Verdict.FAILED, "exit 3")
    assert "a step of mine" in capsys.readouterr().out


def test_servers_that_we_were_given_serve_one_lane_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql:///x")
    titles = [step.title for step in testing._tests({}, [])]
    assert titles == ["tests", "browser tests"]
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.delenv("REDIS_URL", raising=False)
    assert [step.title for step in testing._tests({}, [])] == ["tests", "second lane"]
