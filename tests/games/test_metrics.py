"""What /metrics tells, and to whom."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from time import time_ns
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import User
from config import celery_app
from games import presence, services, tasks, valkey
from games.models import WebProcess
from tests.conftest import Cast
from tests.games.acts import at_once
from tests.games.conftest import Connect, Time
from tests.games.test_ledger import waiting_match
from tests.games.watching import client_of, dead_client

TOKEN = "long and random"


@pytest.fixture(autouse=True)
def _nothing_measured() -> Iterator[None]:
    valkey.client().flushdb()
    yield
    valkey.client().flushdb()


@pytest.fixture
def prometheus(settings: LazySettings) -> Client:
    settings.METRICS_TOKEN = TOKEN
    return Client(headers={"Authorization": f"Bearer {TOKEN}"})


def measured(client: Client) -> dict[str, float]:
    response = client.get(reverse("metrics"))
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    return {
        ":".join((sample.name.removeprefix("settebello_"), *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(response.content.decode())
        for sample in family.samples
    }


def test_before_the_first_tick_everything_is_nought(
    transactional_db: None, prometheus: Client
) -> None:
    values = measured(prometheus)
    assert values["ticks_total"] == values["drops_total"] == values["leases"] == 0
    assert "tick_age_seconds" not in values


def test_what_ticks_did_is_counted_by_kind_and_reason(
    match_id: int, cast: Cast, time: Time, prometheus: Client
) -> None:
    WebProcess.objects.create(name="web", beat_at=timezone.now())
    tasks.tick()
    presence.renew(match_id, 1, 600_000)
    for _ in range(3):
        valkey.client().zadd(presence.LEASES, {presence.member(match_id, 0): time.now - 5_001})
        tasks.tick()
        services.come_back(cast.anna.pk, match_id)
    values = measured(prometheus)
    assert values["ticks_total"] == 4
    assert values["drops_total"] == 3
    assert values["forfeits_total:drops"] == 1
    assert values["leases"] == 1
    assert values["web_processes"] == 1
    assert values["tick_last_duration_seconds"] <= values["tick_max_duration_seconds"]
    assert 0 <= values["tick_age_seconds"] < 60


def dropped_mover(match_id: int, cast: Cast) -> User:
    """Whoever is to move drops: the drop is then all that is due."""
    seat = services.get_page(cast.anna, match_id).view["deal"]["turn"]
    services.drop(match_id, seat)
    return (cast.anna, cast.bruno)[seat]


def test_a_forfeit_is_counted_once_whoever_brings_it_about(
    match_id: int, cast: Cast, time: Time, prometheus: Client
) -> None:
    mover = dropped_mover(match_id, cast)
    time.pass_ms(121_000)
    at_once(*[lambda: services.come_back(mover.pk, match_id)] * 4)
    tasks.tick()
    values = measured(prometheus)
    assert values["forfeits_total:drop"] == 1
    assert values["tick_expired_matches_total"] == 0


async def test_a_forfeit_by_a_late_word_on_a_socket_is_counted_too(
    transactional_db: None, cast: Cast, connect: Connect, time: Time, prometheus: Client
) -> None:
    match_id = await sync_to_async(waiting_match)(cast)
    bruno = await connect(match_id, cast.bruno)
    await services.astart(cast.anna.pk, match_id)
    time.pass_ms(121_000)
    await bruno.say(type="start", id="s")
    assert (await bruno.hear_until("refused"))["code"] == "late"
    assert (await sync_to_async(measured)(prometheus))["forfeits_total:start"] == 1


def test_a_resignation_is_no_forfeit(match_id: int, cast: Cast, prometheus: Client) -> None:
    services.resign(cast.anna.pk, match_id)
    assert not [name for name in measured(prometheus) if name.startswith("forfeits_total")]


def test_a_forfeit_stands_though_valkey_cannot_count_it(
    match_id: int, cast: Cast, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = dropped_mover(match_id, cast)
    time.pass_ms(121_000)
    with dead_client(monkeypatch):
        record = services.come_back(mover.pk, match_id).record
    assert record.state.result is not None
    assert record.state.result.reason == "drop"


def test_an_expired_limit_and_its_batch_are_counted(
    match_id: int, time: Time, prometheus: Client
) -> None:
    time.pass_ms(3_000 + 30_000 + 2_000)
    tasks.tick()
    tasks.tick()
    values = measured(prometheus)
    assert values["tick_expired_matches_total"] == values["tick_due_matches_total"] == 1
    assert (values["tick_last_due_matches"], values["tick_max_due_matches"]) == (0, 1)


def sent_seconds_ago(seconds: float) -> str:
    """The header of a tick that beat sent then (`expires` counts from the sending)."""
    sent = datetime.now(UTC) - timedelta(seconds=seconds)
    return (sent + timedelta(seconds=tasks.EXPIRES_S)).isoformat()


def test_how_late_ticks_ran_is_measured_from_beats_stamp(
    transactional_db: None, prometheus: Client
) -> None:
    for seconds in (1.5, 0.25):
        tasks.tick.push_request(expires=sent_seconds_ago(seconds))  # as a worker does
        tasks.tick()
        tasks.tick.pop_request()
    values = measured(prometheus)
    assert 0.24 <= values["tick_last_late_seconds"] < 1.25
    assert 1.49 <= values["tick_max_late_seconds"] < 2.5
    assert values["tick_late_seconds_total"] >= 1.74
    assert values["tick_late_runs_total"] == 1


def test_a_tick_in_the_queue_carries_the_stamp_that_is_measured(settings: LazySettings) -> None:
    schedule: Any = settings.CELERY_BEAT_SCHEDULE
    before = time_ns() // 1_000_000
    with celery_app.connection_for_write() as link:
        tasks.tick.apply_async(connection=link, **schedule["tick"]["options"])
    (waiting,) = valkey.client().lrange("clock", 0, -1)
    stamp = json.loads(waiting)["headers"]["expires"]
    assert tasks._late_ms(stamp, before + 700) <= 700
    assert 0 <= tasks._late_ms(stamp, time_ns() // 1_000_000 + 700) - 700 < 5_000


def test_staff_may_read_it_and_nobody_else_without_the_token(
    cast: Cast, settings: LazySettings
) -> None:
    url = reverse("metrics")
    assert client_of(cast.staff).get(url).status_code == 200
    for token, sent in (("", "Bearer "), (TOKEN, "Bearer wrong"), (TOKEN, TOKEN), (TOKEN, "")):
        settings.METRICS_TOKEN = token
        for client in (Client(), client_of(cast.anna)):
            assert client.get(url, headers={"Authorization": sent}).status_code == 403


def test_without_valkey_or_postgresql_it_says_so(
    transactional_db: None, prometheus: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dead_client(monkeypatch):
        assert prometheus.get(reverse("metrics")).status_code == 503
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "HOST", "/nonexistent")
        connection.close()
        assert prometheus.get(reverse("metrics")).status_code == 503
        connection.close()
