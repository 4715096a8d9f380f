"""Following suit and taking a trick, by the numbers of docs/rules/tressette.md."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import ITALIAN_DECK, Card, Suit, parse_cards
from games.engine.tressette import strength
from games.engine.tricks import Play, following, led_suit, winning_play

FOLLOWING = [
    # rule, hand, led suit, what may be played
    ("4.1-the-leader", "4D 7C 3S 10B 1D", None, "4D 7C 3S 10B 1D"),
    ("4.2", "4D 7C 3S 10B 1D", "D", "4D 1D"),
    ("4.2-only-one", "4D 7C 3S 2C", "S", "3S"),
    ("4.2-even-the-ace", "1D 1C 1S 1B", "B", "1B"),
    ("4.3-none", "4D 7C 10D 1C", "B", "4D 7C 10D 1C"),
]


@pytest.mark.parametrize(
    ("hand", "suit", "playable"), [row[1:] for row in FOLLOWING], ids=[row[0] for row in FOLLOWING]
)
def test_what_may_be_played(hand: str, suit: str | None, playable: str) -> None:
    led = Suit(suit) if suit else None
    assert following(parse_cards(hand), led) == parse_cards(playable)


def trick(*cards: Card) -> list[Play[Card]]:
    return [Play(seat, card) for seat, card in enumerate(cards)]


WINNERS = [
    # rule, cards in the order of play, the one that takes
    ("1.4-three", "2D 3D 1D 10D", "3D"),
    ("1.4-two", "1D 2D 10D 9D", "2D"),
    ("1.4-ace", "10D 1D 9D 8D", "1D"),
    ("1.4-re", "9D 10D 8D 7D", "10D"),
    ("1.4-cavallo", "8D 9D 7D 6D", "9D"),
    ("1.4-fante", "7D 8D 6D 5D", "8D"),
    ("1.4-seven", "4D 5D 6D 7D", "7D"),
    ("4.4-another-suit-never-takes", "4D 3C 3S 3B", "4D"),
    ("4.4-of-those-that-follow", "4D 3C 5D 2D", "2D"),
    ("4.4-two-players", "5D 1C", "5D"),
]


@pytest.mark.parametrize(
    ("cards", "taker"), [row[1:] for row in WINNERS], ids=[row[0] for row in WINNERS]
)
def test_who_takes(cards: str, taker: str) -> None:
    assert str(winning_play(trick(*parse_cards(cards)), strength).card) == taker


def test_the_led_suit_is_that_of_the_first_card() -> None:
    assert led_suit(trick(*parse_cards("4C 3D"))) is Suit.CUPS
    assert led_suit(()) is None


FROM_THE_TOP = ["3", "2", "1", "10", "9", "8", "7", "6", "5", "4"]


def by_definition(cards: Sequence[Card]) -> Card:
    """The card of the led suit that no other of that suit is named before."""
    suit = cards[0].text[-1]
    for rank in FROM_THE_TOP:
        for card in cards:
            if card.text == rank + suit:
                return card
    raise AssertionError("the lead is of the led suit")


@given(st.lists(st.sampled_from(ITALIAN_DECK), min_size=1, max_size=4, unique=True))
def test_the_taker_is_the_one_that_the_definition_names(cards: list[Card]) -> None:
    assert winning_play(trick(*cards), strength).card is by_definition(cards)


@given(
    st.lists(st.sampled_from(ITALIAN_DECK), min_size=1, max_size=10, unique=True),
    st.sampled_from(Suit),
)
def test_what_may_be_played_is_what_the_definition_allows(hand: list[Card], suit: Suit) -> None:
    allowed = [
        card
        for card in hand
        if card.suit is suit or not [other for other in hand if other.suit is suit]
    ]
    assert list(following(hand, suit)) == allowed
