"""Starts processes that cannot outlive us, and stops those and no others.

Start children from the main thread only: Linux ties PR_SET_PDEATHSIG to the starting thread.
"""

import ctypes
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from launcher import waiting
from launcher.console import SetupError

PR_SET_PDEATHSIG = 1
_ERROR = re.compile(r"^.*(?:error|fatal|^E: ).*$", re.IGNORECASE | re.MULTILINE)
_libc = ctypes.CDLL(None, use_errno=True)


def spawn(
    command: Sequence[str | Path],
    *,
    death_signal: signal.Signals,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    output: IO[bytes] | int | None = None,
    keep_open: Sequence[int] = (),
    uid: int | None = None,
    gid: int | None = None,
) -> subprocess.Popen[bytes]:
    """A child in a session of its own, sent `death_signal` by the kernel when we die.

    A session of its own, because Ctrl-C goes to the whole foreground group and the owner has
    an order in which to stop its children.
    """
    return subprocess.Popen(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=None if output is None else subprocess.STDOUT,
        env=env,
        cwd=cwd,
        user=uid,
        group=gid,
        extra_groups=None if uid is None else [],
        pass_fds=keep_open,
        start_new_session=True,
        preexec_fn=_tether(death_signal),  # noqa: PLW1509  we start no threads
    )


def run(
    command: Sequence[str | Path],
    *,
    failure: str,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    uid: int | None = None,
    gid: int | None = None,
) -> str:
    """Runs a short command and returns what it printed.

    Raises SetupError with `failure` and the command's own complaint when it does not succeed.
    """
    try:
        done = subprocess.run(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=env,
            cwd=cwd,
            user=uid,
            group=gid,
            extra_groups=None if uid is None else [],
            preexec_fn=_tether(signal.SIGTERM),
            check=False,
        )
    except OSError as error:
        raise SetupError(f"{failure}: {error}") from error
    if done.returncode:
        raise SetupError(f"{failure}: {_complaint(done.stdout) or f'exit {done.returncode}'}")
    return done.stdout


def stop(
    process: subprocess.Popen[bytes], *signals_and_patience: tuple[signal.Signals, float]
) -> None:
    """Sends each signal in turn and waits so many seconds for the end; at last, SIGKILL."""
    for number, seconds in signals_and_patience:
        if process.poll() is None:
            process.send_signal(number)
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                continue
    if process.poll() is None:
        process.kill()
        process.wait()


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Without reaping: until `finish`, the process keeps its number, and its group's."""
    if process.returncode is not None:
        return True
    found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    return found is not None


def finish(process: subprocess.Popen[bytes]) -> int:
    """Kills what is left of the process and of the group that it led, and reaps it."""
    if process.returncode is None:
        # Not reaped yet, so this group number can only be the one that we created.
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait()


def wait_until(
    is_ready: Callable[[], bool], process: subprocess.Popen[bytes], seconds: float
) -> bool:
    """False when the process ends, or the time is over, before it is ready."""
    is_decided = waiting.wait_until(lambda: process.poll() is not None or is_ready(), seconds)
    return is_decided and process.returncode is None


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _complaint(text: str) -> str:
    """The last line that names an error, else the last one."""
    return last_line("\n".join(_ERROR.findall(text))) or last_line(text)


def _tether(death_signal: signal.Signals) -> Callable[[], None] | None:
    if sys.platform != "linux":
        return None
    owner = os.getpid()

    def tie_to_owner() -> None:
        _libc.prctl(PR_SET_PDEATHSIG, int(death_signal))
        if os.getppid() != owner:  # it died before the tie was made
            os._exit(1)

    return tie_to_owner
