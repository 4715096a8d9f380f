"""Who counts as present, and what opening a page does for somebody who was missed."""

from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import access, presence, services, valkey
from games.context import RunningMatch
from games.presence import Lease
from games.services import Saying
from tests.conftest import Cast
from tests.engine.kit import formats
from tests.games.conftest import Connect, Time, start_match
from tests.games.watching import client_of, dead_client, kinds


@pytest.fixture(autouse=True)
def _no_leases() -> Iterator[None]:
    valkey.client().flushdb()
    yield
    valkey.client().flushdb()


def lease(match_id: int, seat: int) -> int | None:
    """How long the seat's lease lasted when it was last looked at, as a time."""
    score = valkey.client().zscore(presence.LEASES, presence.member(match_id, seat))
    return None if score is None else int(score)


# --- leases ---------------------------------------------------------------------------------


def test_what_is_heard_of_a_seat_only_prolongs_its_lease(time: Time) -> None:
    presence.renew(7, 1, presence.PAGE_LEASE_MS)
    time.pass_ms(1_000)
    presence.renew(7, 1, presence.SOCKET_LEASE_MS)
    assert lease(7, 1) == time.now - 1_000 + presence.PAGE_LEASE_MS
    assert presence.count() == 1


def test_leases_are_found_when_they_have_run_out_the_oldest_first(time: Time) -> None:
    presence.renew(7, 1, 2_000)
    presence.renew(7, 0, 1_000)
    presence.renew(8, 0, 3_000)
    assert presence.expired(time.now + 1_000, 10) == []  # until then it runs
    found = presence.expired(time.now + 2_001, 10)
    assert [(one.match_id, one.seat, one.until - time.now) for one in found] == [
        (7, 0, 1_000),
        (7, 1, 2_000),
    ]


def test_a_lease_renewed_since_it_was_read_stays_on_the_table(time: Time) -> None:
    presence.renew(7, 1, 1_000)
    read = Lease(7, 1, time.now + 1_000)
    presence.renew(7, 1, 2_000)
    presence.forget([read])
    assert lease(7, 1) == time.now + 2_000
    presence.forget([Lease(7, 1, time.now + 2_000)])
    assert presence.count() == 0


@pytest.mark.parametrize(
    ("lost", "running", "is_mass"),
    [(20, 40, True), (20, 41, False), (19, 0, False), (20, 0, True), (300, 601, False)],
)
def test_many_leases_lost_are_a_mass_from_twenty_and_a_third(
    time: Time, lost: int, running: int, is_mass: bool
) -> None:
    for number in range(lost):
        presence.renew(1, number, 1_000)
    for number in range(running):
        presence.renew(2, number, 60_000)
    losses = presence.losses(time.now + 1_000 + presence.MASS_WINDOW_MS - 1)
    assert (losses.lost, losses.running) == (lost, running)
    assert losses.is_mass is is_mass
    assert presence.losses(time.now + 1_000 + presence.MASS_WINDOW_MS).lost == 0


def test_a_lease_that_we_granted_is_no_loss_but_one_taken_off_the_table_is(time: Time) -> None:
    presence.grant([(1, 0)], 1_000)
    presence.renew(1, 1, 1_000)
    presence.note_lost([Lease(1, 1, time.now + 1_000)])
    assert presence.count() == 1
    assert presence.losses(time.now + 2_000) == presence.Losses(lost=1, running=0)


# --- sockets --------------------------------------------------------------------------------


async def test_a_socket_renews_the_lease_of_its_seat_when_it_opens_and_with_every_ping(
    match_id: int, cast: Cast, connect: Connect, time: Time
) -> None:
    bruno = await connect(match_id, cast.bruno)
    assert lease(match_id, 0) is None
    assert lease(match_id, 1) == time.now + presence.SOCKET_LEASE_MS
    time.pass_ms(2_000)
    await bruno.say(type="ping", version=bruno.view["version"])
    await bruno.hear_until("pong")
    assert lease(match_id, 1) == time.now + presence.SOCKET_LEASE_MS


async def test_two_tabs_are_one_presence_and_one_of_them_keeps_it(
    match_id: int, cast: Cast, connect: Connect, time: Time
) -> None:
    first, second = await connect(match_id, cast.anna), await connect(match_id, cast.anna)
    assert await sync_to_async(presence.count)() == 1
    await first.communicator.disconnect()
    time.pass_ms(2_000)
    await second.say(type="ping", version=second.view["version"])
    await second.hear_until("pong")
    assert lease(match_id, 0) == time.now + presence.SOCKET_LEASE_MS


async def test_a_missed_seat_is_back_when_its_socket_opens(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    await sync_to_async(services.drop)(match_id, 0)
    bruno = await connect(match_id, cast.bruno)
    assert bruno.view["people"][0]["absent"]
    anna = await connect(match_id, cast.anna)
    assert anna.view["people"][0]["absent"] is None
    update = await bruno.hear_until("update")
    assert [notice["kind"] for notice in update["notices"]] == ["returned"]


async def test_a_missed_seat_is_back_with_the_next_ping(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    anna = await connect(match_id, cast.anna)
    await sync_to_async(services.drop)(match_id, 0)
    await anna.hear_until("update")
    assert anna.view["people"][0]["absent"]
    await anna.say(type="ping", version=anna.view["version"])
    await anna.hear_until("view")
    assert anna.view["people"][0]["absent"] is None


async def test_who_leaves_is_not_brought_back_by_the_page_that_is_still_open(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    anna = await connect(match_id, cast.anna)
    await anna.say(type="leave", id="l")
    await anna.hear_until("update")
    await anna.say(type="ping", version=anna.view["version"])
    await anna.hear_until("pong")
    assert anna.view["people"][0]["absent"]["left"] is True
    assert await sync_to_async(kinds)(match_id, "return") == 0
    await anna.say(type="resync", id="r")  # whoever does something there is there
    await anna.hear_until("view")
    await anna.say(type="ping", version=anna.view["version"])
    await anna.hear_until("view")
    assert anna.view["people"][0]["absent"] is None


async def test_a_finished_match_needs_no_leases_and_its_page_still_opens_for_a_missed_seat(
    match_id: int, cast: Cast, connect: Connect
) -> None:
    await sync_to_async(services.drop)(match_id, 0)
    await sync_to_async(services.say)(cast.bruno.pk, match_id, Saying.RESIGNED)
    anna = await connect(match_id, cast.anna)
    assert anna.view["phase"] == "finished"
    await anna.say(type="ping", version=anna.view["version"])
    await anna.hear_until("pong")
    assert lease(match_id, 0) is None


async def test_without_valkey_a_seat_sits_down_and_pings_all_the_same(
    match_id: int, cast: Cast, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dead_client(monkeypatch):
        anna = await connect(match_id, cast.anna)
        await anna.say(type="ping", version=anna.view["version"])
        await anna.hear_until("pong")
        await valkey.aclose()
    assert lease(match_id, 0) is None


# --- pages ----------------------------------------------------------------------------------


def match_page(match_id: int) -> str:
    return reverse("games:match", args=[match_id])


def bar_of(response: Any) -> RunningMatch | None:
    shown: RunningMatch | None = response.context["running_match"]
    return shown


def test_a_page_without_scripts_keeps_its_seat_for_twenty_seconds(
    match_id: int, cast: Cast, time: Time
) -> None:
    anna = client_of(cast.anna)
    assert anna.get(match_page(match_id)).status_code == 200
    assert lease(match_id, 0) == time.now + presence.PAGE_LEASE_MS
    time.pass_ms(5_000)
    anna.post(reverse("games:ready", args=[match_id]), {"deal": 1})
    assert lease(match_id, 0) == time.now + presence.PAGE_LEASE_MS


def test_nobody_else_keeps_a_seat(match_id: int, cast: Cast) -> None:
    for client in (Client(), client_of(cast.olga)):
        assert client.get(match_page(match_id)).status_code in (302, 404)
    assert presence.count() == 0


def test_opening_the_page_of_the_match_ends_a_drop(match_id: int, cast: Cast) -> None:
    services.drop(match_id, 0)
    response = client_of(cast.anna).get(match_page(match_id))
    assert response.status_code == 200
    assert kinds(match_id, "return") == 1
    assert kinds(match_id, "invited") == 0


def test_without_valkey_the_page_of_the_match_still_opens(
    match_id: int, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = client_of(cast.anna)
    with dead_client(monkeypatch):
        assert anna.get(match_page(match_id)).status_code == 200


@pytest.mark.parametrize("name", ["lobby:index", "games:history", "preferences", "home"])
def test_any_other_page_invites_a_missed_seat_once(
    match_id: int, cast: Cast, time: Time, name: str
) -> None:
    services.drop(match_id, 0)
    time.pass_ms(10_000)
    anna = client_of(cast.anna)
    bar = bar_of(anna.get(reverse(name)))
    assert bar is not None
    assert (bar.match_id, bar.is_absent, bar.is_invited) == (match_id, True, True)
    assert (bar.until, bar.now) == (time.now + 30_000, time.now)
    time.pass_ms(10_000)
    again = bar_of(anna.get(reverse(name)))
    assert again is not None
    assert again.until == time.now + 20_000
    assert kinds(match_id, "invited") == 1


def test_who_is_at_the_table_is_shown_the_way_back_and_not_invited(
    match_id: int, cast: Cast
) -> None:
    bar = bar_of(client_of(cast.anna).get(reverse("lobby:index")))
    assert bar is not None
    assert (bar.match_id, bar.is_absent, bar.is_invited, bar.until) == (
        match_id,
        False,
        False,
        None,
    )
    assert bar.title == "Scopa"
    assert kinds(match_id, "invited") == 0


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Purpose": "prefetch;prerender"}, {"Purpose": "prefetch"}, {"Sec-Fetch-Dest": "empty"}],
)
def test_what_a_browser_loads_by_itself_invites_nobody(
    match_id: int, cast: Cast, headers: dict[str, str]
) -> None:
    services.drop(match_id, 0)
    anna = client_of(cast.anna)
    assert bar_of(anna.get(reverse("lobby:index"), headers=headers)) is not None
    assert kinds(match_id, "invited") == 0
    anna.get(reverse("lobby:index"), headers={"Sec-Fetch-Dest": "document"})
    assert kinds(match_id, "invited") == 1


def test_the_bar_asks_again_without_inviting_anybody(match_id: int, cast: Cast, time: Time) -> None:
    anna, url = client_of(cast.anna), reverse("games:running")
    there = {"match": match_id, "is_absent": False, "is_invited": False, "until": None}
    assert anna.get(url).json() == {**there, "now": time.now}
    services.drop(match_id, 0)
    gone = {"is_absent": True, "until": time.now + 120_000}
    assert anna.get(url).json() == {**there, **gone, "now": time.now}
    assert kinds(match_id, "invited") == 0
    services.resign(cast.bruno.pk, match_id)
    assert anna.get(url).json() == {"match": None}
    assert Client().get(url).status_code == 302


def test_the_page_of_another_match_is_another_page(match_id: int, cast: Cast) -> None:
    old = start_match(cast.anna, cast.olga)
    services.resign(cast.olga.pk, old)
    services.drop(match_id, 0)
    assert client_of(cast.anna).get(match_page(old)).status_code == 200
    assert kinds(match_id, "invited") == 1


def test_an_invitation_that_comes_too_late_is_the_end_of_the_match_and_of_the_bar(
    match_id: int, cast: Cast, time: Time
) -> None:
    turn = services.get_page(cast.anna, match_id).view["deal"]["turn"]
    services.drop(match_id, turn)  # no other limit runs then
    time.pass_ms(120_000 + 1_000)
    assert bar_of(client_of((cast.anna, cast.bruno)[turn]).get(reverse("lobby:index"))) is None
    assert kinds(match_id, "expiry") == 1


def test_who_is_out_of_a_match_of_three_has_no_match_running(
    transactional_db: None, four: list[User], time: Time
) -> None:
    way = next(one for one in formats() if one.game.name == "star-cards" and one.seats == 3)
    match_id = start_match(*four[:3], way=way)
    for _ in range(3):  # the third drop is one too many
        services.drop(match_id, 1)
        services.come_back(four[1].pk, match_id)
    assert access.running_match_of(four[1]) is None
    for person in (four[0], four[2]):
        running = access.running_match_of(person)
        assert running is not None
        assert running.pk == match_id
