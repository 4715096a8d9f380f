"""Tables of the cast, and sockets in the lobby."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import AsyncClient, Client

from accounts.models import User
from config.asgi import application
from games import clock
from lobby import services
from lobby.models import Table
from lobby.offers import OFFERS
from tests.games.conftest import Time


@pytest.fixture
def standing_time(monkeypatch: pytest.MonkeyPatch) -> Time:
    standing = Time(1_700_000_000_000)
    monkeypatch.setattr(clock, "now", lambda: standing.now)
    return standing


def open_table(
    user: User, target: int | None = 11, *, game: str = "scopa", seats: int = 2, **options: Any
) -> Table:
    """A table of Scopa for two, or of another offer; `options` are those of `create_table`."""
    rules = OFFERS[game].rule_sets[seats]
    if target not in OFFERS[game].targets:
        target = OFFERS[game].usual_target
    return services.create_table(
        user, game=OFFERS[game].game, rules=rules, target=target, seats=seats, **options
    )


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return browser


def words_of(html: str) -> str:
    """The words of a page, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


class Lobby:
    """What a browser in the lobby has."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator

    async def say(self, text: str) -> None:
        await self.communicator.send_to(text_data=text)

    async def hear(self) -> dict[str, Any]:
        frame: dict[str, Any] = await self.communicator.receive_json_from(timeout=10)
        return frame

    async def hear_until(self, kind: str) -> dict[str, Any]:
        while (frame := await self.hear())["type"] != kind:
            pass
        return frame

    async def hears_nothing(self) -> bool:
        return bool(await self.communicator.receive_nothing(timeout=0.5, interval=0.02))

    async def close_code(self) -> int:
        code: int = (await self.communicator.receive_output(timeout=10))["code"]
        return code


Visit = Callable[..., Awaitable[Lobby]]


@pytest.fixture
async def visit(transactional_db: None) -> AsyncIterator[Visit]:
    """`await visit(user)` opens a socket with that person's session; with None, without one."""
    opened: list[WebsocketCommunicator] = []

    async def open_socket(user: User | None, language: str = "en") -> Lobby:
        headers = [(b"origin", b"http://localhost"), (b"accept-language", language.encode())]
        if user is not None:
            headers.append((b"cookie", await session_cookie(user)))
        communicator = WebsocketCommunicator(application, "/ws/lobby/", headers)
        accepted, _ = await communicator.connect(timeout=10)
        assert accepted
        opened.append(communicator)
        return Lobby(communicator)

    yield open_socket
    for communicator in opened:
        await communicator.disconnect()
    await get_channel_layer().flush()


async def session_cookie(user: User) -> bytes:
    browser = AsyncClient()
    await browser.aforce_login(user, "django.contrib.auth.backends.ModelBackend")
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={browser.cookies[name].value}".encode()
