"""What every page shows of the person's running match."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import User
from games import attendance, clock
from games.attendance import Running
from games.presentation.page import GAMES


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """The match that a bar on every page leads back to. Times are UTC in milliseconds."""

    match_id: int
    title: str
    """The name of the game, in the person's language."""
    is_absent: bool
    """The person's seat is dropped, or has left: a countdown runs."""
    is_invited: bool
    """The invitation to resume runs; it began with the first page opened elsewhere."""
    until: int | None
    """When the countdown of an absent seat ends; None if there is none."""
    now: int
    """The server's time, by which a script counts."""


def running_match(request: HttpRequest) -> dict[str, object]:
    """`running_match`: a RunningMatch, or None.

    A page that shows the bar is a page of ours: opening one elsewhere invites an absent person.
    """
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"running_match": None}
    return {"running_match": running_match_of(user, partial(_is_opened_elsewhere, request))}


def running_match_of(
    user: User | AnonymousUser, invites: Callable[[int], bool]
) -> RunningMatch | None:
    """What the bar shows of the person's match (`attendance.running_match_of`)."""
    running = attendance.running_match_of(user, invites=invites)
    return None if running is None else _shown(running)


def _is_opened_elsewhere(request: HttpRequest, match_id: int) -> bool:
    """Whether a person has opened this page, and it is none of the match.

    What a browser loads by itself, to have it sooner or within a page, opens nothing.
    """
    purpose = request.headers.get("Sec-Purpose", request.headers.get("Purpose", ""))
    is_document = request.headers.get("Sec-Fetch-Dest", "document") == "document"
    is_visit = request.method == "GET" and is_document and "prefetch" not in purpose
    return is_visit and not _is_page_of(request, match_id)


def _is_page_of(request: HttpRequest, match_id: int) -> bool:
    place = request.resolver_match
    return (
        place is not None and place.app_name == "games" and place.kwargs.get("match_id") == match_id
    )


def _shown(running: Running) -> RunningMatch:
    absence = running.record.state.people[running.seat].absence
    return RunningMatch(
        match_id=running.record.match_id,
        title=GAMES[running.record.state.game].title(),
        is_absent=absence is not None,
        is_invited=absence is not None and absence.is_invited,
        until=None if absence is None else absence.until,
        now=clock.now(),
    )
