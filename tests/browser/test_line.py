"""The line of the match page: pings, silence, what was missed, and the order of the hand, with a
server that says only what the test says."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import Json, Table, legal, open_table, scopa_view
from tests.browser.test_table import LEGAL, after_my_four, after_their_six, played


@pytest.fixture
def table(chromium: Browser) -> Iterator[Table]:
    with open_table(chromium, scopa_view(legal=LEGAL)) as opened:
        yield opened


def miss(table: Table, view: Json, *notices: Json) -> None:
    """The server is gone for a while, and the match goes on meanwhile."""
    table.is_down = True
    table.sockets[-1].close()
    banner = table.page.locator("#banner")
    expect(banner).to_contain_text("Connection lost: trying again…")
    table.view = view
    table.log += notices
    table.is_down = False


# --- pings ------------------------------------------------------------------------------------


def test_a_worker_beats_the_pings(table: Table) -> None:
    assert table.waits_for("ping", 2)[0]["version"] == 12
    assert [worker.url.rpartition("/")[2] for worker in table.page.workers] == ["beat.js"]


def test_without_workers_the_page_pings_by_itself(chromium: Browser) -> None:
    with open_table(chromium, scopa_view(), before="delete globalThis.Worker") as table:
        table.waits_for("ping", 2)
        assert table.page.workers == []


def test_a_line_that_says_nothing_is_given_up(table: Table) -> None:
    table.is_silent = True
    expect(table.page.locator("#game")).to_be_visible()
    table.waits_until(lambda: len(table.sockets) > 1, "the line is not given up")
    assert table.heard_of("ping")


# --- what was missed -----------------------------------------------------------------------------


def test_who_comes_back_is_told_what_was_missed(table: Table) -> None:
    miss(table, after_their_six(), played(0, "4B", "4D"), played(1, "6B"))
    expect(table.page.locator("#banner")).to_have_text(
        "Back in the match: 2 moves were made meanwhile"
    )
    expect(table.layout_card("six of batons")).to_be_visible()
    expect(table.page.locator("#say")).to_contain_text("Bruno lays six of batons.")


def test_who_missed_nothing_is_only_back(table: Table) -> None:
    miss(table, table.view)
    expect(table.page.locator("#banner")).to_have_text("Back in the match")


def test_missed_moves_are_shown_and_over_soon(chromium: Browser) -> None:
    with open_table(chromium, scopa_view(legal=LEGAL), motion=True) as table:
        miss(table, after_their_six(), played(0, "4B", "4D"), played(1, "6B"))
        expect(table.layout_card("six of batons")).to_be_visible()
        table.page.wait_for_function("() => document.querySelectorAll('.ghost').length === 0")
        table.hand_card("king of swords").click()
        assert table.waits_for("move")[-1]["move"] == "10S"


def test_a_score_sheet_that_was_read_while_the_line_broke_is_said_again(
    chromium: Browser,
) -> None:
    sheet: Json = {
        "deal": 3,
        "rows": [{"category": "cards", "counts": [20, 20], "points": [0, 0]}],
        "points": [0, 0],
        "totals": [7, 5],
        "piles": [["7D"], ["4C"]],
    }
    over = scopa_view(hand=[], hands=[0, 0], layout=[], stock=0)
    over |= {"phase": "interval", "sheet": sheet}
    with open_table(chromium, over) as table:
        table.page.get_by_role("button", name=re.compile("^Continue")).click()
        table.waits_for("ready")
        table.sockets[-1].close()
        assert [message["deal"] for message in table.waits_for("ready", 2)] == [3, 3]


# --- the order of the hand ------------------------------------------------------------------------


def hand(table: Table) -> list[str]:
    cards = table.page.get_by_role("group", name="Your hand").get_by_role("button")
    return [card.get_attribute("data-card") or "" for card in cards.all()]


def test_a_hand_as_dealt_needs_no_word(table: Table) -> None:
    assert hand(table) == ["10S", "7D", "4B"]
    table.waits_for("ping")
    assert not table.heard_of("order")


def test_the_server_is_told_how_the_hand_is_sorted(table: Table) -> None:
    table.page.locator("#menu > summary").click()
    table.page.get_by_role("radio", name="by suit").check()
    assert hand(table) == ["7D", "10S", "4B"]
    (said,) = table.waits_for("order")
    assert (said["deal"], said["cards"]) == (3, ["7D", "10S", "4B"])
    table.page.get_by_role("radio", name="as dealt").check()
    assert table.waits_for("order", 2)[1]["cards"] == ["10S", "7D", "4B"]
    table.update(after_my_four(), played(0, "4B", "4D"))
    expect(table.layout_card("four of coins")).to_have_count(0)
    table.page.get_by_role("radio", name="by rank").check()
    assert hand(table) == ["7D", "10S"]
    # One card less changes no order.
    assert [said["cards"] for said in table.waits_for("order", 3)[2:]] == [["7D", "10S"]]


def test_the_order_is_kept_in_this_browser(chromium: Browser) -> None:
    view = scopa_view(legal=[legal("10S")])
    with open_table(chromium, view, settings={"sort": "rank"}) as table:
        assert hand(table) == ["4B", "7D", "10S"]
        assert table.waits_for("order")[0]["cards"] == ["4B", "7D", "10S"]
