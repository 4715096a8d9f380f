"""Plays a match as a player would who sees only what the page offers."""

from random import Random
from typing import Any


def moves_offered(view: dict[str, Any]) -> list[str]:
    """The text of every legal move in a view of Scopa."""
    return [
        f"{legal['card']}x{'+'.join(take)}" if take else legal["card"]
        for legal in view["deal"]["legal"]
        for take in legal["captures"] or [[]]
    ]


def some_move(view: dict[str, Any], chance: Random) -> str:
    return chance.choice(moves_offered(view))
