"""What players and the tick may do to a match, and that each thing happens once."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.http import Http404

from accounts.models import User
from games import broadcast, services, store, tasks, valkey
from games.engine.core import RefusalCode
from games.engine.referee import Phase
from games.models import Match, MatchEvent
from games.signals import match_finished
from tests.conftest import Cast
from tests.engine.kit import AT_ONCE
from tests.games.acts import at_once, refusal_of
from tests.games.conftest import Time, start_match
from tests.games.play import moves_offered, some_move

MOVE_MS = 30_000


class Players:
    """Who is to move, and who is not, in a match of the cast."""

    def __init__(self, match_id: int, cast: Cast) -> None:
        self.match_id = match_id
        self.people = (cast.anna, cast.bruno)

    @property
    def version(self) -> int:
        return Match.objects.get(pk=self.match_id).version

    def page(self, person: User) -> services.Page:
        return services.get_page(person, self.match_id)

    @property
    def turn(self) -> int:
        turn: int = self.page(self.people[0]).view["deal"]["turn"]
        return turn

    @property
    def mover(self) -> User:
        return self.people[self.turn]

    @property
    def waiter(self) -> User:
        return self.people[1 - self.turn]

    def offered(self) -> list[str]:
        return moves_offered(self.page(self.mover).view)

    def act(self, move_id: str = "m") -> services.Receipt:
        return services.act(
            self.mover.pk,
            self.match_id,
            self.offered()[0],
            version=self.version,
            move_id=move_id,
        )


@pytest.fixture
def players(match_id: int, cast: Cast) -> Players:
    return Players(match_id, cast)


def test_a_move_is_in_the_log_when_it_is_acknowledged(players: Players) -> None:
    before = players.version
    move = players.offered()[0]
    receipt = players.act("mine")
    assert receipt.version == before + 1
    last = MatchEvent.objects.get(match=players.match_id, number=receipt.version)
    assert last.kind == "move"
    assert last.data == {"move": move, "move_id": "mine"}


def test_the_same_move_sent_twice_is_one_event_and_one_receipt(players: Players) -> None:
    mover, move, version = players.mover.pk, players.offered()[0], players.version
    first, second = (
        services.act(mover, players.match_id, move, version=version, move_id="once")
        for _ in range(2)
    )
    assert second.version == first.version
    assert MatchEvent.objects.filter(match=players.match_id, kind="move").count() == 1


def test_the_same_move_sent_twice_at_once_is_one_event(players: Players) -> None:
    mover, move, version = players.mover.pk, players.offered()[0], players.version

    def send() -> services.Receipt:
        return services.act(mover, players.match_id, move, version=version, move_id="once")

    receipts = at_once(*[send] * 6)
    assert {getattr(receipt, "version", receipt) for receipt in receipts} == {version + 1}
    assert MatchEvent.objects.filter(match=players.match_id, kind="move").count() == 1


def test_of_two_moves_decided_on_one_version_one_counts(players: Players) -> None:
    mover, version = players.mover.pk, players.version
    moves = players.offered()[0], players.offered()[-1]

    def send(number: int) -> Callable[[], services.Receipt]:
        return lambda: services.act(
            mover, players.match_id, moves[number], version=version, move_id=f"m{number}"
        )

    answers = at_once(send(0), send(1))
    assert sum(isinstance(answer, services.Receipt) for answer in answers) == 1
    assert RefusalCode.STALE in answers
    assert MatchEvent.objects.filter(match=players.match_id, kind="move").count() == 1


def test_of_a_move_and_its_own_timeout_one_counts(players: Players, time: Time) -> None:
    mover, move, version = players.mover.pk, players.offered()[0], players.version
    arrival = time.now + 3_000 + MOVE_MS
    time.pass_ms(3_000 + MOVE_MS + 2_000)  # the tick is due while the move waits in our queue

    def play() -> services.Receipt:
        return services.act(mover, players.match_id, move, version=version, move_id="m", at=arrival)

    at_once(play, lambda: services.expire(players.match_id, version))
    assert players.version == version + 1
    assert (
        MatchEvent.objects.filter(match=players.match_id, kind__in=["move", "expiry"]).count() == 1
    )


def test_two_ticks_expire_a_move_once(players: Players, time: Time) -> None:
    version = players.version
    time.pass_ms(3_000 + MOVE_MS + 2_000)
    at_once(*[lambda: services.expire(players.match_id, version)] * 4)
    assert MatchEvent.objects.filter(match=players.match_id, kind="expiry").count() == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("another seat's turn", RefusalCode.NOT_YOUR_TURN),
        ("an old version", RefusalCode.STALE),
        ("a version to come", RefusalCode.STALE),
        ("a card not held", RefusalCode.CARD_NOT_HELD),
        ("an illegal capture", RefusalCode.ILLEGAL_MOVE),
        ("no move at all", RefusalCode.MALFORMED),
        ("an outsider", RefusalCode.NOT_SEATED),
        ("a visitor", RefusalCode.NOT_SEATED),
        ("no such match", RefusalCode.NOT_FOUND),
    ],
)
def test_a_move_that_may_not_be_is_refused_and_changes_nothing(
    players: Players, cast: Cast, name: str, code: RefusalCode
) -> None:
    hand = players.page(players.mover).view["deal"]["hand"]
    others = players.page(players.waiter).view["deal"]["hand"]
    right: dict[str, Any] = {
        "user_id": players.mover.pk,
        "match_id": players.match_id,
        "move": players.offered()[0],
        "version": players.version,
    }
    wrong: dict[str, dict[str, Any]] = {
        "another seat's turn": {"user_id": players.waiter.pk, "move": others[0]},
        "an old version": {"version": players.version - 1},
        "a version to come": {"version": players.version + 1},
        "a card not held": {"move": others[0]},
        "an illegal capture": {"move": f"{hand[0]}x{others[0]}"},
        "no move at all": {"move": "my best card"},
        "an outsider": {"user_id": cast.olga.pk},
        "a visitor": {"user_id": None},
        "no such match": {"match_id": players.match_id + 1},
    }
    before = store.load(players.match_id)
    arguments = {**right, **wrong[name]}
    user_id, match_id, move = (arguments.pop(key) for key in ("user_id", "match_id", "move"))
    assert (
        refusal_of(lambda: services.act(user_id, match_id, move, move_id="m", **arguments)) is code
    )
    assert store.load(players.match_id) == before


def test_nothing_is_possible_after_the_end(players: Players) -> None:
    mover, move, version = players.mover.pk, players.offered()[0], players.version
    services.resign(players.waiter.pk, players.match_id)
    after = players.version
    for act in (
        lambda: services.act(mover, players.match_id, move, version=version, move_id="m"),
        lambda: services.act(mover, players.match_id, move, version=after, move_id="m"),
        lambda: services.resign(mover, players.match_id),
        lambda: services.ready(mover, players.match_id, 2),
    ):
        assert refusal_of(act) is RefusalCode.FINISHED
    assert players.version == after


@pytest.mark.parametrize(
    ("after_limit_ms", "counts"),
    [(-1, True), (0, True), (999, True), (1_000, False), (2_000, False)],
)
def test_a_move_counts_until_one_second_after_the_limit(
    players: Players, time: Time, after_limit_ms: int, counts: bool
) -> None:
    time.pass_ms(3_000 + MOVE_MS + after_limit_ms)
    if counts:
        players.act()
        kind = "move"
    else:
        assert refusal_of(players.act) is RefusalCode.LATE
        kind = "expiry"  # the refusal itself has brought it about
    assert MatchEvent.objects.filter(match=players.match_id).last().kind == kind  # type: ignore[union-attr]


@pytest.mark.parametrize(("after_limit_ms", "expires"), [(1_999, False), (2_000, True)])
def test_the_tick_plays_for_a_silent_seat_two_seconds_after_the_limit(
    players: Players, time: Time, after_limit_ms: int, expires: bool
) -> None:
    hand = players.page(players.mover).view["deal"]["hand"]
    time.pass_ms(3_000 + MOVE_MS + after_limit_ms)
    assert tasks.tick() == expires
    last = players.page(players.people[0]).view["deal"]["last_move"]
    if expires:
        assert (last["card"], last["automatic"]) == (hand[0], True)
    else:
        assert last is None


def test_a_tick_leaves_to_another_what_that_one_has_taken(players: Players, time: Time) -> None:
    time.pass_ms(3_000 + MOVE_MS + 2_000)
    taken = f"tick:{players.match_id}:{players.version}"
    valkey.client().set(taken, 1)
    assert tasks.tick() == 0
    valkey.client().delete(taken)
    assert tasks.tick() == 1


def test_the_cards_of_tressette_show_its_first_dealer(cast: Cast, time: Time) -> None:
    people = [cast.anna.pk, cast.bruno.pk]
    match_id = services.start_match(
        game="tressette", rules={"name": "spizzichino"}, policy=AT_ONCE, user_ids=people
    )
    started = MatchEvent.objects.get(match=match_id, number=1)
    assert started.data["dealer"] is None
    record = store.load(match_id)
    assert record.state.phase is Phase.PLAYING
    assert record.state.match.dealer == record.state.match.deal.dealer


def test_a_broken_match_does_not_stop_the_clock_of_the_others(
    players: Players, cast: Cast, time: Time
) -> None:
    other = start_match(cast.olga, cast.staff)
    MatchEvent.objects.filter(match=players.match_id, number=2).update(kind="nonsense")
    store.forget_all()
    time.pass_ms(3_000 + MOVE_MS + 2_000)
    assert tasks.tick() == 1
    assert MatchEvent.objects.filter(match=other, kind="expiry").exists()


def test_a_match_nobody_plays_goes_on_to_its_end_by_the_clock(players: Players, time: Time) -> None:
    while Match.objects.get(pk=players.match_id).status == Match.Status.RUNNING:
        due_at = Match.objects.get(pk=players.match_id).due_at
        assert due_at is not None
        time.now = due_at
        assert tasks.tick() == 1
    view = players.page(players.people[0]).view
    assert view["result"]["reason"] == "target"


def play_deal(players: Players, time: Time) -> None:
    chance = Random(7)
    while store.load(players.match_id).state.phase is Phase.PLAYING:
        time.pass_ms(100)
        view = players.page(players.mover).view
        services.act(
            players.mover.pk,
            players.match_id,
            some_move(view, chance),
            version=view["version"],
            move_id=f"m{view['version']}",
        )


def test_the_next_deal_waits_for_both_to_be_ready(players: Players, time: Time) -> None:
    play_deal(players, time)
    first, second = players.people
    assert players.page(first).view["sheet"]["deal"] == 1
    services.ready(first.pk, players.match_id, 1)
    assert players.page(second).view["phase"] == "interval"
    services.ready(first.pk, players.match_id, 1)  # said twice, it is the same
    assert players.page(second).view["ready"] == [0]
    services.ready(second.pk, players.match_id, 1)
    view = players.page(second).view
    assert (view["phase"], view["deal"]["number"]) == ("playing", 2)
    services.ready(second.pk, players.match_id, 1)  # late, from another tab
    assert players.page(second).view == view


def test_both_ready_at_once_brings_one_deal(players: Players, time: Time) -> None:
    play_deal(players, time)
    at_once(
        *[lambda p=person: services.ready(p.pk, players.match_id, 1) for person in players.people]
    )
    assert MatchEvent.objects.filter(match=players.match_id, kind="dealt").count() >= 2
    assert players.page(players.people[0]).view["deal"]["number"] == 2


def test_the_interval_ends_by_itself(players: Players, time: Time) -> None:
    play_deal(players, time)
    time.pass_ms(12_000 + 2_000)
    assert tasks.tick() == 1
    assert players.page(players.people[0]).view["deal"]["number"] == 2


def test_what_is_played_in_the_event_loop_is_the_same_match(players: Players) -> None:
    mover, move, version = players.mover.pk, players.offered()[0], players.version

    async def play() -> services.Receipt:
        try:
            return await services.aact(mover, players.match_id, move, version=version, move_id="m")
        finally:
            await store.aclose()

    receipt = async_to_sync(play)()
    store.forget_all()
    assert store.load(players.match_id) == receipt.record


def test_a_move_is_kept_although_nobody_can_be_told(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Silent:
        async def group_send(self, group: str, message: object) -> None:
            raise ConnectionError("Valkey is away")

    monkeypatch.setattr(broadcast, "get_channel_layer", Silent)
    receipt = players.act()
    assert players.version == receipt.version


def test_a_page_is_only_for_those_who_sit(players: Players, cast: Cast) -> None:
    for person in (cast.olga, cast.staff):
        with pytest.raises(Http404):
            players.page(person)


def test_the_result_is_told_until_somebody_has_heard_it(players: Players) -> None:
    heard: list[dict[str, Any]] = []

    def fail(**kwargs: Any) -> None:
        raise RuntimeError("not now")

    def hear(**kwargs: Any) -> None:
        heard.append(kwargs)

    winner = players.turn
    services.resign(players.waiter.pk, players.match_id)
    match_finished.connect(fail)
    with pytest.raises(RuntimeError):
        services.settle(players.match_id)
    match_finished.disconnect(fail)
    assert services.unsettled_matches(10) == [players.match_id]
    match_finished.connect(hear)
    services.settle(players.match_id)
    match_finished.disconnect(hear)
    assert services.unsettled_matches(10) == []
    assert heard[0]["match_id"] == players.match_id
    assert heard[0]["result"]["reason"] == "resigned"
    assert heard[0]["result"]["winner"] == winner
