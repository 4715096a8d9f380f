"""Table pages on the static files of production (config/storage.py): what they weigh, that they are
played, and what happens where a part that comes later cannot be had."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from playwright.sync_api import Browser, expect

from config.storage import MINIFIERS
from tests.browser.star_cards import may_play, star_view
from tests.browser.table import (
    Json,
    Table,
    fishing_view,
    legal,
    open_table,
    scopa_view,
    without_hash,
)
from tests.browser.test_fishing import interval, row
from tests.browser.test_star_cards import ended
from tests.browser.tricks import first, frames

LIMIT = 150_000
"""Bytes of script and style, uncompressed, that a page asks for before a player can move. Of the
catalogue it counts what carries the words: in English, where they stand in the scripts."""

TRESSETTE = frames(4, seed=4)
VIEWS: dict[str, Callable[[], Json]] = {
    "scopa": lambda: fishing_view(game="scopa", legal=[legal("4B")]),
    "escoba": lambda: fishing_view(game="escoba", legal=[legal("4B")]),
    "scopa15": lambda: fishing_view(game="scopa15", legal=[legal("4B")]),
    "tressette": lambda: TRESSETTE[first(TRESSETTE, lambda one: one.deal["legal"])].view,
    "star-cards": lambda: star_view(legal=[may_play("G3")]),
}
SHEETS: dict[str, Callable[[], Json]] = {
    "scopa": lambda: interval("scopa", 2, row("cards", [22, 18], [1, 0])),
    "escoba": lambda: interval("escoba", 2, row("cards", [22, 18], [1, 0])),
    "scopa15": lambda: interval("scopa15", 2, row("cards", [20, 20], [1, 1])),
    "tressette": lambda: next(one.view for one in TRESSETTE if one.view["phase"] == "interval"),
    "star-cards": ended,
}


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Static files as a deployment has them."""
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.storage.StaticStorage"}}
    with override_settings(STATIC_ROOT=tmp_path_factory.mktemp("static"), STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield


def weighed(table: Table) -> dict[str, int]:
    """Bytes by name of what the page has asked for; a name without its hash."""
    files = {file for file in table.served if file.suffix in MINIFIERS}
    return {without_hash(file.name): file.stat().st_size for file in files}


@pytest.mark.usefixtures("collected")
@pytest.mark.parametrize("game", VIEWS)
def test_script_and_style_of_a_page_stay_under_150_kilobytes(chromium: Browser, game: str) -> None:
    with open_table(chromium, VIEWS[game]()) as table:
        table.page.wait_for_load_state("networkidle")
        table.waits_for("ping")  # the worker has been fetched, too
        weights = weighed(table) | {"catalogue.js": table.catalogue_bytes}
    assert {"main.js", "beat.js", "table.css", "tokens.css"} <= weights.keys()
    heaviest = sorted(weights.items(), key=lambda one: -one[1])
    assert sum(weights.values()) < LIMIT, (sum(weights.values()), heaviest)


@pytest.mark.usefixtures("collected")
@pytest.mark.parametrize("game", VIEWS)
def test_minified_pages_are_played_to_the_score_sheet(chromium: Browser, game: str) -> None:
    with open_table(chromium, VIEWS[game]()) as table:
        said: list[str] = []
        table.page.on("console", lambda line: said.append(f"{line.type}: {line.text}"))
        table.page.reload()
        expect(table.page.locator("#game[data-script=on]")).to_be_visible()
        table.page.locator(".hand__card:not([aria-disabled=true])").first.click()
        assert table.waits_for("move")
        table.page.locator("#ledger > summary").click()
        version = table.view["version"] + 1
        table.update({**SHEETS[game](), "version": version})
        expect(table.page.locator("#sheet .tally")).to_be_visible()
        assert table.page.evaluate("document.querySelector('#sheet-style').sheet !== null")
        late = {"sheet.js", "sheet.css", "ledger.js", "sound.js"}
        table.page.wait_for_load_state("networkidle")
        assert late <= weighed(table).keys()
        assert not said


RULES_OF = """async (files) => {
  const rules = (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    // In values of custom properties spaces are kept as they are written.
    return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\\s*([,/(){}:])\\s*/g, "$1"));
  };
  return files.map(([written, small]) => [rules(written), rules(small)]);
}"""


def test_minified_styles_say_the_same(chromium: Browser) -> None:
    styles = sorted(Path("static/css").rglob("*.css"))
    texts = [style.read_text() for style in styles]
    page = chromium.new_page()
    found = page.evaluate(RULES_OF, [[text, MINIFIERS[".css"](text)] for text in texts])
    page.close()
    for style, (written, small) in zip(styles, found, strict=True):
        assert written, style
        assert small == written, style


# --- what cannot be had ---------------------------------------------------------------------------


def sheet_of(table: Table) -> Json:
    return {**SHEETS["scopa"](), "version": table.view["version"] + 1}


@pytest.mark.parametrize(
    "name", ["js/table/sheet.js", "js/table/games/scopa-sheet.js", "css/sheet.css"]
)
def test_without_its_sheet_a_page_is_asked_for_anew_and_has_it_as_a_form(
    chromium: Browser, name: str
) -> None:
    with open_table(chromium, scopa_view()) as table:
        table.missing.add(name)
        asked: list[str] = []
        table.page.on("framenavigated", lambda frame: asked.append(frame.url))
        table.update(sheet_of(table))
        form = table.page.locator("#sheet[open] form")
        expect(form.get_by_role("button", name="Continue")).to_be_enabled()
        expect(table.page.locator("#game[data-script=on]")).to_be_visible()
        table.waits_for("ping", len(table.heard_of("ping")) + 2)
        assert len(asked) == 1


def test_a_sheet_that_cannot_be_had_without_a_line_comes_with_the_line(chromium: Browser) -> None:
    with open_table(chromium, scopa_view()) as table:
        table.missing.add("js/table/sheet.js")
        table.is_down = True
        table.page.evaluate("globalThis.isTheSamePage = true")
        table.say(type="update", version=13, view=(over := sheet_of(table)), notices=[])
        table.view = over
        table.sockets[-1].close()
        expect(table.page.locator("#banner")).to_contain_text("Connection lost")
        assert table.page.evaluate("globalThis.isTheSamePage === true")
        table.missing.clear()
        table.is_down = False
        expect(table.page.get_by_role("dialog", name="Deal 3 is over")).to_be_visible()


def test_without_sounds_the_table_is_played(chromium: Browser) -> None:
    with open_table(chromium, scopa_view(legal=[legal("4B")])) as table:
        table.missing.add("js/table/sound.js")
        table.hand_card("four of batons").click()
        assert table.waits_for("move")[0]["move"] == "4B"


def test_a_ledger_that_cannot_be_had_says_so(chromium: Browser) -> None:
    with open_table(chromium, scopa_view()) as table:
        table.missing.add("js/table/ledger.js")
        table.page.locator("#ledger > summary").click()
        expect(table.page.locator("#ledger")).to_contain_text("cannot be brought up to date")
