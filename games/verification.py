"""Whether what is stored of a match is what its log says: for `manage.py verify_matches`.

Replays the log under the rules that it names and compares with the head, the numbering, the seats
and the shuffles. Scores and results are stored nowhere but in the log: what there is to compare of
them is the head's status. Findings name events, never cards, seeds or entropy: a running deal is
nobody's to read.
"""

from collections.abc import Iterator, Sequence

from games import seals, store
from games.engine import referee, shuffle
from games.engine.core import Refused
from games.engine.referee import LogEvent, Phase, RefereeState
from games.engine.registry import GAMES
from games.models import Match, MatchEvent
from games.models import Seat as SeatRow


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
    if not events:
        yield "its log is empty"
        return
    if _has_seals(events) and match.game in GAMES:
        yield from _findings_of_seals(match, events)
    state: RefereeState | None = None
    for number, event in enumerate(events, start=1):
        if state is not None and event.kind == "dealt" and not _has_seals(events):
            yield from _findings_of_first_kind(match.pk, number, event, state)
        try:
            state = referee.apply(state, event).state
        except Refused as refusal:
            yield f"event {number}, {event.kind}, does not follow: {refusal.code}"
            return
    assert state is not None
    yield from _findings_of_head(match, len(events), state)
    yield from _findings_of_seats(match, state)


# --- shuffles ------------------------------------------------------------------------------------


def _has_seals(events: Sequence[LogEvent]) -> bool:
    """Logs of the first kind have a seed of its own for every deck, and no seals."""
    return "shuffles" in events[0].data


def _findings_of_seals(match: Match, events: Sequence[LogEvent]) -> Iterator[str]:
    """Every deck must follow from its sealed seed and from what the seats had added by then."""
    for number, event in enumerate(events, start=1):
        if event.kind in _READABLE and not _is_readable(event):
            yield f"event {number}, {event.kind}, has no {_READABLE[event.kind]} that can be read"
            return
    try:
        deals = seals.sealed_deals(events)
    except (KeyError, TypeError, ValueError, IndexError):
        yield "its seals cannot be read"
        return
    if [one.deal for one in deals] != list(range(1, len(deals) + 1)):
        yield "its seals are not of deal 1, 2, 3, …"
        return
    dealt = [number for number, event in enumerate(events, start=1) if event.kind == "dealt"]
    if dealt and (not deals or dealt[0] < deals[0].number):
        yield f"event {dealt[0]}, dealt, was never sealed"
        return
    for deal in deals:
        yield from _findings_of_deal(match, deal)


_READABLE = {"sealed": "seed", "dealt": "seed", "start": "entropy", "ready": "entropy"}
"""What must be hexadecimal in which event."""


def _is_readable(event: LogEvent) -> bool:
    try:
        if _READABLE[event.kind] == "entropy":
            return len(bytes.fromhex(event.data.get("entropy") or "")) <= shuffle.MAX_ENTROPY_BYTES
        return len(bytes.fromhex(event.data["seed"])) == shuffle.SEED_BYTES
    except (KeyError, TypeError, ValueError):
        return False


def _findings_of_deal(match: Match, deal: seals.SealedDeal) -> Iterator[str]:
    for number in deal.given.values():
        if any(attempt.number < number for attempt in deal.attempts):
            yield f"event {number} adds entropy to deal {deal.deal} after it was dealt"
    for again, attempt in enumerate(deal.attempts):
        seed = shuffle.attempt_seed(deal.seed, again)
        if attempt.seed != seed:
            yield f"event {attempt.number}, dealt, is not from the sealed seed"
        entropy = shuffle.joined(deal.entropies)
        if _deck(match, deal.deal, seed, entropy) != list(attempt.deck):
            yield f"event {attempt.number}, dealt, is not the deck of its seed"


def _findings_of_first_kind(
    match_id: int, number: int, event: LogEvent, state: RefereeState
) -> Iterator[str]:
    """A deck must be the one that its own seed gives."""
    if not _is_readable(event):
        yield f"event {number}, dealt, has no seed that can be read"
        return
    seed = bytes.fromhex(event.data["seed"])
    deck = GAMES[state.game].deck
    order = shuffle.shuffled(deck, seed, match=match_id, deal=state.deal_number)
    if [str(card) for card in order] != event.data.get("deck"):
        yield f"event {number}, dealt, is not the deck of its seed"


def _deck(match: Match, deal: int, seed: bytes, entropy: bytes) -> list[str]:
    deck = GAMES[match.game].deck
    order = shuffle.shuffled(deck, seed, match=match.pk, deal=deal, entropy=entropy)
    return [str(card) for card in order]


# --- the head ------------------------------------------------------------------------------------


def _findings_of_head(match: Match, version: int, state: RefereeState) -> Iterator[str]:
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


def _findings_of_seats(match: Match, state: RefereeState) -> Iterator[str]:
    seats = list(
        SeatRow.objects.filter(match=match).order_by("number").values_list("number", flat=True)
    )
    if seats != list(range(state.match.seats)):
        yield f"it has {len(seats)} people, its log seats for {state.match.seats}"
