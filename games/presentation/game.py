"""What a game provides for its page: the one interface between `page` and each game's module."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.presentation.cards import Face
from games.presentation.lines import Line
from games.presentation.people import People


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card I hold, as a button.

    `move` is what playing it at once sends. `has_options` leads to the page with `?card=…`, where
    the game's `options` are. Without either it cannot be played, and `reason` says why if there is
    more to say than that it is not my turn.
    """

    face: Face
    move: str = ""
    has_options: bool = False
    words: str = ""
    reason: str = ""
    mark: str = ""
    """Becomes `data-mark`, for the game's style; `words` say the same."""
    key: str = ""
    """Given by the page; unlike the card, it is unique in the hand."""


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """The rule set of the match in words, a sentence for each of its choices."""

    name: str
    sentences: Sequence[str]
    is_custom: bool


class GamePage(Protocol):
    """A module of functions, or a value with methods. `view` is what `referee.view` returned,
    with the players' names. What returns Any is for the game's own templates."""

    @property
    def folder(self) -> str:
        """Names `templates/games/<folder>/`, `static/css/games/<folder>.css` and, in
        `static/js/table/games/index.js`, the script. Games that share them have one folder."""

    @property
    def own_deck(self) -> str:
        """The deck it is drawn with; empty where the person chooses among the Italian ones."""

    @property
    def sorts_hand(self) -> bool:
        """Whether the game keeps the hand by suit; otherwise cards stay as they came."""

    def title(self) -> str: ...

    def card_names(self) -> dict[str, str]:
        """The name of every card by its text form, for the script."""

    def facts(self, view: Mapping[str, Any]) -> Sequence[str]:
        """Two short phrases for the bar: which deal, and what is left. The second is kept on
        phones."""

    def fit(self, view: Mapping[str, Any]) -> str:
        """`data-fit` of the page: how closely the cards must be laid, in the words of its style."""

    def status(self, view: Mapping[str, Any], people: People) -> str:
        """What the match waits for; `lines.status_words` unless the game has more to say."""

    def seat_words(self, view: Mapping[str, Any], seat: int) -> str:
        """Under a player's name: `3 cards`."""

    def seat(self, view: Mapping[str, Any], people: People, seat: int) -> Any:
        """`place.own` for `seat.html`, drawn beside the name of another player."""

    def me(self, view: Mapping[str, Any], people: People) -> Any:
        """`scene.own_me` for `me.html`: my own part of that, or my side's."""

    def table(self, view: Mapping[str, Any], people: People) -> Any:
        """`scene.table` for `table.html`: what lies in the middle."""

    def hand(self, view: Mapping[str, Any]) -> Sequence[HandCard]: ...

    def options(self, view: Mapping[str, Any], chosen: str | None) -> Any:
        """`scene.options` for `options.html`, the choices of a card that has them, or those that
        stand open without a card; None where there are none. `chosen` is anything a person may
        write after `?card=`."""

    def last_move(
        self, view: Mapping[str, Any], log: Sequence[Mapping[str, Any]], people: People
    ) -> str:
        """The sentence that stands until the next move; empty before the first."""

    def line(self, notice: Mapping[str, Any], people: People) -> Line | None:
        """A notice as a line of the log, or None for what the log does not tell; falls back on
        `lines.common_line`."""

    def sheet(self, view: Mapping[str, Any], people: People) -> Any:
        """`scene.sheet` for `sheet.html`, the score of the deal just over: `view["sheet"]`."""

    def ending(self, view: Mapping[str, Any], people: People) -> str:
        """Why the match ended as it did; `endings.ending_reason` unless it knows better."""

    def rules(self, view: Mapping[str, Any]) -> RulesInForce: ...
