"""Our own connections to Valkey, beside those of the cache, the channel layer and Celery.

Nothing kept there may be the only copy of anything: Valkey can be emptied at any time. Every
call may raise `Unreachable`, and soon, so that a silent Valkey delays nobody for long.
"""

import asyncio
from functools import cache
from weakref import WeakKeyDictionary

import redis
from django.conf import settings
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NoAnswer

PATIENCE = 1.0  # seconds to wait for a connection, and for an answer

Unreachable = (NoConnection, NoAnswer, ResponseError, OSError)
"""What a call raises when Valkey gives no answer, or none but that it cannot work now."""


@cache
def client() -> "redis.Redis":
    """The connection of forms, tasks and commands; threads may share it."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
    )


_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, "AsyncRedis"] = WeakKeyDictionary()


def aclient() -> "AsyncRedis":
    """The connections of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _clients.get(loop)
    if found is None:
        found = _clients[loop] = AsyncRedis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        )
    return found


async def aclose() -> None:
    """Close the connections of the running loop; the next use opens new ones."""
    found = _clients.pop(asyncio.get_running_loop(), None)
    if found is not None:
        await found.aclose()
