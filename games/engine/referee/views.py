"""What a seat or a watcher may know of a match."""

from __future__ import annotations

from games.engine import match as matches
from games.engine import policies, shuffle
from games.engine.core import WATCHER, Json, Seat, Viewer
from games.engine.referee.deals import entropies_json, seal_json
from games.engine.referee.endings import verdict_json
from games.engine.referee.limits import dues
from games.engine.referee.state import (
    Absence,
    Pause,
    Person,
    Phase,
    RefereeState,
    Result,
    Seal,
    side_of,
)


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
        "revealed": None if state.revealed is None else seal_json(state.revealed),
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
    return sorted(state.resigning & set(state.match.sides[side_of(state, viewer)]))


def _shuffle_json(seal: Seal | None) -> Json:
    """Of a deal that is not over: what was promised, and what the seats have added."""
    if seal is None:
        return None
    added = entropies_json(seal) if seal.attempts else None
    commitment = shuffle.commitment(seal.seed)
    return {"deal": seal.deal, "commitment": commitment, "entropy": added}


def _result_json(state: RefereeState, result: Result) -> dict[str, Json]:
    return {**verdict_json(result), "totals": list(state.match.totals)}
