"""The frame of every page, header above all, on the narrowest phone that we support."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import Visit
from tests.browser.sessions import log_in

NARROWEST = (320, 640)
PAGES = ("/", "/lobby/", "/match/", "/rules/", "/preferences/")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("language", ["en-GB", "it-IT"])
@pytest.mark.parametrize("is_known", [True, False], ids=["logged in", "a stranger"])
def test_every_page_fits_320_pixels(visit: Visit, language: str, is_known: bool) -> None:
    page = visit(NARROWEST, language)
    if is_known:
        # As long as names get: the header may cut it short, but no page may grow wider for it.
        user = User.objects.create_user("anna@example.com", display_name="M" * 20)
        log_in(page, user)
    for path in PAGES:
        if not is_known and path == "/match/":
            continue  # leads to the log-in
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()
        assert page.get_by_role("navigation").count() >= 2
        assert fits(page), path
