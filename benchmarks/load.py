"""The load: tables with two sockets each, one message in flight a table.

A table sends the next message when the last one has been acknowledged and heard at both
sockets; in a paced run, not before its time has come.
"""

import asyncio
import gc
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Protocol, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

CONNECTING_AT_ONCE = 20
SLACK = 60.0  # seconds for connecting, for the last moves and for closing


class LoadError(Exception):
    """The server refused something, or a socket broke: the run measures nothing."""


class Sample(NamedTuple):
    """One message, sent and acknowledged; the times are seconds since it was sent."""

    done_at: float
    seat: int
    to_sender: float
    to_other: float | None


class Table(Protocol):
    async def open(self) -> None: ...

    async def turn(self) -> Sample | None:
        """Sends one message and waits; None if it was spent on something else than measuring."""

    async def close(self) -> None: ...


# --- sockets --------------------------------------------------------------------------------


class Line:
    """A socket, read all the time, so that each frame is stamped when it comes in."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.failure: LoadError | None = None
        self.waiting: list[asyncio.Future[float]] = []
        self.reader = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, address: str, headers: dict[str, str], origin: str | None) -> Self:
        try:
            socket = await connect(
                address,
                origin=None if origin is None else Origin(origin),
                additional_headers=headers,
                compression=None,  # Daphne offers none
                ping_interval=None,
                open_timeout=SLACK,
                proxy=None,
            )
        except OSError as error:
            raise LoadError(f"no connection to {address}: {error}") from error
        return cls(socket)

    async def close(self) -> None:
        await self.socket.close()
        await self.reader

    def expect(self) -> "asyncio.Future[float]":
        """Resolved by `take`; fails with the socket."""
        if self.failure is not None:
            raise self.failure
        future: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.waiting = [one for one in self.waiting if not one.done()]
        self.waiting.append(future)
        return future

    def fail(self, reason: str) -> None:
        self.failure = LoadError(reason)
        for future in self.waiting:
            if not future.done():
                future.set_exception(self.failure)

    def take(self, frame: bytes, at: float) -> None:
        raise NotImplementedError

    async def _read(self) -> None:
        try:
            while True:
                frame = await self.socket.recv(decode=False)
                self.take(frame, time.perf_counter())
        except ConnectionClosed as closed:
            self.fail(f"a socket was closed: {closed}")


class EchoLine(Line):
    answer: "asyncio.Future[float]"

    async def say(self, text: str) -> "asyncio.Future[float]":
        self.answer = self.expect()
        await self.socket.send(text)
        return self.answer

    def take(self, frame: bytes, at: float) -> None:
        self.answer.set_result(at)


class Legal(msgspec.Struct):
    card: str
    captures: list[list[str]]


class Deal(msgspec.Struct):
    number: int
    legal: list[Legal]


class Shown(msgspec.Struct):
    """As much of a view as the load looks at."""

    phase: str
    version: int
    deal: Deal


class Heard(msgspec.Struct):
    type: str
    ref: str | None = None
    code: str | None = None
    view: Shown | None = None


_decoder = msgspec.json.Decoder(Heard)
_encoder = msgspec.json.Encoder()


class SeatLine(Line):
    """The socket of a player."""

    shown: Shown | None = None
    sizes: "Sizes"
    awaited_ref = ""
    awaited_version = 0
    acknowledged: "asyncio.Future[float] | None" = None
    advanced: "asyncio.Future[float] | None" = None

    async def say(self, ref: str, **message: str | int) -> "asyncio.Future[float]":
        """Sends a message; the future is resolved by its receipt."""
        self.awaited_ref = ref
        self.acknowledged = self.expect()
        await self.socket.send(_encoder.encode(message), text=True)
        return self.acknowledged

    def hears_of(self, version: int) -> "asyncio.Future[float]":
        """Resolved once this version, or a later one, is shown."""
        self.awaited_version = version
        self.advanced = self.expect()
        if self.shown is not None and self.shown.version >= version:
            self.advanced.set_result(time.perf_counter())
        return self.advanced

    def take(self, frame: bytes, at: float) -> None:
        heard = _decoder.decode(frame)
        if heard.view is not None:
            self.shown = heard.view
            if heard.type == "update":
                self.sizes.update.add(len(frame))
            if self.shown.version >= self.awaited_version:
                _resolve(self.advanced, at)
        elif heard.type == "accepted" and heard.ref == self.awaited_ref:
            _resolve(self.acknowledged, at)
        elif heard.type == "refused":
            self.fail(f"the server refused a message: {heard.code}")


def _resolve(future: "asyncio.Future[float] | None", at: float) -> None:
    if future is not None and not future.done():
        future.set_result(at)


@dataclass
class Mean:
    number: int = 0
    total: int = 0

    def add(self, size: int) -> None:
        self.number += 1
        self.total += size

    def value(self) -> int:
        return round(self.total / self.number) if self.number else 0


@dataclass
class Sizes:
    """Bytes of the messages of a run: what the echo is to send and to answer."""

    move: Mean = field(default_factory=Mean)
    update: Mean = field(default_factory=Mean)


# --- tables ---------------------------------------------------------------------------------


class EchoTable:
    """Two sockets that speak in turn, each message answered to its sender."""

    def __init__(self, address: str, size: int) -> None:
        self.address = address
        self.text = "x" * size
        self.lines: list[EchoLine] = []
        self.seat = 0

    async def open(self) -> None:
        self.lines = [await EchoLine.open(self.address, {}, None) for _ in range(2)]

    async def turn(self) -> Sample:
        self.seat = 1 - self.seat
        sent = time.perf_counter()
        at = await (await self.lines[self.seat].say(self.text))
        return Sample(at, self.seat, at - sent, None)

    async def close(self) -> None:
        for line in self.lines:
            await line.close()


class MatchTable:
    """Two people who play one match after another.

    `begin` starts a match and returns its address; `cookies` are theirs, in order of seats.
    """

    def __init__(
        self,
        begin: Callable[[], Awaitable[str]],
        cookies: Sequence[str],
        origin: str,
        sizes: Sizes,
        chance: Random,
    ) -> None:
        self.begin = begin
        self.cookies = cookies
        self.origin = origin
        self.sizes = sizes
        self.chance = chance
        self.lines: list[SeatLine] = []
        self.matches = 0

    async def open(self) -> None:
        address = await self.begin()
        for cookie in self.cookies:
            line = await SeatLine.open(address, {"Cookie": cookie}, self.origin)
            line.sizes = self.sizes
            self.lines.append(line)
            await line.hears_of(1)
        self.matches += 1

    async def close(self) -> None:
        for line in self.lines:
            await line.close()
        self.lines = []

    async def turn(self) -> Sample | None:
        shown = self._shown(0)
        if shown.phase == "playing":
            return await self._move()
        if shown.phase == "interval":
            await self._next_deal()
        elif shown.phase == "finished":
            await self.close()
            await self.open()
        else:
            raise LoadError(f"a match shows itself in phase {shown.phase!r}")
        return None

    async def _move(self) -> Sample:
        seat = 0 if self._shown(0).deal.legal else 1
        mover, other = self.lines[seat], self.lines[1 - seat]
        shown = self._shown(seat)
        move, ref = self._choose(shown.deal), f"m{shown.version}"
        heard = [line.hears_of(shown.version + 1) for line in (other, mover)]
        message: dict[str, str | int] = {
            "type": "move",
            "move_id": ref,
            "version": shown.version,
            "move": move,
        }
        self.sizes.move.add(len(_encoder.encode(message)))
        sent = time.perf_counter()
        accepted_at = await (await mover.say(ref, **message))
        other_at, _ = [await each for each in heard]
        return Sample(accepted_at, seat, accepted_at - sent, other_at - sent)

    async def _next_deal(self) -> None:
        """Both have read the sheet; the last to say so brings the deal."""
        shown = self._shown(0)
        for line in self.lines:
            await (await line.say("r", type="ready", id="r", deal=shown.deal.number))
        for line in self.lines:
            # Two times ready and one deal, or more if one was annulled.
            await line.hears_of(shown.version + 3)

    def _choose(self, deal: Deal) -> str:
        legal = self.chance.choice(deal.legal)
        if not legal.captures:
            return legal.card
        return f"{legal.card}x{'+'.join(self.chance.choice(legal.captures))}"

    def _shown(self, seat: int) -> Shown:
        shown = self.lines[seat].shown
        assert shown is not None
        return shown


# --- a run ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """`rate` is messages a second over all tables; None: as fast as acknowledged."""

    warm_up: float
    seconds: float
    rate: float | None = None


@dataclass(frozen=True)
class Outcome:
    """`every` has the whole run by seat, warm-up included; `samples` the measured part."""

    samples: list[Sample]
    every: Counter[int]
    seconds: float
    server_cpu: float | None
    generator_cpu: float


@dataclass
class _Run:
    interval: float
    samples: list[Sample] = field(default_factory=list)
    is_over: bool = False

    async def keep(self, table: Table, delay: float) -> None:
        next_at = time.perf_counter() + delay
        while not self.is_over:
            if self.interval:
                await asyncio.sleep(max(0, next_at - time.perf_counter()))
            sample = await table.turn()
            if sample is not None:
                self.samples.append(sample)
                # A table that is late is not hurried: the rate that is reached gets printed.
                next_at = max(next_at + self.interval, time.perf_counter())


async def run(
    tables: Sequence[Table], plan: Plan, cpu_seconds: Callable[[], float | None]
) -> Outcome:
    """Opens the tables, keeps them busy, closes them; raises LoadError."""
    interval = len(tables) / plan.rate if plan.rate else 0.0
    limit = plan.warm_up + plan.seconds + interval + SLACK
    try:
        async with asyncio.timeout(limit):
            return await _measured(tables, plan, _Run(interval), cpu_seconds)
    except ExceptionGroup as several:
        first = several.exceptions[0]
        raise LoadError(str(first)) from first
    except TimeoutError:
        raise LoadError(f"a table still waited for an answer after {limit:.0f} s") from None


async def _measured(
    tables: Sequence[Table], plan: Plan, going: _Run, cpu_seconds: Callable[[], float | None]
) -> Outcome:
    await _each(tables, lambda table: table.open())
    gc.collect()
    gc.freeze()  # what is there now stays: no pause of ours is taken for one of the server's
    async with asyncio.TaskGroup() as group:
        for number, table in enumerate(tables):
            group.create_task(going.keep(table, going.interval * number / len(tables)))
        await asyncio.sleep(plan.warm_up)
        before = (time.perf_counter(), cpu_seconds(), time.process_time())
        await asyncio.sleep(plan.seconds)
        after = (time.perf_counter(), cpu_seconds(), time.process_time())
        going.is_over = True
    await _each(tables, lambda table: table.close())
    return Outcome(
        samples=[one for one in going.samples if before[0] <= one.done_at < after[0]],
        every=Counter(one.seat for one in going.samples),
        seconds=after[0] - before[0],
        server_cpu=None if before[1] is None or after[1] is None else after[1] - before[1],
        generator_cpu=after[2] - before[2],
    )


async def _each(tables: Sequence[Table], act: Callable[[Table], Awaitable[None]]) -> None:
    gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

    async def one(table: Table) -> None:
        async with gate:
            await act(table)

    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(one(table))
