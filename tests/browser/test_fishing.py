"""Escoba, Scopa di 15 and pairs on the page, against a server that says only what the test says."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import Json, Table, fishing_view, legal, open_table

PHONE = (360, 640)
SIX = ["5S", "3C", "8C", "10B", "4D", "1C"]
SEVEN_OF_COINS = legal("7D", "8C", "5S 3C", "4D 3C 1C")
TEN = ["4D", "3C", "5S", "2B", "8C", "10B", "1C", "6S", "9D", "2D"]
TWENTY = [*TEN, "7S", "8D", "9B", "5C", "6D", "1S", "3S", "10C", "4S", "8B"]
MANY_CAPTURES = [
    *("10B", "10C", "8C 2B", "8C 2D", "6S 4D", "6S 4S", "7S 3C", "7S 3S", "9D 1C"),
    *("9D 1S", "4D 3C 3S"),
]


def escoba(**changes: Any) -> Json:
    return fishing_view(game="escoba", **changes)


def awarded(seat: int, *groups: str) -> Json:
    sets = [group.split() for group in groups]
    cards = [card for cards in sets for card in cards]
    return {
        "kind": "awarded",
        "deal": 3,
        "seat": seat,
        "side": seat % 2,
        "cards": cards,
        "count": len(groups),
        "groups": sets,
    }


def said(table: Table) -> Any:
    return expect(table.page.locator("#say"))


# --- captures that make fifteen -------------------------------------------------------------------


def test_chips_add_the_played_card_and_name_the_sweep(chromium: Browser) -> None:
    whole = legal("7D", "8C", "5S 3C", sweep=1)
    view = escoba(layout=["5S", "3C", "8C"], legal=[whole, legal("4B")])
    with open_table(chromium, view) as table:
        table.hand_card("seven of coins").click()
        expect(table.chip("A")).to_contain_text("7 + 8 = 15")
        expect(table.chip("B")).to_contain_text("7 + 5 + 3 = 15")
        expect(table.chip("A")).not_to_contain_text("escoba")
        expect(table.chip("B")).to_contain_text("escoba")


def test_tapped_cards_are_added_up_to_fifteen(chromium: Browser) -> None:
    view = escoba(layout=SIX, legal=[SEVEN_OF_COINS])
    with open_table(chromium, view, size=PHONE) as table:
        table.hand_card("seven of coins").click()
        table.layout_card("three of cups").click()
        expect(table.page.get_by_text("7 + 3 = 10 / 15")).to_be_visible()
        expect(table.chip("A")).to_have_count(0)
        table.layout_card("ace of cups").click()
        table.button("Take").click()
        expect(table.hand_card("seven of coins")).to_have_attribute("data-pending", "")
        assert table.moves() == ["7Dx4D+3C+1C"]


def test_more_than_eight_captures_are_chosen_on_the_cards_alone(chromium: Browser) -> None:
    view = escoba(hand=["5D"], layout=TWENTY, legal=[legal("5D", *MANY_CAPTURES)])
    with open_table(chromium, view, size=PHONE) as table:
        table.hand_card("five of coins").click()
        said(table).to_have_text("Five of coins. 11 captures.")
        expect(table.page.get_by_text("Tap the cards to take: 5 / 15")).to_be_visible()
        expect(table.chip("A")).to_have_count(0)
        take = table.button("Take")
        expect(take).to_have_attribute("aria-disabled", "true")
        table.layout_card("seven of swords").click()
        expect(table.page.get_by_text("5 + 7 = 12 / 15")).to_be_visible()
        expect(take).to_have_attribute("aria-disabled", "true")
        table.layout_card("three of swords").click()
        expect(table.page.get_by_text("5 + 7 + 3 = 15 / 15 ✓")).to_be_visible()
        take.click()
        expect(table.hand_card("five of coins")).to_have_attribute("data-pending", "")
        assert table.moves() == ["5Dx7S+3S"]


def test_the_button_stays_in_reach_beside_a_long_sentence(chromium: Browser) -> None:
    view = escoba(hand=["5D"], layout=TWENTY, legal=[legal("5D", *MANY_CAPTURES)])
    with open_table(chromium, view, size=(320, 568), language="it") as table:
        table.page.get_by_role("button", name="cinque di denari").click()
        take = table.page.locator("[data-act=play]")
        expect(take).to_be_in_viewport(ratio=1)


def test_a_card_that_may_not_be_played_says_why(chromium: Browser) -> None:
    view = escoba(rules={"capture_duty": "hand"}, layout=SIX, legal=[SEVEN_OF_COINS])
    with open_table(chromium, view) as table:
        barred = table.hand_card("four of batons")
        reason = "another card can capture, so it must"
        expect(barred).to_have_accessible_name(f"four of batons, not playable: {reason}")
        barred.focus()
        expect(barred).to_be_focused()
        table.page.keyboard.press("Enter")
        expect(
            table.page.locator("#options").get_by_text(f"Not playable: {reason}")
        ).to_be_visible()
        said(table).to_have_text(f"Not playable: {reason}")
        assert table.moves() == []


# --- the opening award ----------------------------------------------------------------------------

OPENING: list[Json] = [
    {"kind": "dealt", "deal": 3, "dealer": 1, "layout": ["6D", "10S", "9C", "5B"]},
    awarded(1, "6D 9C", "10S 5B"),
]


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_an_opening_award_is_told_and_shown(chromium: Browser, motion: bool) -> None:
    before = escoba(hand=[], hands=[0, 0], layout=[], stock=0)
    piles = [{"cards": 0, "sweeps": []}, {"cards": 4, "sweeps": ["10S", "9C"]}]
    after = escoba(version=13, layout=[], piles=piles, legal=[legal("7D"), legal("4B")])
    with open_table(chromium, before, motion=motion) as table:
        table.update(after, *OPENING)
        sentence = "Bruno gets the cards dealt face up: 6 + 9 = 15 and 10 + 5 = 15, 2 escobas"
        expect(table.page.get_by_text(sentence, exact=True)).to_be_visible()
        said(table).to_contain_text("Deal 3: Bruno is the dealer.")
        said(table).to_contain_text("On the table: six of coins, king of swords")
        said(table).to_contain_text(f"{sentence}.")
        log = table.page.get_by_role("complementary", name="Log of the match")
        line = "Bruno the cards dealt face up: 6 + 9 = 15 and 10 + 5 = 15 2 escobas"
        expect(log.get_by_role("listitem").filter(has_text="dealt face up")).to_have_text(line)
        expect(table.page.get_by_text("4 cards taken, 2 escobas")).to_be_visible()
        table.page.wait_for_function("() => !document.querySelector('.ghost, .cry')")


def test_the_award_stands_until_the_first_move(chromium: Browser) -> None:
    view = escoba(layout=[], turn=0, legal=[legal("7D")])
    with open_table(chromium, view, log=[awarded(0, "6D 9C")]) as table:
        sentence = "You get the cards dealt face up: 6 + 9 = 15, 1 escoba"
        expect(table.page.get_by_text(sentence, exact=True)).to_be_visible()


# --- the score sheet ------------------------------------------------------------------------------


def interval(game: str, seats: int, *rows: Json) -> Json:
    view = fishing_view(game=game, seats=seats, hand=[], hands=[0] * seats, layout=[], stock=0)
    piles: list[list[str]] = [["7D"], ["4C"]]
    sheet = {"deal": 3, "rows": list(rows), "points": [5, 3], "totals": [12, 8], "piles": piles}
    return view | {"phase": "interval", "sheet": sheet, "totals": [12, 8]}


def row(category: str, counts: list[int], points: list[int], **detail: Any) -> Json:
    return {"category": category, "counts": counts, "points": points, **detail}


BEST = [["7D", "7C", "6S", "6B"], ["6D", "6C", None, "6S"]]
VALUES = [[21, 21, 18, 18], [18, 18, None, 18]]


def test_the_sheet_of_a_scopa_di_15(chromium: Browser) -> None:
    opening = [{"count": 1, "groups": [["6D", "1C", "5S", "3B"]]}, None]
    view = interval(
        "scopa15",
        2,
        row("sweeps", [1, 0], [1, 0], cards=[["6D"], []], opening=opening),
        row("cards", [20, 20], [1, 1]),
        row("coins", [10, 0], [2, 0]),
        row("settebello", [1, 0], [1, 0]),
        row("primiera", [78, 54], [2, 0], best=BEST, values=VALUES, void=[False, True]),
    )
    with open_table(chromium, view, size=PHONE) as table:
        dialog = table.page.get_by_role("dialog", name="Deal 3 is over")
        expect(dialog.get_by_text("You: 1 sweep with the cards dealt face up")).to_be_visible()
        expect(dialog.get_by_text("6 + 1 + 5 + 3 = 15")).to_be_visible()
        expect(dialog.get_by_role("row", name="Cards 20 1 20 1")).to_be_visible()
        expect(dialog.get_by_text("Level: one point each")).to_be_visible()
        expect(dialog.get_by_text("All ten coins: 2 points")).to_be_visible()
        expect(dialog.get_by_text("Void for want of a suit")).to_be_visible()
        expect(dialog.get_by_role("row", name="Primiera 78 2 54 0")).to_be_visible()


def test_the_sheet_of_a_pair(chromium: Browser) -> None:
    opening = [None, {"count": 2, "groups": [["6D", "9C"], ["10S", "5B"]]}]
    sweeps = row("sweeps", [0, 2], [0, 2], cards=[[], ["9C", "10S"]], opening=opening)
    with open_table(chromium, interval("escoba", 4, sweeps)) as table:
        dialog = table.page.get_by_role("dialog", name="Deal 3 is over")
        expect(dialog.get_by_role("columnheader")).to_have_text(["We", "They"])
        note = "They: 2 escobas with the cards dealt face up, 6 + 9 = 15 and 10 + 5 = 15"
        expect(dialog.get_by_text(note)).to_be_visible()
        expect(dialog.get_by_role("row", name="Escobas — 0 2 escobas")).to_be_visible()
        expect(dialog.get_by_role("row", name="This deal +5 +3")).to_be_visible()


# --- pairs ----------------------------------------------------------------------------------------

PAIRS: Json = {"seats": 4, "hands": [3, 3, 2, 3], "dealer": 3, "stock": 12}


def middle(table: Table, name: str) -> tuple[float, float]:
    box = table.page.get_by_role("region", name=name, exact=True).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", [PHONE, (640, 360), (768, 1024), (1024, 768), (1440, 900)])
def test_partners_face_each_other_and_the_next_player_is_at_my_right(
    chromium: Browser, size: tuple[int, int]
) -> None:
    with open_table(chromium, escoba(**PAIRS), size=size) as table:
        right, across, left = (middle(table, name) for name in ("Bruno", "Carla, partner", "Dario"))
        if size[0] > size[1] and size[1] < 480:
            assert right[1] < across[1] < left[1]  # lying down: in the order of play
        else:
            assert left[0] < across[0] < right[0]
        if size[0] >= 1024:
            felt = middle(table, "On the table")
            assert left[0] < felt[0] < right[0]
            assert abs(left[1] - felt[1]) < 60
            assert across[1] < felt[1]


def test_a_pair_has_one_score_one_pile_and_its_names(chromium: Browser) -> None:
    with open_table(chromium, escoba(**PAIRS)) as table:
        expect(table.page.get_by_role("heading", level=1)).to_have_text("We 7–They 5to 21")
        me = table.page.get_by_role("region", name="You", exact=True)
        expect(me.get_by_text("We: 9 cards taken, 1 escoba")).to_be_visible()
        expect(me.get_by_text("They: 4 cards taken")).to_be_visible()
        expect(table.page.get_by_text("Bruno's turn")).to_be_visible()
        table.page.keyboard.press("o")
        said(table).to_have_text("Bruno: 3 cards. Carla (partner): 2 cards. Dario: 3 cards.")


def test_a_resigned_pair_is_told_as_a_pair(chromium: Browser) -> None:
    over = escoba(**PAIRS, turn=None) | {
        "phase": "finished",
        "result": {"winner": 0, "reason": "resigned", "totals": [7, 5]},
    }
    with open_table(chromium, over) as table:
        dialog = table.page.get_by_role("dialog", name="You won the match")
        expect(dialog.get_by_text("The other pair resigned")).to_be_visible()


# --- the room on the screen -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "size",
    [
        *[(320, 568), (360, 640), (390, 844), (640, 360), (844, 390)],
        *[(768, 1024), (1024, 768), (1280, 720), (1440, 900), (1920, 1080)],
    ],
    ids=str,
)
@pytest.mark.parametrize("layout", [TEN, TWENTY[:16], TWENTY], ids=lambda cards: str(len(cards)))
def test_pairs_with_full_tables_need_no_scrolling(
    chromium: Browser, size: tuple[int, int], layout: list[str]
) -> None:
    moves = [legal("7D", "8C", "5S 3C", "6S 2D"), legal("4B")]
    view = escoba(**PAIRS, layout=layout, legal=moves)
    with open_table(chromium, view, size=size) as table:
        table.hand_card("seven of coins").click()
        page = table.page
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        boxes = {}
        for part in ("#table .layout", "#options", "#hand"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1] + 1
            boxes[part] = box
        cards = boxes["#table .layout"]
        assert cards["y"] + cards["height"] <= boxes["#options"]["y"] + 1
        for text in ("Bruno", "Carla", "Dario"):
            expect(page.get_by_text(text, exact=True)).to_be_in_viewport()


def test_twenty_cards_lie_in_rows_of_seven_on_a_phone(chromium: Browser) -> None:
    with open_table(chromium, escoba(layout=TWENTY, legal=[legal("4B")]), size=PHONE) as table:
        boxes = [card.bounding_box() for card in table.page.locator(".layout__card").all()]
        tops = [round(box["y"]) for box in boxes if box]
        assert [tops.count(top) for top in sorted(set(tops))] == [7, 7, 6]
        assert all(box and round(box["width"]) == 44 for box in boxes)
