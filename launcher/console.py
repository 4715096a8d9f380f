"""What the launcher says to the person at the terminal."""

import os
import signal
import sys
from collections.abc import Callable


class SetupError(Exception):
    """Something is missing or broken. The text is one line and says what to do."""


def say(line: str) -> None:
    try:
        print(line, flush=True)
    except OSError:
        # Nobody reads us any more: the same as a closed terminal.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        signal.raise_signal(signal.SIGHUP)


def is_terminal() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def paint(text: str, colour: int) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if is_terminal() else text


def report_errors(program: str, main: Callable[[], int]) -> int:
    """Runs `main`; what it cannot do becomes one line and exit code 1."""
    try:
        return main()
    except SetupError as error:
        sys.stdout.flush()
        print(f"{program}: {error}", file=sys.stderr, flush=True)
        return 1
