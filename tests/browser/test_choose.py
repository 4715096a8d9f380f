"""Choosing a capture: the state machine alone, then on the page by chip, by cards and by keys."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import ADDRESS, Table, legal, open_table, scopa_view

# Three captures of the seven that overlap: two share the four, two share the three of swords.
OVERLAPPING = [["4D", "3C"], ["4D", "3S"], ["2B", "3S", "2C"]]
MACHINE = """async ({captures, confirmation, taps}) => {
  const machine = await import("/static/js/table/choose.js");
  const entry = {card: "7D", captures};
  let step = {choice: machine.IDLE, move: null, note: null};
  for (const tap of taps) {
    const {choice} = step;
    if (tap === "7D") step = machine.tapHand(choice, entry, confirmation);
    else if (tap === "play") step = machine.confirm(choice);
    else if (/^[A-Z]$/.test(tap)) {
      step = machine.chooseGroup(choice, tap.charCodeAt(0) - 65, confirmation);
    } else step = machine.tapLayout(choice, tap, confirmation);
  }
  return {...step, open: machine.openGroups(step.choice)};
}"""


@pytest.fixture(scope="module")
def machine(chromium: Browser) -> Iterator[Page]:
    with open_table(chromium, scopa_view()) as table:
        yield table.page


def run(machine: Page, captures: list[list[str]], taps: str, confirmation: str = "choice") -> Any:
    """The last step of the machine after these taps."""
    assert machine.url.startswith(ADDRESS)
    arguments = {"captures": captures, "confirmation": confirmation, "taps": taps.split()}
    return machine.evaluate(MACHINE, arguments)


@pytest.mark.parametrize(
    ("captures", "confirmation", "taps", "move"),
    [
        ([], "choice", "7D", "7D"),
        ([["7C"]], "choice", "7D", "7Dx7C"),
        ([["4D", "3C"]], "choice", "7D", "7Dx4D+3C"),
        (OVERLAPPING, "choice", "7D", None),
        (OVERLAPPING, "choice", "7D A", None),
        (OVERLAPPING, "choice", "7D A play", "7Dx4D+3C"),
        (OVERLAPPING, "choice", "7D A A", "7Dx4D+3C"),
        (OVERLAPPING, "choice", "7D B 7D", "7Dx4D+3S"),
        (OVERLAPPING, "choice", "7D A C play", "7Dx2B+3S+2C"),
        (OVERLAPPING, "choice", "7D 3C play", "7Dx4D+3C"),
        (OVERLAPPING, "choice", "7D 4D play", None),
        (OVERLAPPING, "choice", "7D 4D 3S play", "7Dx4D+3S"),
        (OVERLAPPING, "choice", "7D 3S 2B play", "7Dx2B+3S+2C"),
        (OVERLAPPING, "choice", "7D 3C 2B play", "7Dx2B+3S+2C"),
        (OVERLAPPING, "choice", "7D 4D 4D play", None),
        (OVERLAPPING, "choice", "7D 3C 3C play", None),
        (OVERLAPPING, "choice", "7D play", None),
        (OVERLAPPING, "choice", "7D Z play", None),
        ([], "always", "7D", None),
        ([], "always", "7D 7D", "7D"),
        ([["7C"]], "always", "7D", None),
        ([["7C"]], "always", "7D play", "7Dx7C"),
        (OVERLAPPING, "always", "7D 3C", None),
        ([["7C"]], "never", "7D", "7Dx7C"),
        (OVERLAPPING, "never", "7D", None),
        (OVERLAPPING, "never", "7D C", "7Dx2B+3S+2C"),
        (OVERLAPPING, "never", "7D 3C", "7Dx4D+3C"),
        (OVERLAPPING, "never", "7D 4D", None),
        (OVERLAPPING, "choice", "3C A play", None),
    ],
    ids=str,
)
def test_taps_lead_to_a_move(
    machine: Page, captures: list[list[str]], confirmation: str, taps: str, move: str | None
) -> None:
    assert run(machine, captures, taps, confirmation)["move"] == move


def test_a_card_in_two_captures_keeps_both_open(machine: Page) -> None:
    step = run(machine, OVERLAPPING, "7D 4D")
    assert step["open"] == [0, 1]
    assert step["choice"]["chosen"] is None
    assert step["choice"]["tapped"] == ["4D"]


def test_a_card_in_no_capture_changes_nothing_and_is_remarked_on(machine: Page) -> None:
    step = run(machine, OVERLAPPING, "7D 4D 8C")
    assert step["note"] == {"kind": "useless", "card": "8C", "selected": "7D"}
    assert step["choice"]["tapped"] == ["4D"]


def test_captures_keep_the_order_of_the_server(machine: Page) -> None:
    captures = [["6C", "1C"], ["5S", "2B"], ["4D", "3S"], ["4D", "3C"], ["4D", "2B", "1C"]]
    assert run(machine, captures, "7D")["choice"]["groups"] == captures


# --- on the page --------------------------------------------------------------------------------

LAYOUT = ["4D", "3C", "3S", "2B", "2C", "8C"]
LEGAL = [legal("10S"), legal("7D", *map(" ".join, OVERLAPPING)), legal("4B", "4D")]


@pytest.fixture
def table(chromium: Browser) -> Iterator[Table]:
    with open_table(chromium, scopa_view(layout=LAYOUT, legal=LEGAL), size=(360, 640)) as opened:
        yield opened


def sent(table: Table) -> str:
    """The one move that the page has sent."""
    table.page.wait_for_function("() => document.querySelector('.hand__card[data-pending]')")
    (move,) = table.moves()
    return move


@pytest.mark.parametrize(
    ("letter", "move"), [("A", "7Dx4D+3C"), ("B", "7Dx4D+3S"), ("C", "7Dx2B+3S+2C")]
)
def test_a_capture_is_chosen_by_its_chip(table: Table, letter: str, move: str) -> None:
    table.hand_card("seven of coins").click()
    table.chip(letter).click()
    table.button("Take").click()
    assert sent(table) == move


@pytest.mark.parametrize(
    ("cards", "move"),
    [
        (["three of cups"], "7Dx4D+3C"),
        (["four of coins", "three of swords"], "7Dx4D+3S"),
        (["two of batons"], "7Dx2B+3S+2C"),
    ],
)
def test_a_capture_is_chosen_by_its_cards(table: Table, cards: list[str], move: str) -> None:
    table.hand_card("seven of coins").click()
    for card in cards:
        table.layout_card(card).click()
    table.button("Take").click()
    assert sent(table) == move


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        ("2 a Enter", "7Dx4D+3C"),
        ("2 b b", "7Dx4D+3S"),
        ("2 c 2", "7Dx2B+3S+2C"),
        ("2 ArrowUp Home Enter Enter", "7Dx4D+3C"),
        ("2 ArrowUp ArrowRight Enter Enter", "7Dx2B+3S+2C"),
        ("2 ArrowUp ArrowUp ArrowLeft Enter ArrowRight ArrowRight Space 2", "7Dx4D+3S"),
    ],
)
def test_a_capture_is_chosen_by_keys(table: Table, keys: str, move: str) -> None:
    for key in keys.split():
        table.page.keyboard.press(key)
    assert sent(table) == move


def test_a_card_with_one_capture_or_none_plays_with_one_tap(table: Table) -> None:
    table.hand_card("four of batons").click()
    assert sent(table) == "4Bx4D"


def test_escape_puts_the_card_back(table: Table) -> None:
    card = table.hand_card("seven of coins")
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    table.page.keyboard.press("Escape")
    expect(card).to_have_attribute("aria-pressed", "false")
    expect(table.chip("A")).to_have_count(0)


def test_a_card_in_no_capture_is_explained(table: Table) -> None:
    table.hand_card("seven of coins").click()
    table.layout_card("jack of cups").click()
    note = "No capture of the seven of coins contains the jack of cups."
    expect(table.page.get_by_text(note).first).to_be_visible()
    assert not table.moves()


def test_the_selection_is_announced(table: Table) -> None:
    table.hand_card("seven of coins").click()
    expect(table.page.locator("#say")).to_have_text(
        "Seven of coins. 3 captures: A four of coins and three of cups; "
        "B four of coins and three of swords; "
        "C two of batons, three of swords and two of cups."
    )


def test_confirming_always_asks_for_single_captures_too(chromium: Browser) -> None:
    view = scopa_view(layout=LAYOUT, legal=LEGAL)
    with open_table(chromium, view, settings={"confirm": "always"}) as table:
        table.hand_card("king of swords").click()
        assert not table.moves()
        table.button("Lay").click()
        assert sent(table) == "10S"
