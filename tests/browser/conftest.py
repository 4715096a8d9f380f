"""Chromium, the site to open in it, and people who use it as people do: by what they can read."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.site import Site

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = (1440, 900)
PHONE = (360, 640)

expect.set_options(timeout=30_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def chromium(chromium_program: Path) -> Iterator[Browser]:
    """A browser a module: while it is open, Playwright keeps an event loop in this thread."""
    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patch:
        # Django sees Playwright's loop and would refuse the ORM to the test itself.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=chromium_program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def processes(chromium: Browser, django_db_setup: None) -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture
def site(processes: Site, transactional_db: None) -> Site:
    """The site with an empty database."""
    return processes


Visit = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser, site: Site) -> Iterator[Visit]:
    """`visit()` opens the front page in a context of its own. Errors on a page fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_context(
        size: tuple[int, int] = DESKTOP, language: str = "en-GB", scripts: bool = True
    ) -> Page:
        width, height = size
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            java_script_enabled=scripts,
            base_url=site.address,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda said: (
                errors.append(said.text)
                if said.type == "error" and "Content Security Policy" in said.text
                else None
            ),
        )
        page.goto("/")
        return page

    yield open_context
    for context in contexts:
        context.close()
    assert not errors
