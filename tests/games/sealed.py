"""Matches with a start, seals, and entropy of the seats, in the store under their own number; and
matches of the first kind, which had none of these."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from django.db import transaction

from accounts.models import User
from games import store
from games.engine import referee, shuffle
from games.engine.policies import FIRST_TORNEO, TORNEO, Policy
from games.engine.referee import LogEvent, Phase, RefereeState
from tests.engine.kit import Format, Step, _next_event


def sealed_match(
    people: Sequence[User], way: Format, seed: object = 1, *, annulled: bool = False
) -> int:
    """A match that these people have played to its end, by chance; returns its number.

    Some seats add entropy and some do not. With `annulled` the first deal is thrown in.
    """
    return _stored(people, way, lambda match_id: _chosen(way, f"{way} {seed}", match_id, annulled))


def first_kind_match(people: Sequence[User], way: Format, seed: object = 1) -> int:
    """A match as it was stored before there were starts and seals; returns its number."""
    return _stored(
        people, way, lambda match_id: list(first_kind_steps(way, Random(str(seed)), match_id))
    )


def _stored(people: Sequence[User], way: Format, play: Callable[[int], list[Step]]) -> int:
    with transaction.atomic():
        match_id = store.create(way.game.name, [person.pk for person in people[: way.seats]])
        steps = play(match_id)
        store.open_log(match_id, [step.event for step in steps], steps[-1].state)
    return match_id


def _chosen(way: Format, seed: str, match_id: int, annulled: bool) -> list[Step]:
    for number in range(5_000):
        steps = sealed_steps(way, Random(f"{seed} {number}"), match_id)
        beginning = []
        for step in steps:
            beginning.append(step)
            if step.event.kind == "dealt":
                break
        if not annulled or any(notice.kind == "annulled" for notice in beginning[-1].notices):
            return [*beginning, *steps]
    raise AssertionError("no deal was annulled")


def sealed_steps(way: Format, chance: Random, match_id: int) -> Iterator[Step]:
    """A match of chance as `tests.engine.kit.random_match`, with the start and with entropy."""
    return _played(_started(way, chance, TORNEO), way, chance, match_id)


def first_kind_steps(way: Format, chance: Random, match_id: int) -> Iterator[Step]:
    """A match of chance whose every deck has a seed of its own."""
    event = _started(way, chance, FIRST_TORNEO)
    data = {name: value for name, value in event.data.items() if name != "shuffles"}
    first = replace(event, data={**data, "policy": FIRST_TORNEO.name})
    return _played(first, way, chance, match_id)


def _started(way: Format, chance: Random, policy: Policy) -> LogEvent:
    return referee.started(
        1_000_000,
        game=way.game.name,
        rules=way.rules,
        seats=way.seats,
        policy=policy,
        dealer=None if way.game.finds_dealer else chance.randrange(way.seats),
    )


def _played(event: LogEvent, way: Format, chance: Random, match_id: int) -> Iterator[Step]:
    state: RefereeState | None = None
    while True:
        step = referee.apply(state, event)
        yield Step(state, event, step.state, step.notices)
        state = step.state
        assert isinstance(state, RefereeState)
        if state.phase is Phase.FINISHED:
            return
        event = _following(way, state, chance, match_id)


def _following(way: Format, state: RefereeState, chance: Random, match_id: int) -> LogEvent:
    if state.phase is Phase.STARTING and not state.awaits_seal:
        seat = chance.choice([seat for seat in range(way.seats) if seat not in state.pressed])
        return LogEvent(state.at + 1, "start", seat, {"entropy": _entropy(chance)})
    if state.phase is Phase.DEALING and not state.is_sealing:
        seed = chance.randbytes(shuffle.SEED_BYTES)
        deck = shuffle.shuffled(way.game.deck, seed, match=match_id, deal=state.next_deal)
        return referee.dealt(state.at + 1, deck, seed)
    event = _next_event(way, state, chance, match_id, resigning=0)
    if event.kind == "ready" and state.is_sealing:
        data = {**event.data, "entropy": _entropy(chance)}
        return LogEvent(event.at, "ready", event.seat, data)
    return event


def _entropy(chance: Random) -> str:
    return chance.randbytes(chance.choice([0, 1, 16, shuffle.MAX_ENTROPY_BYTES])).hex()
