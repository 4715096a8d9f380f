"""PostgreSQL and Valkey for one run: those that the environment names, else our own."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from launcher import postgres, valkey
from launcher.claims import InUseError
from launcher.console import SetupError

# A crash of the machine, not of the server, may lose what was committed: for tests only.
_FOR_DISPOSABLE_DATA = ("fsync=off", "full_page_writes=off")


@dataclass(frozen=True)
class Addresses:
    database_url: str
    redis_url: str

    def environment(self) -> dict[str, str]:
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


@contextmanager
def running(folder: Path, *, is_disposable: bool = False) -> Iterator[Addresses]:
    """Starts what the environment does not name, with data below `folder`, and stops it.

    Disposable: PostgreSQL is faster, and Valkey starts empty.
    """
    settings = _FOR_DISPOSABLE_DATA if is_disposable else ()
    with ExitStack() as stack:
        database_url = os.environ.get("DATABASE_URL")
        redis_url = os.environ.get("REDIS_URL")
        if database_url:
            _check("DATABASE_URL", database_url, 5432)
        else:
            database_url = stack.enter_context(postgres.running(folder / "postgres", settings))
        if redis_url:
            _check("REDIS_URL", redis_url, 6379)
        else:
            redis_url = stack.enter_context(
                valkey.running(folder / "valkey", is_kept=not is_disposable)
            )
        yield Addresses(database_url, redis_url)


@contextmanager
def running_for_tests(var: Path) -> Iterator[Addresses]:
    """Like `running`, below the first of var/test, var/test-2, … that nobody uses."""
    with ExitStack() as stack:
        for number in count(1):
            folder = var / ("test" if number == 1 else f"test-{number}")
            try:
                addresses = stack.enter_context(running(folder, is_disposable=True))
            except InUseError:
                continue
            yield addresses
            return


def _check(name: str, url: str, default_port: int) -> None:
    """Raises SetupError when nothing listens there, before a framework says it at length."""
    try:
        address = _address(url, default_port)
        if isinstance(address, tuple):
            socket.create_connection(address, timeout=10).close()
        else:
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(address)
    except (OSError, ValueError) as error:
        raise SetupError(f"nothing answers at {name}: {error}. Correct it, or unset it.") from None


def _address(url: str, default_port: int) -> str | tuple[str, int]:
    parts = urlsplit(url)
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    if parts.scheme == "unix":
        return unquote(parts.path)
    host = query.get("host") or unquote(parts.hostname or "localhost")
    port = int(query.get("port") or parts.port or default_port)
    return f"{host}/.s.PGSQL.{port}" if host.startswith("/") else (host, port)
