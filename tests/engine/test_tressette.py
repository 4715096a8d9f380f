"""Tressette, by the numbers of docs/rules/tressette.md."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import pytest

from games.engine import tressette
from games.engine.cards import ITALIAN_DECK, Card, parse_card, parse_cards, texts
from games.engine.core import WATCHER, Annulled, IllegalMove, Notice, RefusalCode, Transition
from games.engine.declarations import new_declarations
from games.engine.tressette import INDIVIDUALS, PAIRS, SPIZZICHINO
from games.engine.tricks import Play

SEED = bytes(32)

ACCUSI = replace(SPIZZICHINO, declarations=True)
OUT = replace(SPIZZICHINO, call_out=True)
OUT_WITH_ACCUSI = replace(ACCUSI, call_out=True)
SIGNALS = replace(PAIRS, signals=True)


def start(
    rules: tressette.Rules = SPIZZICHINO,
    seats: int = 2,
    dealer: int | None = 1,
    deck: Sequence[Card] = ITALIAN_DECK,
) -> Transition | Annulled:
    return tressette.start(rules, seats, dealer, deck, SEED)


def opened(
    rules: tressette.Rules = SPIZZICHINO, seats: int = 2, dealer: int | None = 1
) -> tressette.State:
    begun = start(rules, seats, dealer)
    assert isinstance(begun, Transition)
    state: tressette.State = begun.state
    return state


def position(
    *hands: str,
    rules: tressette.Rules = SPIZZICHINO,
    stock: str = "",
    turn: int = 0,
    totals: tuple[int, ...] = (0, 0),
    thirds: tuple[int, ...] = (0, 0),
) -> tressette.State:
    """A deal with these hands by seat, in which `turn` leads; thirds as if captured before."""
    piles = tuple(parse_cards(" ".join(["8D"] * count)) for count in thirds)
    return replace(
        opened(rules, len(hands)),
        hands=tuple(parse_cards(hand) for hand in hands),
        stock=parse_cards(stock),
        turn=turn,
        totals=totals,
        thirds=thirds,
        piles=piles,
    )


def play(state: tressette.State, moves: str) -> tuple[tressette.State, list[Notice]]:
    told: list[Notice] = []
    for text in moves.split():
        played = tressette.apply(state, tressette.parse_move(text))
        state = played.state
        told += played.notices
    return state, told


def legal(state: tressette.State) -> str:
    return " ".join(map(str, tressette.legal_moves(state)))


def data_of(told: Sequence[Notice], kind: str) -> Mapping[str, Any]:
    """The data of the one notice of this kind."""
    (data,) = (notice.data for notice in told if notice.kind == kind)
    return data


# 1: players and cards

SIDES = [
    ("1.1-two", SPIZZICHINO, 2, ((0,), (1,))),
    ("1.2-pairs", PAIRS, 4, ((0, 2), (1, 3))),
    ("1.1-three", INDIVIDUALS, 3, ((0,), (1,), (2,))),
    ("1.1-four-alone", INDIVIDUALS, 4, ((0,), (1,), (2,), (3,))),
]


@pytest.mark.parametrize(
    ("rules", "seats", "sides"), [row[1:] for row in SIDES], ids=[row[0] for row in SIDES]
)
def test_sides(rules: tressette.Rules, seats: int, sides: tuple[tuple[int, ...], ...]) -> None:
    assert tressette.sides(rules, seats) == sides
    state = opened(rules, seats)
    for side, members in enumerate(sides):
        assert all(tressette.side_of(state, seat) == side for seat in members)


@pytest.mark.parametrize(("rules", "seats"), [(SPIZZICHINO, 4), (PAIRS, 2), (INDIVIDUALS, 2)])
def test_1_1_other_numbers_of_players_are_refused(rules: tressette.Rules, seats: int) -> None:
    with pytest.raises(ValueError, match="not for"):
        tressette.sides(rules, seats)


def test_1_3_three_players_lay_the_four_of_batons_aside() -> None:
    state = opened(INDIVIDUALS, 3)
    assert texts(state.laid_aside) == ["4B"]
    assert sorted(card for hand in state.hands for card in hand) == sorted(
        set(ITALIAN_DECK) - {parse_card("4B")}
    )


def test_1_5_thirds() -> None:
    worth = [tressette.thirds(parse_card(f"{rank}C")) for rank in range(1, 11)]
    assert worth == [3, 1, 1, 0, 0, 0, 0, 1, 1, 1]
    assert sum(map(tressette.thirds, ITALIAN_DECK)) == 32


# 2 and 3: the dealer and the deal

FIRST_DEALERS = [
    # rule, hands by seat, who deals and by which card
    ("2.2", ["1D 2D 5D", "4D 3C"], (1, "4D")),
    ("2.2-four", ["5D", "6D", "7D", "4D"], (3, "4D")),
    ("2.3-five", ["5D 3D", "6D 1C"], (0, "5D")),
    ("2.3-a-seven-before-a-figure", ["8D 9D", "7D"], (1, "7D")),
    ("2.3-the-re-before-the-ace", ["1D", "10D"], (1, "10D")),
    ("2.3-the-three-is-the-last", ["3D 4C", "2D"], (1, "2D")),
    ("2.3-no-coin", ["5C 4S", "4C 4B"], (1, "4C")),
    ("2.3-neither-coin-nor-cup", ["4B 5S", "6S 7S"], (0, "5S")),
]


@pytest.mark.parametrize(
    ("hands", "found"), [row[1:] for row in FIRST_DEALERS], ids=[row[0] for row in FIRST_DEALERS]
)
def test_the_first_dealer(hands: list[str], found: tuple[int, str]) -> None:
    seat, card = tressette.first_dealer([parse_cards(hand) for hand in hands])
    assert (seat, str(card)) == found


def test_2_2_the_first_deal_shows_its_dealer_and_tells_it_before_all_else() -> None:
    begun = start(dealer=None)
    assert isinstance(begun, Transition)
    # 3.2: seat 0 was served first, and got the coins from ace to five.
    assert [notice.to_json() for notice in begun.notices] == [
        {"kind": "dealer_drawn", "dealer": 0, "card": "4D"},
        {"kind": "dealt", "dealer": 0, "each": 10, "stock": 20},
    ]
    assert (begun.state.dealer, begun.state.turn) == (0, 1)
    assert tressette.view(begun.state, WATCHER)["dealer_card"] == "4D"


def test_2_4_later_deals_know_their_dealer() -> None:
    begun = start(dealer=1)
    assert [notice.kind for notice in begun.notices] == ["dealt"]
    state = opened(dealer=1)
    assert tressette.view(state, 0)["dealer_card"] is None


HANDS_DEALT = [
    # rule, rules, seats, dealer, each seat's first and last packet
    (
        "3.1-two",
        SPIZZICHINO,
        2,
        0,
        ["6D 7D 8D 9D 10D 6C 7C 8C 9C 10C", "1D 2D 3D 4D 5D 1C 2C 3C 4C 5C"],
    ),
    (
        "3.1-four",
        PAIRS,
        4,
        3,
        [
            "1D 2D 3D 4D 5D 1S 2S 3S 4S 5S",
            "6D 7D 8D 9D 10D 6S 7S 8S 9S 10S",
            "1C 2C 3C 4C 5C 1B 2B 3B 4B 5B",
            "6C 7C 8C 9C 10C 6B 7B 8B 9B 10B",
        ],
    ),
    (
        "3.1-three",
        INDIVIDUALS,
        3,
        2,
        [
            "1D 2D 3D 4D 5D 6C 7C 8C 9C 10C 1B 2B 3B",
            "6D 7D 8D 9D 10D 1S 2S 3S 4S 5S 5B 6B 7B",
            "1C 2C 3C 4C 5C 6S 7S 8S 9S 10S 8B 9B 10B",
        ],
    ),
]


@pytest.mark.parametrize(
    ("rules", "seats", "dealer", "hands"),
    [row[1:] for row in HANDS_DEALT],
    ids=[row[0] for row in HANDS_DEALT],
)
def test_packets_of_five(rules: tressette.Rules, seats: int, dealer: int, hands: list[str]) -> None:
    state = opened(rules, seats, dealer)
    assert [" ".join(texts(sorted(hand))) for hand in state.hands] == hands
    assert state.turn == (dealer + 1) % seats


def test_3_1_the_stock_follows_the_hands() -> None:
    assert texts(opened().stock)[:3] == ["1S", "2S", "3S"]
    assert len(opened().stock) == 20
    assert opened(PAIRS, 4).stock == opened(INDIVIDUALS, 3).stock == ()


POOR = [
    ("3.3-nothing", "4D 5D 6D 7D 4C 5C 6C 7C 4S 5S", True),
    ("3.3-two-figures", "4D 5D 6D 7D 4C 5C 6C 7C 8D 9D", True),
    ("3.3-three-figures", "4D 5D 6D 7D 4C 5C 6C 8C 8D 9D", False),
    ("3.3-three-kings", "4D 5D 6D 7D 4C 5C 6C 10C 10D 10S", False),
    ("3.3-a-two-alone", "4D 5D 6D 7D 4C 5C 6C 7C 4S 2S", False),
    ("3.3-a-three-and-a-figure", "4D 5D 6D 7D 4C 5C 6C 7C 3S 8D", False),
    ("3.3-an-ace", "4D 5D 6D 7D 4C 5C 6C 7C 4S 1B", False),
]


@pytest.mark.parametrize(
    ("hand", "is_poor"), [row[1:] for row in POOR], ids=[row[0] for row in POOR]
)
def test_poor_hands(hand: str, is_poor: bool) -> None:
    assert tressette.is_poor(parse_cards(hand)) is is_poor


WORTHLESS = parse_cards("4D 5D 6D 7D 4C 5C 6C 7C 4S 5S")


def deck_with_a_poor_hand() -> list[Card]:
    """The seat that is served first gets WORTHLESS when four play."""
    others = [card for card in ITALIAN_DECK if card not in WORTHLESS]
    return [*WORTHLESS[:5], *others[:15], *WORTHLESS[5:], *others[15:]]


def test_3_3_a_poor_hand_annuls_the_deal_and_3_4_the_same_dealer_deals_again() -> None:
    begun = start(PAIRS, 4, dealer=2, deck=deck_with_a_poor_hand())
    assert isinstance(begun, Annulled)
    assert (begun.reason, begun.dealer) == ("poor_hand", 2)
    # 3.5: of the hands nothing is told.
    assert [notice.to_json() for notice in begun.notices] == [
        {"kind": "annulled", "reason": "poor_hand", "seats": [3]}
    ]


def test_3_4_the_dealer_found_by_an_annulled_deal_stays() -> None:
    begun = start(PAIRS, 4, dealer=None, deck=deck_with_a_poor_hand())
    assert isinstance(begun, Annulled)
    assert begun.dealer == 0
    assert [notice.kind for notice in begun.notices] == ["dealer_drawn", "annulled"]


@pytest.mark.parametrize(
    "rules", [INDIVIDUALS, replace(PAIRS, redeal_poor_hand=False)], ids=["individuals", "off"]
)
def test_3_3_elsewhere_a_poor_hand_is_played(rules: tressette.Rules) -> None:
    assert isinstance(start(rules, 4, 2, deck_with_a_poor_hand()), Transition)


# 4: tricks


def test_4_2_the_led_suit_is_followed_while_there_is_a_stock_and_after() -> None:
    for stock in ("5B 6B", ""):
        state, _ = play(position("4D 5C", "7D 1D 3C", stock=stock), "4D")
        assert legal(state) == "7D 1D"


def test_4_3_without_the_suit_every_card_may_be_played() -> None:
    state, _ = play(position("4D 5C", "1S 3C"), "4D")
    assert legal(state) == "1S 3C"


REFUSED = [
    ("4.2-another-suit", "3C", RefusalCode.ILLEGAL_MOVE),
    ("in-the-other-hand", "5C", RefusalCode.CARD_NOT_HELD),
    ("on-the-table", "4D", RefusalCode.CARD_NOT_HELD),
    ("9.1-no-signals-here", "7D:volo", RefusalCode.ILLEGAL_MOVE),
]


@pytest.mark.parametrize(
    ("move", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_other_moves_are_refused(move: str, code: RefusalCode) -> None:
    state, _ = play(position("4D 5C", "7D 3C"), "4D")
    with pytest.raises(IllegalMove) as refusal:
        play(state, move)
    assert refusal.value.code is code


def test_4_4_the_trick_goes_to_the_side_and_4_1_its_winner_leads() -> None:
    state, told = play(position("4D 5C", "1C 7D", "10D 6C", "3D 7C", rules=PAIRS), "4D 7D 10D 3D")
    assert state.turn == 3
    assert state.piles == ((), parse_cards("4D 7D 10D 3D"))
    assert (state.tricks, state.thirds) == ((0, 1), (0, 2))
    assert state.trick == ()
    assert data_of(told, "trick") == {
        "number": 1,
        "plays": [
            {"seat": 0, "card": "4D"},
            {"seat": 1, "card": "7D"},
            {"seat": 2, "card": "10D"},
            {"seat": 3, "card": "3D"},
        ],
        "winner": 3,
        "side": 1,
        "thirds": 2,
        "is_last": False,
        "now_counted": 0,
    }


def test_4_5_the_winner_draws_first_and_both_cards_are_shown() -> None:
    state, told = play(position("10S", "2S", stock="7D 1D 5C 6C"), "10S 2S")
    assert state.hands == (parse_cards("1D"), parse_cards("7D"))
    assert state.stock == parse_cards("5C 6C")
    assert state.turn == 1
    (drawn,) = [notice for notice in told if notice.kind == "drawn"]
    assert drawn.audience is None
    assert drawn.data == {
        "cards": [{"seat": 1, "card": "7D"}, {"seat": 0, "card": "1D"}],
        "stock": 2,
    }
    assert tressette.view(state, WATCHER)["drawn"] == drawn.data["cards"]
    later, _ = play(state, "7D 1D")
    assert tressette.view(later, 0)["drawn"] == [
        {"seat": 0, "card": "5C"},
        {"seat": 1, "card": "6C"},
    ]
    last, told = play(later, "5C 6C")
    assert tressette.view(last, 0)["drawn"] == []
    assert [notice.kind for notice in told] == ["played", "played", "trick"]


@pytest.mark.parametrize(
    ("rules", "seats", "tricks"),
    [(SPIZZICHINO, 2, 20), (INDIVIDUALS, 3, 13), (PAIRS, 4, 10), (INDIVIDUALS, 4, 10)],
)
def test_4_6_the_deal_is_over_when_all_cards_are_played(
    rules: tressette.Rules, seats: int, tricks: int
) -> None:
    state = opened(rules, seats)
    while tressette.to_move(state) is not None:
        state = tressette.apply(state, tressette.legal_moves(state)[0]).state
    assert sum(state.tricks) == tricks
    assert tressette.legal_moves(state) == ()
    assert state.last_trick is not None
    assert state.last_trick.is_last
    with pytest.raises(IllegalMove) as refusal:
        play(state, "7D")
    assert refusal.value.code is RefusalCode.NOT_YOUR_TURN


# 5: points

POINTS = [
    # rule, rules, thirds of the cards by side, who takes the empty last trick, points
    ("5.3", PAIRS, (19, 13), 0, (7, 4)),
    ("5.2-an-empty-last-trick", PAIRS, (0, 32), 0, (1, 10)),
    ("5.3-both-drop-a-third", PAIRS, (13, 19), 0, (5, 6)),
    ("5.3-partners-together", PAIRS, (3, 29), 1, (1, 10)),
    ("5.4-all-eleven", PAIRS, (32, 0), 0, (11, 0)),
    ("5.3-two-thirds-are-nothing", SPIZZICHINO, (2, 30), 1, (0, 11)),
    ("5.3-three-come-to-ten", INDIVIDUALS, (11, 11, 10), 2, (3, 3, 4)),
    ("5.3-four-come-to-nine", INDIVIDUALS, (8, 8, 8, 8), 3, (2, 2, 2, 3)),
]


@pytest.mark.parametrize(
    ("rules", "thirds", "last", "points"),
    [row[1:] for row in POINTS],
    ids=[row[0] for row in POINTS],
)
def test_points_of_a_deal(
    rules: tressette.Rules, thirds: tuple[int, ...], last: int, points: tuple[int, ...]
) -> None:
    seats = max(rules.seat_counts) if len(thirds) == 2 else len(thirds)
    hands = ["7D" if seat == last else "4D" for seat in range(seats)]
    state = position(*hands, rules=rules, turn=last, thirds=thirds, totals=(0,) * len(thirds))
    over, _ = play(state, " ".join(hands[last:] + hands[:last]))
    outcome = tressette.outcome(over)
    assert outcome is not None
    assert (outcome.reason, outcome.points) == ("played_out", points)


# 6: declarations


def test_6_5_a_declaration_is_made_with_the_card_that_is_laid() -> None:
    state, told = play(position("1D 1C 1S 7D", "4D 5D", rules=ACCUSI, stock="1B 6C"), "1D")
    assert [notice.kind for notice in told] == ["played", "declared"]
    assert told[1].audience is None
    assert told[1].data == {
        "seat": 0,
        "side": 0,
        "declarations": [
            {
                "seat": 0,
                "kind": "bongioco",
                "cards": ["1D", "1C", "1S"],
                "missing": "1B",
                "points": 3,
            }
        ],
        "points": 3,
        "counted": False,
    }
    # The fourth is drawn: nothing is said before the next play.
    state, told = play(state, "4D")
    assert [notice.kind for notice in told] == ["played", "trick", "drawn"]
    state, told = play(state, "7D")
    assert data_of(told, "declared")["declarations"] == [
        {"seat": 0, "kind": "fourth", "cards": ["1B"], "missing": None, "points": 1}
    ]
    assert data_of(told, "declared")["counted"]


def test_6_1_at_other_tables_nothing_is_declared() -> None:
    _, told = play(position("1D 1C 1S 7D", "4D 5D"), "1D")
    assert [notice.kind for notice in told] == ["played"]


def test_6_8_everybody_is_told_and_sees_whether_it_counts() -> None:
    state, _ = play(position("1D 1C 1S 7B", "3D 5D", rules=ACCUSI), "1D")
    for viewer in (0, 1, WATCHER):
        (shown,) = declarations(state, viewer)
        assert (shown["seat"], shown["points"], shown["counted"]) == (0, 3, False)


def declarations(state: tressette.State, viewer: Any) -> list[Any]:
    shown = tressette.view(state, viewer)["declarations"]
    assert isinstance(shown, list)
    return shown


COUNTED = [
    # rule, thirds captured before, the reply to an empty lead, what begins to count, what counts
    ("6.9-a-third-is-enough", 0, "8C", 3, True),
    ("6.9-an-empty-trick-is-not", 0, "4B", 0, False),
    ("6.9-nor-a-lost-one", 0, "8B", 0, False),
    ("6.9-it-counted-already", 1, "8C", 0, True),
]


@pytest.mark.parametrize(
    ("thirds", "reply", "now_counted", "is_counted"),
    [row[1:] for row in COUNTED],
    ids=[row[0] for row in COUNTED],
)
def test_declarations_are_pending_until_the_side_has_captured_a_third(
    thirds: int, reply: str, now_counted: int, is_counted: bool
) -> None:
    before = position("7B 1D 1C 1S", f"{reply} 5C 6C 7C", rules=ACCUSI, thirds=(thirds, 0))
    state, told = play(before, f"7B {reply}")
    assert data_of(told, "trick")["now_counted"] == now_counted
    assert declarations(state, WATCHER)[0]["counted"] is is_counted
    assert tressette.scores(state)[0].points == 3 * is_counted


LAST = [
    # rule, who takes the last trick, points and what counts
    ("6.9-the-last-trick-always-helps", "7B 4B", (4, 10), [True, True]),
    ("6.9-lost", "4B 7B", (0, 11), [False, True]),
]


@pytest.mark.parametrize(
    ("cards", "points", "counted"), [row[1:] for row in LAST], ids=[row[0] for row in LAST]
)
def test_declarations_at_the_end_of_a_deal(
    cards: str, points: tuple[int, int], counted: list[bool]
) -> None:
    declared = new_declarations(0, parse_cards("1D 2D 3D"), ())
    before = replace(position(*cards.split(), rules=ACCUSI, thirds=(0, 32)), declarations=declared)
    outcome = tressette.outcome(play(before, cards)[0])
    assert outcome is not None
    assert outcome.points == points
    rows: Any = outcome.sheet["rows"]
    assert rows[-1] == {
        "category": "declarations",
        "declared": [3, 0],
        "counted": counted,
        "points": [3 * counted[0], 0],
        "declarations": [
            [
                {
                    "seat": 0,
                    "kind": "napoletana",
                    "cards": ["1D", "2D", "3D"],
                    "missing": None,
                    "points": 3,
                }
            ],
            [],
        ],
    }


def test_6_9_the_declarations_of_partners_count_for_their_side() -> None:
    before = position(
        "7B 1D 1C 1S", "8C 5C", "4B 6C", "4D 7C", rules=replace(PAIRS, declarations=True)
    )
    state, _ = play(before, "7B 8C 4B 4D")
    assert [score.points for score in tressette.scores(state)] == [3, 0]


# 7: what everybody sees


def test_7_3_a_hand_is_sorted_by_suit_and_the_strongest_first() -> None:
    cards = parse_cards("4B 1D 3D 10C 7C 2D 8S 9S 5D 3B")
    assert tressette.in_hand_order(cards) == parse_cards("3D 2D 1D 5D 10C 7C 9S 8S 3B 4B")
    state, _ = play(position("4D 1C", "5D", stock="10C 2D"), "4D 5D")
    assert tressette.view(state, 0)["hand"] == ["2D", "1C"]


def test_a_view_shows_the_own_hand_and_what_lies_open() -> None:
    before = position("3D 1C 7S", "8D 5C 6D", rules=ACCUSI, stock="10B 2D 4D 5B")
    state, _ = play(before, "3D 8D 7S")
    assert tressette.view(state, 1) == {
        "dealer": 1,
        "dealer_card": None,
        "turn": 1,
        "hand": ["2D", "6D", "5C"],
        "hands": [2, 3],
        "stock": 2,
        "laid_aside": [],
        "trick": [{"seat": 0, "card": "7S"}],
        "led_suit": "S",
        "winning": 0,
        "signal": None,
        "last_trick": {
            "number": 1,
            "plays": [{"seat": 0, "card": "3D"}, {"seat": 1, "card": "8D"}],
            "winner": 0,
            "thirds": 2,
            "is_last": False,
        },
        "drawn": [{"seat": 0, "card": "10B"}, {"seat": 1, "card": "2D"}],
        "piles": [
            {"cards": 2, "tricks": 1, "thirds": 2, "declared": 0, "counted": True, "points": 0},
            {"cards": 0, "tricks": 0, "thirds": 0, "declared": 0, "counted": False, "points": 0},
        ],
        "declarations": [],
        "called_out": None,
        "legal": [{"card": "2D"}, {"card": "6D"}, {"card": "5C"}],
        "must_follow": None,
        "last_move": {"seat": 0, "card": "7S", "signal": None, "automatic": False},
    }
    assert tressette.view(state, 0)["legal"] == []
    watched = tressette.view(state, WATCHER)
    assert (watched["hand"], watched["legal"], watched["must_follow"]) == (None, [], None)


FOLLOW = [
    ("4.2", "7D 3C", "D"),
    ("4.2-nothing-else-in-hand", "7D 6D", "D"),
    ("4.3-void", "7S 3C", None),
]


@pytest.mark.parametrize(
    ("hand", "must_follow"), [row[1:] for row in FOLLOW], ids=[row[0] for row in FOLLOW]
)
def test_a_view_says_which_suit_must_be_followed(hand: str, must_follow: str | None) -> None:
    before = position("4D 5C", hand)
    assert tressette.view(before, 0)["must_follow"] is None
    state, _ = play(before, "4D")
    assert tressette.view(state, 1)["must_follow"] == must_follow
    assert tressette.view(state, 0)["must_follow"] is None


# 8: the match


CALLED_OUT = [
    # rule, hands, thirds so far, totals before, moves, who is out, points of this deal
    ("8.4-by-a-trick", "3D 5C|1D 6C", (2, 0), (19, 20), "3D 1D", 0, (2, 0)),
    ("8.4-not-by-two-thirds", "3D 5C|8D 6C", (0, 0), (20, 20), "3D 8D", None, (0, 0)),
    ("8.4-by-the-other-side", "8D 5C|1D 6C", (9, 0), (0, 20), "8D 1D", 1, (3, 1)),
    ("8.4-the-other-keeps-what-it-has", "3D 5C|1D 6C", (0, 7), (20, 3), "3D 1D", 0, (1, 2)),
    ("8.4-by-a-declaration", "4D 1C 2C 3C|5D 6D", (1, 0), (18, 3), "4D", 0, (3, 0)),
    ("8.4-not-by-a-pending-one", "4D 1C 2C 3C|5D 6D", (0, 0), (18, 3), "4D", None, (0, 0)),
    ("8.4-no-longer-pending", "3D 1C 2C 3C|5D 6D", (0, 0), (18, 3), "3D 5D", 0, (3, 0)),
    ("8.5-with-the-last-trick", "7D|4D", (0, 32), (20, 3), "7D 4D", 0, (1, 10)),
]


@pytest.mark.parametrize(
    ("hands", "thirds", "totals", "moves", "side", "points"),
    [row[1:] for row in CALLED_OUT],
    ids=[row[0] for row in CALLED_OUT],
)
def test_calling_out(
    hands: str,
    thirds: tuple[int, int],
    totals: tuple[int, int],
    moves: str,
    side: int | None,
    points: tuple[int, int],
) -> None:
    before = position(*hands.split("|"), rules=OUT_WITH_ACCUSI, thirds=thirds, totals=totals)
    state, told = play(before, moves)
    assert state.called_out == side
    assert tuple(score.points for score in tressette.scores(state)) == points
    calls = [notice.data for notice in told if notice.kind == "called_out"]
    if side is None:
        assert calls == []
        assert tressette.outcome(state) is None
        return
    total = totals[side] + points[side]
    assert calls == [{"seat": side, "side": side, "total": total, "target": 21}]
    assert tressette.legal_moves(state) == ()
    outcome = tressette.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.points) == ("called_out", points)
    assert outcome.sheet["ended"] == "called_out"


def test_8_4_what_lies_on_the_table_belongs_to_nobody() -> None:
    state, told = play(
        position("1D 1C 2C 3C", "5D 6D", rules=OUT_WITH_ACCUSI, thirds=(3, 0), totals=(17, 0)),
        "1D",
    )
    assert [notice.kind for notice in told] == ["played", "declared", "called_out"]
    assert state.trick == (Play(0, parse_card("1D")),)
    assert state.thirds == (3, 0)
    view = tressette.view(state, 1)
    assert (view["turn"], view["legal"], view["called_out"]) == (None, [], 0)
    assert view["trick"] == [{"seat": 0, "card": "1D"}]


def test_8_4_nothing_is_drawn_any_more() -> None:
    before = position("3D 5C", "1D 6C", rules=OUT, stock="5S 6S", thirds=(2, 0), totals=(19, 20))
    state, told = play(before, "3D 1D")
    assert [notice.kind for notice in told] == ["played", "played", "trick", "called_out"]
    assert state.stock == before.stock
    assert state.hands == (parse_cards("5C"), parse_cards("6C"))


def test_8_2_at_other_tables_the_deal_goes_on() -> None:
    state, told = play(
        position("3D 5C", "1D 6C", rules=ACCUSI, thirds=(2, 0), totals=(19, 20)), "3D 1D"
    )
    assert tressette.to_move(state) == 0
    assert [notice.kind for notice in told] == ["played", "played", "trick"]


# 9: signals


SPOKEN = [
    # rule, rules, hand, what may be played
    ("9.1-more-of-it", SIGNALS, "4D 7D", "4D 4D:busso 4D:striscio 7D 7D:busso 7D:striscio"),
    ("9.1-the-last", SIGNALS, "4D 7C", "4D 4D:busso 4D:volo 7C 7C:busso 7C:volo"),
    ("9.1-off", PAIRS, "4D 7C", "4D 7C"),
    ("9.3-the-first-trick", replace(SIGNALS, declarations=True), "4D 7C", "4D 7C"),
]


@pytest.mark.parametrize(
    ("rules", "hand", "moves"), [row[1:] for row in SPOKEN], ids=[row[0] for row in SPOKEN]
)
def test_what_may_be_said_with_a_lead(rules: tressette.Rules, hand: str, moves: str) -> None:
    assert legal(position(hand, "5S", "6S", "7S", rules=rules)) == moves


def test_9_3_after_the_first_trick_the_leader_may_speak() -> None:
    rules = replace(SIGNALS, declarations=True)
    state, _ = play(position("7D 4C", "4D 5C", "5D 6C", "6D 7C", rules=rules), "7D 4D 5D 6D")
    assert legal(state) == "4C 4C:busso 4C:volo"


def test_9_2_everybody_hears_a_signal_until_the_trick_is_over() -> None:
    state, told = play(position("7D 4C", "4D 5C", "5D 6C", "6D 7C", rules=SIGNALS), "7D:volo")
    assert data_of(told, "played")["signal"] == "volo"
    assert legal(state) == "4D"
    for viewer in (0, 1, 2, 3, WATCHER):
        assert tressette.view(state, viewer)["signal"] == "volo"
    state, _ = play(state, "4D")
    assert tressette.view(state, 2)["signal"] == "volo"
    state, _ = play(state, "5D 6D")
    assert tressette.view(state, 0)["signal"] is None
    assert tressette.view(state, 0)["legal"] == [{"card": "4C", "signals": ["busso", "volo"]}]


@pytest.mark.parametrize("text", ["7D:", "7D:fischio", "7D:VOLO", ":volo", "7D:volo:volo"])
def test_9_1_there_are_no_other_words(text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        tressette.parse_move(text)
    assert refusal.value.code is RefusalCode.MALFORMED


# 10: the automatic move

AUTOMATIC = [
    ("10.1-leftmost", "3D 7D 5C", "", "4D", "3D"),
    ("10.1-leftmost-that-follows", "3D 7D 5C", "", "4C", "5C"),
    ("10.1-leftmost-as-shown", "3D 7D 5C", "5C 7D 3D", "4D", "7D"),
    ("10.1-leftmost-of-all", "3D 7D 5C", "5C 7D 3D", "4B", "5C"),
]


@pytest.mark.parametrize(
    ("hand", "shown", "lead", "move"), [row[1:] for row in AUTOMATIC], ids=[r[0] for r in AUTOMATIC]
)
def test_the_automatic_move(hand: str, shown: str, lead: str, move: str) -> None:
    state, _ = play(position(f"{lead} 6S", hand), lead)
    assert str(tressette.automatic_move(state, parse_cards(shown))) == move


def test_10_1_it_says_nothing_and_is_told_as_what_it_is() -> None:
    state = position("4D 7D", "5S", "6S", "7S", rules=SIGNALS)
    move = tressette.automatic_move(state)
    assert move.signal is None
    played = tressette.apply(state, move, automatic=True)
    assert played.notices[0].data["automatic"] is True


# The score sheet


def test_the_score_sheet_re_adds() -> None:
    """Seat 0 has the aces of coins and cups and three twos, and takes the last trick."""
    mine = parse_cards("1D 1C 2D 2C 2S 4B")
    theirs = tuple(
        card for card in ITALIAN_DECK if card not in mine and card.text not in {"7D", "4D"}
    )
    thirds = tuple(sum(map(tressette.thirds, pile)) for pile in (mine, theirs))
    declared = new_declarations(0, parse_cards("2D 2C 2S"), ())
    before = replace(
        position("7D", "4D", rules=ACCUSI),
        piles=(mine, theirs),
        thirds=thirds,
        declarations=declared,
    )
    outcome = tressette.outcome(play(before, "7D 4D")[0])
    assert outcome is not None
    assert outcome.points == (4 + 3, 7)
    sheet = json.loads(json.dumps(outcome.sheet))
    assert sheet["ended"] == "played_out"
    assert sheet["rows"][:4] == [
        {"category": "aces", "counts": [2, 2], "thirds": [6, 6]},
        {"category": "others", "counts": [3, 17], "thirds": [3, 17]},
        {"category": "last_trick", "counts": [1, 0], "thirds": [3, 0]},
        {"category": "cards", "thirds": [12, 23], "dropped": [0, 2], "points": [4, 7]},
    ]
    assert sheet["rows"][4]["points"] == [3, 0]
    assert sheet["piles"] == [[*texts(mine), "7D", "4D"], texts(theirs)]


def test_without_declarations_the_sheet_has_no_row_for_them() -> None:
    outcome = tressette.outcome(play(position("7D", "4D"), "7D 4D")[0])
    assert outcome is not None
    rows: Any = outcome.sheet["rows"]
    assert [row["category"] for row in rows] == ["aces", "others", "last_trick", "cards"]


# Rules as data


@pytest.mark.parametrize("preset", tressette.presets.values(), ids=lambda rules: rules.name)
def test_every_field_of_the_rules_is_in_their_json(preset: tressette.Rules) -> None:
    names = {field.name for field in fields(tressette.Rules)}
    assert tressette.rules_json(preset).keys() == names
    assert tressette.presets[preset.name] is preset
    assert tressette.parse_rules({"name": preset.name}) == preset


CHOSEN: list[tuple[str, dict[str, Any], tressette.Rules]] = [
    ("8.1-the-usual", {}, SPIZZICHINO),
    ("8.1-with-declarations", {"declarations": True}, replace(ACCUSI, target=31)),
    ("8.1-as-agreed", {"declarations": True, "target": 21}, replace(ACCUSI, target=21)),
    ("8.4", {"call_out": True, "target": 51}, replace(OUT, target=51)),
    (
        "both",
        {"name": "pairs", "call_out": True, "declarations": True, "target": 41},
        replace(PAIRS, call_out=True, declarations=True, target=41),
    ),
    ("9.1", {"name": "pairs", "signals": True}, SIGNALS),
]


@pytest.mark.parametrize(
    ("data", "rules"), [row[1:] for row in CHOSEN], ids=[row[0] for row in CHOSEN]
)
def test_what_a_table_may_choose(data: Mapping[str, Any], rules: tressette.Rules) -> None:
    assert tressette.parse_rules(data) == rules


@pytest.mark.parametrize("target", [11, 21, 31, 41, 51])
def test_8_1_the_targets(target: int) -> None:
    assert tressette.parse_rules({"target": target}).target == target


@pytest.mark.parametrize(
    "data",
    [
        {"target": 7},
        {"target": "21"},
        {"target": True},
        {"target": [21]},
        {"target": None},
        {"name": "terziglio"},
        {"name": ["pairs"]},
        {"version": 2},
        {"partners": True},
        {"call_out": 1},
        {"declarations": None},
        {"declaration_min_thirds": 3},
        {"name": "pairs", "redeal_poor_hand": False},
        {"signals": True},
        {"name": "individuals", "signals": True},
        {"coda": True},
    ],
    ids=str,
)
def test_rules_that_do_not_exist_are_refused(data: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match="tressette"):
        tressette.parse_rules(data)
