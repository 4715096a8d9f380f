"""The leases of seats: who is at the table, as far as we have heard.

A seat has one lease, however many tabs its person has open: a member `match:seat` of one sorted
set in Valkey, whose score says until when it runs (milliseconds, `games.clock`). Whatever is
heard from a person only prolongs it. Nobody takes a lease away: a closed page, a lost line and a
dead web process look the same, and are the same. What follows from an expired lease is decided by
`games.watch`.

Every function raises `valkey.Unreachable`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games import clock, valkey
from games.engine.core import Seat

SOCKET_LEASE_MS = 3_000
"""Browsers ping every 2 s."""
PAGE_LEASE_MS = 20_000
"""A page without scripts reloads itself every 5 s (product: definition 5.1)."""
RECONNECT_LEASE_MS = 15_000
"""After an outage of ours: longer than a browser waits between two attempts to reconnect."""
DROP_AFTER_MS = 5_000
"""A seat whose lease ran out more than so long ago has dropped."""
GRANTED = 0.5
"""Added to the score of a lease that nobody has asked for (`grant`)."""
MASS_WINDOW_MS = 10_000
MASS_SEATS = 20

LEASES = "presence"
LOST = "presence:lost"
"""Leases that ran out within the window and were taken off the table since."""
KEPT = "presence:kept"
"""Present as long as Valkey has kept what it was told."""
WATCHED = "presence:watched"
"""When the table was last looked at and all was well (milliseconds)."""
UNWATCHED_AFTER_MS = 5_000

_TAKE = """
local taken = 0
for i = 2, #ARGV, 2 do
  local score = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if score and tonumber(score) <= tonumber(ARGV[i + 1]) then
    redis.call('ZREM', KEYS[1], ARGV[i])
    if ARGV[1] == 'lost' then redis.call('ZADD', KEYS[2], ARGV[i + 1], ARGV[i]) end
    taken = taken + 1
  end
end
return taken
"""
"""Removes members whose score is still what it was when they were read."""


@dataclass(frozen=True, slots=True)
class Lease:
    """Until when a seat counts as present, if nothing more is heard."""

    match_id: int
    seat: Seat
    score: float

    @property
    def member(self) -> str:
        return member(self.match_id, self.seat)

    @property
    def until(self) -> int:
        return int(self.score)


def member(match_id: int, seat: Seat) -> str:
    return f"{match_id}:{seat}"


def renew(match_id: int, seat: Seat, milliseconds: int) -> None:
    """The seat was heard of just now; a lease that runs longer stays as it is."""
    until = clock.now() + milliseconds
    valkey.client().zadd(LEASES, {member(match_id, seat): until}, gt=True)


async def arenew(match_id: int, seat: Seat, milliseconds: int) -> None:
    """`renew`, in the event loop."""
    until = clock.now() + milliseconds
    await valkey.aclient().zadd(LEASES, {member(match_id, seat): until}, gt=True)


def grant(seats: Iterable[tuple[int, Seat]], milliseconds: int) -> None:
    """Time for these seats to be heard of, which they are owed for a fault of ours.

    A granted lease that runs out is a drop like any other, but no sign of another fault.
    """
    until = clock.now() + milliseconds + GRANTED
    scores = {member(match_id, seat): until for match_id, seat in seats}
    if scores:
        valkey.client().zadd(LEASES, scores, gt=True)


def expired(before: int, limit: int) -> list[Lease]:
    """Leases that ran out before that time, the oldest first."""
    rows = valkey.client().zrangebyscore(
        LEASES, "-inf", f"({before}", start=0, num=limit, withscores=True
    )
    return list(_leases(rows))


def _leases(rows: Any) -> Iterator[Lease]:
    for name, score in rows:
        match_id, seat = name.decode().split(":")
        yield Lease(int(match_id), int(seat), score)


def forget(leases: Iterable[Lease]) -> None:
    """These seats are no concern of the table any more, unless they were renewed meanwhile."""
    _take("gone", leases)


def note_lost(leases: Iterable[Lease]) -> None:
    """`forget`, for seats that dropped: `losses` counts them for a while."""
    _take("lost", leases)


def _take(how: str, leases: Iterable[Lease]) -> None:
    arguments = [part for lease in leases for part in (lease.member, lease.score)]
    if arguments:
        valkey.client().eval(_TAKE, 2, LEASES, LOST, how, *arguments)


@dataclass(frozen=True, slots=True)
class Losses:
    """How many leases ran out within the window, and how many there are besides."""

    lost: int
    running: int

    @property
    def is_mass(self) -> bool:
        """Too many at once to be the people's own doing (product: definition 5.5)."""
        return self.lost >= MASS_SEATS and 3 * self.lost >= self.lost + self.running


def losses(now: int) -> Losses:
    since = now - MASS_WINDOW_MS
    with valkey.client().pipeline(transaction=False) as pipe:
        pipe.zremrangebyscore(LOST, "-inf", since)
        pipe.zrangebyscore(LEASES, f"({since}", now, withscores=True)
        pipe.zrangebyscore(LOST, f"({since}", now, withscores=True)
        pipe.zcount(LEASES, f"({now}", "+inf")
        _, still_there, taken, running = pipe.execute()
    # A seat that came back and was lost again is lost once.
    lost = {name for name, score in [*still_there, *taken] if score.is_integer()}
    return Losses(len(lost), running)


def count() -> int:
    """How many leases the table holds."""
    return int(valkey.client().zcard(LEASES))


# --- whether the table can be believed ------------------------------------------------------


def has_kept_its_data() -> bool:
    """False after Valkey was emptied: the leases that it holds then are not all."""
    return bool(valkey.client().exists(KEPT))


def mark_kept() -> None:
    valkey.client().set(KEPT, 1)


def watched_at() -> int | None:
    """When the table was last looked at and all was well; None after something was wrong."""
    value = valkey.client().get(WATCHED)
    return None if value is None else int(value)


def mark_watched(now: int) -> None:
    valkey.client().set(WATCHED, now)


def mark_unwatched() -> None:
    """Something is wrong, so that nobody knows whether the people can reach us."""
    valkey.client().delete(WATCHED)


def grant_to_expired(now: int, milliseconds: int) -> None:
    """Every lease that has run out runs anew."""
    while leases := expired(now, 1_000):
        grant(((lease.match_id, lease.seat) for lease in leases), milliseconds)
