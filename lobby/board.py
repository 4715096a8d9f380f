"""What one person sees of the lobby: read by the page and by every socket there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from accounts.models import Preferences, User
from games import access, clock
from games.presentation import policies
from lobby.clocks import clocks_of
from lobby.models import Member, Table
from lobby.offers import target_name, terms_of

LISTED = 100  # nobody reads further; the page says that there are more


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a table: who sits there, or what invites to sit down."""

    seat: int
    name: str
    invitation: str


@dataclass(frozen=True, slots=True)
class Row:
    """An open table as the list shows it, in the language in force."""

    id: int
    creator: str
    game: str
    rules: str
    rules_page: str
    target: str
    switches: tuple[str, ...]
    custom: tuple[str, ...]
    policy: str
    clocks: tuple[str, ...]
    """In short: `30 s a move`."""
    clock_rules: tuple[str, ...]
    rated: bool
    sides: tuple[tuple[Place, ...], ...]
    has_pairs: bool
    since: datetime
    minutes: int

    @property
    def places(self) -> tuple[Place, ...]:
        """In the order of play."""
        return tuple(sorted(chain(*self.sides), key=lambda place: place.seat))

    @property
    def free(self) -> int:
        return sum(not place.name for place in self.places)

    @property
    def people(self) -> str:
        """Who sits there and how many are missing, for those who listen."""
        free = ngettext("%(count)d seat is free", "%(count)d seats are free", self.free)
        names = ", ".join(place.name for place in self.places if place.name)
        return f"{names}. {free % {'count': self.free}}"


@dataclass(frozen=True, slots=True)
class Waiting:
    """The open table at which the person sits."""

    row: Row
    seat: int
    is_own: bool

    @property
    def has_company(self) -> bool:
        return len(self.row.places) - self.row.free > 1


@dataclass(frozen=True, slots=True)
class Board:
    """The open tables of others, longest waiting first, and what the person is doing.

    `waiting` is the open table at which the person sits, `match_id` their running match.
    """

    rows: list[Row]
    has_more: bool
    waiting: Waiting | None
    match_id: int | None
    playing: int

    @property
    def is_free(self) -> bool:
        """Whether the person may open a table."""
        return self.waiting is None and self.match_id is None

    @property
    def can_join(self) -> bool:
        """Whether the person may sit down at another table."""
        hosts = self.waiting is not None and self.waiting.is_own and self.waiting.has_company
        return self.match_id is None and not hosts


def board_of(user: User) -> Board:
    now = clock.now()
    tables = Table.objects.filter(status=Table.Status.OPEN).select_related("creator")
    tables = tables.prefetch_related("members__user")
    my_seat = Member.objects.filter(user=user, is_active=True, table__status=Table.Status.OPEN)
    mine = tables.filter(pk__in=my_seat.values("table")).first()
    others = tables.exclude(pk=mine.pk) if mine else tables
    listed = list(others.order_by("pk")[: LISTED + 1])
    running = access.running_match_of(user)
    return Board(
        rows=[_row(table, now) for table in listed[:LISTED]],
        has_more=len(listed) > LISTED,
        waiting=_waiting(mine, user, now) if mine else None,
        match_id=running.pk if running else None,
        playing=Table.objects.filter(status=Table.Status.PLAYING).count(),
    )


def _waiting(table: Table, user: User, now: int) -> Waiting | None:
    seats = [member.seat for member in table.members.all() if member.user_id == user.pk]
    # Nobody, if the seat was given up while this was read.
    return Waiting(_row(table, now), seats[0], table.creator_id == user.pk) if seats else None


def context_for(user: User) -> dict[str, Any]:
    """What `_board.html` shows, in the language in force."""
    board, language = board_of(user), translation.get_language()
    rows = [_row_html(row, board.can_join, language) for row in board.rows]
    return {"board": board, "rows": rows}


def fragment_for(user: User, language: str) -> str:
    """The part of the page that changes, as HTML in the person's language."""
    deck = Preferences.objects.filter(user=user).values_list("deck", flat=True).first()
    with translation.override(language):
        context = {**context_for(user), "deck": deck or Preferences.Deck.NAPOLETANE.value}
        # Stripping also makes a plain str of the SafeString, which messages cannot carry.
        return render_to_string("lobby/_board.html", context).strip()


@lru_cache(maxsize=4_000)
def _row_html(row: Row, can_join: bool, language: str) -> SafeString:
    """Kept, because a change is drawn for everybody in the lobby and most rows stay the same."""
    return render_to_string("lobby/_row.html", {"table": row, "can_join": can_join})


def _row(table: Table, now: int) -> Row:
    terms = terms_of(table)
    policy = clocks_of(table).of(table.game, table.target)
    names = {member.seat: member.user.display_name for member in table.members.all()}
    waited = now / 1000 - table.created_at.timestamp()
    return Row(
        id=table.pk,
        creator=table.creator.display_name,
        game=str(terms.offer.name),
        rules=terms.rules_words,
        rules_page=terms.game,
        target=target_name(table.target),
        switches=tuple(terms.switches_on()),
        custom=tuple(terms.custom_words()),
        policy=policies.NAMES[policy.name],
        clocks=policies.short(policy),
        clock_rules=policies.sentences(policy, len(terms.sides)),
        rated=table.rated,
        sides=tuple(
            tuple(Place(seat, names.get(seat, ""), _invitation(seat, side, names)) for seat in side)
            for side in terms.sides
        ),
        has_pairs=terms.has_pairs,
        since=table.created_at,
        minutes=max(0, int(waited // 60)),
    )


def _invitation(seat: int, side: Sequence[int], names: Mapping[int, str]) -> str:
    partners = [names[other] for other in side if other != seat and other in names]
    if partners:
        return gettext("Sit down as the partner of %(name)s") % {"name": partners[0]}
    return gettext("Sit down in seat %(seat)d") % {"seat": seat + 1}
