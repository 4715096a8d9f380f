"""The whole site as processes that may be killed: PostgreSQL, Valkey, web, workers and beat.

All on folders and ports of its own, with the settings of production except TLS. The addresses of
PostgreSQL and Valkey stay the same when they are started again, so that the other processes find
them.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from itertools import count
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, quote, urlsplit

import psycopg
import redis

from benchmarks import figures, servers
from launcher import claims, environment, postgres, processes, valkey, waiting
from launcher.claims import InUseError
from launcher.console import SetupError
from launcher.services import Addresses

PATIENCE_S = 60.0
DATA = ("postgres", "valkey")
WORKERS = ("worker", "clock", "beat")


class ClusterError(SetupError):
    """A part of the site did not come back."""


def wait_until(condition: Callable[[], bool], failure: str, seconds: float = PATIENCE_S) -> None:
    """Asks until the condition holds; raises ClusterError."""
    if not waiting.wait_until(condition, seconds):
        raise ClusterError(failure)


class DataServer:
    """PostgreSQL or Valkey in a folder, below a socket folder whose name does not change."""

    def __init__(
        self, link: Path, start: Callable[[], AbstractContextManager[str]], sockets: str
    ) -> None:
        self.link = link
        self._start = start
        self._sockets = sockets
        self._running = ExitStack()

    def start(self) -> None:
        """On the data that are there; whoever was killed may need a while to let go of them."""
        wait_until(self._has_started, f"{self.link.name}: its folder stayed in use")

    def _has_started(self) -> bool:
        try:
            url = self._running.enter_context(self._start())
        except InUseError:
            return False
        parts = urlsplit(url)
        folder = parse_qs(parts.query)["host"][0] if self._sockets == "host" else parts.path
        target = Path(folder) if self._sockets == "host" else Path(folder).parent
        draft = self.link.with_suffix(".new")
        draft.symlink_to(target)
        draft.rename(self.link)
        return True

    def kill(self, pid: int) -> None:
        """SIGKILL for the server with this number."""
        os.kill(pid, signal.SIGKILL)
        self.stop()

    def stop(self) -> None:
        self._running.close()


class Cluster:
    """`with Cluster(folder) as site:` has everything running, on an empty database."""

    def __init__(self, folder: Path, *, webs: int = 2, clocks: int = 1) -> None:
        self.folder = folder
        self.webs = webs
        self.clocks = clocks
        self._stack = ExitStack()
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._ports: dict[str, int] = {}
        self._numbers = count(1)

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._sockets = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sb-")))
            self._data = {
                "postgres": self._data_server("postgres", postgres.running, "host"),
                "valkey": self._data_server("valkey", valkey.running, "path"),
            }
            for server in self._data.values():
                stack.callback(server.stop)
                server.start()
            stack.callback(self._stop_all)
            self.env = servers.site_environment(self.addresses)
            _empty(self.addresses)
            servers.migrate(self.env)
            for number in range(self.webs):
                self._start_web(f"web-{number}")
            for name in self.worker_names:
                self.start(name)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def addresses(self) -> Addresses:
        postgres_folder, valkey_folder = (self._sockets / name for name in DATA)
        host = quote(str(postgres_folder), safe="")
        return Addresses(
            f"postgresql://{postgres.NAME}@/{postgres.NAME}?host={host}&port={postgres.PORT}",
            f"unix://{valkey_folder}/valkey.sock?db=0",
        )

    @property
    def worker_names(self) -> list[str]:
        return ["worker", *(f"clock-{number}" for number in range(self.clocks)), "beat"]

    @property
    def web_names(self) -> list[str]:
        """Those that run now."""
        return [name for name in self._running if name.startswith("web-")]

    def web_ports(self) -> list[int]:
        """Of the web processes, as whoever balances the load would list them."""
        return list(self._ports.values())

    def start(self, name: str) -> None:
        """Returns when the part answers, as far as that can be asked."""
        if name in DATA:
            self._data[name].start()
        elif name.startswith("web-"):
            self._start_web(name)
        else:
            self._running[name] = self._spawn(name, self._commands()[name])

    def kill(self, name: str) -> None:
        """SIGKILL: no goodbye to anybody."""
        if name in DATA:
            pid = self._postgres_pid() if name == "postgres" else self._valkey_pid()
            self._data[name].kill(pid)
            return
        process = self._running.pop(name)
        process.kill()
        process.wait()
        self._ports.pop(name, None)

    def replace(self, name: str) -> None:
        """A deployment's step: the next web process answers before this one is told to go."""
        self._start_web(f"web-{self.webs - 1 + next(self._numbers)}")
        del self._ports[name]
        processes.stop(self._running.pop(name), (signal.SIGTERM, 20))

    def log_of(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")[-2_000:]

    def _data_server(
        self,
        name: str,
        running: Callable[[Path], AbstractContextManager[str]],
        sockets: str,
    ) -> DataServer:
        folder = self.folder / name
        return DataServer(self._sockets / name, lambda: running(folder), sockets)

    def _start_web(self, name: str) -> None:
        with socket.socket() as probe:
            probe.bind((servers.HOST, 0))
            port: int = probe.getsockname()[1]
        command = [
            *(sys.executable, "-m", "daphne", "--verbosity", "1"),
            *("-e", f"tcp:{port}:interface={servers.HOST}:backlog=4096"),
            "config.asgi:application",
        ]
        self._running[name] = self._spawn(name, command)
        failure = f"{name} does not answer, see {self.folder / name}.log"
        wait_until(lambda: _is_healthy(port), failure)
        self._ports[name] = port

    def _spawn(self, name: str, command: list[str]) -> subprocess.Popen[bytes]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / f"{name}.log").open("ab") as output:
            return processes.spawn(
                command,
                death_signal=signal.SIGTERM,
                env=self.env,
                cwd=environment.ROOT,
                output=output,
            )

    def _commands(self) -> Mapping[str, list[str]]:
        celery = [sys.executable, "-W", "ignore", "-m", "celery", "-q", "-A", "config"]
        quiet = ["--without-gossip", "--without-mingle", "--loglevel=WARNING"]
        clock = ["-Q", "clock", "-c", "1", "--prefetch-multiplier=1"]
        schedule = f"--schedule={self._sockets / 'beat'}"
        return {
            "worker": [*celery, "worker", "-n", "w@%h", "-Q", "default,bots", "-c", "1", *quiet],
            **{
                f"clock-{number}": [*celery, "worker", "-n", f"c{number}@%h", *clock, *quiet]
                for number in range(self.clocks)
            },
            "beat": [*celery, "beat", schedule, "--pidfile=", "--loglevel=WARNING"],
        }

    def _stop_all(self) -> None:
        for process in self._running.values():
            processes.stop(process, (signal.SIGTERM, 10))

    def _postgres_pid(self) -> int:
        with psycopg.connect(self.addresses.database_url, autocommit=True) as link:
            found = link.execute("SHOW data_directory").fetchone()
        assert found is not None
        return int(Path(found[0], "postmaster.pid").read_text().split()[0])

    def _valkey_pid(self) -> int:
        client = redis.Redis.from_url(self.addresses.redis_url)
        return int(client.info("server")["process_id"])


def free_folder(name: str) -> Path:
    """Below the benchmarks' folder, the first of name, name-2, … on which no server runs."""
    for number in count(1):
        folder = figures.FOLDER / (name if number == 1 else f"{name}-{number}")
        try:
            with claims.claim(folder / "postgres"):
                return folder
        except InUseError:
            continue
    raise SetupError("unreachable")


def _empty(addresses: Addresses) -> None:
    with psycopg.connect(addresses.database_url, autocommit=True) as link:
        link.execute("DROP SCHEMA public CASCADE")
        link.execute("CREATE SCHEMA public")
    redis.Redis.from_url(addresses.redis_url).flushall()


def _is_healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://{servers.HOST}:{port}/health/", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
