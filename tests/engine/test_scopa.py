"""Scopa under the tournament rules, by the numbers of docs/rules/scopa.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.engine import scopa
from games.engine.cards import ITALIAN_DECK, parse_card, parse_cards, texts
from games.engine.core import WATCHER, Annulled, IllegalMove, RefusalCode, Transition
from games.engine.primiera import prime_value, primiera
from games.engine.scopa_rules import ESCOBA, STARGAMES, TOURNAMENT, Rules
from games.engine.scopa_score import score
from tests.engine.positions import SEED, deck_with, late, legal, play, start

# 1 and 2: who plays, and the deal


def test_1_1_two_play_each_for_their_own_side() -> None:
    assert scopa.sides(TOURNAMENT, 2) == ((0,), (1,))
    for seats in (1, 3, 4):
        with pytest.raises(ValueError, match="not for"):
            scopa.sides(TOURNAMENT, seats)


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 0)])
def test_2_2_the_other_seat_begins(dealer: int, first: int) -> None:
    assert scopa.to_move(start("1D 2D 3D 4D", dealer=dealer)) == first


def test_2_4_three_to_the_first_seat_three_to_the_dealer_four_to_the_table() -> None:
    opened = scopa.start(TOURNAMENT, 2, 1, ITALIAN_DECK, SEED)
    assert isinstance(opened, Transition)
    state = opened.state
    assert state.hands == (parse_cards("1D 2D 3D"), parse_cards("4D 5D 6D"))
    assert state.layout == parse_cards("7D 8D 9D 10D")
    assert texts(state.stock[:2]) == ["1C", "2C"]
    assert len(state.stock) == 30
    (dealt,) = opened.notices
    assert dealt.to_json() == {"kind": "dealt", "dealer": 1, "layout": ["7D", "8D", "9D", "10D"]}


def test_2_5_when_both_hands_are_empty_three_more_are_served_and_none_face_up() -> None:
    state, told = play(
        late(layout="10B", hands=("1D", "9C"), stock="2C 3C 4C 5C 6C 7C 1S 2S 3S 4S 5S 6S"),
        "1D",
        "9C",
    )
    assert state.hands == (parse_cards("2C 3C 4C"), parse_cards("5C 6C 7C"))
    assert state.layout == parse_cards("10B 1D 9C")
    assert state.turn == 0
    assert told[-1].to_json() == {"kind": "served", "each": 3, "stock": 6}


KINGS = [
    ("2.6-two", "10D 10C 9S 4B", 3, False),
    ("2.6-three", "10D 10C 10S 4B", 3, True),
    ("2.6-four", "10D 10C 10S 10B", 3, True),
    ("2.6-four-knights", "9D 9C 9S 9B", 3, False),
    ("2.6-off", "10D 10C 10S 10B", None, False),
]


@pytest.mark.parametrize(
    ("layout", "least", "is_annulled"), [row[1:] for row in KINGS], ids=[row[0] for row in KINGS]
)
def test_kings_in_the_opening_layout(layout: str, least: int | None, is_annulled: bool) -> None:
    rules = replace(TOURNAMENT, redeal_kings_min=least)
    opened = scopa.start(rules, 2, 1, deck_with(layout), SEED)
    assert isinstance(opened, Annulled) is is_annulled
    if isinstance(opened, Annulled):
        assert opened.dealer == 1
        (told,) = opened.notices
        assert told.to_json() == {
            "kind": "annulled",
            "reason": "three_kings",
            "layout": layout.split(),
        }


# 3: play

LEGAL = [
    ("3.4", "6S", "6D 6B 4C", "6Sx6D 6Sx6B"),
    ("3.6", "7D", "4D 3C 6S 1B", "7Dx4D+3C 7Dx6S+1B"),
    ("3.7", "7D", "4D 3C 7S", "7Dx7S"),
    ("3.8", "7D 2C", "4D 3C", "7Dx4D+3C 2C"),
    ("3.9", "2S 10B 5D", "5C 9D", "2S 10B 5Dx5C"),
]


@pytest.mark.parametrize(
    ("hand", "layout", "moves"), [row[1:] for row in LEGAL], ids=[row[0] for row in LEGAL]
)
def test_legal_moves(hand: str, layout: str, moves: str) -> None:
    assert legal(late(layout=layout, hands=(hand, "1C"))) == moves


REFUSED = [
    ("3.8-may-not-be-laid", "7D", RefusalCode.ILLEGAL_MOVE),
    ("3.4-one-only", "7Dx7S+7C", RefusalCode.ILLEGAL_MOVE),
    ("3.7-the-equal-card-first", "7Dx4D+3C", RefusalCode.ILLEGAL_MOVE),
    ("not-on-the-table", "7Dx7B", RefusalCode.ILLEGAL_MOVE),
    ("twice-the-same", "7Dx7S+7S", RefusalCode.ILLEGAL_MOVE),
    ("in-the-other-hand", "9C", RefusalCode.CARD_NOT_HELD),
    ("on-the-table", "4D", RefusalCode.CARD_NOT_HELD),
]


@pytest.mark.parametrize(
    ("move", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_other_moves_are_refused(move: str, code: RefusalCode) -> None:
    state = late(layout="7S 7C 4D 3C", hands=("7D 2C", "9C"))
    with pytest.raises(IllegalMove) as refusal:
        play(state, move)
    assert refusal.value.code is code


def test_3_10_the_card_and_what_it_takes_go_to_the_pile() -> None:
    state, told = play(late(layout="4D 3C 10B", hands=("7D 2C", "9C 8C")), "7Dx3C+4D")
    assert set(state.piles[0]) == set(parse_cards("7D 4D 3C"))
    assert state.layout == parse_cards("10B")
    assert (state.turn, state.last_capturer) == (1, 0)
    assert told[0].to_json() == {
        "kind": "played",
        "seat": 0,
        "card": "7D",
        "take": ["4D", "3C"],
        "sweep": False,
        "automatic": False,
    }


# 4 and 5: sweeps, and the end of a deal

ENDS: list[tuple[str, Mapping[str, Any], str, list[str], list[str], str]] = [
    # rule, position, moves, sweeps by side, leftovers
    ("4.1", {"layout": "4D 3C", "hands": ("7D 1C", "9C 8C")}, "7Dx4D+3C", ["7D"], [], ""),
    ("4.1-not-all", {"layout": "4D 3C 1B", "hands": ("7D 1C", "9C 8C")}, "7Dx4D+3C", [], [], ""),
    ("4.2-laid-on-nothing", {"layout": "", "hands": ("7D 1C", "9C 8C")}, "7D", [], [], ""),
    ("4.4-last-play", {"layout": "8D", "hands": ("", "8C")}, "8Cx8D", [], [], ""),
    ("4.4-last-but-one", {"layout": "5C", "hands": ("5D", "8B")}, "5Dx5C 8B", ["5D"], [], "8B"),
    (
        "4.4-last-of-a-packet",
        {"layout": "8D", "hands": ("", "8C"), "stock": "1D 2D 3D 4D 5D 6D"},
        "8Cx8D",
        [],
        ["8C"],
        "",
    ),
    ("5.2", {"layout": "10C 6S 4B", "hands": ("", "6D")}, "6Dx6S", [], [], "10C 4B"),
    (
        "5.2-nobody-since",
        {"layout": "10C 9S", "hands": ("3D", "8B"), "last_capturer": 0},
        "3D 8B",
        [],
        [],
        "10C 9S 3D 8B",
    ),
    (
        "5.3-no-sweep",
        {"layout": "10C", "hands": ("", "8B"), "last_capturer": 0},
        "8B",
        [],
        [],
        "10C 8B",
    ),
]


@pytest.mark.parametrize(
    ("position", "moves", "sweeps_0", "sweeps_1", "leftovers"),
    [row[1:] for row in ENDS],
    ids=[row[0] for row in ENDS],
)
def test_sweeps_and_leftovers(
    position: Mapping[str, Any],
    moves: str,
    sweeps_0: list[str],
    sweeps_1: list[str],
    leftovers: str,
) -> None:
    before = late(**position)
    before = replace(before, turn=0 if before.hands[0] else 1)
    state, told = play(before, *moves.split())
    assert [texts(cards) for cards in state.sweeps] == [sweeps_0, sweeps_1]
    collected = [notice.data for notice in told if notice.kind == "leftovers"]
    if leftovers:
        (data,) = collected
        assert data["cards"] == leftovers.split()
        seat = state.last_capturer
        assert seat is not None
        assert (data["seat"], data["side"]) == (seat, seat)
        assert set(parse_cards(leftovers)) <= set(state.piles[seat])
        assert state.layout == ()
    else:
        assert collected == []


def test_4_3_after_a_sweep_the_layout_stays_empty() -> None:
    state, _ = play(late(layout="8D", hands=("8C 1C", "2C 3C")), "8Cx8D")
    assert state.layout == ()
    assert legal(state) == "2C 3C"


def test_4_4_a_sweep_with_the_last_play_counts_where_the_rules_say_so() -> None:
    rules = replace(TOURNAMENT, last_play_sweep=True)
    state, _ = play(replace(late(layout="8D", hands=("", "8C"), rules=rules), turn=1), "8Cx8D")
    assert [texts(cards) for cards in state.sweeps] == [[], ["8C"]]


def test_5_1_the_deal_is_over_when_all_cards_are_played() -> None:
    state = start("7D 8D 9D 10D")
    moves = 0
    while scopa.to_move(state) is not None:
        state = scopa.apply(state, scopa.legal_moves(state)[0]).state
        moves += 1
    assert moves == 36
    assert scopa.legal_moves(state) == ()
    with pytest.raises(IllegalMove):
        play(state, "7D")


def test_5_3_what_nobody_may_collect_stays() -> None:
    state, told = play(
        replace(late(layout="10C", hands=("", "8B"), last_capturer=None), turn=1), "8B"
    )
    assert state.layout == parse_cards("10C 8B")
    assert [notice.kind for notice in told] == ["played"]


# 6: scoring

HIGH = "6D 7D 8D 9D 10D 6C 7C 8C 9C 10C 6S 7S 8S 9S 10S 6B 7B 8B 9B 10B"

SCORES = [
    # rule, pile of side 0 (side 1 has the rest), category, counts, points
    ("6.1", "1D", "cards", (1, 39), (0, 1)),
    ("6.1-level", HIGH, "cards", (20, 20), (0, 0)),
    ("6.2", "1D 2D 3D 4D", "coins", (4, 6), (0, 1)),
    ("6.2-level", HIGH, "coins", (5, 5), (0, 0)),
    ("6.2-all-ten", "1D 2D 3D 4D 5D 6D 7D 8D 9D 10D", "coins", (10, 0), (1, 0)),
    ("6.3", "7D", "settebello", (1, 0), (1, 0)),
    ("6.3-other-side", "7C", "settebello", (0, 1), (0, 1)),
    ("6.5", HIGH, "primiera", (84, 64), (1, 0)),
    ("6.5-level", "7D 7C 6S 6B", "primiera", (78, 78), (0, 0)),
    ("6.6-three-sevens-lose", "7D 7C 7S", "primiera", (63, 75), (0, 1)),
    (
        "6.6-fewer-suits",
        "7D 7C 7S 1D 1C 1S 1B 2B 3B 4B 5B 6B 7B 8B 9B 10B",
        "primiera",
        (84, 54),
        (1, 0),
    ),
    ("6.6-nothing", "", "primiera", (0, 84), (0, 1)),
    (
        "6.7",
        "7C 8C 9C 10C 1D 2D 3D 4D 1S 2S 3S 4S 5S 6S 7S 8S 9S 10S",
        "primiera",
        (58, 60),
        (0, 1),
    ),
    (
        "6.7-level",
        "7D 8D 9D 10D 1C 2C 3C 4C 5C 6C 1S 2S 3S 4S 5S 6S 7S 8S 9S 10S",
        "primiera",
        (60, 60),
        (0, 0),
    ),
]


@pytest.mark.parametrize(
    ("pile", "category", "counts", "points"),
    [row[1:] for row in SCORES],
    ids=[row[0] for row in SCORES],
)
def test_a_category_is_scored(
    pile: str, category: str, counts: tuple[int, int], points: tuple[int, int]
) -> None:
    mine = parse_cards(pile)
    theirs = [card for card in ITALIAN_DECK if card not in mine]
    rows = {row.category: row for row in score(TOURNAMENT, [mine, theirs], [(), ()], [None, None])}
    assert (rows[category].counts, rows[category].points) == (counts, points)


def test_6_4_prime_values() -> None:
    values = [prime_value(parse_card(f"{rank}S")) for rank in range(1, 11)]
    assert values == [16, 12, 13, 14, 15, 18, 21, 10, 10, 10]


def test_6_5_the_best_card_of_each_suit_is_shown() -> None:
    best = primiera(parse_cards("1D 7D 5C 4C 8S 9S"))
    assert [card and str(card) for card in best.best] == ["7D", "5C", "8S", None]
    assert (best.suits, best.total) == (3, 46)


def test_the_score_sheet_has_every_category_with_its_arithmetic() -> None:
    mine = parse_cards(HIGH)
    theirs = tuple(card for card in ITALIAN_DECK if card not in mine)
    state = replace(
        start("1D 2D 3D 4D"),
        turn=None,
        piles=(mine, theirs),
        sweeps=(parse_cards("6S 10D"), parse_cards("4C")),
    )
    outcome = scopa.outcome(state)
    assert outcome is not None
    assert outcome.points == (4, 1)
    assert json.loads(json.dumps(outcome.sheet)) == {
        "rows": [
            {
                "category": "sweeps",
                "counts": [2, 1],
                "points": [2, 1],
                "cards": [["6S", "10D"], ["4C"]],
            },
            {"category": "cards", "counts": [20, 20], "points": [0, 0]},
            {"category": "coins", "counts": [5, 5], "points": [0, 0]},
            {"category": "settebello", "counts": [1, 0], "points": [1, 0]},
            {
                "category": "primiera",
                "counts": [84, 64],
                "points": [1, 0],
                "best": [["7D", "7C", "7S", "7B"], ["1D", "1C", "1S", "1B"]],
                "values": [[21, 21, 21, 21], [16, 16, 16, 16]],
            },
        ],
        "piles": [texts(mine), texts(theirs)],
    }


# 8: the automatic move

AUTOMATIC = [
    ("clocks-2.3-leftmost-although-it-takes-nothing", "4S 7C 10D", "", "7D 3C", "4S"),
    ("clocks-2.3-leftmost-as-shown", "4S 7C 10D", "7C 10D 4S", "7D 3C", "7Cx7D"),
    ("clocks-2.3-settebello", "10C", "", "6D 4D 7D 3C", "10Cx7D+3C"),
    ("clocks-2.3-coins", "10C", "", "6D 4C 8S 2B", "10Cx6D+4C"),
    ("clocks-2.3-cards", "10D", "", "6C 4S 5B 3S 2C", "10Dx2C+3S+5B"),
    ("clocks-2.3-prime-values", "10D", "", "9C 1C 7S 3S", "10Dx3S+7S"),
    ("clocks-2.3-first-in-order", "5D", "", "5S 5C 5B", "5Dx5C"),
]


@pytest.mark.parametrize(
    ("hand", "shown", "layout", "move"),
    [row[1:] for row in AUTOMATIC],
    ids=[row[0] for row in AUTOMATIC],
)
def test_the_automatic_move(hand: str, shown: str, layout: str, move: str) -> None:
    state = late(layout=layout, hands=(hand, "1B"))
    assert str(scopa.automatic_move(state, parse_cards(shown))) == move


# What a seat may know


def test_a_view_shows_the_own_hand_and_what_lies_open() -> None:
    state, _ = play(
        late(layout="4D 3C", hands=("7D 10C 1B", "2C 3S 9S"), stock="5C 6C 8C 8S 9B 9C"), "7Dx4D+3C"
    )
    assert scopa.view(state, 1) == {
        "dealer": 1,
        "turn": 1,
        "hand": ["2C", "3S", "9S"],
        "hands": [2, 3],
        "layout": [],
        "stock": 6,
        "piles": [{"cards": 3, "sweeps": ["7D"]}, {"cards": 0, "sweeps": []}],
        "legal": [
            {"card": "2C", "captures": [], "sweep": None},
            {"card": "3S", "captures": [], "sweep": None},
            {"card": "9S", "captures": [], "sweep": None},
        ],
        "last_move": {
            "seat": 0,
            "card": "7D",
            "take": ["4D", "3C"],
            "sweep": True,
            "automatic": False,
        },
    }
    assert scopa.view(state, 0)["legal"] == []
    assert scopa.view(state, WATCHER)["hand"] is None
    assert scopa.view(state, WATCHER)["legal"] == []


@pytest.mark.parametrize(
    ("rules", "layout", "hands", "sweep"),
    [
        (TOURNAMENT, "4D 3C", ("7D 1B", "2C"), 0),
        (TOURNAMENT, "4D 3C 8S", ("7D 1B", "2C"), None),
        (ESCOBA, "8C 5C 2D 1D", ("7D 1B", "2C"), None),
        (ESCOBA, "5C 3D", ("7D 1B", "2C"), 0),
        (TOURNAMENT, "4D 3C", ("7D", ""), None),
        (STARGAMES, "4D 3C", ("7D", ""), 0),
    ],
    ids=["4.1", "4.1-a-card-stays", "3.12", "3.11", "4.4", "4.4-stargames"],
)
def test_a_view_says_which_capture_sweeps(
    rules: Rules, layout: str, hands: tuple[str, str], sweep: int | None
) -> None:
    state = late(layout=layout, hands=hands, rules=rules)
    legal: Any = scopa.view(state, 0)["legal"]
    assert legal[0]["sweep"] == sweep
