"""Four in two pairs: rule 1.5 of docs/rules (scopa.md, escoba.md, scopa15.md), and what follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import match, referee, scopa
from games.engine.cards import ITALIAN_DECK, parse_cards, texts
from games.engine.core import WATCHER, Transition
from games.engine.referee import LogEvent, RefereeState, Result
from games.engine.scopa_rules import ESCOBA, SCOPA15, STARGAMES, TOURNAMENT, Rules, rules_json
from tests.engine.kit import opening
from tests.engine.positions import SEED, late, play

IN_PAIRS = pytest.mark.parametrize(
    "rules", [STARGAMES, ESCOBA, SCOPA15], ids=lambda rules: rules.name
)


@IN_PAIRS
def test_1_1_two_or_four_may_play(rules: Rules) -> None:
    assert scopa.sides(rules, 2) == ((0,), (1,))
    assert scopa.sides(rules, 4) == ((0, 2), (1, 3))
    for seats in (1, 3, 5):
        with pytest.raises(ValueError, match="not for"):
            scopa.sides(rules, seats)


def test_1_1_tournament_rules_are_for_two() -> None:
    with pytest.raises(ValueError, match="not for"):
        scopa.sides(TOURNAMENT, 4)


@IN_PAIRS
def test_2_4_the_seat_after_the_dealer_is_served_first_and_the_dealer_last(rules: Rules) -> None:
    opened = scopa.start(rules, 4, 2, ITALIAN_DECK, SEED)
    assert isinstance(opened, Transition)
    state = opened.state
    assert [" ".join(texts(hand)) for hand in state.hands] == [
        "4D 5D 6D",
        "7D 8D 9D",
        "10D 1C 2C",
        "1D 2D 3D",
    ]
    assert texts(state.layout) == ["3C", "4C", "5C", "6C"]
    assert (state.turn, len(state.stock)) == (3, 24)


@IN_PAIRS
def test_2_5_a_deal_has_three_packets_of_twelve_cards(rules: Rules) -> None:
    opened = scopa.start(rules, 4, 0, ITALIAN_DECK, SEED)
    assert isinstance(opened, Transition)
    state, stocks, turns = opened.state, [], []
    while scopa.to_move(state) is not None:
        turns.append(state.turn)
        played = scopa.apply(state, scopa.automatic_move(state))
        state = played.state
        stocks += [notice.data["stock"] for notice in played.notices if notice.kind == "served"]
    assert stocks == [12, 0]
    assert turns == [1, 2, 3, 0] * 9


def test_1_5_partners_have_one_pile_and_their_sweeps_together() -> None:
    state, _ = play(
        late(
            layout="7C 1B",
            hands=("8C 1C", "8S 9S", "6D 3C", "1S 2S"),
            rules=ESCOBA,
        ),
        *("8Cx7C", "8S", "6Dx8S+1B", "1S", "1C"),
    )
    assert state.piles == (parse_cards("7C 8C 8S 1B 6D"), ())
    assert [texts(cards) for cards in state.sweeps] == [["6D"], []]
    assert (state.last_capturer, state.turn) == (2, 1)


@pytest.mark.parametrize(("seat", "side"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_5_2_leftovers_go_to_the_side_of_the_seat_that_captured_last(seat: int, side: int) -> None:
    hands = ("9D", "9C", "9S", "9B")
    state, told = play(late(layout="10C", hands=hands, last_capturer=seat, rules=ESCOBA), *hands)
    assert told[-1].data == {"seat": seat, "side": side, "cards": ["10C", *hands]}
    assert state.piles[side] == parse_cards("10C 9D 9C 9S 9B")


@IN_PAIRS
def test_2_3_the_deal_goes_round(rules: Rules) -> None:
    game = next(game for game in scopa.GAMES if rules.name in game.presets)
    state = match.start(game.name, rules_json(rules), 4, dealer=2)
    dealers = []
    for _ in range(5):
        dealers.append(state.dealer)
        state = match.deal(state, texts(ITALIAN_DECK), SEED).state
        while match.to_move(state) is not None:
            state = match.apply(state, scopa.automatic_move(state.deal)).state
    assert dealers == [2, 3, 0, 1, 2]


def test_a_view_counts_four_hands_and_shows_the_own() -> None:
    state = match.start("scopa15", {}, 4, dealer=3)
    state = match.deal(state, texts(ITALIAN_DECK), SEED).state
    state = match.apply(state, scopa.parse_move("1Dx3C+5C+6C")).state
    view = match.view(state, 2)
    deal = view["deal"]
    assert isinstance(deal, dict)
    assert (view["seats"], view["sides"], view["totals"]) == (4, [[0, 2], [1, 3]], [0, 0])
    assert (deal["hands"], deal["hand"], deal["turn"]) == ([2, 3, 3, 3], ["7D", "8D", "9D"], 1)
    assert (len(deal["piles"]), deal["legal"]) == (2, [])
    watched = match.view(state, WATCHER)["deal"]
    assert isinstance(watched, dict)
    assert (watched["hands"], watched["hand"]) == ([2, 3, 3, 3], None)


def playing_in_pairs() -> RefereeState:
    opened = opening(0, "escoba", 4, dealer=0)
    return referee.replay([opened, referee.dealt(0, ITALIAN_DECK, SEED)])[0]


@pytest.mark.parametrize(("seat", "winner"), [(0, 1), (1, 0), (2, 1), (3, 0)])
def test_clocks_5_2_the_other_side_wins_when_both_of_a_pair_resign(seat: int, winner: int) -> None:
    state, _ = referee.replay(
        [opening(0, "escoba", 4, dealer=0), referee.dealt(0, ITALIAN_DECK, SEED)]
    )
    for partner in (seat, (seat + 2) % 4):
        assert state.result is None
        state = referee.apply(state, LogEvent(1, "resigned", partner, {})).state
    assert state.result == Result(winner, "resigned")


def test_clocks_2_5_the_interval_waits_for_all_four() -> None:
    state, _ = referee.replay(
        [opening(0, "escoba", 4, dealer=0), referee.dealt(0, ITALIAN_DECK, SEED)]
    )
    while state.phase is referee.Phase.PLAYING:
        move = scopa.automatic_move(state.match.deal)
        seat = scopa.to_move(state.match.deal)
        state = referee.apply(
            state, LogEvent(state.at + 1, "move", seat, {"move": str(move)})
        ).state
    for seat in (3, 1, 0):
        state = referee.apply(state, LogEvent(state.at + 1, "ready", seat, {"deal": 1})).state
        assert state.phase is referee.Phase.INTERVAL
    state = referee.apply(state, LogEvent(state.at + 1, "ready", 2, {"deal": 1})).state
    assert state.phase is referee.Phase.DEALING


def test_6_points_are_counted_once_for_a_pair() -> None:
    piles = parse_cards("7D 7C"), tuple(c for c in ITALIAN_DECK if str(c) not in {"7D", "7C"})
    state = replace(late(layout="", hands=("", "", "", ""), rules=STARGAMES), turn=None)
    outcome = scopa.outcome(replace(state, piles=piles))
    assert outcome is not None
    assert outcome.points == (1, 3)
