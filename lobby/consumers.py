"""The lobby socket: tells a person in the lobby what changes there, and when to go to a match.

The browser says nothing but `ping`; everything that changes a table is a form of the page.
"""

import asyncio
import logging
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import Error as DatabaseError
from django.urls import reverse
from django.utils import translation

from accounts.language import language_of_scope
from accounts.sockets import CLOSE_LOGGED_OUT, Guarded
from games import clock, limits, refusals
from games.engine.core import RefusalCode
from games.protocol import BadMessage, Outbound, RefusedMessage, encode
from lobby import board, broadcast, protocol, services

logger = logging.getLogger(__name__)

CLOSE_ANONYMOUS = 4401
CLOSE_FLOOD = 4429
FLOOD_AFTER = 50  # refusals for speed in a row before the socket is closed
BURST_S = 0.15  # changes within this time are shown together
HEAL_MS = 60_000  # an announcement may get lost: look again after so long without one


class LobbyConsumer(Guarded, AsyncWebsocketConsumer):
    """One socket of one person in the lobby."""

    async def connect(self) -> None:
        await self.accept()
        self.drawing: asyncio.Task[None] | None = None
        self.changed = False
        self.drawn_at = 0
        self.drawn = ""
        self.floods = 0
        self.user = self.scope["user"]
        self.language = language_of_scope(self.scope)
        self.groups_joined: list[str] = []
        if not self.user.is_authenticated:
            await self.close(CLOSE_ANONYMOUS)
            return
        if not await self.guard():
            await self.close(CLOSE_LOGGED_OUT)
            return
        now, rate = clock.now(), settings.SOCKET_MESSAGES_PER_SECOND
        self.buckets = [
            limits.Bucket.full(rate, 2 * rate, now),
            limits.bucket_of(self.user.pk, 2 * rate, 4 * rate, now),
        ]
        # In the groups before the tables are read: what is announced meanwhile is not lost.
        self.groups_joined = [broadcast.LOBBY, broadcast.group_of(self.user.pk)]
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await database_sync_to_async(services.see)(self.user.pk)
        await self._draw()

    async def disconnect(self, code: int) -> None:
        if self.drawing is not None:
            self.drawing.cancel()
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        await self.unguard()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        now = clock.now()
        charged = [bucket.take(now) for bucket in self.buckets]  # each, before any is asked
        if not all(charged):
            await self._refuse_flood()
            return
        self.floods = 0
        try:
            protocol.parse(text_data)
        except BadMessage as refusal:
            await self._refuse(refusal.code)
            return
        await self.on_ping(now)

    async def on_ping(self, now: int) -> None:
        await self._say(protocol.Pong())
        await database_sync_to_async(services.see)(self.user.pk)
        if now - self.drawn_at > HEAL_MS:
            self._draw_soon()

    # --- what the other processes say -----------------------------------------------------

    async def tables_changed(self, message: dict[str, Any]) -> None:
        self._draw_soon()

    async def match_began(self, message: dict[str, Any]) -> None:
        await self._say(protocol.MatchBegan(reverse("games:match", args=[message["match"]])))

    # --- drawing --------------------------------------------------------------------------

    def _draw_soon(self) -> None:
        """A burst of changes is drawn once; a change while drawing is drawn after it."""
        self.changed = True
        if self.drawing is None or self.drawing.done():
            self.drawing = asyncio.create_task(self._draw_until_unchanged())

    async def _draw_until_unchanged(self) -> None:
        while self.changed:
            await asyncio.sleep(BURST_S)
            self.changed = False
            await self._draw()

    async def _draw(self) -> None:
        try:
            html = await database_sync_to_async(board.fragment_for)(self.user, self.language)
        except DatabaseError:
            logger.warning("lobby: the tables could not be read", exc_info=True)
            return
        self.drawn_at = clock.now()
        if html != self.drawn:
            self.drawn = html
            await self._say(protocol.Tables(html))

    # --- answers --------------------------------------------------------------------------

    async def _refuse(self, code: RefusalCode) -> None:
        with translation.override(self.language):
            await self._say(RefusedMessage(None, code, refusals.text(code)))

    async def _refuse_flood(self) -> None:
        self.floods += 1
        await self._refuse(RefusalCode.RATE_LIMITED)
        if self.floods >= FLOOD_AFTER:
            logger.info("lobby: a socket was closed for flooding")
            await self.close(CLOSE_FLOOD)

    async def _say(self, message: Outbound) -> None:
        await self.send(text_data=encode(message))
