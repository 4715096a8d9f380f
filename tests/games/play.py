"""Plays a match of any game as a player would who sees only what the page offers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tests.engine.kit import Format, formats

Offer = Mapping[str, Any]
"""An entry of `legal`."""


def _fishing(offer: Offer) -> Iterator[str]:
    for take in offer["captures"] or [[]]:
        yield f"{offer['card']}x{'+'.join(take)}" if take else offer["card"]


def _tressette(offer: Offer) -> Iterator[str]:
    yield offer["card"]
    for signal in offer.get("signals", []):
        yield f"{offer['card']}:{signal}"


def _star_cards(offer: Offer) -> Iterator[str]:
    yield offer["move"]
    if offer.get("stay"):
        yield offer["stay"]


TEXTS: Mapping[str, Callable[[Offer], Iterator[str]]] = {
    "scopa": _fishing,
    "escoba": _fishing,
    "scopa15": _fishing,
    "tressette": _tressette,
    "star-cards": _star_cards,
}
"""The moves of an entry of `legal`, by game."""


def moves_offered(view: Mapping[str, Any]) -> list[str]:
    """The text of every legal move in a view."""
    return [text for offer in view["deal"]["legal"] for text in TEXTS[view["game"]](offer)]


def some_move(view: Mapping[str, Any], chance: Random) -> str:
    return chance.choice(moves_offered(view))


def shortest(way: Format) -> Format:
    """The same rules with the nearest target that they know; None is one deal."""
    for target in (None, 7, 11):
        rules = {**way.rules, "target": target}
        try:
            way.game.parse_rules(rules)
        except ValueError:
            continue
        return replace(way, rules=rules)
    raise AssertionError(f"{way} knows no near target")


def short_formats(*, seats: tuple[int, ...] = (2, 3, 4)) -> list[Format]:
    """Every rule set of every game with these numbers of seats, to the nearest target."""
    return [shortest(way) for way in formats() if way.seats in seats]
