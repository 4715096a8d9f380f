"""Records of matches: who may read them and when, what they say, and that they can be replayed."""

import json
import re
from itertools import islice
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import presentation, services, store
from games.engine import referee
from games.presentation.page import GAMES
from games.presentation.records import open_hands
from games.records.export import events_of, export, iso_time
from games.records.notation import moves, notation
from games.records.story import moment, story
from tests.conftest import Cast
from tests.engine.kit import Format, formats, random_match
from tests.games.conftest import start_match
from tests.games.play import short_formats
from tests.games.records import finished_match, one_format, stored_match, to_target

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ["record", "record_json", "record_text"]
FORMATS = short_formats()
SHOWN = [way for way in FORMATS if way.game.name in GAMES]


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def source_of(user: User, name: str, *args: int) -> str:
    answer = client_of(user).get(reverse(f"games:{name}", args=args))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def over(cast: Cast) -> int:
    """A match of Anna and Bruno, three deals or more of Scopa."""
    return finished_match([cast.anna, cast.bruno], to_target(one_format("scopa"), 11))


# --- who may read, and when ----------------------------------------------------------------------


@pytest.mark.parametrize("name", [*PAGES, "record_step"])
def test_only_who_sat_there_reads_the_record(cast: Cast, over: int, name: str) -> None:
    url = reverse(f"games:{name}", args=[over, 3] if name == "record_step" else [over])
    for player in (cast.anna, cast.bruno):
        assert client_of(player).get(url).status_code == 200
    for other in (cast.olga, cast.staff):
        assert client_of(other).get(url).status_code == 404
    answer = Client().get(url)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))
    assert client_of(cast.anna).post(url).status_code == 405
    assert "no-store" in client_of(cast.anna).get(url)["Cache-Control"]


def test_a_running_match_has_its_table_and_no_record(cast: Cast, match_id: int) -> None:
    anna = client_of(cast.anna)
    table = reverse("games:match", args=[match_id])
    for url in (
        reverse("games:record", args=[match_id]),
        reverse("games:record_step", args=[match_id, 2]),
    ):
        answer = anna.get(url)
        assert (answer.status_code, answer["Location"]) == (302, table)
        assert not answer.content
    for name in ("record_json", "record_text"):
        assert anna.get(reverse(f"games:{name}", args=[match_id])).status_code == 404
    for name in PAGES:
        assert (
            client_of(cast.olga).get(reverse(f"games:{name}", args=[match_id])).status_code == 404
        )


def test_whoever_gave_up_reads_the_record_only_when_the_others_are_done(four: list[User]) -> None:
    way = one_format("star-cards", seats=3)
    match_id = start_match(*four[:3], way=way)
    services.resign(four[0].pk, match_id)
    url = reverse("games:record_json", args=[match_id])
    assert client_of(four[0]).get(url).status_code == 404
    services.resign(four[1].pk, match_id)
    assert client_of(four[0]).get(url).status_code == 200


def test_a_download_names_people_by_their_names_only(cast: Cast, over: int) -> None:
    for name in ("record_json", "record_text"):
        text = source_of(cast.anna, name, over)
        assert "Anna" in text
        assert "Bruno" in text
        assert "@" not in text
        assert "user" not in text


# --- the downloads -------------------------------------------------------------------------------


@pytest.mark.parametrize("way", FORMATS, ids=str)
def test_the_downloaded_json_replays_to_the_same_result(four: list[User], way: Format) -> None:
    match_id = finished_match(four, way, resigning=0.005)
    answer = client_of(four[0]).get(reverse("games:record_json", args=[match_id]))
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="settebello-{match_id}.json"'
    downloaded = json.loads(answer.content)
    assert downloaded["format"] == "settebello-match"
    assert downloaded["format_version"] == 2
    state, notices = referee.replay(events_of(downloaded))
    stored = store.load(match_id)
    assert state == stored.state
    assert [notice for *_, notice in stored.notices] == list(notices)
    view = services.view_of(stored, 0)
    for name in ("game", "rules", "policy", "sides", "result"):
        assert downloaded[name] == json.loads(json.dumps(view[name]))
    numbers = [event["number"] for event in downloaded["events"]]
    assert numbers == list(range(1, stored.version + 1))
    names = [player.display_name for player in four[: way.seats]]
    assert downloaded["players"] == [
        {"seat": seat, "name": name} for seat, name in enumerate(names)
    ]


@pytest.mark.parametrize("way", FORMATS, ids=str)
def test_the_notation_tells_every_deal_move_and_score(four: list[User], way: Format) -> None:
    match_id = finished_match(four, way, seed="notation")
    log = store.read(match_id)
    text = notation(log)
    for event in log.events:
        if event.kind == "dealt":
            assert f"seed: {event.data['seed']}\ndeck: {' '.join(event.data['deck'])}\n" in text
    played = [event for event in log.events if event.kind == "move"]
    told = re.findall(r"^(\d): (\S+)$", text, re.MULTILINE)
    assert told == [(str(event.seat), event.data["move"]) for event in played]
    assert len(re.findall(r"^points: ", text, re.MULTILINE)) == len(
        [notice for *_, notice in log.latest().notices if notice.kind == "scored"]
    )
    totals = " ".join(map(str, log.latest().state.match.totals))
    assert f"totals: {totals}\nresult: winner=" in text


@pytest.mark.parametrize("seed", range(5))
def test_the_moves_of_seats_that_gave_up_are_told_like_those_of_the_clock(seed: int) -> None:
    """Every play of the log is one of the moves that the notation names."""
    way = next(way for way in formats() if way.game.name == "star-cards" and way.seats == 4)
    steps = list(random_match(way, Random(seed), resigning=0.03))
    for step in steps:
        if step.before is None:
            continue
        made = [
            (seat, move.removesuffix("+"))
            for seat, move, _ in moves(step.before, step.event, step.state)
            if move not in {"dark", "end"} and ":" not in move
        ]
        told = [
            (notice.data["seat"], notice.data["card"])
            for notice in step.notices
            if notice.kind == "played" and notice.data["seat"] != "dummy"
        ]
        assert made == told


def test_the_times_of_a_download_are_utc_with_milliseconds() -> None:
    assert iso_time(0) == "1970-01-01T00:00:00.000Z"
    assert iso_time(1_700_000_000_045) == "2023-11-14T22:13:20.045Z"


def test_the_export_of_a_log_is_that_of_its_own_replay(cast: Cast, over: int) -> None:
    log = store.read(over)
    again = store.Log(log.match_id, log.players, tuple(events_of(export(log))))
    assert export(again) == export(log)


# --- the page of a match --------------------------------------------------------------------------


@pytest.mark.parametrize("way", SHOWN, ids=str)
def test_the_record_has_result_sheets_log_and_rules(four: list[User], way: Format) -> None:
    match_id = finished_match(four, way)
    record = store.load(match_id)
    source = ""
    for seat in range(way.seats):
        source = source_of(four[seat], "record", match_id)
        scene = presentation.scene(story(store.read(match_id), seat).view, [])
        assert scene.ending is not None
        assert scene.ending.title in source
        assert scene.rules.name in source
        for deal in range(1, record.state.deal_number + 1):
            assert f'id="deal-{deal}"' in source
        for other in four[: way.seats]:
            assert other.display_name in source
    lines = re.findall(r'<li class="story__line', source)
    events = [event for event in store.read(match_id).events if event.kind in {"move", "expiry"}]
    assert len(lines) >= len([event for event in events if event.kind == "move"])


def test_a_match_given_up_says_so_and_needs_no_sheet(cast: Cast, match_id: int) -> None:
    services.resign(cast.anna.pk, match_id)
    source = source_of(cast.bruno, "record", match_id)
    assert "You won the match" in source
    assert "Your opponent resigned" in source
    assert "No deal was played to its end." in source


# --- the replay -----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", SHOWN, ids=str)
def test_the_replay_goes_from_the_first_deal_to_the_end_and_back(
    four: list[User], way: Format
) -> None:
    match_id = finished_match(four, way)
    log = store.read(match_id)
    client = client_of(four[1])
    told = story(log, 1)
    assert told.steps[-1] == len(log.events)
    url = reverse("games:record_step", args=[match_id, told.steps[0]])
    seen: list[int] = []
    source = ""
    while url:
        source = client.get(url).content.decode()
        seen.append(int(url.rstrip("/").rpartition("/")[2]))
        if len(seen) > 1:
            assert link(source, "prev") == reverse("games:record_step", args=[match_id, seen[-2]])
        url = link(source, "next")
    assert seen == list(told.steps)
    assert link(source, "first") == reverse("games:record_step", args=[match_id, seen[0]])
    assert not link(source, "last")


def link(source: str, rel: str) -> str:
    found = re.search(rf'rel="{rel}"[^>]*href="([^"]+)"', source)
    return found[1] if found else ""


def test_a_step_shows_the_table_of_then_and_all_hands(cast: Cast, over: int) -> None:
    log = store.read(over)
    for record in islice(log.records(), 2, 12):
        source = source_of(cast.anna, "record_step", over, record.version)
        shown = re.findall(r'data-card="(\w+)"', source)
        deal = record.state.match.deal
        assert sorted(shown) == sorted(map(str, [*deal.layout, *deal.hands[0]]))
        assert [face.text for face in _hand_of_bruno(log, record.version)] == list(
            map(str, deal.hands[1])
        )
        assert "all hands lie open" in source


def _hand_of_bruno(log: store.Log, number: int) -> list[presentation.Face]:
    shown = moment(log, number, 0)
    (hand,) = open_hands(shown.view, shown.hands)
    return list(hand.cards)


def test_an_event_that_shows_nothing_leads_to_the_step_before_it(cast: Cast, over: int) -> None:
    log = store.read(over)
    anna = client_of(cast.anna)
    ready = next(number for number, event in enumerate(log.events, 1) if event.kind == "ready")
    steps = story(log, 0).steps
    for number, target in ((1, steps[0]), (ready, max(s for s in steps if s < ready))):
        answer = anna.get(reverse("games:record_step", args=[over, number]))
        assert answer["Location"] == reverse("games:record_step", args=[over, target])
    for number in (0, len(log.events) + 1, 10**9):
        url = reverse("games:record_step", args=[over, number])
        assert anna.get(url).status_code == 404


def test_an_annulled_deal_is_replayed_from_the_deal_that_counts(cast: Cast) -> None:
    way = one_format("scopa")
    seed, steps = next(
        (seed, steps)
        for seed in range(5_000)
        if (steps := list(islice(random_match(way, Random(seed), resigning=0), 3)))
        and any(notice.kind == "annulled" for notice in steps[2].notices)
    )
    steps = list(random_match(way, Random(seed), resigning=0))
    match_id = stored_match([cast.anna, cast.bruno], way, steps)
    assert story(store.read(match_id), 0).steps[0] == 4
    assert "annulled: " in source_of(cast.anna, "record_text", match_id)
    assert "Three kings" in source_of(cast.anna, "record", match_id)


# --- the history ----------------------------------------------------------------------------------


def test_the_history_lists_what_is_played_and_what_was(
    cast: Cast, over: int, match_id: int
) -> None:
    source = source_of(cast.anna, "history")
    assert source.index(f"/match/{match_id}/") < source.index(f"/match/{over}/record/")
    assert "in play" in source
    result = store.load(over).state.result
    assert result is not None
    assert ("won" if result.winner == 0 else "lost") in source
    assert "against Bruno" in source
    assert "against Anna" in source_of(cast.bruno, "history")


def test_the_history_of_a_pair_names_the_partner(four: list[User]) -> None:
    finished_match(four, one_format("escoba", seats=4))
    source = source_of(four[0], "history")
    assert "against Bruno and Dario" in source
    assert "with Carla" in source


def test_who_has_played_nothing_is_shown_the_way_to_the_lobby(cast: Cast, over: int) -> None:
    source = source_of(cast.olga, "history")
    assert "No match yet" in source
    assert f'href="{reverse("lobby:index")}"' in source
    assert "/record/" not in source


def test_a_long_history_has_pages(cast: Cast) -> None:
    for _ in range(21):
        services.resign(cast.bruno.pk, start_match(cast.anna, cast.bruno))
    anna = client_of(cast.anna)
    first = anna.get(reverse("games:history")).content.decode()
    assert first.count("history__link") == 20
    assert 'rel="next" href="?page=2"' in first
    second = anna.get(reverse("games:history"), {"page": 2}).content.decode()
    assert second.count("history__link") == 1
    assert 'rel="prev" href="?page=1"' in second
    assert anna.get(reverse("games:history"), {"page": "many"}).status_code == 200


def test_the_navigation_leads_people_who_are_logged_in_to_their_history(cast: Cast) -> None:
    entry = f'href="{reverse("games:history")}"'
    assert entry in client_of(cast.anna).get("/preferences/").content.decode()
    assert entry not in Client().get("/preferences/").content.decode()
    answer = Client().get(reverse("games:history"))
    assert answer["Location"].startswith(reverse("account_login"))


def test_the_final_sheet_leads_to_the_record(cast: Cast, over: int) -> None:
    assert reverse("games:record", args=[over]) in source_of(cast.anna, "match", over)
