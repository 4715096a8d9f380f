"""A whole deal as text, to be read and reviewed as a diff.

`python -m tests.engine.playthrough` writes the files again after a change that is meant.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from games.engine import scopa
from games.engine.cards import texts
from games.engine.core import Notice
from games.engine.referee import Phase
from tests.engine.kit import NOT_OF_PLAY, Format, Step, formats, random_match

FOLDER = Path(__file__).parent / "playthroughs"

PLAYS = {
    # name of the text: format, seed
    "scopa-sweeps": ("scopa-scopa-2", 60),
    "scopa-annulled": ("scopa-scopa-2", 2194),
    "scopa-stargames-last-play": ("scopa-scopa-stargames-4", 71),
    "escoba-two-groups": ("escoba-escoba-2", 760),
    "scopa15-pairs": ("scopa15-scopa15-4", 54),
}


def render(format_id: str, seed: int) -> str:
    """The match of one deal that this seed plays."""
    (way,) = [way for way in formats() if str(way) == format_id]
    one_deal = Format(way.game, {**way.rules, "target": None}, way.seats)
    steps = random_match(one_deal, random.Random(seed))
    return "\n".join(line for step in steps for line in _lines(step)) + "\n"


def _lines(step: Step) -> Iterator[str]:
    deal = step.state.match.deal
    for notice in step.notices:
        if notice.kind in NOT_OF_PLAY:
            continue
        yield from _NOTICES[notice.kind](notice)
    if deal is not None and step.state.phase is Phase.PLAYING:
        hand = " ".join(texts(deal.hands[deal.turn]))
        legal = " ".join(map(str, scopa.legal_moves(deal)))
        yield f"  layout [{' '.join(texts(deal.layout))}]  seat {deal.turn} [{hand}]: {legal}"


def _dealt(notice: Notice) -> list[str]:
    return [f"deal {notice.data['deal']}, dealer {notice.data['dealer']}"]


def _awarded(notice: Notice) -> list[str]:
    data: Mapping[str, Any] = notice.data
    groups = " and ".join(" ".join(group) for group in data["groups"])
    return [f"awarded to seat {data['seat']}, side {data['side']}: {data['count']} for {groups}"]


def _annulled(notice: Notice) -> list[str]:
    return [f"annulled: {notice.data['layout']}"]


def _served(notice: Notice) -> list[str]:
    return [f"served {notice.data['each']} each, stock {notice.data['stock']}"]


def _played(notice: Notice) -> list[str]:
    data: Mapping[str, Any] = notice.data
    move = str(data["card"]) + (" takes " + " ".join(data["take"]) if data["take"] else "")
    marks = ", sweep" * data["sweep"] + ", automatic" * data["automatic"]
    return [f"seat {data['seat']}: {move}{marks}"]


def _leftovers(notice: Notice) -> list[str]:
    data: Mapping[str, Any] = notice.data
    return [f"leftovers to seat {data['seat']}: {' '.join(data['cards'])}"]


def _scored(notice: Notice) -> list[str]:
    sheet: Any = notice.data["sheet"]
    rows = [f"  {row['category']}: {row['counts']} -> {row['points']}" for row in sheet["rows"]]
    return [*rows, f"points {sheet['points']}, totals {sheet['totals']}"]


def _resigned(notice: Notice) -> list[str]:
    return [f"seat {notice.data['seat']} resigns"]


def _finished(notice: Notice) -> list[str]:
    return [f"side {notice.data['winner']} wins: {notice.data['reason']}"]


_NOTICES = {
    "dealt": _dealt,
    "awarded": _awarded,
    "annulled": _annulled,
    "served": _served,
    "played": _played,
    "leftovers": _leftovers,
    "scored": _scored,
    "resigned": _resigned,
    "finished": _finished,
}


if __name__ == "__main__":
    for name, (format_id, seed) in PLAYS.items():
        (FOLDER / f"{name}.txt").write_text(render(format_id, seed), encoding="utf-8")
