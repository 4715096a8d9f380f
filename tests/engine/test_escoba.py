"""The games of fifteen, by the numbers of docs/rules/escoba.md and scopa15.md."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from games.engine import scopa
from games.engine.cards import ITALIAN_DECK, Card, parse_cards, texts
from games.engine.core import Annulled, IllegalMove, RefusalCode
from games.engine.scopa_rules import (
    ESCOBA,
    PRESETS,
    SCOPA15,
    STARGAMES,
    TOURNAMENT,
    Duty,
    OpeningAward,
    OpeningDouble,
    Rules,
)
from games.engine.scopa_score import opening
from tests.engine.positions import SEED, deck_with, late, legal, opened, play, start

TWENTY = replace(ESCOBA, opening_double=OpeningDouble.TWENTY)
NO_AWARD = replace(SCOPA15, opening_award=OpeningAward.NOBODY)

# 2: the opening layout

OPENINGS = [
    # rule, rules, layout, sweeps, groups, cards shown for them
    ("2.7", ESCOBA, "1D 2C 4S 8B", 1, ["1D 2C 4S 8B"], "8B"),
    ("2.7", SCOPA15, "10D 2C 2S 1B", 1, ["10D 2C 2S 1B"], "10D"),
    ("2.7-not-fifteen", ESCOBA, "1D 2C 4S 9B", 0, [], ""),
    ("2.7-three-of-four", ESCOBA, "10D 4C 1S 3B", 0, [], ""),
    ("2.7-a-pair-of-four", SCOPA15, "10D 5C 2S 1B", 0, [], ""),
    ("2.7-not-in-scopa", TOURNAMENT, "1D 2C 4S 8B", 0, [], ""),
    ("2.7-not-in-scopa", STARGAMES, "5D 4C 3S 3B", 0, [], ""),
    ("2.7-nobody", NO_AWARD, "1D 2C 4S 8B", 0, [], ""),
    ("2.8-of-eight-and-seven", ESCOBA, "8D 7C 8S 7B", 2, ["8D 7C", "8S 7B"], "8D 8S"),
    ("2.8-of-ten-and-five", SCOPA15, "5D 5C 10S 10B", 2, ["5D 10S", "5C 10B"], "10S 10B"),
    ("2.8-of-two-kinds", SCOPA15, "6D 10C 9S 5B", 2, ["6D 9S", "10C 5B"], "10C 9S"),
    ("2.8-thirty-in-no-groups", ESCOBA, "10D 10C 9S 1B", 0, [], ""),
    ("2.8-thirty-in-no-pairs", ESCOBA, "6D 6C 8S 10B", 0, [], ""),
    ("2.8-one-group-and-two-kings", ESCOBA, "10D 10C 10S 5B", 0, [], ""),
    ("2.8-twenty-is-nothing", ESCOBA, "10D 5C 3S 2B", 0, [], ""),
    ("2.8-twenty", TWENTY, "10D 5C 3S 2B", 2, ["10D 5C 3S 2B"], "10D 5C"),
    ("2.8-twenty-of-a-kind", TWENTY, "5D 5C 5S 5B", 2, ["5D 5C 5S 5B"], "5D 5C"),
    ("2.8-two-groups-if-twenty-counts", TWENTY, "8D 7C 8S 7B", 0, [], ""),
    ("2.8-fifteen-if-twenty-counts", TWENTY, "1D 2C 4S 8B", 1, ["1D 2C 4S 8B"], "8B"),
]


@pytest.mark.parametrize(
    ("rules", "layout", "sweeps", "groups", "shown"),
    [row[1:] for row in OPENINGS],
    ids=[f"{row[0]}-{row[1].name}" for row in OPENINGS],
)
def test_what_an_opening_layout_is_worth(
    rules: Rules, layout: str, sweeps: int, groups: list[str], shown: str
) -> None:
    award = opening(rules, parse_cards(layout))
    assert (award.count if award else 0) == sweeps
    assert [" ".join(texts(group)) for group in award.groups] == groups if award else not groups
    assert (award.shown if award else ()) == parse_cards(shown)
    state = start(layout, rules)
    assert sum(map(len, state.sweeps)) == sweeps
    assert texts(state.layout) == ([] if award else layout.split())


def award_by_trying_every_division(cards: Sequence[Card]) -> int:
    """Sweeps for the most groups of fifteen that use every card."""
    values = [card.rank for card in cards]
    if sum(values) == 15:
        return 1
    for size in (1, 2, 3):
        for group in combinations(range(len(values)), size):
            rest = sum(value for place, value in enumerate(values) if place not in group)
            if sum(values[place] for place in group) == rest == 15:
                return 2
    return 0


def test_2_7_and_2_8_over_every_opening_layout() -> None:
    found: Counter[tuple[int, int]] = Counter()
    for layout in combinations(ITALIAN_DECK, 4):
        award, twenty = opening(ESCOBA, layout), opening(TWENTY, layout)
        sweeps = award.count if award else 0
        assert sweeps == award_by_trying_every_division(layout)
        found[sweeps, twenty.count if twenty else 0] += 1
    assert found == {(0, 0): 81_393, (1, 1): 3_120, (2, 0): 876, (0, 2): 6_001}


WHO = [
    # rule, rules, seats, dealer, who gets it, their side, who begins
    ("2.7", ESCOBA, 2, 0, 0, 0, 1),
    ("2.7", ESCOBA, 2, 1, 1, 1, 0),
    ("2.7", ESCOBA, 4, 3, 3, 1, 0),
    ("2.7", SCOPA15, 2, 0, 1, 1, 1),
    ("2.7", SCOPA15, 4, 3, 0, 0, 0),
    ("2.7", SCOPA15, 4, 1, 2, 0, 2),
]


@pytest.mark.parametrize(
    ("rules", "seats", "dealer", "seat", "side", "first"),
    [row[1:] for row in WHO],
    ids=[f"{row[0]}-{row[1].name}-{row[2]}-dealer-{row[3]}" for row in WHO],
)
def test_2_9_the_award_is_made_before_the_first_play(
    rules: Rules, seats: int, dealer: int, seat: int, side: int, first: int
) -> None:
    transition = opened("8D 7C 8S 7B", rules, dealer, seats)
    dealt, awarded = transition.notices
    assert dealt.to_json() == {
        "kind": "dealt",
        "dealer": dealer,
        "layout": ["8D", "7C", "8S", "7B"],
    }
    assert awarded.audience is None
    assert awarded.to_json() == {
        "kind": "awarded",
        "seat": seat,
        "side": side,
        "count": 2,
        "cards": ["8D", "7C", "8S", "7B"],
        "groups": [["8D", "7C"], ["8S", "7B"]],
    }
    state = transition.state
    assert state.piles[side] == parse_cards("8D 7C 8S 7B")
    assert state.piles[1 - side] == ()
    assert (state.layout, state.last_capturer, state.turn) == ((), seat, first)
    assert legal(state) == " ".join(texts(state.hands[first]))


def test_2_6_kings_come_before_the_award_if_the_rules_annul_them() -> None:
    rules = replace(ESCOBA, redeal_kings_min=3)
    annulled = scopa.start(rules, 2, 0, deck_with("10D 10C 10S 5B"), SEED)
    assert isinstance(annulled, Annulled)
    assert start("10D 10C 5S 5B", rules).last_capturer == 0


# 3: play

BY_HAND = {rules.name: replace(rules, capture_duty=Duty.HAND) for rules in PRESETS.values()}

LEGAL = [
    ("3.8", ESCOBA, "7D 2C", "8C 3S", "7Dx8C 2C"),
    ("3.9", SCOPA15, "1B 5S 2D", "10C 3D", "1B 5Sx10C 2Dx3D+10C"),
    ("3.9-the-hand", BY_HAND["scopa15"], "1B 5S", "10C 3D", "5Sx10C"),
    ("3.9-the-hand-cannot", BY_HAND["scopa15"], "1B 2S", "10C", "1B 2S"),
    ("3.9-the-hand", BY_HAND["scopa"], "1B 5S 7D", "5C 2D", "5Sx5C 7Dx2D+5C"),
    ("3.12", ESCOBA, "5C 7S", "2C 3S 8D 10B", "5Cx10B 5Cx8D+2C 7Sx8D"),
]


@pytest.mark.parametrize(
    ("rules", "hand", "layout", "moves"),
    [row[1:] for row in LEGAL],
    ids=[f"{row[0]}-{row[1].name}" for row in LEGAL],
)
def test_legal_moves(rules: Rules, hand: str, layout: str, moves: str) -> None:
    state = late(layout=layout, hands=(hand, "1C 4C"), rules=rules)
    assert legal(state) == moves
    shown = scopa.view(state, 0)["legal"]
    assert isinstance(shown, list)
    assert [entry["card"] for entry in shown] == list(
        dict.fromkeys(move.split("x")[0] for move in moves.split())
    )


REFUSED = [
    ("3.8-may-not-be-laid", ESCOBA, "7D", RefusalCode.ILLEGAL_MOVE),
    ("3.12-equal-card", ESCOBA, "7Dx7S", RefusalCode.ILLEGAL_MOVE),
    ("3.12-both-sets", ESCOBA, "7Dx8C+1S+7S", RefusalCode.ILLEGAL_MOVE),
    ("3.9-the-hand", BY_HAND["escoba"], "2C", RefusalCode.ILLEGAL_MOVE),
    ("in-the-other-hand", ESCOBA, "9C", RefusalCode.CARD_NOT_HELD),
]


@pytest.mark.parametrize(
    ("rules", "move", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_other_moves_are_refused(rules: Rules, move: str, code: RefusalCode) -> None:
    state = late(layout="8C 7S 1S", hands=("7D 2C", "9C"), rules=rules)
    with pytest.raises(IllegalMove) as refusal:
        play(state, move)
    assert refusal.value.code is code


def test_8_3_the_automatic_move_is_the_leftmost_card_that_may_be_played() -> None:
    free = late(layout="10C", hands=("1B 5S", "9C 8C"), rules=ESCOBA)
    bound = replace(free, rules=BY_HAND["escoba"])
    shown = parse_cards("1B 5S")
    assert str(scopa.automatic_move(free, shown)) == "1B"
    assert str(scopa.automatic_move(bound, shown)) == "5Sx10C"
    assert str(scopa.automatic_move(bound)) == "5Sx10C"


# 4 and 5: sweeps, and the end of a deal


def test_4_1_whatever_takes_the_whole_layout_sweeps() -> None:
    state, told = play(
        late(layout="1D 2C 3S 4B", hands=("5D 6D", "9C 8C"), rules=ESCOBA), "5Dx1D+2C+3S+4B"
    )
    assert [texts(cards) for cards in state.sweeps] == [["5D"], []]
    assert told[0].data["sweep"] is True
    assert legal(state) == "9C 8C"


def test_5_2_whoever_was_awarded_the_opening_has_captured() -> None:
    """A deal in which nobody captures again: the leftovers are the dealer's."""
    before = replace(start("1D 2C 4S 8B", ESCOBA, dealer=0), stock=())
    state, told = play(replace(before, hands=(parse_cards("10D"), parse_cards("9D"))), "9D", "10D")
    assert told[-1].data == {"seat": 0, "side": 0, "cards": ["9D", "10D"]}
    assert state.piles[0] == parse_cards("1D 2C 4S 8B 9D 10D")


# 6: the sheet


def test_the_score_sheet_explains_the_award() -> None:
    state = start("8D 7C 8S 7B", ESCOBA, dealer=1)
    rest = tuple(card for card in ITALIAN_DECK if card not in state.piles[1])
    over = replace(
        state,
        turn=None,
        hands=((), ()),
        stock=(),
        piles=(rest, state.piles[1]),
        sweeps=(parse_cards("6S"), (*state.sweeps[1], *parse_cards("7B"))),
    )
    outcome = scopa.outcome(over)
    assert outcome is not None
    rows = json.loads(json.dumps(outcome.sheet["rows"]))
    assert rows[0] == {
        "category": "sweeps",
        "counts": [1, 3],
        "points": [1, 3],
        "cards": [["6S"], ["8D", "8S", "7B"]],
        "opening": [None, {"count": 2, "groups": [["8D", "7C"], ["8S", "7B"]]}],
    }
    assert outcome.points == (5, 3)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_only_games_with_an_award_have_it_in_their_sheet(rules: Rules) -> None:
    over = replace(start("1D 2C 4S 9B", rules), turn=None)
    outcome = scopa.outcome(over)
    assert outcome is not None
    rows = json.loads(json.dumps(outcome.sheet["rows"]))
    has_award = rules.opening_award is not OpeningAward.NOBODY
    assert rows[0].get("opening") == ([None, None] if has_award else None)
