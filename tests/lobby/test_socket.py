"""The lobby socket: what it says, to whom, and how it takes bad input."""

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings
from django.db import connections
from django.urls import reverse

from config.asgi import application
from lobby import board, broadcast, consumers, services
from lobby.models import Member
from tests.conftest import Cast
from tests.games.conftest import Time
from tests.lobby.conftest import Visit, open_table, session_cookie

open_in_thread = sync_to_async(open_table)
join_in_thread = sync_to_async(services.join_table)


@pytest.fixture(autouse=True)
async def _no_connection_left() -> AsyncIterator[None]:
    """The thread in which the event loop uses the ORM outlives a test; its connection must not,
    or the test database cannot be dropped."""
    yield
    await sync_to_async(connections.close_all)()


async def test_a_visitor_is_shown_out(visit: Visit) -> None:
    stranger = await visit(None)
    assert await stranger.close_code() == consumers.CLOSE_ANONYMOUS


async def test_a_page_of_another_site_gets_no_socket(cast: Cast, transactional_db: None) -> None:
    headers = [(b"origin", b"http://evil.example"), (b"cookie", await session_cookie(cast.anna))]
    communicator = WebsocketCommunicator(application, "/ws/lobby/", headers)
    accepted, _ = await communicator.connect(timeout=10)
    assert not accepted


async def test_a_socket_begins_with_the_tables(cast: Cast, visit: Visit) -> None:
    await open_in_thread(cast.anna)
    bruno = await visit(cast.bruno)
    frame = await bruno.hear()
    assert frame["type"] == "tables"
    assert "Join Anna" in frame["html"]
    assert "csrf" not in frame["html"]


async def test_everybody_sees_a_table_come_and_go(cast: Cast, visit: Visit) -> None:
    anna, bruno = await visit(cast.anna), await visit(cast.bruno)
    for lobby in (anna, bruno):
        assert "No table is open" in (await lobby.hear())["html"]
    table = await open_in_thread(cast.anna)
    assert "Waiting for an opponent" in (await anna.hear())["html"]
    assert "Join Anna" in (await bruno.hear())["html"]
    await sync_to_async(services.cancel_table)(cast.anna, table.pk)
    for lobby in (anna, bruno):
        assert "No table is open" in (await lobby.hear())["html"]


async def test_those_who_play_are_taken_to_the_match_and_nobody_else(
    cast: Cast, visit: Visit
) -> None:
    table = await open_in_thread(cast.anna)
    people = [await visit(person) for person in (cast.anna, cast.bruno, cast.olga)]
    for lobby in people:
        await lobby.hear()
    anna, bruno, olga = people
    match_id = (await join_in_thread(cast.bruno, table.pk)).match_id
    url = reverse("games:match", args=[match_id])
    assert await anna.hear_until("match") == {"type": "match", "url": url}
    assert await bruno.hear_until("match") == {"type": "match", "url": url}
    assert (await olga.hear())["type"] == "tables"
    assert await olga.hears_nothing()
    assert f'data-match="{url}"' in (await anna.hear())["html"]


async def test_everybody_sees_who_sits_down_and_who_leaves(cast: Cast, visit: Visit) -> None:
    table = await open_in_thread(cast.anna, game="escoba", seats=4)
    anna, bruno, olga = [await visit(person) for person in (cast.anna, cast.bruno, cast.olga)]
    for lobby in (anna, bruno, olga):
        await lobby.hear()
    await join_in_thread(cast.bruno, table.pk, 2)
    assert "Waiting for 2 more players" in (await anna.hear())["html"]
    assert 'data-people="Anna, Bruno. 2 seats are free"' in (await bruno.hear())["html"]
    assert "2 seats are free" in (await olga.hear())["html"]
    await sync_to_async(services.leave_table)(cast.bruno, table.pk)
    assert "Waiting for 3 more players" in (await anna.hear())["html"]
    assert "data-waiting" not in (await bruno.hear())["html"]
    assert "3 seats are free" in (await olga.hear())["html"]


async def test_all_four_are_taken_to_the_match_when_the_last_sits_down(
    cast: Cast, visit: Visit
) -> None:
    table = await open_in_thread(cast.anna, game="tressette", seats=4)
    people = (cast.anna, cast.bruno, cast.olga, cast.staff)
    lobbies = [await visit(person) for person in people]
    for person in people[1:]:
        table = await join_in_thread(person, table.pk)
    url = reverse("games:match", args=[table.match_id])
    for lobby in lobbies:
        assert (await lobby.hear_until("match"))["url"] == url


async def test_a_ping_keeps_the_seat_of_a_guest(
    cast: Cast, visit: Visit, standing_time: Time
) -> None:
    table = await open_in_thread(cast.anna, game="star-cards", seats=3)
    await join_in_thread(cast.bruno, table.pk)
    bruno = await visit(cast.bruno)
    await bruno.hear()
    standing_time.pass_ms(16 * 60_000)
    await bruno.say('{"type":"ping"}')
    await bruno.hear_until("pong")
    assert await sync_to_async(services.clear_stale_seats)() == 1
    assert not await Member.objects.filter(user=cast.anna, is_active=True).aexists()


async def test_a_burst_of_changes_is_shown_once(
    cast: Cast, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "BURST_S", 1.0)
    olga = await visit(cast.olga)
    await olga.hear()
    await open_in_thread(cast.anna)
    await open_in_thread(cast.bruno)
    await open_in_thread(cast.staff)
    assert (await olga.hear())["html"].count("data-table=") == 3
    assert await olga.hears_nothing()


async def test_nothing_is_sent_when_nothing_looks_different(cast: Cast, visit: Visit) -> None:
    anna = await visit(cast.anna)
    await anna.hear()
    await sync_to_async(broadcast.announce_tables)()
    assert await anna.hears_nothing()


async def test_each_person_is_shown_the_tables_in_their_language(
    cast: Cast, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "fragment_for", lambda user, language: f"{user} {language}")
    assert (await (await visit(cast.anna, "it")).hear())["html"] == "Anna it"
    assert (await (await visit(cast.bruno, "en")).hear())["html"] == "Bruno en"


async def test_a_ping_is_answered_and_keeps_ones_table_open(
    cast: Cast, visit: Visit, standing_time: Time
) -> None:
    table = await open_in_thread(cast.anna)
    anna = await visit(cast.anna)
    await anna.hear()
    standing_time.pass_ms(10 * 60_000)
    await anna.say('{"type":"ping"}')
    assert await anna.hear() == {"type": "pong"}
    assert "waiting for 10 minutes" in (await anna.hear())["html"]
    seen = await Member.objects.aget(table=table)
    assert seen.seen_at.timestamp() * 1000 == standing_time.now


async def test_an_announcement_that_got_lost_is_healed_by_a_later_ping(
    cast: Cast, visit: Visit, standing_time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    bruno = await visit(cast.bruno)
    await bruno.hear()
    with monkeypatch.context() as silence:
        silence.setattr(broadcast, "announce_tables", lambda: None)
        await open_in_thread(cast.anna)
    await bruno.say('{"type":"ping"}')
    assert await bruno.hear() == {"type": "pong"}
    assert await bruno.hears_nothing()
    standing_time.pass_ms(consumers.HEAL_MS + 1)
    await bruno.say('{"type":"ping"}')
    assert "Join Anna" in (await bruno.hear_until("tables"))["html"]


# --- bad input ------------------------------------------------------------------------------

BAD_FRAMES = [
    (" ", "malformed"),
    ("ping", "malformed"),
    ("[]", "malformed"),
    ("null", "malformed"),
    ("{}", "unknown_type"),
    ('{"type":1}', "malformed"),
    ('{"type":"join","table":1}', "unknown_type"),
    ('{"type":"ping","more":1}', "malformed"),
    ('{"type":"ping"} {}', "malformed"),
    ("[" * 4000, "malformed"),
    ('{"type":"ping","pad":"' + "x" * 4096 + '"}', "too_large"),
]


@pytest.mark.parametrize(("text", "code"), BAD_FRAMES, ids=lambda value: str(value)[:24])
async def test_a_bad_frame_is_refused_with_its_code_to_its_sender_only(
    cast: Cast, visit: Visit, text: str, code: str
) -> None:
    anna, bruno = await visit(cast.anna), await visit(cast.bruno)
    for lobby in (anna, bruno):
        await lobby.hear()
    await anna.say(text)
    refusal = await anna.hear()
    assert (refusal["type"], refusal["code"], refusal["ref"]) == ("refused", code, None)
    assert refusal["message"]
    await anna.say('{"type":"ping"}')
    assert await anna.hear() == {"type": "pong"}
    assert await bruno.hears_nothing()


async def test_a_binary_frame_is_refused(cast: Cast, visit: Visit) -> None:
    anna = await visit(cast.anna)
    await anna.hear()
    await anna.communicator.send_to(bytes_data=b'{"type":"ping"}')
    assert (await anna.hear())["code"] == "malformed"


async def test_a_flood_is_refused_and_then_closed(
    cast: Cast, visit: Visit, standing_time: Time, settings: LazySettings
) -> None:
    settings.SOCKET_MESSAGES_PER_SECOND = 2
    anna = await visit(cast.anna)
    await anna.hear()
    for _ in range(4 + consumers.FLOOD_AFTER):
        await anna.say('{"type":"ping"}')
    for _ in range(4):
        assert await anna.hear() == {"type": "pong"}
    for _ in range(consumers.FLOOD_AFTER):
        assert (await anna.hear())["code"] == "rate_limited"
    assert await anna.close_code() == consumers.CLOSE_FLOOD
