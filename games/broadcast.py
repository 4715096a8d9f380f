"""Tells every process that a log has grown. The channel group is named here and nowhere else.

The message carries the events themselves, decks included, to processes that we trust; what
leaves a process towards a browser is made from a seat's own view (`consumers`). It is sent
after the commit. A message that gets lost is healed by the next ping of each browser.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from games.engine.referee import LogEvent
from games.store import Record

logger = logging.getLogger(__name__)


def group(match_id: int) -> str:
    """The group of all sockets at this match."""
    return f"match.{match_id}"


def advanced_message(record: Record, events: Sequence[LogEvent]) -> dict[str, Any]:
    return {
        "type": "match.advanced",
        "match": record.match_id,
        "version": record.version,
        "events": [[event.at, event.seat, event.kind, dict(event.data)] for event in events],
    }


def events_of(message: dict[str, Any]) -> list[LogEvent]:
    """The events in an `advanced_message`."""
    return [
        LogEvent(at=at, seat=seat, kind=kind, data=data)
        for at, seat, kind, data in message["events"]
    ]


async def aannounce(record: Record, events: Sequence[LogEvent]) -> None:
    """Tell everybody at the match. The move is committed: a silent Valkey must not undo that."""
    try:
        await get_channel_layer().group_send(
            group(record.match_id), advanced_message(record, events)
        )
    except (RedisError, OSError):
        logger.warning("match %s: version %s not announced", record.match_id, record.version)


def announce(record: Record, events: Sequence[LogEvent]) -> None:
    """`aannounce`, from a form, a task or a command."""
    asyncio.run_coroutine_threadsafe(aannounce(record, events), _loop(os.getpid())).result()


@cache
def _loop(_process: int) -> asyncio.AbstractEventLoop:
    """One that stays, in a thread of its own: a loop for each announcement would need a thread
    and a connection for each, which costs a tick more than the expiry itself. By process,
    because a worker forks after it has begun and threads do not come along."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="announcements", daemon=True).start()
    return loop
