"""`manage.py verify_matches`: a match is what its log says, or somebody is told."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Match, MatchEvent
from tests.conftest import Cast
from tests.games.conftest import Time
from tests.games.test_services import Players, play_deal


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


def test_a_match_as_it_was_played_passes(played: int) -> None:
    assert verify() == (0, ["1 passed, 0 failed"])
    assert verify(played) == (0, ["1 passed, 0 failed"])


def exchange_two_cards(match_id: int) -> None:
    event = MatchEvent.objects.get(match=match_id, number=2)
    deck = event.data["deck"]
    event.data["deck"] = [deck[1], deck[0], *deck[2:]]
    event.save()


def lose_an_event(match_id: int) -> None:
    MatchEvent.objects.get(match=match_id, number=5).delete()


def change_a_move(match_id: int) -> None:
    first = MatchEvent.objects.get(match=match_id, number=3)
    first.data["move"] = "never"
    first.save()


def forget_the_seed(match_id: int) -> None:
    event = MatchEvent.objects.get(match=match_id, number=2)
    del event.data["seed"]
    event.save()


def move_the_head(match_id: int) -> None:
    Match.objects.filter(pk=match_id).update(version=7, due_at=1)


def end_the_head(match_id: int) -> None:
    Match.objects.filter(pk=match_id).update(status="finished", due_at=None)


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (exchange_two_cards, "event 2, dealt, is not the deck of its seed"),
        (forget_the_seed, "event 2, dealt, has no seed that can be read"),
        (lose_an_event, "its events are not numbered"),
        (change_a_move, "event 3, move, does not follow: malformed"),
        (move_the_head, "its head says version 7"),
        (move_the_head, "its head says something is due at 1"),
        (end_the_head, "its head says finished, its log running"),
    ],
)
def test_damage_is_found_and_no_card_is_printed(
    played: int, damage: Callable[[int], None], found: str
) -> None:
    damage(played)
    code, lines = verify()
    assert code == 1
    assert lines[-1] == "0 passed, 1 failed"
    assert any(line.startswith(f"match {played}: {found}") for line in lines)
    deck = {str(card) for card in MatchEvent.objects.get(match=played, number=2).data["deck"]}
    assert not deck & set(" ".join(lines).replace(",", " ").split())


def test_a_match_that_does_not_exist_is_said_to_be_none(played: int) -> None:
    with pytest.raises(CommandError):
        verify(played + 1)
