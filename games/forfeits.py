"""How many seats have forfeited, and why; counted by `services` where the log has just grown.

So it does not matter who brought the forfeit about: the tick, a move that came too late, or a
person who came back too late. The append succeeds in one process only, so each forfeit is counted
once. The numbers are kept in Valkey, for `metrics`; a silent Valkey costs a number, never an act.
"""

import logging
from itertools import takewhile

from games import valkey
from games.store import Record

logger = logging.getLogger(__name__)

FORFEITS = "metrics:forfeits"


def reasons(record: Record, since: int) -> list[str]:
    """Of the seats that have forfeited after version `since`; a resignation is no forfeit."""
    newest_first = takewhile(lambda told: told[0] > since, reversed(record.notices))
    return [str(notice.data["reason"]) for *_, notice in newest_first if notice.kind == "forfeited"]


def count(why: list[str]) -> None:
    try:
        with valkey.client().pipeline() as pipe:
            for reason in why:
                pipe.hincrby(FORFEITS, reason, 1)
            pipe.execute()
    except valkey.Unreachable:
        logger.warning("forfeits were not counted: valkey does not answer")


async def acount(why: list[str]) -> None:
    """`count`, in the event loop."""
    try:
        async with valkey.aclient().pipeline() as pipe:
            for reason in why:
                pipe.hincrby(FORFEITS, reason, 1)
            await pipe.execute()
    except valkey.Unreachable:
        logger.warning("forfeits were not counted: valkey does not answer")
