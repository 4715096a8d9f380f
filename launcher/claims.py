"""One owner for each data folder, and a short private folder for its socket.

The lock is inherited by the servers, so it is free only when the owner and every server of
that folder are gone. Whoever holds it knows that what it finds there is left over.
"""

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from launcher import waiting
from launcher.console import SetupError

SOCKET_PREFIX = "settebello-"
SOCKET_PATH_LIMIT = 103  # bytes, on macOS; 107 on Linux
_LONGEST_SOCKET_NAME = len("/.s.PGSQL.5432.lock")
_SECONDS_FOR_ORPHANS = 60.0


class InUseError(SetupError):
    """Another process owns the folder."""


@contextmanager
def claim(folder: Path) -> Iterator[int]:
    """Yields the descriptor of the lock, to be left open in each server started there.

    Raises InUseError if a living process owns the folder. Servers whose owner was killed are
    waited for: they are shutting down.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise SetupError(f"{folder} cannot be used: {error.strerror}.") from error
    try:
        _lock(lock, folder)
        os.ftruncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)
        yield lock
    finally:
        os.close(lock)


@contextmanager
def socket_folder(claimed: Path, uid: int | None = None) -> Iterator[Path]:
    """A new 0700 folder with a path short enough for a socket, removed at the end.

    `claimed` is a folder whose lock we hold; it remembers the path, so that the next owner
    removes what a killed one left.
    """
    note = claimed / "socket-folder"
    _remove_left_over(note)
    path = Path(tempfile.mkdtemp(prefix=SOCKET_PREFIX, dir=_short_base()))
    try:
        note.write_text(str(path))
        if len(os.fsencode(path)) + _LONGEST_SOCKET_NAME > SOCKET_PATH_LIMIT:
            raise SetupError(f"{path} is too long for a socket; set TMPDIR to a shorter folder.")
        if uid is not None:
            os.chown(path, uid, -1)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        note.unlink(missing_ok=True)


def _lock(lock: int, folder: Path) -> None:
    def is_decided() -> bool:
        return _is_locked(lock) or _is_alive(_owner(lock))

    if not waiting.wait_until(is_decided, _SECONDS_FOR_ORPHANS) or not _is_locked(lock):
        raise InUseError(f"{folder} is in use by process {_owner(lock)}; stop that one first.")


def _is_locked(lock: int) -> bool:
    """By us: locking again what we hold does nothing."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _owner(lock: int) -> str:
    return os.pread(lock, 20, 0).decode() or "unknown"


def _is_alive(owner: str) -> bool:
    try:
        os.kill(int(owner), 0)  # asks only; no signal is sent
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


def _short_base() -> str:
    """Not TMPDIR first: it may be long, and a socket path is 107 bytes at most."""
    usual = "/tmp"  # noqa: S108  mkdtemp makes a new folder in it, for us alone
    is_usable = Path(usual).is_dir() and os.access(usual, os.W_OK | os.X_OK)
    return usual if is_usable else tempfile.gettempdir()


def _remove_left_over(note: Path) -> None:
    try:
        path = Path(note.read_text())
        found = path.lstat()
    except OSError:
        return
    is_ours = stat.S_ISDIR(found.st_mode) and path.name.startswith(SOCKET_PREFIX)
    if is_ours and (found.st_uid == os.geteuid() or os.geteuid() == 0):
        shutil.rmtree(path, ignore_errors=True)
