"""The policy of a table: chosen in the form, kept, shown, and given to the match."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import translation

from games.engine import policies
from games.engine.policies import policy_json
from games.models import Match, MatchEvent
from games.presentation.policies import about, sentences, short
from games.signals import match_finished
from lobby import services
from lobby.clocks import Clocks, clocks_of
from lobby.models import Table
from lobby.offers import OFFERS, Offer
from lobby.services import LobbyCode, LobbyError
from tests.conftest import Cast
from tests.lobby.conftest import browser_of, open_table, words_of

INDEX = "/lobby/"
CREATE = "/lobby/create/"
TO_11 = {"game": "scopa", "scopa-target": "11"}


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def anna(cast: Cast) -> Client:
    return browser_of(cast.anna)


def page(browser: Client, language: str = "en", **query: str) -> str:
    response = browser.get(INDEX, query, headers={"accept-language": language})
    return response.content.decode()


# --- the form -------------------------------------------------------------------------------

CHOSEN: list[tuple[dict[str, str], Clocks]] = [
    ({}, Clocks("torneo")),
    ({"policy": ""}, Clocks("torneo")),
    ({"policy": "torneo", "move_seconds": ""}, Clocks("torneo")),
    ({"policy": "sfida"}, Clocks("sfida")),
    ({"policy": "sfida", "pause": "on"}, Clocks("sfida", pause=True)),
    ({"policy": "amichevole"}, Clocks("amichevole")),
    ({"policy": "amichevole", "move_seconds": ""}, Clocks("amichevole")),
    ({"policy": "amichevole", "move_seconds": "60"}, Clocks("amichevole", 60)),
    (
        {"policy": "amichevole", "move_seconds": "60", "pause": "on"},
        Clocks("amichevole", 60, pause=True),
    ),
]


@pytest.mark.parametrize(("data", "clocks"), CHOSEN, ids=str)
def test_the_table_has_the_clocks_that_were_chosen(
    anna: Client, data: dict[str, str], clocks: Clocks
) -> None:
    assert anna.post(CREATE, {**TO_11, **data}).status_code == 302
    assert clocks_of(Table.objects.get()) == clocks


FAULTS: list[tuple[dict[str, str], str, str]] = [
    # chosen besides, the field at fault, what is said there
    ({"policy": "lento"}, "policy", "Select a valid choice."),
    ({"policy": "\x00"}, "policy", ""),
    ({"pause": "on"}, "pause", "There are no pauses in Torneo."),
    ({"policy": "torneo", "pause": "on"}, "pause", "There are no pauses in Torneo."),
    ({"policy": "torneo", "move_seconds": "60"}, "move_seconds", "Torneo has its own clock"),
    ({"policy": "sfida", "move_seconds": "60"}, "move_seconds", "Sfida has its own clock"),
    ({"policy": "amichevole", "move_seconds": "30"}, "move_seconds", "Select a valid choice."),
    ({"policy": "amichevole", "move_seconds": "a"}, "move_seconds", "Select a valid choice."),
    ({"policy": "amichevole", "move_seconds": "9" * 400}, "move_seconds", ""),
]


@pytest.mark.parametrize(("data", "field", "words"), FAULTS, ids=str)
def test_what_does_not_go_together_is_said_beside_the_field(
    anna: Client, data: dict[str, str], field: str, words: str
) -> None:
    response = anna.post(CREATE, {**TO_11, **data})
    html = response.content.decode()
    assert response.status_code == 422
    said = re.search(rf'<ul class="field__errors" id="id_{field}_error"><li>([^<]+)', html)
    assert said is not None
    assert words in said[1]
    assert not Table.objects.exists()


def test_the_form_comes_back_with_the_policy_that_was_chosen(anna: Client) -> None:
    data = {"game": "scopa", "policy": "amichevole", "move_seconds": "60", "pause": "on"}
    html = anna.post(CREATE, data).content.decode()  # without a target
    assert re.search(r'name="policy" value="amichevole"[^>]* checked', html)
    assert re.search(r'name="move_seconds" value="60"[^>]* checked', html)
    assert re.search(r'name="pause"[^>]* checked', html)
    assert len(re.findall(r'name="policy"[^>]* checked', html)) == 1


@pytest.mark.parametrize("language", ["en", "it"])
def test_each_policy_is_offered_with_its_line_and_torneo_is_the_usual(
    anna: Client, language: str
) -> None:
    html = page(anna, language)
    assert re.findall(r'name="policy" value="(\w+)"[^>]*?( checked)?>', html) == [
        ("torneo", " checked"),
        ("sfida", ""),
        ("amichevole", ""),
    ]
    words = words_of(html)
    for number in ("2:00", "10:00", "30"):
        assert number in words
    if language == "en":
        assert all(about(policy) in words for policy in policies.POLICIES.values())
    assert '/rules/clocks/"' in html


@pytest.mark.parametrize("offer", OFFERS.values(), ids=lambda offer: offer.key)
def test_the_bank_is_that_of_the_game_and_the_target(anna: Client, offer: Offer) -> None:
    html = page(anna, game=offer.key)
    part = html.split(f'data-offer="{offer.key}"')[1].split('class="offer"')[0]
    shown = dict(re.findall(r'<data hidden value="(\w+)">([\d:]+)</data>', part))
    for target in (*offer.targets, *offer.unusual_targets):
        seconds = policies.bank_ms(offer.game, target) // 1_000
        bank = f"{seconds // 60}:{seconds % 60:02}"
        assert shown.pop("deal" if target is None else str(target)) == bank
        # Without scripts all of them can be read.
        assert bank in part.split("<noscript>")[1].split("</noscript>")[0]
        if target == offer.usual_target:
            assert re.search(rf"data-bank>{bank}<", html)
    assert shown == {}


@pytest.mark.parametrize(
    ("data", "bank"),
    [
        ({"scopa-target": "7"}, "5:00"),
        ({"scopa-target": "deal"}, "2:30"),
        ({"scopa-target": "7", "scopa-custom-target": "21"}, "13:21"),
    ],
    ids=str,
)
def test_a_form_that_comes_back_shows_the_bank_of_what_was_chosen(
    anna: Client, data: dict[str, str], bank: str
) -> None:
    data = {"game": "scopa", "policy": "sfida", "scopa-custom-ties": '"fault"', **data}
    assert f"data-bank>{bank}<" in anna.post(CREATE, data).content.decode()


# --- the table ------------------------------------------------------------------------------

EVERY = [
    Clocks("torneo"),
    Clocks("sfida"),
    Clocks("sfida", pause=True),
    Clocks("amichevole"),
    Clocks("amichevole", 60, pause=True),
]


@pytest.mark.parametrize("clocks", EVERY, ids=str)
def test_the_list_shows_the_policy_of_each_table_with_a_badge_and_words(
    anna: Client, cast: Cast, clocks: Clocks
) -> None:
    open_table(cast.bruno, clocks=clocks)
    rows = page(anna).split('id="create"')[0]
    row = rows[rows.index("<li") :]
    assert f'<span class="badge">{clocks.policy.capitalize()}</span>' in row
    for words in short(clocks.of("scopa", 11)):
        assert f">{words}</span>" in row
    assert f"To 11 points, {clocks.policy.capitalize()}" in row  # of the button, and when read out


def test_the_bank_in_the_list_is_that_of_the_table(anna: Client, cast: Cast) -> None:
    open_table(cast.bruno, 7, clocks=Clocks("sfida"))
    open_table(cast.olga, game="escoba", clocks=Clocks("sfida"))
    words = words_of(page(anna).split('id="create"')[0])
    assert "bank 5:00" in words
    assert "bank 12:00" in words


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("clocks", EVERY, ids=str)
def test_whoever_waits_reads_the_clocks_before_the_match_begins(
    cast: Cast, clocks: Clocks, language: str
) -> None:
    table = open_table(cast.bruno, game="escoba", seats=4, clocks=clocks)
    services.join_table(cast.anna, table.pk)
    browser = browser_of(cast.anna)
    words = words_of(page(browser, language).split('id="create"')[0])
    assert {"en": "The clocks: ", "it": "I tempi: "}[language] + clocks.policy.capitalize() in words
    if language == "en":
        for one in sentences(clocks.of("escoba", 21)):
            assert one in words


@pytest.mark.parametrize("clocks", EVERY, ids=str)
def test_a_match_begins_with_the_policy_of_its_table(cast: Cast, clocks: Clocks) -> None:
    table = services.join_table(cast.bruno, open_table(cast.anna, 7, clocks=clocks).pk)
    started = MatchEvent.objects.get(match=table.match_id, number=1).data
    assert started["policy"] == policy_json(clocks.of("scopa", 7))


BAD_CLOCKS = [
    Clocks("lento"),
    Clocks("torneo", 60),
    Clocks("sfida", 60),
    Clocks("amichevole", 30),
    Clocks("torneo", pause=True),
]


@pytest.mark.parametrize("clocks", BAD_CLOCKS, ids=str)
def test_clocks_that_no_policy_has_open_no_table(cast: Cast, clocks: Clocks) -> None:
    with pytest.raises(LobbyError) as refused:
        open_table(cast.anna, clocks=clocks)
    assert refused.value.code is LobbyCode.NOT_OFFERED
    assert not Table.objects.exists()


def test_amichevole_is_never_rated_and_says_so(anna: Client, cast: Cast) -> None:
    anna.post(CREATE, {**TO_11, "policy": "amichevole", "rated": "on"})
    assert not Table.objects.get().rated
    assert "not rated" in words_of(page(anna).split('id="create"')[0])
    assert open_table(cast.bruno, clocks=Clocks("sfida"), rated=True).rated


BROKEN: list[dict[str, Any]] = [
    {"policy": "lento"},
    {"policy": "torneo", "move_seconds": 60},
    {"policy": "torneo", "pause": True},
    {"policy": "sfida", "move_seconds": 60},
    {"policy": "amichevole", "move_seconds": 30},
    {"policy": "amichevole", "rated": True},
]


@pytest.mark.parametrize("change", BROKEN, ids=str)
def test_the_database_refuses_clocks_that_cannot_be(cast: Cast, change: dict[str, Any]) -> None:
    table = open_table(cast.anna)
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(**change)


def test_a_table_of_the_version_before_has_the_usual_clocks(cast: Cast) -> None:
    """Its processes know nothing of the new columns."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO lobby_table (creator_id, game, rules, target, seats, rated, status,"
            " created_at) VALUES (%s, 'scopa', 'scopa', 11, 2, true, 'open', now())",
            [cast.anna.pk],
        )
    assert clocks_of(Table.objects.get()) == Clocks()


# --- afterwards -----------------------------------------------------------------------------

VOID = [
    {"winner": None, "reason": reason, "totals": [0, 0]}
    for reason in ("start", "both_dropped", "drop", "ended", "idle", "away")
]


@pytest.mark.parametrize("result", VOID, ids=lambda result: result["reason"])
def test_after_a_match_without_a_winner_its_people_are_free_for_another_table(
    cast: Cast, result: dict[str, Any]
) -> None:
    table = services.join_table(cast.bruno, open_table(cast.anna).pk)
    assert table.match_id is not None
    Match.objects.filter(pk=table.match_id).update(status="finished", due_at=None)
    match_finished.send(sender=Match, match_id=table.match_id, result=result)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    again = services.join_table(cast.bruno, open_table(cast.anna).pk)
    assert again.status == Table.Status.PLAYING


@pytest.mark.django_db(transaction=True)
def test_when_nobody_pressed_start_the_lobby_is_free_before_the_result_is_settled(
    cast: Cast,
) -> None:
    table = services.join_table(cast.bruno, open_table(cast.anna).pk)
    assert table.match_id is not None
    Match.objects.filter(pk=table.match_id).update(status="finished", due_at=None)
    html = page(browser_of(cast.anna))
    assert re.search(r'id="create"(?![^>]* hidden)', html)
    open_table(cast.anna)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
