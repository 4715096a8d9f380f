"""Star Cards by the numbers of docs/rules/star-cards.md. Who wins a trick: test_star_tricks."""

from __future__ import annotations

import doctest
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games.engine import shuffle, star_cards, star_tricks
from games.engine.core import WATCHER, Direction, IllegalMove, Json, Notice, RefusalCode
from games.engine.star_cards import (
    DUMMY,
    STANDARD,
    Decision,
    DuplicatePenalty,
    Ended,
    EndReason,
    Played,
    Player,
    RestOnTop,
    Rules,
    State,
    VictoryPoints,
)
from games.engine.star_tricks import STAR_DECK, Card, cards, faces, taken

SEED = bytes(range(32))

GEMS = replace(STANDARD, duplicate_penalty=DuplicatePenalty.GEMS)
CHOICE = replace(STANDARD, rest_on_top=RestOnTop.CHOICE)
ONE_FOR_ONE = replace(STANDARD, min_refill=1)


def position(
    *hands: str,
    top: str = "G3",
    trick: str = "",
    leader: int = 0,
    lights: Sequence[int] = (),
    collections: Sequence[str] = (),
    star: int | None = None,
    stock: str | None = None,
    discards: str = "",
    rules: Rules = STANDARD,
) -> State:
    """A deal in which the next player after the cards of the trick is to play.

    `discards` are those below the trump card. The stock is all the rest, unless it is given.
    """
    box = list(STAR_DECK)

    def take(text: str) -> tuple[Card, ...]:
        return tuple(taken(box, face) for face in text.split())

    seats = len(hands)
    order = star_cards.play_order(leader, seats)
    laid = take(trick)
    turn = order[len(laid)]
    assert turn is not DUMMY
    state: State = star_cards.start(rules, seats, (leader - 1) % seats, STAR_DECK, SEED).state
    below, trump = take(discards), take(top)
    return replace(
        state,
        turn=turn,
        place=len(laid),
        hands=tuple(map(take, hands)),
        trick=tuple(Played(player, card, False) for player, card in zip(order, laid, strict=False)),
        lights=tuple(lights) or state.lights,
        collections=tuple(map(take, collections)) or state.collections,
        star=star,
        discards=below + trump,
        stock=tuple(box) if stock is None else take(stock),
    )


def play(state: State, moves: str) -> tuple[State, list[Notice]]:
    told: list[Notice] = []
    for text in moves.split():
        made = star_cards.apply(state, star_cards.parse_move(text))
        state = made.state
        told += made.notices
    return state, told


def after(state: State, moves: str) -> State:
    return play(state, moves)[0]


def legal(state: State) -> str:
    return " ".join(map(str, star_cards.legal_moves(state)))


def kinds(told: Sequence[Notice]) -> list[str]:
    return [notice.kind for notice in told]


def told_of(told: Sequence[Notice], kind: str) -> Mapping[str, Any]:
    (notice,) = (notice for notice in told if notice.kind == kind)
    return notice.data


def refused(state: State, move: str) -> RefusalCode:
    with pytest.raises(IllegalMove) as refusal:
        play(state, move)
    return refusal.value.code


# 1 and 2: who plays, and the beginning


def test_1_1_two_three_or_four_play_clockwise_each_for_themselves() -> None:
    for seats in (2, 3, 4):
        assert star_cards.sides(STANDARD, seats) == tuple((seat,) for seat in range(seats))
    for seats in (1, 5):
        with pytest.raises(ValueError, match="not for"):
            star_cards.sides(STANDARD, seats)
    assert star_cards.direction is Direction.CLOCKWISE


ORDERS: list[tuple[str, int, int, tuple[Player, ...]]] = [
    ("3.1-three", 3, 0, (0, 1, 2)),
    ("3.1-three-from-the-last", 3, 2, (2, 0, 1)),
    ("3.1-four", 4, 1, (1, 2, 3, 0)),
    ("8.1-two", 2, 0, (0, DUMMY, 1)),
    ("8.1-two-from-the-other", 2, 1, (1, DUMMY, 0)),
]


@pytest.mark.parametrize(
    ("seats", "leader", "order"), [row[1:] for row in ORDERS], ids=[row[0] for row in ORDERS]
)
def test_the_order_of_play(seats: int, leader: int, order: tuple[Player, ...]) -> None:
    assert star_cards.play_order(leader, seats) == order


def test_2_five_cards_from_the_leader_on_and_the_next_turned_over() -> None:
    opened = star_cards.start(STANDARD, 3, 0, STAR_DECK, SEED)
    state = opened.state
    assert (state.leader, state.turn, state.star) == (1, 1, None)
    assert state.hands == (STAR_DECK[10:15], STAR_DECK[:5], STAR_DECK[5:10])
    assert state.trump is STAR_DECK[15]
    assert state.stock == STAR_DECK[16:]
    assert state.lights == (5, 5, 5)
    (dealt,) = opened.notices
    assert dealt.to_json() == {
        "kind": "dealt",
        "leader": 1,
        "trump": "Y2",
        "hands": [
            {"R": 2, "Y": 3, "B": 0, "G": 0, "X": 0},
            {"R": 5, "Y": 0, "B": 0, "G": 0, "X": 0},
            {"R": 5, "Y": 0, "B": 0, "G": 0, "X": 0},
        ],
        "stock": 38,
        "stock_top": "Y",
    }


def test_2_3_a_rest_card_that_is_turned_over_stays() -> None:
    deck = [*STAR_DECK[:10], STAR_DECK[-1], *STAR_DECK[10:-1]]
    state = star_cards.start(STANDARD, 2, 0, deck, SEED).state
    assert state.trump.face == "X"
    assert len(state.stock) == 43


# 3: playing

LEGAL = [
    # rule, position, what may be done
    ("1.5-copies-are-one-move", position("R4 R4 X", "R1", lights=(1, 1)), "R4 X"),
    ("3.3", position("R1", "B2 R6 X", "R2", trick="B4", lights=(1, 1, 1)), "B2 X"),
    ("6.2", position("R1 B2", "R2"), "R1 B2 R1+ B2+ dark"),
    ("6.3-last-light", position("R1 B2", "R2", lights=(1, 5)), "R1 B2"),
    ("6.3-two-lights", position("R1", "R2", lights=(2, 5)), "R1 R1+ dark"),
    (
        "6.3-ten-cards",
        position("R1 R2 R3 R4 R5 R6 Y1 Y2 Y3 X", "R1", stock="B1"),
        "R1 R2 R3 R4 R5 R6 Y1 Y2 Y3 X R1+ R2+ R3+ R4+ R5+ R6+ Y1+ Y2+ Y3+ X+",
    ),
    ("6.3-nothing-to-draw", position("R1 B2", "R2", stock=""), "R1 B2"),
    (
        "6.3-a-discard-to-draw",
        position("R1 B2", "R2", stock="", discards="Y1"),
        "R1 B2 R1+ B2+ dark",
    ),
    ("6.3-all-goes-into-the-refill", position("R1", "R2", stock="Y1 Y2"), "R1 dark"),
]


@pytest.mark.parametrize(
    ("state", "moves"), [row[1:] for row in LEGAL], ids=[row[0] for row in LEGAL]
)
def test_legal_moves(state: State, moves: str) -> None:
    assert legal(state) == moves


REFUSED = [
    ("3.3", "R6", RefusalCode.ILLEGAL_MOVE),
    ("not-held", "B5", RefusalCode.CARD_NOT_HELD),
    ("in-another-hand", "R2", RefusalCode.CARD_NOT_HELD),
    ("6.2-nothing-to-end", "end", RefusalCode.ILLEGAL_MOVE),
    ("5.2-too-early", "collect:B4", RefusalCode.ILLEGAL_MOVE),
    ("5.4-too-early", "trump:B4", RefusalCode.ILLEGAL_MOVE),
    ("no-copies", "B2a", RefusalCode.MALFORMED),
    ("no-such-word", "keep:B4", RefusalCode.MALFORMED),
    ("no-such-card", "collect:B7", RefusalCode.MALFORMED),
    ("twice", "B2++", RefusalCode.MALFORMED),
]


@pytest.mark.parametrize(
    ("move", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_other_moves_are_refused(move: str, code: RefusalCode) -> None:
    assert refused(position("R1", "B2 R6 X", "R2", trick="B4"), move) is code


def test_3_a_card_goes_from_the_hand_to_the_trick() -> None:
    state, told = play(position("R4 R4 X", "R1", "Y1"), "R4")
    assert faces(state.hands[0]) == ["R4", "X"]
    assert faces(state.trick_cards) == ["R4"]
    assert (state.turn, state.decision) == (1, Decision.PLAY)
    assert [notice.to_json() for notice in told] == [
        {"kind": "played", "seat": 0, "card": "R4", "super_trump": False, "automatic": False}
    ]


REFILLS = [
    # rule, lights, rules, cards drawn
    ("3.6-five", 5, STANDARD, 5),
    ("3.6-four", 4, STANDARD, 4),
    ("3.6-two", 2, STANDARD, 2),
    ("3.6-one", 1, STANDARD, 2),
    ("3.6-one-for-one", 1, ONE_FOR_ONE, 1),
]


@pytest.mark.parametrize(
    ("light", "rules", "drawn"), [row[1:] for row in REFILLS], ids=[row[0] for row in REFILLS]
)
def test_the_last_card_brings_new_ones_at_once(light: int, rules: Rules, drawn: int) -> None:
    before = position("R4", "R1", "Y1", lights=(light, 5, 5), rules=rules)
    state, told = play(before, "R4")
    assert state.hands[0] == before.stock[:drawn]
    assert state.stock == before.stock[drawn:]
    assert state.lights == before.lights
    assert kinds(told) == ["played", "refilled", "drew"]


def test_1_3_only_the_seat_that_draws_is_told_which_cards() -> None:
    _, told = play(position("R4", "R1", "Y1", lights=(4, 5, 5), stock="R6 X B1 R2 Y3 G2"), "R4")
    _, shown, own = told
    assert shown.audience is None
    assert shown.to_json() == {
        "kind": "refilled",
        "seat": 0,
        "drawn": {"R": 2, "Y": 0, "B": 1, "G": 0, "X": 1},
        "stock": 2,
        "stock_top": "Y",
    }
    assert own.audience == frozenset({0})
    assert own.to_json() == {"kind": "drew", "seat": 0, "cards": ["R6", "X", "B1", "R2"]}


def test_3_7_a_seat_without_cards_is_skipped_when_nothing_can_be_drawn() -> None:
    state, told = play(position("R4 R5", "", "Y1 Y2", stock=""), "R4")
    assert (state.turn, state.place) == (2, 2)
    assert kinds(told) == ["played", "refilled", "drew", "skipped"]
    assert faces(after(state, "Y1").trick_cards) == ["R4", "Y1"]


def test_3_7_a_seat_without_cards_draws_again_when_there_are_some() -> None:
    state = after(position("R4 R5", "", "Y1 Y2", stock="B1"), "R4")
    assert (state.turn, faces(state.hands[1])) == (1, ["B1"])


# 5: after the trick


def test_5_the_winner_collects_names_the_trump_takes_the_star_and_leads() -> None:
    state, told = play(position("B6 R1", "B1 R2", "B2 R3"), "B6 B1 B2")
    assert (state.turn, state.decision, legal(state)) == (
        0,
        Decision.COLLECT,
        "collect:B6 collect:B1 collect:B2",
    )
    assert told[-1].to_json() == {
        "kind": "won",
        "cards": [
            {"seat": 0, "card": "B6", "super_trump": False},
            {"seat": 1, "card": "B1", "super_trump": False},
            {"seat": 2, "card": "B2", "super_trump": False},
        ],
        "winner": 0,
        "by": "lead",
    }
    state, told = play(state, "collect:B1")
    assert faces(state.collections[0]) == ["B1"]
    assert (state.turn, state.decision, legal(state)) == (0, Decision.TRUMP, "trump:B6 trump:B2")
    assert told[0].to_json() == {
        "kind": "collected",
        "seat": 0,
        "card": "B1",
        "penalty": 0,
        "light": 5,
        "automatic": False,
    }
    state, told = play(state, "trump:B2")
    assert (state.star, state.leader, state.turn) == (0, 0, 0)
    assert faces(state.discards) == ["G3", "B6", "B2"]
    assert (state.trick, state.decision) == ((), Decision.PLAY)
    assert [notice.to_json() for notice in told] == [
        {"kind": "trump_chosen", "seat": 0, "card": "B2", "automatic": False},
        {"kind": "trump", "card": "B2", "leader": 0},
    ]


def won_with(
    collection: str, light: int, *, star: int | None = None, rules: Rules = STANDARD
) -> State:
    """Seat 0 leads B6; when B1 and B2 have followed, it has won."""
    return after(
        position(
            "B6 R1",
            "B1 R2",
            "B2 R3",
            collections=(collection, "", ""),
            lights=(light, 5, 5),
            star=star,
            rules=rules,
        ),
        "B6 B1 B2",
    )


PENALTIES = [
    # rule, collection, what is taken, rules, tokens that it costs
    ("5.3-new", "R5 Y4", "B6", STANDARD, 0),
    ("5.3", "R6 Y4", "B6", STANDARD, 1),
    ("5.3-same-colour", "B1", "B1", STANDARD, 1),
    ("5.2-although-another-is-new", "R6", "B6", STANDARD, 1),
    ("5.3-gems-six", "R6", "B6", GEMS, 1),
    ("5.3-gems-two", "Y2", "B2", GEMS, 3),
    ("5.3-gems-one", "Y1", "B1", GEMS, 3),
    ("5.3-gems-new", "Y3", "B1", GEMS, 0),
]


@pytest.mark.parametrize(
    ("collection", "taken_card", "rules", "cost"),
    [row[1:] for row in PENALTIES],
    ids=[row[0] for row in PENALTIES],
)
def test_a_rank_that_is_there_already_costs_light(
    collection: str, taken_card: str, rules: Rules, cost: int
) -> None:
    asked = won_with(collection, 5, rules=rules)
    shown: Any = star_cards.view(asked, 0)["legal"]
    assert [move["penalty"] for move in shown if move["card"] == taken_card] == [cost]
    state = after(asked, f"collect:{taken_card}")
    assert state.lights == (5 - cost, 5, 5)
    assert faces(state.collections[0]) == [*collection.split(), taken_card]


@pytest.mark.parametrize("rank", range(1, 7))
def test_5_3_gems(rank: int) -> None:
    assert star_cards.gems(rank) == {1: 3, 2: 3, 3: 2, 4: 2, 5: 1, 6: 1}[rank]


STARS = [
    # rule, holder before, lights of seat 0 before and after winning
    ("5.1", 0, 3, 2),
    ("5.1-another-holds-it", 1, 3, 3),
    ("5.1-in-the-centre", None, 3, 3),
]


@pytest.mark.parametrize(
    ("star", "light", "left"), [row[1:] for row in STARS], ids=[row[0] for row in STARS]
)
def test_winning_with_the_black_star_costs_a_light(star: int | None, light: int, left: int) -> None:
    state = won_with("", light, star=star)
    assert state.lights[0] == left
    assert state.decision is Decision.COLLECT
    assert after(state, "collect:B6 trump:B2").star == 0


TRUMPS = [
    # rule, rules, what the others play, choices of the winner, the next trump card
    ("5.4", STANDARD, "B1 B2", "collect:B6 trump:B1", "B1"),
    ("5.4-rest-on-top", STANDARD, "B1 X", "collect:B6", "X"),
    ("5.4-two-rests", STANDARD, "X X", "collect:B6", "X"),
    ("5.4-choice-of-the-rest", CHOICE, "B1 X", "collect:B6 trump:X", "X"),
    ("5.4-choice-of-the-other", CHOICE, "B1 X", "collect:B6 trump:B1", "B1"),
    ("5.4-choice-of-one", CHOICE, "X X", "collect:B6", "X"),
]


@pytest.mark.parametrize(
    ("rules", "others", "choices", "trump"),
    [row[1:] for row in TRUMPS],
    ids=[row[0] for row in TRUMPS],
)
def test_the_next_trump(rules: Rules, others: str, choices: str, trump: str) -> None:
    second, third = others.split()
    hands = ("B6 R1", f"{second} R2", f"{third} R3")
    state = after(position(*hands, rules=rules), f"B6 {others} {choices}")
    assert state.trump.face == trump
    assert (state.leader, state.turn, state.decision) == (0, 0, Decision.PLAY)


def test_5_4_where_all_cards_look_the_same_nobody_is_asked() -> None:
    state = after(position("B2 R1", "B6 R2", "B2 R3"), "B2 B6 B2 collect:B6")
    assert (state.trump.face, state.leader, state.decision) == ("B2", 2, Decision.PLAY)
    assert faces(state.discards) == ["G3", "B2", "B2"]


def test_5_2_a_rest_card_cannot_be_taken() -> None:
    state = after(position("B6 R1", "X R2", "B2 R3"), "B6 X B2")
    assert legal(state) == "collect:B6 collect:B2"
    assert refused(state, "collect:X") is RefusalCode.ILLEGAL_MOVE


NOBODY = [
    # rule, who leads, who holds the star, who leads next
    ("5.6-star-of-the-third", 0, 2, 2),
    ("5.6-star-of-the-leader", 0, 0, 0),
    ("5.6-star-in-the-centre", 1, None, 1),
]


@pytest.mark.parametrize(
    ("leader", "star", "next_leader"), [row[1:] for row in NOBODY], ids=[row[0] for row in NOBODY]
)
def test_nobody_wins_a_trick_of_rest_cards(leader: int, star: int | None, next_leader: int) -> None:
    before = position("X R1", "X R2", "X R3", leader=leader, star=star)
    state, told = play(before, "X X X")
    assert (state.leader, state.turn, state.star) == (next_leader, next_leader, star)
    assert faces(state.discards) == ["G3", "X", "X", "X"]
    assert state.lights == before.lights
    assert told_of(told, "won")["winner"] is None


# 6: the dark deal


def test_6_1_three_cards_for_a_light() -> None:
    state, told = play(position("R4 R5", "R1", stock="R6 X B1 R2"), "dark")
    assert faces(state.hands[0]) == ["R4", "R5", "R6", "X", "B1"]
    assert (state.lights, state.turn, state.decision) == ((4, 5), 0, Decision.PLAY)
    assert told[0].to_json() == {
        "kind": "dark_deal",
        "seat": 0,
        "drawn": {"R": 1, "Y": 0, "B": 1, "G": 0, "X": 1},
        "stock": 1,
        "stock_top": "R",
        "light": 4,
        "automatic": False,
    }
    assert told[1].audience == frozenset({0})


def test_6_3_nobody_draws_beyond_ten_cards() -> None:
    stock = "B1 B1 B2 B2 B3 B3 B4 B4"
    state = position("R1 R2 R3", "G1", stock=stock)
    held = []
    while star_cards.Move(star_cards.Kind.DARK_DEAL) in star_cards.legal_moves(state):
        state = after(state, "dark")
        held.append((len(state.hands[0]), state.lights[0]))
    assert held == [(6, 4), (9, 3), (10, 2)]
    assert len(state.stock) == 1


def test_6_2_cards_drawn_before_count_for_following() -> None:
    state = position("B4", "R1", "Y1", trick="B5", stock="B2 Y3 X Y1")
    assert legal(after(state, "dark")) == "B2 X B2+ X+ dark"


def test_6_2_after_the_card_the_turn_goes_on_only_for_who_says_so() -> None:
    state = position("R4 R5", "R1", "Y1")
    assert after(state, "R4").turn == 1
    staying = after(state, "R4+")
    assert (staying.turn, staying.decision, legal(staying)) == (0, Decision.AFTER_PLAY, "end dark")
    assert refused(staying, "R5") is RefusalCode.ILLEGAL_MOVE
    drawn = after(staying, "dark dark")
    assert (drawn.turn, len(drawn.hands[0]), drawn.lights[0]) == (0, 7, 3)
    ended, told = play(drawn, "end")
    assert (ended.turn, ended.decision) == (1, Decision.PLAY)
    assert told[0].to_json() == {"kind": "turn_ended", "seat": 0, "automatic": False}


def test_6_3_the_turn_ends_by_itself_when_nothing_more_can_be_drawn() -> None:
    state = after(position("R4 R5", "R1", "Y1", lights=(2, 5, 5)), "R4+ dark")
    assert (state.turn, state.lights[0]) == (1, 1)


def test_6_2_the_last_player_may_stay_as_well_before_it_is_seen_who_has_won() -> None:
    state = after(position("R1", "R2", "Y1 Y2", trick="R6 R5"), "Y1+")
    assert (state.turn, state.decision) == (2, Decision.AFTER_PLAY)
    assert after(state, "dark end").turn == 0


# 7: drawing


def reshuffled(state: State, number: int) -> list[Card]:
    below = state.discards[:-1]
    return list(shuffle.shuffled(below, SEED, match=0, deal=number))


def test_7_1_an_empty_stock_is_made_of_the_discards_but_the_trump_card() -> None:
    before = position("R4 R5", "X", stock="Y1", discards="R1 R2 R3")
    state, told = play(before, "dark")
    again = reshuffled(before, 1)
    assert state.hands[0] == (*before.hands[0], *before.stock, *again[:2])
    assert state.stock == tuple(again[2:])
    assert state.discards == before.discards[-1:]
    assert kinds(told) == ["reshuffled", "dark_deal", "drew"]
    assert told[0].to_json() == {"kind": "reshuffled", "cards": 3}


def test_7_1_only_when_a_card_is_wanted() -> None:
    before = position("R4 R5", "X", stock="Y1 Y2 Y3", discards="R1 R2 R3")
    state = after(before, "dark")
    assert (state.stock, state.discards) == ((), before.discards)
    assert star_cards.view(state, 0)["stock_top"] is None


def test_7_2_the_second_reshuffle_has_another_order() -> None:
    before = position("R4 R5", "X", stock="", discards="R1 R2 R3 Y1 Y2 Y3 B1 B2 B3")
    second = replace(before, reshuffles=1)
    assert after(before, "dark").stock == tuple(reshuffled(before, 1)[3:])
    assert after(second, "dark").stock == tuple(reshuffled(before, 2)[3:])
    assert reshuffled(before, 1) != reshuffled(before, 2)


def test_7_3_there_may_be_fewer() -> None:
    state = after(position("R4 R5", "X", stock="Y1"), "dark")
    assert faces(state.hands[0]) == ["R4", "R5", "Y1"]


# 8: the dummy


def test_8_2_the_dummy_plays_the_top_of_the_stock_when_the_turn_of_the_leader_is_over() -> None:
    state, told = play(position("B6", "B2 R2", stock="Y1 Y2 Y3 Y4 Y5 R6 G1"), "B6")
    assert faces(state.hands[0]) == ["Y1", "Y2", "Y3", "Y4", "Y5"]
    assert faces(state.trick_cards) == ["B6", "R6"]
    assert state.turn == 1
    assert told[-1].to_json() == {
        "kind": "played",
        "seat": "dummy",
        "card": "R6",
        "super_trump": False,
        "stock": 1,
        "stock_top": "G",
    }
    assert legal(after(state, "B2")) == "collect:B6 collect:R6 collect:B2"


def test_8_2_a_dark_deal_of_the_leader_comes_first() -> None:
    state = after(position("B6 B5", "B2", stock="Y1 Y2 Y3 Y4 R6"), "B6+ dark")
    assert state.trick_cards == cards("B6")
    assert faces(after(state, "end").trick_cards) == ["B6", "Y4"]


def test_8_2_the_dummy_may_set_the_led_colour() -> None:
    state = after(position("X B5", "B2 Y2", stock="Y1", lights=(1, 1)), "X")
    assert legal(state) == "Y2"


def test_8_2_the_dummy_draws_from_a_stock_that_is_shuffled_for_it() -> None:
    before = position("B6 B5", "B2 Y2", stock="", discards="R1 R2")
    state, told = play(before, "B6")
    assert state.trick_cards[1] is reshuffled(before, 1)[0]
    assert kinds(told) == ["played", "reshuffled", "played"]


def test_8_2_the_dummy_plays_no_card_when_there_is_none() -> None:
    state = after(position("B6 B5", "B2 Y2", stock=""), "B6")
    assert (faces(state.trick_cards), state.turn) == (["B6"], 1)


DUMMIES = [
    # rule, leader's card, stock, other's card, rules, next trump card
    ("8.3", "B3", "B5", "B2", STANDARD, "B5"),
    ("8.3-rest-of-the-other", "B3", "B5", "X", STANDARD, "X"),
    ("8.3-rest-of-the-leader", "X", "B5", "B2", STANDARD, "X"),
    ("8.3-choice", "B3", "B5", "X", CHOICE, "B5"),
    ("8.3-super-trump", "B6", "B6", "B2", STANDARD, "B6"),
    ("8.3-twin-of-the-trump-card", "B6", "G3", "B2", STANDARD, "G3"),
]


@pytest.mark.parametrize(
    ("mine", "stock", "theirs", "rules", "trump"),
    [row[1:] for row in DUMMIES],
    ids=[row[0] for row in DUMMIES],
)
def test_the_dummy_wins(mine: str, stock: str, theirs: str, rules: Rules, trump: str) -> None:
    hands = (f"{mine} R1", f"{theirs} R2")
    before = position(*hands, stock=f"{stock} Y1 Y2", star=0, rules=rules)
    state, told = play(before, f"{mine} {theirs}")
    assert told_of(told, "won")["winner"] == "dummy"
    assert (state.star, state.leader, state.turn) == (None, 1, 1)
    assert state.trump.face == trump
    assert len(state.discards) == 4
    assert (state.lights, state.collections) == (before.lights, before.collections)


# 9: the end

ENDS = [
    # rule, collection, lights, holder of the star, what is taken, how it ends
    ("9.1", "R1 R2 R3 R4 R5", 5, None, "B6", EndReason.SIX_RANKS),
    ("9.1-with-a-duplicate", "R1 R2 R3 R4 R5 Y5", 1, 1, "B6", EndReason.SIX_RANKS),
    ("9.1-not-yet", "R1 R2 R3 R4", 5, None, "B6", None),
    ("9.2-duplicate", "R6 Y1", 1, None, "B1", EndReason.LAST_LIGHT),
    ("9.2-two-penalties", "R6", 2, 0, "B6", EndReason.LAST_LIGHT),
    ("9.2-the-star-before-the-sixth-rank", "R1 R2 R3 R4 R5", 1, 0, None, EndReason.LAST_LIGHT),
    ("9.1-a-light-is-left-after-the-star", "R1 R2 R3 R4 R5", 2, 0, "B6", EndReason.SIX_RANKS),
]


@pytest.mark.parametrize(
    ("collection", "light", "star", "taken_card", "reason"),
    [row[1:] for row in ENDS],
    ids=[row[0] for row in ENDS],
)
def test_the_end(
    collection: str, light: int, star: int | None, taken_card: str | None, reason: EndReason | None
) -> None:
    state = won_with(collection, light, star=star)
    if taken_card is not None:
        state = after(state, f"collect:{taken_card}")
        assert faces(state.collections[0])[-1] == taken_card
    assert state.ended == (None if reason is None else Ended(reason, 0))
    if reason is not None:
        assert (state.turn, state.decision, legal(state)) == (None, None, "")
        assert refused(state, "R1") is RefusalCode.NOT_YOUR_TURN


def test_5_3_gems_take_no_more_lights_than_there_are() -> None:
    state = after(won_with("Y1", 2, rules=GEMS), "collect:B1")
    assert (state.lights[0], state.ended) == (0, Ended(EndReason.LAST_LIGHT, 0))


def test_9_2_after_the_star_no_card_is_taken() -> None:
    state = won_with("R1", 1, star=0)
    assert faces(state.trick_cards) == ["B6", "B1", "B2"]
    assert faces(state.collections[0]) == ["R1"]


SIX, LAST = EndReason.SIX_RANKS, EndReason.LAST_LIGHT

SCORES: list[tuple[str, Ended, Sequence[int], Sequence[str], Sequence[int], Sequence[int]]] = [
    # rule, how it ended, lights, collections, points, places
    (
        "9.4",
        Ended(LAST, 0),
        (0, 3, 2),
        ("Y1 Y2", "R1 R2 R5 Y5", "R1 R3 R4 R6"),
        (0, 6, 6),
        (3, 2, 1),
    ),
    ("9.3", Ended(LAST, 1), (4, 0, 2), ("", "R1 R2 R3 R4 R5", "R1 Y1"), (4, 0, 3), (1, 3, 2)),
    ("9.4-shared", Ended(LAST, 2), (3, 3, 0), ("R1", "Y6", "R2"), (4, 4, 0), (1, 1, 3)),
    (
        "9.4-second-place-shared",
        Ended(LAST, 3),
        (2, 3, 2, 0),
        ("R1", "R1 R2", "Y6", ""),
        (3, 5, 3, 0),
        (2, 1, 2, 4),
    ),
    ("9.2-two", Ended(LAST, 0), (0, 1), ("R1 R2 R3 R4 R5", ""), (0, 1), (2, 1)),
    ("9.1", Ended(SIX, 2), (5, 4, 1), ("R5", "R1", "R1 R2 R3 R4 R5 R6"), (6, 5, 7), (2, 3, 1)),
    (
        "9.1-whatever-the-others-have",
        Ended(SIX, 1),
        (5, 1),
        ("R1 R2 R3 R4 R5", "R1 R2 R3 R4 R5 R6"),
        (10, 7),
        (2, 1),
    ),
    ("9.5", Ended(EndReason.NO_CARDS, None), (1, 2, 3), ("", "", ""), (1, 2, 3), (3, 2, 1)),
]


@pytest.mark.parametrize(
    ("ended", "lights", "collections", "points", "places"),
    [row[1:] for row in SCORES],
    ids=[row[0] for row in SCORES],
)
def test_points_and_places(
    ended: Ended,
    lights: Sequence[int],
    collections: Sequence[str],
    points: Sequence[int],
    places: Sequence[int],
) -> None:
    hands = ("G1",) * 2 + ("G4",) * (len(lights) - 2)
    running = position(*hands, lights=lights, collections=collections, stock="")
    assert star_cards.outcome(running) is None
    outcome = star_cards.outcome(replace(running, turn=None, decision=None, ended=ended))
    assert outcome is not None
    assert outcome.reason == ended.reason.value
    assert outcome.points == tuple(points)
    assert outcome.placements == tuple(places)
    assert outcome.sheet["placements"] == list(places)
    assert outcome.sheet["out"] == (ended.seat if ended.reason is LAST else None)


def test_9_3_gems_count_for_each_different_rank() -> None:
    rules = replace(STANDARD, victory_points=VictoryPoints.GEMS)
    lights, ranks = star_cards.score(rules, (2, 3), (cards("R1 Y1 R4 R6"), ()), None)
    assert (lights.counts, lights.points) == ((2, 3), (2, 3))
    assert (ranks.counts, ranks.points) == ((3, 0), (6, 0))


def test_9_5_nobody_can_play() -> None:
    state, told = play(position("B6", "", stock=""), "B6 collect:B6")
    assert state.trump.face == "G3"
    assert kinds(told).count("skipped") == 3
    assert state.ended == Ended(EndReason.NO_CARDS, None)


# 10: the automatic move

AUTOMATIC = [
    # rule, position, moves before, the hand on the screen, what is done
    ("10.2-leftmost", position("R4 B2 X", "R1", "R2"), "", "", "R4"),
    ("10.2-leftmost-on-the-screen", position("R4 B2 X", "R1", "R2"), "", "X R4 B2", "X"),
    ("10.2-that-may-be-played", position("R1", "R4 B2 X", "R2", trick="B5"), "", "R4 X B2", "X"),
    ("10.2-no-dark-deal", position("R4 R5", "R1", "Y1"), "R4+", "", "end"),
    ("10.2-highest-new-rank", position("R1 Y2", "R6 Y2", "Y3 Y4"), "R1 R6 Y3", "", "collect:R6"),
    (
        "10.2-new-rank-first",
        position("R1 Y2", "R6 Y2", "Y3 Y4", collections=("", "B6 B3", "")),
        "R1 R6 Y3",
        "",
        "collect:R1",
    ),
    (
        "10.2-else-the-highest",
        position("R1 Y2", "R6 Y2", "Y3 Y4", collections=("", "B6 B3 B1", "")),
        "R1 R6 Y3",
        "",
        "collect:R6",
    ),
    ("10.2-by-colour", position("Y6 B1", "G6 B2", "R6 B4", top="X"), "Y6 G6 R6", "", "collect:R6"),
    (
        "10.2-trump",
        position("Y6 B1", "G5 B2", "B5 B4", top="X"),
        "Y6 G5 B5 collect:Y6",
        "",
        "trump:B5",
    ),
    (
        "10.2-trump-not-the-rest",
        position("Y6 B1", "G1 B2", "X B4", top="X", rules=CHOICE),
        "Y6 G1 X collect:Y6",
        "",
        "trump:G1",
    ),
]


@pytest.mark.parametrize(
    ("state", "moves", "screen", "move"),
    [row[1:] for row in AUTOMATIC],
    ids=[row[0] for row in AUTOMATIC],
)
def test_the_automatic_move(state: State, moves: str, screen: str, move: str) -> None:
    asked = after(state, moves)
    assert str(star_cards.automatic_move(asked, cards(screen))) == move


def test_automatic_moves_are_told_as_such() -> None:
    state = position("Y6 B1", "G5 B2", "B5 B4", top="X")
    told: list[Notice] = []
    for _ in range(5):
        made = star_cards.apply(state, star_cards.automatic_move(state), automatic=True)
        state = made.state
        told += made.notices
    marked = [notice.kind for notice in told if notice.data.get("automatic")]
    assert marked == ["played", "played", "played", "collected", "trump_chosen"]
    assert state.last_move is not None
    assert state.last_move.automatic


# Views


def test_a_view_has_the_own_hand_and_the_backs_of_the_others() -> None:
    state = after(
        position(
            "B6 R1 X",
            "B1 R2 R2",
            "G4 R3",
            collections=("R1", "", "Y2 Y3"),
            lights=(5, 4, 1),
            star=2,
            stock="Y1 Y2",
        ),
        "B6",
    )
    shown = star_cards.view(state, 1)
    assert shown == {
        "leader": 0,
        "turn": 1,
        "decision": "play",
        "hand": ["B1", "R2", "R2"],
        "hands": [
            {"R": 1, "Y": 0, "B": 0, "G": 0, "X": 1},
            {"R": 2, "Y": 0, "B": 1, "G": 0, "X": 0},
            {"R": 1, "Y": 0, "B": 0, "G": 1, "X": 0},
        ],
        "stock": 2,
        "stock_top": "Y",
        "trump": "G3",
        "discards": 1,
        "trick": [{"seat": 0, "card": "B6", "super_trump": False}],
        "led": "B",
        "super_trumps": ["G3", "B6"],
        "winning": 0,
        "collections": [["R1"], [], ["Y2", "Y3"]],
        "tokens": [
            {"light": 5, "dark": 0},
            {"light": 4, "dark": 1},
            {"light": 1, "dark": 4},
        ],
        "star": 2,
        "legal": [
            {"kind": "play", "move": "B1", "card": "B1", "stay": "B1+", "super_trump": False},
            {"kind": "dark", "move": "dark"},
        ],
        "last_trick": None,
        "last_move": {"seat": 0, "kind": "play", "card": "B6", "automatic": False},
    }
    watched = star_cards.view(state, WATCHER)
    assert watched == {**shown, "hand": None, "legal": []}


def test_a_view_of_the_winners_choices() -> None:
    asked = won_with("R6", 3)
    shown: Any = star_cards.view(asked, 0)
    assert (shown["decision"], shown["turn"], shown["winning"]) == ("collect", 0, 0)
    assert shown["legal"] == [
        {"kind": "collect", "move": "collect:B6", "card": "B6", "penalty": 1},
        {"kind": "collect", "move": "collect:B1", "card": "B1", "penalty": 0},
        {"kind": "collect", "move": "collect:B2", "card": "B2", "penalty": 0},
    ]
    shown = star_cards.view(after(asked, "collect:B1"), 0)
    assert shown["decision"] == "trump"
    assert [played["card"] for played in shown["trick"]] == ["B6", "B2"]
    assert shown["legal"] == [
        {"kind": "trump", "move": "trump:B6", "card": "B6"},
        {"kind": "trump", "move": "trump:B2", "card": "B2"},
    ]
    assert [played["card"] for played in shown["last_trick"]["cards"]] == ["B6", "B1", "B2"]
    assert star_cards.view(asked, 1)["legal"] == []


def test_a_view_tells_which_card_to_play_would_be_a_super_trump() -> None:
    shown: Any = star_cards.view(position("G3 B2 X", "R1", lights=(1, 1)), 0)
    assert [(move["card"], move["super_trump"], move["stay"]) for move in shown["legal"]] == [
        ("G3", True, None),
        ("B2", False, None),
        ("X", False, None),
    ]


def test_1_3_the_order_of_another_hand_cannot_be_seen() -> None:
    state = position("B6 R1 X", "B1 R2 R3", "G4 R4")
    turned = replace(state, hands=(state.hands[0], state.hands[1][::-1], state.hands[2]))
    other_ranks = replace(state, hands=(state.hands[0], cards("B5 R5 R6"), state.hands[2]))
    assert star_cards.view(turned, 0) == star_cards.view(state, 0)
    assert star_cards.view(other_ranks, 0) == star_cards.view(state, 0)


# Rules


def test_rules_come_from_json_and_go_back() -> None:
    assert star_cards.parse_rules({}) == STANDARD
    assert star_cards.parse_rules({"name": "star-cards", "target": None}) == STANDARD
    assert star_cards.parse_rules({"duplicate_penalty": "gems"}) == GEMS
    for rules in (STANDARD, GEMS, CHOICE, ONE_FOR_ONE):
        data = json.loads(json.dumps(star_cards.rules_json(rules)))
        assert star_cards.parse_rules(data) == rules
        assert data.keys() == {field.name for field in fields(Rules)}


@pytest.mark.parametrize(
    "data",
    [
        {"name": "solo"},
        {"name": ["star-cards"]},
        {"version": 2},
        {"target": 11},
        {"seat_counts": [2]},
        {"hand_limit": 12},
        {"duplicate_penalty": "two"},
        {"duplicate_penalty": None},
        {"min_refill": 3},
        {"min_refill": True},
        {"rest_on_top": ["forced"]},
        {"best_of": 3},
    ],
    ids=str,
)
def test_rules_that_do_not_exist_are_refused(data: Mapping[str, Json]) -> None:
    with pytest.raises(ValueError, match=r"star-cards|not a value"):
        star_cards.parse_rules(data)


# The document

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "star-cards.md"
WRITTEN = set(
    re.findall(r"^\*\*(\d+\.\d+)\*\*", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("module", [star_cards, star_tricks], ids=lambda module: module.__name__)
def test_every_rule_that_the_engine_cites_is_written(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    cited = set(re.findall(r"\b(\d{1,2}\.\d{1,2})\b", source))
    assert cited
    assert cited <= WRITTEN


def test_every_rule_set_by_data_names_its_field() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for field in star_cards.rules_json(STANDARD).keys() - {"name", "version"}:
        assert f"(`{field}`" in text
    for values in star_cards.OPTIONS.values():
        assert all(str(value) in text for value in values)
