"""`bin/verify-deal`: alone, on matches as the site gives them away, and on forged ones."""

import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.records.export import export
from games.store import Log, Player, read
from tests.conftest import Cast
from tests.engine import verify_deal
from tests.engine.kit import Format
from tests.games.play import short_formats
from tests.games.records import one_format, to_target
from tests.games.sealed import first_kind_match, sealed_match, sealed_steps

FORMATS = short_formats()
Record = dict[str, Any]


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but a copy of the program."""
    folder = tmp_path_factory.mktemp("elsewhere")
    shutil.copy(verify_deal.PROGRAM, folder / "copied.py")
    return folder


Verify = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def verify(elsewhere: Path) -> Verify:
    """Runs the copy as a stranger would: no packages, no environment, no project around it."""

    def run(record: object, *arguments: str) -> "subprocess.CompletedProcess[str]":
        text = record if isinstance(record, str) else json.dumps(record)
        (elsewhere / "match.json").write_text(text, encoding="utf-8")
        return subprocess.run(
            [sys.executable, "-I", "-S", "copied.py", "match.json", *arguments],
            cwd=elsewhere,
            env={},
            check=False,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )

    return run


def downloaded(user: User, match_id: int) -> Record:
    client = Client()
    client.force_login(user)
    answer = client.get(reverse("games:record_json", args=[match_id]))
    assert answer.status_code == 200
    record: Record = json.loads(answer.content)
    return record


# --- matches as they were ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", FORMATS, ids=str)
def test_a_downloaded_match_of_every_game_is_as_it_should_be(
    four: list[User], way: Format, verify: Verify
) -> None:
    match_id = sealed_match(four, way)
    answer = verify(downloaded(four[0], match_id))
    assert (answer.returncode, answer.stderr) == (0, "")
    decks = [event.data["deck"] for event in read(match_id).events if event.kind == "dealt"]
    told = [line.split()[1:] for line in answer.stdout.splitlines() if line.startswith("  deck")]
    assert told == decks
    assert "DIFFERENT" not in answer.stdout
    assert f"match {match_id}, {way.game.name}: Anna, Bruno" in answer.stdout


@pytest.mark.django_db(transaction=True)
def test_a_deal_that_was_thrown_in_is_checked_with_the_one_after(
    cast: Cast, verify: Verify
) -> None:
    match_id = sealed_match([cast.anna, cast.bruno], one_format("scopa"), annulled=True)
    record = downloaded(cast.anna, match_id)
    assert record["deals"][0]["attempts"] == 2
    assert verify(record).returncode == 0
    _, again, *_ = (event for event in record["events"] if event["kind"] == "dealt")
    again["data"]["seed"] = record["events"][1]["data"]["seed"]
    answer = verify(record)
    assert answer.returncode == 1
    assert "attempt 2: the seed of the deck is not the one that was sealed" in answer.stdout


# --- forged ones, without the store --------------------------------------------------------------


@pytest.fixture(scope="module")
def played() -> Record:
    """Several deals of Scopa, each with entropy of both seats."""
    way = to_target(one_format("scopa"), 11)
    for seed in range(1_000):
        events = tuple(step.event for step in sealed_steps(way, Random(seed), 7))
        record = export(Log(7, (Player(1, "Anna"), Player(2, "Bruno")), events))
        if len(record["deals"]) > 2 and all(all(one["entropy"]) for one in record["deals"]):
            return json.loads(json.dumps(record))  # type: ignore[no-any-return]
    raise AssertionError("no such match")


@pytest.fixture
def record(played: Record) -> Record:
    """A copy to spoil."""
    return copy.deepcopy(played)


def events(record: Record, kind: str) -> list[dict[str, Any]]:
    return [event["data"] for event in record["events"] if event["kind"] == kind]


def other(text: str) -> str:
    """The text with its last digit changed."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def swap_two_cards(record: Record) -> None:
    deck = events(record, "dealt")[1]["deck"]
    deck[3], deck[30] = deck[30], deck[3]


def double_a_card(record: Record) -> None:
    deck = events(record, "dealt")[1]["deck"]
    deck[3] = deck[30]


def lose_a_card(record: Record) -> None:
    events(record, "dealt")[1]["deck"].pop()


def change_the_sealed_seed(record: Record) -> None:
    seal = events(record, "sealed")[1]
    seal["seed"] = other(seal["seed"])


def change_the_seed_of_the_deck(record: Record) -> None:
    dealt = events(record, "dealt")[1]
    dealt["seed"] = other(dealt["seed"])


def change_both_seeds(record: Record) -> None:
    change_the_sealed_seed(record)
    change_the_seed_of_the_deck(record)


def change_the_commitment(record: Record) -> None:
    deal = record["deals"][1]
    deal["commitment"] = other(deal["commitment"])


def change_the_entropy_of_an_event(record: Record) -> None:
    ready = events(record, "ready")[0]
    ready["entropy"] = other(ready["entropy"])


def change_the_entropy_of_the_start(record: Record) -> None:
    start = events(record, "start")[1]
    start["entropy"] = other(start["entropy"])


def change_the_entropy_shown(record: Record) -> None:
    shown = record["deals"][1]["entropy"]
    shown[0] = other(shown[0])


def exchange_the_seats(record: Record) -> None:
    record["deals"][1]["entropy"].reverse()


def count_the_decks_wrong(record: Record) -> None:
    record["deals"][1]["attempts"] = 2


def move_the_match(record: Record) -> None:
    record["match"] += 1


def give_entropy_afterwards(record: Record) -> None:
    """Where the first deal was dealt before the second seat said anything."""
    rows = record["events"]
    start = max(at for at, event in enumerate(rows) if event["kind"] == "start")
    assert rows[start + 1]["kind"] == "dealt"
    rows[start], rows[start + 1] = rows[start + 1], rows[start]
    for number, event in enumerate(rows, start=1):
        event["number"] = number


def test_the_match_is_as_it_should_be_before_it_is_forged(record: Record, verify: Verify) -> None:
    answer = verify(record)
    assert answer.returncode == 0
    assert answer.stdout.rstrip().endswith(f"{len(record['deals'])} OK, 0 different")


@pytest.mark.parametrize(
    ("forge", "deal", "why"),
    [
        (swap_two_cards, 2, "card 4 was"),
        (double_a_card, 2, "the cards are not a whole deck"),
        (lose_a_card, 2, "the cards are not a whole deck"),
        (change_the_sealed_seed, 2, "the commitment is not SHA-256 of the seed"),
        (change_the_seed_of_the_deck, 2, "the seed of the deck is not the one that was sealed"),
        (change_both_seeds, 2, "the commitment is not SHA-256 of the seed"),
        (change_the_commitment, 2, "the commitment is not SHA-256 of the seed"),
        (change_the_entropy_of_an_event, 2, "the entropy is not what the events of the seats say"),
        (change_the_entropy_of_an_event, 2, "and should have been"),
        (change_the_entropy_of_the_start, 1, "and should have been"),
        (change_the_entropy_shown, 2, "the entropy is not what the events of the seats say"),
        (exchange_the_seats, 2, "the entropy is not what the events of the seats say"),
        (count_the_decks_wrong, 2, "it was dealt 1 times, not 2"),
        (move_the_match, 1, "and should have been"),
        (give_entropy_afterwards, 1, "was given after the deck was dealt"),
    ],
)
def test_every_single_forgery_is_found(
    record: Record, verify: Verify, forge: Callable[[Record], None], deal: int, why: str
) -> None:
    forge(record)
    answer = verify(record)
    assert (answer.returncode, answer.stderr) == (1, "")
    different = [line for line in answer.stdout.splitlines() if "DIFFERENT" in line]
    assert any(line.startswith(f"deal {deal}: DIFFERENT: ") and why in line for line in different)


def test_one_deal_is_checked_alone(record: Record, verify: Verify) -> None:
    swap_two_cards(record)
    first, second = verify(record, "--deal", "1"), verify(record, "--deal", "2")
    assert (first.returncode, second.returncode) == (0, 1)
    assert "deal 1: OK" in first.stdout
    assert "deal 2" not in first.stdout
    missing = verify(record, "--deal", "99")
    assert missing.returncode == 2
    assert "there is no deal 99" in missing.stderr


def test_the_commitment_that_somebody_noted_is_compared(record: Record, verify: Verify) -> None:
    noted = record["deals"][0]["commitment"]
    assert verify(record, "--deal", "1", "--commitment", f" {noted.upper()}").returncode == 0
    forged = verify(record, "--deal", "1", "--commitment", other(noted))
    assert forged.returncode == 1
    assert "the commitment that you noted is not SHA-256 of the seed" in forged.stdout
    assert verify(record, "--commitment", noted).returncode == 2


# --- what is no match ----------------------------------------------------------------------------


def without(name: str) -> Callable[[Record], object]:
    def spoil(record: Record) -> Record:
        del record[name]
        return record

    return spoil


def with_value(name: str, value: object) -> Callable[[Record], object]:
    return lambda record: {**record, name: value}


def without_an_event(record: Record) -> Record:
    del record["events"][4]
    return record


def without_seals(record: Record) -> Record:
    rows = [event for event in record["events"] if event["kind"] not in {"sealed", "start"}]
    for number, event in enumerate(rows, start=1):
        event["number"] = number
        event["data"].pop("entropy", None)
    return {**record, "events": rows, "deals": []}


def with_a_seed_of_no_meaning(record: Record) -> Record:
    events(record, "sealed")[0]["seed"] = "zz" * 32
    return record


def with_too_much_entropy(record: Record) -> Record:
    events(record, "start")[0]["entropy"] = "00" * 33
    return record


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        pytest.param(lambda _: "", "is not JSON", id="empty"),
        pytest.param(lambda _: "no", "is not JSON", id="text"),
        pytest.param(lambda one: json.dumps(one)[:-500], "a part of it is missing", id="cut"),
        pytest.param(lambda _: "[" * 100_000, "is not JSON", id="deep"),
        pytest.param(lambda _: [1, 2], "no downloaded match", id="list"),
        pytest.param(lambda _: {"format": "pgn"}, "no downloaded match", id="other"),
        pytest.param(with_value("format_version", 1), "format 1, which has no seals", id="old"),
        pytest.param(with_value("format_version", 3), "format 3, which this program", id="new"),
        pytest.param(with_value("game", "bridge"), "no game is called 'bridge'", id="game"),
        pytest.param(with_value("game", []), "no game is called", id="game-list"),
        pytest.param(with_value("match", "7"), "has no number", id="number"),
        pytest.param(with_value("players", []), "players or events are missing", id="nobody"),
        pytest.param(without("events"), "events are missing", id="no-events"),
        pytest.param(without("deals"), "deals are missing", id="no-deals"),
        pytest.param(with_value("deals", []), "not those of its events", id="deals-empty"),
        pytest.param(without_an_event, "missing", id="gap"),
        pytest.param(without_seals, "no deal of this match was sealed", id="unsealed"),
        pytest.param(with_a_seed_of_no_meaning, "has no seed that can be read", id="seed"),
        pytest.param(with_too_much_entropy, "has no entropy that can be read", id="entropy"),
    ],
)
def test_what_cannot_be_checked_is_said_in_a_sentence(
    record: Record, verify: Verify, spoil: Callable[[Record], object], why: str
) -> None:
    answer = verify(spoil(record))
    assert answer.returncode == 2
    assert why in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert answer.stdout == ""


def test_a_file_that_is_not_there_and_one_of_bytes(elsewhere: Path, verify: Verify) -> None:
    (elsewhere / "bytes").write_bytes(b"\xff\xfe\x00")
    for name, why in (("nowhere", "cannot be read"), ("bytes", "is not a text"), (".", "cannot")):
        command = [sys.executable, "-I", "-S", "copied.py", name]
        answer = subprocess.run(command, cwd=elsewhere, check=False, capture_output=True, text=True)
        assert answer.returncode == 2
        assert why in answer.stderr


def spoilt(value: Any, chance: Random) -> Any:
    """The value with one thing in it changed by chance."""
    junk = [None, 0, -1, 2**70, "", "zz", "00", [], {}, True, [None], {"deal": 1}]
    if isinstance(value, dict) and value and chance.random() < 0.9:
        name = chance.choice(list(value))
        return {**value, name: spoilt(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [*value[:at], spoilt(value[at], chance), *value[at + 1 :]]
    return chance.choice(junk)


def test_no_damage_makes_the_program_fail_otherwise(played: Record) -> None:
    program = verify_deal.load()
    chance = Random(1)
    for _ in range(2_000):
        damaged = spoilt(played, chance)
        try:
            match = program.parse(damaged)
        except program.Unreadable:
            continue
        for deal in match.deals:
            assert all(isinstance(one, str) for one in program.differences(match, deal, None))


@pytest.mark.django_db(transaction=True)
def test_a_match_of_the_first_kind_can_be_downloaded_and_has_nothing_to_check(
    cast: Cast, verify: Verify
) -> None:
    match_id = first_kind_match([cast.anna, cast.bruno], one_format("scopa"))
    answer = verify(downloaded(cast.anna, match_id))
    assert answer.returncode == 2
    assert "no deal of this match was sealed" in answer.stderr
