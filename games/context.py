"""What every page shows of the person's running match."""

from django.http import HttpRequest

from games import access


def running_match(request: HttpRequest) -> dict[str, object]:
    """`running_match`: the match that a bar on every page leads back to, or None."""
    user = getattr(request, "user", None)
    return {"running_match": access.running_match_of(user) if user is not None else None}
