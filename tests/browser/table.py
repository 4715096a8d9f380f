"""The match page in Chromium with a server that says only what the test says."""

import json
import mimetypes
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.staticfiles import finders
from django.core.files.storage import storages
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation
from django.views.i18n import JavaScriptCatalog
from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from config.storage import StaticStorage
from games import views
from games.engine import policies, registry
from games.services import Page as MatchPage

ADDRESS = "http://table.test"
javascript_catalogue = JavaScriptCatalog.as_view(domain="djangojs")
MATCH = 1
NOW = 1_700_000_000_000

Json = dict[str, Any]


NAMES = ("Anna", "Bruno", "Carla", "Dario")


def clocks_and_people(seats: int, turn: int | None, policy: policies.Policy) -> Json:
    """The referee's part of a view: everybody is there, and the clock of `turn` runs."""
    limit = policy.move_ms
    return {
        "policy": policies.policy_json(policy),
        "deadline": None if limit is None else NOW + limit,
        "clock": None if limit is None else {"seat": turn, "left": limit, "running": True},
        "banks": None if policy.bank_ms is None else [policy.bank_ms] * seats,
        "bank_deadline": None if policy.bank_ms is None else NOW + policy.bank_ms,
        "started": list(range(seats)),
        "ready": [],
        "people": [
            {"absent": None, "drops": 0, "automatic": 0, "forfeited": None} for _ in range(seats)
        ],
        "pause": None,
        "paused": [],
        "resigning": [],
        "shuffle": {"deal": 3, "commitment": "c0ffee" * 10 + "c0ff", "entropy": [""] * seats},
        "revealed": None,
    }


def absent(view: Json, seat: int, *, drops: int = 1, left_ms: int = 102_000, **how: bool) -> Json:
    """The view with this seat away for so long still, and its clock standing if it is to move."""
    absence = {"since": NOW, "until": NOW + left_ms, "invited": False, "left": False}
    people = [dict(person) for person in view["people"]]
    people[seat] |= {"absent": {**absence, "lapsed": False, **how}, "drops": drops}
    changed = {**view, "people": people}
    if view["deal"]["turn"] == seat and view["clock"] is not None:
        changed |= {"deadline": None, "clock": {"seat": seat, "left": 19_000, "running": False}}
    return changed


def fishing_view(
    *,
    game: str = "scopa",
    rules: Json | None = None,
    seats: int = 2,
    version: int = 12,
    policy: policies.Policy = policies.TORNEO,
    **deal: Any,
) -> Json:
    """A view of a running deal; what the test does not care about is filled in."""
    engine = registry.GAMES[game]
    in_force = engine.parse_rules(rules or {})
    turn = deal.setdefault("turn", 0 if deal.get("legal") else 1)
    return {
        **clocks_and_people(seats, turn, policy),
        "match": MATCH,
        "version": version,
        "now": NOW,
        "players": [{"seat": seat, "name": NAMES[seat]} for seat in range(seats)],
        "game": game,
        "rules": engine.rules_json(in_force),
        "phase": "playing",
        "seat": 0,
        "seats": seats,
        "sides": [list(side) for side in engine.sides(in_force, seats)],
        "totals": [7, 5],
        "deal": {
            "number": 3,
            "dealer": 1,
            "hand": ["10S", "7D", "4B"],
            "hands": [3] * seats,
            "layout": ["4D", "3C", "3S", "5S", "2B", "8C"],
            "stock": 18,
            "piles": [{"cards": 9, "sweeps": ["6S"]}, {"cards": 4, "sweeps": []}],
            "legal": [],
            "last_move": None,
            **deal,
        },
        "sheet": None,
        "result": None,
    }


scopa_view = partial(fishing_view, game="scopa")


def starting_view(
    *, seats: int = 2, policy: policies.Policy = policies.TORNEO, version: int = 1, **view: Any
) -> Json:
    """A view before the first deal; `started` is who has pressed."""
    game = "scopa" if seats == 2 else "escoba"
    return {
        **fishing_view(game=game, seats=seats, policy=policy, version=version),
        "phase": "starting",
        "totals": [0, 0],
        "deal": None,
        "clock": None,
        "bank_deadline": None,
        "deadline": NOW + (policy.start_ms or 0),
        "started": [],
        "shuffle": {"deal": 1, "commitment": "c0ffee" * 10 + "c0ff", "entropy": None},
        **view,
    }


def legal(card: str, *captures: str, sweep: int | None = None) -> Json:
    """An entry of `legal`; each capture is a text such as `4D 3C`."""
    return {"card": card, "captures": [capture.split() for capture in captures], "sweep": sweep}


def stamped(notice: Json) -> Json:
    """With the time that the server gives to each."""
    return {"at": NOW, **notice}


class Table:
    """A page at a table: what it shows, and what it says to the server."""

    def __init__(self, page: Page, view: Json, log: Sequence[Json], *, language: str) -> None:
        self.page = page
        self.view = view
        self.log = [stamped(notice) for notice in log]
        self.language = language
        self.sockets: list[WebSocketRoute] = []
        self.heard: list[Json] = []
        self.opened = time.monotonic()
        self._waits = 0
        self._awaited: Callable[[], bool] | None = None
        self.is_down = False
        """Whether the server closes every socket at once."""
        self.is_silent = False
        """Whether pings go unanswered."""
        self.served: list[Path] = []
        """The static files that the page has asked for."""
        self.catalogue_bytes = 0
        """Of the script of translations, which no file holds."""
        self.missing: set[str] = set()
        """Names of static files that the server does not have."""
        page.route(f"{ADDRESS}/**", self._serve)
        page.route_web_socket(f"ws://table.test/ws/match/{MATCH}/", self._connect)

    def open(self) -> "Table":
        self.page.goto(ADDRESS + reverse("games:match", args=[MATCH]))
        expect(self.page.locator("[data-script=on]")).to_be_visible()
        return self

    # --- the server ----------------------------------------------------------------------------

    def say(self, **message: Any) -> None:
        self.sockets[-1].send(json.dumps(message))

    def update(self, view: Json, *notices: Json) -> None:
        """The match goes on: the next version, and what happened."""
        self.view = view
        told = [stamped(notice) for notice in notices]
        self.log += told
        self.say(type="update", version=view["version"], view=view, notices=told)

    def heard_of(self, kind: str) -> list[Json]:
        """What the page has said of this type."""
        return [message for message in self.heard if message["type"] == kind]

    def waits_for(self, kind: str, count: int = 1) -> list[Json]:
        """Fails unless the page says it so often."""
        self.waits_until(lambda: len(self.heard_of(kind)) >= count, f"not {count} times {kind}")
        return self.heard_of(kind)

    def waits_until(self, holds: Callable[[], bool], failure: str) -> None:
        """Fails unless the page opens such sockets, or says such things, that this holds."""
        if holds():
            return
        self._waits += 1
        self._awaited = holds
        try:
            self.page.wait_for_function("wait => globalThis.answered === wait", arg=self._waits)
        except PlaywrightTimeout:
            raise AssertionError(f"{failure}: {len(self.sockets)} sockets, {self.heard}") from None
        finally:
            self._awaited = None

    def _answer_who_waits(self) -> None:
        """Tells the page, since Playwright waits for nothing that happens only in the test."""
        if self._awaited is not None and self._awaited():
            self._awaited = None
            self.page.evaluate("wait => { globalThis.answered = wait; }", self._waits)

    def moves(self) -> list[str]:
        return [message["move"] for message in self.heard if message["type"] == "move"]

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.is_down:
            socket.close()
            return
        self.sockets.append(socket)
        socket.on_message(self._hear)
        version = self.view["version"]
        self.say(type="view", version=version, view=self.view, log=self.log)
        self._answer_who_waits()

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.heard.append(message)
        if message["type"] == "ping" and not self.is_silent:
            self.say(type="pong", version=self.view["version"], now=self.now())
        self._answer_who_waits()

    def now(self) -> int:
        """The server's time, which passes as usual from the opening on."""
        return NOW + int((time.monotonic() - self.opened) * 1_000)

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if path == reverse("games:match", args=[MATCH]):
            route.fulfill(body=self._source(), content_type="text/html; charset=utf-8")
        elif path == reverse("javascript-catalog"):
            catalogue = self._catalogue()
            self.catalogue_bytes = len(catalogue)
            route.fulfill(body=catalogue, content_type="text/javascript")
        elif file := self._static_file(path):
            self.served.append(file)
            kind = mimetypes.guess_type(str(file))[0]
            route.fulfill(path=str(file), content_type=kind or "application/octet-stream")
        else:
            route.fulfill(status=404)

    def _static_file(self, path: str) -> Path | None:
        """As it is written, or, where the test has collected them, as it is in production."""
        name = path.removeprefix("/static/")
        if name == path or without_hash(name) in self.missing:
            return None
        storage = storages["staticfiles"]
        if isinstance(storage, StaticStorage):
            file = Path(storage.path(name))
            return file if file.exists() else None
        found = finders.find(name)
        return Path(found) if found else None

    def _source(self) -> bytes:
        request = RequestFactory().get("/")
        request.user = AnonymousUser()
        request.session = {}  # type: ignore[assignment]
        request._messages = CookieStorage(request)  # type: ignore[attr-defined]
        with translation.override(self.language):
            return views.render_page(request, MatchPage(self.view, self.log)).content

    def _catalogue(self) -> bytes:
        with translation.override(self.language):
            answer = javascript_catalogue(RequestFactory().get("/"))
        assert isinstance(answer, HttpResponse)
        return answer.content

    # --- the person ----------------------------------------------------------------------------

    def hand_card(self, name: str) -> Locator:
        return self.page.get_by_role("group", name="Your hand").get_by_role("button", name=name)

    def layout_card(self, name: str) -> Locator:
        return self.page.get_by_role("region", name="On the table").get_by_label(name)

    def chip(self, letter: str) -> Locator:
        """The capture of this letter."""
        chips = self.page.get_by_role("group", name="Captures")
        return chips.get_by_role("button", name=re.compile(rf"^{letter}\b"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)


def without_hash(name: str) -> str:
    """Of a static file: its name as it is written, for one as it is collected."""
    return re.sub(r"\.[0-9a-f]{12}(?=\.)", "", name)


@contextmanager
def open_table(
    chromium: Browser,
    view: Json,
    *,
    size: tuple[int, int] = (1440, 900),
    log: Sequence[Json] = (),
    settings: Mapping[str, Any] | None = None,
    motion: bool = False,
    language: str = "en",
    before: str = "",
) -> Iterator[Table]:
    """The page with this view, in a browser context of its own; errors on it fail the test."""
    width, height = size
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="no-preference" if motion else "reduce",
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    if before:
        page.add_init_script(before)
    if settings:
        page.add_init_script(f"localStorage.setItem('table', {json.dumps(json.dumps(settings))})")
    yield Table(page, view, log, language=language).open()
    context.close()
    assert errors == []
