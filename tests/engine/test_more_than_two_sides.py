"""Who gives up leaves the others to play on: rule 10.1 of docs/rules/star-cards.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.engine import match, referee, star_cards
from games.engine.core import Refused, Transition
from games.engine.match import Decided
from games.engine.referee import LogEvent, Phase, RefereeState, Result
from games.engine.star_cards import Decision, Ended, EndReason
from tests.engine.kit import opening

SEED = bytes(range(32))
START = 1_764_524_400_000


def playing(seats: int) -> RefereeState:
    """Seat 0 is to lead, with R1 R1 R2 R2 R3 in the hand."""
    started = opening(START, "star-cards", seats, dealer=seats - 1)
    state, _ = referee.replay([started, referee.dealt(START, star_cards.deck, SEED)])
    return state


def resigned(seat: int, at: int = START + 1_000) -> LogEvent:
    return LogEvent(at, "resigned", seat, {})


def after(state: RefereeState, *events: LogEvent) -> RefereeState:
    for event in events:
        state = referee.apply(state, event).state
    return state


def moved(state: RefereeState, text: str | None = None) -> Transition:
    """After a move of the seat to move: this one, or the automatic one."""
    deal = state.match.deal
    move = text or str(star_cards.automatic_move(deal))
    return referee.apply(
        state, LogEvent(state.at + 1_000, "move", deal.turn, {"move": move, "move_id": move})
    )


def played_out(state: RefereeState) -> RefereeState:
    while state.phase is Phase.PLAYING:
        state = moved(state).state
    return state


def test_the_others_play_on_and_the_missing_moves_are_made_at_once() -> None:
    step = referee.apply(playing(4), resigned(0))
    state = step.state
    assert (state.phase, state.out, state.match.deal.turn) == (Phase.PLAYING, (0,), 1)
    assert [notice.to_json() for notice in step.notices] == [
        {"kind": "resigned", "seat": 0},
        {"kind": "played", "seat": 0, "card": "R1", "super_trump": False, "automatic": True},
    ]
    assert referee.due(state) == referee.Due(START + 1_000 + 30_000, "move", seat=1)


def test_a_seat_that_waits_may_resign_and_its_turn_comes_and_goes() -> None:
    state = after(playing(3), resigned(1))
    assert state.match.deal.turn == 0
    assert referee.due(state) == referee.due(playing(3))
    step = moved(state, "R3")
    played = [notice.data["seat"] for notice in step.notices if notice.kind == "played"]
    assert played == [0, 1]
    assert step.state.match.deal.turn == 2


def test_the_choices_of_a_winner_who_is_gone_are_made_as_well() -> None:
    state = playing(3)
    hands = star_cards.deck[10:15], star_cards.deck[:5], star_cards.deck[5:10]
    deal = replace(state.match.deal, hands=hands)
    state = after(replace(state, match=replace(state.match, deal=deal)), resigned(0))
    step = moved(moved(state, "R1").state, "R3")
    assert [(notice.kind, notice.data.get("card")) for notice in step.notices] == [
        ("played", "R3"),
        ("won", None),
        ("collected", "R6"),
        ("trump_chosen", "R3"),
        ("trump", "R3"),
        ("played", "R6"),
    ]
    assert (step.state.match.deal.star, step.state.match.deal.turn) == (0, 1)


@pytest.mark.parametrize("kind", ["resigned", "move", "ready"])
def test_who_has_resigned_has_nothing_more_to_say(kind: str) -> None:
    state = after(playing(3), resigned(1))
    data = {"move": "R1", "move_id": "m", "deal": 1}
    with pytest.raises(Refused) as refusal:
        referee.apply(state, LogEvent(START + 2_000, kind, 1, data))
    assert refusal.value.code.value == "finished"


LAST_ONES = [
    # seats, who resigns, the winner, the places
    (3, [0, 2], 1, (3, 1, 2)),
    (3, [2, 1], 0, (1, 2, 3)),
    (4, [3, 0, 1], 2, (3, 2, 1, 4)),
]


@pytest.mark.parametrize(("seats", "gone", "winner", "places"), LAST_ONES)
def test_when_one_is_left_that_one_wins(
    seats: int, gone: Sequence[int], winner: int, places: tuple[int, ...]
) -> None:
    state = after(playing(seats), *(resigned(seat) for seat in gone[:-1]))
    step = referee.apply(state, resigned(gone[-1]))
    assert step.state.phase is Phase.FINISHED
    assert step.state.result == Result(winner, "resigned", places)
    assert [notice.to_json() for notice in step.notices] == [
        {"kind": "resigned", "seat": gone[-1]},
        {
            "kind": "finished",
            "winner": winner,
            "reason": "resigned",
            "placements": list(places),
        },
    ]
    assert referee.due(step.state) is None


def test_of_two_the_other_one_wins_at_once() -> None:
    state = after(playing(2), resigned(0))
    assert state.result == Result(1, "resigned")
    view: Any = referee.view(state, 0)
    assert view["result"] == {"winner": 1, "reason": "resigned", "totals": [0, 0]}
    assert "resigned" not in view


def ending(reason: EndReason, seat: int, lights: tuple[int, ...]) -> RefereeState:
    """Seat 0 has won a trick; with the card that it collects the deal ends."""
    state = playing(len(lights))
    deal = state.match.deal
    collection = tuple(star_cards.deck[rank] for rank in (12, 14, 16, 18, 20))  # Y1 to Y5
    if reason is EndReason.LAST_LIGHT:
        collection = tuple(star_cards.deck[rank] for rank in (12, 22))  # Y1 Y6
    g6 = star_cards.deck[46]
    trick = (star_cards.Played(seat, g6, False),)
    collections = tuple(collection if owner == seat else () for owner in range(len(lights)))
    deal = replace(
        deal,
        turn=seat,
        decision=Decision.COLLECT,
        trick=trick,
        lights=lights,
        collections=collections,
    )
    return replace(state, match=replace(state.match, deal=deal))


ENDS = [
    # how it ends, for whom, lights, who has resigned, the winner, the places
    (EndReason.SIX_RANKS, 0, (2, 3, 4), (), 0, (1, 3, 2)),
    (EndReason.SIX_RANKS, 0, (2, 3, 4), (2,), 0, (1, 2, 3)),
    (EndReason.SIX_RANKS, 0, (2, 3, 4), (0,), 2, (3, 2, 1)),
    (EndReason.LAST_LIGHT, 0, (1, 3, 4), (), 2, (3, 2, 1)),
    (EndReason.LAST_LIGHT, 0, (1, 3, 3), (), None, (3, 1, 1)),
    (EndReason.LAST_LIGHT, 0, (1, 3, 4), (2,), 1, (2, 1, 3)),
    (EndReason.LAST_LIGHT, 0, (1, 3, 4, 4), (2,), 3, (3, 2, 4, 1)),
]


@pytest.mark.parametrize(("reason", "seat", "lights", "gone", "winner", "places"), ENDS)
def test_who_has_resigned_is_placed_behind_all_others(
    reason: EndReason,
    seat: int,
    lights: tuple[int, ...],
    gone: tuple[int, ...],
    winner: int | None,
    places: tuple[int, ...],
) -> None:
    before = ending(reason, seat, lights)
    if seat in gone:
        state = after(before, resigned(seat))
    else:
        state = moved(replace(before, out=gone), "collect:G6").state
    assert state.match.deal.ended == Ended(reason, seat)
    assert state.result == Result(winner, reason.value, places)
    view: Any = referee.view(state, 1)
    assert view["result"]["placements"] == list(places)
    assert view["result"]["totals"] == list(state.match.totals)
    assert view["resigned"] == list(gone)


def test_in_the_interval_nobody_waits_for_who_has_resigned() -> None:
    """No game of more than two sides has intervals yet."""
    state = replace(playing(3), phase=Phase.INTERVAL)
    ready = after(state, LogEvent(START, "ready", 0, {"deal": 1}))
    gone = after(ready, resigned(1))
    assert gone.phase is Phase.INTERVAL
    assert after(gone, LogEvent(START, "ready", 2, {"deal": 1})).phase is Phase.DEALING
    two = after(ready, LogEvent(START, "ready", 2, {"deal": 1}))
    assert after(two, resigned(1)).phase is Phase.DEALING


PLACES = [
    # what is compared, the places, who is first alone
    ([3, 1, 2], (3, 1, 2), 1),
    ([1, 1, 2], (1, 1, 3), None),
    ([2, 1, 2, 5], (2, 1, 2, 4), 1),
    ([0], (1,), 0),
]


@pytest.mark.parametrize(("ranking", "places", "first"), PLACES)
def test_equal_sides_share_a_place(
    ranking: Sequence[int], places: tuple[int, ...], first: int | None
) -> None:
    assert match.places(ranking) == places
    assert match.alone_first(places) == first


def test_a_deal_may_decide_a_match_that_has_no_target() -> None:
    state = playing(3).match
    assert match.decided(state) is None
    ended = replace(
        state.deal, turn=None, decision=None, ended=Ended(EndReason.SIX_RANKS, 1), lights=(2, 1, 3)
    )
    decided = match.decided(replace(state, deal=ended))
    assert decided == Decided((3, 1, 2), "six_ranks")
    assert match.winner(replace(state, deal=ended)) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_automatic_moves_alone_bring_a_match_to_its_end(seats: int) -> None:
    state = played_out(playing(seats))
    assert state.phase is Phase.FINISHED
    assert state.match.deal_number == 1
