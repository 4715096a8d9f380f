"""The table of Star Cards without scripts: every move by a form, and no card that is not open."""

import re
from random import Random

import pytest

from accounts.models import User
from games import services
from tests.engine.kit import Format
from tests.games.conftest import Time, start_match
from tests.games.play import short_formats
from tests.games.test_match_page import Form, Forms, Visitor, play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)

WAYS = [way for way in short_formats() if way.game.name == "star-cards"]
PICTURE = re.compile(r"#star-cards-([RYBG][1-6]|X)\"")
DETOUR = 0.25
"""How often somebody looks for a dark deal or keeps the turn, where the page offers it."""


class Starry(Visitor):
    """Somebody who plays Star Cards with HTML alone."""

    def play_something(self, chance: Random) -> bool:
        self.read()
        self.sees_only_what_is_open()
        links, moves = self.links(), self.forms_of_moves()
        if links and chance.random() < DETOUR:
            self.read(card=chance.choice(links))
            self.sees_only_what_is_open()
            moves = self.forms_of_moves()
        if not moves:
            return False
        form, move = chance.choice(moves)
        self.send(self.url("move"), move=move, **form.fields)
        return True

    def links(self) -> list[str]:
        """What leads to a page of choices: `dark` and `stay`."""
        forms = self.forms().to(self.page)
        return [value for form in forms for name, value in form.choices if name == "card"]

    def forms_of_moves(self) -> list[tuple[Form, str]]:
        forms = self.forms().to(self.url("move"))
        return [(form, value) for form in forms for name, value in form.choices if name == "move"]

    def forms(self) -> Forms:
        return Forms(self.source)

    def sees_only_what_is_open(self) -> None:
        page, _, _ = self.source.partition("<script")
        assert set(PICTURE.findall(page)) <= self.open_cards()

    def open_cards(self) -> set[str]:
        deal = self.view()["deal"]
        trick = [played["card"] for played in deal["trick"]]
        collected = [card for collection in deal["collections"] for card in collection]
        return {deal["trump"], *deal["hand"], *trick, *collected}


def seated(way: Format, users: list[User]) -> list[Starry]:
    players = users[: way.seats]
    match_id = start_match(*players, way=way)
    return [Starry(user, match_id) for user in players]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_match_is_played_with_forms_alone(way: Format, four: list[User], time: Time) -> None:
    people = seated(way, four)
    result = play_to_the_end([*people], Random(f"stars of {way}"))
    for seat, person in enumerate(people):
        person.read()
        assert ("You won the match" in person.source) == (seat == result["winner"])
        assert "placed__points" in person.source
        assert not person.forms_of_moves()


def test_the_next_player_sits_at_my_left(four: list[User], time: Time) -> None:
    anna = seated(next(way for way in WAYS if way.seats == 4), four)[0]
    anna.read()
    places = re.findall(r'class="seat seat--(\w+)[^"]*" data-seat="(\d)"', anna.source)
    assert places == [("left", "1"), ("top", "2"), ("right", "3")]


def test_an_opponent_is_a_row_of_backs_and_a_sentence(four: list[User], time: Time) -> None:
    anna = seated(next(way for way in WAYS if way.seats == 3), four)[0]
    anna.read()
    hand = anna.view()["deal"]["hands"][1]
    seat = anna.source.partition('data-seat="1"')[2].partition("</section>")[0]
    backs = [back for back in "RYBGX" for _ in range(hand[back])]
    assert re.findall(r'data-back="(\w)"', seat) == backs
    assert "5 of 5 lights; nothing collected" in seat


def test_the_others_play_on_when_one_of_three_resigns(four: list[User], time: Time) -> None:
    people = seated(next(way for way in WAYS if way.seats == 3), four)
    services.resign(people[1].user.pk, people[1].match_id)
    people[0].read()
    assert "Bruno resigned" in people[0].source
    assert people[0].view()["phase"] == "playing"
    result = play_to_the_end([people[0], people[2]], Random("after a resignation"))
    people[0].read()
    assert result["placements"][1] == 3
    assert "resigned</small>" in people[0].source
