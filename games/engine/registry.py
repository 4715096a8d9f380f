"""The games that can be played: to add one, write its module and name it here."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import scopa, star_cards, tressette
from games.engine.core import Game

GAMES: Mapping[str, Game] = {game.name: game for game in (*scopa.GAMES, tressette, star_cards)}
