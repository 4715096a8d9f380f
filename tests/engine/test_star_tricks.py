"""What may be played and what wins a trick, by the numbers of docs/rules/star-cards.md."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.star_tricks import (
    STAR_DECK,
    By,
    Card,
    cards,
    faces,
    led_colour,
    parse_card,
    parse_face,
    playable,
    trick_winner,
)

FOLLOW = [
    # rule, trick, hand, what may be played
    ("3.2-nothing-led", "", "B2 R6 X", "B2 R6 X"),
    ("3.2-rest-led", "X", "Y6 B1 X", "Y6 B1 X"),
    ("3.2-the-first-colour-after-rest", "X Y3", "Y6 B1", "Y6"),
    ("3.2-two-rests", "X X G1", "Y6 G4 G4", "G4 G4"),
    ("3.3", "B4", "B2 R6", "B2"),
    ("3.3-not-the-second-colour", "B4 R5", "R6 B2", "B2"),
    ("3.4", "Y3", "Y6 B1 X", "Y6 X"),
    ("3.4-rest-alone", "Y3", "X", "X"),
    ("3.5", "B4", "R5 Y1", "R5 Y1"),
    ("3.5-with-rest", "B4", "R5 X", "R5 X"),
    ("3.5-super-trump-follows-too", "R1", "R2 G3", "R2"),
    ("6.2-drawn-before", "B4", "R1 B2 Y3 X", "B2 X"),
]


@pytest.mark.parametrize(
    ("trick", "hand", "allowed"), [row[1:] for row in FOLLOW], ids=[row[0] for row in FOLLOW]
)
def test_what_may_be_played(trick: str, hand: str, allowed: str) -> None:
    assert " ".join(faces(playable(cards(hand), cards(trick)))) == allowed


SUPER, TRUMP, LED = By.SUPER_TRUMP, By.TRUMP, By.LED_COLOUR

WINNERS = [
    # rule, trump card, trick, who wins by place, why
    ("4.1", "G3", "B6 G1 B5", 1, TRUMP),
    ("4.1-rest-on-top", "X", "B6 G1 B5", 0, LED),
    ("4.1-higher-trump", "X", "R1 R2", 1, LED),
    ("4.1-highest-trump", "G6", "B6 G1 G5", 2, TRUMP),
    ("4.1-trump-led", "Y1", "Y5 X B6", 0, TRUMP),
    ("4.2", "G3", "R6 G3 G6", 1, SUPER),
    ("4.2-led", "G3", "G3 G6 G5", 0, SUPER),
    ("4.2-other-rank", "G3", "R6 G4 R5", 1, TRUMP),
    ("4.2-other-colour", "G3", "R6 B3 R5", 0, LED),
    ("4.3", "G3", "R4 R6 R4", 2, SUPER),
    ("4.3-above-trump", "G3", "R4 G6 R4", 2, SUPER),
    ("4.3-neither-trump-nor-led", "G6", "R2 Y2 R6 Y2", 3, SUPER),
    ("4.3-rest-makes-none", "X", "X B1 X", 1, LED),
    ("4.4-led", "G3", "B4 B2 R5", 0, LED),
    ("4.4-not-the-highest-of-another", "G3", "B1 R6 Y6", 0, LED),
    ("4.4-the-last-super-trump", "G3", "R5 R5 G3 R6", 2, SUPER),
    ("4.4-the-last-super-trump-of-another-kind", "G3", "R5 G3 R6 R5", 3, SUPER),
    ("4.4-two-pairs", "G6", "R2 Y2 R2 Y2", 3, SUPER),
    ("4.5-rest-led", "R2", "X Y3 Y6", 2, LED),
    ("4.5-one-colour", "G6", "X X R1", 2, LED),
]


@pytest.mark.parametrize(
    ("trump", "trick", "place", "by"), [row[1:] for row in WINNERS], ids=[row[0] for row in WINNERS]
)
def test_who_wins(trump: str, trick: str, place: int, by: By) -> None:
    (top,) = cards(trump)
    win = trick_winner(top, cards(trick))
    assert win is not None
    assert (win.place, win.by) == (place, by)


@pytest.mark.parametrize("trump", ["G3", "X"])
def test_4_5_nobody_wins_a_trick_of_rest_cards(trump: str) -> None:
    (top,) = cards(trump)
    assert trick_winner(top, cards("X X X")) is None


def by_definition(trump: str, trick: Sequence[str]) -> int | None:
    """The winner's place, with a trick as plain text and every rule tried in turn."""
    for place in reversed(range(len(trick))):
        if trick[place] != "X" and trick[place] in [trump, *trick[:place]]:
            return place
    led = "".join(trick).replace("X", "")[:1]
    for colour in trump[0], led:
        for rank in "654321":
            if colour != "X" and colour + rank in trick:
                return trick.index(colour + rank)
    return None


tricks = st.lists(st.sampled_from(STAR_DECK), min_size=1, max_size=5, unique=True)
few = st.lists(
    st.sampled_from([card for card in STAR_DECK if card.rank < 3]),
    min_size=2,
    max_size=5,
    unique=True,
)


@given(tricks | few)
def test_the_winner_is_the_one_by_definition(some: list[Card]) -> None:
    trump, *trick = some
    win = trick_winner(trump, trick)
    assert (win.place if win else None) == by_definition(trump.face, faces(trick))


@given(tricks, tricks)
def test_there_is_always_something_to_play(hand: list[Card], trick: list[Card]) -> None:
    allowed = playable(hand, trick)
    led = led_colour(trick)
    following = [card for card in hand if card.colour is led and led is not None]
    assert allowed
    assert set(allowed) == {*following, *(card for card in hand if card.is_rest or not following)}


# The cards


def test_1_2_the_deck_has_54_cards() -> None:
    counts = Counter(faces(STAR_DECK))
    assert len(STAR_DECK) == 54
    assert counts.pop("X") == 6
    assert set(counts) == {f"{colour}{rank}" for colour in "RYBG" for rank in range(1, 7)}
    assert set(counts.values()) == {2}


def test_1_3_a_back_shows_the_colour_or_rest() -> None:
    assert [card.back for card in cards("R1 Y2 B3 G4 X")] == ["R", "Y", "B", "G", "X"]


def test_1_5_every_copy_has_a_text_of_its_own() -> None:
    assert [str(card) for card in cards("R4 X R4 X")] == ["R4a", "Xa", "R4b", "Xb"]
    assert [parse_card(str(card)) for card in STAR_DECK] == list(STAR_DECK)


def test_a_copied_card_is_the_same_object() -> None:
    (card,) = cards("R4")
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize("text", ["", "R", "R0", "R7", "r4", "4R", "X1", "Xg", "R4c", "7D"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)
    with pytest.raises(ValueError, match="not the face"):
        parse_face(text)


def test_there_are_no_more_copies_than_in_the_deck() -> None:
    with pytest.raises(ValueError, match="left"):
        cards("R4 R4 R4")
