"""Whole matches of Star Cards as text, to be read and reviewed as a diff.

`python -m tests.engine.star_cards_playthrough` writes the files again after a change that is
meant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from games.engine import star_cards
from games.engine.core import Json
from games.engine.referee import Phase
from games.engine.star_tricks import faces
from tests.engine.kit import NOT_OF_PLAY, Format, Step, random_match

FOLDER = Path(__file__).parent / "playthroughs" / "star-cards"

MATCHES: Mapping[str, tuple[int, int, Mapping[str, Json], float]] = {
    # name: seats, seed, changes of the rules, how often somebody resigns
    "two-with-the-dummy": (2, 491, {}, 0),
    "three": (3, 132, {}, 0),
    "four-with-gems-and-a-resignation": (4, 202, {"duplicate_penalty": "gems"}, 0.02),
}


def steps(name: str) -> Iterator[Step]:
    seats, seed, changes, resigning = MATCHES[name]
    rules = {**star_cards.rules_json(star_cards.STANDARD), **changes}
    return random_match(Format(star_cards, rules, seats), random.Random(seed), resigning=resigning)


def render(name: str) -> str:
    return "\n".join(line for step in steps(name) for line in _lines(step)) + "\n"


def _lines(step: Step) -> Iterator[str]:
    for notice in step.notices:
        if notice.kind in NOT_OF_PLAY:
            continue
        yield from _NOTICES[notice.kind](notice.data)
    deal: star_cards.State | None = step.state.match.deal
    if deal is not None and deal.turn is not None and step.state.phase is Phase.PLAYING:
        hand = " ".join(faces(deal.hands[deal.turn]))
        legal = " ".join(map(str, star_cards.legal_moves(deal)))
        yield f"  seat {deal.turn} [{hand}]: {legal}"


def _backs(counts: Mapping[str, int]) -> str:
    return " ".join(back for back, count in counts.items() for _ in range(count)) or "nothing"


def _who(seat: int | str | None) -> str:
    return f"seat {seat}" if isinstance(seat, int) else seat or "nobody"


def _automatic(data: Mapping[str, Any]) -> str:
    return ", automatic" if data.get("automatic") else ""


def _dealt(data: Mapping[str, Any]) -> list[str]:
    hands = [f"  seat {seat} holds {_backs(backs)}" for seat, backs in enumerate(data["hands"])]
    return [f"deal {data['deal']}: trump {data['trump']}, {_who(data['leader'])} leads", *hands]


def _played(data: Mapping[str, Any]) -> list[str]:
    mark = ", super-trump" if data["super_trump"] else ""
    return [f"{_who(data['seat'])}: {data['card']}{mark}{_automatic(data)}"]


def _drawn(data: Mapping[str, Any]) -> list[str]:
    return [f"{_who(data['seat'])} draws {_backs(data['drawn'])}, stock {data['stock']}"]


def _drew(data: Mapping[str, Any]) -> list[str]:
    return [f"  only {_who(data['seat'])} is told: {' '.join(data['cards']) or 'nothing'}"]


def _dark_deal(data: Mapping[str, Any]) -> list[str]:
    return [f"{_who(data['seat'])} deals dark, light {data['light']}", *_drawn(data)]


def _reshuffled(data: Mapping[str, Any]) -> list[str]:
    return [f"{data['cards']} cards are shuffled into the stock"]


def _turn_ended(data: Mapping[str, Any]) -> list[str]:
    return [f"{_who(data['seat'])} ends the turn{_automatic(data)}"]


def _won(data: Mapping[str, Any]) -> list[str]:
    trick = " ".join(played["card"] for played in data["cards"])
    return [f"= {trick}: {_who(data['winner'])}" + (f" by {data['by']}" if data["by"] else "")]


def _star_penalty(data: Mapping[str, Any]) -> list[str]:
    return [f"{_who(data['seat'])} held the black star, light {data['light']}"]


def _collected(data: Mapping[str, Any]) -> list[str]:
    cost = f", penalty {data['penalty']}, light {data['light']}" if data["penalty"] else ""
    return [f"{_who(data['seat'])} collects {data['card']}{cost}{_automatic(data)}"]


def _trump_chosen(data: Mapping[str, Any]) -> list[str]:
    return [f"{_who(data['seat'])} puts {data['card']} on top{_automatic(data)}"]


def _trump(data: Mapping[str, Any]) -> list[str]:
    return [f"trump {data['card']}, {_who(data['leader'])} leads"]


def _scored(data: Mapping[str, Any]) -> list[str]:
    sheet = data["sheet"]
    rows = [f"  {row['category']}: {row['counts']} -> {row['points']}" for row in sheet["rows"]]
    kept = [f"  seat {seat} kept {' '.join(own)}" for seat, own in enumerate(sheet["collections"])]
    return [f"over: {sheet['reason']}", *kept, *rows, f"places {sheet['placements']}"]


def _resigned(data: Mapping[str, Any]) -> list[str]:
    return [f"{_who(data['seat'])} resigns"]


def _finished(data: Mapping[str, Any]) -> list[str]:
    places = f", places {data['placements']}" if "placements" in data else ""
    return [f"{_who(data['winner'])} wins: {data['reason']}{places}"]


_NOTICES: Mapping[str, Callable[[Mapping[str, Any]], list[str]]] = {
    "dealt": _dealt,
    "played": _played,
    "refilled": _drawn,
    "drew": _drew,
    "dark_deal": _dark_deal,
    "reshuffled": _reshuffled,
    "turn_ended": _turn_ended,
    "won": _won,
    "star_penalty": _star_penalty,
    "collected": _collected,
    "trump_chosen": _trump_chosen,
    "trump": _trump,
    "scored": _scored,
    "resigned": _resigned,
    "finished": _finished,
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for match_name in MATCHES:
        (FOLDER / f"{match_name}.txt").write_text(render(match_name), encoding="utf-8")
