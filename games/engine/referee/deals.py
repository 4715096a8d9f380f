"""From one deal to the next: the start, the sealed seed, the deal itself, the interval."""

from __future__ import annotations

from dataclasses import replace

from games.engine import match as matches
from games.engine import shuffle
from games.engine.core import EVERYONE, Json, Notice, RefusalCode, Seat, Transition
from games.engine.referee.clock import start_clock
from games.engine.referee.limits import require_in_time
from games.engine.referee.state import (
    LogEvent,
    Phase,
    RefereeState,
    Seal,
    acting_seat,
    datum,
    hex_datum,
    replaced,
    require,
    seats_in,
    tell,
)


def start(state: RefereeState, event: LogEvent) -> Transition:
    """1.1."""
    seat = acting_seat(state, event)
    require(state.phase is Phase.STARTING, RefusalCode.WRONG_PHASE)
    require(seat not in state.pressed, RefusalCode.STALE)
    require_in_time(state, event, "start")
    after = _with_entropy(replace(state, pressed=state.pressed | {seat}), seat, event)
    return unless_all_pressed(after, tell("pressed", seat=seat))


def unless_all_pressed(state: RefereeState, *told: Notice) -> Transition:
    """The start goes on, or the first deal is awaited if everyone who plays has pressed."""
    if len(state.pressed.union(state.out)) < state.match.seats:
        return Transition(state, told)
    return Transition(awaiting_deal(state), (*told, tell("begun")))


def sealed(state: RefereeState, event: LogEvent) -> Transition:
    require(state.awaits_seal, RefusalCode.WRONG_PHASE)
    deal, seed = datum(event, "deal"), hex_datum(event, "seed")
    require(deal == state.next_deal, RefusalCode.STALE)
    require(len(seed) == shuffle.SEED_BYTES, RefusalCode.MALFORMED)
    seal = Seal(deal, seed, entropies=(b"",) * state.match.seats)
    told = tell("sealed", deal=deal, commitment=shuffle.commitment(seed))
    return Transition(replace(state, seal=seal), (told,))


def _with_entropy(state: RefereeState, seat: Seat, event: LogEvent) -> RefereeState:
    """What a browser adds to the shuffle; nothing if it has no scripts."""
    if state.seal is None:
        return state
    entropy = hex_datum(event, "entropy") if event.data.get("entropy") else b""
    require(len(entropy) <= shuffle.MAX_ENTROPY_BYTES, RefusalCode.MALFORMED)
    entropies = replaced(state.seal.entropies, seat, entropy)
    return replace(state, seal=replace(state.seal, entropies=entropies))


def dealt(state: RefereeState, event: LogEvent) -> Transition:
    require(state.phase is Phase.DEALING, RefusalCode.WRONG_PHASE)
    seed = hex_datum(event, "seed")
    if state.is_sealing:
        require(state.seal is not None, RefusalCode.WRONG_PHASE)
        assert state.seal is not None
        sealed_seed = shuffle.attempt_seed(state.seal.seed, state.seal.attempts)
        require(seed == sealed_seed, RefusalCode.MALFORMED)
        state = replace(state, seal=replace(state.seal, attempts=state.seal.attempts + 1))
    opened = matches.deal(state.match, datum(event, "deck"), seed)
    after = replace(state, match=opened.state, clock_from=state.at, idle_from=state.at)
    if matches.to_move(opened.state) is not None:
        after = start_clock(after, since=state.at + state.policy.after_deal_ms)
    return Transition(after, opened.notices)


def ready(state: RefereeState, event: LogEvent) -> Transition:
    """2.5."""
    seat = acting_seat(state, event)
    require(state.phase is Phase.INTERVAL, RefusalCode.WRONG_PHASE)
    require(datum(event, "deal") == state.deal_number, RefusalCode.STALE)
    require(seat not in state.ready, RefusalCode.STALE)
    require_in_time(state, event, "interval")
    after = _with_entropy(replace(state, ready=state.ready | {seat}), seat, event)
    return Transition(unless_all_ready(after), (tell("made_ready", seat=seat),))


def unless_all_ready(state: RefereeState) -> RefereeState:
    """The interval goes on, or a deal is awaited if all who are there are ready (2.5)."""
    there = {seat for seat in seats_in(state) if not state.is_absent(seat)}
    if state.phase is Phase.INTERVAL and there and there <= state.ready:
        return awaiting_deal(state)
    return state


def awaiting_deal(state: RefereeState) -> RefereeState:
    return replace(state, phase=Phase.DEALING, clock_from=state.at, ready=frozenset())


def revelation(state: RefereeState) -> tuple[Notice, ...]:
    """What is told of the shuffle of a deal that is over."""
    if state.seal is None or not state.seal.attempts:
        return ()
    return (Notice("revealed", EVERYONE, seal_json(state.seal)),)


def seal_json(seal: Seal) -> dict[str, Json]:
    return {
        "deal": seal.deal,
        "commitment": shuffle.commitment(seal.seed),
        "seed": seal.seed.hex(),
        "entropy": entropies_json(seal),
        "attempts": seal.attempts,
    }


def entropies_json(seal: Seal) -> list[Json]:
    return [entropy.hex() for entropy in seal.entropies]
