"""Tressette without scripts: played by forms alone, by two and by four, and nothing given away."""

import json
import re
from random import Random

import pytest

from accounts.models import User
from games import presentation, services
from games.engine import tressette
from games.engine.cards import ITALIAN_DECK
from games.presentation import tressette_words
from tests.engine.kit import Format
from tests.games.conftest import Time, start_match
from tests.games.test_match_page import Visitor

pytestmark = pytest.mark.django_db(transaction=True)

WAYS = [
    Format(tressette, {"name": "spizzichino", "target": 11, "declarations": True}, 2),
    Format(tressette, {"name": "pairs", "target": 11, "declarations": True, "call_out": True}, 4),
]
NAMES = presentation.card_names("tressette")


@pytest.fixture(params=WAYS, ids=["two", "four"])
def people(request: pytest.FixtureRequest, four: list[User], time: Time) -> list[Visitor]:
    way: Format = request.param
    match_id = start_match(*four[: way.seats], way=way)
    return [Visitor(user, match_id) for user in four[: way.seats]]


def mover(people: list[Visitor]) -> Visitor:
    turn: int = people[0].view()["deal"]["turn"]
    return people[turn]


def deal_is_played(people: list[Visitor], chance: Random) -> None:
    while people[0].view()["phase"] == "playing":
        assert mover(people).play_something(chance)


def test_a_deal_is_played_with_forms_alone_and_its_score_adds_up(people: list[Visitor]) -> None:
    chance = Random("tressette by forms")
    deal_is_played(people, chance)
    view = people[0].view()
    cards = next(row for row in view["sheet"]["rows"] if row["category"] == "cards")
    people[0].read()
    for side in (0, 1):
        assert f">{tressette_words.points_of(cards['thirds'][side])}<" in people[0].source
    if view["phase"] == "interval":
        assert all(person.goes_on() for person in people)
        assert people[0].view()["deal"]["number"] == view["deal"]["number"] + 1


def test_the_page_offers_a_button_for_each_legal_card_and_a_reason_for_the_others(
    people: list[Visitor],
) -> None:
    chance = Random("follow suit")
    for _ in range(200):
        person = mover(people)
        deal = person.view()["deal"]
        offers = [value for name, value in person.offers() if name == "move"]
        assert offers == [entry["card"] for entry in deal["legal"]]
        if deal["must_follow"] and len(deal["legal"]) < len(deal["hand"]):
            suit = tressette_words.suit_name(deal["must_follow"])
            assert f"not playable: you must follow {suit}" in person.source
            assert f"You must follow {suit}: " in person.source
            return
        person.play_something(chance)
    pytest.fail("nobody had to follow suit")


def test_a_complete_trick_stays_in_sight_until_the_next_lead(people: list[Visitor]) -> None:
    chance = Random("a trick")
    while people[0].view()["deal"]["last_trick"] is None:
        mover(people).play_something(chance)
    people[0].read()
    assert "data-resting" in people[0].source
    assert "Last trick" in people[0].source
    mover(people).play_something(chance)
    people[0].read()
    assert "data-resting" not in people[0].source


def test_no_card_that_a_seat_may_not_know_is_in_the_source(people: list[Visitor]) -> None:
    chance = Random("secrets of tressette")
    for _ in range(10):
        for person in people:
            person.read()
            assert not cards_in(person.source) - cards_known(person)
        if people[0].view()["phase"] != "playing":
            break
        mover(people).play_something(chance)


def cards_in(source: str) -> set[str]:
    """Every card that the source names in any way, its list of all names apart."""
    every_name = json.dumps(NAMES)
    assert every_name in source
    rest = source.replace(every_name, "").lower()
    return {
        card.text
        for card in ITALIAN_DECK
        if re.search(rf"(?<!\w){card.text.lower()}(?!\w)", rest) or NAMES[card.text] in rest
    }


def cards_known(person: Visitor) -> set[str]:
    """The cards that the seat has been told of; who may be told what, the engine's tests see to."""
    page = services.get_page(person.user, person.match_id)
    return set(re.findall(r'"(\d+[DCSB])"', json.dumps([page.view["deal"], page.log])))
