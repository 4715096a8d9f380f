"""The check of a deal in Chromium: the script's procedure on the vectors, and the page as people
use it.

SCREENSHOTS names a folder for pictures of the page."""

import json
import os
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games import store
from games.seals import sealed_deals
from tests.browser.conftest import DESKTOP, Visit
from tests.browser.people import play_to_the_end
from tests.browser.sessions import log_in
from tests.browser.test_match import sit_down
from tests.engine.vectors import raw
from tests.games.records import one_format
from tests.games.sealed import sealed_match

SMALLEST = (320, 640)
OVERFLOW = "document.querySelector('main').scrollWidth - innerWidth"

COMPUTE = """async (vectors) => {
  const shuffle = await import("/static/js/shuffle.js");
  const results = [];
  for (const one of vectors) {
    const seed = shuffle.fromHex(one.seed);
    const joined = shuffle.joined(one.entropy.map(shuffle.fromHex));
    const again = await shuffle.attemptSeed(seed, one.attempt);
    const { match, deal } = one;
    const rest = { match, deal, entropy: joined };
    const order = await shuffle.shuffled(shuffle.deckOf(one.game), again, rest);
    results.push({
      ...one,
      commitment: await shuffle.commitment(seed),
      joined: shuffle.toHex(joined),
      attempt_seed: shuffle.toHex(again),
      order: order.join(" "),
    });
  }
  return results;
}"""


@pytest.fixture
def people(transactional_db: None) -> list[User]:
    return [
        User.objects.create_user(f"{name.lower()}@example.com", display_name=name)
        for name in ("Anna", "Bruno", "Carla", "Dario")
    ]


def open_deal(page: Page, user: User, match_id: int, deal: int = 1) -> None:
    log_in(page, user)
    page.goto(f"/match/{match_id}/deals/{deal}/")


def check(page: Page) -> None:
    page.get_by_role("button", name="Check in this browser").click()


def steps(page: Page) -> list[str]:
    region = page.get_by_role("region", name="Check in this browser")
    return region.get_by_role("listitem").all_inner_texts()


def change_the_data(page: Page, **changes: Any) -> None:
    """The page as a server would send it that shows something else."""

    def answer(route: Route) -> None:
        original = route.fetch()
        before, start, rest = original.text().partition(
            '<script id="deal-data" type="application/json">'
        )
        text, end, after = rest.partition("</script>")
        data = json.dumps({**json.loads(text), **changes})
        route.fulfill(response=original, body=before + start + data + end + after)

    page.route("**/deals/*/", answer)


def test_the_browser_gives_what_the_vectors_say(visit: Visit) -> None:
    vectors = raw()
    assert visit().evaluate(COMPUTE, vectors) == vectors


@pytest.mark.parametrize(("game", "seats", "cards"), [("scopa", 2, 40), ("star-cards", 3, 54)])
def test_a_deal_is_checked_step_by_step(
    visit: Visit, people: list[User], game: str, seats: int, cards: int
) -> None:
    match_id = sealed_match(people, one_format(game, seats))
    page = visit()
    open_deal(page, people[0], match_id)
    check(page)
    expect(page.get_by_role("status")).to_contain_text("It agrees")
    first, _, last = steps(page)
    assert "is the commitment that was published" in first
    assert f"All {cards} cards lie where the computation puts them" in last


def test_a_deal_that_was_thrown_in_has_its_steps(visit: Visit, people: list[User]) -> None:
    match_id = sealed_match(people, one_format("scopa"), annulled=True)
    page = visit()
    open_deal(page, people[0], match_id)
    check(page)
    expect(page.get_by_role("status")).to_contain_text("It agrees")
    assert "The seed of new deal 1 follows from the sealed one." in steps(page)
    assert len([step for step in steps(page) if step.startswith("All 40 cards")]) == 2


@pytest.mark.parametrize("what", ["commitment", "seed", "entropy", "deck"])
def test_whatever_was_changed_is_found_and_named(
    visit: Visit, people: list[User], what: str
) -> None:
    match_id = sealed_match(people, one_format("scopa"))
    deal = sealed_deals(store.read(match_id).events)[0]
    (attempt,) = deal.attempts
    swapped = [attempt.deck[1], attempt.deck[0], *attempt.deck[2:]]
    ways: dict[str, dict[str, Any]] = {
        "commitment": {"commitment": "00" * 32},
        "seed": {"seed": "00" * 32},
        "entropy": {"entropy": ["c0ffee", "c0ffee"]},
        "deck": {"attempts": [{"seed": attempt.seed.hex(), "deck": swapped}]},
    }
    page = visit()
    change_the_data(page, **ways[what])
    open_deal(page, people[0], match_id)
    check(page)
    expect(page.get_by_role("status")).to_contain_text("It does not agree")
    said = " ".join(steps(page))
    assert ("which is not the commitment" in said) == (what in {"commitment", "seed"})
    assert ("and the computation puts" in said) == (what != "commitment")
    if what == "deck":
        assert f"Card 1 is {attempt.deck[1]}, and the computation puts {attempt.deck[0]}" in said


NOTE = """([match, deal, seat, noted]) => import("/static/js/noted.js").then((notes) => {
  notes.noteHeard({ view: { match, seat, shuffle: { deal, commitment: noted.commitment } } });
  for (const entropy of noted.sent) {
    if (deal === 1) notes.noteSaid({ type: "start", entropy });
    else notes.noteSaid({ type: "ready", deal: deal - 1, entropy });
  }
})"""


@pytest.mark.parametrize(
    ("commitment", "entropy", "said", "verdict"),
    [
        (
            "",
            "",
            ["is the commitment that this browser was shown", "is what this browser sent"],
            "It agrees",
        ),
        (
            "00",
            "",
            ["was shown another commitment: 00", "is what this browser sent"],
            "does not agree",
        ),
        (
            "",
            "00",
            ["that this browser was shown", "is not what this browser sent"],
            "does not agree",
        ),
    ],
    ids=["as-noted", "another-commitment", "another-entropy"],
)
def test_what_the_browser_noted_at_the_table_is_compared(
    visit: Visit, people: list[User], commitment: str, entropy: str, said: list[str], verdict: str
) -> None:
    match_id = sealed_match(people, one_format("scopa"))
    (deal, *_) = sealed_deals(store.read(match_id).events)
    seat = next(seat for seat, one in enumerate(deal.entropies) if one)
    noted = {
        "commitment": commitment or deal.commitment,
        "sent": ["ff", entropy or deal.entropies[seat].hex()],
    }
    page = visit()
    page.evaluate(NOTE, [match_id, 1, seat, noted])
    # A second commitment for the same deal does not replace the one that was published before.
    page.evaluate(NOTE, [match_id, 1, seat, {"commitment": "11", "sent": []}])
    open_deal(page, people[seat], match_id)
    check(page)
    expect(page.get_by_role("status")).to_contain_text(verdict)
    for words in said:
        assert words in " ".join(steps(page))


def test_two_people_play_a_deal_and_check_it(visit: Visit) -> None:
    """Commitment and entropy are those of their own browsers, noted while they played."""
    people = sit_down(visit, "One deal")
    for _ in play_to_the_end(*people):
        pass
    for person in people:
        page = person.page
        (match_id,) = re.findall(r"/match/(\d+)/", page.url)
        page.goto(f"/match/{match_id}/record/")
        page.get_by_role("link", name="Check the deals").click()
        page.get_by_role("link", name="Check deal 1").click()
        check(page)
        expect(page.get_by_role("status")).to_contain_text("It agrees")
        said = steps(page)
        assert "It is the commitment that this browser was shown at the table." in said
        assert "The entropy of 2 seats goes into the order." in said
        assert "The entropy of your seat is what this browser sent." in said


def test_entropy_that_did_not_arrive_is_a_question_and_no_fault(
    visit: Visit, people: list[User]
) -> None:
    number = 0
    while True:
        match_id = sealed_match(people, one_format("scopa"), seed=number)
        (deal, *_) = sealed_deals(store.read(match_id).events)
        if b"" in deal.entropies:
            break
        number += 1
    seat = deal.entropies.index(b"")
    page = visit()
    noted = {"commitment": deal.commitment, "sent": ["aa"]}
    page.evaluate(NOTE, [match_id, 1, seat, noted])
    open_deal(page, people[seat], match_id)
    check(page)
    expect(page.get_by_role("status")).to_contain_text("It agrees")
    assert "it came too late, or was left out" in " ".join(steps(page))


def test_the_browser_keeps_its_notes_of_the_latest_hundred_deals(visit: Visit) -> None:
    page = visit()
    for match in range(1, 52):
        for deal in (1, 2):
            page.evaluate(NOTE, [match, deal, 0, {"commitment": "00", "sent": ["aa"]}])
    kept = page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':deal:'))")
    assert len(kept) == 100
    assert not [key for key in kept if ":deal:1:" in key]


def test_data_that_is_damaged_is_a_sentence_and_no_error(visit: Visit, people: list[User]) -> None:
    match_id = sealed_match(people, one_format("scopa"))
    page = visit()
    change_the_data(page, seed="zz")
    open_deal(page, people[0], match_id)
    check(page)
    expect(page.get_by_role("status")).to_contain_text("The check could not be made")


def test_on_a_page_that_is_not_secure_the_check_says_why_it_cannot_be_made(
    visit: Visit, people: list[User]
) -> None:
    match_id = sealed_match(people, one_format("scopa"))
    page = visit()
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', {value: undefined})")
    open_deal(page, people[0], match_id)
    expect(page.get_by_role("status")).to_contain_text("on secure pages only")
    expect(page.get_by_role("button", name="Check in this browser")).to_be_disabled()
    expect(page.get_by_role("link", name="Download the program")).to_be_visible()


def test_without_scripts_everything_is_there_to_check_it_elsewhere(
    visit: Visit, people: list[User]
) -> None:
    match_id = sealed_match(people, one_format("scopa"))
    (deal, *_) = sealed_deals(store.read(match_id).events)
    page = visit(scripts=False)
    open_deal(page, people[1], match_id)
    expect(page.get_by_role("button", name="Check in this browser")).to_have_count(0)
    for value in (deal.commitment, deal.seed.hex(), " ".join(deal.attempts[0].deck)):
        expect(page.get_by_text(value, exact=True)).to_be_visible()
    with page.expect_download() as program:
        page.get_by_role("link", name="Download the program").click()
    assert program.value.suggested_filename == "verify-deal.py"
    with page.expect_download() as match:
        page.get_by_role("link", name="Download the match as JSON").click()
    assert match.value.suggested_filename == f"settebello-{match_id}.json"


def test_the_page_fits_on_every_screen(visit: Visit, people: list[User]) -> None:
    for game, seats in (("scopa", 2), ("star-cards", 4)):
        match_id = sealed_match(people, one_format(game, seats))
        for size in (SMALLEST, DESKTOP):
            page = visit(size, "it-IT")
            open_deal(page, people[0], match_id)
            page.get_by_role("button").filter(has_text="browser").click()
            expect(page.get_by_role("region").get_by_role("listitem").first).to_be_visible()
            assert page.evaluate(OVERFLOW) <= 0
            if shots := os.environ.get("SCREENSHOTS"):
                name = f"{shots}/deal-{game}-{size[0]}.png"
                page.screenshot(path=name, full_page=True)
            page.goto(f"/match/{match_id}/deals/")
            assert page.evaluate(OVERFLOW) <= 0
            page.context.close()
