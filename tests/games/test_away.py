"""The whole site as real processes: one that is killed punishes nobody, and who leaves drops."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.db.models import F
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from games import clock, heartbeat, presence, services, store, valkey
from games.models import MatchEvent, Outage, WebProcess
from tests.browser.site import Site, wait_until
from tests.conftest import Cast
from tests.games.conftest import start_match
from tests.games.watching import client_of, kinds


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    valkey.client().flushdb()
    with Site() as running:
        yield running
    valkey.client().flushdb()


@contextmanager
def at_the_table(site: Site, match_id: int, person: User) -> Iterator[ClientConnection]:
    name = settings.SESSION_COOKIE_NAME
    cookie = client_of(person).cookies[name].value
    with connect(
        f"{site.address.replace('http', 'ws')}/ws/match/{match_id}/",
        origin=Origin(site.address),
        additional_headers={"Cookie": f"{name}={cookie}"},
    ) as socket:
        yield socket


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(msgspec.json.encode(message).decode())


def hear_until(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while (frame := msgspec.json.decode(socket.recv(timeout=20)))["type"] != kind:
        pass
    return dict(frame)


def lease_left(match_id: int, seat: int) -> float:
    score = valkey.client().zscore(presence.LEASES, presence.member(match_id, seat))
    return (score or 0) - clock.now()


@pytest.mark.long
def test_a_killed_web_process_costs_nobody_the_match(site: Site, cast: Cast) -> None:
    match_id = start_match(cast.anna, cast.bruno)
    wait_until(lambda: heartbeat.living() == 1, "no heartbeat")
    with at_the_table(site, match_id, cast.anna) as anna:
        hear_until(anna, "view")
        site.kill("web")
    # Ten seconds of silence, without waiting for them; and for the matches, five minutes.
    WebProcess.objects.update(beat_at=F("beat_at") - timedelta(seconds=heartbeat.AWAY_S))
    clock.shift(300_000)
    wait_until(Outage.objects.exists, "the outage was not noticed")
    assert kinds(match_id, "expiry") == kinds(match_id, "drop") == 0
    site.start("web")
    site.wait_for_web()
    with at_the_table(site, match_id, cast.anna) as anna:
        view = hear_until(anna, "view")["view"]
        assert view["deadline"] > view["now"] + 10_000
        wait_until(lambda: Outage.objects.filter(ended_at=None).count() == 0, "it is still open")
        assert kinds(match_id, "compensated") == 1
        assert kinds(match_id, "expiry") == kinds(match_id, "drop") == 0


@pytest.mark.long
def test_who_closes_the_page_drops_and_who_stays_does_not(site: Site, cast: Cast) -> None:
    match_id = start_match(cast.anna, cast.bruno)
    with (
        at_the_table(site, match_id, cast.bruno) as bruno,
        at_the_table(site, match_id, cast.anna) as anna,
    ):
        hear_until(anna, "view")
        anna.close()

        def has_dropped() -> bool:
            if lease_left(match_id, 1) < 1_500:
                say(bruno, type="ping", version=0)
                hear_until(bruno, "pong")
            return kinds(match_id, "drop") > 0

        wait_until(has_dropped, "nobody dropped")
    event = MatchEvent.objects.get(match=match_id, kind="drop")
    assert event.seat == 0
    assert store.load(match_id).state.is_absent(0)
    assert services.come_back(cast.anna.pk, match_id).record.state.is_absent(0) is False
