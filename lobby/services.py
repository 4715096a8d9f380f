"""Everything that changes a table.

Each act locks the rows of the tables that it decides on, in the order of their numbers, checks,
writes, and announces after the commit. That a person sits at one table at a time is a constraint
of the database; the checks before it are there for the message.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import partial
from types import MappingProxyType

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import access, clock
from games.services import start_match
from lobby import broadcast
from lobby.clocks import USUAL, Clocks, clocks_of
from lobby.models import Member, Table
from lobby.offers import agreed, terms_of
from lobby.options import Value

GONE_AFTER = timedelta(minutes=15)
SEEN_EVERY = timedelta(minutes=1)  # how exactly "last seen" is kept; spares writes
STALE_BATCH = 500


class LobbyCode(StrEnum):
    """Why a table was not opened, joined or closed."""

    NOT_FOUND = "not_found"
    NOT_OFFERED = "not_offered"
    OWN_TABLE = "own_table"
    NOT_OPEN = "not_open"
    ALREADY_WAITING = "already_waiting"
    PLAYING = "playing"
    SEAT_TAKEN = "seat_taken"
    COMPANY = "company"
    CREATOR = "creator"
    NOT_CREATOR = "not_creator"


TEXTS: dict[LobbyCode, Promise] = {
    LobbyCode.NOT_FOUND: _("There is no such table."),
    LobbyCode.NOT_OFFERED: _("That game is not offered here."),
    LobbyCode.OWN_TABLE: _("You already sit at that table. Somebody else has to join it."),
    LobbyCode.NOT_OPEN: _("That table is no longer open. Choose another, or open your own."),
    LobbyCode.ALREADY_WAITING: _("You are already waiting at a table."),
    LobbyCode.PLAYING: _("You have a match running: finish it first."),
    LobbyCode.SEAT_TAKEN: _("That seat has just been taken. Choose another."),
    LobbyCode.COMPANY: _("Others sit at your table: close it before you join another."),
    LobbyCode.CREATOR: _("You opened this table: close it if you want to go."),
    LobbyCode.NOT_CREATOR: _("Only the person who opened a table can close it."),
}


class LobbyError(Exception):
    """Nothing was changed; `code` says why, `message` says it to a person."""

    def __init__(self, code: LobbyCode) -> None:
        super().__init__(code.value)
        self.code = code

    @property
    def message(self) -> str:
        return str(TEXTS[self.code])


def create_table(
    user: User,
    *,
    game: str,
    rules: str,
    target: int | None,
    seats: int = 2,
    options: Mapping[str, Value] = MappingProxyType({}),
    clocks: Clocks = USUAL,
    rated: bool = False,
) -> Table:
    """Open a table and sit down at it, in seat 0; raises LobbyError.

    `options` are fields of the rules. A table with custom rules is never rated, whatever is asked,
    nor is one where nobody loses by being away.
    """
    try:
        terms = agreed(game, rules, seats, target, options)
        policy = clocks.of(game, target)
    except (LookupError, ValueError):
        raise LobbyError(LobbyCode.NOT_OFFERED) from None
    _free_who_has_played(user)
    with transaction.atomic():
        _require_free(user)
        table = Table.objects.create(
            creator=user,
            game=game,
            rules=rules,
            target=target,
            seats=seats,
            options=terms.options,
            is_custom=terms.is_custom,
            policy=clocks.policy,
            move_seconds=clocks.move_seconds,
            pause=clocks.pause,
            rated=rated and not terms.is_custom and not policy.is_lenient,
            created_at=_now(),
        )
        _sit_down(table, user, seat=0)
        _announce_tables()
    return table


def join_table(user: User, table_id: int, seat: int | None = None) -> Table:
    """Take a seat, or the first free one; the last one begins the match. Raises LobbyError.

    Whoever already waits there moves to that seat. Whoever waits elsewhere gives that seat up,
    and a table of their own is closed, unless others sit there. All these tables are locked at
    once in one order, so that two people who join each other do not block.
    """
    _free_who_has_played(user)
    with transaction.atomic():
        table, others = _lock_with_waiting(table_id, user)
        seats = {member.seat: member.user_id for member in table.members.all()}
        is_member = user.pk in seats.values()
        if is_member and table.status == Table.Status.PLAYING:
            return table  # a second click on the button that began the match
        if is_member and table.status == Table.Status.OPEN and seat is None:
            raise LobbyError(LobbyCode.OWN_TABLE)
        _require_not_playing(user)
        if table.status != Table.Status.OPEN:
            raise LobbyError(LobbyCode.NOT_OPEN)
        free = [number for number in range(table.seats) if number not in seats]
        taken = free[0] if seat is None else seat
        if taken not in free:
            if seats.get(taken) == user.pk:
                return table  # sits there already
            raise LobbyError(LobbyCode.SEAT_TAKEN)
        if is_member:
            table.members.filter(user=user).update(seat=taken)
        else:
            _require_alone_at(others, user)
            for other in others:
                _leave(other, user)
            _sit_down(table, user, taken)
            seats[taken] = user.pk
            if len(seats) == table.seats:
                _begin(table, [seats[number] for number in range(table.seats)])
        _announce_tables()
    return table


def leave_table(user: User, table_id: int) -> Table:
    """Give up a seat at somebody else's open table; doing so twice is once. Raises LobbyError."""
    with transaction.atomic():
        table = _lock(table_id)
        if table.creator_id == user.pk:
            raise LobbyError(LobbyCode.CREATOR)
        is_member = table.members.filter(user=user, is_active=True).exists()
        if is_member and table.status == Table.Status.PLAYING:
            raise LobbyError(LobbyCode.PLAYING)
        if is_member:
            _leave(table, user)
            _announce_tables()
    return table


def cancel_table(user: User, table_id: int) -> Table:
    """Close an open table of one's own; closing it twice is once. Raises LobbyError."""
    with transaction.atomic():
        table = _lock(table_id)
        if table.creator_id != user.pk:
            raise LobbyError(LobbyCode.NOT_CREATOR)
        if table.status == Table.Status.PLAYING:
            raise LobbyError(LobbyCode.PLAYING)
        if table.status == Table.Status.OPEN:
            _close(table)
            _announce_tables()
    return table


def finish_table(match_id: int) -> None:
    """The match is over and its people are free again. May run twice."""
    with transaction.atomic():
        Member.objects.filter(table__match_id=match_id, is_active=True).update(is_active=False)
        playing = Table.objects.filter(match_id=match_id, status=Table.Status.PLAYING)
        if playing.update(status=Table.Status.FINISHED):
            _announce_tables()


def see(user_id: int) -> None:
    """The person is in the lobby: the seat at which they wait is kept for them."""
    now = _now()
    _waiting().filter(user_id=user_id, seen_at__lt=now - SEEN_EVERY).update(seen_at=now)


def clear_stale_seats() -> int:
    """Free the seats of people who have been away for 15 minutes, and close a table with its
    creator; returns how many seats.

    A table that somebody is joining at this moment is locked, and left alone.
    """
    stale = _waiting().filter(seen_at__lt=_now() - GONE_AFTER)
    with transaction.atomic():
        candidates = list(stale.values_list("table_id", flat=True)[:STALE_BATCH])
        tables = (
            Table.objects.select_for_update(skip_locked=True)
            .filter(pk__in=candidates, status=Table.Status.OPEN)
            .order_by("pk")
        )
        by_number = {table.pk: table for table in tables}
        gone = list(stale.filter(table__in=by_number).select_related("user"))
        for member in gone:
            _leave(by_number[member.table_id], member.user)
        if gone:
            _announce_tables()
    return len(gone)


# --- what must be true ----------------------------------------------------------------------


def _require_not_playing(user: User) -> None:
    if access.running_match_of(user) is not None:
        raise LobbyError(LobbyCode.PLAYING)


def _require_free(user: User) -> None:
    _require_not_playing(user)
    if Member.objects.filter(user=user, is_active=True).exists():
        raise LobbyError(LobbyCode.ALREADY_WAITING)


def _require_alone_at(tables: Iterable[Table], user: User) -> None:
    """Nobody else waits at those of the tables that are the person's own."""
    own = [table for table in tables if table.creator_id == user.pk]
    if _waiting().filter(table__in=own).exclude(user=user).exists():
        raise LobbyError(LobbyCode.COMPANY)


# --- rows -----------------------------------------------------------------------------------


def _lock(table_id: int) -> Table:
    try:
        return Table.objects.select_for_update().get(pk=table_id)
    except Table.DoesNotExist:
        raise LobbyError(LobbyCode.NOT_FOUND) from None


def _lock_with_waiting(table_id: int, user: User) -> tuple[Table, list[Table]]:
    """The table, and the others at which the person waits."""
    waiting = _waiting().filter(user=user).values("table_id")
    rows = Table.objects.select_for_update().filter(Q(pk=table_id) | Q(pk__in=waiting))
    locked = {table.pk: table for table in rows.order_by("pk")}
    if table_id not in locked:
        raise LobbyError(LobbyCode.NOT_FOUND)
    return locked.pop(table_id), list(locked.values())


def _waiting() -> QuerySet[Member]:
    """Everybody who waits at a table."""
    return Member.objects.filter(is_active=True, table__status=Table.Status.OPEN)


def _sit_down(table: Table, user: User, seat: int) -> None:
    try:
        with transaction.atomic():
            Member.objects.create(table=table, user=user, seat=seat, seen_at=_now())
    except IntegrityError:
        # Only another request of the same person, at the same moment, gets past the checks. By
        # now it is committed, and it may have begun a match.
        _require_not_playing(user)
        raise LobbyError(LobbyCode.ALREADY_WAITING) from None


def _leave(table: Table, user: User) -> None:
    """The person's seat is free again; with its creator the whole table goes. The table is locked,
    but may have begun or been closed before that."""
    if table.status != Table.Status.OPEN:
        return
    if table.creator_id == user.pk:
        _close(table)
    else:
        table.members.filter(user=user).delete()


def _begin(table: Table, user_ids: list[int]) -> None:
    match_id = start_match(
        game=table.game,
        rules=terms_of(table).to_json(),
        policy=clocks_of(table).of(table.game, table.target),
        user_ids=user_ids,
    )
    table.match_id = match_id
    table.status = Table.Status.PLAYING
    table.save(update_fields=["match", "status"])
    transaction.on_commit(partial(broadcast.announce_match, user_ids, match_id))


def _close(table: Table) -> None:
    table.status = Table.Status.CANCELLED
    table.save(update_fields=["status"])
    table.members.update(is_active=False)


def _free_who_has_played(user: User) -> None:
    """The match may be over and the task that says so still on its way; or only this person has
    resigned, and others go on at that table.

    A transaction of its own: it locks a table out of the order of `join_table`. What is read
    first is what is freed: a match that begins in between is not lost.
    """
    playing = Member.objects.filter(user=user, is_active=True, table__status=Table.Status.PLAYING)
    member = playing.select_related("table__match").first()
    if member is None or access.running_match_of(user) is not None:
        return
    match = member.table.match
    assert match is not None
    if match.status == match.Status.FINISHED:
        finish_table(match.pk)
    else:
        Member.objects.filter(pk=member.pk).update(is_active=False)


def _announce_tables() -> None:
    transaction.on_commit(broadcast.announce_tables)


def _now() -> datetime:
    return datetime.fromtimestamp(clock.now() / 1000, UTC)
