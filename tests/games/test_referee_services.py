"""Starts, drops and returns as people and the tick bring them about, on the real store."""

from functools import partial

import pytest
from django.db import transaction

from accounts.models import User
from games import services, store
from games.engine import policies, referee, shuffle
from games.engine.core import RefusalCode
from games.engine.referee import Phase, RefereeState
from games.engine.registry import GAMES
from games.models import Match, MatchEvent
from games.services import Saying
from tests.conftest import Cast
from tests.games.acts import at_once, refusal_of
from tests.games.conftest import Time
from tests.games.play import moves_offered

DROP_MS = 120_000
INVITATION_MS = 30_000


class Game:
    """A match of the cast by a policy, as its log has it now."""

    def __init__(self, policy: policies.Policy, *people: User) -> None:
        self.people = people
        with transaction.atomic():
            self.id = services.start_match(
                game="scopa" if len(people) == 2 else "escoba",
                rules={},
                policy=policy,
                user_ids=[person.pk for person in people],
            )

    @property
    def state(self) -> RefereeState:
        return store.load(self.id).state

    @property
    def version(self) -> int:
        return Match.objects.get(pk=self.id).version

    def kinds(self) -> list[str]:
        events = MatchEvent.objects.filter(match=self.id).order_by("number")
        return list(events.values_list("kind", flat=True))

    def begin(self) -> None:
        for person in self.people:
            services.start(person.pk, self.id)

    @property
    def turn(self) -> int:
        turn: int = self.state.match.deal.turn
        return turn

    def move(self, seat: int, version: int) -> services.Receipt:
        person = self.people[seat]
        move = moves_offered(services.get_page(person, self.id).view)[0]
        return services.act(person.pk, self.id, move, version=version, move_id=f"m{version}")


@pytest.fixture
def game(transactional_db: None, cast: Cast, time: Time) -> Game:
    return Game(policies.TORNEO, cast.anna, cast.bruno)


@pytest.fixture
def begun(game: Game) -> Game:
    game.begin()
    return game


def test_a_match_waits_for_both_to_press_start_with_its_seed_already_sealed(game: Game) -> None:
    assert game.kinds() == ["started", "sealed"]
    services.start(game.people[1].pk, game.id, "aa")
    assert game.state.phase is Phase.STARTING
    services.start(game.people[1].pk, game.id, "bb")  # said twice, it is the first that counts
    services.start(game.people[0].pk, game.id)
    assert game.kinds() == ["started", "sealed", "start", "start", "dealt"]
    seal = game.state.seal
    assert seal is not None
    assert seal.entropies == (b"", b"\xaa")


def test_the_deck_follows_from_the_seal_and_from_what_the_browsers_added(begun: Game) -> None:
    state = begun.state
    assert state.seal is not None
    dealt = MatchEvent.objects.get(match=begun.id, kind="dealt")
    deck = shuffle.shuffled(
        GAMES["scopa"].deck,
        state.seal.seed,
        match=begun.id,
        deal=1,
        entropy=shuffle.joined(state.seal.entropies),
    )
    assert dealt.data["deck"] == [str(card) for card in deck]


@pytest.mark.parametrize("entropy", ["x", "abc", "00" * 33, "é"])
def test_entropy_that_is_none_changes_nothing(game: Game, entropy: str) -> None:
    person = game.people[0].pk
    code = refusal_of(lambda: services.start(person, game.id, entropy))
    assert code is RefusalCode.MALFORMED
    assert game.kinds() == ["started", "sealed"]


def test_two_who_press_at_once_are_dealt_to_once(game: Game) -> None:
    anna, bruno = (person.pk for person in game.people)
    at_once(*[lambda: services.start(anna, game.id), lambda: services.start(bruno, game.id)] * 3)
    assert sorted(game.kinds()) == ["dealt", "sealed", "start", "start", "started"]


def test_who_does_not_press_in_time_loses_and_a_late_press_brings_that_about(
    game: Game, time: Time
) -> None:
    services.start(game.people[0].pk, game.id)
    time.pass_ms(121_000)
    late = game.people[1].pk
    assert refusal_of(lambda: services.start(late, game.id)) is RefusalCode.LATE
    assert game.state.result == referee.Result(0, "start")


def test_a_drop_is_recorded_once_and_a_return_ends_it(begun: Game) -> None:
    seat = begun.turn
    at_once(*[lambda: services.drop(begun.id, seat)] * 4)
    assert begun.kinds().count("drop") == 1
    person = begun.people[seat].pk
    at_once(*[lambda: services.come_back(person, begun.id)] * 4)
    assert begun.kinds().count("return") == 1
    services.come_back(person, begun.id)  # who is there needs no return
    assert begun.kinds().count("return") == 1


def test_a_move_of_who_was_gone_is_a_return_too(begun: Game) -> None:
    seat = begun.turn
    services.drop(begun.id, seat)
    begun.move(seat, begun.version)
    assert begun.kinds()[-3:] == ["drop", "return", "move"]


def test_a_move_is_not_stale_because_another_dropped_meanwhile(begun: Game) -> None:
    seen, seat = begun.version, begun.turn
    services.drop(begun.id, 1 - seat)
    begun.move(seat, seen)
    assert begun.kinds()[-2:] == ["drop", "move"]
    mover = begun.people[1 - seat].pk
    code = refusal_of(lambda: services.act(mover, begun.id, "1D", version=seen, move_id="stale"))
    assert code is RefusalCode.STALE


def test_another_page_of_ours_invites_once(begun: Game, time: Time) -> None:
    seat = begun.turn
    person = begun.people[seat].pk
    services.invite(person, begun.id)  # who is at the table needs no invitation
    services.drop(begun.id, seat)
    time.pass_ms(60_000)
    at_once(*[lambda: services.invite(person, begun.id)] * 3)
    assert begun.kinds().count("invited") == 1
    absence = begun.state.people[seat].absence
    assert absence is not None
    assert absence.until == time.now + INVITATION_MS


def test_who_comes_too_late_finds_the_match_lost(begun: Game, time: Time) -> None:
    seat = begun.turn
    services.drop(begun.id, seat)
    time.pass_ms(DROP_MS + 1_000)
    services.come_back(begun.people[seat].pk, begun.id)
    assert begun.state.result == referee.Result(1 - seat, "drop")
    assert begun.kinds()[-2:] == ["drop", "expiry"]


def test_who_returns_after_a_lapse_while_another_is_out_is_told_nothing_new(
    begun: Game, time: Time
) -> None:
    first = begun.turn
    services.drop(begun.id, first)
    time.pass_ms(60_000)
    services.drop(begun.id, 1 - first)
    time.pass_ms(62_000)
    services.expire(begun.id, begun.version)
    assert begun.state.people[first].absence is not None
    services.come_back(begun.people[first].pk, begun.id)
    assert begun.state.result is None
    services.come_back(begun.people[1 - first].pk, begun.id)
    assert begun.state.result == referee.Result(1 - first, "drop")


def test_an_outage_is_compensated_once(begun: Game) -> None:
    before = referee.due(begun.state)
    assert before is not None
    at_once(*[lambda: services.compensate(begun.id, 20_000, "away", "outage 7")] * 4)
    assert begun.kinds().count("compensated") == 1
    assert referee.due(begun.state) == referee.Due(before.at + 20_000, "move", before.seat)


def test_nothing_of_presence_touches_a_match_that_is_over(begun: Game) -> None:
    services.resign(begun.people[0].pk, begun.id)
    version = begun.version
    services.drop(begun.id, 1)
    services.invite(begun.people[1].pk, begun.id)
    services.come_back(begun.people[1].pk, begun.id)
    services.compensate(begun.id, 20_000, "away", "outage 8")
    assert begun.version == version


def test_in_pairs_the_partner_must_agree_to_give_up(
    transactional_db: None, four: list[User], time: Time
) -> None:
    game = Game(policies.TORNEO, *four)
    game.begin()
    services.resign(four[0].pk, game.id)
    for person, seen in zip(four, ([0], [], [0], []), strict=True):
        assert services.get_page(person, game.id).view["resigning"] == seen
    services.say(four[2].pk, game.id, Saying.DECLINED)
    services.resign(four[2].pk, game.id)
    assert game.state.result is None
    services.resign(four[0].pk, game.id)
    assert game.state.result == referee.Result(1, "resigned")


def test_what_a_policy_does_not_know_is_refused(begun: Game) -> None:
    person = begun.people[0].pk
    for saying in (Saying.PAUSE, Saying.RESUME, Saying.ENDED, Saying.DECLINED):
        code = refusal_of(partial(services.say, person, begun.id, saying))
        assert code is RefusalCode.WRONG_PHASE
