"""The whole site as real processes on the test database: web, worker, clock, beat."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Self
from urllib.parse import urlsplit

from django.db import connection

from launcher import environment, processes, waiting

PATIENCE_S = 60.0


class Site:
    """Processes that a test may kill; `with Site() as site:` stops them all."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.folder = Path(tempfile.mkdtemp(prefix="settebello-browser-"))
        self.output: IO[bytes] = (self.folder / "log").open("wb")
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        for name in ("web", "worker", "clock", "beat"):
            self.start(name)
        self.wait_for_web()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.running.values():
            processes.stop(process, (signal.SIGTERM, 10))
        self.output.close()

    def start(self, name: str) -> None:
        self.running[name] = processes.spawn(
            self._commands()[name],
            death_signal=signal.SIGKILL,
            env=self._environment(),
            cwd=environment.ROOT,
            output=self.output.fileno(),
        )

    def kill(self, name: str) -> None:
        """SIGKILL: no goodbye to anybody."""
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def wait_for_web(self) -> None:
        wait_until(self._web_answers, f"the web process did not start: {self.log()}")

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-4_000:]

    def _web_answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/health/", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def _commands(self) -> Mapping[str, list[str]]:
        celery = [sys.executable, "-m", "celery", "-q", "-A", "config"]
        quiet = ["--without-gossip", "--without-mingle", "--loglevel=WARNING"]
        schedule = f"--schedule={self.folder / 'beat'}"
        return {
            "web": [
                *(sys.executable, "-m", "daphne", "--verbosity", "1"),
                *("-e", f"tcp:{self.port}:interface=127.0.0.1:backlog=4096"),
                "config.asgi:application",
            ],
            "worker": [*celery, "worker", "-n", "w@%h", "-Q", "default,bots", "-c", "1", *quiet],
            "clock": [*celery, "worker", "-n", "c@%h", "-Q", "clock", "--pool=solo", *quiet],
            "beat": [*celery, "beat", schedule, "--pidfile=", "--loglevel=WARNING"],
        }

    def _environment(self) -> dict[str, str]:
        parts = urlsplit(os.environ["DATABASE_URL"])
        database = parts._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
        return {**os.environ, "DATABASE_URL": database, "ALLOWED_HOSTS": "127.0.0.1"}


def wait_until(condition: Callable[[], bool], failure: str) -> None:
    """Asks the condition until it holds; fails after a minute."""
    assert waiting.wait_until(condition, PATIENCE_S), failure
