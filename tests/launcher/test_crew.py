"""Several processes at once, their output, and their end."""

import os
import sys
from pathlib import Path

import pytest

from launcher.crew import Crew
from tests.launcher.conftest import ends_within, open_process


@pytest.fixture
def crew(tmp_path: Path) -> Crew:
    return Crew({**os.environ, "PYTHONUNBUFFERED": "1"}, tmp_path)


def python(script: str) -> list[str]:
    return [sys.executable, "-c", script]


def test_every_line_is_said_with_the_name_of_its_process(
    crew: Crew, capsys: pytest.CaptureFixture[str]
) -> None:
    with crew:
        member = crew.start("web", python("print('one\\ntwo', end='')"))
        crew.run_until(lambda: member.output < 0)
    assert capsys.readouterr().out.splitlines() == ["    web │ one", "    web │ two"]


def test_a_member_is_ready_when_it_says_the_awaited_words(crew: Crew) -> None:
    with crew:
        member = crew.start("web", python("print('it listens'); input()"), awaited="listens")
        assert not member.is_ready
        crew.run_until(lambda: member.is_ready or crew.ended() is not None)
        assert member.is_ready


def test_a_member_that_ends_is_noticed_with_its_code(crew: Crew) -> None:
    with crew:
        crew.start("clock", python("import signal; signal.pause()"))
        member = crew.start("web", python("raise SystemExit(3)"))
        crew.run_until(lambda: crew.ended() is not None)
        assert crew.ended() is member
        crew.dismiss(member)
        assert member.process.returncode == 3
        assert crew.ended() is None


def test_what_a_member_started_ends_with_it(crew: Crew, capsys: pytest.CaptureFixture[str]) -> None:
    script = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
print(child.pid)
child.wait()
"""
    with crew:
        member = crew.start("worker", python(script), awaited="")
        crew.run_until(lambda: member.is_ready)
        grandchild = open_process(int(capsys.readouterr().out.split()[-1]))
    assert ends_within(grandchild, 10)
    assert not crew.members
