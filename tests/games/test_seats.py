"""What the server does for any number of seats and any game: clocks, score sheets, resignations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games import access, services, store, tasks
from games.engine.core import RefusalCode
from games.engine.referee import Phase
from games.models import Match, MatchEvent
from tests.engine.kit import Format
from tests.games.acts import at_once, refusal_of
from tests.games.conftest import Time, start_match
from tests.games.play import moves_offered, short_formats, some_move

pytestmark = pytest.mark.django_db(transaction=True)

TO_THE_TICK_MS = 3_000 + 30_000 + 2_000


@dataclass
class Party:
    """A match and the people at it, in the order of their seats."""

    match_id: int
    people: Sequence[User]

    def view(self, seat: int = 0) -> dict[str, Any]:
        return services.get_page(self.people[seat], self.match_id).view

    @property
    def version(self) -> int:
        return Match.objects.get(pk=self.match_id).version

    @property
    def phase(self) -> Phase:
        return store.load(self.match_id).state.phase

    @property
    def turn(self) -> int:
        turn: int = self.view()["deal"]["turn"]
        return turn

    def act(self, seat: int, move: str, version: int, move_id: str = "m") -> services.Receipt:
        return services.act(
            self.people[seat].pk, self.match_id, move, version=version, move_id=move_id
        )

    def ready(self, seat: int) -> services.Receipt:
        deal = store.load(self.match_id).state.deal_number
        return services.ready(self.people[seat].pk, self.match_id, deal)

    def resign(self, seat: int) -> services.Receipt:
        return services.resign(self.people[seat].pk, self.match_id)

    def play_deal(self, time: Time) -> None:
        chance = Random(self.match_id)
        while self.phase is Phase.PLAYING:
            time.pass_ms(10)
            view = self.view(self.turn)
            self.act(view["seat"], some_move(view, chance), view["version"], f"m{view['version']}")


Sit = Callable[[Format], Party]


@pytest.fixture
def sit(four: list[User], time: Time) -> Sit:
    """`sit(way)` is a match just dealt, at a time that stands still."""

    def sit_down(way: Format) -> Party:
        people = four[: way.seats]
        return Party(start_match(*people, way=way), people)

    return sit_down


def way_of(name: str) -> Format:
    (way,) = [way for way in short_formats() if str(way) == name]
    return way


# --- the clock ------------------------------------------------------------------------------


@pytest.mark.parametrize("way", short_formats(), ids=str)
def test_the_tick_plays_for_one_silent_seat_after_the_other(
    sit: Sit, time: Time, way: Format
) -> None:
    party = sit(way)
    for _ in range(way.seats + 1):
        before = party.view(party.turn)
        time.pass_ms(TO_THE_TICK_MS)
        assert tasks.tick() == 1
        last = party.view()["deal"]["last_move"]
        assert (last["seat"], last["automatic"]) == (before["seat"], True)
        assert any(last["card"] in move for move in moves_offered(before))
        assert party.version == before["version"] + 1


@pytest.mark.long
@pytest.mark.parametrize("way", short_formats(), ids=str)
def test_a_match_that_nobody_plays_ends_by_the_clock(sit: Sit, time: Time, way: Format) -> None:
    party = sit(way)
    while (due_at := Match.objects.get(pk=party.match_id).due_at) is not None:
        time.now = due_at
        assert tasks.tick() == 1
    assert party.view()["result"]["reason"] != "resigned"


FOURS = short_formats(seats=(4,))


@pytest.mark.parametrize("way", FOURS, ids=str)
def test_of_four_moves_decided_on_one_version_one_counts(sit: Sit, way: Format) -> None:
    party = sit(way)
    turn, version = party.turn, party.version
    offered = moves_offered(party.view(turn))
    mine = [
        partial(party.act, turn, offered[number % len(offered)], version, f"m{number}")
        for number in range(2)
    ]
    others = [
        partial(party.act, (turn + place) % 4, offered[0], version, "o") for place in range(1, 4)
    ]
    answers = at_once(*mine, *others)
    assert sum(isinstance(answer, services.Receipt) for answer in answers) == 1
    refused = {answer for answer in answers if isinstance(answer, RefusalCode)}
    # The others' turn has not come, or their version is the past by now.
    assert refused <= {RefusalCode.STALE, RefusalCode.NOT_YOUR_TURN}
    assert RefusalCode.STALE in answers[:2]
    assert party.version == version + 1


# --- the interval ---------------------------------------------------------------------------

INDIVIDUALS = [way_of("tressette-individuals-3"), way_of("tressette-individuals-4")]
MORE_THAN_TWO = [*INDIVIDUALS, way_of("tressette-pairs-4")]


@pytest.mark.parametrize("way", MORE_THAN_TWO, ids=str)
def test_the_next_deal_waits_for_all_to_be_ready(sit: Sit, time: Time, way: Format) -> None:
    party = sit(way)
    party.play_deal(time)
    assert party.phase is Phase.INTERVAL
    *first, last = reversed(range(way.seats))
    for seat in first:
        party.ready(seat)
        party.ready(seat)  # said twice, it is the same
    assert party.phase is Phase.INTERVAL
    assert party.view()["ready"] == sorted(first)
    party.ready(last)
    view = party.view()
    assert (view["phase"], view["deal"]["number"], view["ready"]) == ("playing", 2, [])


@pytest.mark.parametrize("way", MORE_THAN_TWO, ids=str)
def test_all_ready_at_once_brings_one_deal(sit: Sit, time: Time, way: Format) -> None:
    party = sit(way)
    party.play_deal(time)
    dealt = MatchEvent.objects.filter(match=party.match_id, kind="dealt")
    before = dealt.count()
    at_once(*[partial(services.ready, person.pk, party.match_id, 1) for person in party.people])
    assert party.view()["deal"]["number"] == 2
    # One that is annulled is followed by another.
    annulled = sum(notice["kind"] == "annulled" for notice in _log(party, since_deal=2))
    assert dealt.count() == before + 1 + annulled


def _log(party: Party, since_deal: int) -> list[dict[str, Any]]:
    log = services.get_page(party.people[0], party.match_id).log
    return [notice for notice in log if notice.get("deal", 0) >= since_deal]


# --- resignations ---------------------------------------------------------------------------

PAIRS = [way for way in FOURS if len(way.game.sides(way.game.parse_rules(way.rules), 4)) == 2]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("way", PAIRS, ids=str)
def test_a_pair_is_beaten_once_both_of_it_have_resigned(sit: Sit, way: Format, seat: int) -> None:
    party = sit(way)
    party.resign(seat)
    assert party.view()["result"] is None
    party.resign((seat + 2) % 4)
    for viewer in range(4):
        result = party.view(viewer)["result"]
        assert (result["winner"], result["reason"]) == (1 - seat % 2, "resigned")
        assert refusal_of(partial(party.resign, viewer)) is RefusalCode.FINISHED
        assert access.running_match_of(party.people[viewer]) is None


ALONE = [*INDIVIDUALS, way_of("star-cards-star-cards-3"), way_of("star-cards-star-cards-4")]


@pytest.mark.parametrize("way", ALONE, ids=str)
def test_the_others_play_on_without_whoever_has_resigned(sit: Sit, way: Format) -> None:
    party = sit(way)
    gone = party.turn
    version, move = party.version, moves_offered(party.view(gone))[0]
    party.resign(gone)
    view = party.view()
    assert (view["phase"], view["resigned"]) == ("playing", [gone])
    assert view["deal"]["turn"] != gone
    for act in (
        partial(party.act, gone, move, version),
        partial(party.act, gone, move, party.version),
        partial(party.resign, gone),
    ):
        assert refusal_of(act) in {RefusalCode.FINISHED, RefusalCode.STALE}
    for seat, person in enumerate(party.people):
        running = access.running_match_of(person)
        assert (running is None) is (seat == gone)
        assert running is None or running.pk == party.match_id
    assert party.view(gone)["seat"] == gone  # they may still look on


@pytest.mark.parametrize("way", ALONE, ids=str)
def test_a_match_with_one_seat_empty_is_played_to_its_end(
    sit: Sit, time: Time, way: Format
) -> None:
    party = sit(way)
    party.resign(0)
    while party.phase is not Phase.FINISHED:
        party.play_deal(time)
        if party.phase is Phase.INTERVAL:
            for seat in range(1, way.seats):
                party.ready(seat)
    view = party.view(1)
    assert view["result"]["placements"][0] == way.seats
    assert view["result"]["reason"] != "resigned"


@pytest.mark.parametrize("way", ALONE, ids=str)
def test_the_last_who_has_not_resigned_wins(sit: Sit, way: Format) -> None:
    party = sit(way)
    order = list(range(1, way.seats))
    for seat in order:
        party.resign(seat)
    view = party.view()
    assert view["result"]["winner"] == 0
    assert view["result"]["placements"] == [1, *reversed(range(2, way.seats + 1))]
    assert view["resigned"] == order


@pytest.mark.parametrize("way", INDIVIDUALS, ids=str)
def test_nobody_waits_for_the_readiness_of_whoever_has_resigned(
    sit: Sit, time: Time, way: Format
) -> None:
    party = sit(way)
    party.play_deal(time)
    *waiting, gone = range(way.seats)
    for seat in waiting:
        party.ready(seat)
    party.resign(gone)
    view = party.view()
    assert (view["phase"], view["deal"]["number"]) == ("playing", 2)
    assert refusal_of(partial(services.ready, party.people[gone].pk, party.match_id, 2)) is (
        RefusalCode.FINISHED
    )
