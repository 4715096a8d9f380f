"""The script of the match page against a server that says only what the test says."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import Json, Table, legal, open_table, scopa_view

LEGAL = [legal("10S"), legal("7D", "4D 3C", "4D 3S"), legal("4B", "4D")]
TEN = ["4D", "3C", "5S", "2B", "8C", "10B", "1C", "6S", "9D", "2D"]
MANY = [*TEN, "7S", "8D", "9B"]


@pytest.fixture
def table(chromium: Browser) -> Iterator[Table]:
    with open_table(chromium, scopa_view(legal=LEGAL)) as opened:
        yield opened


def played(seat: int, card: str, *take: str, sweep: bool = False) -> Json:
    return {
        "kind": "played",
        "seat": seat,
        "card": card,
        "take": list(take),
        "sweep": sweep,
        "automatic": False,
    }


def after_my_four() -> Json:
    return scopa_view(
        version=13,
        hand=["10S", "7D"],
        hands=[2, 3],
        layout=["3C", "3S", "5S", "2B", "8C"],
        turn=1,
        last_move=played(0, "4B", "4D"),
    )


def after_their_six() -> Json:
    return scopa_view(
        version=14,
        hand=["10S", "7D"],
        hands=[2, 2],
        layout=["3C", "3S", "5S", "2B", "8C", "6B"],
        last_move=played(1, "6B"),
        turn=0,
        legal=LEGAL[:1],
    )


# --- the server's word is drawn -------------------------------------------------------------------


def test_a_move_is_shown_at_once_and_the_server_has_the_last_word(table: Table) -> None:
    card = table.hand_card("four of batons")
    card.click()
    expect(card).to_have_attribute("data-pending", "")
    table.update(after_my_four(), played(0, "4B", "4D"))
    expect(card).to_have_count(0)
    expect(table.layout_card("four of coins")).to_have_count(0)
    expect(table.page.get_by_text("You played four of batons and took 4")).to_be_visible()
    expect(table.page.get_by_text("Bruno's turn")).to_be_visible()


def test_a_refused_move_is_put_back_with_its_reason(table: Table) -> None:
    card = table.hand_card("four of batons")
    card.click()
    expect(card).to_have_attribute("data-pending", "")
    ref = table.heard[-1]["move_id"]
    table.say(type="refused", ref=ref, code="stale", message="The table had already changed.")
    expect(card).not_to_have_attribute("data-pending", "")
    expect(table.page.get_by_text("The table had already changed.").first).to_be_visible()
    card.click()
    expect(card).to_have_attribute("data-pending", "")
    assert len({message["move_id"] for message in table.heard if "move_id" in message}) == 2


def test_an_old_update_changes_nothing(table: Table) -> None:
    old = scopa_view(version=11, hand=["1D"], layout=["2D"])
    table.say(type="update", version=11, view=old, notices=[])
    table.update(after_my_four(), played(0, "4B", "4D"))
    expect(table.hand_card("king of swords")).to_be_visible()
    expect(table.hand_card("ace of coins")).to_have_count(0)


def test_a_move_on_its_way_is_sent_again_under_the_same_name(table: Table) -> None:
    card = table.hand_card("four of batons")
    card.click()
    expect(card).to_have_attribute("data-pending", "")
    table.view = {**table.view, "totals": [8, 5]}  # what the server says after a reconnect
    table.sockets[-1].close()
    expect(table.page.get_by_role("heading", level=1)).to_contain_text("You 8")
    expect(card).to_have_attribute("data-pending", "")
    first, again = [message for message in table.heard if message["type"] == "move"]
    assert first == again


def test_every_move_is_announced_once(table: Table) -> None:
    table.page.evaluate(
        """() => {
          window.said = [];
          const region = document.querySelector("#say");
          new MutationObserver(() => region.textContent && window.said.push(region.textContent))
            .observe(region, {childList: true});
        }"""
    )
    table.update(after_my_four(), played(0, "4B", "4D"))
    expect(table.page.locator("#say")).to_have_text(
        "You play four of batons and take four of coins."
    )
    table.update(after_their_six(), played(1, "6B"))
    expect(table.page.locator("#say")).to_contain_text("Bruno lays six of batons.")
    expect(table.page.locator("#say")).to_contain_text("Your turn. In hand: king of swords, seven")
    assert len(table.page.evaluate("window.said")) == 2


def test_the_score_sheet_is_read_and_sent_on(chromium: Browser) -> None:
    sheet: Json = {
        "deal": 3,
        "rows": [
            {
                "category": "sweeps",
                "counts": [2, 0],
                "points": [2, 0],
                "cards": [["6S", "1D"], []],
            },
            {"category": "cards", "counts": [20, 20], "points": [0, 0]},
            {"category": "coins", "counts": [4, 6], "points": [0, 1]},
            {"category": "settebello", "counts": [1, 0], "points": [1, 0]},
            {
                "category": "primiera",
                "counts": [78, 54],
                "points": [1, 0],
                "best": [["7D", "7C", "6S", "6B"], ["6D", "6C", None, "6S"]],
                "values": [[21, 21, 18, 18], [18, 18, None, 18]],
            },
        ],
        "points": [4, 1],
        "totals": [11, 6],
        "piles": [["7D", "1D"], ["4C"]],
    }
    over = scopa_view(hand=[], hands=[0, 0], layout=[], stock=0)
    over |= {"phase": "interval", "sheet": sheet, "totals": [11, 6]}
    with open_table(chromium, over) as table:
        dialog = table.page.get_by_role("dialog", name="Deal 3 is over")
        expect(dialog.get_by_role("row", name="Sweeps 2 sweeps")).to_be_visible()
        expect(dialog.get_by_text("21 + 21 + 18 + 18 = 78")).to_be_visible()
        expect(dialog.get_by_text("no swords")).to_be_visible()
        expect(dialog.get_by_text("A suit is missing")).to_be_visible()
        expect(dialog.get_by_text("Level: no point")).to_be_visible()
        dialog.get_by_role("button", name="Continue").click()
        expect(dialog.get_by_role("button", name="Waiting for the others")).to_be_disabled()
        ready = [message for message in table.heard if message["type"] == "ready"]
        assert [message["deal"] for message in ready] == [3]
        assert re.fullmatch("[0-9a-f]{32}", ready[0]["entropy"])
        table.update(scopa_view(version=13, legal=LEGAL))
        expect(dialog).to_be_hidden()


# --- the room on the screen -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height"),
    [(320, 568), (360, 640), (390, 844), (640, 360), (768, 1024), (1024, 768), (1440, 900)],
)
@pytest.mark.parametrize("layout", [TEN, MANY], ids=["ten cards", "thirteen"])
def test_layout_captures_and_hand_fit_without_scrolling(
    chromium: Browser, width: int, height: int, layout: list[str]
) -> None:
    moves = [*LEGAL[:1], legal("7D", "5S 2B", "1C 6S")]
    view = scopa_view(layout=layout, legal=moves)
    with open_table(chromium, view, size=(width, height)) as table:
        table.hand_card("seven of coins").click()
        overflow = table.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert overflow == 0
        for part in ("#table .layout", "#options", "#hand"):
            box = table.page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height
        table_box = table.page.locator("#table .layout").bounding_box()
        options_box = table.page.locator("#options").bounding_box()
        assert table_box is not None
        assert options_box is not None
        assert table_box["y"] + table_box["height"] <= options_box["y"] + 1


def test_nothing_moves_where_motion_is_unwanted(table: Table) -> None:
    table.hand_card("four of batons").click()
    table.update(after_my_four(), played(0, "4B", "4D"))
    table.update(after_their_six(), played(1, "6B"))
    expect(table.layout_card("six of batons")).to_be_visible()
    assert table.page.evaluate("document.getAnimations().length") == 0


def test_a_tap_ends_what_is_in_the_air(chromium: Browser) -> None:
    with open_table(chromium, scopa_view(legal=LEGAL), motion=True) as table:
        table.update(after_my_four(), played(0, "4B", "4D"))
        table.update(after_their_six(), played(1, "6B"))
        table.hand_card("king of swords").click()
        expect(table.layout_card("six of batons")).to_be_visible()
        table.page.wait_for_function("() => document.querySelectorAll('.ghost').length === 0")
        assert table.moves() == ["10S"]
