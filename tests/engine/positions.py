"""Deals of the fishing games that begin in the middle, for tables in card text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine import scopa
from games.engine.cards import ITALIAN_DECK, parse_cards
from games.engine.core import Notice, Transition
from games.engine.scopa_rules import TOURNAMENT, Rules

SEED = bytes(32)


def deck_with(layout: str, seats: int = 2) -> list[Any]:
    """A deck that puts these four cards on the table."""
    rest = [card for card in ITALIAN_DECK if card not in parse_cards(layout)]
    dealt = scopa.PACKET * seats
    return [*rest[:dealt], *parse_cards(layout), *rest[dealt:]]


def opened(layout: str, rules: Rules, dealer: int = 0, seats: int = 2) -> Transition:
    transition = scopa.start(rules, seats, dealer, deck_with(layout, seats), SEED)
    assert isinstance(transition, Transition)
    return transition


def start(layout: str, rules: Rules = TOURNAMENT, dealer: int = 0, seats: int = 2) -> scopa.State:
    state: scopa.State = opened(layout, rules, dealer, seats).state
    return state


def late(
    *,
    layout: str,
    hands: tuple[str, ...],
    stock: str = "",
    last_capturer: int | None = 1,
    rules: Rules = TOURNAMENT,
) -> scopa.State:
    """A deal with seat 0 to move and nothing in the piles yet."""
    return replace(
        start("1D 2D 3D 4D", rules, dealer=len(hands) - 1, seats=len(hands)),
        hands=tuple(parse_cards(hand) for hand in hands),
        layout=parse_cards(layout),
        stock=parse_cards(stock),
        last_capturer=last_capturer,
    )


def play(state: scopa.State, *moves: str) -> tuple[scopa.State, list[Notice]]:
    told: list[Notice] = []
    for text in moves:
        played = scopa.apply(state, scopa.parse_move(text))
        state = played.state
        told += played.notices
    return state, told


def legal(state: scopa.State) -> str:
    return " ".join(map(str, scopa.legal_moves(state)))
