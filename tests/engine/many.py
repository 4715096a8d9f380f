"""Thousands of random matches: the long run plays them on every core, as they share nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context


def play_many(check: Callable[[int], None], count: int, *, on_every_core: bool) -> None:
    """Calls `check` with 0 to count - 1. On every core it must be a function of a module, or a
    `partial` of one with arguments that can be pickled: no game and no rules."""
    if not on_every_core:
        for number in range(count):
            check(number)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as cores:
        for _ in cores.map(check, range(count), chunksize=max(1, count // 40)):
            pass
