"""Two people sign up and play a match of Scopa, each in a browser of their own."""

from typing import Any

import pytest

from games.models import MatchEvent
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.people import Person, Wish, play_to_the_end
from tests.browser.site import Site


def sit_down(visit: Visit, target: str) -> tuple[Person, Person]:
    anna, bruno = Person("Anna", visit(PHONE)), Person("Bruno", visit(DESKTOP))
    for person in (anna, bruno):
        person.sign_up()
    anna.open_table(Wish("Scopa, tournament rules", (target,)))
    bruno.join(anna)
    for person in (anna, bruno):
        person.press_start()
    for person in (anna, bruno):
        person.is_at_the_table()
    return anna, bruno


def moves_in_the_log() -> list[tuple[int, int | None, Any]]:
    rows = MatchEvent.objects.filter(kind="move").order_by("number")
    return list(rows.values_list("number", "seat", "data"))


def finish(anna: Person, bruno: Person) -> None:
    assert anna.result()[1:] != []
    scores = [row.split()[1:] for row in anna.result() if row.startswith("Total")]
    mirrored = [row.split()[1:] for row in bruno.result() if row.startswith("Total")]
    assert scores[0] == mirrored[0][::-1]
    winner = anna if int(scores[0][0]) > int(scores[0][1]) else bruno
    loser = bruno if winner is anna else anna
    assert winner.title() == "You won the match"
    assert loser.title() == f"{winner.name} won the match"


def test_a_match_of_one_deal_through_a_reload_and_a_killed_server(visit: Visit, site: Site) -> None:
    anna, bruno = sit_down(visit, "One deal")
    before_the_kill: list[tuple[int, int | None, Any]] = []
    for step in play_to_the_end(anna, bruno):
        if step == 5:
            bruno.page.reload()
            bruno.is_at_the_table()
        if step == 11:
            before_the_kill = moves_in_the_log()
            site.kill("web")
            site.start("web")
            site.wait_for_web()
    assert before_the_kill
    assert moves_in_the_log()[: len(before_the_kill)] == before_the_kill
    finish(anna, bruno)


@pytest.mark.long
def test_a_match_to_seven(visit: Visit, site: Site) -> None:
    anna, bruno = sit_down(visit, "7 points")
    for step in play_to_the_end(anna, bruno):
        if step % 40 == 0:
            anna.page.reload()
            anna.is_at_the_table()
        if step == 60:
            site.kill("web")
            site.start("web")
            site.wait_for_web()
    finish(anna, bruno)
