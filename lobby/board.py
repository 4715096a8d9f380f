"""What one person sees of the lobby: read by the page and by every socket there."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from accounts.models import Preferences, User
from games import access, clock
from lobby.models import Table
from lobby.offers import OFFERS, target_name

LISTED = 100  # nobody reads further; the page says that there are more


@dataclass(frozen=True, slots=True)
class Row:
    """An open table as the list shows it, in the language in force."""

    id: int
    creator: str
    game: str
    rules: str
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


def context_for(user: User) -> dict[str, Any]:
    """What `_board.html` shows, in the language in force."""
    board, language = board_of(user), translation.get_language()
    can_join = board.match_id is None
    return {"board": board, "rows": [_row_html(row, can_join, language) for row in board.rows]}


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
    offer = OFFERS[table.game, table.rules]
    waited = now / 1000 - table.created_at.timestamp()
    return Row(
        id=table.pk,
        creator=table.creator.display_name,
        game=str(offer.name),
        rules=str(offer.rules_name),
        target=target_name(table.target),
        rated=table.rated,
        since=table.created_at,
        minutes=max(0, int(waited // 60)),
    )
