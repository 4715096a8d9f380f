"""People who play on whatever happens to the site: they reconnect and send again, as the page does.

What was acknowledged to them is kept, to be compared with the log.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent import futures
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from benchmarks import servers

PING_S = 2.0
SILENCE_S = 6.0
"""A line that says nothing for so long is dead, although nobody said so."""
RETRY_S = 0.25
AGAIN = frozenset({"unavailable", "rate_limited"})
"""Refusals after which the same message is sent again."""

_encoder = msgspec.json.Encoder()


@dataclass
class Tally:
    """What all people have been told; written by their thread, read by ours."""

    moves: int = 0
    connections: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    finished: set[int] = field(default_factory=set)


@dataclass
class Pace:
    """How long people take."""

    seconds: float
    """For a move."""
    is_hurried: bool = False
    """Whether also the lazy want to be done with it."""


class Player:
    """One person at one match, with a browser that never gives up.

    `is_lazy`: says `ready` to no score sheet, so that the interval has to expire.
    """

    def __init__(
        self,
        match_id: int,
        cookie: str,
        ports: Callable[[], Sequence[int]],
        pace: Pace,
        tally: Tally,
        chance: Random,
        *,
        is_lazy: bool,
    ) -> None:
        self.match_id = match_id
        self.cookie = cookie
        self.ports = ports
        self.pace = pace
        self.tally = tally
        self.chance = chance
        self.is_lazy = is_lazy
        self.view: dict[str, Any] | None = None
        self.acknowledged: dict[str, int] = {}
        """The version with which each `move_id` was accepted."""
        self.known = 0
        """The version of the latest receipt; a view before it says nothing new."""
        self.sent = 0
        self.pending: dict[str, Any] | None = None
        self.is_in_doubt = False
        """Whether what is pending must be sent again."""
        self.heard_at = 0.0
        self.changed = asyncio.Event()

    @property
    def is_done(self) -> bool:
        return self.view is not None and self.view["phase"] == "finished"

    async def play(self) -> None:
        while not self.is_done:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self._sit_down()
            if not self.is_done:
                await asyncio.sleep(RETRY_S * (1 + self.chance.random()))
        self.tally.finished.add(self.match_id)

    async def _sit_down(self) -> None:
        ports = self.ports()
        if not ports:
            return
        address = f"ws://{servers.HOST}:{self.chance.choice(ports)}/ws/match/{self.match_id}/"
        async with connect(
            address,
            origin=Origin(f"http://{servers.HOST}"),
            additional_headers={"Cookie": self.cookie},
            compression=None,
            ping_interval=None,
            open_timeout=SILENCE_S,
            close_timeout=1,
            proxy=None,
        ) as line:
            self.tally.connections += 1
            self.heard_at = time.monotonic()
            self.is_in_doubt = self.pending is not None
            self.changed.set()
            await self._until_the_line_ends(line)

    async def _until_the_line_ends(self, line: ClientConnection) -> None:
        tasks = [
            asyncio.create_task(work(line)) for work in (self._listen, self._act, self._keep_alive)
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, line: ClientConnection) -> None:
        while not self.is_done:
            frame = msgspec.json.decode(await line.recv(decode=False))
            self.heard_at = time.monotonic()
            self._take(frame)

    def _take(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "view" | "update":
                if self.view is None or frame["version"] >= self.view["version"]:
                    self.view = frame["view"]
                    self.changed.set()
            case "accepted":
                self._accepted(frame)
            case "refused":
                self._refused(frame)

    def _accepted(self, frame: dict[str, Any]) -> None:
        if self.pending is None or frame["ref"] != _ref(self.pending):
            return
        if self.pending["type"] == "move":
            self.acknowledged[frame["ref"]] = frame["version"]
            self.tally.moves += 1
        self.pending = None
        self.known = frame["version"]
        self.changed.set()

    def _refused(self, frame: dict[str, Any]) -> None:
        self.tally.refusals[frame["code"]] += 1
        if self.pending is not None and frame["ref"] in (None, _ref(self.pending)):
            if frame["code"] not in AGAIN:
                self.pending = {"type": "resync", "id": self._new_ref()}
            self.is_in_doubt = True
            self.changed.set()

    async def _act(self, line: ClientConnection) -> None:
        """Sends what is not acknowledged yet, else what the view asks for."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            if self.is_in_doubt:
                self.is_in_doubt = False
                await asyncio.sleep(RETRY_S)
            elif self.pending is not None:
                continue  # its answer is on the way
            elif self._is_my_turn():
                await asyncio.sleep(self.pace.seconds * (0.5 + self.chance.random()))
            if self.pending is None:  # or no longer: it was answered meanwhile
                self.pending = self._next_message()
            message = self.pending
            if message is None:
                continue
            if message["type"] == "resync":  # its answer is a view
                self.pending = None
            await line.send(_encoder.encode(message), text=True)

    async def _keep_alive(self, line: ClientConnection) -> None:
        while time.monotonic() - self.heard_at < SILENCE_S:
            version = 0 if self.view is None else self.view["version"]
            await line.send(_encoder.encode({"type": "ping", "version": version}), text=True)
            await asyncio.sleep(PING_S)

    def _is_my_turn(self) -> bool:
        view = self.view
        if view is None or view["deal"] is None or view["version"] < self.known:
            return False
        return bool(view["deal"]["legal"])

    def _next_message(self) -> dict[str, Any] | None:
        view = self.view
        if view is None or self.is_done or view["version"] < self.known:
            return None
        if view["phase"] == "starting" and view["seat"] not in view["started"]:
            return {"type": "start", "id": self._new_ref()}
        is_lazy = self.is_lazy and not self.pace.is_hurried
        if view["phase"] == "interval" and not is_lazy and view["seat"] not in view["ready"]:
            return {"type": "ready", "id": self._new_ref(), "deal": view["deal"]["number"]}
        if view["phase"] == "playing" and self._is_my_turn():
            return {
                "type": "move",
                "move_id": self._new_ref(),
                "version": view["version"],
                "move": self._choose(view["deal"]["legal"]),
            }
        return None

    def _choose(self, legal: Sequence[dict[str, Any]]) -> str:
        one = self.chance.choice(legal)
        if not one["captures"]:
            return str(one["card"])
        return f"{one['card']}x{'+'.join(self.chance.choice(one['captures']))}"

    def _new_ref(self) -> str:
        self.sent += 1
        return f"{self.match_id}-{self.cookie[-6:]}-{self.sent}"


def _ref(message: dict[str, Any]) -> str:
    return str(message.get("move_id") or message["id"])


class Crowd:
    """All players in an event loop of a thread of its own: processes must be started by the main
    thread, and starting one must not keep anybody waiting. `with crowd:` has them play."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self._pool = futures.ThreadPoolExecutor(1, "crowd")

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._play())
        self._playing = self._pool.submit(self._loop.run_until_complete, self._task)
        return self

    def __exit__(self, *_: object) -> None:
        """Sends everybody home."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._pool.shutdown()
        self._loop.close()

    def is_done(self) -> bool:
        return self._playing.done()

    def failure(self) -> BaseException | None:
        """Why nobody plays any more; None if they do, or have come to the end."""
        return self._playing.exception() if self.is_done() else None

    def play_for(self, seconds: float) -> None:
        """Returns when the time is over, or earlier if all have come to the end."""
        futures.wait([self._playing], seconds)

    async def _play(self) -> None:
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(player.play())
