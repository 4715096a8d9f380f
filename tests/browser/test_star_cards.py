"""The table of Star Cards against a server that says only what the test says."""

import re
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.star_cards import (
    DARK,
    END,
    may_collect,
    may_make_trump,
    may_play,
    played,
    star_view,
)
from tests.browser.table import Json, Table, open_table

PHONE = (360, 640)
TRICK = [played(1, "R6"), played(2, "R4"), played(0, "G3", super_trump=True)]
COLLECT = [may_collect("R6", 1), may_collect("R4", 1), may_collect("G3")]
FOLLOWING: Json = {
    "trick": [played(1, "R6")],
    "led": "R",
    "winning": 1,
    "legal": [may_play("R4"), may_play("X"), DARK],
}


def on_table(table: Table) -> Locator:
    return table.page.get_by_role("region", name="On the table")


def choosing(decision: str, legal: list[Json], **deal: Any) -> Json:
    facts: Json = {"turn": 0, "trick": TRICK, "led": "R", "winning": 0, **deal}
    return star_view(decision=decision, legal=legal, **facts)


# --- playing --------------------------------------


def test_one_tap_plays_a_card(chromium: Browser) -> None:
    with open_table(chromium, star_view(**FOLLOWING), size=PHONE) as table:
        table.hand_card("red 4").first.click()
        expect(table.hand_card("red 4").first).to_have_attribute("data-pending", "")
        assert table.moves() == ["R4"]


def test_a_card_that_does_not_follow_stays_and_says_why(chromium: Browser) -> None:
    with open_table(chromium, star_view(**FOLLOWING), size=PHONE) as table:
        barred = table.hand_card("yellow 2")
        expect(barred).to_have_attribute("aria-disabled", "true")
        expect(barred).to_have_accessible_name("yellow 2, not playable: you must follow red")
        barred.dispatch_event("click")
        expect(table.page.get_by_text("Not playable: you must follow red")).to_be_visible()
        expect(table.hand_card("rest card")).not_to_have_attribute("aria-disabled", "true")
        assert table.moves() == []


def test_crowns_tell_trump_and_super_trump_in_words_too(chromium: Browser) -> None:
    view = star_view(hand=["G1", "G3", "Y2"], legal=[may_play("G1"), may_play("G3")])
    with open_table(chromium, view) as table:
        expect(table.hand_card("green 1, trump")).to_have_attribute("data-mark", "trump")
        expect(table.hand_card("green 3, super-trump")).to_be_visible()


def test_the_turn_is_kept_only_for_who_asks_for_it(chromium: Browser) -> None:
    with open_table(chromium, star_view(**FOLLOWING), size=PHONE) as table:
        table.button("Keep the turn after a card").click()
        expect(table.button("Keep the turn after a card")).to_have_attribute("aria-pressed", "true")
        table.hand_card("red 4").first.click()
        expect(table.hand_card("red 4").first).to_have_attribute("data-pending", "")
        assert table.moves() == ["R4+"]


def test_a_dark_deal_is_asked_for_twice(chromium: Browser) -> None:
    with open_table(chromium, star_view(**FOLLOWING), size=PHONE) as table:
        table.button("Draw dark…").click()
        table.button("No, back").click()
        assert table.moves() == []
        table.button("Draw dark…").click()
        table.button("Yes, draw dark").click()
        expect(table.button("Yes, draw dark")).to_have_count(0)
        assert table.moves() == ["dark"]


def test_after_the_card_the_turn_may_be_ended(chromium: Browser) -> None:
    view = star_view(decision="after_play", turn=0, legal=[END, DARK], trick=[played(0, "R4")])
    with open_table(chromium, view, size=PHONE) as table:
        expect(table.page.get_by_text("Draw dark, or end the turn")).to_be_visible()
        table.button("End the turn").click()
        expect(table.page.get_by_role("region", name="On the table")).to_be_visible()
        assert table.moves() == ["end"]


# --- the winner's two choices --------------------------------------


def test_the_winner_keeps_a_card_and_makes_trump_with_two_taps(chromium: Browser) -> None:
    with open_table(chromium, choosing("collect", COLLECT), size=PHONE) as table:
        expect(table.page.get_by_text("Which card do you keep?").first).to_be_visible()
        option = on_table(table).get_by_role("button", name="Vera: red 4")
        expect(option).to_have_accessible_name(re.compile("you have this rank: 1 light goes out"))
        expect(option).to_have_accessible_name(re.compile("1 Bruno, 0 Vera"))
        on_table(table).get_by_role("button", name="You: green 3").click()
        left = choosing(
            "trump",
            [may_make_trump("R6"), may_make_trump("R4")],
            trick=TRICK[:2],
            collections=[["R4", "B6", "G3"], ["Y1"], []],
        )
        table.update({**left, "version": 13}, collected("G3"))
        expect(table.page.get_by_text("Which is the next trump?").first).to_be_visible()
        expect(on_table(table).get_by_label("You: green 3")).to_have_count(0)
        on_table(table).get_by_role("button", name="Bruno: red 6").click()
        expect(on_table(table).get_by_role("button", name="Bruno: red 6")).to_be_visible()
        assert table.moves() == ["collect:G3", "trump:R6"]


def test_the_keyboard_alone_chooses(chromium: Browser) -> None:
    with open_table(chromium, choosing("collect", COLLECT)) as table:
        on_table(table).get_by_role("button", name="Bruno: red 6").focus()
        table.page.keyboard.press("ArrowRight")
        table.page.keyboard.press("Enter")
        expect(table.hand_card("red 4").first).to_be_visible()
        assert table.moves() == ["collect:R4"]


def test_who_confirms_every_move_taps_again(chromium: Browser) -> None:
    settings = {"confirm": "always"}
    with open_table(chromium, choosing("collect", COLLECT), settings=settings) as table:
        option = on_table(table).get_by_role("button", name="You: green 3")
        option.click()
        expect(option).to_have_attribute("aria-pressed", "true")
        assert table.moves() == []
        table.button("Confirm").click()
        expect(table.button("Confirm")).to_have_count(0)
        assert table.moves() == ["collect:G3"]


def collected(card: str, penalty: int = 0, light: int = 4) -> Json:
    return {
        "kind": "collected",
        "seat": 0,
        "card": card,
        "penalty": penalty,
        "light": light,
        "automatic": False,
    }


# --- what lies open, and nothing else --------------------------------------


def test_other_hands_are_backs_in_a_fixed_order_with_a_summary(chromium: Browser) -> None:
    with open_table(chromium, star_view(), size=PHONE) as table:
        bruno = table.page.get_by_role("region", name="Bruno")
        assert shown_backs(bruno) == ["R", "B", "B"]
        expect(bruno).to_contain_text("1 red, 2 blue; 3 of 5 lights; collected: yellow 1")
        vera = table.page.get_by_role("region", name="Vera")
        assert shown_backs(vera) == ["Y", "G", "X"]  # more than six: one of each, with a number
        expect(vera.locator(".backs")).to_have_text("×3×4×1")


def shown_backs(seat: Locator) -> list[str]:
    return [str(back.get_attribute("data-back")) for back in seat.locator(".backs .card").all()]


def test_the_dummy_of_two_has_a_place_in_the_trick(chromium: Browser) -> None:
    trick = [played(1, "X"), played("dummy", "B2")]
    view = star_view(seats=2, trick=trick, led="B", winning="dummy", legal=[may_play("Y2")])
    with open_table(chromium, view, size=PHONE) as table:
        expect(on_table(table).get_by_label("Dummy: blue 2, is winning")).to_be_visible()
        expect(on_table(table).get_by_text("led colour: blue")).to_be_visible()


def test_draws_penalties_and_reshuffles_are_told(chromium: Browser) -> None:
    with open_table(chromium, star_view(), size=(1440, 900)) as table:
        log = table.page.get_by_role("complementary", name="Log of the match")
        drawn = {"R": 0, "Y": 2, "B": 0, "G": 0, "X": 1}
        stock = {"stock": 11, "stock_top": "B"}
        table.update(
            star_view(version=13),
            {"kind": "reshuffled", "cards": 20},
            {
                "kind": "dark_deal",
                "seat": 1,
                "drawn": drawn,
                "light": 2,
                "automatic": False,
                **stock,
            },
            {"kind": "star_penalty", "seat": 2, "light": 4},
        )
        expect(log).to_contain_text("The stock is made anew from 20 discarded cards")
        expect(log).to_contain_text("turns a light dark and draws 2 yellow, 1 rest 2 of 5 lights")
        expect(log).to_contain_text("black star: a light goes out 4 of 5 lights")
        said = table.page.locator("#say")
        expect(said).to_contain_text("Vera: black star: a light goes out, 4 of 5 lights.")


def test_the_end_shows_points_and_shared_places(chromium: Browser) -> None:
    with open_table(chromium, star_view(), size=PHONE) as table:
        table.update(ended())
        sheet = table.page.get_by_role("dialog")
        expect(sheet).to_contain_text("The last light of Bruno has gone out.")
        expect(sheet).to_contain_text("You and Vera share the first place.")
        rows = sheet.get_by_role("row").all_inner_texts()
        assert [row.split()[0] for row in rows[1:]] == ["1", "1", "3"]


def ended() -> Json:
    view = star_view(version=13, decision=None, turn=None)
    sheet = {
        "deal": 1,
        "reason": "last_light",
        "out": 1,
        "collections": [["R4", "B6"], ["Y1"], ["G5", "B2"]],
        "placements": [1, 3, 1],
        "rows": [
            {"category": "lights", "counts": [4, 0, 4], "points": [4, 0, 4]},
            {"category": "ranks", "counts": [2, 1, 2], "points": [2, 0, 2]},
        ],
        "points": [6, 0, 6],
        "totals": [6, 0, 6],
    }
    result = {"winner": None, "reason": "target", "totals": [6, 0, 6], "placements": [1, 3, 1]}
    return {
        **view,
        "phase": "finished",
        "deadline": None,
        "sheet": sheet,
        "result": result,
        "totals": [6, 0, 6],
    }


def test_nothing_is_cut_off_on_small_screens(chromium: Browser) -> None:
    for seats in (2, 3, 4):
        for size in ((320, 640), (360, 640), (740, 360), (1440, 900)):
            with open_table(chromium, star_view(seats=seats, **FOLLOWING), size=size) as table:
                assert not overflows(table.page), (seats, size)


def overflows(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth > innerWidth"
            " || document.querySelector('.hand').getBoundingClientRect().bottom > innerHeight + 1"
        )
    )
