"""Matches of Tressette that the engine has played, for a page whose server repeats them."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.engine import referee, tressette
from tests.browser.table import MATCH, NAMES, Json
from tests.engine.kit import Format, random_match

MOST_EVENTS = 400


@dataclass(frozen=True)
class Frame:
    """What a seat is sent after an event: the view, the notices, and the log so far."""

    view: Json
    notices: tuple[Json, ...]
    log: tuple[Json, ...]

    @property
    def deal(self) -> Json:
        deal: Json = self.view["deal"]
        return deal

    def tells(self, kind: str) -> Json | None:
        return next((notice for notice in self.notices if notice["kind"] == kind), None)


def frames(seats: int, seed: int, seat: int = 0, **rules: Any) -> list[Frame]:
    """A match as one seat sees it, every event a frame."""
    name = "spizzichino" if seats == 2 else "pairs"
    way = Format(tressette, {"name": name, **rules}, seats)
    told: list[Frame] = []
    log: tuple[Json, ...] = ()
    steps = islice(random_match(way, random.Random(seed), resigning=0), MOST_EVENTS)
    for version, step in enumerate(steps, start=1):
        notices = tuple(
            {"version": version, **notice.to_json()}
            for notice in step.notices
            if notice.is_for(seat)
        )
        log += notices
        if step.state.match.deal is None:
            continue
        view = {
            **referee.view(step.state, seat),
            "match": MATCH,
            "version": version,
            "now": step.state.at,
            "players": [{"seat": one, "name": NAMES[one]} for one in range(seats)],
        }
        told.append(Frame(view, notices, log))
    return told


def first(told: list[Frame], wanted: Callable[[Frame], Any], after: int = 0) -> int:
    """Where the match first comes to what a test is about."""
    return next(index for index, frame in enumerate(told) if index >= after and wanted(frame))
