"""What the tick does about people who are gone, and what it does not while the site is away."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games import attendance, heartbeat, presence, services, store, tasks, valkey, watch
from games.engine.core import RefusalCode
from games.engine.policies import AMICHEVOLE, TORNEO, Policy
from games.engine.referee import RECORD_MS, Phase, due
from games.models import Match, MatchEvent, Outage, WebProcess
from games.services import Saying
from tests.conftest import Cast
from tests.engine.kit import AT_ONCE, formats
from tests.games.acts import at_once, refusal_of
from tests.games.conftest import Time, start_match
from tests.games.watching import dead_client, kinds

MOVE_MS = 3_000 + 30_000  # the first of a deal
GONE_MS = presence.SOCKET_LEASE_MS + presence.DROP_AFTER_MS


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    valkey.client().flushdb()
    yield
    valkey.client().flushdb()


def web_was_there(seconds_ago: float, name: str = "web") -> None:
    beat_at = timezone.now() - timedelta(seconds=seconds_ago)
    WebProcess.objects.update_or_create(name=name, defaults={"beat_at": beat_at})


def begin_to_watch() -> None:
    """The web is there, and a tick has looked at a table with nobody at it."""
    web_was_there(0)
    tasks.tick()
    valkey.client().delete(presence.LEASES)


def ticks_at_once() -> None:
    at_once(*[tasks.tick] * 4)


@pytest.fixture
def watched(match_id: int, time: Time) -> int:
    """The match, with both seats heard of and a tick that has looked."""
    begin_to_watch()
    for seat in range(2):
        presence.renew(match_id, seat, presence.SOCKET_LEASE_MS)
    return match_id


def pass_watched(time: Time, milliseconds: int) -> None:
    """Time passes with a tick each second."""
    while milliseconds > 0:
        time.pass_ms(min(1_000, milliseconds))
        milliseconds -= 1_000
        tasks.tick()


def absent(match_id: int) -> list[bool]:
    state = store.fresh(match_id).state
    return [state.is_absent(seat) for seat in range(len(state.people))]


def start_by(policy: Policy, *people: User) -> int:
    with transaction.atomic():
        return services.start_match(
            game="scopa",
            rules={"name": "scopa", "target": 11},
            policy=policy,
            user_ids=[person.pk for person in people],
        )


# --- drops ----------------------------------------------------------------------------------


def test_a_seat_drops_when_it_was_not_heard_of_for_more_than_five_seconds(
    watched: int, time: Time
) -> None:
    presence.renew(watched, 1, 60_000)
    pass_watched(time, GONE_MS)
    assert absent(watched) == [False, False]
    time.pass_ms(1)
    assert tasks.tick() == 1
    assert absent(watched) == [True, False]
    event = MatchEvent.objects.get(match=watched, kind="drop")
    assert (event.seat, event.at) == (0, time.now)
    assert presence.count() == 1  # the seat that is there


def test_who_pings_does_not_drop(watched: int, time: Time) -> None:
    for _ in range(10):
        for seat in range(2):
            presence.renew(watched, seat, presence.SOCKET_LEASE_MS)
        pass_watched(time, 2_000)
    assert kinds(watched, "drop") == 0


def test_a_seat_that_came_back_drops_again_when_it_goes_again(
    watched: int, time: Time, cast: Cast
) -> None:
    presence.renew(watched, 1, 600_000)
    for drops in (1, 2, 3):
        pass_watched(time, GONE_MS + 1_000)
        assert kinds(watched, "drop") == drops
        services.come_back(cast.anna.pk, watched)
        presence.renew(watched, 0, presence.SOCKET_LEASE_MS)
    state = store.fresh(watched).state
    assert state.phase is Phase.FINISHED
    assert state.result is not None
    assert state.result.reason == "drops"


def test_four_ticks_at_once_record_a_drop_and_an_expiry_once(
    watched: int, time: Time, cast: Cast
) -> None:
    other = start_match(cast.olga, cast.staff)
    pass_watched(time, GONE_MS)
    time.pass_ms(1_000)
    ticks_at_once()
    assert kinds(watched, "drop") == 2
    assert absent(watched) == [True, True]
    time.pass_ms(MOVE_MS)
    ticks_at_once()
    assert kinds(other, "expiry") == 1


@pytest.mark.parametrize("why", ["finished", "absent", "unknown", "no drops"])
def test_seats_that_nobody_waits_for_leave_the_table(
    watched: int, time: Time, cast: Cast, why: str
) -> None:
    match_id = watched
    match why:
        case "finished":
            services.resign(cast.anna.pk, match_id)
        case "absent":
            for person in (cast.anna, cast.bruno):
                services.say(person.pk, match_id, Saying.LEAVE)
        case "unknown":
            valkey.client().delete(presence.LEASES)
            presence.renew(10**9, 0, presence.SOCKET_LEASE_MS)
        case "no drops":
            valkey.client().delete(presence.LEASES)
            match_id = start_by(replace(AT_ONCE, drop_ms=None), cast.anna, cast.bruno)
            presence.renew(match_id, 0, presence.SOCKET_LEASE_MS)
    pass_watched(time, GONE_MS + 1_000)
    assert presence.count() == 0
    assert kinds(match_id, "drop") == 0


def test_who_is_gone_before_the_match_begins_drops_once_it_has_begun(
    transactional_db: None, cast: Cast, time: Time
) -> None:
    begin_to_watch()
    match_id = start_by(TORNEO, cast.anna, cast.bruno)
    presence.renew(match_id, 0, presence.SOCKET_LEASE_MS)
    services.start(cast.anna.pk, match_id)  # and then closes the page
    pass_watched(time, 30_000)
    assert absent(match_id) == [False, False]
    services.start(cast.bruno.pk, match_id)
    presence.renew(match_id, 1, 60_000)
    pass_watched(time, GONE_MS + 1_000)
    assert absent(match_id) == [True, False]


def test_a_seat_in_three_that_is_out_is_not_watched(
    transactional_db: None, four: list[User], time: Time
) -> None:
    begin_to_watch()
    way = next(one for one in formats() if one.game.name == "star-cards" and one.seats == 3)
    match_id = start_match(*four[:3], way=way)
    services.resign(four[0].pk, match_id)
    for seat in (1, 2):
        presence.renew(match_id, seat, 60_000)
    presence.renew(match_id, 0, presence.SOCKET_LEASE_MS)
    pass_watched(time, GONE_MS + 1_000)
    assert kinds(match_id, "drop") == 0
    assert presence.count() == 2


# --- Valkey ---------------------------------------------------------------------------------


def test_while_valkey_is_away_nobody_drops_but_clocks_run_on(
    watched: int, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    time.pass_ms(MOVE_MS + RECORD_MS)
    with dead_client(monkeypatch):
        assert tasks.tick() == 1
    assert kinds(watched, "expiry") == 1
    assert kinds(watched, "drop") == 0


def test_after_valkey_was_away_everybody_has_time_to_be_heard_of(
    watched: int, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dead_client(monkeypatch):
        pass_watched(time, GONE_MS + 2_000)
    tasks.tick()
    assert kinds(watched, "drop") == 0
    presence.renew(watched, 1, 60_000)
    pass_watched(time, GONE_MS + 1_000)
    assert absent(watched) == [True, False]


def test_a_valkey_that_lost_its_data_is_found_out_and_every_seat_leased_anew(
    watched: int, time: Time
) -> None:
    valkey.client().flushdb()
    tasks.tick()
    assert presence.count() == 2
    presence.renew(watched, 1, 60_000)
    pass_watched(time, presence.RECONNECT_LEASE_MS + presence.DROP_AFTER_MS)
    assert absent(watched) == [False, False]
    pass_watched(time, 1_000)
    assert absent(watched) == [True, False]


def test_a_worker_that_was_away_counts_nobody_as_gone_at_once(watched: int, time: Time) -> None:
    time.pass_ms(20_000)
    tasks.tick()
    assert kinds(watched, "drop") == 0
    pass_watched(time, GONE_MS + 1_000)
    assert kinds(watched, "drop") == 2


# --- PostgreSQL -----------------------------------------------------------------------------


def test_a_tick_without_postgresql_does_nothing_and_the_next_one_works(
    watched: int, time: Time, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time.pass_ms(MOVE_MS + RECORD_MS)
    with monkeypatch.context() as away, caplog.at_level(logging.WARNING):
        away.setitem(connection.settings_dict, "HOST", "/nonexistent")
        connection.close()
        assert tasks.tick() == 0
        connection.close()
    assert "this tick did no more" in caplog.text
    assert tasks.tick() == 1


# --- the web is away ------------------------------------------------------------------------


def test_while_no_web_process_shows_itself_nothing_expires_and_nobody_drops(
    watched: int, time: Time
) -> None:
    web_was_there(heartbeat.STALE_S + 1)
    pass_watched(time, MOVE_MS + RECORD_MS)
    assert Match.objects.get(pk=watched).version == store.fresh(watched).version
    assert kinds(watched, "expiry") == kinds(watched, "drop") == 0
    assert not Outage.objects.exists()
    web_was_there(0)
    tasks.tick()
    assert kinds(watched, "expiry") == 1  # it was too short for an outage
    assert kinds(watched, "drop") == 0  # and long enough for all sockets to be lost


def test_one_web_process_of_two_that_dies_is_no_outage(watched: int, time: Time) -> None:
    web_was_there(60, "dead")
    web_was_there(1, "alive")
    pass_watched(time, GONE_MS + 1_000)
    assert not Outage.objects.exists()
    assert kinds(watched, "drop") == 2


def test_an_outage_gives_every_running_match_its_time_back_once(
    watched: int, time: Time, cast: Cast
) -> None:
    other, over = start_match(cast.olga, cast.staff), start_match(cast.olga, cast.staff)
    services.resign(cast.olga.pk, over)
    before = due(store.fresh(other).state)
    web_was_there(heartbeat.AWAY_S + 1)
    tasks.tick()
    tasks.tick()
    assert Outage.objects.get().cause == "away"
    assert kinds(watched, "compensated") == 0  # they would lose it again: nobody is there yet
    web_was_there(0)
    for _ in range(3):
        ticks_at_once()
    assert [kinds(one, "compensated") for one in (watched, other, over)] == [1, 1, 0]
    event = MatchEvent.objects.get(match=other, kind="compensated")
    outage = Outage.objects.get()
    assert event.data == {"ms": 20_000, "cause": "away", "outage": f"away:{outage.pk}"}
    assert outage.ended_at is not None
    after = due(store.fresh(other).state)
    assert before is not None
    assert after is not None
    assert after.at == before.at + 20_000
    assert presence.count() == 4


def test_after_a_long_outage_nobody_loses_by_a_limit_that_passed_meanwhile(
    watched: int, time: Time, cast: Cast
) -> None:
    services.drop(watched, 0)
    web_was_there(3_600)
    time.pass_ms(3_600_000)
    tasks.tick()
    assert kinds(watched, "expiry") == 0
    web_was_there(0)
    assert tasks.tick() == 0
    limit = due(store.fresh(watched).state)
    assert limit is not None
    assert limit.at == time.now + 20_000
    time.pass_ms(19_000)
    tasks.tick()
    services.come_back(cast.anna.pk, watched)
    assert absent(watched) == [False, False]


def test_what_is_due_after_an_outage_gets_its_time_before_its_turn_comes(
    watched: int, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "go_on_restoring", lambda _outages: [])  # it has a long way to go
    web_was_there(heartbeat.AWAY_S + 1)
    tasks.tick()
    time.pass_ms(MOVE_MS + RECORD_MS)
    web_was_there(0)
    tasks.tick()
    assert (kinds(watched, "compensated"), kinds(watched, "expiry")) == (1, 0)
    time.pass_ms(20_000 + RECORD_MS)
    tasks.tick()
    assert (kinds(watched, "compensated"), kinds(watched, "expiry")) == (1, 1)


def test_a_worker_killed_while_it_gives_time_back_leaves_nobody_out_and_gives_nobody_twice(
    watched: int, time: Time, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [watched, start_match(cast.olga, cast.staff), start_match(cast.olga, cast.staff)]
    web_was_there(heartbeat.AWAY_S + 1)
    tasks.tick()
    web_was_there(0)

    class Killed(BaseException):
        pass

    give, given = services.compensate, []

    def give_one(match_id: int, ms: int, cause: str, outage: str) -> services.Receipt:
        receipt = give(match_id, ms, cause, outage)
        given.append(match_id)
        if len(given) == 2:
            raise Killed  # committed, and nobody has been told
        return receipt

    with monkeypatch.context() as dying:
        dying.setattr(services, "compensate", give_one)
        with pytest.raises(Killed):
            tasks.tick()
    assert [kinds(one, "compensated") for one in matches] == [1, 1, 0]
    tasks.tick()
    tasks.tick()
    assert [kinds(one, "compensated") for one in matches] == [1, 1, 1]
    assert Outage.objects.get().ended_at is not None


def test_matches_that_begin_after_an_outage_get_nothing_and_two_outages_give_twice(
    watched: int, cast: Cast
) -> None:
    for _ in range(2):
        web_was_there(heartbeat.AWAY_S + 1)
        tasks.tick()
    newer = start_match(cast.olga, cast.staff)
    web_was_there(0)
    tasks.tick()
    tasks.tick()
    assert Outage.objects.count() == 2
    assert (kinds(watched, "compensated"), kinds(newer, "compensated")) == (2, 0)


def test_without_any_heartbeat_ever_limits_expire_and_nobody_drops(
    match_id: int, time: Time
) -> None:
    presence.renew(match_id, 0, presence.SOCKET_LEASE_MS)
    pass_watched(time, MOVE_MS + RECORD_MS)
    assert (kinds(match_id, "expiry"), kinds(match_id, "drop")) == (1, 0)


# --- many at once ---------------------------------------------------------------------------


def start_many(number: int, cast: Cast) -> list[int]:
    return [start_by(AT_ONCE, cast.anna, cast.bruno) for _ in range(number)]


def test_twenty_seats_and_a_third_lost_at_once_are_an_outage_once(
    transactional_db: None, cast: Cast, time: Time
) -> None:
    begin_to_watch()
    matches = start_many(12, cast)
    for match_id in matches:
        for seat in range(2):
            is_lost = match_id in matches[:10]
            presence.renew(match_id, seat, presence.SOCKET_LEASE_MS if is_lost else 600_000)
    pass_watched(time, GONE_MS + 2_000)
    assert Outage.objects.get().cause == "mass"
    assert [kinds(one, "drop") for one in matches] == [0] * 12
    assert [kinds(one, "compensated") for one in matches] == [1] * 12
    # Whoever stays away after that is gone.
    pass_watched(time, presence.RECONNECT_LEASE_MS + presence.DROP_AFTER_MS)
    assert [kinds(one, "drop") for one in matches] == [2] * 10 + [0] * 2
    assert Outage.objects.count() == 1
    assert [kinds(one, "compensated") for one in matches] == [1] * 12


def test_nineteen_seats_lost_at_once_have_dropped(
    transactional_db: None, cast: Cast, time: Time
) -> None:
    begin_to_watch()
    matches = start_many(10, cast)
    for match_id in matches:
        for seat in range(2):
            is_lost = (match_id, seat) != (matches[0], 0)
            presence.renew(match_id, seat, presence.SOCKET_LEASE_MS if is_lost else 600_000)
    pass_watched(time, GONE_MS + 1_000)
    assert sum(kinds(one, "drop") for one in matches) == 19
    assert not Outage.objects.exists()


# --- odds and ends --------------------------------------------------------------------------


def test_a_worker_expires_a_match_again_after_people_went_on_with_it(
    watched: int, time: Time
) -> None:
    """What a worker remembers of the match is old by then."""
    time.pass_ms(MOVE_MS + RECORD_MS)
    tasks.tick()
    old = store.cached(watched)
    assert old is not None
    store.forget_all()
    for seat in range(2):
        services.drop(watched, seat)  # elsewhere
    store.forget_all()
    store._remember(old)
    time.pass_ms(120_000 + RECORD_MS)
    assert tasks.tick() == 1
    assert kinds(watched, "expiry") == 2


def test_in_amichevole_a_drop_lasts_ten_minutes(
    transactional_db: None, cast: Cast, time: Time
) -> None:
    begin_to_watch()
    match_id = start_by(AMICHEVOLE, cast.anna, cast.bruno)
    for person in (cast.anna, cast.bruno):
        services.start(person.pk, match_id)
    presence.renew(match_id, 0, presence.SOCKET_LEASE_MS)
    pass_watched(time, GONE_MS + 1_000)
    absence = store.fresh(match_id).state.people[0].absence
    assert absence is not None
    assert absence.until - absence.since == 600_000


def test_a_compensation_is_given_by_the_first_who_comes_back_too(watched: int, time: Time) -> None:
    web_was_there(heartbeat.AWAY_S + 1)
    tasks.tick()
    (outage,) = heartbeat.open_outages()
    at_once(*[partial(attendance.restore, watched, outage)] * 4)
    assert kinds(watched, "compensated") == 1
    assert attendance.restore(watched, outage) is False


def test_an_absent_seat_cannot_be_dropped_twice(watched: int) -> None:
    services.drop(watched, 0)
    before = store.fresh(watched).version
    assert services.drop(watched, 0).version == before
    assert refusal_of(lambda: services.drop(10**9, 0)) is RefusalCode.NOT_FOUND
