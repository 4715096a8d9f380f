import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Owner:
    """Another process that holds the servers of a folder, until it is told to stop."""

    def __init__(self, script: str, *arguments: object) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, *(str(word) for word in arguments)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self) -> str:
        """Closes its input, which is what its script waits for; returns what it still said."""
        rest, _ = self.process.communicate(timeout=60)
        return rest

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def owners() -> Iterator[Any]:
    started: list[Owner] = []

    def start(script: str, *arguments: object) -> Owner:
        started.append(Owner(script, *arguments))
        return started[-1]

    yield start
    for owner in started:
        owner.kill()
        for pipe in (owner.process.stdin, owner.process.stdout):
            if pipe is not None:
                pipe.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As awkward as a clone's path may be: spaces, an accent, too long for any socket."""
    path = tmp_path / "a place with spaces, però" / ("x" * 110) / "data"
    path.mkdir(parents=True)
    return path


def open_process(pid: int) -> int:
    """A descriptor that becomes readable when that process is gone."""
    return os.pidfd_open(pid)


def ends_within(descriptor: int, seconds: float) -> bool:
    readable, _, _ = select.select([descriptor], [], [], seconds)
    os.close(descriptor)
    return bool(readable)
