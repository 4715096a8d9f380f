"""What a table page weighs in script and style, as production serves it, and that it runs."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from playwright.sync_api import Browser, expect

from tests.browser.star_cards import may_play, star_view
from tests.browser.table import Json, fishing_view, legal, open_table
from tests.browser.tricks import frames

MOST_BYTES = 150_000
"""Uncompressed (product: "under 150 KB of script and style")."""

LIGHT = {".js", ".css"}
TO_PLAY = legal("7D")


def tressette_view() -> Json:
    return next(frame.view for frame in frames(2, 3) if frame.view["deal"]["legal"])


VIEWS: dict[str, Callable[[], Json]] = {
    "scopa": lambda: fishing_view(game="scopa", legal=[TO_PLAY]),
    "escoba": lambda: fishing_view(game="escoba", legal=[TO_PLAY]),
    "scopa15": lambda: fishing_view(game="scopa15", legal=[TO_PLAY]),
    "tressette": tressette_view,
    "star-cards": lambda: star_view(legal=[may_play("R4")]),
}


@pytest.fixture
def _collected(tmp_path: Path, settings: LazySettings) -> None:
    """Static files as a deployment collects them."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.storage.StaticStorage"},
    }
    call_command("collectstatic", "--no-input", verbosity=0)


@pytest.mark.usefixtures("_collected")
@pytest.mark.parametrize("game", VIEWS)
def test_script_and_style_of_a_page_stay_under_150_kilobytes(chromium: Browser, game: str) -> None:
    with open_table(chromium, VIEWS[game]()) as table:
        expect(table.page.locator("#game[data-script=on]")).to_be_visible()
        table.page.wait_for_load_state("networkidle")
        weights = {file.name: file.stat().st_size for file in table.served if file.suffix in LIGHT}
        assert any(name.startswith("main.") and name != "main.js" for name in weights), weights
        assert table.page.locator(".hand__card:not([aria-disabled=true])").count()
    total = sum(weights.values())
    assert total < MOST_BYTES, (total, sorted(weights.items(), key=lambda one: -one[1]))
