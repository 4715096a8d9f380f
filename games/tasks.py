"""What the workers do for matches: the tick that enforces limits, and settling results."""

import logging

from celery import shared_task
from django.core.cache import cache

from games import services
from games.engine.core import Refused

logger = logging.getLogger(__name__)

BATCH = 500
TICK_LOCK = "tick-running"
TICK_LOCK_SECONDS = 10  # a worker that died in a tick delays the next ones by so much at most


@shared_task
def tick() -> int:
    """Expire what is due and hand over finished matches; returns how many matches went on.

    Beat sends it every second. Only one runs at a time, to save work: what makes an expiry
    happen once is the compare-and-set of `store.append`.
    """
    if not cache.add(TICK_LOCK, True, TICK_LOCK_SECONDS):
        return 0
    try:
        moved = sum(_expire(match_id, version) for match_id, version in services.due_matches(BATCH))
        for match_id in services.unsettled_matches(BATCH):
            settle.delay(match_id)
        return moved
    finally:
        cache.delete(TICK_LOCK)


def _expire(match_id: int, version: int) -> bool:
    try:
        return services.expire(match_id, version).version > version
    except Refused as refusal:
        logger.warning("match %s was due but refused to go on: %s", match_id, refusal)
    except Exception:  # one broken match must not stop the clocks of all the others
        logger.exception("match %s was due and failed", match_id)
    return False


@shared_task
def settle(match_id: int) -> None:
    """Tell whoever waits for the result. The tick sends it again until it has succeeded."""
    services.settle(match_id)
