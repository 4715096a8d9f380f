"""The bar of the running match: on every page of ours, while all is calm and while I am missed."""

import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import services
from games.engine import policies
from tests.conftest import Cast
from tests.games.conftest import Time

pytestmark = pytest.mark.django_db(transaction=True)

ANNA = 0


@pytest.fixture
def running(cast: Cast, time: Time) -> int:
    """A match of Anna and Bruno that has begun; the time of a test stands at 22:13:20 UTC."""
    with transaction.atomic():
        match_id = services.start_match(
            game="scopa",
            rules={"name": "scopa", "target": 11},
            policy=policies.TORNEO,
            user_ids=[cast.anna.pk, cast.bruno.pk],
        )
    for person in (cast.anna, cast.bruno):
        services.start(person.pk, match_id)
    return match_id


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def bar_on(client: Client, page: str) -> str:
    source = client.get(page).content.decode()
    found = re.search(r'<aside class="running-match".*?</aside>', source, re.DOTALL)
    return found[0] if found else ""


PAGES = ["/", reverse("lobby:index"), reverse("rules:index"), reverse("games:history")]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_leads_back_to_the_table_calmly(cast: Cast, running: int, page: str) -> None:
    bar = bar_on(client_of(cast.anna), page)
    assert f'href="{reverse("games:match", args=[running])}"' in bar
    assert "You have a match running." in bar
    assert "data-expected" not in bar
    assert "data-until" not in bar
    assert bar_on(client_of(cast.olga), page) == ""
    assert bar_on(Client(), page) == ""


@pytest.mark.parametrize("page", PAGES)
def test_whoever_is_missed_is_expected_with_the_time_that_is_left(
    cast: Cast, running: int, time: Time, page: str
) -> None:
    services.drop(running, ANNA)
    time.pass_ms(10_000)
    bar = bar_on(client_of(cast.anna), page)
    assert "data-expected" in bar
    assert "You are expected at the table." in bar
    assert "Come back by 22:14:00 UTC" in bar  # the invitation: 30 s from the page
    assert f'data-until="{time.now + 30_000}"' in bar
    assert f'data-now="{time.now}"' in bar
    calm = bar_on(client_of(cast.bruno), page)
    assert "data-expected" not in calm


def test_once_the_match_is_over_there_is_nothing_to_lead_back_to(cast: Cast, running: int) -> None:
    services.resign(cast.bruno.pk, running)
    assert bar_on(client_of(cast.anna), "/") == ""
