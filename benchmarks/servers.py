"""The servers of a benchmark: PostgreSQL and Valkey of its own, and Daphne, on loopback only.

Never those that DATABASE_URL and REDIS_URL name: the database is emptied, and the numbers of
its matches would be those of other people's matches on a shared bus.
"""

import os
import re
import signal
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg
import redis

from benchmarks.figures import FOLDER
from launcher import environment, postgres, processes, valkey
from launcher.claims import InUseError
from launcher.console import SetupError
from launcher.services import Addresses

HOST = "127.0.0.1"
_LISTENS = re.compile(rb"Listening on TCP address [\d.]+:(\d+)")
_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


@contextmanager
def data_servers() -> Iterator[Addresses]:
    """Empty ones, with PostgreSQL as durable as in production.

    In a folder that stays, because as root its data may have to lie elsewhere (`postgres`), and
    that would be left behind by a folder of another name each time.
    """
    with ExitStack() as stack:
        for number in count(1):
            folder = FOLDER / ("servers" if number == 1 else f"servers-{number}")
            try:
                database_url = stack.enter_context(postgres.running(folder / "postgres"))
            except InUseError:
                continue
            addresses = Addresses(
                database_url, stack.enter_context(valkey.running(folder / "valkey"))
            )
            _empty(addresses)
            yield addresses
            return


def _empty(addresses: Addresses) -> None:
    with psycopg.connect(addresses.database_url, autocommit=True) as link:
        link.execute("DROP SCHEMA public CASCADE")
        link.execute("CREATE SCHEMA public")
    redis.Redis.from_url(addresses.redis_url).flushall()


def site_environment(addresses: Addresses) -> dict[str, str]:
    """Production's, but for what needs TLS, and with players faster than any person."""
    strict = environment.like_production({**os.environ, **addresses.environment()})
    return strict | {
        "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "ALLOWED_HOSTS": HOST,
        "SSL_REDIRECT": "0",
        "SOCKET_MESSAGES_PER_SECOND": "1000000",
    }


def migrate(env: Mapping[str, str]) -> None:
    command = [sys.executable, "manage.py", "migrate", "--no-input"]
    processes.run(command, env=env, cwd=environment.ROOT, failure="the migration failed")


@dataclass(frozen=True)
class Web:
    """A web process that listens."""

    pid: int
    port: int

    def address(self, path: str) -> str:
        return f"ws://{HOST}:{self.port}{path}"

    def cpu_seconds(self) -> float | None:
        """Spent by the process, its threads and its children; None where there is no /proc."""
        return _cpu_seconds(self.pid)


@contextmanager
def web(application: str, env: Mapping[str, str], cores: Collection[int] = ()) -> Iterator[Web]:
    """Daphne as bin/dev starts it, on a port that it finds itself; on `cores`, if any."""
    log = FOLDER / f"{application.partition(':')[0]}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        process = processes.spawn(
            [
                *(sys.executable, "-m", "daphne", "--verbosity", "1"),
                *("-e", f"tcp:0:interface={HOST}:backlog=4096"),
                application,
            ],
            death_signal=signal.SIGTERM,
            env=env,
            cwd=environment.ROOT,
            output=output,
        )
    try:
        if cores:
            os.sched_setaffinity(process.pid, cores)
        if not processes.wait_until(lambda: _port_in(log) is not None, process, 60):
            reason = processes.last_line(log.read_text(errors="replace")) or "it says nothing"
            raise SetupError(f"{application} did not start: {reason} (see {log})")
        port = _port_in(log)
        assert port is not None
        yield Web(process.pid, port)
    finally:
        processes.stop(process, (signal.SIGTERM, 10))


def _port_in(log: Path) -> int | None:
    found = _LISTENS.search(log.read_bytes())
    return int(found[1]) if found else None


def _cpu_seconds(pid: int) -> float | None:
    folder = Path("/proc", str(pid))
    try:
        # After the name, which may hold anything: utime, stime, cutime, cstime are 14 to 17.
        fields = (folder / "stat").read_text().rpartition(")")[2].split()[11:15]
        children = (folder / "task" / str(pid) / "children").read_text().split()
    except OSError:
        return None
    living = sum(_cpu_seconds(int(child)) or 0 for child in children)
    return sum(map(int, fields)) / _TICKS_A_SECOND + living
