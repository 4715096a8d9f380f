"""Deals added up to a target: section 7 of docs/rules/scopa.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine import match, scopa
from games.engine.cards import ITALIAN_DECK, texts
from games.engine.core import RefusalCode, Refused
from games.engine.match import MatchState

SEED = bytes(32)
DECK = texts(ITALIAN_DECK)
OTHERS = [text for text in DECK if not text.startswith("10")]
KINGS_UP = [*OTHERS[:6], "10D", "10C", "10S", "10B", *OTHERS[6:]]

LEADERS = [
    # rule, totals, target, who has won
    ("7.1-seven", (7, 3), 7, 0),
    ("7.1-eleven", (3, 11), 11, 1),
    ("7.1-not-yet", (10, 3), 11, None),
    ("7.1-one-deal", (3, 2), None, 0),
    ("7.1-one-deal-of-one-point", (0, 1), None, 1),
    ("7.3-both-reach-it", (12, 13), 11, 1),
    ("7.4-level-at-the-target", (11, 11), 11, None),
    ("7.4-level-above-it", (13, 13), 11, None),
    ("7.4-level-after-one-deal", (2, 2), None, None),
]


@pytest.mark.parametrize(
    ("totals", "target", "winner"), [row[1:] for row in LEADERS], ids=[row[0] for row in LEADERS]
)
def test_who_has_won(totals: tuple[int, int], target: int | None, winner: int | None) -> None:
    assert match.leader(totals, target) == winner


def start(target: int | None = 11, dealer: int = 0) -> MatchState:
    return match.start("scopa", {"target": target}, 2, dealer)


def dealt(state: MatchState, deck: list[str] = DECK) -> MatchState:
    after = match.deal(state, deck, SEED).state
    assert isinstance(after, MatchState)
    return after


def played_out(state: MatchState) -> tuple[MatchState, list[Any]]:
    told: list[Any] = []
    while match.to_move(state) is not None:
        step = match.apply(state, scopa.automatic_move(state.deal))
        state = step.state
        told += step.notices
    return state, told


def test_7_2_sweeps_of_the_running_deal_win_nothing_yet() -> None:
    state = dealt(replace(start(), totals=(10, 9)))
    ahead = replace(state, deal=replace(state.deal, sweeps=(ITALIAN_DECK[:5], ())))
    assert match.winner(ahead) is None
    assert match.winner(replace(ahead, totals=(11, 9))) is None


def test_2_3_the_next_seat_deals_after_a_deal_that_was_played() -> None:
    state, _ = played_out(dealt(start(dealer=1)))
    assert state.dealer == 0
    assert match.to_move(dealt(state)) == 1


def test_2_6_an_annulled_deal_is_dealt_again_by_the_same_seat_and_has_no_number_of_its_own() -> (
    None
):
    step = match.deal(start(dealer=1), KINGS_UP, SEED)
    assert step.state == start(dealer=1)
    (told,) = step.notices
    assert told.to_json() == {
        "kind": "annulled",
        "deal": 1,
        "reason": "three_kings",
        "layout": ["10D", "10C", "10S", "10B"],
    }
    again = match.deal(step.state, DECK, SEED)
    assert again.notices[0].to_json() == {
        "kind": "dealt",
        "deal": 1,
        "dealer": 1,
        "layout": ["7D", "8D", "9D", "10D"],
    }


def test_a_deal_that_is_over_leaves_its_sheet_until_the_next() -> None:
    state, told = played_out(dealt(start()))
    sheet = told[-1].data["sheet"]
    assert told[-1].kind == "scored"
    assert state.sheet == sheet
    assert (sheet["deal"], sheet["totals"]) == (1, list(state.totals))
    second = dealt(state)
    assert second.sheet is None
    assert second.deal_number == 2
    assert second.totals == state.totals


@pytest.mark.parametrize(
    "deck",
    [[], DECK[1:], [*DECK, "7D"], [*DECK[1:], "7D"], [*DECK[1:], "R4"]],
    ids=["empty", "39", "41", "one twice", "a strange card"],
)
def test_only_a_whole_deck_can_be_dealt(deck: list[str]) -> None:
    with pytest.raises(Refused) as refusal:
        match.deal(start(), deck, SEED)
    assert refusal.value.code is RefusalCode.MALFORMED


@pytest.mark.parametrize(
    ("game", "seats", "dealer"), [("briscola", 2, 0), ("scopa", 4, 0), ("scopa", 2, 2)]
)
def test_a_match_that_no_rules_allow_does_not_start(game: str, seats: int, dealer: int) -> None:
    with pytest.raises(ValueError, match=r"no game|not for|no seat"):
        match.start(game, {}, seats, dealer)
