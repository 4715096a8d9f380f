"""People at a browser: they read labels, tap buttons and press keys."""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

PASSWORD = "quattordici carte"


class Person:
    """Somebody with a page of their own."""

    def __init__(self, name: str, page: Page) -> None:
        self.name = name
        self.page = page

    # --- the way to a table ------------------------------------------------------------------

    def sign_up(self) -> None:
        page = self.page
        page.get_by_role("link", name="Sign up").first.click()
        page.get_by_label("Display name").fill(self.name)
        page.get_by_label("Email").fill(f"{self.name.lower()}@example.com")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Password (again)").fill(PASSWORD)
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("heading", name="Lobby")).to_be_visible()

    def open_table(self, target: str) -> None:
        self.page.get_by_role("radio", name=target).check(force=True)
        self.page.get_by_role("button", name="Open the table").click()
        expect(self.page.get_by_role("heading", name="Waiting for an opponent")).to_be_visible()

    def join(self, other: "Person") -> None:
        self.page.get_by_role("button", name=f"Join {other.name}").click()

    def is_at_the_table(self) -> None:
        """Fails unless the page has led there by itself."""
        expect(self.page).to_have_url(re.compile(r"/match/\d+/$"))
        expect(self.hand()).to_be_visible()

    # --- at the table ------------------------------------------------------------------------

    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand")

    def playable(self) -> Locator:
        """The cards of the hand that may be played now; none while others are to move."""
        return self.hand().get_by_role("button", disabled=False)

    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog")

    def act_if_possible(self) -> bool:
        """One step of what the page offers: go on after a score sheet, or play a card."""
        go_on = self.page.get_by_role("button", name=re.compile(r"^Continue"))
        if go_on.count():
            go_on.first.click()
            return True
        if self.sheet().count() or not self.playable().count():
            return False
        self.play_a_card()
        return True

    def play_a_card(self) -> None:
        """Taps the first card, and the first of its captures if there are several."""
        cards = self.hand().get_by_role("button").count()
        self.playable().first.click()
        chips = self.page.get_by_role("group", name="Captures").get_by_role("button")
        if chips.count():
            chips.first.click()
            self.page.get_by_role("button", name="Take", exact=True).click()
        expect(self.hand().get_by_role("button")).not_to_have_count(cards)

    def has_seen_the_end(self) -> bool:
        return bool(self.page.get_by_role("button", name="Look at the table").count())

    def result(self) -> list[str]:
        """The score sheet as rows of text, and the reason under its title."""
        sheet = self.sheet()
        rows = [row.inner_text() for row in sheet.get_by_role("row").all()]
        return [re.sub(r"\s+", " ", row).strip() for row in rows]

    def title(self) -> str:
        return self.sheet().get_by_role("heading").first.inner_text()


def play_to_the_end(*people: Person) -> Iterator[int]:
    """Plays until everybody has seen the end; yields after every step, for a test to meddle."""
    steps = 0
    while not all(person.has_seen_the_end() for person in people):
        moved = [person.act_if_possible() for person in people]
        if any(moved):
            steps += 1
            yield steps
