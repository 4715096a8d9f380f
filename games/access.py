"""The only way from a person and a number to a match or a seat.

Who may not see a match is told that there is none.
"""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404

from accounts.models import User
from games import store
from games.engine.core import RefusalCode, Refused, Seat
from games.engine.referee import Phase
from games.models import Match
from games.models import Seat as SeatRow
from games.store import Record


@dataclass(frozen=True, slots=True)
class SeatedMatch:
    """A match as one of its players comes to it."""

    match_id: int
    seat: Seat


def get_match_for(user: User | AnonymousUser, match_id: int) -> SeatedMatch:
    """The person's seat in the match; raises Http404 if there is none."""
    row = (
        SeatRow.objects.filter(match_id=match_id, user_id=user.pk).values_list("number").first()
        if user.is_authenticated
        else None
    )
    if row is None:
        raise Http404
    return SeatedMatch(match_id, row[0])


def is_finished(match_id: int) -> bool:
    """Whether the match is over, so that its seats may know all of it."""
    return Match.objects.filter(pk=match_id, status=Match.Status.FINISHED).exists()


def get_finished_match_for(user: User | AnonymousUser, match_id: int) -> SeatedMatch:
    """The person's seat in a match that is over; raises Http404 if there is none, and while the
    match runs: hands, stock and seeds are nobody's to read before its end."""
    seated = get_match_for(user, match_id)
    if not is_finished(match_id):
        raise Http404
    return seated


def seats_of(user: User) -> QuerySet[SeatRow]:
    """The person's seats with their matches, the latest first."""
    return SeatRow.objects.filter(user=user).select_related("match").order_by("-match_id")


def seat_in(record: Record, user_id: int | None) -> Seat:
    """The person's seat; raises Refused with `not_seated`."""
    for number, player in enumerate(record.players):
        if player.user_id == user_id:
            return number
    raise Refused(RefusalCode.NOT_SEATED)


def running_match_of(user: User | AnonymousUser) -> Match | None:
    """The match that the person is playing now, if any.

    Whoever has resigned or forfeited plays no longer, though three or four others may go on
    without them.
    """
    if not user.is_authenticated:
        return None
    seats = (
        SeatRow.objects.filter(user=user.pk, match__status=Match.Status.RUNNING)
        .select_related("match")
        .order_by("-match")
    )
    return next((seat.match for seat in seats if _plays(seat)), None)


def _plays(seat: SeatRow) -> bool:
    state = store.at_version(seat.match.pk, seat.match.version).state
    return state.phase is not Phase.FINISHED and not state.is_out(seat.number)
