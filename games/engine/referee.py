"""The referee of a match: what may happen when, and what happens if nobody acts.

A match is the fold of `apply` over its log. The server appends events and asks `due` when it
must append one itself; it decides nothing else. All times are integer milliseconds, UTC.
Rule numbers are those of docs/rules/scopa.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.engine import match as matches
from games.engine.core import (
    EVERYONE,
    WATCHER,
    Json,
    Notice,
    RefusalCode,
    Refused,
    Seat,
    Side,
    Transition,
    Viewer,
)
from games.engine.match import Decided, MatchState
from games.engine.registry import GAMES

GRACE_MS = 1_000
"""A limit of T still admits what is stamped before T + 1.0 s; from then on it may expire (8.2)."""

RECORD_MS = 2_000
"""The server's clock records an expiry at T + 2.0 s, so that it overtakes no move in a queue."""


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One input of a match, exactly as it is stored."""

    at: int
    kind: str
    seat: Seat | None
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Policy:
    """The clocks of a match. Logs know it by its name: other numbers need another name."""

    name: str
    move_ms: int
    """8.1."""
    interval_ms: int
    """8.5."""
    after_deal_ms: int
    """8.1: the first move clock of a deal starts so much later."""


TORNEO = Policy("torneo", move_ms=30_000, interval_ms=12_000, after_deal_ms=3_000)

POLICIES: Mapping[str, Policy] = {policy.name: policy for policy in (TORNEO,)}


class Phase(StrEnum):
    """What a match waits for."""

    DEALING = "dealing"
    PLAYING = "playing"
    INTERVAL = "interval"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Due:
    """What happens at `at` if nobody acts: a limit ends, or the server must deal."""

    at: int
    kind: str


@dataclass(frozen=True, slots=True)
class Result:
    winner: Side | None
    """None if nobody won, or not alone."""
    reason: str
    placements: tuple[int, ...] | None = None
    """Each side's place, 1 for the first, shared if equal; None if there are only two sides,
    whose winner says it all."""


@dataclass(frozen=True, slots=True)
class RefereeState:
    match: MatchState
    policy: Policy
    phase: Phase
    at: int
    """Of the latest event; it never goes back, though stamps of different servers may."""
    clock_from: int
    """When the running clock, or the wait for a deal, began."""
    ready: frozenset[Seat]
    result: Result | None
    resigned: tuple[Seat, ...] = ()
    """Who has given up, in that order; with three sides and more the others play on."""

    @property
    def game(self) -> str:
        return self.match.game

    @property
    def deal_number(self) -> int:
        """Of the deal in play or just over; while one is awaited, of that one."""
        return self.match.deal_number + (self.phase is Phase.DEALING)


def due(state: RefereeState) -> Due | None:
    """What the match waits for, with the limit T itself; None once it is finished."""
    match state.phase:
        case Phase.DEALING:
            return Due(state.clock_from, "deal")
        case Phase.PLAYING:
            return Due(state.clock_from + state.policy.move_ms, "move")
        case Phase.INTERVAL:
            return Due(state.clock_from + state.policy.interval_ms, "interval")
        case Phase.FINISHED:
            return None


# The log


def started(
    at: int, *, game: str, rules: Mapping[str, Any], seats: int, policy: str, dealer: Seat | None
) -> LogEvent:
    """The first event of a match, with its rules written out in full; raises Refused."""
    state = _start(at, game, rules, seats, policy, dealer)
    data = {
        "game": game,
        "rules": GAMES[game].rules_json(state.match.rules),
        "seats": seats,
        "policy": policy,
        "dealer": dealer,
    }
    return LogEvent(at, "started", None, data)


def dealt(at: int, deck: Sequence[Any], seed: bytes) -> LogEvent:
    """The event of a deal from this shuffled deck."""
    data = {"deck": [str(card) for card in deck], "seed": seed.hex()}
    return LogEvent(at, "dealt", None, data)


def apply(state: RefereeState | None, event: LogEvent) -> Transition:
    """The match after an event; raises Refused, and then nothing has changed.

    Only `started` goes with state None.
    """
    if state is None or event.kind == "started":
        return _apply_started(state, event)
    if state.phase is Phase.FINISHED:
        raise Refused(RefusalCode.FINISHED)
    handle = _HANDLERS.get(event.kind)
    if handle is None:
        raise Refused(RefusalCode.UNKNOWN_TYPE, f"no event is called {event.kind!r}")
    return _played_for_resigned(handle(replace(state, at=max(state.at, event.at)), event))


def replay(events: Iterable[LogEvent]) -> tuple[RefereeState, tuple[Notice, ...]]:
    """The state to which a log leads, and all that was told on the way."""
    state: RefereeState | None = None
    notices: list[Notice] = []
    for event in events:
        step = apply(state, event)
        state = step.state
        notices += step.notices
    if state is None:
        raise Refused(RefusalCode.MALFORMED, "an empty log is no match")
    return state, tuple(notices)


def _apply_started(state: RefereeState | None, event: LogEvent) -> Transition:
    if state is not None or event.kind != "started":
        raise Refused(RefusalCode.WRONG_PHASE, "a match starts once, with its first event")
    names = ("game", "rules", "seats", "policy", "dealer")
    game, rules, seats, policy, dealer = (_datum(event, name) for name in names)
    if "version" not in rules:
        # Without it a later correction of the rules would change this match.
        raise Refused(RefusalCode.MALFORMED, "the log needs the whole rules: see `started`")
    return Transition(_start(event.at, game, rules, seats, policy, dealer))


def _start(
    at: int, game: str, rules: Mapping[str, Any], seats: int, policy: str, dealer: Seat | None
) -> RefereeState:
    if policy not in POLICIES:
        raise Refused(RefusalCode.MALFORMED, f"no policy is called {policy!r}")
    try:
        opening = matches.start(game, rules, seats, dealer)
    except ValueError as error:
        raise Refused(RefusalCode.MALFORMED, str(error)) from error
    return RefereeState(
        match=opening,
        policy=POLICIES[policy],
        phase=Phase.DEALING,
        at=at,
        clock_from=at,
        ready=frozenset(),
        result=None,
    )


# What each kind of event does


def _dealt(state: RefereeState, event: LogEvent) -> Transition:
    _require(state.phase is Phase.DEALING, RefusalCode.WRONG_PHASE)
    try:
        seed = bytes.fromhex(_datum(event, "seed"))
    except ValueError as error:
        raise Refused(RefusalCode.MALFORMED, str(error)) from error
    opened = matches.deal(state.match, _datum(event, "deck"), seed)
    after = replace(state, match=opened.state, clock_from=state.at)
    if matches.to_move(opened.state) is not None:
        clock_from = state.at + state.policy.after_deal_ms
        after = replace(after, phase=Phase.PLAYING, clock_from=clock_from)
    return Transition(after, opened.notices)


def _move(state: RefereeState, event: LogEvent) -> Transition:
    seat = _seat(state, event)
    _require(state.phase is Phase.PLAYING, RefusalCode.WRONG_PHASE)
    _require(seat == matches.to_move(state.match), RefusalCode.NOT_YOUR_TURN)
    _require_in_time(state, event)
    move = GAMES[state.game].parse_move(_datum(event, "move"))
    return _played(state, matches.apply(state.match, move))


def _ready(state: RefereeState, event: LogEvent) -> Transition:
    seat = _seat(state, event)
    _require(state.phase is Phase.INTERVAL, RefusalCode.WRONG_PHASE)
    _require(_datum(event, "deal") == state.deal_number, RefusalCode.STALE)
    _require(seat not in state.ready, RefusalCode.STALE)
    _require_in_time(state, event)
    return Transition(_unless_all_ready(replace(state, ready=state.ready | {seat})))


def _unless_all_ready(state: RefereeState) -> RefereeState:
    """The interval goes on, or a deal is awaited if everyone who plays on is ready."""
    if len(state.ready.union(state.resigned)) == state.match.seats:
        return _awaiting_deal(state)
    return state


def _expiry(state: RefereeState, event: LogEvent) -> Transition:
    limit = due(state)
    if limit is None or limit.kind not in _EXPIRIES or limit.kind != _datum(event, "of"):
        raise Refused(RefusalCode.WRONG_PHASE)
    _require(event.at >= limit.at + GRACE_MS, RefusalCode.STALE)
    return _EXPIRIES[limit.kind](state)


def _expire_move(state: RefereeState) -> Transition:
    """Rule 8.3."""
    move = GAMES[state.game].automatic_move(state.match.deal)
    return _played(state, matches.apply(state.match, move, automatic=True))


def _expire_interval(state: RefereeState) -> Transition:
    """Rule 8.5."""
    return Transition(_awaiting_deal(state))


def _resigned(state: RefereeState, event: LogEvent) -> Transition:
    """Rule 7.5; with three sides and more, star-cards 10.1."""
    seat = _seat(state, event)
    told = Notice("resigned", EVERYONE, {"seat": seat})
    after = replace(state, resigned=(*state.resigned, seat))
    playing_on = [side for side, seats in enumerate(state.match.sides) if not _gone(after, seats)]
    if len(playing_on) == 1:
        level = (1,) * len(state.match.sides)
        finished = _finished(after, _result(after, Decided(level, "resigned")))
        return Transition(finished.state, (told, *finished.notices))
    if state.phase is Phase.INTERVAL:
        after = _unless_all_ready(after)
    return Transition(after, (told,))


def _gone(state: RefereeState, seats: Iterable[Seat]) -> bool:
    """A side is out of the match with the first of its seats that resigns."""
    return any(seat in state.resigned for seat in seats)


def _played_for_resigned(step: Transition) -> Transition:
    """The moves of seats that have resigned are made at once, within the event before them."""
    state, notices = step.state, step.notices
    while state.phase is Phase.PLAYING and matches.to_move(state.match) in state.resigned:
        made = _expire_move(state)
        state, notices = made.state, notices + made.notices
    return Transition(state, notices)


_HANDLERS: Mapping[str, Callable[[RefereeState, LogEvent], Transition]] = {
    "dealt": _dealt,
    "move": _move,
    "ready": _ready,
    "expiry": _expiry,
    "resigned": _resigned,
}

_EXPIRIES: Mapping[str, Callable[[RefereeState], Transition]] = {
    "move": _expire_move,
    "interval": _expire_interval,
}


def _played(state: RefereeState, step: Transition) -> Transition:
    """After a move: the same deal goes on, or the match is won, or an interval begins."""
    after = replace(state, match=step.state, clock_from=state.at)
    if matches.to_move(step.state) is not None:
        return Transition(after, step.notices)
    decided = matches.decided(step.state)
    if decided is None:
        return Transition(replace(after, phase=Phase.INTERVAL), step.notices)
    finished = _finished(after, _result(after, decided))
    return Transition(finished.state, step.notices + finished.notices)


def _result(state: RefereeState, decided: Decided) -> Result:
    """The result with those who resigned behind all others, the first to resign last."""
    order = [*reversed(state.resigned)]

    def ranking(side: Side) -> tuple[int, int]:
        left = [1 + order.index(seat) for seat in state.match.sides[side] if seat in order]
        return (max(left), 0) if left else (0, decided.placements[side])

    placements = matches.places([ranking(side) for side in range(len(state.match.sides))])
    winner = matches.alone_first(placements)
    if len(placements) == 2:
        return Result(winner, decided.reason)
    return Result(winner, decided.reason, placements)


def _finished(state: RefereeState, result: Result) -> Transition:
    told = Notice("finished", EVERYONE, _verdict_json(result))
    return Transition(replace(state, phase=Phase.FINISHED, result=result), (told,))


def _awaiting_deal(state: RefereeState) -> RefereeState:
    return replace(state, phase=Phase.DEALING, clock_from=state.at, ready=frozenset())


def _seat(state: RefereeState, event: LogEvent) -> Seat:
    if event.seat is None or event.seat not in range(state.match.seats):
        raise Refused(RefusalCode.NOT_SEATED)
    if event.seat in state.resigned:
        raise Refused(RefusalCode.FINISHED, "whoever has resigned has nothing more to say")
    return event.seat


def _require_in_time(state: RefereeState, event: LogEvent) -> None:
    """Rule 8.2: decided by the event's own stamp, which is its arrival."""
    limit = due(state)
    _require(limit is not None and event.at < limit.at + GRACE_MS, RefusalCode.LATE)


def _require(condition: bool, code: RefusalCode) -> None:
    if not condition:
        raise Refused(code)


def _datum(event: LogEvent, name: str) -> Any:
    try:
        return event.data[name]
    except KeyError:
        raise Refused(RefusalCode.MALFORMED, f"{event.kind} without {name}") from None


# What a seat or a watcher may know


def view(state: RefereeState, viewer: Viewer) -> dict[str, Json]:
    limit = due(state)
    shown = matches.view(state.match, viewer)
    has_clock = limit is not None and state.phase is not Phase.DEALING
    if state.phase is Phase.FINISHED and isinstance(deal := shown["deal"], dict):
        # After a resignation the deal stands where it was left: nobody is to move.
        shown["deal"] = {**deal, "turn": None, "legal": []}
    if len(state.match.sides) > 2:
        shown["resigned"] = list(state.resigned)
    return {
        **shown,
        "policy": state.policy.name,
        "phase": state.phase.value,
        "seat": None if viewer is WATCHER else viewer,
        "deadline": limit.at if limit and has_clock else None,
        "ready": sorted(state.ready),
        "result": _result_json(state, state.result) if state.result else None,
    }


def _result_json(state: RefereeState, result: Result) -> dict[str, Json]:
    return {**_verdict_json(result), "totals": list(state.match.totals)}


def _verdict_json(result: Result) -> dict[str, Json]:
    """The winner; with more than two sides also the place of each."""
    verdict: dict[str, Json] = {"winner": result.winner, "reason": result.reason}
    if result.placements is not None:
        verdict["placements"] = list(result.placements)
    return verdict
