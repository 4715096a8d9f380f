"""The clocks of a table are chosen in Chromium, with scripts and without.

SCREENSHOTS names a folder for pictures of the pages."""

import os
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from lobby.clocks import Clocks, clocks_of
from lobby.models import Table
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.sessions import log_in


@pytest.fixture
def anna(transactional_db: None) -> User:
    return User.objects.create_user("anna@example.com", display_name="Anna")


def lobby(page: Page, user: User) -> Page:
    log_in(page, user)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()
    return page


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def has_no_sideways_scrolling(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def radio(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=re.compile(f"^{name}"))


def bank(page: Page) -> Locator:
    return page.locator("#policy-bank")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_bank_follows_what_is_chosen_and_what_is_hidden_does_not_count(
    visit: Visit, anna: User, size: tuple[int, int]
) -> None:
    page = lobby(visit(size), anna)
    pause = page.get_by_role("checkbox", name="Each player may pause once for a minute")
    expect(bank(page)).to_have_text("Bank for this match: 7:00")
    expect(pause).to_be_hidden()
    radio(page, "To 7 points").check(force=True)
    expect(bank(page)).to_have_text("Bank for this match: 5:00")
    radio(page, "Escoba").check(force=True)
    expect(bank(page)).to_have_text("Bank for this match: 12:00")
    escoba = page.get_by_role("group", name="Escoba", exact=True)
    escoba.get_by_text("Custom rules", exact=True).click()
    escoba.get_by_label("Another length").select_option(label="To 7 points")
    expect(bank(page)).to_have_text("Bank for this match: 4:00")
    picture(page, f"policies-torneo-{size[0]}")
    radio(page, "Amichevole").check(force=True)
    radio(page, "60 seconds a move").check(force=True)
    pause.check()
    picture(page, f"policies-amichevole-{size[0]}")
    assert has_no_sideways_scrolling(page)
    radio(page, "Torneo").check(force=True)
    expect(pause).to_be_hidden()
    expect(radio(page, "60 seconds a move")).to_be_hidden()
    radio(page, "Sfida").check(force=True)
    expect(pause).not_to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for an opponent")).to_be_visible()
    assert clocks_of(Table.objects.get()) == Clocks("sfida")
    page.get_by_text("The clocks: Sfida").click()
    expect(page.get_by_text("A bank of 4:00 each for the whole match")).to_be_visible()
    picture(page, f"policies-waiting-{size[0]}")
    assert has_no_sideways_scrolling(page)


def test_without_scripts_a_fault_is_said_beside_what_it_is_about(visit: Visit, anna: User) -> None:
    page = lobby(visit(PHONE, scripts=False), anna)
    radio(page, "Amichevole").check(force=True)
    radio(page, "60 seconds a move").check(force=True)
    radio(page, "Torneo").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    fault = page.locator("#id_move_seconds_error")
    expect(fault).to_be_visible()
    expect(fault).to_have_text("Torneo has its own clock; this one belongs to Amichevole.")
    picture(page, "policies-fault")
    radio(page, "none: take your time").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for an opponent")).to_be_visible()
    assert clocks_of(Table.objects.get()) == Clocks("torneo")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_page_about_the_clocks_fits(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size)
    page.goto("/rules/clocks/")
    expect(page.get_by_role("heading", name="Clocks, drops and forfeits")).to_be_visible()
    picture(page, f"clocks-{size[0]}")
    assert has_no_sideways_scrolling(page)
