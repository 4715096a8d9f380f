"""The page before the first deal, with a server that says only what the test says."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from games.engine import policies
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.table import (
    NOW,
    Table,
    fishing_view,
    legal,
    open_table,
    scopa_view,
    starting_view,
)

START = re.compile(r"^Start the match")


@pytest.fixture
def table(chromium: Browser) -> Iterator[Table]:
    with open_table(chromium, starting_view()) as opened:
        yield opened


def place(table: Table, name: str) -> str:
    """What stands at somebody's seat."""
    seats = table.page.get_by_role("list", name="Who sits where").get_by_role("listitem")
    return seats.filter(has_text=name).inner_text()


def test_pressing_sends_chance_and_waits_for_the_others(table: Table) -> None:
    button = table.page.get_by_role("button", name=START)
    expect(button).to_contain_text(re.compile(r"[12]:\d\d"))
    expect(table.page.get_by_text("Press the button when you are ready")).to_be_visible()
    button.click()
    expect(table.page.get_by_text("Waiting for Bruno…")).to_be_visible()
    expect(button).to_be_disabled()
    (said,) = table.waits_for("start")
    assert re.fullmatch("[0-9a-f]{32}", said["entropy"])
    table.update(starting_view(version=2, started=[0]), {"kind": "pressed", "seat": 0})
    expect(table.page.get_by_text("Waiting for Bruno…")).to_be_visible()
    assert "ready" in place(table, "You")
    assert "not yet" in place(table, "Bruno")


def test_when_the_cards_are_dealt_the_page_leads_to_the_table(table: Table) -> None:
    table.update(scopa_view(version=4, legal=[legal("10S")]), {"kind": "begun"})
    expect(table.hand_card("king of swords")).to_be_visible()


def test_a_press_whose_line_broke_is_said_again_with_the_same_chance(table: Table) -> None:
    table.page.get_by_role("button", name=START).click()
    table.waits_for("start")
    table.sockets[-1].close()
    first, again = table.waits_for("start", 2)
    assert first["entropy"] == again["entropy"]


def test_a_refused_press_may_be_repeated(table: Table) -> None:
    button = table.page.get_by_role("button", name=START)
    button.click()
    (said,) = table.waits_for("start")
    table.say(type="refused", ref=said["id"], code="unavailable", message="Please try again.")
    expect(table.page.get_by_text("Please try again.")).to_be_visible()
    expect(button).to_be_enabled()


def test_the_last_half_minute_is_announced(chromium: Browser) -> None:
    with open_table(chromium, starting_view(deadline=NOW + 30_700)) as table:
        expect(table.page.get_by_role("alert").filter(has_text="30 seconds")).to_be_attached()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_four_see_who_sits_where_and_what_is_in_force(
    chromium: Browser, size: tuple[int, int]
) -> None:
    view = starting_view(seats=4, policy=policies.SFIDA, started=[1])
    with open_table(chromium, view, size=size) as table:
        assert "partner" in place(table, "Carla")
        assert "ready" in place(table, "Bruno")
        assert "not yet" in place(table, "Dario")
        page = table.page
        expect(page.get_by_text("30 seconds a move")).to_be_visible()
        expect(page.get_by_text("A bank of 5:00 each for the whole match")).to_be_visible()
        expect(page.get_by_text("Whoever has not pressed within 2:00 loses")).to_be_visible()
        page.get_by_text("Fair shuffle").click()
        expect(page.get_by_text(view["shuffle"]["commitment"])).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def test_it_is_started_from_the_keyboard(table: Table) -> None:
    table.page.get_by_role("button", name=START).focus()
    table.page.keyboard.press("Enter")
    table.waits_for("start")


def test_nobody_is_led_astray_by_a_late_view(table: Table) -> None:
    """An old update of the start does not call back who has pressed since."""
    table.update(starting_view(version=3, started=[0, 1]), {"kind": "pressed", "seat": 1})
    old = fishing_view(version=2) | {"phase": "starting", "deal": None, "started": []}
    table.say(type="update", version=2, view=old, notices=[])
    expect(table.page.get_by_text("The cards are being dealt")).to_be_visible()
