"""`manage.py verify_matches`: a match is what its log says, or somebody is told."""

import re
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games import services
from games.models import Match, MatchEvent, Seat
from tests.conftest import Cast
from tests.engine.kit import Format
from tests.games.conftest import Time, start_match
from tests.games.play import short_formats
from tests.games.records import one_format, to_target
from tests.games.sealed import first_kind_match, sealed_match
from tests.games.test_services import Players, play_deal

pytestmark = pytest.mark.django_db(transaction=True)

HEXADECIMAL = re.compile(r"\b[0-9a-f]{16,}\b")


def verify(*matches: int) -> tuple[int, list[str]]:
    """The exit code, and what was printed."""
    output = StringIO()
    try:
        call_command("verify_matches", *map(str, matches), stdout=output)
    except SystemExit as end:
        return int(str(end.code)), output.getvalue().splitlines()
    return 0, output.getvalue().splitlines()


@pytest.fixture
def played(match_id: int, cast: Cast, time: Time) -> int:
    """A match in the interval after its first deal."""
    play_deal(Players(match_id, cast), time)
    return match_id


@pytest.fixture
def sealed(cast: Cast) -> int:
    """A finished match of several deals with entropy, whose first deal was thrown in."""
    way = to_target(one_format("scopa"), 11)
    return sealed_match([cast.anna, cast.bruno], way, annulled=True)


@pytest.fixture
def first_kind(cast: Cast) -> int:
    """A finished match without seals."""
    return first_kind_match([cast.anna, cast.bruno], to_target(one_format("scopa"), 11))


def test_a_match_as_it_was_played_passes(played: int, sealed: int, first_kind: int) -> None:
    assert verify() == (0, ["3 passed, 0 failed"])
    assert verify(played) == (0, ["1 passed, 0 failed"])


@pytest.mark.parametrize("way", short_formats(), ids=str)
def test_matches_of_every_game_pass(four: list[User], way: Format) -> None:
    sealed_match(four, way)
    first_kind_match(four, way)
    assert verify() == (0, ["2 passed, 0 failed"])


def test_a_match_that_just_began_and_one_given_up_pass(cast: Cast, time: Time) -> None:
    start_match(cast.anna, cast.bruno)
    services.resign(cast.olga.pk, start_match(cast.olga, cast.staff))
    assert verify() == (0, ["2 passed, 0 failed"])


def event_of(match_id: int, kind: str, number: int = 0) -> MatchEvent:
    return MatchEvent.objects.filter(match=match_id, kind=kind).order_by("number")[number]


def change(match_id: int, kind: str, number: int = 0, **data: Any) -> None:
    event = event_of(match_id, kind, number)
    event.data |= data
    event.save()


def other(text: str) -> str:
    """The text with its last digit changed."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def exchange_two_cards(match_id: int) -> None:
    deck = event_of(match_id, "dealt").data["deck"]
    change(match_id, "dealt", deck=[deck[1], deck[0], *deck[2:]])


def forget_the_seed(match_id: int) -> None:
    event = event_of(match_id, "dealt")
    del event.data["seed"]
    event.save()


def change_the_seed_of_the_deck(match_id: int) -> None:
    change(match_id, "dealt", seed=other(event_of(match_id, "dealt").data["seed"]))


def change_the_seed_of_the_second_attempt(match_id: int) -> None:
    change(match_id, "dealt", 1, seed=event_of(match_id, "dealt").data["seed"])


def change_the_sealed_seed(match_id: int) -> None:
    change(match_id, "sealed", seed=other(event_of(match_id, "sealed").data["seed"]))


def shorten_the_sealed_seed(match_id: int) -> None:
    change(match_id, "sealed", seed="00")


def seal_another_deal(match_id: int) -> None:
    change(match_id, "sealed", 1, deal=7)


def add_entropy(match_id: int) -> None:
    change(match_id, "start", entropy="c0ffee")


def add_entropy_of_no_meaning(match_id: int) -> None:
    change(match_id, "start", entropy="coffee")


def add_entropy_of_the_interval(match_id: int) -> None:
    change(match_id, "ready", entropy="c0ffee")


def lose_the_seal(match_id: int) -> None:
    seal = event_of(match_id, "sealed")
    MatchEvent.objects.filter(pk=seal.pk).update(kind="order", seat=0, data={"cards": []})


def lose_an_event(match_id: int) -> None:
    MatchEvent.objects.get(match=match_id, number=5).delete()


def lose_all_events(match_id: int) -> None:
    MatchEvent.objects.filter(match=match_id).delete()


def change_a_move(match_id: int) -> None:
    change(match_id, "move", move="never")


def move_the_head(match_id: int) -> None:
    Match.objects.filter(pk=match_id).update(version=7, due_at=1)


def end_the_head(match_id: int) -> None:
    Match.objects.filter(pk=match_id).update(status="finished", due_at=None)


def begin_the_head_again(match_id: int) -> None:
    Match.objects.filter(pk=match_id).update(status="running", due_at=1)


def play_another_game(match_id: int) -> None:
    Match.objects.filter(pk=match_id).update(game="escoba")


def lose_a_seat(match_id: int) -> None:
    Seat.objects.get(match=match_id, number=1).delete()


def damage_is_found(match_id: int, damage: Callable[[int], None], found: str) -> None:
    """And no card and no secret is printed."""
    damage(match_id)
    code, lines = verify(match_id)
    assert code == 1
    assert lines[-1] == "0 passed, 1 failed"
    assert any(re.match(f"match {match_id}: {found}", line) for line in lines), lines
    for event in MatchEvent.objects.filter(match=match_id, kind="dealt"):
        words = set(re.split(r"\W+", " ".join(lines)))
        assert not words & set(event.data["deck"])
    assert not HEXADECIMAL.search(" ".join(lines))


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (lose_an_event, "its events are not numbered"),
        (lose_all_events, "its log is empty"),
        (change_a_move, r"event \d+, move, does not follow: malformed"),
        (move_the_head, "its head says version 7"),
        (move_the_head, "its head says something is due at 1"),
        (end_the_head, "its head says finished, its log running"),
        (play_another_game, "its head says escoba, its log scopa"),
        (lose_a_seat, "it has 1 people, its log seats for 2"),
    ],
)
def test_damage_of_a_running_match_is_found(
    played: int, damage: Callable[[int], None], found: str
) -> None:
    damage_is_found(played, damage, found)


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (exchange_two_cards, r"event \d+, dealt, is not the deck of its seed"),
        (forget_the_seed, r"event \d+, dealt, has no seed that can be read"),
        (change_the_seed_of_the_deck, r"event \d+, dealt, is not from the sealed seed"),
        (change_the_seed_of_the_second_attempt, r"event \d+, dealt, is not from the sealed seed"),
        (change_the_sealed_seed, r"event \d+, dealt, is not from the sealed seed"),
        (shorten_the_sealed_seed, r"event \d+, sealed, has no seed that can be read"),
        (seal_another_deal, "its seals are not of deal 1, 2, 3"),
        (add_entropy, r"event \d+, dealt, is not the deck of its seed"),
        (add_entropy_of_no_meaning, r"event \d+, start, has no entropy that can be read"),
        (add_entropy_of_the_interval, r"event \d+, dealt, is not the deck of its seed"),
        (lose_the_seal, "its seals are not of deal 1, 2, 3"),
        (begin_the_head_again, "its head says running, its log finished"),
    ],
)
def test_damage_of_a_sealed_match_is_found(
    sealed: int, damage: Callable[[int], None], found: str
) -> None:
    damage_is_found(sealed, damage, found)


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (exchange_two_cards, "event 2, dealt, is not the deck of its seed"),
        (forget_the_seed, "event 2, dealt, has no seed that can be read"),
        (change_the_seed_of_the_deck, "event 2, dealt, is not the deck of its seed"),
    ],
)
def test_damage_of_a_match_of_the_first_kind_is_found(
    first_kind: int, damage: Callable[[int], None], found: str
) -> None:
    damage_is_found(first_kind, damage, found)


def test_a_match_that_does_not_exist_is_said_to_be_none(played: int) -> None:
    with pytest.raises(CommandError):
        verify(played + 1)
