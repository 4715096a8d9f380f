"""Every game is played on the real site from the lobby to its end, by two, three and four people.

SCREENSHOTS names a folder for pictures of each table and its last score sheet, at the size of a
phone and of a desktop.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from games import services
from games.engine.core import WATCHER
from games.models import Match, MatchEvent
from games.store import load
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.people import Person, Wish, play_to_the_end

NAMES = ("Anna", "Bruno", "Carla", "Dario")
SIZES = {"phone": PHONE, "desktop": DESKTOP}
PICTURE_AFTER = (3, 14)  # steps, when something lies on the table


@dataclass(frozen=True)
class Played:
    """A game with its number of people, as short as it can be."""

    id: str
    people: int
    wish: Wish
    is_long: bool = True


ONE_DEAL = "One deal"
PAIRS = "four, in pairs"
TRESSETTE = ("To 11 points", "Call-out")

ALL = [
    Played("scopa-2", 2, Wish("Scopa, tournament rules", (ONE_DEAL,))),
    Played("scopa-stargames-2", 2, Wish("Scopa, StarGames rules", ("two",), ONE_DEAL)),
    Played("scopa-stargames-4", 4, Wish("Scopa, StarGames rules", (PAIRS,), ONE_DEAL)),
    Played("escoba-2", 2, Wish("Escoba", ("two",), ONE_DEAL), is_long=False),
    Played("escoba-4", 4, Wish("Escoba", (PAIRS,), ONE_DEAL)),
    Played("scopa15-2", 2, Wish("Scopa di 15", ("two",), ONE_DEAL)),
    Played("scopa15-4", 4, Wish("Scopa di 15", (PAIRS,), ONE_DEAL), is_long=False),
    Played("tressette-2", 2, Wish("Tressette", ("two", *TRESSETTE)), is_long=False),
    Played("tressette-4", 4, Wish("Tressette", (PAIRS, *TRESSETTE, "Declarations"))),
    Played("star-cards-2", 2, Wish("Star Cards", ("two",)), is_long=False),
    Played("star-cards-3", 3, Wish("Star Cards", ("three",))),
    Played("star-cards-4", 4, Wish("Star Cards", ("four",))),
]
"""Scopa by the tournament rules is also in test_match.py, in every run."""


def every_game() -> list[object]:
    long = pytest.mark.long
    return [pytest.param(game, id=game.id, marks=[long] if game.is_long else []) for game in ALL]


def sit_down(visit: Visit, game: Played) -> list[Person]:
    sizes = [PHONE, DESKTOP, PHONE, DESKTOP]
    people = [
        Person(name, visit(size)) for name, size in zip(NAMES[: game.people], sizes, strict=False)
    ]
    for person in people:
        person.sign_up()
    host, *others = people
    host.open_table(game.wish)
    for person in others:
        person.join(host)
    for person in people:
        person.press_start()
    for person in people:
        person.is_at_the_table()
    return people


@pytest.mark.parametrize("game", every_game())
def test_a_match_is_played_to_its_end(visit: Visit, game: Played) -> None:
    people = sit_down(visit, game)
    for step in play_to_the_end(*people):
        if step in PICTURE_AFTER:
            take_pictures(people, f"{game.id}-{step}")
    take_pictures(people, f"{game.id}-end")
    match = Match.objects.get()
    # Whoever was offered a move has made it, before the clock did.
    assert not MatchEvent.objects.filter(kind="expiry", data__of="move").exists()
    check_endings(match, people)


def check_endings(match: Match, people: Sequence[Person]) -> None:
    """Everybody is told the same: who has won, and how the deal came out."""
    view = services.view_of(load(match.pk), WATCHER)
    names = [player["name"] for player in view["players"]]
    winner, sides = view["result"]["winner"], view["sides"]
    for person in people:
        assert len(person.result()) > 1
        assert person.title() == title_for(names.index(person.name), winner, sides, names)


def title_for(
    seat: int, winner: int | None, sides: Sequence[Sequence[int]], names: Sequence[str]
) -> str:
    if winner is None:
        return "Nobody won the match"
    if seat in sides[winner]:
        return "You won the match"
    if len(sides[winner]) > 1:
        return "You lost the match"
    return f"{names[sides[winner][0]]} won the match"


def take_pictures(people: Sequence[Person], name: str) -> None:
    if not (folder := os.environ.get("SCREENSHOTS")):
        return
    for person in people[:2]:
        own_size = person.page.viewport_size
        for size, (width, height) in SIZES.items():
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.screenshot(path=Path(folder, f"{name}-{person.name}-{size}.png"))
        assert own_size is not None
        person.page.set_viewport_size(own_size)
