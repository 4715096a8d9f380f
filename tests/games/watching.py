"""What the tests of presence and of the tick look at, and how they take servers away."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis
from django.test import Client
from redis.asyncio import Redis as AsyncRedis

from accounts.models import User
from games import valkey
from games.models import MatchEvent

NOBODY_THERE = "unix:///nonexistent/valkey.sock"


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def kinds(match_id: int, kind: str) -> int:
    """How many events of this kind the match's log has."""
    return MatchEvent.objects.filter(match=match_id, kind=kind).count()


@contextmanager
def dead_client(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Valkey that does not answer, for everything that this project asks it itself."""
    dead = redis.Redis.from_url(NOBODY_THERE)
    adead = AsyncRedis.from_url(NOBODY_THERE)
    with monkeypatch.context() as away:
        away.setattr(valkey, "client", lambda: dead)
        away.setattr(valkey, "aclient", lambda: adead)
        yield
