"""Whole matches through the socket: no frame tells a seat what it may not know.

What a seat may know is worked out here without the views: for the fishing games from the order
of the deck in the log alone; for the others from the places of the cards after every event
(`tests.engine.kit`), and by dealing anew what the seat cannot see.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.engine import referee, scopa
from games.engine.core import Seat
from games.engine.referee import LogEvent, RefereeState
from games.models import MatchEvent
from tests.engine.kit import PROBES, Format, formats
from tests.games.conftest import Connect, Socket, Time, play_to_the_end, start_match
from tests.games.play import short_formats

ITALIAN_CARD = re.compile(r"(?:10|[1-9])[DCSB]")
STAR_CARD = re.compile(r"[RYBG][1-6][ab]?|X[a-f]")  # that a rest card is one, all may know
PLAYS = 36
PACKET = 3


async def play_and_check(
    way: Format, people: Sequence[User], connect: Connect, time: Time, chance: Random
) -> None:
    """One match, every frame of every seat."""
    match_id = await sync_to_async(start_match)(*people, way=way)
    sockets = [await connect(match_id, person) for person in people]
    await play_to_the_end(sockets, time, chance)
    rows = MatchEvent.objects.filter(match=match_id).order_by("number")
    log = [LogEvent(*row) async for row in rows.values_list("at", "kind", "seat", "data")]
    for socket in sockets:
        check_texts(way, socket, log)
        check_views(way, socket, log, chance)
        await socket.communicator.disconnect()


async def test_no_frame_of_hundreds_of_scopa_matches_holds_a_card_that_its_seat_may_not_know(
    transactional_db: None,
    four: list[User],
    connect: Connect,
    time: Time,
    no_speed_limit: None,
    is_long_run: bool,
) -> None:
    chance = Random(2)
    way = next(way for way in short_formats() if str(way) == "scopa-scopa-2")
    for _ in range(1_000 if is_long_run else 200):
        await play_and_check(way, four[:2], connect, time, chance)


@pytest.mark.parametrize("way", short_formats(), ids=str)
async def test_a_match_of_every_game_is_played_without_telling_a_secret(
    transactional_db: None,
    four: list[User],
    connect: Connect,
    time: Time,
    no_speed_limit: None,
    is_long_run: bool,
    way: Format,
) -> None:
    chance = Random(str(way))
    for _ in range(20 if is_long_run else 3):
        await play_and_check(way, four[: way.seats], connect, time, chance)


@pytest.mark.long
@pytest.mark.parametrize("way", formats(), ids=str)
async def test_a_match_to_the_usual_target_is_played_without_telling_a_secret(
    transactional_db: None,
    four: list[User],
    connect: Connect,
    time: Time,
    no_speed_limit: None,
    way: Format,
) -> None:
    for number in range(2):
        chance = Random(f"{way} {number}")
        await play_and_check(way, four[: way.seats], connect, time, chance)


# --- the texts of cards ---------------------------------------------------------------------


def check_texts(way: Format, socket: Socket, log: Sequence[LogEvent]) -> None:
    """Every text that is the name of a card, in the views and in what is told."""
    open_at = open_cards_by_version(way, log, socket.view["seat"])
    pattern = STAR_CARD if way.game.name == "star-cards" else ITALIAN_CARD
    heard = 0
    for frame in socket.frames:
        if "view" not in frame:
            assert not cards_in(frame, pattern)
            continue
        version = frame["version"]
        shown = cards_in(frame["view"], pattern)
        assert shown <= open_at[version], f"view of version {version}"
        told = cards_in(frame.get("notices", frame.get("log")), pattern)
        assert told <= set().union(*open_at[heard + 1 : version + 1]), f"told in {version}"
        heard = version


def cards_in(value: object, pattern: re.Pattern[str]) -> set[str]:
    if isinstance(value, str):
        return {part for part in re.split(r"[x+:]", value) if pattern.fullmatch(part)}
    if isinstance(value, dict):
        parts: list[object] = [*value, *value.values()]
        return set().union(*(cards_in(part, pattern) for part in parts))
    if isinstance(value, list):
        return set().union(*(cards_in(part, pattern) for part in value))
    return set()


def open_cards_by_version(way: Format, log: Sequence[LogEvent], seat: Seat) -> list[set[str]]:
    """At index n, what the seat may know of the deal in play after event n of the log."""
    known = _dealt_and_played if way.game in scopa.GAMES else _where_the_cards_are
    return [set(), *known(way, log, seat)]


def _dealt_and_played(way: Format, log: Sequence[LogEvent], seat: Seat) -> Iterator[set[str]]:
    """Its own hand, the layout, what was played, and everything once the deal is over."""
    known: set[str] = set()
    deck: list[str] = []
    plays = 0
    next_dealer = dealer = log[0].data["dealer"]
    kings = way.rules["redeal_kings_min"] or PACKET + 2  # than which no layout has more
    layout = PACKET * way.seats
    for event in log:
        if event.kind == "dealt":
            deck, plays, dealer = event.data["deck"], 0, next_dealer
            known = set(deck[layout : layout + 4])
            if sum(card.startswith("10") for card in known) < kings:
                known |= _hand(deck, 0, (seat - dealer - 1) % way.seats, way.seats)
                next_dealer = (dealer + 1) % way.seats
        elif event.kind == "move":
            plays += 1
            known = known | cards_in(event.data["move"], ITALIAN_CARD)
            if plays == PLAYS:
                known = set(deck)
            elif plays % layout == 0:
                known |= _hand(deck, plays // layout, (seat - dealer - 1) % way.seats, way.seats)
        yield known


def _hand(deck: Sequence[str], serving: int, place: int, seats: int) -> set[str]:
    """Three to each from the first player on; after the first serving the four of the layout
    have left the deck as well (rules: 2.4, 2.5)."""
    start = PACKET * (seats * serving + place) + (4 if serving else 0)
    return set(deck[start : start + PACKET])


def _where_the_cards_are(way: Format, log: Sequence[LogEvent], seat: Seat) -> Iterator[set[str]]:
    probe = PROBES[way.game.name]
    for state in states_of(log):
        if state.match.deal is not None:
            yield probe.known(state.match.deal, seat)
        elif state.match.dealer is not None and way.game.finds_dealer:
            yield {"4D"}  # the cards were thrown in, but had shown who deals
        else:
            yield set()


def states_of(log: Sequence[LogEvent]) -> Iterator[RefereeState]:
    state: RefereeState | None = None
    for event in log:
        state = referee.apply(state, event).state
        assert isinstance(state, RefereeState)
        yield state


# --- what is dealt anew ---------------------------------------------------------------------


def check_views(way: Format, socket: Socket, log: Sequence[LogEvent], chance: Random) -> None:
    """Each view is that of a match in which all that the seat cannot see is somewhere else."""
    seat = socket.view["seat"]
    states = [None, *states_of(log)]
    for frame in socket.frames:
        if "view" in frame:
            state = states[frame["version"]]
            assert state is not None
            other = json.loads(json.dumps(referee.view(_redealt(way, state, seat, chance), seat)))
            assert other == _without_the_servers_part(frame["view"])


def _redealt(way: Format, state: RefereeState, seat: Seat, chance: Random) -> RefereeState:
    if state.match.deal is None:
        return state
    deal = PROBES[way.game.name].redealt(state.match.deal, seat, chance)
    return replace(state, match=replace(state.match, deal=deal))


def _without_the_servers_part(view: Mapping[str, Any]) -> dict[str, Any]:
    servers = {"match", "version", "now", "players"}
    return {name: value for name, value in view.items() if name not in servers}
