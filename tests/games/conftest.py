"""A match of Anna and Bruno, matches of any game for up to four, and sockets at them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings
from django.db import connections, transaction

from accounts.models import User
from config.asgi import application
from games import clock, services, store, valkey
from tests.conftest import Cast
from tests.engine.kit import AT_ONCE, Format
from tests.games.play import some_move


class Time:
    """The clock of a test: it stands still until somebody moves it."""

    def __init__(self, now: int) -> None:
        self.now = now

    def pass_ms(self, milliseconds: int) -> None:
        self.now += milliseconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    standing = Time(1_700_000_000_000)
    monkeypatch.setattr(clock, "now", lambda: standing.now)
    return standing


def start_match(*people: User, target: int | None = 11, way: Format | None = None) -> int:
    """Scopa by the tournament rules to `target`, or what `way` says."""
    game = "scopa" if way is None else way.game.name
    rules = {"name": "scopa", "target": target} if way is None else way.rules
    with transaction.atomic():
        return services.start_match(
            game=game, rules=rules, policy=AT_ONCE, user_ids=[person.pk for person in people]
        )


@pytest.fixture
def four(cast: Cast) -> list[User]:
    """Anna and Bruno, and two more to play with."""
    others = [
        User.objects.create_user(f"{name.lower()}@example.com", display_name=name)
        for name in ("Carla", "Dario")
    ]
    return [cast.anna, cast.bruno, *others]


@pytest.fixture
def match_id(transactional_db: None, cast: Cast, time: Time) -> int:
    """Just dealt, at a time that stands still."""
    return start_match(cast.anna, cast.bruno)


Connect = Callable[..., Awaitable["Socket"]]


class Socket:
    """What a browser has: it says messages and hears what comes back."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.view: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []

    async def say(self, **message: Any) -> None:
        await self.communicator.send_json_to(message)

    async def hear(self) -> dict[str, Any]:
        """The next frame; the view is kept up to date on the way."""
        frame: dict[str, Any] = await self.communicator.receive_json_from(timeout=10)
        self.frames.append(frame)
        if "view" in frame:
            self.view = frame["view"]
        return frame

    async def hear_until(self, kind: str) -> dict[str, Any]:
        while (frame := await self.hear())["type"] != kind:
            pass
        return frame

    async def move(self, move: str, *, move_id: str = "m", version: int | None = None) -> None:
        version = self.view["version"] if version is None else version
        await self.say(type="move", move_id=move_id, version=version, move=move)

    async def hears_nothing(self) -> bool:
        return bool(await self.communicator.receive_nothing(timeout=0.2, interval=0.02))


@pytest.fixture
async def connect(transactional_db: None) -> AsyncIterator[Connect]:
    """`await connect(match_id, user)` opens a socket and reads its first frame."""
    opened: list[WebsocketCommunicator] = []

    async def open_socket(match_id: int, user: User | None, language: str = "en") -> Socket:
        headers = [(b"origin", b"http://localhost"), (b"accept-language", language.encode())]
        communicator = WebsocketCommunicator(application, f"/ws/match/{match_id}/", headers)
        communicator.scope["user"] = user
        accepted, _ = await communicator.connect(timeout=10)
        assert accepted
        opened.append(communicator)
        socket = Socket(communicator)
        await socket.hear()
        return socket

    yield open_socket
    for communicator in opened:
        await communicator.disconnect()
    await store.aclose()
    await valkey.aclose()
    await get_channel_layer().flush()
    # The thread in which the event loop uses the ORM keeps a connection of its own.
    await sync_to_async(connections.close_all)()


@pytest.fixture
def no_speed_limit(settings: LazySettings) -> None:
    settings.SOCKET_MESSAGES_PER_SECOND = 1_000_000


async def play_to_the_end(sockets: Sequence[Socket], time: Time, chance: Random) -> None:
    """The sockets of all seats play whatever their views offer, and read every score sheet."""
    while sockets[0].view["phase"] != "finished":
        time.pass_ms(10)
        if sockets[0].view["phase"] == "interval":
            await _go_on(sockets)
        else:
            await play_one(sockets, chance)


async def _go_on(sockets: Sequence[Socket]) -> None:
    deal = sockets[0].view["deal"]["number"]
    for socket in sockets:
        await socket.say(type="ready", id="r", deal=deal)
    for socket in sockets:
        while socket.view["deal"]["number"] == deal:
            await socket.hear_until("update")


async def play_one(sockets: Sequence[Socket], chance: Random) -> None:
    (mover,) = [socket for socket in sockets if socket.view["deal"]["legal"]]
    version = mover.view["version"]
    await mover.move(some_move(mover.view, chance), move_id=f"m{version}")
    for socket in sockets:
        while socket.view["version"] == version:
            await socket.hear_until("update")
