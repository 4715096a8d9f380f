"""Turns Ctrl-C, SIGTERM and a closed terminal into one orderly end."""

import signal
from collections.abc import Callable
from types import FrameType

from launcher.console import say

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """The person wants us to stop. Not an Exception, so that nothing takes it for a failure."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_code(main: Callable[[], int]) -> int:
    """Of `main`, or 128 and the number of the signal that ended it, as shells have it."""
    raise_on_signals()
    try:
        return main()
    except Interrupted as stop:
        say("Stopped.")
        return 128 + stop.number


def raise_on_signals() -> None:
    """The first signal raises Interrupted in the main thread; later ones only say to wait."""
    for number in _ENDING:
        signal.signal(number, _interrupt)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    for other in _ENDING:
        signal.signal(other, _ask_for_patience)
    raise Interrupted(number)


def _ask_for_patience(_number: int, _frame: FrameType | None) -> None:
    say("Already stopping …")
