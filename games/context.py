"""What every page shows of the person's running match."""

from dataclasses import dataclass

from django.http import HttpRequest

from games import access, clock


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

    @property
    def id(self) -> int:
        return self.match_id


def running_match(request: HttpRequest) -> dict[str, object]:
    """`running_match`: a RunningMatch, or None."""
    user = getattr(request, "user", None)
    match = access.running_match_of(user) if user is not None else None
    if match is None:
        return {"running_match": None}
    shown = RunningMatch(match.pk, match.game, False, False, None, clock.now())
    return {"running_match": shown}
