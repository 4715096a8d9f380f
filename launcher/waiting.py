"""Waits for what another process brings about without telling anybody. No other module looks
twice at the same thing with a pause between."""

import time
from collections.abc import Callable

_BETWEEN_LOOKS_S = 0.02
"""Nothing depends on how long it is."""


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Asks until the condition holds; False when the time is over before."""
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= limit:
            return False
        time.sleep(_BETWEEN_LOOKS_S)
    return True
