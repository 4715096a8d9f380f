"""People at a browser: they read labels, tap buttons and press keys."""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

PASSWORD = "quattordici carte"
PATIENCE_S = 60.0
REACH_MS = 5_000.0


@dataclass(frozen=True)
class Wish:
    """What is to be played, in the words of the form that opens a table."""

    game: str
    choices: tuple[str, ...] = ()
    """What to choose and to tick about it."""
    length: str = ""
    """Of the custom rules; empty leaves it as it is."""


class Person:
    """Somebody with a page of their own. Where the page leaves a choice, `chance` decides."""

    def __init__(self, name: str, page: Page) -> None:
        self.name = name
        self.page = page
        self.chance = Random(name)

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

    def open_table(self, wish: Wish) -> None:
        page = self.page
        words = re.escape(wish.game.replace(",", ""))
        page.get_by_role("radio", name=re.compile(f"^{words}")).check(force=True)
        details = page.get_by_role("group", name=wish.game, exact=True)
        for choice in wish.choices:
            wanted = details.get_by_role("radio", name=choice)
            wanted.or_(details.get_by_role("checkbox", name=choice)).check(force=True)
        if wish.length:
            details.get_by_text("Custom rules", exact=True).click()
            details.get_by_label("Another length").select_option(label=wish.length)
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("heading", name=re.compile("^Waiting for"))).to_be_visible()

    def join(self, other: "Person") -> None:
        """Sits down at the other's table, where there are pairs in the first free seat."""
        name = re.escape(other.name)
        join = self.page.get_by_role("button", name=re.compile(f"^Join {name}:"))
        sit_down = self.page.get_by_role("button", name=re.compile(rf"^Sit down .*\({name}\)$"))
        taken = self.page.get_by_text("That seat has just been taken")
        is_tried = False
        while not is_tried or taken.count():
            try:
                with self.page.expect_navigation():
                    join.or_(sit_down).first.click()
            except PlaywrightError as error:
                # The lobby's socket led to the table before the form's own answer came.
                if "ERR_ABORTED" not in error.message:
                    raise
            is_tried = True

    def press_start(self) -> None:
        """The page of the match has come by itself; the cards come when everybody has pressed."""
        start = self.page.get_by_role("button", name=re.compile("^Start the match"))
        start.click()
        # The last who presses is led to the table at once.
        expect(start.and_(self.page.locator(":disabled")).or_(self.hand())).to_be_visible()

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

    def on_the_table(self) -> Locator:
        """The cards of the table that may be chosen now."""
        return self.page.get_by_role("region", name="On the table").get_by_role("button")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog")

    def act_if_possible(self) -> bool:
        """One step of what the page offers: go on after a score sheet, or move.

        What somebody reaches for may be gone before they touch it, because the page has heard
        from the server meanwhile: then they look again.
        """
        self.page.set_default_timeout(REACH_MS)
        try:
            return self._act_if_possible()
        except PlaywrightTimeout:
            return False
        finally:
            self.page.set_default_timeout(PATIENCE_S * 1_000)

    def _act_if_possible(self) -> bool:
        go_on = self.page.get_by_role("button", name=re.compile(r"^Continue"), disabled=False)
        end = self.button("End the turn")
        if not go_on.or_(end).or_(self.playable()).or_(self.on_the_table()).count():
            return False
        if go_on.count():
            go_on.first.click()
        elif self.sheet().count():
            return False
        elif self.playable().count():
            self.play_a_card()
        elif self.on_the_table().count():
            self.choose(self.on_the_table()).click()
        else:
            self.end_the_turn()
        return True

    def choose(self, among: Locator) -> Locator:
        return among.nth(self.chance.randrange(max(1, among.count())))  # none left: look again

    def play_a_card(self) -> None:
        """Any card, and any of its captures if there are several. In Star Cards now and then a
        dark deal, before the card or after it."""
        if self.is_inclined_to("Draw dark…"):
            self.draw_dark()
            return
        if self.is_inclined_to("Keep the turn after a card"):
            self.button("Keep the turn after a card").click()
        # In a full hand only the left edge of a card is in sight.
        self.choose(self.playable()).click(position={"x": 8, "y": 12})
        self.take_a_capture()

    def is_inclined_to(self, name: str) -> bool:
        return self.chance.random() < 0.1 and bool(self.button(name).count())

    def draw_dark(self) -> None:
        self.button("Draw dark…").click()
        self.button("Yes, draw dark").click()

    def end_the_turn(self) -> None:
        if self.is_inclined_to("Draw dark…"):
            self.draw_dark()
        else:
            self.button("End the turn").click()

    def take_a_capture(self) -> None:
        """Chooses among the captures of the card just tapped, if the page asks for that."""
        take = self.button("Take")
        if not take.count():
            return
        captures = self.page.get_by_role("group", name="Captures").get_by_role("button")
        if captures.count():
            self.choose(captures).click()
        else:
            self.tap_a_capture(take)
        take.click()

    def tap_a_capture(self, take: Locator) -> None:
        """Taps cards of the table until they are a capture. A card that does not go with those
        tapped before begins another."""
        while not take.is_enabled():
            self.choose(self.on_the_table()).click()

    def look_on(self) -> None:
        """Taps where nothing is, which ends whatever moves or stands still for a moment."""
        box = self.page.get_by_role("heading", level=1).bounding_box()
        if box is not None:
            self.page.mouse.click(box["x"] + 1, box["y"] + 1)

    def what_the_page_says(self) -> str:
        """For the message of a test that has come to a stop."""
        return re.sub(r"\s+", " ", self.page.locator("main").inner_text())[:600]

    def has_seen_the_end(self) -> bool:
        return bool(self.button("Look at the table").count())

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
    limit = time.monotonic() + PATIENCE_S
    while not all(person.has_seen_the_end() for person in people):
        if any(_acted(people)):
            steps += 1
            limit = time.monotonic() + PATIENCE_S
            yield steps
        else:
            assert time.monotonic() < limit, [
                "nobody is offered anything, and it is not the end",
                *(person.what_the_page_says() for person in people),
            ]
            for person in people:
                person.look_on()


def _acted(people: Sequence[Person]) -> list[bool]:
    return [person.act_if_possible() for person in people]
