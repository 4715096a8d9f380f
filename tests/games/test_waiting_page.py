"""The match page without scripts where people are waited for: the start, drops, pauses, leaving,
resigning with a partner."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import services
from games.engine import policies
from games.engine.policies import Policy
from games.services import Saying
from tests.conftest import Cast
from tests.games.conftest import Time
from tests.games.test_match_page import Form, Forms, Visitor

pytestmark = pytest.mark.django_db(transaction=True)

TORNEO = policies.policy("torneo", "scopa", 11)
SFIDA = policies.policy("sfida", "scopa", 11, pause=True)
FRIENDLY = policies.policy("amichevole", "scopa", 11)
ACTS = ["start", "resign", "decline", "pause", "resume", "end", "leave"]


def at_once(policy: Policy) -> Policy:
    return replace(policy, start_ms=None)


def sit_down(*people: User, policy: Policy = TORNEO) -> list[Visitor]:
    game, rules = ("scopa", {"name": "scopa", "target": 11})
    if len(people) == 4:
        game, rules = ("escoba", {"name": "escoba", "target": 21})
    with transaction.atomic():
        match_id = services.start_match(
            game=game, rules=rules, policy=policy, user_ids=[person.pk for person in people]
        )
    return [Visitor(person, match_id) for person in people]


def send(person: Visitor, name: str) -> str:
    """Sends the only form of the page that leads there."""
    (form,) = offered(person, name)
    return person.send(person.url(name), **form.fields)


def offered(person: Visitor, name: str) -> list[Form]:
    return person.read().to(person.url(name))


def text(source: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", source))


# --- the start ------------------------------------------------------------------------------------


def test_a_match_is_started_by_forms(cast: Cast, time: Time) -> None:
    anna, bruno = sit_down(cast.anna, cast.bruno)
    anna.read()
    assert "2:00" in text(anna.source)
    assert "Whoever has not pressed within 2:00 loses the match" in anna.source
    assert "Waiting for Bruno…" in send(anna, "start")
    assert "disabled" in anna.source
    time.pass_ms(31_000)
    bruno.read()
    assert "1:29" in text(bruno.source)
    assert 'id="game"' in send(bruno, "start")
    anna.read()
    assert 'id="game"' in anna.source


def test_the_page_of_the_start_shows_the_seal_of_the_first_deal(cast: Cast, time: Time) -> None:
    anna, _ = sit_down(cast.anna, cast.bruno)
    anna.read()
    assert anna.view()["shuffle"]["commitment"] in anna.source


def test_pairs_see_their_places_before_the_start(four: list[User], time: Time) -> None:
    anna, bruno, carla, _ = sit_down(*four)
    send(anna, "start")
    send(bruno, "start")
    carla.read()
    places = re.findall(
        r'round-table__place--(\w+)" data-seat="(\d)"( data-pressed)?', carla.source
    )
    pressed = " data-pressed"
    assert places == [
        ("right", "3", ""),
        ("top", "0", pressed),
        ("left", "1", pressed),
        ("bottom", "2", ""),
    ]
    assert "Waiting for Dario…" in send(carla, "start")


def test_who_never_pressed_sees_why_the_match_is_over(cast: Cast, time: Time) -> None:
    anna, bruno = sit_down(cast.anna, cast.bruno)
    send(anna, "start")
    time.pass_ms(122_000)
    services.expire(anna.match_id, anna.view()["version"])
    anna.read()
    assert "You won the match" in anna.source
    bruno.read()
    assert "You won the match" not in bruno.source
    for person in (anna, bruno):
        assert not offered(person, "start")
        assert "refresh" not in person.source


# --- away -----------------------------------------------------------------------------------------


def test_the_others_see_who_is_away_and_until_when(cast: Cast, time: Time) -> None:
    anna, bruno = sit_down(cast.anna, cast.bruno, policy=at_once(TORNEO))
    services.drop(anna.match_id, 1)
    time.pass_ms(18_000)
    anna.read()
    assert "Bruno has lost the connection: back by 1:42 · drops 1 of 2" in anna.source
    assert "away 1:42" in text(anna.source)
    bruno.read()
    anna.read()
    assert "has lost the connection" not in anna.source
    assert bruno.view()["people"][1]["absent"] is None


def test_a_card_of_somebody_away_is_played(cast: Cast, time: Time) -> None:
    people = sit_down(cast.anna, cast.bruno, policy=at_once(TORNEO))
    mover = next(person for person in people if person.view()["deal"]["legal"])
    services.drop(mover.match_id, people.index(mover))
    before = len(mover.view()["deal"]["hand"])
    assert "message--warning" not in mover.move(version=mover.view()["version"])
    assert len(mover.view()["deal"]["hand"]) == before - 1


def test_leaving_asks_uses_up_a_drop_and_leads_where_nobody_is_called_back(
    cast: Cast, time: Time
) -> None:
    anna, bruno = sit_down(cast.anna, cast.bruno, policy=at_once(TORNEO))
    anna.read()
    assert "Leaving uses up a drop; 2 are left to you before it." in anna.source
    (form,) = offered(anna, "leave")
    answer = anna.client.post(anna.url("leave"), form.fields, follow=True)
    assert answer.redirect_chain == [(anna.url("left"), 302)]
    time.pass_ms(10_000)
    assert "1:50" in anna.client.get(anna.url("left")).content.decode()
    bruno.read()
    assert "Anna has left the table: back by 1:50 · drops 1 of 2" in bruno.source
    anna.read()
    assert "Leaving uses up a drop; 1 is left to you before it." in anna.source
    assert anna.client.get(anna.url("left")).status_code == 302


def test_the_third_leaving_says_that_it_loses(cast: Cast, time: Time) -> None:
    anna, _ = sit_down(cast.anna, cast.bruno, policy=at_once(TORNEO))
    for _ in range(2):
        services.say(anna.user.pk, anna.match_id, Saying.LEAVE)
        anna.read()
    assert "You have no drop left: if you leave, the match is lost." in anna.source


def test_who_plays_with_friends_may_end_the_match_while_one_is_away(cast: Cast, time: Time) -> None:
    anna, bruno = sit_down(cast.anna, cast.bruno, policy=at_once(FRIENDLY))
    assert not offered(anna, "end")
    services.drop(anna.match_id, 1)
    send(anna, "end")
    assert anna.view()["result"]["reason"] == "ended"
    bruno.read()
    assert not offered(bruno, "end")


def test_who_comes_too_late_is_shown_the_end(cast: Cast, time: Time) -> None:
    anna, bruno = sit_down(cast.anna, cast.bruno, policy=at_once(TORNEO))
    services.drop(anna.match_id, 1)
    time.pass_ms(122_000)
    bruno.read()
    services.expire(anna.match_id, anna.view()["version"])
    assert anna.view()["result"]["reason"] == "drop"
    for person, won in ((anna, True), (bruno, False)):
        person.read()
        assert ("You won the match" in person.source) == won


# --- pausing and resigning ------------------------------------------------------------------------


def test_a_pause_is_offered_once_and_ended_by_its_owner(cast: Cast, time: Time) -> None:
    anna, bruno = sit_down(cast.anna, cast.bruno, policy=at_once(SFIDA))
    assert "You have paused the match: 1:00" in send(anna, "pause")
    bruno.read()
    assert "Anna has paused the match: 1:00" in bruno.source
    assert "stopped: the match is paused" in bruno.source
    assert not bruno.read().to(bruno.url("resume"))
    send(anna, "resume")
    assert anna.view()["pause"] is None
    anna.read()
    assert re.search(r'data-send="pause" hidden', anna.source)
    bruno.read()
    assert not re.search(r'data-send="pause" hidden', bruno.source)


def test_a_pair_resigns_when_both_do(four: list[User], time: Time) -> None:
    anna, bruno, carla, _ = sit_down(*four, policy=at_once(TORNEO))
    assert "You propose to resign: waiting for Carla" in send(anna, "resign")
    assert "Anna proposes to resign" not in text(bruno.client.get(bruno.page).content.decode())
    carla.read()
    assert "Anna proposes to resign" in carla.source
    send(carla, "decline")
    assert anna.view()["resigning"] == []
    send(carla, "resign")
    services.resign(anna.user.pk, anna.match_id)
    assert anna.view()["result"]["reason"] == "resigned"


def test_every_seat_shows_its_bank(cast: Cast, time: Time) -> None:
    anna, _ = sit_down(cast.anna, cast.bruno, policy=at_once(SFIDA))
    anna.read()
    assert re.findall(r'class="[^"]*\bbank\b[^>]*>([^<]*)<', anna.source) == ["7:00", "7:00"]
    assert "A bank of 7:00 each for the whole match" in anna.source


# --- who may --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ACTS)
def test_nobody_acts_at_a_match_of_others_or_by_a_link(cast: Cast, time: Time, name: str) -> None:
    anna, _ = sit_down(cast.anna, cast.bruno, policy=at_once(SFIDA))
    version = anna.view()["version"]
    stranger = Client()
    stranger.force_login(cast.olga)
    url = anna.url(name)
    assert stranger.post(url).status_code == 404
    assert anna.client.get(url).status_code == 405
    answer = Client().post(url)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))
    assert anna.view()["version"] == version


@pytest.mark.parametrize("name", ["start", "decline", "resume", "end"])
def test_what_may_not_be_done_now_is_refused_with_a_sentence(
    cast: Cast, time: Time, name: str
) -> None:
    anna, _ = sit_down(cast.anna, cast.bruno, policy=at_once(SFIDA))
    version = anna.view()["version"]
    assert "message--warning" in anna.send(anna.url(name))
    assert anna.view()["version"] == version


def test_the_page_of_who_left_is_for_players_only(cast: Cast, time: Time) -> None:
    anna, _ = sit_down(cast.anna, cast.bruno, policy=at_once(TORNEO))
    stranger = Client()
    stranger.force_login(cast.olga)
    assert stranger.get(anna.url("left")).status_code == 404


def test_no_secret_of_the_first_deal_is_on_the_page_of_the_start(cast: Cast, time: Time) -> None:
    anna, _ = sit_down(cast.anna, cast.bruno)
    anna.read()
    forms: dict[str, Any] = Forms(anna.source).by_id
    assert forms
    assert '"seed"' not in anna.source
    assert '"deck"' not in anna.source
