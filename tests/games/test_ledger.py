"""The connection ledger on real matches: at the table, on the record, and for every game."""

import re
from html import unescape
from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import services, store
from games.engine import policies, referee
from games.engine.policies import Policy
from games.presentation.ledger import Ledger, ledger
from games.presentation.page import GAMES
from games.presentation.people import People
from games.records import export
from games.services import Saying
from tests.conftest import Cast
from tests.engine.kit import Format
from tests.games.conftest import Time
from tests.games.play import short_formats, some_move
from tests.games.records import finished_match

pytestmark = pytest.mark.django_db(transaction=True)

ANNA, BRUNO = 0, 1
SHOWN = [way for way in short_formats() if way.game.name in GAMES]
FRIENDLY = policies.policy("amichevole", "scopa", 11)
PAUSING = policies.policy("sfida", "scopa", 11, pause=True)


def waiting_match(cast: Cast, policy: Policy = policies.TORNEO) -> int:
    """Of Anna and Bruno, before either has pressed start. The time of a test stands at 22:13:20."""
    with transaction.atomic():
        return services.start_match(
            game="scopa",
            rules={"name": "scopa", "target": 11},
            policy=policy,
            user_ids=[cast.anna.pk, cast.bruno.pk],
        )


def begun_match(cast: Cast, policy: Policy = policies.TORNEO) -> int:
    match_id = waiting_match(cast, policy)
    services.start(cast.anna.pk, match_id)
    services.start(cast.bruno.pk, match_id)
    return match_id


def expire(match_id: int) -> None:
    """All that is due by now, as the tick would."""
    version = 0
    while (latest := store.load(match_id).version) != version:
        version = latest
        services.expire(match_id, version)


def ledger_for(match_id: int, seat: int = ANNA) -> Ledger:
    page = services.page_of(store.load(match_id), seat)
    return ledger(page.view, page.log, People.of(page.view), GAMES[page.view["game"]])


def told(match_id: int, seat: int = ANNA) -> list[str]:
    """The lines as they are read: time, who, what, why."""
    lines = [
        " ".join(
            filter(None, [entry.day, f"{entry.at:%H:%M:%S}", entry.who, entry.text, entry.reason])
        )
        for entry in ledger_for(match_id, seat).entries
    ]
    return [re.sub(r"[0-9a-f]{8}$", "…", line) for line in lines]


def play_one(cast: Cast, match_id: int) -> None:
    """Whoever is to move plays some card."""
    state = store.load(match_id).state
    assert state.clock is not None
    mover = (cast.anna, cast.bruno)[state.clock.seat]
    page = services.get_page(mover, match_id)
    version = page.view["version"]
    move = some_move(page.view, Random(1))
    services.act(mover.pk, match_id, move, version=version, move_id=f"m{version}")


def turn_of(match_id: int) -> int:
    clock = store.load(match_id).state.clock
    assert clock is not None
    return clock.seat


# --- what stands in it -------------------------------------------------------------------------


def test_the_start_the_deal_and_a_drop_stand_there_with_their_times(cast: Cast, time: Time) -> None:
    match_id = waiting_match(cast)
    time.pass_ms(4_000)
    services.start(cast.bruno.pk, match_id)
    time.pass_ms(3_000)
    services.start(cast.anna.pk, match_id)
    time.pass_ms(10_000)
    services.drop(match_id, BRUNO)
    time.pass_ms(5_000)
    services.invite(cast.bruno.pk, match_id)
    time.pass_ms(20_000)
    services.come_back(cast.bruno.pk, match_id)
    lines = told(match_id)
    dealer = lines.pop(4)
    assert dealer.startswith("22:13:27 Deal 1: ")
    assert lines == [
        "22:13:20 The deck of deal 1 is sealed: …",
        "22:13:24 Bruno pressed start",
        "22:13:27 You pressed start",
        "22:13:27 The match begins",
        "22:13:37 Bruno lost the connection (1 of 2): 2:00 to come back",
        "22:13:42 Bruno is on another page, invited to the table: 0:30 to follow",
        "22:14:02 Bruno is back at the table",
    ]
    assert ledger_for(match_id).drops == "Connections lost: You 0 of 2, Bruno 1 of 2."
    assert ledger_for(match_id, BRUNO).drops == "Connections lost: You 1 of 2, Anna 0 of 2."
    assert "22:13:24 You pressed start" in told(match_id, BRUNO)


def test_a_move_is_a_line_and_one_by_the_clock_says_why(cast: Cast, time: Time) -> None:
    match_id = begun_match(cast)
    first = turn_of(match_id)
    time.pass_ms(4_000)
    play_one(cast, match_id)
    time.pass_ms(32_000)
    expire(match_id)
    own, automatic = ledger_for(match_id).entries[-2:]
    names = ("You", "Bruno")
    assert (own.kind, own.who, own.reason) == ("move", names[first], "")
    assert (automatic.kind, automatic.who) == ("automatic", names[1 - first])
    assert automatic.reason == "time over: played automatically"
    assert f"{automatic.at:%H:%M:%S}" == "22:13:56"


def test_leaving_pausing_and_our_own_outage_are_told_with_their_reasons(
    cast: Cast, time: Time
) -> None:
    match_id = begun_match(cast, PAUSING)
    services.say(cast.anna.pk, match_id, Saying.PAUSE)
    time.pass_ms(1_000)
    services.say(cast.anna.pk, match_id, Saying.RESUME)
    time.pass_ms(1_000)
    services.compensate(match_id, 20_000, "away", "outage-1")
    time.pass_ms(1_000)
    services.say(cast.anna.pk, match_id, Saying.LEAVE)
    assert told(match_id, BRUNO)[-4:] == [
        "22:13:20 Anna paused the match for 1:00",
        "22:13:21 Anna ended the pause",
        "22:13:22 Our server was away: every clock gets 20 s back",
        "22:13:23 Anna left the table (1 of 2): 2:00 to come back",
    ]


def test_the_third_drop_ends_the_match_and_says_so(cast: Cast, time: Time) -> None:
    match_id = begun_match(cast)
    for _ in range(2):
        services.drop(match_id, BRUNO)
        services.come_back(cast.bruno.pk, match_id)
    services.drop(match_id, BRUNO)
    assert told(match_id)[-4:] == [
        "22:13:20 Bruno lost the connection once more than the 2 times allowed",
        "22:13:20 Bruno left or lost the connection a third time",
        told(match_id)[-2],
        "22:13:20 You won the match",
    ]
    assert "The seed of deal 1 is open" in told(match_id)[-2]
    assert ledger_for(match_id).drops == "Connections lost: You 0 of 2, Bruno 3 of 2."


def test_a_day_later_the_ledger_says_which_day(cast: Cast, time: Time) -> None:
    match_id = begun_match(cast, FRIENDLY)
    time.pass_ms(4 * 3_600_000)
    services.drop(match_id, BRUNO)
    assert told(match_id)[-1].startswith("November 15 02:13:20 Bruno lost the connection: 10:00")
    assert ledger_for(match_id).drops == "Connections lost: You 0, Bruno 1."


@pytest.mark.parametrize("way", SHOWN, ids=str)
def test_every_move_of_every_game_is_a_line(four: list[User], way: Format) -> None:
    match_id = finished_match(four, way, resigning=0.01)
    record = store.load(match_id)
    for seat in range(way.seats):
        page = services.page_of(record, seat)
        kinds = [entry.kind for entry in ledger_for(match_id, seat).entries]
        moves = [notice["automatic"] for notice in page.log if "automatic" in notice]
        assert [kind == "automatic" for kind in kinds if kind in ("move", "automatic")] == moves
        assert all(entry.text for entry in ledger_for(match_id, seat).entries)


def test_moves_for_somebody_who_is_out_are_not_blamed_on_the_clock(four: list[User]) -> None:
    way = next(way for way in SHOWN if way.game.name == "star-cards" and way.seats == 3)
    with transaction.atomic():
        match_id = services.start_match(
            game="star-cards",
            rules=way.rules,
            policy=policies.TORNEO,
            user_ids=[person.pk for person in four[:3]],
        )
    for person in four[:3]:
        services.start(person.pk, match_id)
    out = turn_of(match_id)
    services.resign(four[out].pk, match_id)
    entries = ledger_for(match_id, (out + 1) % 3).entries
    reasons = {entry.reason for entry in entries if entry.kind == "automatic"}
    assert reasons == {"out of the match: played automatically"}


# --- where it is shown ---------------------------------------------------------------------------


def rows_of(source: str) -> list[str]:
    """The rows of the ledger in a page, as text."""
    table = source.partition('<table class="ledger__table"')[2].partition("</table>")[0]
    rows = re.findall(r"<tr data-kind.*?</tr>", table, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", row)).split()) for row in rows]


def source_of(user: User, name: str, match_id: int) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(reverse(f"games:{name}", args=[match_id]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_table_shows_the_ledger_with_the_latest_first(cast: Cast, time: Time) -> None:
    match_id = begun_match(cast)
    services.drop(match_id, BRUNO)
    source = source_of(cast.anna, "match", match_id)
    assert rows_of(source)[0] == ("22:13:20 Bruno lost the connection (1 of 2): 2:00 to come back")
    assert len(rows_of(source)) == len(ledger_for(match_id).entries)
    assert 'datetime="2023-11-14T22:13:20+00:00"' in source


def test_the_record_shows_the_ledger_from_the_beginning(cast: Cast, time: Time) -> None:
    match_id = begun_match(cast)
    services.drop(match_id, BRUNO)
    time.pass_ms(122_000)
    expire(match_id)
    source = source_of(cast.anna, "record", match_id)
    rows = rows_of(source)
    assert rows[0].startswith("22:13:20 The deck of deal 1 is sealed")
    assert rows[-1] == "22:15:22 You won the match"
    assert "Bruno did not come back in time" in source
    assert "Connections lost: You 0 of 2, Bruno 1 of 2." in source


@pytest.mark.parametrize("pressing", [False, True])
def test_a_match_that_nobody_started_has_a_record_without_a_replay(
    cast: Cast, time: Time, pressing: bool
) -> None:
    match_id = waiting_match(cast)
    if pressing:
        services.start(cast.anna.pk, match_id)
    time.pass_ms(122_000)
    expire(match_id)
    source = source_of(cast.anna, "record", match_id)
    if pressing:
        assert "You won the match" in source
        assert "Bruno did not press start in time" in source
    else:
        assert "The match is void: nobody wins" in source
        assert "Nobody pressed start in time" in source
    assert "Replay move by move" not in source
    client = Client()
    client.force_login(cast.anna)
    answer = client.get(reverse("games:record_step", args=[match_id, 1]))
    assert answer["Location"] == reverse("games:record", args=[match_id])
    history = client.get(reverse("games:history")).content.decode()
    assert ("did not press start in time" if pressing else "Nobody pressed start") in history
    for name in ("record_json", "record_text"):
        assert client.get(reverse(f"games:{name}", args=[match_id])).status_code == 200


def test_a_void_match_is_void_in_the_history(cast: Cast, time: Time) -> None:
    match_id = begun_match(cast, FRIENDLY)
    services.drop(match_id, BRUNO)
    services.say(cast.anna.pk, match_id, Saying.ENDED)
    client = Client()
    client.force_login(cast.bruno)
    history = client.get(reverse("games:history")).content.decode()
    assert re.search(r"history__verdict[^>]*>void<", history)
    assert "It was ended because somebody was away. Away from the table: You" in history
    record = client.get(reverse("games:record_json", args=[match_id])).json()
    assert record["result"] == {
        "winner": None,
        "reason": "ended",
        "away": [BRUNO],
        "totals": [0, 0],
    }
    before = {**record, "result": {"winner": None, "reason": "ended", "totals": [0, 0]}}
    state, _ = referee.replay(export.events_of(before))  # as downloaded by an earlier version
    assert state.result == referee.Result(None, "ended", away=(BRUNO,))
