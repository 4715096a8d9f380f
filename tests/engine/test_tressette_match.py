"""A match whose first dealer is in the cards, and which may end in mid-deal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine import match, referee, tressette
from games.engine.cards import ITALIAN_DECK, texts
from games.engine.core import RefusalCode, Refused
from games.engine.match import MatchState
from games.engine.referee import LogEvent, Phase, RefereeState
from tests.engine.kit import opening

SEED = bytes(32)
DECK = texts(ITALIAN_DECK)
WORTHLESS = ["4D", "5D", "6D", "7D", "4C", "5C", "6C", "7C", "4S", "5S"]
OTHERS = [text for text in DECK if text not in WORTHLESS]
POOR = [*WORTHLESS[:5], *OTHERS[:15], *WORTHLESS[5:], *OTHERS[15:]]


def start(name: str = "pairs", seats: int = 4, **rules: Any) -> MatchState:
    return match.start("tressette", {"name": name, **rules}, seats, dealer=None)


def dealt(state: MatchState, deck: list[str] = DECK) -> MatchState:
    after = match.deal(state, deck, SEED).state
    assert isinstance(after, MatchState)
    return after


def played_out(state: MatchState) -> MatchState:
    while match.to_move(state) is not None:
        state = match.apply(state, tressette.automatic_move(state.deal)).state
    return state


def test_2_2_the_first_deal_shows_who_deals_and_2_4_the_next_seat_follows() -> None:
    state = start()
    assert state.dealer is None
    state = dealt(state)
    assert (state.dealer, match.to_move(state)) == (0, 1)
    state = played_out(state)
    assert state.dealer == 1
    step = match.deal(state, DECK, SEED)
    assert [notice.kind for notice in step.notices] == ["dealt"]
    assert match.to_move(step.state) == 2


def test_2_4_a_later_match_of_a_series_starts_with_its_dealer() -> None:
    state = dealt(match.start("tressette", {"name": "pairs"}, 4, dealer=2))
    assert (state.dealer, match.to_move(state)) == (2, 3)


def test_3_4_the_dealer_of_an_annulled_first_deal_deals_again() -> None:
    step = match.deal(start(), POOR, SEED)
    assert [notice.to_json() for notice in step.notices] == [
        {"kind": "dealer_drawn", "deal": 1, "dealer": 0, "card": "4D"},
        {"kind": "annulled", "deal": 1, "reason": "poor_hand", "seats": [0]},
    ]
    assert (step.state.dealer, step.state.deal, step.state.deal_number) == (0, None, 0)
    again = match.deal(step.state, DECK, SEED)
    assert [notice.kind for notice in again.notices] == ["dealt"]
    assert match.to_move(again.state) == 1


def test_a_game_whose_cards_do_not_say_who_deals_needs_a_dealer() -> None:
    with pytest.raises(ValueError, match="no seat"):
        match.start("scopa", {}, 2, dealer=None)


def test_8_4_the_totals_before_a_deal_count_in_it() -> None:
    state = replace(start(call_out=True), totals=(20, 20))
    state = played_out(dealt(state))
    assert state.sheet is not None
    assert state.sheet["ended"] == "called_out"
    assert any(state.deal.hands)
    winner = match.winner(state)
    assert winner is not None
    assert state.totals[winner] >= 21
    assert state.totals[1 - winner] == 20


def test_8_2_without_calling_out_the_deal_is_played_to_its_end() -> None:
    state = played_out(dealt(replace(start(), totals=(20, 20))))
    assert state.sheet is not None
    assert state.sheet["ended"] == "played_out"
    assert sum(state.totals) == 40 + 11


@pytest.mark.parametrize("totals", [(15, 15), (10, 16)])
def test_8_5_if_nobody_is_out_the_match_goes_on(totals: tuple[int, int]) -> None:
    state = replace(start("spizzichino", 2, call_out=True, target=31), totals=totals)
    state = played_out(dealt(state))
    assert match.winner(state) is None
    assert sum(state.totals) == sum(totals) + 11


# Through the referee


def begun(**rules: Any) -> RefereeState:
    started = opening(0, "tressette", 2, dealer=None, rules=rules)
    assert started.data["dealer"] is None
    state, _ = referee.replay([started, LogEvent(0, "dealt", None, {"deck": DECK, "seed": ""})])
    return state


def test_8_4_a_match_that_was_called_out_is_finished_at_once() -> None:
    state, told = begun(call_out=True, target=11), []
    while state.phase is not Phase.FINISHED:
        step = referee.apply(state, next_event(state))
        state, told = step.state, [notice.kind for notice in step.notices]
    assert told[-3:] == ["called_out", "scored", "finished"]
    assert state.result is not None
    assert state.result.reason == "target"
    view: Any = referee.view(state, 0)
    assert view["deal"]["called_out"] == state.result.winner
    assert (view["deal"]["turn"], view["deal"]["legal"]) == (None, [])
    for kind in ("move", "ready", "dealt"):
        with pytest.raises(Refused) as refusal:
            referee.apply(state, LogEvent(state.at, kind, 0, {}))
        assert refusal.value.code is RefusalCode.FINISHED


def next_event(state: RefereeState) -> LogEvent:
    if state.phase is Phase.DEALING:
        return LogEvent(state.at, "dealt", None, {"deck": DECK, "seed": ""})
    if state.phase is Phase.INTERVAL:
        seat = min({0, 1} - state.ready)
        return LogEvent(state.at, "ready", seat, {"deal": state.deal_number})
    move = str(tressette.automatic_move(state.match.deal))
    return LogEvent(state.at, "move", match.to_move(state.match), {"move": move})


def test_10_1_the_clock_plays_the_leftmost_card_that_follows() -> None:
    state = begun()
    limit = referee.due(state)
    assert limit is not None
    at = limit.at + referee.RECORD_MS
    step = referee.apply(state, LogEvent(at, "expiry", None, {"of": "move"}))
    (played,) = step.notices
    assert played.to_json() == {
        "kind": "played",
        "seat": 1,
        "card": "10D",
        "signal": None,
        "automatic": True,
    }
