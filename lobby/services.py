"""Everything that changes a table.

Each act locks the rows of the tables that it decides on, in the order of their numbers, checks,
writes, and announces after the commit. That a person sits at one table at a time is a constraint
of the database; the checks before it are there for the message.
"""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import access, clock
from games.engine.registry import GAMES
from games.services import start_match
from lobby import broadcast
from lobby.models import Member, Table

POLICY = "torneo"
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
    NOT_CREATOR = "not_creator"


TEXTS: dict[LobbyCode, Promise] = {
    LobbyCode.NOT_FOUND: _("There is no such table."),
    LobbyCode.NOT_OFFERED: _("That game is not offered here."),
    LobbyCode.OWN_TABLE: _("You already sit at that table. Somebody else has to join it."),
    LobbyCode.NOT_OPEN: _("That table is no longer open. Choose another, or open your own."),
    LobbyCode.ALREADY_WAITING: _("You are already waiting at a table."),
    LobbyCode.PLAYING: _("You have a match running: finish it first."),
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


def create_table(user: User, *, game: str, rules: str, target: int | None, rated: bool) -> Table:
    """Open a table and sit down at it, in seat 0; raises LobbyError."""
    seats = _seats_of(game, rules, target)
    _close_finished_tables_of(user)
    now = _now()
    with transaction.atomic():
        _require_free(user)
        table = Table.objects.create(
            creator=user,
            game=game,
            rules=rules,
            target=target,
            seats=seats,
            rated=rated,
            created_at=now,
            seen_at=now,
        )
        _sit_down(table, user, seat=0)
        _announce_tables()
    return table


def join_table(user: User, table_id: int) -> Table:
    """Take the next seat; the last one begins the match. Raises LobbyError.

    Whoever waits at a table of their own leaves it for this one, and it is closed. Both are
    locked at once in one order, so that two people who join each other do not block.
    """
    _close_finished_tables_of(user)
    with transaction.atomic():
        table, waiting = _lock_with_waiting(table_id, user)
        members = list(table.members.order_by("seat"))
        if any(member.user_id == user.pk for member in members):
            if table.status == Table.Status.PLAYING:
                return table  # a second click on the button that began the match
            if table.status == Table.Status.OPEN:
                raise LobbyError(LobbyCode.OWN_TABLE)
        _require_not_playing(user)
        if table.status != Table.Status.OPEN:
            raise LobbyError(LobbyCode.NOT_OPEN)
        for other in waiting:
            _close(other)
        _sit_down(table, user, seat=len(members))
        if len(members) + 1 == table.seats:
            _begin(table, [*(member.user_id for member in members), user.pk])
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


def see_creator(user_id: int) -> None:
    """The person is in the lobby: an open table of theirs stays open."""
    now = _now()
    Table.objects.filter(
        creator_id=user_id, status=Table.Status.OPEN, seen_at__lt=now - SEEN_EVERY
    ).update(seen_at=now)


def close_stale_tables() -> int:
    """Close open tables whose creator has been away for 15 minutes; returns how many.

    A table that somebody is joining at this moment is locked, and left alone.
    """
    with transaction.atomic():
        stale = (
            Table.objects.select_for_update(skip_locked=True)
            .filter(status=Table.Status.OPEN, seen_at__lt=_now() - GONE_AFTER)
            .order_by("pk")[:STALE_BATCH]
        )
        tables = list(stale)
        for table in tables:
            _close(table)
        if tables:
            _announce_tables()
    return len(tables)


# --- what must be true ----------------------------------------------------------------------


def _seats_of(game: str, rules: str, target: int | None) -> int:
    try:
        parsed = GAMES[game].parse_rules({"name": rules, "target": target})
    except (KeyError, ValueError):
        raise LobbyError(LobbyCode.NOT_OFFERED) from None
    fewest: int = min(parsed.seat_counts)
    return fewest


def _require_not_playing(user: User) -> None:
    if access.running_match_of(user) is not None:
        raise LobbyError(LobbyCode.PLAYING)


def _require_free(user: User) -> None:
    _require_not_playing(user)
    if Member.objects.filter(user=user, is_active=True).exists():
        raise LobbyError(LobbyCode.ALREADY_WAITING)


# --- rows -----------------------------------------------------------------------------------


def _lock(table_id: int) -> Table:
    try:
        return Table.objects.select_for_update().get(pk=table_id)
    except Table.DoesNotExist:
        raise LobbyError(LobbyCode.NOT_FOUND) from None


def _lock_with_waiting(table_id: int, user: User) -> tuple[Table, list[Table]]:
    """The table, and the others at which the person waits."""
    mine = Q(creator=user, status=Table.Status.OPEN)
    rows = Table.objects.select_for_update().filter(Q(pk=table_id) | mine).order_by("pk")
    locked = {table.pk: table for table in rows}
    if table_id not in locked:
        raise LobbyError(LobbyCode.NOT_FOUND)
    return locked.pop(table_id), list(locked.values())


def _sit_down(table: Table, user: User, seat: int) -> None:
    try:
        with transaction.atomic():
            Member.objects.create(table=table, user=user, seat=seat)
    except IntegrityError:
        # Only another request of the same person, at the same moment, gets past the checks. By
        # now it is committed, and it may have begun a match.
        _require_not_playing(user)
        raise LobbyError(LobbyCode.ALREADY_WAITING) from None


def _begin(table: Table, user_ids: list[int]) -> None:
    match_id = start_match(
        game=table.game,
        rules={"name": table.rules, "target": table.target},
        policy=POLICY,
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


def _close_finished_tables_of(user: User) -> None:
    """The match may be over and the task that says so still on its way.

    A transaction of its own: it locks a table out of the order of `join_table`.
    """
    match_id = (
        Member.objects.filter(user=user, is_active=True)
        .values_list("table__match_id", flat=True)
        .first()
    )
    if match_id is not None and access.running_match_of(user) is None:
        finish_table(match_id)


def _announce_tables() -> None:
    transaction.on_commit(broadcast.announce_tables)


def _now() -> datetime:
    return datetime.fromtimestamp(clock.now() / 1000, UTC)
