"""The deck and its text."""

from __future__ import annotations

import copy
import pickle

import pytest

from games.engine.cards import ITALIAN_DECK, Suit, parse_card, parse_cards


def test_the_deck_has_ten_ranks_in_each_of_four_suits_in_order() -> None:
    assert " ".join(map(str, ITALIAN_DECK)) == (
        "1D 2D 3D 4D 5D 6D 7D 8D 9D 10D 1C 2C 3C 4C 5C 6C 7C 8C 9C 10C "
        "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S 1B 2B 3B 4B 5B 6B 7B 8B 9B 10B"
    )
    assert [card.id for card in ITALIAN_DECK] == list(range(40))
    assert sorted(parse_cards("1B 10D 1C 9D 2D")) == list(parse_cards("2D 9D 10D 1C 1B"))


def test_a_card_is_known_by_its_text() -> None:
    king = parse_card("10C")
    assert (king.rank, king.suit, king.id) == (10, Suit.CUPS, 19)
    assert parse_cards("7D 10C 1B") == (parse_card("7D"), king, parse_card("1B"))
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["", "7", "D", "0D", "11D", "7E", "7d", " 7D", "07D", "7D 1C"])
def test_any_other_text_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


def test_a_copied_card_is_the_same_card() -> None:
    seven = parse_card("7D")
    assert copy.deepcopy(seven) is seven
    assert pickle.loads(pickle.dumps(seven)) is seven
