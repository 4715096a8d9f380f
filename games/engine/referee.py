"""The referee of a match: what may happen when, and what happens if nobody acts.

A match is the fold of `apply` over its log. The server appends events and asks `due` when it
must append one itself; it decides nothing else. All times are integer milliseconds, UTC.
Rule numbers are those of docs/rules/clocks.md, unless another document is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.engine import match as matches
from games.engine import policies, shuffle
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
from games.engine.policies import Policy
from games.engine.registry import GAMES

GRACE_MS = 1_000
"""A limit of T still admits what is stamped before T + 1.0 s; from then on it may expire (2.2)."""

RECORD_MS = 2_000
"""The server's clock records an expiry at T + 2.0 s, so that it overtakes no move in a queue."""

SEEMS_AWAY = 3
"""2.4: after so many automatic moves in a row the others are told."""

SHUFFLES = 2
"""The way of shuffling of new logs: with a seed sealed before the deal (docs/protocol.md)."""


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
class Due:
    """What happens at `at` if nobody acts: a limit ends, or the server must deal."""

    at: int
    kind: str
    seat: Seat | None = None
    """Whose limit it is, where it is one seat's."""


@dataclass(frozen=True, slots=True)
class Result:
    winner: Side | None
    """None if nobody won, or not alone."""
    reason: str
    placements: tuple[int, ...] | None = None
    """Each side's place, 1 for the first, shared if equal; None if there are only two sides,
    whose winner says it all."""

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
    moved_at: int = 0
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


# What is due


def due(state: RefereeState) -> Due | None:
    """What the match waits for next, with the limit T itself; None once it is finished."""
    return min(dues(state), key=lambda limit: limit.at, default=None)


def dues(state: RefereeState) -> Iterator[Due]:
    """Every limit that runs; of equal ones the first counts, which is the lower seat's (4.5)."""
    if state.phase is Phase.FINISHED:
        return
    yield from _dues_of_phase(state)
    for seat, person in enumerate(state.people):
        if person.absence is not None and not person.absence.has_lapsed:
            yield Due(person.absence.until, person.absence.limit, seat)
    if state.pause is not None:
        yield Due(state.pause.until, "pause", state.pause.seat)


def _dues_of_phase(state: RefereeState) -> Iterator[Due]:
    policy = state.policy
    match state.phase:
        case Phase.STARTING:
            assert policy.start_ms is not None
            yield Due(state.clock_from + policy.start_ms, "start")
        case Phase.DEALING:
            yield Due(state.clock_from, "deal")
        case Phase.PLAYING:
            yield from _dues_of_clock(state)
        case Phase.INTERVAL:
            yield Due(state.clock_from + policy.interval_ms, "interval")
    if policy.idle_ms is not None and state.phase in (Phase.PLAYING, Phase.INTERVAL):
        yield Due(state.moved_at + policy.idle_ms, "idle")


def _dues_of_clock(state: RefereeState) -> Iterator[Due]:
    clock = state.clock
    if clock is None or clock.since is None:
        return
    if state.policy.move_ms is not None:
        yield Due(clock.since + state.policy.move_ms - clock.spent, "move", clock.seat)
    if state.banks is not None:
        yield Due(clock.since + state.banks[clock.seat], "bank", clock.seat)


# The log


def started(
    at: int,
    *,
    game: str,
    rules: Mapping[str, Any],
    seats: int,
    policy: Policy,
    dealer: Seat | None,
) -> LogEvent:
    """The first event of a match, with rules and policy written out in full; raises Refused."""
    data = {
        "game": game,
        "rules": rules,
        "seats": seats,
        "policy": policies.policy_json(policy),
        "dealer": dealer,
        "shuffles": SHUFFLES,
    }
    state = _start(LogEvent(at, "started", None, data))
    whole = GAMES[game].rules_json(state.match.rules)
    return LogEvent(at, "started", None, {**data, "rules": whole})


def sealed(at: int, deal: int, seed: bytes) -> LogEvent:
    """The event that fixes the server's secret seed for this deal, before anybody adds to it."""
    return LogEvent(at, "sealed", None, {"deal": deal, "seed": seed.hex()})


def dealt(at: int, deck: Sequence[Any], seed: bytes) -> LogEvent:
    """The event of a deal from this shuffled deck."""
    data = {"deck": [str(card) for card in deck], "seed": seed.hex()}
    return LogEvent(at, "dealt", None, data)


def expiry(at: int, limit: Due) -> LogEvent:
    """The event that a limit has passed."""
    return LogEvent(at, "expiry", limit.seat, {"of": limit.kind})


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
    return _played_for_those_out(handle(replace(state, at=max(state.at, event.at)), event))


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
    if "version" not in _datum(event, "rules"):
        # Without it a later correction of the rules would change this match.
        raise Refused(RefusalCode.MALFORMED, "the log needs the whole rules: see `started`")
    return Transition(_start(event))


def _start(event: LogEvent) -> RefereeState:
    names = ("game", "rules", "seats", "policy", "dealer")
    game, rules, seats, policy_data, dealer = (_datum(event, name) for name in names)
    try:
        policy = policies.parse_policy(policy_data)
        opening = matches.start(game, rules, seats, dealer)
    except (TypeError, ValueError) as error:
        raise Refused(RefusalCode.MALFORMED, str(error)) from error
    return RefereeState(
        match=opening,
        policy=policy,
        phase=Phase.DEALING if policy.start_ms is None else Phase.STARTING,
        at=event.at,
        clock_from=event.at,
        people=(Person(),) * opening.seats,
        is_sealing="shuffles" in event.data,
        banks=None if policy.bank_ms is None else (policy.bank_ms,) * opening.seats,
        moved_at=event.at,
    )


# The start, the deals and the intervals


def _start_pressed(state: RefereeState, event: LogEvent) -> Transition:
    """1.1."""
    seat = _seat(state, event)
    _require(state.phase is Phase.STARTING, RefusalCode.WRONG_PHASE)
    _require(seat not in state.pressed, RefusalCode.STALE)
    _require_in_time(state, event, "start")
    after = _with_entropy(replace(state, pressed=state.pressed | {seat}), seat, event)
    return _unless_all_pressed(after, _told("pressed", seat=seat))


def _unless_all_pressed(state: RefereeState, *told: Notice) -> Transition:
    """The start goes on, or the first deal is awaited if everyone who plays has pressed."""
    if len(state.pressed.union(state.out)) < state.match.seats:
        return Transition(state, told)
    return Transition(_awaiting_deal(state), (*told, _told("begun")))


def _sealed(state: RefereeState, event: LogEvent) -> Transition:
    _require(state.awaits_seal, RefusalCode.WRONG_PHASE)
    deal, seed = _datum(event, "deal"), _hex(event, "seed")
    _require(deal == state.next_deal, RefusalCode.STALE)
    _require(len(seed) == shuffle.SEED_BYTES, RefusalCode.MALFORMED)
    seal = Seal(deal, seed, entropies=(b"",) * state.match.seats)
    told = _told("sealed", deal=deal, commitment=shuffle.commitment(seed))
    return Transition(replace(state, seal=seal), (told,))


def _with_entropy(state: RefereeState, seat: Seat, event: LogEvent) -> RefereeState:
    """What a browser adds to the shuffle; nothing if it has no scripts."""
    if state.seal is None:
        return state
    entropy = _hex(event, "entropy") if event.data.get("entropy") else b""
    _require(len(entropy) <= shuffle.MAX_ENTROPY_BYTES, RefusalCode.MALFORMED)
    entropies = _replaced(state.seal.entropies, seat, entropy)
    return replace(state, seal=replace(state.seal, entropies=entropies))


def _dealt(state: RefereeState, event: LogEvent) -> Transition:
    _require(state.phase is Phase.DEALING, RefusalCode.WRONG_PHASE)
    seed = _hex(event, "seed")
    if state.is_sealing:
        _require(state.seal is not None, RefusalCode.WRONG_PHASE)
        assert state.seal is not None
        sealed_seed = shuffle.attempt_seed(state.seal.seed, state.seal.attempts)
        _require(seed == sealed_seed, RefusalCode.MALFORMED)
        state = replace(state, seal=replace(state.seal, attempts=state.seal.attempts + 1))
    opened = matches.deal(state.match, _datum(event, "deck"), seed)
    after = replace(state, match=opened.state, clock_from=state.at, moved_at=state.at)
    if matches.to_move(opened.state) is not None:
        after = _to_move(after, since=state.at + state.policy.after_deal_ms)
    return Transition(after, opened.notices)


def _ready(state: RefereeState, event: LogEvent) -> Transition:
    """2.5."""
    seat = _seat(state, event)
    _require(state.phase is Phase.INTERVAL, RefusalCode.WRONG_PHASE)
    _require(_datum(event, "deal") == state.deal_number, RefusalCode.STALE)
    _require(seat not in state.ready, RefusalCode.STALE)
    _require_in_time(state, event, "interval")
    after = _with_entropy(replace(state, ready=state.ready | {seat}), seat, event)
    return Transition(_unless_all_ready(after), (_told("made_ready", seat=seat),))


def _unless_all_ready(state: RefereeState) -> RefereeState:
    """The interval goes on, or a deal is awaited if all who are there are ready (2.5)."""
    there = {seat for seat in _playing(state) if not state.is_absent(seat)}
    if state.phase is Phase.INTERVAL and there and there <= state.ready:
        return _awaiting_deal(state)
    return state


def _awaiting_deal(state: RefereeState) -> RefereeState:
    return replace(state, phase=Phase.DEALING, clock_from=state.at, ready=frozenset())


# Moves and their clock


def _move(state: RefereeState, event: LogEvent) -> Transition:
    seat = _seat(state, event)
    _require(state.phase is Phase.PLAYING and state.pause is None, RefusalCode.WRONG_PHASE)
    _require(seat == matches.to_move(state.match), RefusalCode.NOT_YOUR_TURN)
    _require_present(state, seat)
    _require_in_time(state, event, "move", "bank")
    move = GAMES[state.game].parse_move(_datum(event, "move"))
    step = matches.apply(state.match, move)
    return _played(_person(state, seat, automatic=0), step)


def _to_move(state: RefereeState, since: int) -> RefereeState:
    """The clock of the seat to move begins; it stands if the seat is not there (4.2)."""
    seat = matches.to_move(state.match)
    assert seat is not None
    clock = Clock(seat, None if state.is_absent(seat) or state.pause else since)
    return replace(state, phase=Phase.PLAYING, clock=clock)


def _stopped(state: RefereeState) -> RefereeState:
    """The clock stands, and the bank of its seat has paid for the time that it ran (3.2)."""
    clock = state.clock
    if clock is None or clock.since is None:
        return state
    ran = state.at - clock.since
    spent = clock.spent + ran
    if state.policy.move_ms is not None:
        ran = min(ran, state.policy.move_ms - clock.spent)
        spent = min(spent, state.policy.move_ms)
    banks = state.banks
    if banks is not None:
        banks = _replaced(banks, clock.seat, max(0, banks[clock.seat] - max(0, ran)))
    return replace(state, banks=banks, clock=replace(clock, since=None, spent=spent))


def _running(state: RefereeState) -> RefereeState:
    """The clock goes on, unless its seat is not there or the match pauses."""
    clock = state.clock
    if clock is None or clock.since is not None or state.is_absent(clock.seat) or state.pause:
        return state
    return replace(state, clock=replace(clock, since=state.at))


def _played(state: RefereeState, step: Transition) -> Transition:
    """After a move: the same deal goes on, or the match is won, or an interval begins."""
    after = replace(_stopped(state), match=step.state, clock=None, moved_at=state.at)
    if matches.to_move(step.state) is not None:
        return Transition(_to_move(after, since=state.at), step.notices)
    decided = matches.decided(step.state)
    if decided is not None:
        finished = _finished(after, _result(after, decided))
        return Transition(finished.state, step.notices + finished.notices)
    interval = replace(
        after, phase=Phase.INTERVAL, clock_from=state.at, revealed=after.seal, seal=None
    )
    return Transition(interval, step.notices + _revealed(after))


def _revealed(state: RefereeState) -> tuple[Notice, ...]:
    """What is told of the shuffle of a deal that is over."""
    if state.seal is None or not state.seal.attempts:
        return ()
    return (Notice("revealed", EVERYONE, _seal_json(state.seal)),)


def _automatic(state: RefereeState) -> Transition:
    """2.3."""
    seat = matches.to_move(state.match)
    assert seat is not None
    order = matches.in_shown_order(state.match, seat, state.people[seat].order)
    move = GAMES[state.game].automatic_move(state.match.deal, order)
    return _played(state, matches.apply(state.match, move, automatic=True))


def _played_for_those_out(step: Transition) -> Transition:
    """The moves of seats that play no longer are made at once, within the event before (7.2)."""
    state, notices = step.state, step.notices
    while _waits_for_one_out(state):
        made = _automatic(state)
        state, notices = made.state, notices + made.notices
    return Transition(state, notices)


def _waits_for_one_out(state: RefereeState) -> bool:
    is_played = state.phase is Phase.PLAYING and state.pause is None
    return is_played and matches.to_move(state.match) in state.out


def _ordered(state: RefereeState, event: LogEvent) -> Transition:
    """2.3: whoever sorts the hand says so."""
    seat = _seat(state, event)
    cards = _datum(event, "cards")
    is_list = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
    _require(is_list and len(cards) <= len(GAMES[state.game].deck), RefusalCode.MALFORMED)
    return Transition(_person(state, seat, order=tuple(cards)))


# What passes


def _expiry(state: RefereeState, event: LogEvent) -> Transition:
    limit = due(state)
    if limit is None or limit.kind not in _EXPIRIES or limit.kind != _datum(event, "of"):
        raise Refused(RefusalCode.WRONG_PHASE)
    _require(event.seat is None or event.seat == limit.seat, RefusalCode.WRONG_PHASE)
    _require(event.at >= limit.at + GRACE_MS, RefusalCode.STALE)
    return _EXPIRIES[limit.kind](state, limit)


def _expire_start(state: RefereeState, limit: Due) -> Transition:
    """1.2, 1.3."""
    missing = [seat for seat in _playing(state) if seat not in state.pressed]
    left = [side for side in _sides_in(state) if not set(state.match.sides[side]) & set(missing)]
    if state.policy.is_lenient or not left:
        return _void(state, "start")
    told = tuple(_told("forfeited", seat=seat, reason="start") for seat in missing)
    after = state
    for seat in missing:
        after = _gone(after, seat, "start")
    if len(left) == 1:
        return _won_by_forfeit(after, "start", told)
    return _unless_all_pressed(after, *told)


def _expire_move(state: RefereeState, limit: Due) -> Transition:
    """2.3, 2.4."""
    seat = limit.seat
    assert seat is not None
    in_a_row = state.people[seat].automatic + 1
    made = _automatic(_person(state, seat, automatic=in_a_row))
    if made.state.phase is Phase.FINISHED:
        return made
    if in_a_row == state.policy.automatic_limit:
        ended = _void(made.state, "away")
        return Transition(ended.state, made.notices + ended.notices)
    if in_a_row == SEEMS_AWAY:
        told = _told("seems_away", seat=seat, moves=in_a_row)
        return Transition(made.state, (*made.notices, told))
    return made


def _expire_bank(state: RefereeState, limit: Due) -> Transition:
    """3.3."""
    assert limit.seat is not None
    return _forfeited(_stopped(state), limit.seat, "bank")


def _expire_interval(state: RefereeState, limit: Due) -> Transition:
    """2.5."""
    return Transition(_awaiting_deal(state))


def _expire_absence(state: RefereeState, limit: Due) -> Transition:
    """4.2, 4.3, 4.5, 4.6."""
    seat = limit.seat
    assert seat is not None
    others = [side for side in _sides_in(state) if seat not in state.match.sides[side]]
    if len(others) > 1:
        return _forfeited(state, seat, limit.kind)
    if state.policy.is_lenient:
        return _void(state, limit.kind)
    waits = _is_missed(state, others[0]) and not state.policy.first_lapse_loses
    if not waits or _has_lapsed(state, others[0]):
        return _forfeited(state, seat, limit.kind)
    absence = state.people[seat].absence
    assert absence is not None
    lapsed = _person(state, seat, absence=replace(absence, has_lapsed=True))
    return Transition(lapsed, (_told("lapsed", seat=seat),))


def _expire_pause(state: RefereeState, limit: Due) -> Transition:
    """6.1."""
    return _resumed(state, None)


def _expire_idle(state: RefereeState, limit: Due) -> Transition:
    """2.6."""
    return _void(state, "idle")


_EXPIRIES: Mapping[str, Callable[[RefereeState, Due], Transition]] = {
    "start": _expire_start,
    "move": _expire_move,
    "bank": _expire_bank,
    "interval": _expire_interval,
    "drop": _expire_absence,
    "invitation": _expire_absence,
    "pause": _expire_pause,
    "idle": _expire_idle,
}


# Who is there


def _drop(state: RefereeState, event: LogEvent) -> Transition:
    """4.1, 4.2, 4.4."""
    seat = _seat(state, event)
    policy = state.policy
    _require(state.is_watched, RefusalCode.WRONG_PHASE)
    _require(not state.is_absent(seat), RefusalCode.STALE)
    assert policy.drop_ms is not None
    drops = state.people[seat].drops + 1
    absence = Absence(state.at, state.at + policy.drop_ms, has_left=event.kind == "leave")
    told = _told(
        "dropped",
        seat=seat,
        drops=drops,
        allowed=policy.drops,
        until=absence.until,
        left=absence.has_left,
    )
    after = _person(state, seat, drops=drops, absence=absence)
    if policy.drops is not None and drops > policy.drops:
        forfeited = _forfeited(after, seat, "drops")
        return Transition(forfeited.state, (told, *forfeited.notices))
    if after.clock is not None and after.clock.seat == seat:
        after = _stopped(after)
    return Transition(_unless_all_ready(after), (told,))


def _returned(state: RefereeState, event: LogEvent) -> Transition:
    """4.2: opening the table itself resumes at once; 4.5 if another is already too late."""
    seat = _seat(state, event)
    absence = state.people[seat].absence
    _require(absence is not None, RefusalCode.STALE)
    assert absence is not None
    _require(not absence.has_lapsed, RefusalCode.LATE)
    _require(event.at < absence.until + GRACE_MS, RefusalCode.LATE)
    after = _running(_person(state, seat, absence=None))
    told = _told("returned", seat=seat)
    for other, person in enumerate(after.people):
        if person.absence is not None and person.absence.has_lapsed and not _is_awaited(after):
            lost = _forfeited(after, other, person.absence.limit)
            return Transition(lost.state, (told, *lost.notices))
    return Transition(after, (told,))


def _invited(state: RefereeState, event: LogEvent) -> Transition:
    """4.3."""
    seat = _seat(state, event)
    absence = state.people[seat].absence
    _require(state.policy.invitation_ms is not None, RefusalCode.WRONG_PHASE)
    assert state.policy.invitation_ms is not None
    _require(absence is not None and not absence.is_invited, RefusalCode.STALE)
    assert absence is not None
    _require(not absence.has_lapsed, RefusalCode.LATE)
    _require(event.at < absence.until + GRACE_MS, RefusalCode.LATE)
    until = state.at + state.policy.invitation_ms
    after = _person(state, seat, absence=replace(absence, until=until, is_invited=True))
    return Transition(after, (_told("invited", seat=seat, until=until),))


def _is_missed(state: RefereeState, side: Side) -> bool:
    """Whether somebody of the side is away, and may still come back or not."""
    return any(state.is_absent(seat) for seat in state.match.sides[side])


def _has_lapsed(state: RefereeState, side: Side) -> bool:
    absences = (state.people[seat].absence for seat in state.match.sides[side])
    return any(absence is not None and absence.has_lapsed for absence in absences)


def _is_awaited(state: RefereeState) -> bool:
    """Whether a side without a lapse still waits for somebody of its own (4.5)."""
    return any(_is_missed(state, side) for side in _sides_in(state) if not _has_lapsed(state, side))


def _compensated(state: RefereeState, event: LogEvent) -> Transition:
    """4.7: every limit that runs gets so much more, once for an outage."""
    more, outage = _datum(event, "ms"), str(_datum(event, "outage"))
    _require(isinstance(more, int) and more > 0, RefusalCode.MALFORMED)
    _require(outage not in state.outages, RefusalCode.STALE)
    after = replace(
        _clock_prolonged(state, more),
        outages=state.outages | {outage},
        people=tuple(_prolonged(person, more) for person in state.people),
        pause=state.pause and replace(state.pause, until=state.pause.until + more),
    )
    if state.phase in (Phase.STARTING, Phase.INTERVAL):
        after = replace(after, clock_from=state.clock_from + more)
    return Transition(after, (_told("compensated", ms=more, cause=_datum(event, "cause")),))


def _clock_prolonged(state: RefereeState, more: int) -> RefereeState:
    clock = state.clock
    if clock is None or clock.since is None:
        return state
    banks = state.banks
    if banks is not None:
        banks = _replaced(banks, clock.seat, banks[clock.seat] + more)
    return replace(state, banks=banks, clock=replace(clock, spent=clock.spent - more))


def _prolonged(person: Person, more: int) -> Person:
    if person.absence is None or person.absence.has_lapsed:
        return person
    return replace(person, absence=replace(person.absence, until=person.absence.until + more))


# Pauses


def _paused(state: RefereeState, event: LogEvent) -> Transition:
    """6.1."""
    seat = _seat(state, event)
    _require(state.policy.pause_ms is not None, RefusalCode.WRONG_PHASE)
    assert state.policy.pause_ms is not None
    _require(state.phase is Phase.PLAYING and state.pause is None, RefusalCode.WRONG_PHASE)
    _require(not state.people[seat].has_paused, RefusalCode.WRONG_PHASE)
    _require_present(state, seat)
    pause = Pause(seat, state.at + state.policy.pause_ms)
    after = replace(_stopped(_person(state, seat, has_paused=True)), pause=pause)
    return Transition(after, (_told("paused", seat=seat, until=pause.until),))


def _resume(state: RefereeState, event: LogEvent) -> Transition:
    """6.1: whoever paused may go on before the time."""
    seat = _seat(state, event)
    _require(state.pause is not None and state.pause.seat == seat, RefusalCode.WRONG_PHASE)
    return _resumed(state, seat)


def _resumed(state: RefereeState, seat: Seat | None) -> Transition:
    return Transition(_running(replace(state, pause=None)), (_told("resumed", seat=seat),))


# Giving up, and the end


def _resigned(state: RefereeState, event: LogEvent) -> Transition:
    """5.1, 5.2."""
    seat = _seat(state, event)
    partners = frozenset(state.match.sides[_side_of(state, seat)])
    proposing = (state.resigning & partners) | {seat}
    if not state.policy.partner_consents or proposing == partners:
        return _forfeited(state, seat, "resigned")
    _require(seat not in state.resigning, RefusalCode.STALE)
    told = Notice("resign_proposed", partners, {"seat": seat})
    return Transition(replace(state, resigning=state.resigning | {seat}), (told,))


def _declined(state: RefereeState, event: LogEvent) -> Transition:
    """5.2: either partner takes the proposal back."""
    seat = _seat(state, event)
    partners = frozenset(state.match.sides[_side_of(state, seat)])
    _require(bool(state.resigning & partners), RefusalCode.WRONG_PHASE)
    told = Notice("resign_declined", partners, {"seat": seat})
    return Transition(replace(state, resigning=state.resigning - partners), (told,))


def _ended(state: RefereeState, event: LogEvent) -> Transition:
    """4.6."""
    seat = _seat(state, event)
    others_away = any(state.is_absent(other) for other in _playing(state) if other != seat)
    _require(state.policy.is_lenient and others_away, RefusalCode.WRONG_PHASE)
    _require_present(state, seat)
    return _void(state, "ended")


def _forfeited(state: RefereeState, seat: Seat, reason: str) -> Transition:
    """The seat plays no longer; the match ends if only one side is left (7.1, 7.2)."""
    kind = "resigned" if reason == "resigned" else "forfeited"
    data = {} if reason == "resigned" else {"reason": reason}
    told = (_told(kind, seat=seat, **data),)
    after = _gone(state, seat, reason)
    left = _sides_in(after)
    if len(left) > 1:
        if after.phase is Phase.STARTING:
            return _unless_all_pressed(after, *told)
        return Transition(_unless_all_ready(after), told)
    if reason in ("drop", "invitation", "drops") and _has_lapsed(after, left[0]):
        ended = _void(after, "both_dropped")
        return Transition(ended.state, told + ended.notices)
    return _won_by_forfeit(after, reason, told)


def _gone(state: RefereeState, seat: Seat, reason: str) -> RefereeState:
    after = _person(state, seat, forfeited=reason, absence=None)
    return replace(after, out=(*state.out, seat))


def _won_by_forfeit(state: RefereeState, reason: str, told: Sequence[Notice]) -> Transition:
    level = (1,) * len(state.match.sides)
    finished = _finished(state, _result(state, Decided(level, reason)))
    return Transition(finished.state, (*told, *finished.notices))


def _void(state: RefereeState, reason: str) -> Transition:
    """The match ends and counts for nobody."""
    return _finished(state, Result(None, reason))


def _result(state: RefereeState, decided: Decided) -> Result:
    """The result with those who are out behind all others, the first to go last (7.2)."""
    order = [*reversed(state.out)]

    def ranking(side: Side) -> tuple[int, int]:
        left = [1 + order.index(seat) for seat in state.match.sides[side] if seat in order]
        return (max(left), 0) if left else (0, decided.placements[side])

    placements = matches.places([ranking(side) for side in range(len(state.match.sides))])
    winner = matches.alone_first(placements)
    if len(placements) == 2:
        return Result(winner, decided.reason)
    return Result(winner, decided.reason, placements)


def _finished(state: RefereeState, result: Result) -> Transition:
    told = (*_revealed(state), Notice("finished", EVERYONE, _verdict_json(result)))
    after = replace(
        _stopped(state),
        phase=Phase.FINISHED,
        clock=None,
        pause=None,
        people=tuple(replace(person, absence=None) for person in state.people),
        resigning=frozenset(),
        result=result,
    )
    if state.seal is not None and state.seal.attempts:
        after = replace(after, revealed=state.seal, seal=None)
    return Transition(after, told)


_HANDLERS: Mapping[str, Callable[[RefereeState, LogEvent], Transition]] = {
    "start": _start_pressed,
    "sealed": _sealed,
    "dealt": _dealt,
    "move": _move,
    "ready": _ready,
    "order": _ordered,
    "expiry": _expiry,
    "drop": _drop,
    "leave": _drop,
    "return": _returned,
    "invited": _invited,
    "compensated": _compensated,
    "pause": _paused,
    "resume": _resume,
    "resigned": _resigned,
    "declined": _declined,
    "ended": _ended,
}


# Small questions


def _playing(state: RefereeState) -> list[Seat]:
    return [seat for seat in range(state.match.seats) if seat not in state.out]


def _sides_in(state: RefereeState) -> list[Side]:
    """The sides that play on: a side is out with the first of its seats (7.1)."""
    sides = enumerate(state.match.sides)
    return [side for side, seats in sides if not set(seats) & set(state.out)]


def _side_of(state: RefereeState, seat: Seat) -> Side:
    return next(side for side, seats in enumerate(state.match.sides) if seat in seats)


def _person(state: RefereeState, seat: Seat, **changes: Any) -> RefereeState:
    return replace(
        state, people=_replaced(state.people, seat, replace(state.people[seat], **changes))
    )


def _replaced(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _told(kind: str, **data: Json) -> Notice:
    return Notice(kind, EVERYONE, data)


def _seat(state: RefereeState, event: LogEvent) -> Seat:
    if event.seat is None or event.seat not in range(state.match.seats):
        raise Refused(RefusalCode.NOT_SEATED)
    if event.seat in state.out:
        raise Refused(RefusalCode.FINISHED, "whoever is out has nothing more to say")
    return event.seat


def _require_present(state: RefereeState, seat: Seat) -> None:
    """Whoever acts has come back first: the server writes that before (4.2)."""
    _require(not state.is_absent(seat), RefusalCode.WRONG_PHASE)


def _require_in_time(state: RefereeState, event: LogEvent, *kinds: str) -> None:
    """2.2: decided by the event's own stamp, which is its arrival."""
    limits = [limit.at for limit in dues(state) if limit.kind in kinds]
    _require(not limits or event.at < min(limits) + GRACE_MS, RefusalCode.LATE)


def _require(condition: bool, code: RefusalCode) -> None:
    if not condition:
        raise Refused(code)


def _datum(event: LogEvent, name: str) -> Any:
    try:
        return event.data[name]
    except KeyError:
        raise Refused(RefusalCode.MALFORMED, f"{event.kind} without {name}") from None


def _hex(event: LogEvent, name: str) -> bytes:
    try:
        return bytes.fromhex(_datum(event, name))
    except (TypeError, ValueError) as error:
        raise Refused(RefusalCode.MALFORMED, str(error)) from error


# What a seat or a watcher may know


def view(state: RefereeState, viewer: Viewer) -> dict[str, Json]:
    """All that `viewer` may know; a seed only once its deal is over."""
    shown = matches.view(state.match, viewer)
    if state.phase is Phase.FINISHED and isinstance(deal := shown["deal"], dict):
        # After a forfeit the deal stands where it was left: nobody is to move.
        shown["deal"] = {**deal, "turn": None, "legal": []}
    if state.pause is not None and isinstance(deal := shown["deal"], dict):
        shown["deal"] = {**deal, "legal": []}
    if len(state.match.sides) > 2:
        shown["resigned"] = list(state.out)
    return {
        **shown,
        "policy": policies.policy_json(state.policy),
        "phase": state.phase.value,
        "seat": None if viewer is WATCHER else viewer,
        "deadline": _limit_at(state, "start", "move", "interval"),
        "clock": _clock_json(state),
        "banks": None if state.banks is None else list(state.banks),
        "bank_deadline": _limit_at(state, "bank"),
        "started": sorted(state.pressed),
        "ready": sorted(state.ready),
        "people": [_person_json(person) for person in state.people],
        "pause": _pause_json(state.pause),
        "paused": [seat for seat, person in enumerate(state.people) if person.has_paused],
        "resigning": _resigning_json(state, viewer),
        "shuffle": _shuffle_json(state.seal),
        "revealed": None if state.revealed is None else _seal_json(state.revealed),
        "result": _result_json(state, state.result) if state.result else None,
    }


def _limit_at(state: RefereeState, *kinds: str) -> int | None:
    return min((limit.at for limit in dues(state) if limit.kind in kinds), default=None)


def _clock_json(state: RefereeState) -> Json:
    """Of the move's time, what was left when the clock last began to run or to stand."""
    clock, limit = state.clock, state.policy.move_ms
    if clock is None or limit is None:
        return None
    running = clock.since is not None
    return {"seat": clock.seat, "left": limit - clock.spent, "running": running}


def _person_json(person: Person) -> Json:
    return {
        "absent": _absence_json(person.absence),
        "drops": person.drops,
        "automatic": person.automatic,
        "forfeited": person.forfeited,
    }


def _absence_json(absence: Absence | None) -> Json:
    if absence is None:
        return None
    return {
        "since": absence.since,
        "until": absence.until,
        "invited": absence.is_invited,
        "left": absence.has_left,
        "lapsed": absence.has_lapsed,
    }


def _pause_json(pause: Pause | None) -> Json:
    return None if pause is None else {"seat": pause.seat, "until": pause.until}


def _resigning_json(state: RefereeState, viewer: Viewer) -> Json:
    if viewer is WATCHER:
        return []
    assert isinstance(viewer, Seat)
    return sorted(state.resigning & set(state.match.sides[_side_of(state, viewer)]))


def _shuffle_json(seal: Seal | None) -> Json:
    """Of a deal that is not over: what was promised, and what the seats have added."""
    if seal is None:
        return None
    added = _entropies_json(seal) if seal.attempts else None
    commitment = shuffle.commitment(seal.seed)
    return {"deal": seal.deal, "commitment": commitment, "entropy": added}


def _seal_json(seal: Seal) -> dict[str, Json]:
    return {
        "deal": seal.deal,
        "commitment": shuffle.commitment(seal.seed),
        "seed": seal.seed.hex(),
        "entropy": _entropies_json(seal),
        "attempts": seal.attempts,
    }


def _entropies_json(seal: Seal) -> list[Json]:
    return [entropy.hex() for entropy in seal.entropies]


def _result_json(state: RefereeState, result: Result) -> dict[str, Json]:
    return {**_verdict_json(result), "totals": list(state.match.totals)}


def _verdict_json(result: Result) -> dict[str, Json]:
    """The winner; with more than two sides also the place of each."""
    verdict: dict[str, Json] = {"winner": result.winner, "reason": result.reason}
    if result.placements is not None:
        verdict["placements"] = list(result.placements)
    return verdict
