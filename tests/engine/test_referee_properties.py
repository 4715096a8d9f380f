"""Whatever happens in whatever order: what must hold of every match, by random timelines."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import match, policies, referee, shuffle
from games.engine.core import WATCHER, RefusalCode, Refused, Seat
from games.engine.policies import Policy
from games.engine.referee import Due, LogEvent, Phase, RefereeState
from games.engine.registry import GAMES

SHORT_BANK = replace(policies.SFIDA, bank_ms=90_000, pause_ms=policies.PAUSE_MS)
POLICIES = (
    policies.TORNEO,
    policies.policy("torneo", "scopa", 7, tournament=True),
    SHORT_BANK,
    policies.policy("amichevole", "scopa", 7, pause=True),
    policies.policy("amichevole", "scopa", 7, move_seconds=60),
    policies.FIRST_TORNEO,
)
TABLES = (("scopa", 2), ("escoba", 4), ("tressette", 2), ("star-cards", 2), ("star-cards", 3))
SPOKEN = ("start", "ready", "resigned", "declined", "leave", "pause", "resume", "ended", "order")
WATCHED = ("drop", "return", "invited")
MOST_EVENTS = 400
FEW = settings(max_examples=15)
"""Each example is a whole match, and there are thirty-five kinds of them."""


@dataclass(frozen=True)
class Happened:
    before: RefereeState
    event: LogEvent
    after: RefereeState


def random_timeline(
    chance: random.Random, policy: Policy, game: str, seats: int
) -> Iterator[Happened]:
    """A match in which anything may be tried at any moment; what the referee refuses is lost.

    The server does its part as the tick and the services do: what is owed comes at once, what is
    over is recorded at T + 2.0 s, or later when the tick is late.
    """
    dealer = None if GAMES[game].finds_dealer else 0
    opening = referee.started(0, game=game, rules={}, seats=seats, policy=policy, dealer=dealer)
    state: RefereeState = referee.apply(None, opening).state
    now = 0
    for _ in range(MOST_EVENTS):
        event = _owed(state, now, chance)
        if event is None:
            now += chance.choice((5, 500, 3_000, 20_000, 90_000))
            event = _overdue(state, now) or _anything(state, now, chance)
        try:
            after: RefereeState = referee.apply(state, event).state
        except Refused:
            continue
        yield Happened(state, event, after)
        state = after
        if state.phase is Phase.FINISHED:
            return


def _owed(state: RefereeState, now: int, chance: random.Random) -> LogEvent | None:
    if state.awaits_seal:
        return referee.sealed(now, state.next_deal, chance.randbytes(shuffle.SEED_BYTES))
    if state.phase is Phase.DEALING:
        assert state.seal is not None
        seed = shuffle.attempt_seed(state.seal.seed, state.seal.attempts)
        deck = shuffle.shuffled(GAMES[state.game].deck, seed, match=1, deal=state.deal_number)
        return referee.dealt(now, deck, seed)
    return None


def _overdue(state: RefereeState, now: int) -> LogEvent | None:
    limit = referee.due(state)
    if limit is None or now < limit.at + referee.RECORD_MS:
        return None
    return referee.expiry(now, limit)


def _anything(state: RefereeState, now: int, chance: random.Random) -> LogEvent:
    seat = chance.randrange(state.match.seats)
    kind = chance.choice(("move",) * 30 + ("start", "ready") * 6 + SPOKEN + WATCHED * 3)
    if kind == "move" and state.phase is Phase.PLAYING:
        mover = match.to_move(state.match)
        assert mover is not None
        move = str(chance.choice(GAMES[state.game].legal_moves(state.match.deal)))
        return LogEvent(now, "move", mover, {"move": move})
    if kind == "resigned" and chance.random() < 0.9:
        kind = "ready"  # else few matches would come far
    data = {"deal": state.deal_number, "cards": [], "entropy": chance.randbytes(4).hex()}
    if chance.random() < 0.01:
        compensation = {"ms": 20_000, "cause": "mass", "outage": str(now)}
        return LogEvent(now, "compensated", None, compensation)
    return LogEvent(now, kind, seat, data)


cases = pytest.mark.parametrize(
    ("game", "seats"), TABLES, ids=[f"{game}-{seats}" for game, seats in TABLES]
)
policy_names = pytest.mark.parametrize(
    "policy", POLICIES, ids=["torneo", "tournament", "sfida", "friendly", "friendly-60", "first"]
)


@cases
@policy_names
@FEW
@given(seed=st.integers(0, 2**32))
def test_whatever_happens(policy: Policy, game: str, seats: int, seed: int) -> None:
    happened = list(random_timeline(random.Random(seed), policy, game, seats))
    for step in happened:
        something_is_due_until_the_end(step.after)
        nobody_loses_who_moved_in_time(step)
        no_clock_runs_for_who_is_away(step.after)
        no_seed_is_seen_before_its_deal_is_over(step.after)
    the_end_has_a_reason_and_no_two_winners(happened[-1].after)
    log = [step.event for step in happened]
    assert replayed(policy, game, seats, log) == happened[-1].after


def something_is_due_until_the_end(state: RefereeState) -> None:
    limit = referee.due(state)
    assert (limit is None) == (state.phase is Phase.FINISHED)
    assert (state.result is None) == (state.phase is not Phase.FINISHED)


def nobody_loses_who_moved_in_time(step: Happened) -> None:
    """A seat goes out only by its own word, a limit of its own that is over, or one drop more
    than are allowed; and after its own move it is there."""
    seat = step.event.seat
    gone = set(step.after.out) - set(step.before.out)
    if step.event.kind == "move":
        assert not gone
        assert seat is not None
        assert not step.after.is_absent(seat)
    for other in gone:
        assert other == seat or is_explained(step, other)


def is_explained(step: Happened, seat: Seat) -> bool:
    """By the start that was missed, or by the return of the last who was awaited (4.5)."""
    if step.event.kind == "expiry" and step.event.data["of"] == "start":
        return seat not in step.before.pressed
    absence = step.before.people[seat].absence
    return step.event.kind == "return" and absence is not None and absence.has_lapsed


def no_clock_runs_for_who_is_away(state: RefereeState) -> None:
    clock = state.clock
    if clock is not None and clock.since is not None:
        assert not state.is_absent(clock.seat)
        assert state.pause is None
    assert state.banks is None or min(state.banks) >= 0


def no_seed_is_seen_before_its_deal_is_over(state: RefereeState) -> None:
    if state.seal is None:
        return
    for viewer in (*range(state.match.seats), WATCHER):
        assert state.seal.seed.hex() not in json.dumps(referee.view(state, viewer))


def the_end_has_a_reason_and_no_two_winners(state: RefereeState) -> None:
    result = state.result
    if result is None:
        return
    assert result.reason
    if result.placements is not None:
        assert result.placements.count(1) == 1 or result.winner is None
    if result.winner is not None:
        assert not set(state.match.sides[result.winner]) & set(state.out)


def replayed(policy: Policy, game: str, seats: int, log: list[LogEvent]) -> RefereeState:
    dealer = None if GAMES[game].finds_dealer else 0
    opening = referee.started(0, game=game, rules={}, seats=seats, policy=policy, dealer=dealer)
    return referee.replay([opening, *log])[0]


@cases
@FEW
@given(seed=st.integers(0, 2**32))
def test_a_limit_that_runs_is_over_only_after_its_grace(game: str, seats: int, seed: int) -> None:
    chance = random.Random(seed)
    for step in random_timeline(chance, chance.choice(POLICIES), game, seats):
        limit = referee.due(step.after)
        if limit is not None and limit.kind != "deal":
            assert refusal(step.after, limit, limit.at + referee.GRACE_MS - 1) == "stale"
            assert refusal(step.after, limit, limit.at + referee.GRACE_MS) is None


def refusal(state: RefereeState, limit: Due, at: int) -> RefusalCode | None:
    try:
        referee.apply(state, referee.expiry(at, limit))
    except Refused as refused:
        return refused.code
    return None
