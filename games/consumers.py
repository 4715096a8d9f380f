"""The match socket: parse, ask `access`, call one service, answer.

What leaves here is the view of the seat whose person opened the socket, and nothing else. A
refusal goes to its sender only.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from accounts.language import language_of_scope
from accounts.sockets import Guarded
from games import access, attendance, broadcast, clock, limits, protocol, refusals, services
from games.engine.core import RefusalCode, Refused, Seat
from games.services import Saying
from games.store import Record

logger = logging.getLogger(__name__)

CLOSE_REFUSED = 4403  # no seat at this match, or no such match
CLOSE_FLOOD = 4429
FLOOD_AFTER = 50  # refusals for speed in a row before the socket is closed


class MatchConsumer(Guarded, AsyncWebsocketConsumer):
    """One socket of one person at one match."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without the hop to the ORM's thread that Channels makes before every message, a tenth
        to a quarter of a move's cost (docs/benchmarks.md): no message here uses the ORM."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        self.match_id: int = self.scope["url_route"]["kwargs"]["match_id"]
        self.user_id: int | None = self.scope["user"].pk
        self.language = language_of_scope(self.scope)
        self.seat: Seat
        self.seated = False
        self.has_left = False
        self.sent_version = 0
        self.floods = 0
        now = clock.now()
        rate = settings.SOCKET_MESSAGES_PER_SECOND
        self.buckets = [limits.Bucket.full(rate, 2 * rate, now)]
        if self.user_id is not None:
            self.buckets.append(limits.bucket_of(self.user_id, 2 * rate, 4 * rate, now))
        # In the group before the record is read: what is announced meanwhile is not lost.
        await self.channel_layer.group_add(broadcast.group(self.match_id), self.channel_name)
        try:
            record = await self._take_seat(now)
        except Refused as refusal:
            await self._refuse(None, refusal.code)
            await self.close(CLOSE_REFUSED)
        else:
            await self._send_view(record)

    async def _take_seat(self, at: int) -> Record:
        """The match, with this person present in it; raises Refused."""
        if not await self.guard():
            raise Refused(RefusalCode.NOT_SEATED)
        await attendance.awelcome(self.match_id)
        record = await services.aget_record(self.match_id)
        self.seat = access.seat_in(record, self.user_id)
        self.seated = True
        return await self._be_present(record, at)

    async def _be_present(self, record: Record, at: int) -> Record:
        """Renews the lease of the seat, and ends its drop if there is one."""
        await attendance.ahear(record, self.seat)
        if attendance.is_missed(record, self.seat):
            return (await services.acome_back(self.user_id, self.match_id, at=at)).record
        return record

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(broadcast.group(self.match_id), self.channel_name)
        await self.unguard()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        at = clock.now()  # whether anything is in time is decided by its arrival
        charged = [bucket.take(at) for bucket in self.buckets]  # each of them, before any is asked
        if not all(charged):
            await self._refuse_flood()
            return
        self.floods = 0
        ref = None
        try:
            message = protocol.parse(text_data)
            ref = protocol.reference(message)
            self._require_seat()
            self.has_left = self.has_left and isinstance(message, protocol.Ping)
            await self.HANDLERS[type(message)](self, message, at)
        except protocol.BadMessage as refusal:
            await self._refuse(refusal.ref, refusal.code)
        except Refused as refusal:
            await self._refuse(ref, refusal.code)
            if refusal.code is RefusalCode.STALE:
                await self._send_view(await services.aget_record(self.match_id))

    def _require_seat(self) -> None:
        if not self.seated:
            raise Refused(RefusalCode.NOT_SEATED)

    # --- what a browser may say -----------------------------------------------------------

    async def on_move(self, message: protocol.Move, at: int) -> None:
        receipt = await services.aact(
            self.user_id,
            self.match_id,
            message.move,
            version=message.version,
            move_id=message.move_id,
            at=at,
        )
        await self._accept(message.move_id, receipt)

    async def on_start(self, message: protocol.Start, at: int) -> None:
        receipt = await services.astart(self.user_id, self.match_id, message.entropy, at=at)
        await self._accept(message.id, receipt)

    async def on_ready(self, message: protocol.Ready, at: int) -> None:
        receipt = await services.aready(
            self.user_id, self.match_id, message.deal, message.entropy, at=at
        )
        await self._accept(message.id, receipt)

    async def on_order(self, message: protocol.Order, at: int) -> None:
        record = await services.aget_record(self.match_id)
        if message.deal != record.state.deal_number:
            raise Refused(RefusalCode.STALE)  # the hand of another deal
        receipt = await services.asay(
            self.user_id, self.match_id, Saying.ORDER, at=at, cards=message.cards
        )
        await self._accept(message.id, receipt)

    async def on_leave(self, message: protocol.Leave, at: int) -> None:
        receipt = await services.asay(self.user_id, self.match_id, Saying.LEAVE, at=at)
        self.has_left = True  # the pings that this page still sends do not bring the seat back
        await self._accept(message.id, receipt)

    async def on_saying(self, message: protocol.Message, at: int) -> None:
        """What is told to the referee as it is."""
        saying = self.SAYINGS[type(message)]
        receipt = await services.asay(self.user_id, self.match_id, saying, at=at)
        await self._accept(protocol.reference(message) or "", receipt)

    async def on_ping(self, message: protocol.Ping, at: int) -> None:
        record = await services.aget_record(self.match_id)
        if not self.has_left:
            record = await self._be_present(record, at)
        await self._say(protocol.Pong(record.version, clock.now()))
        if message.version < record.version:
            await self._send_view(record)

    async def on_resync(self, message: protocol.Resync, at: int) -> None:
        await self._send_view(await services.aget_record(self.match_id))

    SAYINGS: ClassVar[dict[type, Saying]] = {
        protocol.Resign: Saying.RESIGNED,
        protocol.Decline: Saying.DECLINED,
        protocol.Pause: Saying.PAUSE,
        protocol.Resume: Saying.RESUME,
        protocol.End: Saying.ENDED,
    }

    HANDLERS: ClassVar[dict[type, Callable[..., Awaitable[None]]]] = {
        protocol.Move: on_move,
        protocol.Start: on_start,
        protocol.Ready: on_ready,
        protocol.Order: on_order,
        protocol.Leave: on_leave,
        protocol.Ping: on_ping,
        protocol.Resync: on_resync,
        **dict.fromkeys(SAYINGS, on_saying),
    }

    # --- what the other processes say -----------------------------------------------------

    async def match_advanced(self, message: dict[str, Any]) -> None:
        """The log has grown (`broadcast.aannounce`)."""
        if self.seated:
            await self._send_update(await services.ahear(message))

    # --- answers --------------------------------------------------------------------------

    async def _accept(self, ref: str, receipt: services.Receipt) -> None:
        await self._say(protocol.Accepted(ref, receipt.version))
        await self._send_update(receipt.record)

    async def _refuse(self, ref: str | None, code: RefusalCode) -> None:
        with translation.override(self.language):
            await self._say(protocol.RefusedMessage(ref, code, refusals.text(code)))

    async def _refuse_flood(self) -> None:
        self.floods += 1
        await self._refuse(None, RefusalCode.RATE_LIMITED)
        if self.floods >= FLOOD_AFTER:
            logger.info("match %s: a socket was closed for flooding", self.match_id)
            await self.close(CLOSE_FLOOD)

    async def _send_view(self, record: Record) -> None:
        self.sent_version = record.version
        page = services.page_of(record, self.seat)
        await self._say(protocol.View(record.version, page.view, page.log))

    async def _send_update(self, record: Record) -> None:
        """Nothing if this socket already has that version."""
        if record.version <= self.sent_version:
            return
        notices = services.notices_for(record, self.seat, since=self.sent_version)
        self.sent_version = record.version
        view = services.view_of(record, self.seat)
        await self._say(protocol.Update(record.version, notices, view))

    async def _say(self, message: protocol.Outbound) -> None:
        await self.send(text_data=protocol.encode(message))
