"""Who closes the page, comes back or does not, on the real site. A lease that runs out is made to
run out at once, and minutes pass by the clock that tests may move."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from games import clock, presence, valkey
from games.models import Match
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.site import Site, wait_until
from tests.conftest import Cast
from tests.games.conftest import start_match
from tests.games.watching import client_of, kinds

LOST_MS = presence.DROP_AFTER_MS + 1_000


@dataclass
class Player:
    """Somebody at the match, with a page that may be closed and another opened."""

    page: Page
    match_id: int
    seat: int

    def sit_down(self) -> None:
        self.page.goto(f"/match/{self.match_id}/")
        expect(self.page.locator("#game[data-script=on]")).to_be_visible()

    def close_the_page(self) -> None:
        """The seat drops, as it would some seconds later."""
        context = self.page.context
        self.page.close()
        self.page = context.new_page()
        drops = kinds(self.match_id, "drop")
        wait_until(lambda: self._is_missed(drops), "nobody missed the seat")

    def _is_missed(self, drops: int) -> bool:
        if kinds(self.match_id, "drop") > drops:
            return True
        # The web process may hear of the closed page a moment later, and pings before that count.
        run_out = {presence.member(self.match_id, self.seat): clock.now() - LOST_MS}
        valkey.client().zadd(presence.LEASES, run_out, lt=True)
        return False

    def news(self) -> Locator:
        return self.page.locator("#news")

    def end(self) -> Locator:
        return self.page.get_by_role("dialog")


@pytest.fixture
def players(visit: Visit, site: Site, cast: Cast) -> Iterator[tuple[Player, Player]]:
    """Anna at a desktop and Bruno at a phone, with the first cards in their hands."""
    valkey.client().flushdb()
    match_id = start_match(cast.anna, cast.bruno)
    both = []
    for seat, (user, size) in enumerate([(cast.anna, DESKTOP), (cast.bruno, PHONE)]):
        page = visit(size)
        name = settings.SESSION_COOKIE_NAME
        session = client_of(user).cookies[name].value
        page.context.add_cookies([{"name": name, "value": session, "url": site.address}])
        player = Player(page, match_id, seat)
        player.sit_down()
        both.append(player)
    anna, bruno = both
    yield anna, bruno
    valkey.client().flushdb()


def test_who_comes_back_through_the_lobby_in_time_plays_on(players: tuple[Player, Player]) -> None:
    anna, bruno = players
    bruno.close_the_page()
    lost = re.compile(r"Bruno has lost the connection: back by [12]:\d\d · drops 1 of 2")
    expect(anna.news()).to_have_text(lost)
    bruno.page.goto("/")
    expect(bruno.page.get_by_text("You are expected at the table.")).to_be_visible()
    expect(bruno.page.get_by_text(re.compile(r"0:[0-3]\d left to come back"))).to_be_visible()
    expect(anna.news()).to_have_text(re.compile(r"Bruno has been invited back: 0:[0-3]\d"))
    bruno.page.get_by_role("link", name="Back to the table").click()
    expect(bruno.page.locator("#game[data-script=on]")).to_be_visible()
    expect(anna.news()).to_have_text("")
    anna.page.get_by_text("Connection ledger").click()
    ledger = anna.page.get_by_role("complementary")
    expect(ledger.get_by_text("Connections lost: You 0 of 2, Bruno 1 of 2.")).to_be_visible()
    expect(ledger.get_by_role("row").filter(has_text="Bruno is back at the table")).to_be_visible()


def test_who_does_not_come_back_loses(players: tuple[Player, Player]) -> None:
    anna, bruno = players
    bruno.close_the_page()
    expect(anna.news()).to_contain_text("Bruno has lost the connection")
    clock.shift(120_000)
    expect(anna.end()).to_contain_text("You won the match")
    expect(anna.end()).to_contain_text("Bruno did not come back in time")
    bruno.sit_down()
    expect(bruno.end()).to_contain_text("Anna won the match")
    expect(bruno.end()).to_contain_text("You did not come back in time")


def test_who_is_invited_and_stays_in_the_lobby_loses(players: tuple[Player, Player]) -> None:
    anna, bruno = players
    bruno.close_the_page()
    bruno.page.goto("/")
    expect(anna.news()).to_contain_text("Bruno has been invited back")
    clock.shift(30_000)
    expect(anna.end()).to_contain_text("Bruno did not follow the invitation to the table in time")


def test_the_third_drop_loses_at_once(players: tuple[Player, Player]) -> None:
    anna, bruno = players
    for drops in (1, 2):
        bruno.close_the_page()
        expect(anna.news()).to_contain_text(f"drops {drops} of 2")
        bruno.sit_down()
        expect(anna.news()).to_have_text("")
    bruno.close_the_page()
    expect(anna.end()).to_contain_text("You won the match")
    expect(anna.end()).to_contain_text("Bruno left or lost the connection a third time")


def test_when_both_are_gone_nobody_wins(players: tuple[Player, Player]) -> None:
    anna, bruno = players
    anna.close_the_page()
    bruno.close_the_page()
    clock.shift(130_000)
    running = Match.objects.filter(pk=anna.match_id, status=Match.Status.RUNNING)
    wait_until(lambda: not running.exists(), "the match goes on without anybody")
    for player in players:
        player.sit_down()
        expect(player.end()).to_contain_text("The match is void: nobody wins")


def test_who_leaves_is_told_how_long_and_comes_back(players: tuple[Player, Player]) -> None:
    anna, bruno = players
    bruno.page.locator("#menu > summary").click()
    bruno.page.get_by_text("Leave the table…").click()
    bruno.page.get_by_role("button", name="Yes, leave the table").click()
    expect(bruno.page.get_by_role("heading", name="You have left the table")).to_be_visible()
    expect(bruno.page.get_by_text(re.compile(r"Time left to come back: [12]:\d\d"))).to_be_visible()
    expect(anna.news()).to_contain_text("Bruno has left the table: back by")
    bruno.page.get_by_role("link", name="Back to the table").click()
    expect(anna.news()).to_have_text("")
