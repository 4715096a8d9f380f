"""Whether what is stored of a match is what its log says: for `manage.py verify_matches`.

Replays the log under the rules that it names and compares with the head, the numbering and the
shuffles. Findings name events, never cards: a running deal is nobody's to read.
"""

from collections.abc import Iterator, Sequence

from games import store
from games.engine import referee, shuffle
from games.engine.core import Refused
from games.engine.referee import LogEvent, Phase, RefereeState
from games.engine.registry import GAMES
from games.models import Match, MatchEvent


def findings(match: Match) -> Iterator[str]:
    """What is wrong with the match, a sentence each; nothing if all is well."""
    rows = list(
        MatchEvent.objects.filter(match=match)
        .order_by("number")
        .values_list("number", "at", "seat", "kind", "data")
    )
    numbers = [row[0] for row in rows]
    if numbers != list(range(1, len(rows) + 1)):
        yield "its events are not numbered 1, 2, 3, …"
        return
    events = [LogEvent(at, kind, seat, data) for _, at, seat, kind, data in rows]
    state: RefereeState | None = None
    for number, event in enumerate(events, start=1):
        if event.kind == "dealt" and state is not None:
            yield from _findings_of_deal(match.pk, number, event, state)
        try:
            state = referee.apply(state, event).state
        except Refused as refusal:
            yield f"event {number}, {event.kind}, does not follow: {refusal.code}"
            return
    yield from _findings_of_head(match, len(events), state)


def _findings_of_deal(
    match_id: int, number: int, event: LogEvent, state: RefereeState
) -> Iterator[str]:
    """A deck must be the one that its own seed gives (docs/protocol.md)."""
    try:
        seed, deck = bytes.fromhex(event.data["seed"]), event.data["deck"]
        order = _shuffled(state, seed, match_id)
    except (KeyError, TypeError, ValueError):
        yield f"event {number}, dealt, has no seed that can be read"
        return
    if list(order) != list(deck):
        yield f"event {number}, dealt, is not the deck of its seed"


def _shuffled(state: RefereeState, seed: bytes, match_id: int) -> Sequence[str]:
    deck = GAMES[state.game].deck
    order = shuffle.shuffled(deck, seed, match=match_id, deal=state.deal_number)
    return [str(card) for card in order]


def _findings_of_head(match: Match, version: int, state: RefereeState | None) -> Iterator[str]:
    if state is None:
        yield "its log is empty"
        return
    if match.version != version:
        yield f"its head says version {match.version}, its log has {version} events"
    if match.game != state.game:
        yield f"its head says {match.game}, its log {state.game}"
    should = store.head_of(state)
    if match.status != should["status"]:
        yield f"its head says {match.status}, its log {should['status']}"
    if match.due_at != should["due_at"]:
        yield f"its head says something is due at {match.due_at}, its log at {should['due_at']}"
    if state.phase is Phase.FINISHED and state.result is None:
        yield "it is finished without a result"
