"""Seals, entropy and the ledger in the downloads of a match: JSON of format 2, and notation."""

import copy
import json
import re
from typing import Any

import pytest
from django.db import transaction

from games import services, store
from games.engine import referee, shuffle
from games.engine.policies import TORNEO, policy_json
from games.engine.referee import Phase
from games.records.export import events_of, export, iso_time
from games.records.notation import moves, notation
from games.services import Saying
from tests.conftest import Cast
from tests.games.conftest import Time
from tests.games.records import one_format, to_target
from tests.games.sealed import first_kind_match, sealed_match
from tests.games.test_services import Players, play_deal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def over(cast: Cast) -> store.Log:
    way = to_target(one_format("scopa"), 11)
    return store.read(sealed_match([cast.anna, cast.bruno], way, annulled=True))


@pytest.fixture
def old(cast: Cast) -> store.Log:
    way = to_target(one_format("scopa"), 11)
    return store.read(first_kind_match([cast.anna, cast.bruno], way))


def through_json(record: dict[str, Any]) -> dict[str, Any]:
    again: dict[str, Any] = json.loads(json.dumps(record))
    return again


def notices(log: store.Log, kind: str) -> list[dict[str, Any]]:
    return [dict(one.data) for *_, one in log.latest().notices if one.kind == kind]


# --- JSON ----------------------------------------------------------------------------------------


def test_the_deals_of_a_download_are_what_the_table_was_told(over: store.Log) -> None:
    record = through_json(export(over))
    assert record["format_version"] == 2
    assert record["policy"] == through_json(policy_json(TORNEO))
    times = {one["deal"]: at for _, at, one in _stamped(over, "sealed")}
    told = notices(over, "revealed")
    assert [
        {
            "deal": one["deal"],
            "commitment": one["commitment"],
            "published": iso_time(times[one["deal"]]),
            "entropy": one["entropy"],
            "attempts": one["attempts"],
        }
        for one in told
    ] == record["deals"]
    assert record["deals"][0]["attempts"] == 2
    assert [one["commitment"] for one in notices(over, "sealed")] == [
        one["commitment"] for one in record["deals"]
    ]


def _stamped(log: store.Log, kind: str) -> list[tuple[int, int, dict[str, Any]]]:
    return [
        (version, at, dict(one.data))
        for version, at, one in log.latest().notices
        if one.kind == kind
    ]


@pytest.mark.parametrize("kind", ["over", "old"])
def test_a_download_read_again_is_the_same_match(kind: str, request: pytest.FixtureRequest) -> None:
    log: store.Log = request.getfixturevalue(kind)
    record = through_json(export(log))
    events = tuple(events_of(record))
    assert events == log.events
    assert referee.replay(events) == referee.replay(log.events)
    assert through_json(export(store.Log(log.match_id, log.players, events))) == record


def test_a_download_of_format_1_is_still_read(old: store.Log) -> None:
    """As the first version wrote it: the policy by its name, and no deals."""
    record = through_json(export(old))
    assert record.pop("deals") == []
    first = {**record, "format_version": 1, "policy": "torneo"}
    assert first["events"][0]["data"]["policy"] == "torneo"
    state, _ = referee.replay(events_of(first))
    assert state == old.latest().state


def test_entropy_is_written_the_same_however_a_browser_sent_it(over: store.Log) -> None:
    record = copy.deepcopy(through_json(export(over)))
    for event in record["events"]:
        if event["data"].get("entropy"):
            event["data"]["entropy"] = event["data"]["entropy"].upper()
    log = store.Log(over.match_id, over.players, tuple(events_of(record)))
    assert export(log)["deals"] == export(over)["deals"]


# --- notation ------------------------------------------------------------------------------------


def test_the_notation_has_everything_that_a_deck_was_made_of(over: store.Log) -> None:
    text = notation(over)
    for one in notices(over, "sealed"):
        line = rf"^; \S+Z sealed deal={one['deal']} commitment={one['commitment']}$"
        assert re.search(line, text, re.MULTILINE)
    deals = export(over)["deals"]
    blocks = re.findall(
        r"^# deal (\d+).*\n((?:entropy .*\n)+)(?:sealed seed: .*\n)?seed: (\w+)\ndeck: (.*)$",
        text,
        re.MULTILINE,
    )
    assert len(blocks) == sum(deal["attempts"] for deal in deals)
    for number, entropies, seed, deck in blocks:
        given = [line.split(": ")[1] for line in entropies.splitlines()]
        shown = [entropy or "-" for entropy in deals[int(number) - 1]["entropy"]]
        assert given == shown
        joined = shuffle.joined([bytes.fromhex(one.strip("-")) for one in given])
        cards = shuffle.shuffled(
            one_format("scopa").game.deck,
            bytes.fromhex(seed),
            match=over.match_id,
            deal=int(number),
            entropy=joined,
        )
        assert deck == " ".join(map(str, cards))
    first = notices(over, "revealed")[0]["seed"]
    assert f"sealed seed: {first}\n" in text


def test_the_notation_of_a_match_of_the_first_kind_knows_no_seals(old: store.Log) -> None:
    text = notation(old)
    assert "sealed" not in text
    assert "entropy" not in text
    assert re.search(r"^# deal 1 .*\nseed: \w{64}\ndeck: ", text, re.MULTILINE)


@pytest.fixture
def starting(cast: Cast, time: Time) -> int:
    with transaction.atomic():
        return services.start_match(
            game="scopa",
            rules={"name": "scopa", "target": 11},
            policy=TORNEO,
            user_ids=[cast.anna.pk, cast.bruno.pk],
        )


def comments(match_id: int) -> list[str]:
    """The comments without their time."""
    lines = notation(store.read(match_id)).splitlines()
    found = [re.fullmatch(r"; \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (.*)", line) for line in lines]
    return [one[1] for one in found if one]


def test_starts_drops_returns_and_forfeits_are_comments_with_their_time(
    starting: int, cast: Cast, time: Time
) -> None:
    services.start(cast.anna.pk, starting)
    time.pass_ms(1_500)
    services.start(cast.bruno.pk, starting, "aa")
    seat = store.load(starting).state.match.deal.turn  # the clock stands while this one is away
    gone = (cast.anna, cast.bruno)[seat]
    services.drop(starting, seat)
    time.pass_ms(60_000)
    services.invite(gone.pk, starting)
    services.come_back(gone.pk, starting)
    services.say(gone.pk, starting, Saying.LEAVE)
    time.pass_ms(122_000)
    services.expire(starting, store.load(starting).version)
    assert store.load(starting).state.phase is Phase.FINISHED
    told = [line.split()[0] for line in comments(starting)]
    assert told == [
        *["sealed", "pressed", "pressed", "begun"],
        *["dropped", "invited", "returned", "dropped", "forfeited"],
    ]
    assert "pressed seat=0" in comments(starting)
    assert f"forfeited seat={seat} reason=drop" in comments(starting)
    text = notation(store.read(starting))
    assert f"; {iso_time(1_700_000_001_500)} pressed seat=1\n" in text
    assert f"result: winner={1 - seat} reason=drop" in text


def test_the_interval_and_a_resignation_are_told_once(
    starting: int, cast: Cast, time: Time
) -> None:
    for person in (cast.anna, cast.bruno):
        services.start(person.pk, starting)
    play_deal(Players(starting, cast), time)
    services.ready(cast.anna.pk, starting, 1)
    services.resign(cast.bruno.pk, starting)
    text = notation(store.read(starting))
    assert len(re.findall(r"^; \S+ made_ready seat=0$", text, re.MULTILINE)) == 1
    assert len(re.findall(r"^1: resigns$", text, re.MULTILINE)) == 1
    assert "resign_" not in text


def expired(match_id: int, time: Time) -> None:
    due = referee.due(store.load(match_id).state)
    assert due is not None
    time.now = due.at + referee.RECORD_MS
    services.expire(match_id, store.load(match_id).version)


def test_an_automatic_move_is_told_as_it_was_made_by_the_order_of_the_screen(
    starting: int, cast: Cast, time: Time
) -> None:
    for person in (cast.anna, cast.bruno):
        services.start(person.pk, starting)
    state = store.load(starting).state
    seat = state.match.deal.turn
    hand = [str(card) for card in state.match.deal.hands[seat]]
    person = (cast.anna, cast.bruno)[seat]
    services.say(person.pk, starting, Saying.ORDER, cards=list(reversed(hand)))
    before = store.load(starting).state
    expired(starting, time)
    log = store.read(starting)
    after = store.load(starting).state
    ((mover, move, is_automatic),) = moves(before, log.events[-1], after)
    assert (mover, is_automatic) == (seat, True)
    assert move.partition("x")[0] == hand[-1]
    services.resign(cast.anna.pk, starting)
    assert f"{seat}: {move} (automatic)\n" in notation(store.read(starting))
