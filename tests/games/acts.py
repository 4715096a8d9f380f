"""Acts that are refused, and acts that happen at the same moment."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.engine.core import RefusalCode, Refused


def refusal_of(act: Callable[[], object]) -> RefusalCode:
    with pytest.raises(Refused) as refusal:
        act()
    return refusal.value.code


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Runs the acts in threads that start together; the code of a refusal stands for it."""
    together = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        together.wait()
        try:
            return act()
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))
