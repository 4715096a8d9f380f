"""Tressette in the browser, with a server that repeats a match which the engine has played."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, expect

from tests.browser.table import NAMES, Table, open_table
from tests.browser.tricks import Frame, first, frames

MOVING = {"speed": "normal"}
STILL = {"speed": "off"}
WITH_DECLARATIONS = {"declarations": True, "target": 31}

FOUR = frames(4, 5, **WITH_DECLARATIONS)
TWO = frames(2, 3, **WITH_DECLARATIONS)


def must_follow(frame: Frame) -> bool:
    """My turn, with cards of the led suit and others."""
    deal = frame.deal
    return bool(deal["must_follow"]) and len(deal["legal"]) < len(deal["hand"])


def send(table: Table, frame: Frame) -> None:
    table.update(frame.view, *frame.notices)


def region(table: Table) -> Locator:
    return table.page.get_by_role("region", name="On the table")


def hand(table: Table) -> Locator:
    return table.page.get_by_role("group", name="Your hand")


# --- the suit to follow ---------------------------------------------------------------------------


def test_a_card_that_may_not_be_played_says_why_and_stays_within_reach(chromium: Browser) -> None:
    frame = FOUR[first(FOUR, must_follow)]
    legal = len(frame.deal["legal"])
    with open_table(chromium, frame.view, log=frame.log) as table:
        barred = hand(table).get_by_role("button", name=re.compile("not playable: you must follow"))
        expect(barred).to_have_count(len(frame.deal["hand"]) - legal)
        expect(
            table.page.get_by_text(re.compile(r"You must follow \w+: \d cards? can"))
        ).to_be_visible()
        expect(barred.first).to_have_attribute("aria-disabled", "true")
        barred.first.focus()
        expect(barred.first).to_be_focused()
        barred.first.press("Enter")
        expect(table.page.get_by_text(re.compile("^Not playable: you must follow"))).to_be_visible()
        assert table.moves() == []
        hand(table).get_by_role("button", disabled=False).first.click()
        expect(hand(table).locator("[data-pending]")).to_have_count(1)
        assert table.moves() == [frame.deal["legal"][0]["card"]]


def test_who_confirms_every_move_taps_once_more(chromium: Browser) -> None:
    frame = FOUR[first(FOUR, must_follow)]
    settings = {"confirm": "always"}
    with open_table(chromium, frame.view, log=frame.log, settings=settings) as table:
        hand(table).get_by_role("button", disabled=False).first.click()
        assert table.moves() == []
        table.button("Play").click()
        expect(hand(table).locator("[data-pending]")).to_have_count(1)
        assert table.moves() == [frame.deal["legal"][0]["card"]]


def test_the_led_suit_and_the_winning_card_are_named(chromium: Browser) -> None:
    frame = FOUR[first(FOUR, lambda one: len(one.deal["trick"]) > 1)]
    with open_table(chromium, frame.view, log=frame.log) as table:
        expect(region(table).get_by_text(re.compile("^Suit: "))).to_be_visible()
        expect(region(table).get_by_label(re.compile(", led"))).to_have_count(1)
        expect(region(table).get_by_label(re.compile(", winning"))).to_have_count(1)


# --- a trick that is complete ---------------------------------------------------------------------


@pytest.mark.parametrize("settings", [MOVING, STILL], ids=["moving", "still"])
def test_a_complete_trick_is_held_and_can_be_looked_at_again(
    chromium: Browser, settings: dict[str, str]
) -> None:
    index = first(FOUR, lambda one: one.tells("trick"))
    before, after = FOUR[index - 1], FOUR[index]
    last = after.deal["last_trick"]
    with open_table(
        chromium, before.view, log=before.log, settings=settings, motion=settings is MOVING
    ) as table:
        send(table, after)
        held = table.page.locator(
            ".ghost--wins" if settings is MOVING else '#table [data-card][data-wins=""]'
        )
        expect(held).to_be_visible()
        expect(held).to_have_count(0)
        expect(region(table).locator("[data-card]")).to_have_count(0)
        table.page.get_by_text("Last trick", exact=True).click()
        panel = region(table).get_by_role("listitem")
        for name in ("You", "Bruno", "Carla", "Dario"):
            expect(panel.get_by_role("img", name=f"{name}: ")).to_have_count(1)
        assert len(last["plays"]) == 4


def test_a_tap_ends_the_waiting(chromium: Browser) -> None:
    index = first(FOUR, lambda one: one.tells("trick"))
    before, after = FOUR[index - 1], FOUR[index]
    with open_table(chromium, before.view, log=before.log, settings=MOVING, motion=True) as table:
        send(table, after)
        expect(table.page.locator(".ghost--wins")).to_be_visible()
        table.page.mouse.click(700, 20)
        table.page.wait_for_function("() => document.querySelectorAll('.ghost').length === 0")


def test_a_trick_is_announced_with_its_taker_and_the_points_so_far(chromium: Browser) -> None:
    index = first(FOUR, lambda one: one.tells("trick"))
    before, after = FOUR[index - 1], FOUR[index]
    with open_table(chromium, before.view, log=before.log) as table:
        send(table, after)
        say = table.page.locator("#say")
        expect(say).to_contain_text(re.compile(r"takes? with \w+ of \w+: "))
        expect(say).to_contain_text(re.compile("So far: We .*, They "))


# --- the stock ------------------------------------------------------------------------------------


def test_drawn_cards_are_shown_to_both(chromium: Browser) -> None:
    index = first(TWO, lambda one: one.tells("drawn"))
    before, after = TWO[index - 1], TWO[index]
    with open_table(chromium, before.view, log=before.log, settings=STILL) as table:
        send(table, after)
        drawn = table.page.get_by_role("list", name="Just drawn")
        expect(drawn.get_by_role("img")).to_have_count(2)
        expect(hand(table).get_by_role("button")).to_have_count(10)
        expect(region(table).get_by_text(str(after.deal["stock"]), exact=True)).to_be_visible()
        expect(table.page.locator("#say")).to_contain_text(re.compile("You draw .* of "))
        expect(table.page.get_by_role("list").get_by_text(re.compile("^Drawn: "))).to_be_visible()


def test_the_card_that_made_the_dealer_is_shown_before_the_first_play(chromium: Browser) -> None:
    start = FOUR[0]
    dealer = start.deal["dealer"]
    words = "You got the four of coins: you deal first"
    if dealer != start.view["seat"]:
        words = f"{NAMES[dealer]} got the four of coins and deals first"
    with open_table(chromium, start.view, log=start.log) as table:
        expect(region(table).get_by_text(words)).to_be_visible()
        send(table, FOUR[first(FOUR, lambda one: one.deal["trick"])])
        expect(region(table).get_by_text(words)).to_be_hidden()


# --- declarations ---------------------------------------------------------------------------------


def test_a_declaration_is_a_bubble_a_badge_and_a_line(chromium: Browser) -> None:
    index = first(FOUR, lambda one: one.tells("declared"))
    before, after = FOUR[index - 1], FOUR[index]
    told = after.tells("declared")
    assert told is not None
    assert not told["counted"]
    with open_table(chromium, before.view, log=before.log, settings=STILL) as table:
        send(table, after)
        words = re.compile(r"(bongioco|napoletana) of .*\+\d")
        expect(region(table).get_by_role("listitem").get_by_text(words).first).to_be_visible()
        expect(table.page.locator("#log").get_by_text("pending")).to_be_visible()
        badge = table.page.get_by_title(re.compile("^declared, pending until"))
        expect(badge).to_be_visible()
        expect(table.page.locator("#say")).to_contain_text("declare")
        counted = first(
            FOUR,
            lambda one: any(made["counted"] for made in one.deal["declarations"]),
            after=index,
        )
        for frame in FOUR[index + 1 : counted + 1]:
            send(table, frame)
        expect(table.page.get_by_title(re.compile("^declared: ")).first).to_be_visible()


# --- the score ------------------------------------------------------------------------------------


def test_the_sheet_adds_up_thirds_to_the_points_of_the_server(chromium: Browser) -> None:
    frame = FOUR[first(FOUR, lambda one: one.view["phase"] == "interval")]
    sheet = frame.view["sheet"]
    with open_table(chromium, frame.view, log=frame.log) as table:
        dialog = table.page.get_by_role("dialog", name=re.compile("is over"))
        expect(dialog.get_by_role("row", name=re.compile(r"Aces \d × 1 = \d"))).to_be_visible()
        expect(dialog.get_by_role("row", name=re.compile("figures .*× ⅓ = "))).to_be_visible()
        row = dialog.get_by_role("row", name=re.compile("rounded down")).get_by_role("cell")
        cards = next(one for one in sheet["rows"] if one["category"] == "cards")
        for side in (0, 1):
            expect(row.nth(2 * side + 1)).to_have_text(str(cards["points"][side]))
        total = dialog.get_by_role("row", name=re.compile("^This deal"))
        expect(total).to_contain_text(f"+{sheet['points'][0]}")


def test_whoever_reaches_the_target_is_called_out(chromium: Browser) -> None:
    told = frames(2, 883, declarations=True, call_out=True, target=11)
    index = first(told, lambda one: one.tells("called_out"))
    before, after = told[index - 1], told[index]
    with open_table(chromium, before.view, log=before.log, settings=STILL) as table:
        send(table, after)
        expect(
            table.page.locator("#log").get_by_text(re.compile(r"Out! \d+ points"))
        ).to_be_attached()
        expect(table.page.get_by_text("Out: the deal ended in the middle")).to_be_visible()


# --- the room on the screen -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (360, 640), (640, 360), (768, 1024), (1440, 900)]
)
@pytest.mark.parametrize("told", [TWO, FOUR], ids=["two", "four"])
def test_ten_cards_and_the_trick_fit_without_scrolling(
    chromium: Browser, width: int, height: int, told: list[Frame]
) -> None:
    frame = told[first(told, lambda one: len(one.deal["hand"]) == 10 and one.deal["legal"])]
    with open_table(chromium, frame.view, log=frame.log, size=(width, height)) as table:
        assert table.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        lefts = [box_of(card)["x"] for card in hand(table).get_by_role("button").all()]
        narrowest = min(after - before for before, after in pairwise(lefts))
        assert narrowest >= 24
        last = box_of(hand(table).get_by_role("button").last)
        assert last["x"] + last["width"] <= width
        assert last["y"] + last["height"] <= height + 6
        trick = box_of(table.page.locator("#table .trick"))
        options = box_of(table.page.locator("#options"))
        assert trick["y"] + trick["height"] <= options["y"] + 1


def box_of(node: Locator) -> FloatRect:
    box = node.bounding_box()
    assert box is not None
    return box
