"""Whole deals of Tressette as text, to be read and reviewed as a diff.

`python -m tests.engine.tressette_playthrough` writes the files again after a change that is meant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from games.engine import tressette
from games.engine.cards import texts
from games.engine.referee import Phase
from tests.engine.kit import NOT_OF_PLAY, Format, Step, formats, random_match

FOLDER = Path(__file__).parent / "playthroughs" / "tressette"

SEEDS = {
    # name: rule set, what the table chose, seed
    "spizzichino-fourth": ("spizzichino", {"declarations": True, "target": 11}, 261),
    "spizzichino-out-in-mid-trick": (
        "spizzichino",
        {"declarations": True, "call_out": True, "target": 11},
        883,
    ),
    "pairs-annulled": ("pairs", {"declarations": True, "signals": True, "target": 11}, 1228),
}


def render(name: str) -> str:
    """The match that is called so."""
    rules, chosen, seed = SEEDS[name]
    way = next(way for way in formats() if way.rules["name"] == rules and not way.variant)
    steps = random_match(Format(way.game, {**way.rules, **chosen}, way.seats), random.Random(seed))
    return "\n".join(line for step in steps for line in _lines(step)) + "\n"


def _lines(step: Step) -> Iterator[str]:
    deal = step.state.match.deal
    for notice in step.notices:
        if notice.kind in NOT_OF_PLAY:
            continue
        yield _NOTICES[notice.kind](notice.data)
    if deal is not None and step.state.phase is Phase.PLAYING:
        hand = " ".join(texts(deal.hands[deal.turn]))
        legal = " ".join(map(str, tressette.legal_moves(deal)))
        yield f"  trick [{_plays(deal.trick)}]  seat {deal.turn} [{hand}]: {legal}"


def _plays(plays: Any) -> str:
    return " ".join(f"{play.seat}:{play.card}" for play in plays)


def _shown(plays: Any) -> str:
    return " ".join(f"{play['seat']}:{play['card']}" for play in plays)


Data = Mapping[str, Any]


def _played(data: Data) -> str:
    signal = f", {data['signal']}" if data["signal"] else ""
    return f"seat {data['seat']}: {data['card']}{signal}{', automatic' * data['automatic']}"


def _declared(data: Data) -> str:
    declared = "; ".join(
        f"{one['kind']} {' '.join(one['cards'])}"
        + (f" without {one['missing']}" if one["missing"] else "")
        + f" +{one['points']}"
        for one in data["declarations"]
    )
    state = "counted" if data["counted"] else "pending"
    return f"seat {data['seat']} declares {declared} = {data['points']}, {state}"


def _trick(data: Data) -> str:
    counted = f", {data['now_counted']} declared points count" if data["now_counted"] else ""
    last = ", the last" * data["is_last"]
    return (
        f"trick {data['number']} [{_shown(data['plays'])}] to seat {data['winner']}: "
        f"{data['thirds']}/3{last}{counted}"
    )


def _scored(data: Data) -> str:
    sheet = data["sheet"]
    lines = [sheet["ended"]]
    for row in sheet["rows"]:
        if "thirds" in row:
            lines.append(f"  {row['category']}: {row.get('counts', '')} {row['thirds']} thirds")
        if "points" in row:
            lines.append(f"  {row['category']}: {row['points']} points")
    return "\n".join([*lines, f"points {sheet['points']}, totals {sheet['totals']}"])


_NOTICES: Mapping[str, Callable[[Data], str]] = {
    "dealer_drawn": lambda data: f"{data['card']} makes seat {data['dealer']} the dealer",
    "dealt": lambda data: f"deal {data['deal']}, dealer {data['dealer']}, stock {data['stock']}",
    "annulled": lambda data: f"annulled: {data['reason']} of {data['seats']}",
    "played": _played,
    "declared": _declared,
    "trick": _trick,
    "drawn": lambda data: f"drawn {_shown(data['cards'])}, stock {data['stock']}",
    "called_out": lambda data: f"side {data['side']} is out: {data['total']} of {data['target']}",
    "scored": _scored,
    "resigned": lambda data: f"seat {data['seat']} resigns",
    "finished": lambda data: f"side {data['winner']} wins: {data['reason']}",
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SEEDS:
        (FOLDER / f"{name}.txt").write_text(render(name), encoding="utf-8")
