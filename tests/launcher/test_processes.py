"""Short commands and their complaints, and the end of a child."""

import signal
import sys

import pytest

from launcher import processes
from launcher.console import SetupError
from tests.launcher.conftest import ends_within, open_process


def python(script: str) -> list[str]:
    return [sys.executable, "-c", script]


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        (
            "one\ninitdb: error: no space left\ninitdb: removing files",
            "initdb: error: no space left",
        ),
        ("Traceback\n  at x\nValueError: bad", "ValueError: bad"),
        ("E: Unable to locate package\n  hint", "E: Unable to locate package"),
        ("nothing of use", "nothing of use"),
        ("", "exit 7"),
    ],
)
def test_a_failure_is_one_line_with_the_commands_own_complaint(output: str, complaint: str) -> None:
    with pytest.raises(SetupError) as failed:
        processes.run(python(f"print({output!r}); raise SystemExit(7)"), failure="it failed")
    assert str(failed.value) == f"it failed: {complaint}"


def test_a_program_that_is_not_there_is_a_setup_error() -> None:
    with pytest.raises(SetupError, match=r"it failed: .*No such file"):
        processes.run(["/no/such/program"], failure="it failed")


def test_who_ignores_the_signal_is_killed_in_the_end() -> None:
    script = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True)"
    child = processes.spawn(
        python(f"{script}; signal.pause()"), death_signal=signal.SIGKILL, output=-1
    )
    assert child.stdout is not None
    child.stdout.readline()
    watched = open_process(child.pid)
    processes.stop(child, (signal.SIGTERM, 0.1))
    assert ends_within(watched, 0)
    assert child.returncode == -signal.SIGKILL
    child.stdout.close()
