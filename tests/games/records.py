"""Finished matches of any game in the store, played by chance."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from django.db import transaction

from accounts.models import User
from games import store
from games.engine.referee import RefereeState
from tests.engine.kit import Format, Step, random_match
from tests.games.play import short_formats, shortest


def finished_match(
    people: Sequence[User], way: Format, seed: object = 1, resigning: float = 0
) -> int:
    """A match that these people have played to its end; returns its number."""
    steps = list(random_match(way, Random(f"{way} {seed}"), resigning=resigning))
    return stored_match(people, way, steps)


def stored_match(people: Sequence[User], way: Format, steps: Sequence[Step]) -> int:
    state = steps[-1].state
    assert isinstance(state, RefereeState)
    with transaction.atomic():
        match_id = store.create(way.game.name, [person.pk for person in people[: way.seats]])
        store.open_log(match_id, [step.event for step in steps], state)
    return match_id


def one_format(game: str, seats: int = 2) -> Format:
    """The first rule set of a game for so many, to the nearest target."""
    return next(way for way in short_formats(seats=(seats,)) if way.game.name == game)


def to_target(way: Format, target: int) -> Format:
    return replace(way, rules={**way.rules, "target": target})


__all__ = ["finished_match", "one_format", "shortest", "stored_match", "to_target"]
