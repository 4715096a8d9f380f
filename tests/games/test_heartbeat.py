"""The heartbeat of a web process."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from config import lifespan
from games import attendance, heartbeat
from games.heartbeat import Heart
from games.models import Outage, WebProcess
from tests.conftest import Cast
from tests.games.conftest import Connect, start_match
from tests.games.watching import kinds


async def until(condition: Callable[[], Any]) -> Any:
    """What the condition answers once it is true; the test's own limit ends a vain wait."""
    async with asyncio.timeout(20):
        while True:
            if answer := await sync_to_async(condition)():
                return answer
            await asyncio.sleep(0.02)  # another process, or its loop, brings it about


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    """The thread in which the event loop uses the ORM keeps a connection of its own."""
    yield
    await sync_to_async(connections.close_all)()


@pytest.fixture
async def no_heart(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(heartbeat, "_hearts", [])
    yield
    heart = heartbeat.heart()
    if heart is not None:
        await heart.stopped()


def last_beats() -> list[float]:
    now = timezone.now()
    return sorted((now - row.beat_at).total_seconds() for row in WebProcess.objects.all())


async def test_a_process_has_one_row_however_often_it_beats(
    transactional_db: None, no_heart: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "EVERY_S", 0.01)
    heartbeat.start()
    heartbeat.start()
    first = await until(lambda: WebProcess.objects.values_list("beat_at", flat=True).first())
    await until(lambda: WebProcess.objects.filter(beat_at__gt=first).exists())
    assert await WebProcess.objects.acount() == 1
    silence = await sync_to_async(heartbeat.silence)()
    assert silence is not None
    assert silence < heartbeat.STALE_S


async def test_who_ends_a_silence_notes_the_outage_and_two_at_once_note_one(
    transactional_db: None,
) -> None:
    began_at = timezone.now() - timedelta(seconds=heartbeat.AWAY_S + 5)
    await WebProcess.objects.acreate(name="before", beat_at=began_at)
    hearts = [Heart("one"), Heart("two")]
    for heart in hearts:
        await heart.has_beaten()
    outage = await Outage.objects.aget()
    assert (outage.cause, outage.began_at, outage.ended_at) == ("away", began_at, None)
    known = [one.name for heart in hearts for one in heart.outages]
    assert set(known) == {f"away:{outage.pk}"}
    for heart in hearts:
        await heart.stopped()
    assert await Outage.objects.acount() == 1


async def test_a_short_silence_is_no_outage_and_old_rows_go(transactional_db: None) -> None:
    for name, seconds in (("recent", heartbeat.AWAY_S - 2), ("ancient", 3_600)):
        beat_at = timezone.now() - timedelta(seconds=seconds)
        await WebProcess.objects.acreate(name=name, beat_at=beat_at)
    heart = Heart("new")
    await heart.has_beaten()
    await heart.stopped()
    assert not await Outage.objects.aexists()
    names = {row.name async for row in WebProcess.objects.all()}
    assert names == {"recent", "new"}


async def test_a_heart_goes_on_after_postgresql_was_away(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(heartbeat, "EVERY_S", 0.01)
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "HOST", "/nonexistent")
        heart = Heart("web")
        await until(lambda: "no heartbeat" in caplog.text)
    await heart.has_beaten()
    assert await WebProcess.objects.acount() == 1

    def cut_its_line() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE query LIKE '%%games_outage%%' AND pid <> pg_backend_pid()"
            )
            return bool(cursor.fetchone()[0])

    await until(cut_its_line)
    cut_at = timezone.now()
    await until(lambda: WebProcess.objects.filter(beat_at__gt=cut_at).exists())
    await heart.stopped()


async def test_a_socket_that_opens_after_an_outage_finds_its_time_given_back(
    transactional_db: None, cast: Cast, connect: Connect, no_heart: None
) -> None:
    match_id = await sync_to_async(start_match)(cast.anna, cast.bruno)
    began_at = timezone.now() - timedelta(seconds=heartbeat.AWAY_S + 5)
    await WebProcess.objects.acreate(name="before", beat_at=began_at)
    heartbeat.start()
    anna = await connect(match_id, cast.anna)
    await connect(match_id, cast.bruno)
    assert await sync_to_async(kinds)(match_id, "compensated") == 1
    assert anna.frames[0]["log"][-1]["kind"] == "compensated"
    assert anna.frames[0]["log"][-1]["ms"] == attendance.BACK_MS


async def test_servers_with_lifespan_start_and_stop_it(
    transactional_db: None, no_heart: None
) -> None:
    events: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    said: list[str] = []

    async def send(message: Any) -> None:
        said.append(message["type"])

    running = asyncio.create_task(lifespan.application({"type": "lifespan"}, events.get, send))
    await events.put({"type": "lifespan.startup"})
    await until(WebProcess.objects.exists)
    await events.put({"type": "lifespan.shutdown"})
    await running
    assert said == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


async def test_daphne_shows_itself_before_anybody_comes_and_ends_quietly(
    transactional_db: None,
) -> None:
    database = connection.settings_dict
    url = (
        f"postgresql://{database['USER']}:{database['PASSWORD']}@/{database['NAME']}"
        f"?host={database['HOST']}&port={database['PORT']}"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "daphne", "-p", "0", "config.asgi:application"),
        env={**os.environ, "DATABASE_URL": url},
        cwd=settings.BASE_DIR,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        await until(WebProcess.objects.exists)
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
    assert process.returncode == 0
    assert b"destroyed" not in errors
    assert b"Traceback" not in errors
