"""What the referee keeps of a match, and the small questions and changes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.engine.core import EVERYONE, Json, Notice, RefusalCode, Refused, Seat, Side
from games.engine.match import MatchState
from games.engine.policies import Policy


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One input of a match, exactly as it is stored."""

    at: int
    kind: str
    seat: Seat | None
    data: Mapping[str, Any]


class Phase(StrEnum):
    """What a match waits for."""

    STARTING = "starting"
    DEALING = "dealing"
    PLAYING = "playing"
    INTERVAL = "interval"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Result:
    winner: Side | None
    """None if nobody won, or not alone."""
    reason: str
    placements: tuple[int, ...] | None = None
    """Each side's place, 1 for the first, shared if equal; None if there are only two sides,
    whose winner says it all."""
    away: tuple[Seat, ...] = ()
    """Of a void match: whose seats were away at that moment."""

    @property
    def is_void(self) -> bool:
        """Whether the match counts for nobody."""
        return self.winner is None and self.placements is None


@dataclass(frozen=True, slots=True)
class Clock:
    """The move clock of the seat to move."""

    seat: Seat
    since: int | None
    """Since when it runs, which after a deal lies ahead; None while it stands."""
    spent: int = 0
    """Of the move's time, before `since`; less than nothing after a compensation."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A drop that lasts."""

    since: int
    until: int
    is_invited: bool = False
    has_left: bool = False
    has_lapsed: bool = False
    """Too late to come back, while another's time still runs (4.5)."""

    @property
    def limit(self) -> str:
        return "invitation" if self.is_invited else "drop"


@dataclass(frozen=True, slots=True)
class Person:
    """What the referee keeps of a seat."""

    absence: Absence | None = None
    drops: int = 0
    automatic: int = 0
    """Moves that the clock made for the seat, in a row."""
    forfeited: str | None = None
    """Why the seat plays no longer."""
    has_paused: bool = False
    order: tuple[str, ...] = ()
    """The hand as the seat's screen shows it, if it has said so (2.3)."""


@dataclass(frozen=True, slots=True)
class Pause:
    seat: Seat
    until: int


@dataclass(frozen=True, slots=True)
class Seal:
    """The server's secret for a deal, and what the seats add to it (docs/protocol.md)."""

    deal: int
    seed: bytes
    entropies: tuple[bytes, ...]
    attempts: int = 0
    """How often it was dealt from: once, and once more for each deal that was annulled."""


@dataclass(frozen=True, slots=True)
class RefereeState:
    match: MatchState
    policy: Policy
    phase: Phase
    at: int
    """Of the latest event; it never goes back, though stamps of different servers may."""
    clock_from: int
    """When the phase's own limit began: that of the start and of the interval."""
    people: tuple[Person, ...]
    is_sealing: bool
    """Whether each deal's seed is sealed before; logs of the first kind have no seals."""
    clock: Clock | None = None
    """None while nobody is to move."""
    banks: tuple[int, ...] | None = None
    """What is left to each seat, that of the running clock as it was when it began (3.1)."""
    idle_from: int = 0
    """Since when nobody has moved, for 2.6; a compensation moves it on."""
    pressed: frozenset[Seat] = frozenset()
    ready: frozenset[Seat] = frozenset()
    resigning: frozenset[Seat] = frozenset()
    """Who proposes to the partner to give up (5.2)."""
    out: tuple[Seat, ...] = ()
    """Who has forfeited or given up, in that order; with three sides the others play on."""
    pause: Pause | None = None
    seal: Seal | None = None
    """Of the deal in play, or of the next one; None until the next is sealed."""
    revealed: Seal | None = None
    """Of the latest deal that is over."""
    outages: frozenset[str] = frozenset()
    """For which of the server's outages this match was compensated (4.7)."""
    result: Result | None = None

    @property
    def game(self) -> str:
        return self.match.game

    @property
    def deal_number(self) -> int:
        """Of the deal in play or just over; while one is awaited, of that one."""
        return self.match.deal_number + (self.phase in (Phase.STARTING, Phase.DEALING))

    @property
    def next_deal(self) -> int:
        """Of the deal that comes next, which is not yet dealt."""
        return self.match.deal_number + 1

    @property
    def awaits_seal(self) -> bool:
        """Whether the server must seal the seed of the next deal now."""
        between = (Phase.STARTING, Phase.DEALING, Phase.INTERVAL)
        return self.is_sealing and self.seal is None and self.phase in between

    @property
    def is_watched(self) -> bool:
        """Whether it matters who is there: from the first deal to the end, if at all (4.1)."""
        has_begun = self.phase in (Phase.PLAYING, Phase.INTERVAL)
        return has_begun and self.policy.drop_ms is not None

    def is_absent(self, seat: Seat) -> bool:
        return self.people[seat].absence is not None

    def is_out(self, seat: Seat) -> bool:
        return seat in self.out


def seats_in(state: RefereeState) -> list[Seat]:
    return [seat for seat in range(state.match.seats) if seat not in state.out]


def seats_away(state: RefereeState) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats_in(state) if state.is_absent(seat))


def sides_in(state: RefereeState) -> list[Side]:
    """The sides that play on: a side is out with the first of its seats (7.1)."""
    sides = enumerate(state.match.sides)
    return [side for side, seats in sides if not set(seats) & set(state.out)]


def side_of(state: RefereeState, seat: Seat) -> Side:
    return next(side for side, seats in enumerate(state.match.sides) if seat in seats)


def is_missed(state: RefereeState, side: Side) -> bool:
    """Whether somebody of the side is away, and may still come back or not."""
    return any(state.is_absent(seat) for seat in state.match.sides[side])


def has_lapsed(state: RefereeState, side: Side) -> bool:
    absences = (state.people[seat].absence for seat in state.match.sides[side])
    return any(absence is not None and absence.has_lapsed for absence in absences)


def with_person(state: RefereeState, seat: Seat, **changes: Any) -> RefereeState:
    return replace(
        state, people=replaced(state.people, seat, replace(state.people[seat], **changes))
    )


def replaced(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def tell(kind: str, **data: Json) -> Notice:
    return Notice(kind, EVERYONE, data)


def require(condition: bool, code: RefusalCode) -> None:
    if not condition:
        raise Refused(code)


def require_present(state: RefereeState, seat: Seat) -> None:
    """Whoever acts has come back first: the server writes that before (4.2)."""
    require(not state.is_absent(seat), RefusalCode.WRONG_PHASE)


def acting_seat(state: RefereeState, event: LogEvent) -> Seat:
    if event.seat is None or event.seat not in range(state.match.seats):
        raise Refused(RefusalCode.NOT_SEATED)
    if event.seat in state.out:
        raise Refused(RefusalCode.FINISHED, "whoever is out has nothing more to say")
    return event.seat


def datum(event: LogEvent, name: str) -> Any:
    try:
        return event.data[name]
    except KeyError:
        raise Refused(RefusalCode.MALFORMED, f"{event.kind} without {name}") from None


def hex_datum(event: LogEvent, name: str) -> bytes:
    try:
        return bytes.fromhex(datum(event, name))
    except (TypeError, ValueError) as error:
        raise Refused(RefusalCode.MALFORMED, str(error)) from error
