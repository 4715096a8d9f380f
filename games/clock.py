"""The only source of time for matches: UTC in whole milliseconds.

With ALLOW_CLOCK_SHIFT (tests only; settings refuse it in production) an offset kept in Valkey
is added, so that a test can move the time of all processes at once.
"""

import time
from functools import cache

import redis
from django.conf import settings

SHIFT_KEY = "clock:shift"


@cache
def _valkey() -> "redis.Redis":
    return redis.Redis.from_url(settings.REDIS_URL)


def now() -> int:
    """Milliseconds since 1970-01-01 UTC."""
    return time.time_ns() // 1_000_000 + _shift()


def _shift() -> int:
    if not settings.ALLOW_CLOCK_SHIFT:
        return 0
    value = _valkey().get(SHIFT_KEY)
    return int(value) if isinstance(value, bytes) else 0


def shift(milliseconds: int) -> None:
    """Move the time of every process forward; only where ALLOW_CLOCK_SHIFT is set."""
    if not settings.ALLOW_CLOCK_SHIFT:
        raise RuntimeError("The clock moves only with ALLOW_CLOCK_SHIFT=1.")
    _valkey().incrby(SHIFT_KEY, milliseconds)
