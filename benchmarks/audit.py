"""The logs of the matches of a chaos run, compared with what their people were told.

Import it once Django is set up.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.db import connection, transaction

from benchmarks.figures import Figures
from benchmarks.matches import visitors
from benchmarks.people import Player
from games import services, store
from games.engine import referee
from games.engine.policies import Policy, policy
from games.store import Log

GAME = "scopa"
PLAYED_OUT = "target"
"""The only reason for which these matches may end: nobody gives up, and nobody is away."""


def policies(target: int) -> list[Policy]:
    """One match after the other gets the next."""
    return [
        policy("torneo", GAME, target),
        policy("sfida", GAME, target),
        policy("amichevole", GAME, target),
        policy("amichevole", GAME, target, move_seconds=60),
    ]


def start_matches(number: int, target: int) -> list[tuple[int, str]]:
    """`(match, cookie)` of each person, the two of a match one after the other."""
    people, choices = visitors(2 * number), policies(target)
    seats = []
    for each in range(number):
        pair = people[2 * each : 2 * each + 2]
        with transaction.atomic():
            match_id = services.start_match(
                game=GAME,
                rules={"name": "scopa", "target": target},
                policy=choices[each % len(choices)],
                user_ids=[one.user_id for one in pair],
            )
        seats += [(match_id, one.cookie) for one in pair]
    connection.close()  # the server at its other end will be killed
    return seats


@dataclass
class Audit:
    """What the logs say; `failures` are sentences, empty if all is well."""

    acknowledged: int = 0
    lost: int = 0
    twice: int = 0
    expiries: int = 0
    drops: int = 0
    compensations: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    moments: list[tuple[int, str]] = field(default_factory=list)
    """When the referee's own events were, and their kinds."""
    failures: list[str] = field(default_factory=list)

    def figures(self) -> Figures:
        return {
            "acknowledged": self.acknowledged,
            "lost": self.lost,
            "twice": self.twice,
            "expiries": self.expiries,
            "drops": self.drops,
            "compensations": self.compensations,
            "endings": dict(self.endings),
        }


def audit(players: Sequence[Player]) -> Audit:
    """Reads every match of these people."""
    found = Audit()
    for match_id in sorted({player.match_id for player in players}):
        log = store.read(match_id)
        _compare(found, log, [player for player in players if player.match_id == match_id])
        _look_at_expiries(found, log)
        _look_at_the_end(found, log)
        kinds = Counter(event.kind for event in log.events)
        if kinds["drop"]:  # everybody was there all the time
            found.failures.append(f"match {match_id}: {kinds['drop']} drops")
        found.drops += kinds["drop"]
        found.compensations += kinds["compensated"]
        found.moments += [
            (event.at, event.kind)
            for event in log.events
            if event.kind in {"drop", "expiry", "compensated"}
        ]
    return found


def _compare(found: Audit, log: Log, players: Iterable[Player]) -> None:
    """Each receipt is in the log at its version or before it, and once."""
    numbers: dict[str, list[int]] = {}
    for number, event in enumerate(log.events, start=1):
        if "move_id" in event.data:
            numbers.setdefault(event.data["move_id"], []).append(number)
    for player in players:
        found.acknowledged += len(player.acknowledged)
        for move_id, version in player.acknowledged.items():
            if not any(number <= version for number in numbers.get(move_id, [])):
                found.lost += 1
                found.failures.append(f"match {log.match_id}: {move_id} is not in the log")
    for move_id, places in numbers.items():
        if len(places) > 1:
            found.twice += 1
            found.failures.append(f"match {log.match_id}: {move_id} is there {len(places)} times")


def _look_at_expiries(found: Audit, log: Log) -> None:
    """A limit that has passed is applied once, and not before its time."""
    seen = Counter(_limits(log))
    found.expiries += seen.total()
    for limit, times in seen.items():
        if times > 1:
            found.twice += times - 1
            found.failures.append(f"match {log.match_id}: {limit} expired {times} times")


def _limits(log: Log) -> Iterator[tuple[object, ...]]:
    """What each expiry of the log was about: the limit, and the move that it waited for."""
    state, moves = None, 0
    for event in log.events:
        if event.kind == "expiry":
            assert state is not None
            limit = referee.due(state)
            assert limit is not None
            yield limit.kind, limit.seat, state.deal_number, moves
        state = referee.apply(state, event).state
        moves += event.kind in {"move", "expiry"} and event.data.get("of", "move") == "move"


def _look_at_the_end(found: Audit, log: Log) -> None:
    result = log.latest().state.result
    reason = "still running" if result is None else result.reason
    found.endings[reason] += 1
    if reason != PLAYED_OUT:
        found.failures.append(f"match {log.match_id}: {reason}")
