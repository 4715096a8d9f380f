"""What one person sees of the lobby: read by the page and by every socket there."""

from dataclasses import dataclass
from datetime import datetime

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise

from accounts.models import Preferences, User
from games import access, clock
from lobby.models import Table
from lobby.offers import OFFERS, target_name

LISTED = 100  # nobody reads further; the page says that there are more


@dataclass(frozen=True, slots=True)
class Row:
    """An open table as the list shows it."""

    id: int
    creator: str
    game: str | Promise
    rules: str | Promise
    target: str
    rated: bool
    since: datetime
    minutes: int


@dataclass(frozen=True, slots=True)
class Board:
    """The open tables of others, longest waiting first, and what the person is doing.

    `waiting` is the person's own open table, `match_id` their running match.
    """

    rows: list[Row]
    has_more: bool
    waiting: Row | None
    match_id: int | None
    playing: int

    @property
    def is_free(self) -> bool:
        """Whether the person may open a table."""
        return self.waiting is None and self.match_id is None


def board_of(user: User) -> Board:
    now = clock.now()
    tables = Table.objects.filter(status=Table.Status.OPEN).select_related("creator").order_by("pk")
    others = list(tables.exclude(creator=user)[: LISTED + 1])
    mine = tables.filter(creator=user).first()
    running = access.running_match_of(user)
    return Board(
        rows=[_row(table, now) for table in others[:LISTED]],
        has_more=len(others) > LISTED,
        waiting=_row(mine, now) if mine else None,
        match_id=running.pk if running else None,
        playing=Table.objects.filter(status=Table.Status.PLAYING).count(),
    )


def fragment_for(user: User, language: str) -> str:
    """The part of the page that changes, as HTML in the person's language."""
    deck = Preferences.objects.filter(user=user).values_list("deck", flat=True).first()
    with translation.override(language):
        context = {"board": board_of(user), "deck": deck or Preferences.Deck.NAPOLETANE.value}
        # Stripping also makes a plain str of the SafeString, which messages cannot carry.
        return render_to_string("lobby/_board.html", context).strip()


def _row(table: Table, now: int) -> Row:
    offer = OFFERS[table.game, table.rules]
    waited = now / 1000 - table.created_at.timestamp()
    return Row(
        id=table.pk,
        creator=table.creator.display_name,
        game=offer.name,
        rules=offer.rules_name,
        target=target_name(table.target),
        rated=table.rated,
        since=table.created_at,
        minutes=max(0, int(waited // 60)),
    )
