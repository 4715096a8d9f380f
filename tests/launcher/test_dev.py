"""`bin/dev` as a person meets it: it runs the site, and leaves nothing behind."""

import re
import signal
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.launcher.conftest import Owner, ends_within, open_process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

# The second stage with its data elsewhere, so that a running bin/dev is not disturbed.
DEV = """
import os, sys
from pathlib import Path
from launcher import environment
environment.VAR = Path(sys.argv[1])
for name in ("DATABASE_URL", "REDIS_URL", "PORT", "SECRET_KEY", "ALLOW_CLOCK_SHIFT"):
    os.environ.pop(name, None)
from launcher import console, dev
sys.exit(console.report_errors("bin/dev", lambda: dev.main([])))
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("with a space") / "var"


def read_until(owner: Owner, words: str) -> list[str]:
    lines: list[str] = []
    while not lines or words not in lines[-1]:
        assert owner.process.poll() is None, lines
        lines.append(owner.line())
    return lines


def descendants(pid: int) -> list[int]:
    said = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    children = [int(word) for word in said.split()]
    return children + [below for child in children for below in descendants(child)]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_site_runs_and_everything_ends_with_it(
    data: Path, owners: Any, number: signal.Signals
) -> None:
    owner = owners(DEV, data)
    begun = read_until(owner, "Settebello runs at")
    address = begun[-1].split()[-1]
    people = read_until(owner, "administrator")
    assert sum("@example.com" in line for line in people) == 3
    with urllib.request.urlopen(f"{address}health/", timeout=20) as answer:
        assert answer.status == 200
    if not any("ready." in line for line in begun + people):  # the worker
        read_until(owner, "ready.")
    pids = descendants(owner.process.pid)
    assert len(pids) > 8  # web, two workers, beat, PostgreSQL and its own, Valkey
    watched = [open_process(pid) for pid in pids]
    owner.process.send_signal(number)
    rest = owner.end()
    assert all(ends_within(descriptor, 20) for descriptor in watched)
    if number != signal.SIGKILL:
        assert owner.process.returncode == 0
        assert rest.splitlines()[-1] == "Stopped."


def test_the_secret_is_made_once_and_is_private(data: Path) -> None:
    path = data / "dev/secret-key"
    assert re.fullmatch(r"[\w-]{60,}", path.read_text())
    assert path.stat().st_mode & 0o777 == 0o600
