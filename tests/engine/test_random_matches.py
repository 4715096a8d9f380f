"""Random matches of Scopa, with what must always be true of them asserted at every step."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.engine import scopa
from games.engine.cards import parse_card, parse_cards
from games.engine.core import Notice
from games.engine.referee import Phase, Result
from tests.engine.kit import Format, Step, formats, random_match

(WAY,) = [way for way in formats() if way.rules["name"] == "scopa"]

PLAYS = 36
LONGEST_LAYOUT = 13
MOST_MOVES = 75
MOST_CAPTURES_OF_A_DEAL = 20
MOST_SWEEPS_OF_A_DEAL = 18
MOST_POINTS_OF_A_SIDE = 22


@pytest.mark.parametrize("target", [None, 7, 11])
def test_random_matches_keep_the_invariants(target: int | None, is_long_run: bool) -> None:
    way = Format(WAY.game, {**WAY.rules, "target": target}, WAY.seats)
    for seed in range(2000 if is_long_run else 34):
        steps = list(random_match(way, random.Random(f"{target} {seed}")))
        for step in steps:
            check_step(step)
        check_deals([notice for step in steps for notice in step.notices])
        check_result(steps[-1], target)


def check_step(step: Step) -> None:
    deal = step.state.match.deal
    if deal is None:
        return
    assert all(len(hand) <= scopa.PACKET for hand in deal.hands)
    assert len(deal.layout) <= LONGEST_LAYOUT
    assert len(scopa.legal_moves(deal)) <= MOST_MOVES
    assert (step.state.phase is Phase.PLAYING) or deal.turn is None or step.state.result


def check_deals(notices: Sequence[Notice]) -> None:
    """Each deal that was played out, from what everyone was told."""
    deal: list[Notice] = []
    for notice in notices:
        if notice.kind == "dealt":
            deal = []
        deal.append(notice)
        if notice.kind == "scored":
            sheet = notice.data["sheet"]
            assert isinstance(sheet, dict)
            check_plays([played.data for played in deal if played.kind == "played"])
            check_sheet(sheet)
            check_leftovers([told.data for told in deal if told.kind == "leftovers"])


def check_plays(plays: Sequence[Mapping[str, Any]]) -> None:
    assert len(plays) == PLAYS
    assert sorted(parse_card(play["card"]).id for play in plays) == sorted(
        {parse_card(play["card"]).id for play in plays}
    )
    captured = [play for play in plays if play["take"]]
    assert 0 < len(captured) <= MOST_CAPTURES_OF_A_DEAL
    for play in captured:
        taken = parse_cards(" ".join(play["take"]))
        assert sum(card.rank for card in taken) == parse_card(play["card"]).rank
    swept = [number for number, play in enumerate(plays) if play["sweep"]]
    assert len(swept) <= MOST_SWEEPS_OF_A_DEAL
    # After a sweep the layout is empty: the next play can take nothing.
    assert all(not plays[number + 1]["take"] for number in swept)
    assert PLAYS - 1 not in swept


def check_leftovers(leftovers: Sequence[Mapping[str, Any]]) -> None:
    """Every capture removes an even value from an even total."""
    assert len(leftovers) <= 1
    for told in leftovers:
        assert sum(card.rank for card in parse_cards(" ".join(told["cards"]))) % 2 == 0


def check_sheet(sheet: Mapping[str, Any]) -> None:
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
        assert sheet["points"][side] <= MOST_POINTS_OF_A_SIDE
    assert sum(row["points"][0] + row["points"][1] for row in rows.values()) >= 1


def check_result(last: Step, target: int | None) -> None:
    result, totals = last.state.result, last.state.match.totals
    assert isinstance(result, Result)
    if result.reason == "target":
        assert result.winner is not None
        assert totals[result.winner] == max(totals)
        assert len(set(totals)) == 2
        assert target is None or max(totals) >= target
