"""Whether any web process is there, and the outages in which none was.

Each web process writes its row every two seconds, from its event loop, so that a loop that hangs
is noticed too. PostgreSQL's clock decides how old a row is: the clocks of hosts differ, and those
of tests are moved. Who ends a silence of ten seconds notes it as an `Outage` in the same
statement; the tick notes one that lasts. An outage stays open until `games.watch` has given every
running match its time back.
"""

import asyncio
import logging
import os
import secrets
import socket
from dataclasses import dataclass
from typing import LiteralString

import psycopg
from django.db import connection
from django.db.models.functions import Now

from games import store
from games.models import Outage

logger = logging.getLogger(__name__)

EVERY_S = 2.0
PATIENCE_S = 2.0  # for one beat; the next one connects anew
STALE_S = 4.0
"""Silent for so long, the web may be away: nobody drops and nothing expires."""
AWAY_S = 10.0
"""Silent for so long, it was away (product: definition 5.5)."""

BEAT: LiteralString = """
    WITH last AS (SELECT max(beat_at) AS at FROM games_webprocess),
    silence AS (
        INSERT INTO games_outage (cause, began_at, noticed_at, restored_to, last_match)
        SELECT 'away', last.at, clock_timestamp(), 0,
               (SELECT coalesce(max(id), 0) FROM games_match)
          FROM last
         WHERE last.at <= clock_timestamp() - make_interval(secs => %(away)s)
        ON CONFLICT DO NOTHING
    )
    INSERT INTO games_webprocess (name, beat_at) VALUES (%(name)s, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET beat_at = EXCLUDED.beat_at
"""
FORGET_THE_DEAD: LiteralString = """
    DELETE FROM games_webprocess WHERE beat_at < clock_timestamp() - interval '10 minutes'
"""
OPEN: LiteralString = """
    SELECT id, cause, last_match FROM games_outage WHERE ended_at IS NULL ORDER BY id
"""
SILENCE: LiteralString = """
    SELECT extract(epoch FROM clock_timestamp() - max(beat_at))::float FROM games_webprocess
"""
NOTE_AWAY: LiteralString = """
    INSERT INTO games_outage (cause, began_at, noticed_at, restored_to, last_match)
    SELECT 'away', max(beat_at), clock_timestamp(), 0,
           (SELECT coalesce(max(id), 0) FROM games_match)
      FROM games_webprocess
    HAVING max(beat_at) <= clock_timestamp() - make_interval(secs => %(away)s)
    ON CONFLICT DO NOTHING
"""
NOTE_MASS: LiteralString = """
    INSERT INTO games_outage (cause, began_at, noticed_at, restored_to, last_match)
    VALUES ('mass', clock_timestamp(), clock_timestamp(), 0,
            (SELECT coalesce(max(id), 0) FROM games_match))
    ON CONFLICT DO NOTHING
"""
LIVING: LiteralString = """
    SELECT count(*) FROM games_webprocess
     WHERE beat_at > clock_timestamp() - make_interval(secs => %(stale)s)
"""


@dataclass(frozen=True, slots=True)
class OpenOutage:
    """An outage for which some running match may still be owed time."""

    pk: int
    cause: str
    last_match: int

    @property
    def name(self) -> str:
        """How the logs of matches name it, so that each is given time once."""
        return f"{self.cause}:{self.pk}"


# --- what the tick asks ---------------------------------------------------------------------


def silence() -> float | None:
    """Seconds since the last beat of any web process; None if there never was one."""
    with connection.cursor() as cursor:
        cursor.execute(SILENCE)
        (seconds,) = cursor.fetchone()
    return None if seconds is None else float(seconds)


def living() -> int:
    """How many web processes have shown themselves lately."""
    with connection.cursor() as cursor:
        cursor.execute(LIVING, {"stale": STALE_S})
        (number,) = cursor.fetchone()
    return int(number)


def note_away() -> None:
    """The web is away; whoever notes it first has noted it."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE_AWAY, {"away": AWAY_S})


def note_mass() -> None:
    """Too many leases were lost at once; one such outage is open at a time."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE_MASS)


def open_outages() -> list[OpenOutage]:
    """The oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(OPEN)
        return [OpenOutage(*row) for row in cursor.fetchall()]


def restored_to(outage: OpenOutage) -> int:
    """Running matches up to this number have been given their time back."""
    return Outage.objects.values_list("restored_to", flat=True).get(pk=outage.pk)


def mark_restored(outage: OpenOutage, match_id: int) -> None:
    Outage.objects.filter(pk=outage.pk, restored_to__lt=match_id).update(restored_to=match_id)


def close(outage: OpenOutage) -> None:
    """Every match has its time back."""
    Outage.objects.filter(pk=outage.pk, ended_at=None).update(ended_at=Now())


# --- what a web process does ----------------------------------------------------------------


class Heart:
    """Beats for one process, in one event loop, until it is stopped.

    What it learns with each beat serves the pages and sockets of its process: the outages for
    which whoever comes now must first be given time back.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.outages: tuple[OpenOutage, ...] = ()
        self._has_beaten = asyncio.Event()
        self._link: psycopg.AsyncConnection | None = None
        self._task = asyncio.get_running_loop().create_task(self._beat_forever())

    async def has_beaten(self) -> None:
        """Returns after the first beat, or when there is no more patience for it."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._has_beaten.wait()
        except TimeoutError:
            logger.warning("no heartbeat yet: PostgreSQL does not answer")

    def stop(self) -> None:
        self._task.cancel()

    async def stopped(self) -> None:
        """`stop`, and wait for it."""
        self.stop()
        await asyncio.wait([self._task])

    async def _beat_forever(self) -> None:
        try:
            while True:
                await self._beat_once()
                await asyncio.sleep(EVERY_S)
        finally:
            await self._hang_up()

    async def _beat_once(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._beat()
        except (psycopg.Error, OSError, TimeoutError) as error:
            logger.warning("no heartbeat: %s", type(error).__name__)
            await self._hang_up()
        else:
            self._has_beaten.set()

    async def _beat(self) -> None:
        if self._link is None:
            self._link = await psycopg.AsyncConnection.connect(
                **{**store.connection_parameters(), "autocommit": True, "connect_timeout": 2}
            )
        await self._link.execute(BEAT, {"name": self.name, "away": AWAY_S})
        if not self._has_beaten.is_set():
            await self._link.execute(FORGET_THE_DEAD)
        rows = await (await self._link.execute(OPEN)).fetchall()
        self.outages = tuple(OpenOutage(*row) for row in rows)

    async def _hang_up(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            await link.close()


_hearts: list[Heart] = []
"""This process's heart, once it beats."""


def start() -> None:
    """Begin to beat in the running event loop; a process that beats already goes on."""
    if not _hearts:
        _hearts.append(Heart(f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(4)}"))


def stop() -> None:
    """Beat no more. The row stays: how old it is says since when nobody was there."""
    for heart in _hearts:
        heart.stop()


def heart() -> Heart | None:
    """This process's heart; None in processes that serve nobody, and in most tests."""
    return _hearts[0] if _hearts else None
