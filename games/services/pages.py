"""What one seat may see of a match: the view, and what it was told."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import access, broadcast, clock, store
from games.engine import referee
from games.engine.core import Seat, Watcher
from games.services.steps import as_refusals
from games.store import Record


@dataclass(frozen=True, slots=True)
class Page:
    """A match as one seat may see it: the view, and the log from the first deal on."""

    view: dict[str, Any]
    log: list[dict[str, Any]]


def get_page(user: User | AnonymousUser, match_id: int) -> Page:
    """The match as this person's seat may see it, read from the log; raises Http404."""
    seat = access.get_match_for(user, match_id).seat
    return page_of(store.load(match_id), seat)


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


async def ahear(message: dict[str, Any]) -> Record:
    """The match after a message of `broadcast`."""
    return await store.ahear(message["match"], message["version"], broadcast.events_of(message))


async def aget_record(match_id: int) -> Record:
    """The match as its log has it now; raises Refused."""
    with as_refusals():
        return await store.afresh(match_id)
