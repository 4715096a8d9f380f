"""The bar of the running match on a page that stays open; the server says what the test says."""

import json
import mimetypes
import re
from collections.abc import Iterator
from dataclasses import asdict, replace

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Locator, Page, Route, expect

from games.context import RunningMatch
from tests.browser.conftest import PHONE

ADDRESS = "http://bar.test"
NOW = 1_700_000_000_000
CALM = RunningMatch(7, "Scopa", is_absent=False, is_invited=False, until=None, now=NOW)
MISSED = replace(CALM, is_absent=True, until=NOW + 110_000)


class OpenPage:
    """A page with the bar; `running` is what the server says when it is asked."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.language = language
        self.running: RunningMatch | None = CALM
        self.asked = 0
        page.route(f"{ADDRESS}/**", self._serve)

    def open(self, running: RunningMatch) -> Locator:
        self.running = running
        self.page.goto(ADDRESS + "/")
        bar = self.page.get_by_role("complementary")
        expect(bar).to_be_visible()
        return bar

    def ask(self) -> None:
        """The person comes back to the tab, so the page asks at once."""
        asked = self.asked
        with self.page.expect_response(
            lambda answer: answer.url.endswith(reverse("games:running"))
        ):
            self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert self.asked > asked

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path == "/":
            route.fulfill(body=self._source(), content_type="text/html; charset=utf-8")
        elif path == reverse("games:running"):
            self.asked += 1
            route.fulfill(body=json.dumps(self._answer()), content_type="application/json")
        elif file := finders.find(path.removeprefix("/static/")):
            route.fulfill(path=str(file), content_type=mimetypes.guess_type(str(file))[0])
        else:
            route.fulfill(status=404)

    def _answer(self) -> dict[str, object]:
        """As `games.views.running` says it."""
        if self.running is None:
            return {"match": None}
        said = asdict(self.running)
        return {"match": said["match_id"], **said}

    def _source(self) -> str:
        with translation.override(self.language):
            bar = render_to_string("games/_running_match.html", {"running_match": self.running})
        styles = "".join(
            f'<link rel="stylesheet" href="/static/css/{name}.css">'
            for name in ("tokens", "base", "site")
        )
        head = f'<meta name="viewport" content="width=device-width">{styles}'
        return f"<!DOCTYPE html><html lang={self.language}><head>{head}</head><body>{bar}</body>"


@pytest.fixture
def elsewhere(chromium: Browser) -> Iterator[OpenPage]:
    context = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    yield OpenPage(context.new_page(), "en")
    context.close()


def test_the_bar_is_calm_while_nobody_misses_me(elsewhere: OpenPage) -> None:
    bar = elsewhere.open(CALM)
    expect(bar).to_contain_text("You have a match running.")
    expect(bar.get_by_text("You are expected at the table.")).to_be_hidden()
    expect(bar.get_by_role("link", name="Back to the table")).to_have_attribute(
        "href", reverse("games:match", args=[7])
    )


def test_the_bar_counts_down_by_the_time_of_the_server(elsewhere: OpenPage) -> None:
    bar = elsewhere.open(MISSED)
    expect(bar.get_by_text("You have a match running.")).to_be_hidden()
    expect(bar).to_contain_text(re.compile(r"You are expected at the table\.\s+1:4\d left"))
    first = bar.inner_text()
    expect(bar).not_to_have_text(first)


def test_a_drop_noticed_after_the_page_was_opened_reaches_it(elsewhere: OpenPage) -> None:
    bar = elsewhere.open(CALM)
    elsewhere.running = MISSED
    elsewhere.ask()
    expect(bar.get_by_text("You are expected at the table.")).to_be_visible()
    expect(bar).to_contain_text(re.compile(r"1:\d\d left to come back"))
    elsewhere.running = CALM
    elsewhere.ask()
    expect(bar.get_by_text("You have a match running.")).to_be_visible()


def test_the_bar_says_when_the_time_is_over_and_goes_when_the_match_is(elsewhere: OpenPage) -> None:
    bar = elsewhere.open(replace(MISSED, until=NOW + 500))
    expect(bar).to_contain_text("The time to come back is over")
    elsewhere.running = None
    elsewhere.ask()
    expect(bar).to_have_count(0)


def test_the_bar_fits_a_phone_in_either_language(elsewhere: OpenPage) -> None:
    for language in ("en", "it"):
        elsewhere.language = language
        elsewhere.open(MISSED)
        assert elsewhere.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
