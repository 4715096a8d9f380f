"""Who is away, what time is left, who wants to pause or resign: said at the table by a server that
says only what the test says."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, expect

from games.engine import policies
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.star_cards import star_view
from tests.browser.table import (
    NOW,
    Json,
    Table,
    absent,
    fishing_view,
    legal,
    open_table,
    scopa_view,
)

LEGAL = [legal("10S"), legal("7D", "4D 3C", "4D 3S"), legal("4B", "4D")]
PAUSING = replace(policies.SFIDA, pause_ms=60_000)
FRIENDLY = policies.AMICHEVOLE


@pytest.fixture
def table(chromium: Browser) -> Iterator[Table]:
    with open_table(chromium, scopa_view()) as opened:
        yield opened


def pairs_view(**changes: object) -> Json:
    return fishing_view(game="escoba", seats=4) | changes


def person(view: Json, seat: int, **changes: object) -> Json:
    people = [dict(one) for one in view["people"]]
    people[seat] |= changes
    return {**view, "people": people}


def news(table: Table) -> Locator:
    return table.page.locator("#news")


def open_menu(table: Table) -> None:
    table.page.locator("#menu > summary").click()


# --- somebody is away -------------------------------------------------------------------------


def test_a_drop_is_counted_down_and_forgotten_on_return(table: Table) -> None:
    away = absent(scopa_view(version=13), 1)
    table.update(away, {"kind": "dropped", "seat": 1, "drops": 1, "allowed": 2})
    lost = re.compile(r"Bruno has lost the connection: back by 1:4\d · drops 1 of 2")
    expect(news(table)).to_have_text(lost)
    seat = table.page.get_by_role("region", name="Bruno")
    expect(seat).to_contain_text(re.compile(r"away\s+1:4\d"))
    table.update(scopa_view(version=14, turn=0, legal=LEGAL), {"kind": "returned", "seat": 1})
    expect(news(table)).to_have_text("")
    expect(seat).not_to_contain_text("away")


def test_the_clock_of_who_is_away_stands_and_says_why(table: Table) -> None:
    table.update(absent(scopa_view(version=13), 1))
    me = table.page.get_by_role("region", name="You", exact=True)
    expect(me).to_contain_text("stopped: Bruno is away")
    expect(me.get_by_role("timer")).to_have_text("0:19")


def test_my_clock_runs_on_while_another_is_away(table: Table) -> None:
    table.update(absent(scopa_view(version=13, legal=LEGAL), 1))
    expect(news(table)).to_contain_text("Bruno has lost the connection")
    me = table.page.get_by_role("region", name="You", exact=True)
    expect(me).not_to_contain_text("stopped")
    table.hand_card("king of swords").click()
    assert table.waits_for("move")[0]["move"] == "10S"


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"left": True}, "Bruno has left the table: back by"),
        ({"invited": True, "left_ms": 24_000}, "Bruno has been invited back: 0:2"),
        ({"lapsed": True}, "Bruno has not come back in time"),
    ],
    ids=["left", "invited", "lapsed"],
)
def test_each_kind_of_absence_has_its_words(table: Table, how: dict[str, bool], words: str) -> None:
    table.update(absent(scopa_view(version=13), 1, **how))
    expect(news(table)).to_contain_text(words)


def test_the_number_is_large_only_in_the_last_half_minute(table: Table) -> None:
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    time = news(table).locator(".news__time")
    table.update(absent(scopa_view(version=13), 1))
    expect(time).to_be_visible()
    small = time.evaluate(size)
    table.update(absent(scopa_view(version=14), 1, left_ms=29_000))
    expect(time).to_have_text(re.compile(r"0:2\d"))
    expect(news(table).locator("[data-urgent]")).to_be_visible()
    assert time.evaluate(size) > small * 1.3


@pytest.mark.parametrize("size", [PHONE, DESKTOP, (640, 360)], ids=["phone", "desktop", "lying"])
@pytest.mark.parametrize("away", [(1,), (1, 2, 3)], ids=["one", "three"])
def test_no_card_is_covered_by_who_is_away(
    chromium: Browser, size: tuple[int, int], away: tuple[int, ...]
) -> None:
    view = fishing_view(game="escoba", seats=4, legal=LEGAL)
    for seat in away:
        view = absent(view, seat)
    with open_table(chromium, view, size=size) as table:
        expect(news(table)).to_contain_text("has lost the connection")
        box = news(table).bounding_box()
        assert box is not None
        for card in table.page.locator("#table [data-card], .hand__card").all():
            other = card.bounding_box()
            assert other is not None
            apart = (
                box["y"] + box["height"] <= other["y"] + 1
                or other["y"] + other["height"] <= box["y"] + 1
                or box["x"] + box["width"] <= other["x"] + 1
                or other["x"] + other["width"] <= box["x"] + 1
            )
            assert apart, (box, other)
        assert table.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def test_who_plays_with_friends_may_end_the_match_and_is_asked_once(chromium: Browser) -> None:
    view = absent(scopa_view(policy=FRIENDLY), 1, left_ms=580_000)
    with open_table(chromium, view) as table:
        expect(news(table)).to_contain_text(re.compile(r"the seat is kept for 9:\d\d"))
        news(table).get_by_text("End the match", exact=True).first.click()
        expect(news(table).get_by_text("It counts for nobody")).to_be_visible()
        assert not table.heard_of("end")
        table.button("End the match").click()
        table.waits_for("end")


def test_no_end_is_offered_where_a_drop_may_cost_the_match(table: Table) -> None:
    table.update(absent(scopa_view(version=13), 1))
    expect(news(table)).to_contain_text("back by")
    expect(news(table).get_by_role("button")).to_have_count(0)


def test_three_moves_of_the_clock_make_a_player_seem_away(table: Table) -> None:
    table.update(person(scopa_view(version=13, legal=LEGAL), 1, automatic=3))
    words = "Bruno seems to be away: the last 3 moves were made by the clock"
    expect(news(table)).to_have_text(words)


def test_who_is_out_of_a_match_of_three_is_marked(chromium: Browser) -> None:
    view = person(star_view(seats=3), 2, forfeited="drop")
    with open_table(chromium, view) as table:
        expect(table.page.get_by_role("region", name="Vera")).to_contain_text("out of the match")


# --- clocks -----------------------------------------------------------------------------------


def test_every_seat_shows_its_bank(chromium: Browser) -> None:
    view = scopa_view(policy=policies.SFIDA, legal=LEGAL) | {
        "banks": [250_000, 123_000],
        "bank_deadline": NOW + 250_000,
    }
    with open_table(chromium, view) as table:
        me = table.page.get_by_role("region", name="You", exact=True)
        expect(me).to_contain_text(re.compile(r"4:0\d|4:10"))
        expect(table.page.get_by_role("region", name="Bruno")).to_contain_text("2:03")
        table.page.keyboard.press("c")
        expect(table.page.locator("#say")).to_contain_text("for the whole match: 4:")


def test_without_a_limit_there_is_no_ring_and_no_number(chromium: Browser) -> None:
    with open_table(chromium, scopa_view(policy=FRIENDLY, legal=LEGAL)) as table:
        expect(table.page.get_by_role("timer")).to_have_text("")
        expect(table.page.locator("#clock")).to_be_hidden()
        table.page.keyboard.press("c")
        expect(table.page.locator("#say")).to_have_text("No clock is running.")


# --- pausing, resigning, leaving ------------------------------------------------------------------


def test_a_pause_is_asked_for_once_and_ended_by_who_asked(chromium: Browser) -> None:
    with open_table(chromium, scopa_view(policy=PAUSING, legal=LEGAL)) as table:
        open_menu(table)
        table.button("Pause, once").click()
        table.waits_for("pause")
        paused = scopa_view(policy=PAUSING, legal=LEGAL, version=13) | {
            "pause": {"seat": 0, "until": NOW + 45_000},
            "paused": [0],
            "deadline": None,
            "clock": {"seat": 0, "left": 12_000, "running": False},
        }
        table.update(paused, {"kind": "paused", "seat": 0, "until": NOW + 45_000})
        expect(news(table)).to_contain_text(re.compile(r"You have paused the match: 0:4\d"))
        me = table.page.get_by_role("region", name="You", exact=True)
        expect(me).to_contain_text("stopped: the match is paused")
        open_menu(table)
        expect(table.button("Pause, once")).to_be_hidden()
        table.button("Play on").click()
        table.waits_for("resume")


def test_the_pause_of_another_has_no_button(chromium: Browser) -> None:
    view = scopa_view(policy=PAUSING) | {"pause": {"seat": 1, "until": NOW + 45_000}, "paused": [1]}
    with open_table(chromium, view) as table:
        expect(news(table)).to_contain_text("Bruno has paused the match: 0:4")
        expect(news(table).get_by_role("button")).to_have_count(0)


def test_a_pause_is_not_offered_where_the_policy_has_none(table: Table) -> None:
    open_menu(table)
    expect(table.button("Pause, once")).to_be_hidden()


def test_a_partner_is_asked_before_a_pair_resigns(chromium: Browser) -> None:
    with open_table(chromium, pairs_view(), size=PHONE) as table:
        table.update(pairs_view(version=13, resigning=[2]), {"kind": "resign_proposed", "seat": 2})
        expect(news(table)).to_contain_text("Carla proposes to resign")
        table.button("Play on").click()
        table.waits_for("decline")
        table.button("Resign together").click()
        table.waits_for("resign")


def test_who_proposes_to_resign_waits_and_may_take_it_back(chromium: Browser) -> None:
    with open_table(chromium, pairs_view()) as table:
        open_menu(table)
        table.page.get_by_text("Resign…").click()
        expect(table.page.get_by_text("If your partner agrees")).to_be_visible()
        table.button("Yes, resign").click()
        table.waits_for("resign")
        table.update(pairs_view(version=13, resigning=[0]))
        expect(news(table)).to_contain_text("You propose to resign: waiting for Carla")
        table.button("Take it back").click()
        table.waits_for("decline")


@pytest.mark.parametrize(
    ("drops", "words"),
    [
        (0, "Leaving uses up a drop; 2 are left to you before it. Come back within 2:00"),
        (1, "Leaving uses up a drop; 1 is left to you before it."),
        (2, "You have no drop left: if you leave, the match is lost."),
    ],
)
def test_leaving_says_what_it_costs(chromium: Browser, drops: int, words: str) -> None:
    with open_table(chromium, person(scopa_view(), 0, drops=drops)) as table:
        open_menu(table)
        table.page.get_by_text("Leave the table…").click()
        expect(table.page.get_by_text(words)).to_be_visible()


def test_who_leaves_says_nothing_more(table: Table) -> None:
    """A ping after that would bring them back."""
    table.waits_for("ping")
    open_menu(table)
    table.page.get_by_text("Leave the table…").click()
    with table.page.expect_request("**/match/1/leave/") as sent:
        table.button("Yes, leave the table").click()
    assert sent.value.method == "POST"
    assert len(table.sockets) == 1
