"""The log of a match: the events that the server writes, and the fold over all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine import match as matches
from games.engine import policies
from games.engine.core import Notice, RefusalCode, Refused, Seat, Transition
from games.engine.policies import Policy
from games.engine.referee import clock, deals, endings, expiries, moves, presence
from games.engine.referee.limits import Due
from games.engine.referee.state import LogEvent, Person, Phase, RefereeState, datum
from games.engine.registry import GAMES

SHUFFLES = 2
"""The way of shuffling of new logs: with a seed sealed before the deal (docs/protocol.md)."""


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
    return moves.play_for_those_out(handle(replace(state, at=max(state.at, event.at)), event))


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
    if "version" not in datum(event, "rules"):
        # Without it a later correction of the rules would change this match.
        raise Refused(RefusalCode.MALFORMED, "the log needs the whole rules: see `started`")
    return Transition(_start(event))


def _start(event: LogEvent) -> RefereeState:
    names = ("game", "rules", "seats", "policy", "dealer")
    game, rules, seats, policy_data, dealer = (datum(event, name) for name in names)
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
        idle_from=event.at,
    )


_HANDLERS: Mapping[str, Callable[[RefereeState, LogEvent], Transition]] = {
    "start": deals.start,
    "sealed": deals.sealed,
    "dealt": deals.dealt,
    "move": moves.played,
    "ready": deals.ready,
    "order": moves.ordered,
    "expiry": expiries.expiry,
    "drop": presence.dropped,
    "leave": presence.dropped,
    "return": presence.returned,
    "invited": presence.invited,
    "compensated": presence.compensated,
    "pause": clock.paused,
    "resume": clock.resumed,
    "resigned": endings.resigned,
    "declined": endings.declined,
    "ended": endings.ended,
}
