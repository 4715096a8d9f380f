"""What reaches somebody at the table: lines of the log and the ledger, which the page without a
script says in the same words; the end; sounds; and, in a hidden tab, the title and a message."""

import html
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games import presentation
from games.engine import policies
from tests.browser.conftest import PHONE
from tests.browser.star_cards import star_view
from tests.browser.table import NOW, Json, Table, fishing_view, legal, open_table, scopa_view
from tests.games.test_notices import OF_A_SEAT, OF_THE_MATCH, VOID

LEGAL = [legal("10S"), legal("7D", "4D 3C", "4D 3S"), legal("4B", "4D")]
LANGUAGES = ("en", "it")


def notice(kind: str, **data: Any) -> Json:
    return {"version": 9, "at": NOW, "kind": kind, **data}


def played(seat: int, **data: Any) -> Json:
    card = {"card": "6S", "take": [], "sweep": False, "automatic": False}
    return notice("played", seat=seat, **{**card, **data})


def every_notice(seats: int) -> list[Json]:
    """Each kind that the referee tells, of me and of everybody else, a second after the other."""
    told = [
        {**data, "kind": kind, "seat": seat}
        for kind, data, *_ in OF_A_SEAT
        for seat in range(seats)
    ]
    told += [{**data, "kind": kind, "seat": None} for kind, data, _ in OF_THE_MATCH]
    return [{**one, "version": 9, "at": NOW + number} for number, one in enumerate(told)]


VIEWS: dict[str, Callable[[], Json]] = {
    "two": scopa_view,
    "pairs": lambda: fishing_view(game="escoba", seats=4),
    "three": star_view,
}


# --- the page and its script use the same words --------------------------------------------------


def lines_of(source: str, part: str) -> list[str]:
    """The items or rows of a part of a page without scripts, as they are read."""
    inside = re.search(rf'<(\w+)[^>]*id="{part}".*?</\1>', source, re.DOTALL)
    assert inside is not None
    found = re.findall(r"<(li|tr)\b[^>]*>(.*?)</\1>", inside[0], re.DOTALL)
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split()) for _, text in found]


def shown_lines(page: Page, places: str) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(places).all_text_contents()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", VIEWS)
def test_the_log_and_the_ledger_are_the_same_with_and_without_a_script(
    chromium: Browser, seats: str, language: str
) -> None:
    view = VIEWS[seats]()
    log = every_notice(view["seats"])
    if seats != "three":
        log.append(played(1, automatic=True, at=NOW + len(log)))
    with open_table(chromium, view, log=log, language=language) as table:
        source = table._source().decode()
        without = lines_of(source, "log")
        assert len(without) > len(OF_A_SEAT)
        expect(table.page.locator("#log li")).to_have_count(len(without))
        assert shown_lines(table.page, "#log li") == without
        table.page.locator("#ledger > summary").click()
        rows = lines_of(source, "ledger")[1:]
        assert len(rows) > len(OF_A_SEAT)
        expect(table.page.locator("#ledger time[title]")).to_have_count(len(rows))  # the script's
        _without_times(table.page)
        with_script = shown_lines(table.page, "#ledger tbody tr")
        assert with_script == [row.partition(" ")[2] for row in rows]
        assert table.page.locator(".ledger__drops").text_content() == drops_of(source)


def _without_times(page: Page) -> None:
    """The browser's clock is another matter."""
    page.evaluate("document.querySelectorAll('#ledger tbody th').forEach((cell) => cell.remove())")


def drops_of(source: str) -> str:
    found = re.search(r'class="ledger__drops">(.*?)<', source)
    assert found is not None
    return html.unescape(found[1])


def over(view: Json, reason: str, winner: int | None = None, **changes: Any) -> Json:
    """The view at the end; `forfeited` is by seat, and those seats are out."""
    forfeited, policy = changes.pop("forfeited", {}), changes.pop("policy", policies.TORNEO)
    automatic = changes.pop("automatic", {})
    people = [
        {**one, "forfeited": forfeited.get(seat), "automatic": automatic.get(seat, 0)}
        for seat, one in enumerate(view["people"])
    ]
    result: Json = {"winner": winner, "reason": reason, "totals": view["totals"]}
    if winner is not None and len(view["sides"]) > 2:
        result["placements"] = [2 if side != winner else 1 for side in range(len(view["sides"]))]
    return {
        **view,
        "version": view["version"] + 1,
        "phase": "finished",
        "deadline": None,
        "clock": None,
        "policy": policies.policy_json(policy),
        "people": people,
        "resigned": list(forfeited),
        "result": result,
        "started": [],
        "deal": {**view["deal"], "turn": None, "legal": []},
        **changes,
    }


def endings(sides: int) -> Iterator[Json]:
    """(reason, winner, more) for each way in which a match ends."""
    for reason, data, _ in VOID:
        yield {"reason": reason, **data}
    for reason in ("start", "drop", "invitation", "drops", "bank", "resigned"):
        yield {"reason": reason, "winner": 0, "forfeited": {1: reason}}
        yield {"reason": reason, "winner": 1, "forfeited": {0: reason}}
        if sides > 2:
            yield {"reason": reason, "winner": 0, "forfeited": {2: "bank", 1: reason}}


WORDS_OF_ENDS = """
async (views) => {
  const at = (name) => import(`/static/js/table/${name}.js`);
  const [{ loadGame }, { createPeople }, { verdictWords }, { endingReason }] = [
    await at("games/index"),
    await at("people"),
    await at("endings"),
    await at("reasons"),
  ];
  const game = await loadGame(views[0].game);
  await game.prepareSheet();
  return views.map((view) => {
    const people = createPeople(view);
    return [verdictWords(view.result, people), (game.endingReason ?? endingReason)(view, people)];
  });
}
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", VIEWS)
def test_every_end_is_told_in_the_same_words_with_and_without_a_script(
    chromium: Browser, seats: str, language: str
) -> None:
    view = VIEWS[seats]()
    views = [over(view, **end) for end in endings(len(view["sides"]))]
    with translation.override(language):
        ends = [presentation.scene(one, []).ending for one in views]
    assert all(end is not None and end.title and end.reason for end in ends)
    with open_table(chromium, view, language=language) as table:
        said = table.page.evaluate(WORDS_OF_ENDS, views)
        assert said == [[end.title, end.reason] for end in ends if end is not None]


def test_the_end_says_who_was_late_over_the_table(chromium: Browser) -> None:
    with open_table(chromium, scopa_view()) as table:
        finished = over(table.view, "bank", 0, forfeited={1: "bank"})
        table.update(finished, notice("finished", **finished["result"]))
        sheet = table.page.get_by_role("dialog")
        expect(sheet.get_by_role("heading", name="You won the match")).to_be_visible()
        expect(sheet.get_by_text("The time bank of Bruno is empty")).to_be_visible()


# --- the ledger ----------------------------------------------------------------------------------


def test_the_ledger_grows_while_it_is_open_and_tells_the_time_of_the_place(
    chromium: Browser,
) -> None:
    log = [notice("begun", at=NOW - 60_000)]
    with open_table(chromium, scopa_view(), log=log) as table:
        session = table.page.context.new_cdp_session(table.page)
        session.send("Emulation.setTimezoneOverride", {"timezoneId": "Europe/Rome"})
        table.page.locator("#ledger > summary").click()
        region = table.page.get_by_role("region", name="Connection ledger")
        times, texts = region.get_by_role("rowheader"), region.get_by_role("cell")
        expect(times).to_have_text(["23:12:20"])
        expect(texts).to_have_text(["The match begins"])
        view = scopa_view(version=13)
        view["people"][1]["drops"] = 1
        how = {"drops": 1, "allowed": 2, "left": False, "until": NOW + 120_000}
        table.update(view, notice("dropped", seat=1, **how))
        expect(times.first).to_have_text("23:13:20")
        expect(texts.first).to_have_text("Bruno lost the connection (1 of 2): 2:00 to come back")
        expect(
            table.page.get_by_text("Connections lost: You 0 of 2, Bruno 1 of 2.")
        ).to_be_visible()
        table.update(scopa_view(version=14), played(1, automatic=True))
        expect(texts.first).to_contain_text("time over: played automatically")
        heading = table.page.get_by_role("columnheader", name="Time", exact=True)
        expect(heading).to_be_visible()


def test_a_long_ledger_scrolls_by_itself_on_a_phone(chromium: Browser) -> None:
    log = [played(number % 2, at=NOW + number * 1_000) for number in range(120)]
    with open_table(chromium, scopa_view(), size=PHONE, log=log) as table:
        table.page.locator("#ledger > summary").click()
        region = table.page.get_by_role("region", name="Connection ledger")
        expect(region.get_by_role("row")).to_have_count(121)
        assert region.evaluate("(node) => node.scrollHeight > node.clientHeight")
        assert table.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


# --- while the tab is hidden ---------------------------------------------------------------------

HIDING = """
let hidden = false;
Object.defineProperty(document, "hidden", { get: () => hidden });
globalThis.hide = (value) => {
  hidden = value;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""

MESSAGES = """
globalThis.messages = [];
globalThis.asked = 0;
globalThis.Notification = class extends EventTarget {
  static permission = "default";
  static answer = "granted";
  static async requestPermission() {
    asked += 1;
    return (Notification.permission = Notification.answer);
  }
  constructor(title, options) {
    super();
    Object.assign(this, { title, ...options, isClosed: false });
    messages.push(this);
  }
  close() {
    this.isClosed = true;
  }
};
"""

SHOWN_MESSAGES = "messages.map(({ title, tag, isClosed }) => [title, tag, isClosed])"


@pytest.fixture
def away(chromium: Browser) -> Iterator[Table]:
    """A table whose tab can be hidden, in a browser with messages."""
    with open_table(chromium, scopa_view(), before=HIDING + MESSAGES) as table:
        yield table


def ask_to_be_told(table: Table) -> None:
    table.page.locator("#menu > summary").click()
    table.page.get_by_label("tell me if I am on another page").click()
    table.page.locator("#menu > summary").click()


def become_mine(table: Table, version: int = 13) -> None:
    table.update(scopa_view(version=version, legal=LEGAL), played(1))


def test_the_title_calls_while_i_look_elsewhere_and_rests_when_i_am_back(away: Table) -> None:
    title = away.page.title()
    away.page.evaluate("hide(true)")
    expect(away.page).to_have_title(title)
    become_mine(away)
    expect(away.page).to_have_title(f"● Your turn — {title}")
    away.page.evaluate("hide(false)")
    expect(away.page).to_have_title(title)
    away.page.evaluate("hide(true)")
    expect(away.page).to_have_title(f"● Your turn — {title}")
    away.update(scopa_view(version=14), played(0))
    expect(away.page).to_have_title(title)


def test_the_title_flashes_where_things_may_move(chromium: Browser) -> None:
    with open_table(chromium, scopa_view(legal=LEGAL), before=HIDING, motion=True) as table:
        title = table.page.title()
        table.page.evaluate("hide(true)")
        for _ in range(2):
            expect(table.page).to_have_title(f"● Your turn — {title}")
            expect(table.page).to_have_title(title)


def test_nobody_is_asked_for_permission_before_choosing_to_be_told(away: Table) -> None:
    assert away.page.evaluate("asked") == 0
    away.page.evaluate("hide(true)")
    become_mine(away)
    expect(away.page).to_have_title(re.compile("Your turn"))
    assert away.page.evaluate(SHOWN_MESSAGES) == []
    away.page.evaluate("hide(false)")
    ask_to_be_told(away)
    away.page.wait_for_function("asked === 1")


def test_one_message_calls_me_and_is_gone_when_i_am_back(away: Table) -> None:
    ask_to_be_told(away)
    away.page.wait_for_function("Notification.permission === 'granted'")
    away.page.evaluate("hide(true)")
    become_mine(away)
    away.page.wait_for_function("messages.length === 1")
    tag = f"settebello-match-{away.view['match']}"
    assert away.page.evaluate(SHOWN_MESSAGES) == [["Your turn", tag, False]]
    away.page.evaluate("hide(false)")
    assert away.page.evaluate(SHOWN_MESSAGES) == [["Your turn", tag, True]]


def test_a_tap_on_the_message_leads_to_the_tab(away: Table) -> None:
    ask_to_be_told(away)
    away.page.wait_for_function("Notification.permission === 'granted'")
    away.page.evaluate("globalThis.focused = 0; window.focus = () => (focused += 1); hide(true)")
    become_mine(away)
    away.page.wait_for_function("messages.length === 1")
    away.page.evaluate("messages[0].dispatchEvent(new Event('click'))")
    assert away.page.evaluate("[focused, messages[0].isClosed]") == [1, True]


def test_whoever_is_refused_the_permission_is_told_so(away: Table) -> None:
    away.page.evaluate("Notification.answer = 'denied'")
    away.page.locator("#menu > summary").click()
    box = away.page.get_by_label("tell me if I am on another page")
    box.click()
    expect(away.page.get_by_text("Your browser does not allow messages")).to_be_visible()
    expect(box).not_to_be_checked()


# --- sounds --------------------------------------------------------------------------------------

SPEAKERS = """
globalThis.contexts = 0;
globalThis.waves = 0;
globalThis.rustles = 0;
globalThis.loudness = [];
const param = () => ({
  setValueAtTime() {},
  linearRampToValueAtTime() {},
  exponentialRampToValueAtTime() {},
});
const node = () => ({ connect() {}, start() {}, stop() {}, gain: param(), frequency: param() });
globalThis.AudioContext = class {
  state = "running";
  currentTime = 0;
  sampleRate = 8000;
  constructor() {
    contexts += 1;
  }
  createGain() {
    const made = node();
    Object.defineProperty(made.gain, "value", { set: (value) => loudness.push(value) });
    return made;
  }
  createOscillator() {
    waves += 1;
    return node();
  }
  createBufferSource() {
    rustles += 1;
    return node();
  }
  createBiquadFilter() {
    return node();
  }
  createBuffer() {
    return { getChannelData: () => new Float32Array(8) };
  }
};
"""


@pytest.fixture
def loud(chromium: Browser) -> Iterator[Table]:
    with open_table(chromium, scopa_view(), before=HIDING + SPEAKERS) as table:
        yield table


def touch(table: Table) -> None:
    """The page may sound from now on: what it takes for that comes with the first touch."""
    table.page.keyboard.press("Escape")
    table.page.wait_for_function("contexts === 1")


def heard(table: Table) -> int:
    """How many tones and rustles there were."""
    return int(table.page.evaluate("waves + rustles"))


def status(table: Table, words: str) -> None:
    expect(table.page.locator("#status")).to_have_text(words)


def test_nothing_sounds_before_the_first_touch(loud: Table) -> None:
    become_mine(loud)
    status(loud, "Your turn")
    assert loud.page.evaluate("contexts") == 0
    assert heard(loud) == 0


def test_cards_sweeps_drops_and_the_end_sound_once_the_page_was_touched(loud: Table) -> None:
    touch(loud)
    become_mine(loud)
    status(loud, "Your turn")
    laid = heard(loud)
    assert laid > 0
    how = {"drops": 1, "allowed": 2, "left": False, "until": NOW + 120_000}
    loud.update(scopa_view(version=14, legal=LEGAL), notice("dropped", seat=1, **how))
    expect(loud.page.locator("#log")).to_contain_text("Bruno lost the connection")
    dropped = heard(loud)
    assert dropped > laid
    end = over(scopa_view(version=14), "drop", 0, forfeited={1: "drop"})
    loud.update(end, notice("finished", winner=0, reason="drop"))
    expect(loud.page.locator("#sheet-title")).to_have_text("You won the match")
    assert heard(loud) > dropped
    assert loud.page.evaluate("contexts") == 1


def test_the_loss_of_my_own_line_sounds(loud: Table) -> None:
    touch(loud)
    before = heard(loud)
    loud.is_down = True
    loud.sockets[-1].close()
    expect(loud.page.locator("#banner")).to_contain_text("Connection lost")
    assert heard(loud) > before


def test_my_turn_sounds_only_for_whoever_looks_elsewhere(loud: Table) -> None:
    touch(loud)
    become_mine(loud)
    status(loud, "Your turn")
    here = heard(loud)
    loud.update(scopa_view(version=14), played(0))
    status(loud, "Bruno's turn")
    before = heard(loud)
    loud.page.evaluate("hide(true)")
    become_mine(loud, version=15)
    status(loud, "Your turn")
    assert heard(loud) - before == here + 1  # the note of my turn


def test_the_key_mutes_and_the_choice_is_kept(loud: Table) -> None:
    loud.page.keyboard.press("m")
    expect(loud.page.locator("#say")).to_have_text("Sounds off")
    become_mine(loud)
    status(loud, "Your turn")
    assert heard(loud) == 0
    stored = loud.page.evaluate("JSON.parse(localStorage.getItem('table')).sounds")
    assert stored is False
    loud.page.keyboard.press("m")
    expect(loud.page.locator("#say")).to_contain_text("Sounds on")


def test_the_volume_is_chosen_heard_at_once_and_kept(loud: Table) -> None:
    loud.page.locator("#menu > summary").click()
    volume = loud.page.get_by_label("Volume")
    expect(volume).to_have_value("60")
    volume.press("ArrowLeft")
    volume.press("ArrowLeft")
    loud.page.wait_for_function("loudness.length === 2")
    assert loud.page.evaluate("loudness.at(-1)") == pytest.approx(0.16)
    loud.open()
    expect(loud.page.get_by_label("Volume")).to_have_value("40")


def test_my_last_seconds_tick(chromium: Browser) -> None:
    view = scopa_view(legal=LEGAL) | {"deadline": NOW + 60_000}
    with open_table(chromium, view, before=SPEAKERS) as table:
        touch(table)
        assert heard(table) == 0
        now = table.now()
        table.update(scopa_view(version=13, legal=LEGAL) | {"now": now, "deadline": now + 5_000})
        table.page.wait_for_function("waves >= 3")


COARSE = """
const real = matchMedia.bind(window);
matchMedia = (query) => (query.includes("coarse") ? { matches: true } : real(query));
"""


def test_a_phone_may_vibrate_when_it_is_my_turn(chromium: Browser) -> None:
    shaking = "globalThis.shaken = []; navigator.vibrate = (time) => shaken.push(time);"
    with open_table(chromium, scopa_view(), size=PHONE, before=shaking + COARSE) as table:
        become_mine(table)
        status(table, "Your turn")
        assert table.page.evaluate("shaken") == []
        table.page.locator("#menu > summary").click()
        table.page.get_by_label("vibrate").click()
        table.page.locator("#menu > summary").click()
        table.update(scopa_view(version=14), played(0))
        become_mine(table, version=15)
        table.page.wait_for_function("shaken.length === 1")
        assert table.page.evaluate("shaken") == [20]
