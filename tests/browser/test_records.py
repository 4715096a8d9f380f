"""The replay of a finished match in Chromium: links, keys, scripts off, and room on the screen.

SCREENSHOTS names a folder for pictures of the pages."""

import os
import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import store
from games.presentation.page import GAMES
from games.records.story import story
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.sessions import log_in
from tests.games.records import finished_match, one_format

SIZES = [PHONE, DESKTOP]
SEATS = [2, 4]


@pytest.fixture
def people(transactional_db: None) -> list[User]:
    return [
        User.objects.create_user(f"{name.lower()}@example.com", display_name=name)
        for name in ("Anna", "Bruno", "Carla", "Dario")
    ]


def open_history(page: Page, user: User) -> None:
    log_in(page, user)
    page.goto("/match/")
    expect(page.get_by_role("heading", name="Your matches")).to_be_visible()


def at_step(page: Page, match_id: int, number: int) -> None:
    expect(page).to_have_url(re.compile(rf"/match/{match_id}/record/{number}/$"))
    page.wait_for_load_state()  # the address changes before the script listens to keys


def test_the_history_leads_to_the_record_and_on_to_every_step(
    visit: Visit, people: list[User]
) -> None:
    match_id = finished_match(people, one_format("scopa"))
    steps = story(store.read(match_id), 0).steps
    page = visit()
    open_history(page, people[0])
    page.get_by_role("link", name="History").click()
    page.get_by_role("link", name="Scopa against Bruno").click()
    expect(page.get_by_role("region", name="Score sheets").get_by_role("table")).to_have_count(1)
    page.get_by_role("link", name="Replay move by move").click()
    at_step(page, match_id, steps[0])
    page.get_by_role("link", name="next step").click()
    at_step(page, match_id, steps[1])
    page.keyboard.press("ArrowRight")
    at_step(page, match_id, steps[2])
    page.keyboard.press("ArrowLeft")
    at_step(page, match_id, steps[1])
    page.keyboard.press("End")
    at_step(page, match_id, steps[-1])
    expect(page.get_by_role("link", name="next step")).to_have_count(0)
    page.keyboard.press("Home")
    at_step(page, match_id, steps[0])
    page.get_by_role("link", name="Back to the record").click()
    page.get_by_role("region", name="Log of the match").get_by_role("link").nth(5).click()
    expect(page.get_by_role("complementary").get_by_role("link").first).to_have_attribute(
        "aria-current", "step"
    )


def test_without_scripts_the_links_are_enough_and_the_file_comes(
    visit: Visit, people: list[User]
) -> None:
    match_id = finished_match(people, one_format("scopa"))
    steps = story(store.read(match_id), 0).steps
    page = visit(scripts=False)
    open_history(page, people[0])
    page.goto(f"/match/{match_id}/record/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as text").click()
    assert download.value.suggested_filename == f"settebello-{match_id}.txt"
    page.get_by_role("link", name="Replay move by move").click()
    for number in steps[1:4]:
        page.get_by_role("link", name="next step").click()
        at_step(page, match_id, number)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("game", GAMES)
def test_table_steps_and_hand_fit_on_every_screen(
    visit: Visit, people: list[User], game: str, seats: int
) -> None:
    try:
        way = one_format(game, seats)
    except StopIteration:
        pytest.skip(f"{game} is not played by {seats}")
    match_id = finished_match(people, way)
    steps = story(store.read(match_id), 0).steps
    for size in SIZES:
        page = visit(size)
        open_history(page, people[0])
        for number in (steps[0], steps[len(steps) // 3], steps[-1]):
            page.goto(f"/match/{match_id}/record/{number}/")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            for part in ("#table", "#options", "#hand"):
                box = page.locator(part).bounding_box()
                assert box is not None
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= size[1] + 1
        for path in (f"/match/{match_id}/record/", "/match/"):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        if shots := os.environ.get("SCREENSHOTS"):
            page.goto(f"/match/{match_id}/record/")
            page.screenshot(path=f"{shots}/{game}-{seats}-{size[0]}-record.png", full_page=True)
            page.goto("/match/")
            page.screenshot(path=f"{shots}/{game}-{seats}-{size[0]}-history.png")
            page.goto(f"/match/{match_id}/record/{steps[len(steps) // 3]}/")
            page.screenshot(path=f"{shots}/{game}-{seats}-{size[0]}-replay.png", full_page=True)
        page.context.close()
