"""Everything that changes a match, and the page of one.

Each act decides on a record, appends to its log, announces. A decision is a pure function of
the record; when the append finds that somebody was faster, it is taken again on a fresh one.
Nothing is locked, and no transaction is open while anything is decided. `start_match` alone
runs in its caller's transaction.

The acts come in pairs: `act` for forms, tasks and commands, `aact` for the event loop. Both
drive the same steps.
"""

import secrets
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import psycopg
from django.contrib.auth.models import AnonymousUser
from django.db import Error as DatabaseError
from django.utils import timezone
from psycopg_pool import PoolTimeout

from accounts.models import User
from games import access, broadcast, clock, store
from games.engine import referee, shuffle
from games.engine.core import WATCHER, RefusalCode, Refused, Seat, Watcher
from games.engine.policies import Policy
from games.engine.referee import LogEvent, Phase, RefereeState
from games.engine.registry import GAMES
from games.models import Match
from games.signals import match_finished
from games.store import Record


class Saying(StrEnum):
    """What a seat may say besides moves, as the log calls it."""

    LEAVE = "leave"
    PAUSE = "pause"
    RESUME = "resume"
    ORDER = "order"
    RESIGNED = "resigned"
    DECLINED = "declined"
    ENDED = "ended"


ATTEMPTS = 5  # a decision overtaken this often in a row is given up as `unavailable`


@dataclass(frozen=True, slots=True)
class Receipt:
    """The act is in the log as part of `version`; `record` is the match as last seen."""

    version: int
    record: Record


@dataclass(frozen=True, slots=True)
class Page:
    """A match as one seat may see it: the view, and the log from the first deal on."""

    view: dict[str, Any]
    log: list[dict[str, Any]]


# --- beginning ------------------------------------------------------------------------------


def start_match(
    *, game: str, rules: Mapping[str, Any], policy: Policy, user_ids: Sequence[int]
) -> int:
    """Create a match of these people, in order of their seats; returns its number. It waits for
    all to press "start", or deals at once if its policy has no start.

    Runs inside the caller's transaction. The first dealer is drawn here, by lot, unless the
    game's first deal shows who deals it.
    """
    at = clock.now()
    opening = referee.started(
        at,
        game=game,
        rules=rules,
        seats=len(user_ids),
        policy=policy,
        dealer=None if GAMES[game].finds_dealer else secrets.randbelow(len(user_ids)),
    )
    match_id = store.create(game, user_ids)
    state = referee.apply(None, opening).state
    following = list(_following_up(match_id, state, at))
    for event in following:
        state = referee.apply(state, event).state
    store.open_log(match_id, [opening, *following], state)
    return match_id


def _following_up(match_id: int, state: RefereeState, at: int) -> Iterator[LogEvent]:
    """What the server owes to this state: the seal of the next deal; the deal, if all are ready
    for it, and again when it is annulled."""
    while True:
        if state.awaits_seal:
            seed = secrets.token_bytes(shuffle.SEED_BYTES)
            event = referee.sealed(at, state.next_deal, seed)
        elif state.phase is Phase.DEALING:
            event = _deal(match_id, state, at)
        else:
            return
        yield event
        state = referee.apply(state, event).state


def _deal(match_id: int, state: RefereeState, at: int) -> LogEvent:
    """The next deal from its sealed seed; logs of the first kind have none, and get a new one."""
    seal = state.seal
    if seal is None:
        seed, entropy = secrets.token_bytes(shuffle.SEED_BYTES), b""
    else:
        seed = shuffle.attempt_seed(seal.seed, seal.attempts)
        entropy = shuffle.joined(seal.entropies)
    deck = GAMES[state.game].deck
    order = shuffle.shuffled(deck, seed, match=match_id, deal=state.next_deal, entropy=entropy)
    return referee.dealt(at, order, seed)


# --- deciding -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """What to append. No events: nothing to do, `version` is the answer. With a `refusal`, the
    sender is refused although the match goes on (a late move brings the expiry about)."""

    version: int
    events: tuple[LogEvent, ...] = ()
    refusal: Refused | None = None


Decide = Callable[[Record], _Plan]


def _move(user_id: int | None, move: str, version: int, move_id: str, at: int) -> Decide:
    def decide(record: Record) -> _Plan:
        seat = access.seat_in(record, user_id)
        receipt = record.receipts.get((seat, move_id))
        if receipt is not None:
            return _Plan(receipt)
        if record.state.phase is Phase.FINISHED:
            raise Refused(RefusalCode.FINISHED)
        # What has not touched the cards since, a drop or a return, makes no move stale.
        if not record.position <= version <= record.version:
            raise Refused(RefusalCode.STALE)
        data = {"move": move, "move_id": move_id}
        return _acting(record, LogEvent(at=at, kind="move", seat=seat, data=data))

    return decide


def _start(user_id: int | None, entropy: str, at: int) -> Decide:
    def decide(record: Record) -> _Plan:
        seat = access.seat_in(record, user_id)
        if seat in record.state.pressed and record.state.phase is not Phase.FINISHED:
            return _Plan(record.version)  # said before, on another line or tab
        data = {"entropy": entropy}
        return _acting(record, LogEvent(at=at, kind="start", seat=seat, data=data))

    return decide


def _ready(user_id: int | None, deal: int, entropy: str, at: int) -> Decide:
    def decide(record: Record) -> _Plan:
        seat = access.seat_in(record, user_id)
        if seat in record.state.ready or deal < record.state.deal_number:
            return _Plan(record.version)  # said before, on another line or tab
        data = {"deal": deal, "entropy": entropy}
        return _acting(record, LogEvent(at=at, kind="ready", seat=seat, data=data))

    return decide


def _say(user_id: int | None, kind: str, at: int, **data: Any) -> Decide:
    """What a seat says to the referee, who alone decides whether it may."""

    def decide(record: Record) -> _Plan:
        seat = access.seat_in(record, user_id)
        return _acting(record, LogEvent(at=at, kind=kind, seat=seat, data=data))

    return decide


def _come_back(user_id: int | None, at: int) -> Decide:
    def decide(record: Record) -> _Plan:
        seat = access.seat_in(record, user_id)
        if not record.state.is_absent(seat):
            return _Plan(record.version)
        return _unless_late(record, LogEvent(at=at, kind="return", seat=seat, data={}))

    return decide


def _invite(user_id: int | None, at: int) -> Decide:
    def decide(record: Record) -> _Plan:
        seat = access.seat_in(record, user_id)
        absence = record.state.people[seat].absence
        if absence is None or absence.is_invited or record.state.policy.invitation_ms is None:
            return _Plan(record.version)
        return _unless_late(record, LogEvent(at=at, kind="invited", seat=seat, data={}))

    return decide


def _drop(seat: Seat, at: int) -> Decide:
    def decide(record: Record) -> _Plan:
        state = record.state
        if not state.is_watched or state.is_absent(seat) or state.is_out(seat):
            return _Plan(record.version)
        return _following(record, LogEvent(at=at, kind="drop", seat=seat, data={}))

    return decide


def _compensate(ms: int, cause: str, outage: str, at: int) -> Decide:
    def decide(record: Record) -> _Plan:
        state = record.state
        if state.phase is Phase.FINISHED or outage in state.outages:
            return _Plan(record.version)
        data = {"ms": ms, "cause": cause, "outage": outage}
        return _following(record, LogEvent(at=at, kind="compensated", seat=None, data=data))

    return decide


def _expire(version: int, at: int) -> Decide:
    def decide(record: Record) -> _Plan:
        due = referee.due(record.state)
        overtaken = record.version != version
        if overtaken or due is None or at < due.at + referee.RECORD_MS:
            return _Plan(record.version)
        return _following(record, referee.expiry(at, due))

    return decide


def _acting(record: Record, event: LogEvent) -> _Plan:
    """The event, after the return of a seat that was away; or, if it came too late, the expiry
    that it then brings about."""
    assert event.seat is not None
    events = [event]
    if record.state.is_absent(event.seat):
        events.insert(0, LogEvent(at=event.at, kind="return", seat=event.seat, data={}))
    try:
        return _following(record, *events)
    except Refused as refusal:
        if refusal.code is not RefusalCode.LATE:
            raise
        return _expiring(record, event.at, refusal)


def _unless_late(record: Record, event: LogEvent) -> _Plan:
    """The event, or the expiry of what it came too late for; nobody has asked, so nobody is
    refused."""
    try:
        return _following(record, event)
    except Refused as refusal:
        if refusal.code is not RefusalCode.LATE:
            raise
        return _expiring(record, event.at)


def _expiring(record: Record, at: int, refusal: Refused | None = None) -> _Plan:
    """What is due now, if anything: who is already too late waits for another's time to pass."""
    due = referee.due(record.state)
    if due is None or at < due.at + referee.GRACE_MS:
        if refusal is not None:
            raise refusal
        return _Plan(record.version)
    return _following(record, referee.expiry(at, due), refusal=refusal)


def _following(record: Record, *events: LogEvent, refusal: Refused | None = None) -> _Plan:
    """The events and the deals that they bring about; raises what the referee refuses."""
    state = record.state
    for event in events:
        state = referee.apply(state, event).state
    events = (*events, *_following_up(record.match_id, state, events[-1].at))
    return _Plan(record.version + len(events), events, refusal)


# --- carrying out ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Load:
    match_id: int

    def run(self) -> Record:
        return store.load(self.match_id)

    async def arun(self) -> Record:
        return await store.aload(self.match_id)


@dataclass(frozen=True, slots=True)
class _Append:
    record: Record
    events: Sequence[LogEvent]

    def run(self) -> Record | None:
        return store.append(self.record, self.events)

    async def arun(self) -> Record | None:
        return await store.aappend(self.record, self.events)


@dataclass(frozen=True, slots=True)
class _Announce:
    record: Record
    events: Sequence[LogEvent]

    def run(self) -> None:
        broadcast.announce(self.record, self.events)

    async def arun(self) -> None:
        await broadcast.aannounce(self.record, self.events)


_Steps = Generator[_Load | _Append | _Announce, Any, Receipt]


def _steps(match_id: int, decide: Decide) -> _Steps:
    """Decide, append, announce. A refusal is given only on a record just read from the log."""
    record = store.cached(match_id)
    fresh = record is None
    for _attempt in range(ATTEMPTS):
        if record is None:
            record = yield _Load(match_id)
        try:
            plan = decide(record)
        except Refused:
            if fresh:
                raise
            record, fresh = None, True
            continue
        if not plan.events:
            return Receipt(plan.version, record)
        after = yield _Append(record, plan.events)
        if after is not None:
            yield _Announce(after, plan.events)
            if plan.refusal is not None:
                raise plan.refusal
            return Receipt(after.version, after)
        record, fresh = None, True
    raise Refused(RefusalCode.UNAVAILABLE, f"overtaken {ATTEMPTS} times")


_OUTAGES = (psycopg.OperationalError, PoolTimeout, DatabaseError)


def _run(steps: _Steps) -> Receipt:
    answer: Record | None = None
    try:
        while True:
            answer = steps.send(answer).run()
    except StopIteration as end:
        receipt: Receipt = end.value
        return receipt
    except store.NoSuchMatch:
        raise Refused(RefusalCode.NOT_FOUND) from None
    except _OUTAGES as outage:
        raise Refused(RefusalCode.UNAVAILABLE, str(outage)) from outage


async def _arun(steps: _Steps) -> Receipt:
    answer: Record | None = None
    try:
        while True:
            answer = await steps.send(answer).arun()
    except StopIteration as end:
        receipt: Receipt = end.value
        return receipt
    except store.NoSuchMatch:
        raise Refused(RefusalCode.NOT_FOUND) from None
    except _OUTAGES as outage:
        raise Refused(RefusalCode.UNAVAILABLE, str(outage)) from outage


# --- the acts -------------------------------------------------------------------------------


def act(
    user_id: int | None,
    match_id: int,
    move: str,
    *,
    version: int,
    move_id: str,
    at: int | None = None,
) -> Receipt:
    """Play a move that was decided on `version`; `at` is its arrival, now unless given.

    A move sent twice with one `move_id` is answered with the receipt of the first. Raises
    Refused, with the state unchanged; a late move brings its own expiry about.
    """
    return _run(_steps(match_id, _move(user_id, move, version, move_id, at or clock.now())))


async def aact(
    user_id: int | None,
    match_id: int,
    move: str,
    *,
    version: int,
    move_id: str,
    at: int | None = None,
) -> Receipt:
    """`act`, in the event loop."""
    decide = _move(user_id, move, version, move_id, at or clock.now())
    return await _arun(_steps(match_id, decide))


def start(user_id: int | None, match_id: int, entropy: str = "") -> Receipt:
    """The person is ready for the match; the last to press brings the first deal. `entropy` is
    what the browser adds to the shuffle, in hexadecimal."""
    return _run(_steps(match_id, _start(user_id, entropy, clock.now())))


async def astart(user_id: int | None, match_id: int, entropy: str = "") -> Receipt:
    """`start`, in the event loop."""
    return await _arun(_steps(match_id, _start(user_id, entropy, clock.now())))


def ready(user_id: int | None, match_id: int, deal: int, entropy: str = "") -> Receipt:
    """The person has read the score sheet of this deal; the last to be ready brings the next."""
    return _run(_steps(match_id, _ready(user_id, deal, entropy, clock.now())))


async def aready(user_id: int | None, match_id: int, deal: int, entropy: str = "") -> Receipt:
    """`ready`, in the event loop."""
    return await _arun(_steps(match_id, _ready(user_id, deal, entropy, clock.now())))


def say(user_id: int | None, match_id: int, kind: Saying, **data: Any) -> Receipt:
    """Whatever else a seat may say; raises Refused with the state unchanged. `order` comes with
    the `cards` of the hand as the screen shows it."""
    return _run(_steps(match_id, _say(user_id, kind, clock.now(), **data)))


async def asay(user_id: int | None, match_id: int, kind: Saying, **data: Any) -> Receipt:
    """`say`, in the event loop."""
    return await _arun(_steps(match_id, _say(user_id, kind, clock.now(), **data)))


def resign(user_id: int | None, match_id: int) -> Receipt:
    """Give the match up; with a partner, propose it."""
    return say(user_id, match_id, Saying.RESIGNED)


# --- who is there ---------------------------------------------------------------------------


def come_back(user_id: int | None, match_id: int) -> Receipt:
    """The person is at the table: ends their drop, if there is one and it is not too late."""
    return _run(_steps(match_id, _come_back(user_id, clock.now())))


async def acome_back(user_id: int | None, match_id: int) -> Receipt:
    """`come_back`, in the event loop."""
    return await _arun(_steps(match_id, _come_back(user_id, clock.now())))


def invite(user_id: int | None, match_id: int) -> Receipt:
    """The person is on our pages but not at the table: once a drop, the invitation begins."""
    return _run(_steps(match_id, _invite(user_id, clock.now())))


def drop(match_id: int, seat: Seat) -> Receipt:
    """Nobody has heard of the seat for too long; nothing if that matters no longer."""
    return _run(_steps(match_id, _drop(seat, clock.now())))


def compensate(match_id: int, ms: int, cause: str, outage: str) -> Receipt:
    """Give every running limit so much more, once for the outage of this name."""
    return _run(_steps(match_id, _compensate(ms, cause, outage, clock.now())))


# --- what passes ----------------------------------------------------------------------------


def expire(match_id: int, version: int) -> Receipt:
    """Apply what was due in this version of the match; nothing if the match has moved on."""
    return _run(_steps(match_id, _expire(version, clock.now())))


def due_matches(limit: int) -> list[tuple[int, int]]:
    """`(match, version)` of matches in which something is due now."""
    return store.due(clock.now(), limit)


def unsettled_matches(limit: int) -> list[int]:
    """Finished matches whose result somebody may still not have heard."""
    return list(
        Match.objects.filter(status=Match.Status.FINISHED, settled_at=None)
        .order_by("pk")
        .values_list("pk", flat=True)[:limit]
    )


def settle(match_id: int) -> None:
    """Tell the apps above how the match ended. May run twice; they must not mind."""
    result = referee.view(store.current(match_id).state, WATCHER)["result"]
    match_finished.send(sender=Match, match_id=match_id, result=result)
    Match.objects.filter(pk=match_id, settled_at=None).update(settled_at=timezone.now())


# --- showing --------------------------------------------------------------------------------


def get_page(user: User | AnonymousUser, match_id: int) -> Page:
    """The match as this person's seat may see it, read from the log; raises Http404."""
    seat = access.get_match_for(user, match_id).seat
    return page_of(store.load(match_id), seat)


async def aget_record(match_id: int) -> Record:
    """The match as its log has it now; raises Refused."""
    try:
        return await store.afresh(match_id)
    except store.NoSuchMatch:
        raise Refused(RefusalCode.NOT_FOUND) from None
    except _OUTAGES as outage:
        raise Refused(RefusalCode.UNAVAILABLE, str(outage)) from outage


async def ahear(message: dict[str, Any]) -> Record:
    """The match after a message of `broadcast`."""
    return await store.ahear(message["match"], message["version"], broadcast.events_of(message))


def page_of(record: Record, viewer: Seat | Watcher) -> Page:
    """What `viewer` may know of the record."""
    return Page(view=view_of(record, viewer), log=notices_for(record, viewer))


def view_of(record: Record, viewer: Seat | Watcher) -> dict[str, Any]:
    """The referee's view of a seat, with what only the server knows: number, people, time."""
    return {
        "match": record.match_id,
        "version": record.version,
        "now": clock.now(),
        "players": [
            {"seat": seat, "name": player.name} for seat, player in enumerate(record.players)
        ],
        **referee.view(record.state, viewer),
    }


def notices_for(record: Record, viewer: Seat | Watcher, since: int = 0) -> list[dict[str, Any]]:
    """What `viewer` was told after version `since`, each with the version that brought it."""
    return [
        {"version": version, "at": at, **notice.to_json()}
        for version, at, notice in record.notices
        if version > since and notice.is_for(viewer)
    ]
