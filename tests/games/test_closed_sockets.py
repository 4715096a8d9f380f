"""Log-out, ban, deletion and a new password reach the sockets that are open, within two seconds."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connections
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sockets import CLOSE_LOGGED_OUT
from config.asgi import application
from games import store, valkey
from tests.conftest import Cast
from tests.games.watching import client_of

WITHIN_S = 2
PASSWORD = "a good password"

Open = Callable[[Client, str], Awaitable[WebsocketCommunicator]]

LOBBY = "/ws/lobby/"


@pytest.fixture
async def open_socket(transactional_db: None) -> AsyncIterator[Open]:
    """`await open_socket(browser, path)`: a socket with the cookies of that browser."""
    opened: list[WebsocketCommunicator] = []

    async def open_one(browser: Client, path: str) -> WebsocketCommunicator:
        cookie = (
            f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
        )
        headers = [(b"origin", b"http://localhost"), (b"cookie", cookie.encode())]
        communicator = WebsocketCommunicator(application, path, headers)
        accepted, _ = await communicator.connect(timeout=10)
        assert accepted
        await communicator.receive_json_from(timeout=10)  # the view, or the tables
        opened.append(communicator)
        return communicator

    yield open_one
    for communicator in opened:
        await communicator.disconnect()
    await store.aclose()
    await valkey.aclose()
    await get_channel_layer().flush()
    await sync_to_async(connections.close_all)()


async def both(open_socket: Open, browser: Client, match_id: int) -> list[WebsocketCommunicator]:
    return [await open_socket(browser, path) for path in (f"/ws/match/{match_id}/", LOBBY)]


async def code_of_closing(socket: WebsocketCommunicator) -> Any:
    """With what the server closes the socket; fails if it does not in time."""
    while (output := await socket.receive_output(timeout=WITHIN_S))["type"] != "websocket.close":
        pass
    return output["code"]


async def stays_open(socket: WebsocketCommunicator) -> bool:
    """Whether a ping is answered after all that was announced before."""
    await socket.send_json_to({"type": "ping", "version": 0})
    while (output := await socket.receive_output(timeout=WITHIN_S))["type"] != "websocket.close":
        if '"pong"' in output["text"] or '"refused"' in output["text"]:
            return True
    return False


async def test_logging_out_closes_the_sockets_of_that_browser_and_no_others(
    match_id: int, cast: Cast, open_socket: Open
) -> None:
    here, elsewhere = await sync_to_async(lambda: (client_of(cast.anna), client_of(cast.anna)))()
    mine = await both(open_socket, here, match_id)
    others = await both(open_socket, elsewhere, match_id)
    await sync_to_async(here.post)(reverse("account_logout"))
    assert [await code_of_closing(socket) for socket in mine] == [CLOSE_LOGGED_OUT] * 2
    assert all([await stays_open(socket) for socket in others])


async def test_logging_out_reaches_sockets_opened_before_the_password_was_changed(
    match_id: int, cast: Cast, open_socket: Open
) -> None:
    browser = await sync_to_async(client_of)(cast.anna)
    mine = await both(open_socket, browser, match_id)
    await sync_to_async(change_password)(browser)
    assert all([await stays_open(socket) for socket in mine])
    await sync_to_async(browser.post)(reverse("account_logout"))
    assert [await code_of_closing(socket) for socket in mine] == [CLOSE_LOGGED_OUT] * 2


def change_password(browser: Client) -> None:
    new = "a much better password"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert browser.post(reverse("account_change_password"), form).status_code == 302


async def test_a_new_password_closes_the_sockets_of_all_other_browsers(
    match_id: int, cast: Cast, open_socket: Open
) -> None:
    here, elsewhere = await sync_to_async(lambda: (client_of(cast.anna), client_of(cast.anna)))()
    mine = await both(open_socket, here, match_id)
    others = await both(open_socket, elsewhere, match_id)
    await sync_to_async(change_password)(here)
    assert [await code_of_closing(socket) for socket in others] == [CLOSE_LOGGED_OUT] * 2
    assert all([await stays_open(socket) for socket in mine])


async def test_a_ban_closes_every_socket_of_the_person_and_nobody_elses(
    match_id: int, cast: Cast, open_socket: Open
) -> None:
    browsers = await sync_to_async(lambda: (client_of(cast.anna), client_of(cast.anna)))()
    banned = [socket for one in browsers for socket in await both(open_socket, one, match_id)]
    bruno = await both(open_socket, await sync_to_async(client_of)(cast.bruno), match_id)
    await sync_to_async(ban_in_the_admin_site)(cast.anna)
    assert [await code_of_closing(socket) for socket in banned] == [CLOSE_LOGGED_OUT] * 4
    assert all([await stays_open(socket) for socket in bruno])


def ban_in_the_admin_site(person: User) -> None:
    User.objects.create_superuser("root@example.com", "secret words", display_name="Ada")
    staff = client_of(User.objects.get(email="root@example.com"))
    form = {
        "display_name": person.display_name,
        "kind": "person",
        "email": person.email,
        "preferences-TOTAL_FORMS": "0",
        "preferences-INITIAL_FORMS": "0",
    }
    response = staff.post(reverse("admin:accounts_user_change", args=[person.pk]), form)
    assert response.status_code == 302
    assert not User.objects.get(pk=person.pk).is_active


async def test_a_deletion_closes_every_socket_of_the_person(cast: Cast, open_socket: Open) -> None:
    socket = await open_socket(await sync_to_async(client_of)(cast.olga), LOBBY)
    await cast.olga.adelete()
    assert await code_of_closing(socket) == CLOSE_LOGGED_OUT


async def test_a_new_name_or_a_new_log_in_closes_nothing(
    match_id: int, cast: Cast, open_socket: Open
) -> None:
    browser = await sync_to_async(client_of)(cast.anna)
    mine = await both(open_socket, browser, match_id)
    cast.anna.display_name = "Annina"
    await cast.anna.asave()
    await sync_to_async(client_of)(cast.anna)
    assert all([await stays_open(socket) for socket in mine])


@pytest.mark.parametrize("path", ["/ws/match/{}/", LOBBY])
async def test_who_was_banned_while_the_socket_opened_is_let_in_no_further(
    match_id: int, cast: Cast, connect: object, path: str
) -> None:
    """The scope of the socket still has the person as they were."""
    await User.objects.filter(pk=cast.anna.pk).aupdate(is_active=False)
    communicator = WebsocketCommunicator(
        application, path.format(match_id), [(b"origin", b"http://localhost")]
    )
    communicator.scope["user"] = cast.anna
    await communicator.connect(timeout=10)
    assert await code_of_closing(communicator) == CLOSE_LOGGED_OUT
