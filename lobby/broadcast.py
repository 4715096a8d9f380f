"""Tells every process that the lobby has changed. Its channel groups are named here only.

Sent after the commit. A message that gets lost is healed by the next ping of each browser.
"""

import logging
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

LOBBY = "lobby"


def group_of(user_id: int) -> str:
    """The group of all lobby sockets of one person."""
    return f"lobby.user.{user_id}"


def announce_tables() -> None:
    """Everybody in the lobby looks again."""
    async_to_sync(_asend)([LOBBY], {"type": "tables.changed"})


def announce_match(user_ids: Iterable[int], match_id: int) -> None:
    """These people are taken to their match."""
    groups = [group_of(user_id) for user_id in user_ids]
    async_to_sync(_asend)(groups, {"type": "match.began", "match": match_id})


async def _asend(groups: Iterable[str], message: dict[str, Any]) -> None:
    """What is announced is committed: a silent Valkey must not undo that."""
    layer = get_channel_layer()
    try:
        for group in groups:
            await layer.group_send(group, message)
    except (RedisError, OSError):
        logger.warning("lobby: %s not announced", message["type"])
