"""Random matches of the fishing games, with what must always be true asserted at every step."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

import pytest

from games.engine import referee, scopa
from games.engine.cards import parse_card, parse_cards
from games.engine.core import Notice
from games.engine.referee import Phase, Result
from tests.engine.kit import Format, Step, formats, random_match
from tests.engine.many import play_many

PLAYS = 36
MATCHES = 100


@dataclass(frozen=True)
class Bounds:
    """The most of each that play allows."""

    layout: int
    moves: int
    captures: int
    sweeps: int
    points: int


EQUALS = Bounds(layout=13, moves=75, captures=20, sweeps=18, points=22)
ESCOBA = Bounds(layout=20, moves=972, captures=14, sweeps=14, points=18)
SCOPA15 = replace(ESCOBA, points=20)

WAYS = [way for way in formats() if way.game in scopa.GAMES]

CUSTOM: list[tuple[str, dict[str, Any]]] = [
    ("scopa", {"capture_duty": "hand", "last_play_sweep": True, "ties": "one_each"}),
    ("scopa-stargames", {"redeal_kings_min": 3, "last_play_sweep": False, "target": None}),
    ("escoba", {"opening_double": "twenty", "capture_duty": "hand", "redeal_kings_min": 3}),
    ("scopa15", {"opening_award": "dealer", "missing_suits": "more_suits_win", "target": 11}),
]


def runs() -> list[Format]:
    """Every format to its target; tournaments' other targets; and rules of a table's own."""
    others = [
        Format(way.game, {**way.rules, "target": target}, way.seats)
        for way in WAYS
        for target in (None, 7)
        if way.rules["name"] == "scopa"
    ]
    custom = [
        Format(way.game, {**way.rules, **choice}, way.seats)
        for way in WAYS
        for name, choice in CUSTOM
        if way.rules["name"] == name
    ]
    return [*WAYS, *others, *custom]


def run_id(way: Format) -> str:
    is_custom: bool = way.game.parse_rules(way.rules).is_custom
    return f"{way}-to-{way.rules['target']}{'-custom' if is_custom else ''}"


RUNS = runs()


@pytest.mark.parametrize("run", range(len(RUNS)), ids=map(run_id, RUNS))
def test_random_matches_keep_the_invariants_and_replay(run: int, is_long_run: bool) -> None:
    count = 50 * MATCHES if is_long_run else MATCHES
    play_many(partial(check_match, run), count, on_every_core=is_long_run)


def check_match(run: int, seed: int) -> None:
    way = RUNS[run]
    steps = list(random_match(way, random.Random(f"{run_id(way)} {seed}")))
    for step in steps:
        check_step(way, step)
    told = tuple(notice for step in steps for notice in step.notices)
    check_deals(way, told)
    check_result(steps[-1], way.rules["target"])
    assert referee.replay(step.event for step in steps) == (steps[-1].state, told)


def bounds(way: Format) -> Bounds:
    if way.rules["capture"] == "equal_first":
        return EQUALS
    return ESCOBA if way.game is scopa.ESCOBA else SCOPA15


def check_step(way: Format, step: Step) -> None:
    deal = step.state.match.deal
    if deal is None:
        return
    assert all(len(hand) <= scopa.PACKET for hand in deal.hands)
    assert len(deal.layout) <= bounds(way).layout
    assert len(scopa.legal_moves(deal)) <= bounds(way).moves
    assert (step.state.phase is Phase.PLAYING) or deal.turn is None or step.state.result


def check_deals(way: Format, notices: Sequence[Notice]) -> None:
    """Each deal that was played out, from what everyone was told."""
    deal: list[Notice] = []
    for notice in notices:
        if notice.kind == "dealt":
            deal = []
        deal.append(notice)
        if notice.kind == "scored":
            told = {kind: [n.data for n in deal if n.kind == kind] for kind in DEAL_KINDS}
            sheet = notice.data["sheet"]
            assert isinstance(sheet, dict)
            check_plays(way, told["played"], told["awarded"])
            check_leftovers(way, told["leftovers"], told["awarded"])
            check_sweeps(told["played"], told["awarded"], sheet)
            check_sheet(way, sheet)


DEAL_KINDS = ("awarded", "played", "leftovers")

Told: TypeAlias = Sequence[Mapping[str, Any]]


def worth(cards: Sequence[str]) -> int:
    return sum(card.rank for card in parse_cards(" ".join(cards)))


def check_plays(way: Format, plays: Told, awards: Told) -> None:
    assert len(plays) == PLAYS
    assert sorted(parse_card(play["card"]).id for play in plays) == sorted(
        {parse_card(play["card"]).id for play in plays}
    )
    captured = [play for play in plays if play["take"]]
    groups = sum(len(award["groups"]) for award in awards)
    assert 0 < len(captured) + groups <= bounds(way).captures
    for play in captured:
        if way.rules["capture"] == "fifteen":
            assert worth([play["card"], *play["take"]]) == 15
        else:
            assert worth(play["take"]) == worth([play["card"]])
    swept = [number for number, play in enumerate(plays) if play["sweep"]]
    assert len(swept) <= bounds(way).sweeps
    # After a sweep the layout is empty: the next play can take nothing.
    assert all(not plays[number + 1]["take"] for number in swept if number + 1 < PLAYS)
    if awards:
        assert not plays[0]["take"]
    if way.rules["capture"] == "fifteen" or not way.rules["last_play_sweep"]:
        assert PLAYS - 1 not in swept


def check_leftovers(way: Format, leftovers: Told, awards: Told) -> None:
    """Captures by equal values leave an even rest of 220; by fifteens, ten or fifteens more."""
    assert len(leftovers) <= 1
    left = sum(worth(told["cards"]) for told in leftovers)
    if way.rules["capture"] == "equal_first":
        assert left % 2 == 0
    else:
        awarded = sum(worth(award["cards"]) for award in awards)
        assert left > 0
        assert (left + awarded) % 15 == 10


def check_sweeps(plays: Told, awards: Told, sheet: Mapping[str, Any]) -> None:
    """The sheet shows the sweeps that were told, and no others."""
    (row,) = [row for row in sheet["rows"] if row["category"] == "sweeps"]
    for side in range(2):
        swept = [play["card"] for play in plays if play["sweep"] and play["seat"] % 2 == side]
        awarded = [award for award in awards if award["side"] == side]
        count = sum(award["count"] for award in awarded)
        assert row["points"][side] == row["counts"][side] == len(swept) + count
        assert row["cards"][side][count:] == swept
        assert all(card in awarded[0]["cards"] for card in row["cards"][side][:count])
    shown = [award for award in row.get("opening", []) if award]
    assert shown == [{"count": award["count"], "groups": award["groups"]} for award in awards]


def check_sheet(way: Format, sheet: Mapping[str, Any]) -> None:
    rows = {row["category"]: row for row in sheet["rows"]}
    assert sum(rows["cards"]["counts"]) == 40
    assert sum(rows["coins"]["counts"]) == 10
    assert sum(rows["settebello"]["counts"]) == 1
    best = rows["primiera"]["best"]
    assert all(any(side[suit] for side in best) for suit in range(4))
    for side, total in zip(best, rows["primiera"]["counts"], strict=True):
        assert None in side or 40 <= total <= 84
    for side in range(2):
        assert sum(row["points"][side] for row in rows.values()) == sheet["points"][side]
        assert sheet["points"][side] <= bounds(way).points
        assert len(sheet["piles"][side]) == rows["cards"]["counts"][side]
    assert sum(row["points"][0] + row["points"][1] for row in rows.values()) >= 1


def check_result(last: Step, target: int | None) -> None:
    result, totals = last.state.result, last.state.match.totals
    assert isinstance(result, Result)
    if result.reason == "target":
        assert result.winner is not None
        assert totals[result.winner] == max(totals)
        assert len(set(totals)) == 2
        assert target is None or max(totals) >= target
