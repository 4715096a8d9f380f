"""Many running matches in the database, and how long it takes to find and apply what is due.

Import it once Django is set up. The matches are copies of one that the services began, moved in
time; only the log of the pattern is decided by the rules, and the others replay alike.
"""

import time
from collections.abc import Callable
from statistics import median

from django.db import connection, transaction
from django.db.models import F

from benchmarks.cluster import wait_until
from benchmarks.figures import Figures
from benchmarks.matches import visitors
from games import clock, services, store
from games.engine.policies import TORNEO
from games.models import Match, MatchEvent
from games.tasks import BATCH

REPEATS = 200
LEAD_MS = 8_000
"""The due ones are written so long before they are due."""
LATER_MS = 6 * 3_600_000
"""The others fall due after this, over as long a time again."""

HEADS = """
    INSERT INTO games_match (game, version, status, due_at, created_at)
    SELECT game, version, status, %(due_at)s + (%(spread)s::float * n / %(number)s)::bigint,
           created_at
      FROM games_match, generate_series(1, %(number)s) AS n
     WHERE id = %(pattern)s
"""
SEATS = """
    INSERT INTO games_seat (match_id, number, user_id)
    SELECT m.id, s.number, s.user_id
      FROM games_match m, games_seat s
     WHERE m.id > %(after)s AND s.match_id = %(pattern)s
"""
LOGS = """
    INSERT INTO games_matchevent (match_id, number, at, seat, kind, data)
    SELECT m.id, e.number, e.at + m.due_at - p.due_at, e.seat, e.kind, e.data
      FROM games_match m, games_match p, games_matchevent e
     WHERE m.id > %(after)s AND p.id = %(pattern)s AND e.match_id = p.id
"""


def measured(matches: int, due: int) -> Figures:
    """Writes the matches, and waits until the workers have applied all that is due."""
    pattern = _pattern()
    _copy(pattern, matches - 1, clock.now() + LATER_MS, spread=LATER_MS)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_match, games_seat, games_matchevent")
    none_ms = _milliseconds(lambda: store.due(clock.now(), BATCH))
    due_at = clock.now() + LEAD_MS
    first = _copy(pattern, due, due_at)
    then = due_at + 1
    assert len(store.due(then, due + 1)) == due, "something else is due"
    query_ms = _milliseconds(lambda: store.due(then, BATCH))
    plan, events = _plan(then), MatchEvent.objects.count()
    seconds = _applied_after(first, due_at)
    return {
        "events": events,
        "limit": BATCH,
        "query_none_ms": none_ms,
        "query_ms": query_ms,
        "plan": plan,
        "applied": MatchEvent.objects.filter(match__gt=first, kind="expiry").count(),
        "applied_s": round(seconds, 2),
        "one_ms": round(1000 * seconds / due, 2),
    }


def _pattern() -> int:
    """A match whose first move is awaited: far off, so that it is never due itself."""
    people = [one.user_id for one in visitors(2)]
    rules = {"name": "scopa", "target": 11}
    with transaction.atomic():
        match_id = services.start_match(game="scopa", rules=rules, policy=TORNEO, user_ids=people)
    for person in people:
        services.start(person, match_id)
    MatchEvent.objects.filter(match=match_id).update(at=F("at") + LATER_MS)
    Match.objects.filter(pk=match_id).update(due_at=F("due_at") + LATER_MS)
    store.forget_all()
    return match_id


def _copy(pattern: int, number: int, due_at: int, *, spread: int = 0) -> int:
    """So many more matches, due from this time on; returns the number after which theirs are."""
    after = Match.objects.order_by("-pk").values_list("pk", flat=True)[0]
    values = {
        "pattern": pattern,
        "number": number,
        "due_at": due_at,
        "spread": spread,
        "after": after,
    }
    if number:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in (HEADS, SEATS, LOGS):
                cursor.execute(statement, values)
    return after


def _milliseconds(query: Callable[[], object]) -> float:
    """The median of many, with the way to the database and back."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        query()
        times.append(time.perf_counter() - began)
    return round(1000 * median(times), 3)


def _plan(now: int) -> str:
    """How PostgreSQL finds them, in its own words."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE) {store.DUE}", {"now": now, "limit": BATCH})
        lines = [line.strip() for (line,) in cursor.fetchall()]
    scan = next(line for line in lines if "Scan" in line)
    return f"{scan.removeprefix('->  ')}; {lines[-1]}"


def _applied_after(first: int, due_at: int) -> float:
    """Seconds from the instant at which they fell due until the last was in its log."""
    waiting = Match.objects.filter(pk__gt=first, due_at=due_at)
    wait_until(lambda: clock.now() >= due_at, "time stands still")
    began = time.perf_counter()
    wait_until(lambda: not waiting.exists(), "the workers did not apply all", seconds=120)
    return time.perf_counter() - began
