"""The page "check this deal": who sees it, and that no seed is shown before its deal is over."""

import html
import json
import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import seals, services, store
from games.engine.policies import TORNEO
from games.engine.referee import Phase
from games.presentation.page import GAMES
from tests.conftest import Cast
from tests.engine import verify_deal
from tests.engine.kit import Format
from tests.games.conftest import Time
from tests.games.play import short_formats
from tests.games.records import one_format, to_target
from tests.games.sealed import first_kind_match, sealed_match
from tests.games.test_services import Players, play_deal

pytestmark = pytest.mark.django_db(transaction=True)

SHOWN = [way for way in short_formats() if way.game.name in GAMES]
ANNA_ADDS, BRUNO_ADDS = "a11a" * 16, "b0b0"


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def source_of(user: User, match_id: int, *deal: int) -> str:
    answer = client_of(user).get(reverse("games:fairness", args=[match_id, *deal]))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def data_of(source: str) -> dict[str, Any]:
    found = re.search(r'<script id="deal-data" type="application/json">(.*?)</script>', source)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def deals_of(match_id: int) -> list[seals.SealedDeal]:
    return seals.sealed_deals(store.read(match_id).events)


@pytest.fixture
def over(cast: Cast) -> int:
    way = to_target(one_format("scopa"), 11)
    return sealed_match([cast.anna, cast.bruno], way)


@pytest.fixture
def starting(cast: Cast, time: Time) -> int:
    """Anna and Bruno are about to press "start"."""
    with transaction.atomic():
        return services.start_match(
            game="scopa",
            rules={"name": "scopa", "target": 11},
            policy=TORNEO,
            user_ids=[cast.anna.pk, cast.bruno.pk],
        )


@pytest.fixture
def running(starting: int, cast: Cast) -> int:
    """They have pressed it and added entropy; the first deal is in play."""
    services.start(cast.anna.pk, starting, ANNA_ADDS)
    services.start(cast.bruno.pk, starting, BRUNO_ADDS)
    assert store.load(starting).state.phase is Phase.PLAYING
    return starting


# --- who -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", [(), (1,)], ids=["all", "one"])
def test_only_who_sits_there_sees_the_deals(
    cast: Cast, over: int, running: int, deal: tuple[int, ...]
) -> None:
    for match_id in (over, running):
        url = reverse("games:fairness", args=[match_id, *deal])
        for player in (cast.anna, cast.bruno):
            answer = client_of(player).get(url)
            assert answer.status_code == 200
            assert "no-store" in answer["Cache-Control"]
        for other in (cast.olga, cast.staff):
            assert client_of(other).get(url).status_code == 404
        answer = Client().get(url)
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("account_login"))
        assert client_of(cast.anna).post(url).status_code == 405


def test_a_deal_or_a_match_that_does_not_exist_is_not_found(cast: Cast, over: int) -> None:
    anna = client_of(cast.anna)
    for arguments in ([over, 0], [over, 99], [over, 10**30], [over + 1], [over + 1, 1]):
        assert anna.get(reverse("games:fairness", args=arguments)).status_code == 404


# --- no seed too early ---------------------------------------------------------------------------


def everything_shown(user: User, match_id: int) -> str:
    """Every page of the match that the person can open, and the deals that may come."""
    client = client_of(user)
    urls = [
        reverse("games:match", args=[match_id]),
        *(reverse("games:fairness", args=[match_id, *deal]) for deal in [(), (1,), (2,), (3,)]),
        reverse("games:record", args=[match_id]),
        reverse("games:record_json", args=[match_id]),
        reverse("games:record_text", args=[match_id]),
    ]
    return "".join(client.get(url, follow=True).content.decode() for url in urls)


def test_of_a_deal_in_play_there_is_the_commitment_and_nothing_else(
    cast: Cast, running: int
) -> None:
    (sealed,) = deals_of(running)
    for player in (cast.anna, cast.bruno):
        shown = everything_shown(player, running)
        assert sealed.seed.hex() not in shown
        source = source_of(player, running, 1)
        assert sealed.commitment in source
        assert "secret until this deal is over" in source
        assert "deal-data" not in source
        assert "verify.js" not in source
        assert "dealt-deck" not in source
        assert sealed.commitment in source_of(player, running)


def test_once_the_deal_is_over_its_seed_is_shown_and_the_next_is_not(
    cast: Cast, running: int, time: Time
) -> None:
    play_deal(Players(running, cast), time)
    first, second = deals_of(running)
    source = source_of(cast.anna, running, 1)
    data = data_of(source)
    assert data["seed"] == first.seed.hex()
    assert data["entropy"] == [ANNA_ADDS, BRUNO_ADDS]
    assert " ".join(first.attempts[0].deck) in source
    for player in (cast.anna, cast.bruno):
        shown = everything_shown(player, running)
        assert second.seed.hex() not in shown
        assert second.commitment in source_of(player, running, 2)
    services.ready(cast.anna.pk, running, 1, "aa")
    services.ready(cast.bruno.pk, running, 1)
    assert store.load(running).state.phase is Phase.PLAYING
    assert second.seed.hex() not in everything_shown(cast.anna, running)
    assert "deal-data" not in source_of(cast.anna, running, 2)


def test_before_the_start_the_first_deal_is_sealed_and_secret(cast: Cast, starting: int) -> None:
    (sealed,) = deals_of(starting)
    assert sealed.commitment in source_of(cast.anna, starting)
    assert sealed.commitment in source_of(cast.anna, starting, 1)
    for arguments in ([starting], [starting, 1]):
        url = reverse("games:fairness", args=arguments)
        assert sealed.seed.hex() not in client_of(cast.anna).get(url).content.decode()


def test_whoever_gave_up_waits_for_the_others_like_everybody(four: list[User]) -> None:
    way = one_format("star-cards", seats=3)
    with transaction.atomic():
        match_id = services.start_match(
            game="star-cards",
            rules=way.rules,
            policy=TORNEO,
            user_ids=[person.pk for person in four[:3]],
        )
    for person in four[:3]:
        services.start(person.pk, match_id)
    (sealed,) = deals_of(match_id)
    services.resign(four[0].pk, match_id)
    assert sealed.seed.hex() not in source_of(four[0], match_id, 1)
    services.resign(four[1].pk, match_id)
    assert sealed.seed.hex() in source_of(four[0], match_id, 1)


# --- what it shows -------------------------------------------------------------------------------


@pytest.mark.parametrize("way", SHOWN, ids=str)
def test_the_page_of_every_game_has_all_that_the_deck_was_made_of(
    four: list[User], way: Format
) -> None:
    match_id = sealed_match(four, way)
    program = verify_deal.load()
    for sealed in deals_of(match_id):
        source = source_of(four[-1] if way.seats == 4 else four[0], match_id, sealed.deal)
        data = data_of(source)
        assert (data["match"], data["game"]) == (match_id, way.game.name)
        assert data["commitment"] == program.commitment(bytes.fromhex(data["seed"]))
        for person, entropy in zip(four, data["entropy"], strict=False):
            assert re.search(
                rf"Entropy of {person.display_name}</dt>\s*<dd class=\"hex\">{entropy or '–'}",
                source,
            )
        for attempt, dealt in enumerate(data["attempts"]):
            deck = program.shuffled(
                program.DECKS[way.game.name],
                program.attempt_seed(bytes.fromhex(data["seed"]), attempt),
                match_id,
                sealed.deal,
                program.joined([bytes.fromhex(one) for one in data["entropy"]]),
            )
            assert dealt["deck"] == deck
            assert " ".join(deck) in source
        cards = re.findall(r'dealt-deck__card">.*?<span class="visually-hidden">([^<]+)', source)
        assert len(cards) == len(way.game.deck) * len(data["attempts"])


def test_a_deck_that_was_thrown_in_is_shown_too(cast: Cast) -> None:
    match_id = sealed_match([cast.anna, cast.bruno], one_format("scopa"), annulled=True)
    source = source_of(cast.anna, match_id, 1)
    assert "Deck 1, thrown in before play" in source
    assert "The deck that was played" in source
    assert len(data_of(source)["attempts"]) == 2


def test_the_list_leads_to_every_deal_and_the_record_to_the_list(cast: Cast, over: int) -> None:
    source = source_of(cast.anna, over)
    for sealed in deals_of(over):
        assert reverse("games:fairness", args=[over, sealed.deal]) in source
    record = client_of(cast.anna).get(reverse("games:record", args=[over])).content.decode()
    assert f'href="{reverse("games:fairness", args=[over])}"' in record


def test_the_table_leads_to_the_list_in_a_tab_of_its_own(
    cast: Cast, over: int, running: int
) -> None:
    """Whoever leaves the table's page for another one is gone from the table."""
    for match_id in (over, running):
        url = reverse("games:fairness", args=[match_id])
        source = client_of(cast.anna).get(reverse("games:match", args=[match_id])).content.decode()
        assert f'<a href="{url}" target="_blank"' in source


def test_a_deal_that_was_sealed_and_never_dealt_says_so(
    cast: Cast, running: int, time: Time
) -> None:
    play_deal(Players(running, cast), time)
    services.resign(cast.anna.pk, running)
    source = source_of(cast.bruno, running, 2)
    assert "no deck was made of it" in source
    assert data_of(source)["attempts"] == []


def test_a_match_older_than_seals_says_that_there_is_nothing_to_compare(cast: Cast) -> None:
    match_id = first_kind_match([cast.anna, cast.bruno], one_format("scopa"))
    assert "before commitments were published" in source_of(cast.anna, match_id)
    url = reverse("games:fairness", args=[match_id, 1])
    assert client_of(cast.anna).get(url).status_code == 404


def test_the_pages_speak_italian(cast: Cast, over: int) -> None:
    answer = client_of(cast.anna).get(
        reverse("games:fairness", args=[over, 1]), headers={"accept-language": "it"}
    )
    assert "Controlla in questo browser" in answer.content.decode()


def test_anybody_may_take_the_program_along(db: None) -> None:
    answer = Client().get(reverse("games:verify_deal"))
    assert answer.status_code == 200
    assert answer.getvalue() == verify_deal.PROGRAM.read_bytes()
    assert answer["Content-Disposition"] == 'attachment; filename="verify-deal.py"'
