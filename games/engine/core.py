"""What every game shares: seats, sides, notices, refusals and the functions a game offers.

`match` and `referee` know games only through `Game`; each game is one module that has these names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Any, Final, Protocol, TypeAlias

Seat: TypeAlias = int
"""Place in the order of play; the next seat plays after this one."""

Side: TypeAlias = int
"""One player or two partners: those who win together."""

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"


class Watcher(Enum):
    """Somebody who looks on without a seat."""

    WATCHER = "watcher"


WATCHER: Final = Watcher.WATCHER

Viewer: TypeAlias = Seat | Watcher


class Direction(StrEnum):
    """Which way the play goes round, seen from above; the page seats people accordingly."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class RefusalCode(StrEnum):
    """Why something was not done; the sender alone is told."""

    MALFORMED = "malformed"
    UNKNOWN_TYPE = "unknown_type"
    TOO_LARGE = "too_large"
    RATE_LIMITED = "rate_limited"
    NOT_SEATED = "not_seated"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    CARD_NOT_HELD = "card_not_held"
    ILLEGAL_MOVE = "illegal_move"
    LATE = "late"
    FINISHED = "finished"
    WRONG_PHASE = "wrong_phase"
    NOT_FOUND = "not_found"
    UNAVAILABLE = "unavailable"


class Refused(ValueError):
    """Nothing was changed, and `code` says why."""

    def __init__(self, code: RefusalCode, detail: str = "") -> None:
        super().__init__(detail or code.value)
        self.code = code


class IllegalMove(Refused):
    """A move that the rules do not allow now."""


EVERYONE: Final = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people are told; derived from the log, never stored."""

    kind: str
    audience: frozenset[Seat] | None
    """The seats that may know; None (EVERYONE) includes watchers."""
    data: Mapping[str, Json]

    def is_for(self, viewer: Viewer) -> bool:
        return self.audience is None or viewer in self.audience

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, **self.data}

    def adding(self, **data: Json) -> Notice:
        return replace(self, data={**data, **self.data})


@dataclass(frozen=True, slots=True)
class Transition:
    """A new state, and what is told about how it came about."""

    state: Any
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Annulled:
    """Cards that are thrown in before the first play; `dealer` deals again."""

    reason: str
    dealer: Seat
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A deal that is over: points by side, and the score sheet that explains them."""

    reason: str
    points: tuple[int, ...]
    sheet: Mapping[str, Json]
    placements: tuple[int, ...] | None = None
    """Each side's place, 1 for the first, shared if equal, where the deal decides the match;
    None where totals and a target do."""


class Game(Protocol):
    """The functions of a game's module. Rules, states, moves and cards are each game's own."""

    @property
    def name(self) -> str: ...

    @property
    def deck(self) -> Sequence[Any]:
        """Every card once, in the order from which a shuffle starts; `str` gives a card's text."""

    @property
    def direction(self) -> Direction: ...

    @property
    def presets(self) -> Mapping[str, Any]:
        """The rule sets by name."""

    @property
    def finds_dealer(self) -> bool:
        """Whether the first deal shows who deals it; else a lot is drawn before the match."""

    def parse_rules(self, data: Mapping[str, Any]) -> Any:
        """Rules from JSON; what is left out is taken from the preset. Raises ValueError."""

    def rules_json(self, rules: Any) -> dict[str, Json]:
        """What `parse_rules` reads back as the same rules."""

    def sides(self, rules: Any, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side; raises ValueError for a number of seats the rules do not know."""

    def start(
        self,
        rules: Any,
        seats: int,
        dealer: Any,
        deck: Sequence[Any],
        seed: bytes,
        totals: Sequence[int] = (),
    ) -> Transition | Annulled:
        """A deal before its first move; `seed` is for shuffles inside the deal.

        `dealer` is a seat; it is None only in the first deal of a game that `finds_dealer`, whose
        states then have it as `dealer`. `totals`, by side, are for deals that the target may end.
        """

    def to_move(self, state: Any) -> Seat | None:
        """Who decides next; None when the deal is over."""

    def legal_moves(self, state: Any) -> Sequence[Any]:
        """Every move of the seat to move, in a fixed order; empty when the deal is over."""

    def parse_move(self, text: str) -> Any:
        """The move that a text names; raises IllegalMove. `str` of a move gives the text."""

    def apply(self, state: Any, move: Any, *, automatic: bool = False) -> Transition:
        """The state after a move; raises IllegalMove. `automatic` is told, and changes no rule."""

    def automatic_move(self, state: Any, hand_order: Sequence[Any] = ()) -> Any:
        """The move that is made for a silent seat, whose screen shows `hand_order`."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Json]:
        """What `viewer` may know of the deal."""

    def outcome(self, state: Any) -> Outcome | None:
        """How the deal ended; None while it runs."""
