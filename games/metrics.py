"""What the ticks measured and `forfeits` counted, for whoever asks a web process at `/metrics`.

It is kept in Valkey: workers and web processes do not share memory. A Valkey that was emptied
counts from nought again, which is what Prometheus expects of a counter.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games import heartbeat, presence, valkey
from games.forfeits import FORFEITS

COUNTS = "metrics:tick"
LAST = "metrics:tick:last"
GREATEST = "metrics:tick:max"
COMPENSATIONS = "metrics:compensations"

LATE_MS = 1_000
"""A tick that ran so long after its time is counted as late: expiries are due every second."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One run of the tick. Times are milliseconds of the host's clock."""

    at: int
    late: int
    """From the moment for which it was scheduled to its start."""
    duration: int
    due: int
    """Matches in which something was due when it looked."""
    expired: int
    """Those of them that this tick moved on."""
    drops: int
    was_held: bool = False
    """Whether nothing was applied, because no web process showed itself."""
    compensations: Mapping[str, int] = field(default_factory=Counter)
    """Matches that were given time back after an outage, by its cause."""


def record(tick: Tick) -> None:
    """Adds a run to the sums; raises `valkey.Unreachable`."""
    with valkey.client().pipeline() as pipe:
        for name, number in _counts(tick).items():
            pipe.hincrby(COUNTS, name, number)
        for cause, number in tick.compensations.items():
            pipe.hincrby(COMPENSATIONS, cause, number)
        measured = {"late": tick.late, "duration": tick.duration, "due": tick.due}
        for name, value in {**measured, "at": tick.at}.items():
            pipe.hset(LAST, name, value)
        pipe.zadd(GREATEST, measured, gt=True)
        pipe.execute()


def _counts(tick: Tick) -> dict[str, int]:
    return {
        "ticks": 1,
        "late_ticks": int(tick.late >= LATE_MS),
        "held_ticks": int(tick.was_held),
        "late": tick.late,
        "duration": tick.duration,
        "due": tick.due,
        "expired": tick.expired,
        "drops": tick.drops,
    }


# --- showing --------------------------------------------------------------------------------


def exposition(now: int) -> bytes:
    """The measurements in Prometheus' text format; `now` is the host's clock in milliseconds.

    Raises `valkey.Unreachable` and Django's database errors.
    """
    registry = CollectorRegistry()
    registry.register(_Ticks(now))
    return generate_latest(registry)


class _Ticks(Collector):
    def __init__(self, now: int) -> None:
        self.now = now

    def describe(self) -> Iterable[Metric]:
        """Nothing: so that registering reads nothing."""
        return []

    def collect(self) -> Iterator[Metric]:
        stored = _read()
        yield from _counters(stored.counts)
        yield from _gauges(stored, self.now)
        yield _labelled("forfeits", "Seats that forfeited.", "reason", stored.forfeits)
        yield _labelled(
            "compensations",
            "Matches given time back after an outage.",
            "cause",
            stored.compensations,
        )
        yield _gauge("leases", "Seats on the table of leases.", presence.count())
        yield _gauge("web_processes", "Web processes that show themselves.", heartbeat.living())
        yield _gauge(
            "open_outages",
            "Outages for which matches are still owed time.",
            len(heartbeat.open_outages()),
        )


@dataclass(frozen=True, slots=True)
class _Stored:
    counts: Mapping[str, float]
    last: Mapping[str, float]
    greatest: Mapping[str, float]
    forfeits: Mapping[str, float]
    compensations: Mapping[str, float]


def _read() -> _Stored:
    with valkey.client().pipeline() as pipe:
        pipe.hgetall(COUNTS)
        pipe.hgetall(LAST)
        pipe.zrange(GREATEST, 0, -1, withscores=True)
        pipe.hgetall(FORFEITS)
        pipe.hgetall(COMPENSATIONS)
        counts, last, greatest, forfeits, compensations = pipe.execute()
    return _Stored(*map(_numbers, (counts, last, dict(greatest), forfeits, compensations)))


def _numbers(stored: Mapping[bytes, bytes | float]) -> dict[str, float]:
    return {name.decode(): float(value) for name, value in stored.items()}


_COUNTERS = (
    ("ticks", "ticks", 1, "Ticks that ran."),
    ("late_ticks", "tick_late_runs", 1, "Ticks that ran a second or more after their time."),
    ("held_ticks", "tick_held_runs", 1, "Ticks that applied nothing: no web process was there."),
    ("late", "tick_late_seconds", 1_000, "How late the ticks ran, together."),
    ("duration", "tick_duration_seconds", 1_000, "How long the ticks took, together."),
    ("due", "tick_due_matches", 1, "Matches in which ticks found something due."),
    ("expired", "tick_expired_matches", 1, "Matches that ticks moved on."),
    ("drops", "drops", 1, "Drops that ticks recorded."),
)


def _counters(counts: Mapping[str, float]) -> Iterator[Metric]:
    for stored, name, divisor, text in _COUNTERS:
        value = counts.get(stored, 0) / divisor
        yield CounterMetricFamily(f"settebello_{name}", text, value=value)


def _gauges(stored: _Stored, now: int) -> Iterator[Metric]:
    for which, values in (("last", stored.last), ("max", stored.greatest)):
        late, duration = values.get("late", 0) / 1_000, values.get("duration", 0) / 1_000
        yield _gauge(f"tick_{which}_late_seconds", f"How late a tick ran: {which}.", late)
        yield _gauge(f"tick_{which}_duration_seconds", f"How long a tick took: {which}.", duration)
        due = values.get("due", 0)
        yield _gauge(f"tick_{which}_due_matches", f"How much a tick found due: {which}.", due)
    if "at" in stored.last:
        age = max(0.0, now - stored.last["at"]) / 1_000
        yield _gauge("tick_age_seconds", "Time since the latest tick began.", age)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"settebello_{name}", text, value=value)


def _labelled(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(f"settebello_{name}", text, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family
