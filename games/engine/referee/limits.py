"""The limits that run: which there are, which is due first, and what still comes in time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.core import RefusalCode, Seat
from games.engine.referee.state import LogEvent, Phase, RefereeState, require

GRACE_MS = 1_000
"""A limit of T still admits what is stamped before T + 1.0 s; from then on it may expire (2.2)."""

RECORD_MS = 2_000
"""The server's clock records an expiry at T + 2.0 s, so that it overtakes no move in a queue."""


@dataclass(frozen=True, slots=True)
class Due:
    """What happens at `at` if nobody acts: a limit ends, or the server must deal."""

    at: int
    kind: str
    seat: Seat | None = None
    """Whose limit it is, where it is one seat's."""


def due(state: RefereeState) -> Due | None:
    """What the match waits for next, with the limit T itself; None once it is finished."""
    return min(dues(state), key=lambda limit: limit.at, default=None)


def dues(state: RefereeState) -> Iterator[Due]:
    """Every limit that runs; of equal ones the first counts, which is the lower seat's (4.5)."""
    if state.phase is Phase.FINISHED:
        return
    yield from _dues_of_phase(state)
    for seat, person in enumerate(state.people):
        if person.absence is not None and not person.absence.has_lapsed:
            yield Due(person.absence.until, person.absence.limit, seat)
    if state.pause is not None:
        yield Due(state.pause.until, "pause", state.pause.seat)


def _dues_of_phase(state: RefereeState) -> Iterator[Due]:
    policy = state.policy
    match state.phase:
        case Phase.STARTING:
            assert policy.start_ms is not None
            yield Due(state.clock_from + policy.start_ms, "start")
        case Phase.DEALING:
            yield Due(state.clock_from, "deal")
        case Phase.PLAYING:
            yield from _dues_of_clock(state)
        case Phase.INTERVAL:
            yield Due(state.clock_from + policy.interval_ms, "interval")
    if policy.idle_ms is not None and state.phase in (Phase.PLAYING, Phase.INTERVAL):
        yield Due(state.idle_from + policy.idle_ms, "idle")


def _dues_of_clock(state: RefereeState) -> Iterator[Due]:
    clock = state.clock
    if clock is None or clock.since is None:
        return
    if state.policy.move_ms is not None:
        yield Due(clock.since + state.policy.move_ms - clock.spent, "move", clock.seat)
    if state.banks is not None:
        yield Due(clock.since + state.banks[clock.seat], "bank", clock.seat)


def require_in_time(state: RefereeState, event: LogEvent, *kinds: str) -> None:
    """2.2: decided by the event's own stamp, which is its arrival."""
    limits = [limit.at for limit in dues(state) if limit.kind in kinds]
    require(not limits or event.at < min(limits) + GRACE_MS, RefusalCode.LATE)
