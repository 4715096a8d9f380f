"""The match socket: what it says, to whom, and how it takes bad input."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from accounts.models import User
from config.asgi import application
from games import broadcast, consumers, protocol, services, store
from games.engine.policies import AMICHEVOLE, SFIDA, TORNEO, Policy
from games.models import MatchEvent
from tests.conftest import Cast
from tests.games.conftest import Connect, Socket, Time, play_one
from tests.games.play import moves_offered, some_move


async def both(match_id: int, cast: Cast, connect: Connect) -> tuple[Socket, Socket]:
    """The mover's socket and the other's."""
    anna = await connect(match_id, cast.anna)
    bruno = await connect(match_id, cast.bruno)
    return (anna, bruno) if anna.view["deal"]["turn"] == 0 else (bruno, anna)


async def number_of_events(match_id: int) -> int:
    return await MatchEvent.objects.filter(match=match_id).acount()


async def test_a_socket_begins_with_the_whole_view_and_the_log(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    anna = await connect(match_id, cast.anna)
    (frame,) = anna.frames
    assert frame["type"] == "view"
    page = await sync_to_async(services.get_page)(cast.anna, match_id)
    assert (frame["view"], frame["log"]) == (page.view, page.log)
    assert [player["name"] for player in frame["view"]["players"]] == ["Anna", "Bruno"]


async def test_a_move_is_acknowledged_to_its_sender_and_told_to_both(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    mover, waiter = await both(match_id, cast, connect)
    version = mover.view["version"]
    move = moves_offered(mover.view)[0]
    await mover.move(move, move_id="x")
    assert await mover.hear() == {"type": "accepted", "ref": "x", "version": version + 1}
    mine, theirs = await mover.hear(), await waiter.hear()
    assert mine["type"] == theirs["type"] == "update"
    assert mine["notices"] == theirs["notices"]
    played = mine["notices"][0]
    assert (played["kind"], played["card"]) == ("played", move.split("x")[0])
    assert await mover.hears_nothing()
    assert await waiter.hears_nothing()


async def test_views_and_updates_add_up_to_what_a_reload_shows(
    match_id: int, cast: Cast, connect: Connect, no_speed_limit: None
) -> None:
    sockets = await both(match_id, cast, connect)
    log = list(sockets[1].frames[0]["log"])
    chance = Random(1)
    for number in range(12):
        mover = next(socket for socket in sockets if socket.view["deal"]["legal"])
        await mover.move(some_move(mover.view, chance), move_id=f"m{number}")
        for socket in sockets:
            await socket.hear_until("update")
        log += sockets[1].frames[-1]["notices"]
    seat = sockets[1].view["seat"]
    person = (cast.anna, cast.bruno)[seat]
    fresh = await connect(match_id, person)
    assert fresh.view == sockets[1].view
    assert fresh.frames[0]["log"] == log


async def test_a_move_sent_again_after_a_lost_line_gets_the_first_receipt(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    mover, _ = await both(match_id, cast, connect)
    version, move = mover.view["version"], moves_offered(mover.view)[0]
    await mover.move(move, move_id="x")
    first = await mover.hear_until("accepted")
    again = await connect(match_id, (cast.anna, cast.bruno)[mover.view["seat"]])
    await again.move(move, move_id="x", version=version)
    assert await again.hear_until("accepted") == first
    assert await MatchEvent.objects.filter(match=match_id, kind="move").acount() == 1


async def test_several_tabs_of_a_player_see_the_same(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    mover, _ = await both(match_id, cast, connect)
    tab = await connect(match_id, (cast.anna, cast.bruno)[mover.view["seat"]])
    await mover.move(moves_offered(mover.view)[0])
    await mover.hear_until("update")
    await tab.hear_until("update")
    assert tab.view == mover.view


async def test_a_stale_move_is_refused_with_the_view_as_it_is_now(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    mover, waiter = await both(match_id, cast, connect)
    before = await number_of_events(match_id)
    await mover.move(moves_offered(mover.view)[0], version=mover.view["version"] - 1)
    assert (await mover.hear())["code"] == "stale"
    assert (await mover.hear())["type"] == "view"
    assert await waiter.hears_nothing()
    assert await number_of_events(match_id) == before


@pytest.mark.parametrize(
    ("frame", "code", "ref"),
    [
        ("nonsense", "malformed", None),
        ('{"type":"cheat","id":"x"}', "unknown_type", "x"),
        ('{"type":"move","move_id":"x","version":1}', "malformed", "x"),
        ('{"type":"ready","id":"x","deal":1}', "wrong_phase", "x"),
        (json.dumps({"type": "resync", "id": "x" * 5000}), "too_large", None),
        (b"\x00\x01", "malformed", None),
    ],
)
async def test_bad_input_is_refused_to_its_sender_only(
    match_id: int, cast: Cast, connect: Connect, frame: str | bytes, code: str, ref: str | None
) -> None:
    mover, waiter = await both(match_id, cast, connect)
    before = await number_of_events(match_id)
    if isinstance(frame, bytes):
        await waiter.communicator.send_to(bytes_data=frame)
    else:
        await waiter.communicator.send_to(text_data=frame)
    refused = await waiter.hear()
    assert (refused["type"], refused["code"], refused["ref"]) == ("refused", code, ref)
    assert refused["message"]
    assert await mover.hears_nothing()
    assert await number_of_events(match_id) == before
    await mover.move(moves_offered(mover.view)[0])
    assert (await mover.hear())["type"] == "accepted"


async def test_another_seats_move_is_refused(match_id: int, cast: Cast, connect: Connect) -> None:
    mover, waiter = await both(match_id, cast, connect)
    await waiter.move(moves_offered(mover.view)[0], move_id="x")
    refused = await waiter.hear()
    assert (refused["code"], refused["ref"]) == ("not_your_turn", "x")
    assert await mover.hears_nothing()


@pytest.mark.parametrize("who", ["olga", "staff", "nobody"])
async def test_an_outsider_hears_one_refusal_and_nothing_of_the_match(
    match_id: int, cast: Cast, connect: Connect, who: str
) -> None:
    mover, _ = await both(match_id, cast, connect)
    outsider = await connect(match_id, getattr(cast, who, AnonymousUser()))
    assert outsider.frames[0]["code"] == "not_seated"
    closed = await outsider.communicator.receive_output(timeout=10)
    assert (closed["type"], closed["code"]) == ("websocket.close", consumers.CLOSE_REFUSED)
    before = await number_of_events(match_id)
    await outsider.say(type="resign", id="x")
    await outsider.say(type="resync", id="x")
    assert [(await outsider.hear())["code"] for _ in range(2)] == ["not_seated"] * 2
    assert await number_of_events(match_id) == before
    await mover.move(moves_offered(mover.view)[0])
    await mover.hear_until("update")
    assert await outsider.hears_nothing()


async def test_a_match_that_does_not_exist_is_refused(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    socket = await connect(match_id + 1, cast.anna)
    assert socket.frames[0]["code"] == "not_found"


async def test_a_foreign_page_cannot_open_a_socket(match_id: int) -> None:
    headers = [(b"origin", b"https://elsewhere.example")]
    communicator = WebsocketCommunicator(application, f"/ws/match/{match_id}/", headers)
    accepted, _ = await communicator.connect()
    assert not accepted


async def test_a_flood_is_refused_and_then_cut_off_and_the_match_goes_on(
    match_id: int, cast: Cast, connect: Connect, time: Time, settings: LazySettings
) -> None:
    settings.SOCKET_MESSAGES_PER_SECOND = 5
    mover, waiter = await both(match_id, cast, connect)
    for _ in range(10 + consumers.FLOOD_AFTER):
        await waiter.say(type="ping", version=waiter.view["version"])
    for _ in range(10):
        assert (await waiter.hear())["type"] == "pong"
    for _ in range(consumers.FLOOD_AFTER):
        assert (await waiter.hear())["code"] == "rate_limited"
    closed = await waiter.communicator.receive_output(timeout=10)
    assert closed["code"] == consumers.CLOSE_FLOOD
    await mover.move(moves_offered(mover.view)[0])
    assert (await mover.hear())["type"] == "accepted"


async def test_refusals_are_told_in_the_language_of_the_browser(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    messages = set()
    for language in ("en", "it"):
        socket = await connect(match_id, cast.anna, language)
        await socket.say(type="cheat", id="x")
        messages.add((await socket.hear())["message"])
    assert len(messages) == 2


async def test_a_ping_with_an_old_version_is_answered_with_the_view(
    match_id: int, cast: Cast, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, waiter = await both(match_id, cast, connect)
    version = waiter.view["version"]
    await waiter.say(type="ping", version=version)
    assert (await waiter.hear())["version"] == version
    assert await waiter.hears_nothing()

    class Silent:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            """A message that gets lost."""

    with monkeypatch.context() as lost:
        lost.setattr(broadcast, "get_channel_layer", Silent)
        old = store.cached(match_id)
        await mover.move(moves_offered(mover.view)[0])
        await mover.hear_until("update")
    store.forget_all()  # another process serves the waiter: it knows only the old version
    assert old is not None
    store._remember(old)
    await waiter.say(type="ping", version=version)
    await waiter.hear_until("view")
    assert waiter.view["version"] == version + 1


async def test_a_resignation_ends_the_match_for_both(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    mover, waiter = await both(match_id, cast, connect)
    await waiter.say(type="resign", id="x")
    await waiter.hear_until("update")
    await mover.hear_until("update")
    assert mover.view["result"] == waiter.view["result"]
    assert mover.view["result"]["winner"] == mover.view["seat"]
    assert mover.view["phase"] == "finished"


async def test_what_the_tick_does_reaches_the_browsers(
    match_id: int, cast: Cast, connect: Connect, time: Time
) -> None:
    mover, waiter = await both(match_id, cast, connect)
    time.pass_ms(3_000 + 30_000 + 2_000)
    await sync_to_async(services.expire)(match_id, mover.view["version"])
    for socket in (mover, waiter):
        update = await socket.hear_until("update")
        assert update["notices"][0]["automatic"] is True


# --- what a seat may say besides moves ------------------------------------------------------


def begin(policy: Policy, *people: User) -> int:
    with transaction.atomic():
        return services.start_match(
            game="scopa" if len(people) == 2 else "escoba",
            rules={},
            policy=policy,
            user_ids=[person.pk for person in people],
        )


async def begin_by(policy: Policy, connect: Connect, *people: User) -> list[Socket]:
    """Sockets of all seats of a match that has begun: of Scopa, in pairs of Escoba."""
    match_id = await sync_to_async(begin)(policy, *people)
    sockets = [await connect(match_id, person) for person in people]
    for number, socket in enumerate(sockets):
        await socket.say(type="start", id="s", entropy=f"0{number}")
        await socket.hear_until("accepted")
    for socket in sockets:
        while socket.view["phase"] != "playing":
            await socket.hear_until("update")
    return sockets


async def seen_by_all(sockets: list[Socket], kind: str) -> None:
    """Every socket is told of it."""
    for socket in sockets:
        while kind not in [
            notice["kind"] for notice in (await socket.hear_until("update"))["notices"]
        ]:
            pass


async def test_the_match_begins_when_all_have_pressed_start_with_what_they_add_to_the_shuffle(
    transactional_db: None, cast: Cast, connect: Connect, time: Time
) -> None:
    sockets = await begin_by(TORNEO, connect, cast.anna, cast.bruno)
    for socket in sockets:
        assert socket.view["started"] == [0, 1]
        assert socket.view["shuffle"]["entropy"] == ["00", "01"]
        assert len(socket.view["shuffle"]["commitment"]) == 64


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, time: Time) -> Callable[[], None]:
    """Once called, every message waits for a second between its arrival and its handling."""
    parse = protocol.parse

    def parse_late(text: str | None) -> protocol.Message:
        time.pass_ms(1_000)
        return parse(text)

    return lambda: monkeypatch.setattr(protocol, "parse", parse_late)


async def test_a_start_that_arrived_in_time_and_had_to_wait_counts(
    transactional_db: None,
    cast: Cast,
    connect: Connect,
    time: Time,
    slow: Callable[[], None],
) -> None:
    match_id = await sync_to_async(begin)(TORNEO, cast.anna, cast.bruno)
    sockets = [await connect(match_id, person) for person in (cast.anna, cast.bruno)]
    await sockets[0].say(type="start", id="s")
    await sockets[0].hear_until("accepted")
    time.pass_ms(120_500)
    arrived = time.now
    slow()
    await sockets[1].say(type="start", id="s")
    await sockets[1].hear_until("accepted")
    event = await MatchEvent.objects.aget(match=match_id, kind="start", seat=1)
    assert event.at == arrived < time.now


async def test_a_ready_that_arrived_in_time_and_had_to_wait_counts(
    match_id: int,
    cast: Cast,
    connect: Connect,
    time: Time,
    no_speed_limit: None,
    slow: Callable[[], None],
) -> None:
    sockets = [await connect(match_id, person) for person in (cast.anna, cast.bruno)]
    chance = Random(3)
    while sockets[0].view["phase"] == "playing":
        await play_one(sockets, chance)
    time.pass_ms(12_500)
    arrived = time.now
    slow()
    await sockets[0].say(type="ready", id="r", deal=1)
    await sockets[0].hear_until("accepted")
    event = await MatchEvent.objects.aget(match=match_id, kind="ready", seat=0)
    assert event.at == arrived < time.now


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ({"type": "ping", "version": 0}, "pong"),
        ({"type": "order", "id": "o", "deal": 1, "cards": []}, "accepted"),
    ],
    ids=["ping", "order"],
)
async def test_whoever_is_heard_in_time_is_back_however_long_it_had_to_wait(
    match_id: int,
    cast: Cast,
    connect: Connect,
    time: Time,
    slow: Callable[[], None],
    message: dict[str, Any],
    answer: str,
) -> None:
    anna = await connect(match_id, cast.anna)
    await sync_to_async(services.drop)(match_id, 0)
    time.pass_ms(120_500)
    arrived = time.now
    slow()
    await anna.say(**message)
    await anna.hear_until(answer)
    event = await MatchEvent.objects.aget(match=match_id, kind="return", seat=0)
    assert event.at == arrived < time.now


async def test_a_pause_stops_the_clock_until_it_is_ended(
    transactional_db: None, cast: Cast, connect: Connect, time: Time
) -> None:
    sockets = await begin_by(replace(SFIDA, pause_ms=60_000), connect, cast.anna, cast.bruno)
    anna, _ = sockets
    await anna.say(type="pause", id="p")
    await seen_by_all(sockets, "paused")
    assert anna.view["pause"] == {"seat": 0, "until": time.now + 60_000}
    await anna.say(type="resume", id="r")
    await seen_by_all(sockets, "resumed")
    assert anna.view["pause"] is None
    await anna.say(type="pause", id="again")
    assert (await anna.hear_until("refused"))["ref"] == "again"


async def test_a_resignation_in_pairs_is_a_proposal_that_may_be_declined_or_accepted(
    transactional_db: None, four: list[User], connect: Connect, time: Time
) -> None:
    sockets = await begin_by(TORNEO, connect, *four)
    anna, partner = sockets[0], sockets[2]
    await anna.say(type="resign", id="r")
    await seen_by_all([anna, partner], "resign_proposed")
    await partner.say(type="decline", id="d")
    await seen_by_all([anna, partner], "resign_declined")
    assert anna.view["phase"] == "playing"
    for socket in (anna, partner):
        await socket.say(type="resign", id="r2")
        await socket.hear_until("accepted")
    await seen_by_all([sockets[1]], "finished")


async def test_among_friends_the_other_may_end_a_match_whose_player_has_left(
    transactional_db: None, cast: Cast, connect: Connect, time: Time
) -> None:
    sockets = await begin_by(AMICHEVOLE, connect, cast.anna, cast.bruno)
    anna, bruno = sockets
    await bruno.say(type="end", id="e")
    assert (await bruno.hear_until("refused"))["code"] == "wrong_phase"
    await anna.say(type="leave", id="l")
    await seen_by_all([bruno], "dropped")
    await bruno.say(type="end", id="e")
    await seen_by_all([bruno], "finished")
    assert bruno.view["result"]["winner"] is None


async def test_the_order_of_a_hand_is_kept_for_its_deal_only(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    anna = await connect(match_id, cast.anna)
    cards = sorted(anna.view["deal"]["hand"])
    await anna.say(type="order", id="o", deal=1, cards=cards)
    await anna.hear_until("accepted")
    record = await services.aget_record(match_id)
    assert record.state.people[0].order == tuple(cards)
    await anna.say(type="order", id="old", deal=2, cards=cards[:1])
    assert (await anna.hear_until("refused"))["code"] == "stale"
    assert (await services.aget_record(match_id)).version == record.version


async def test_a_ping_every_two_seconds_in_three_tabs_is_never_too_fast(
    match_id: int, cast: Cast, connect: Connect, time: Time
) -> None:
    tabs = [await connect(match_id, cast.anna) for _ in range(3)]
    for _ in range(30):
        time.pass_ms(2_000)
        for tab in tabs:
            await tab.say(type="ping", version=tab.view["version"])
            await tab.hear_until("pong")
    assert all(frame["type"] != "refused" for tab in tabs for frame in tab.frames)
