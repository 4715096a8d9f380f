"""What the load needs of the site before it can play, and what the log says afterwards.

Import it once Django is set up. It goes through the same services as the lobby.
"""

from dataclasses import dataclass, replace

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.db.models import Count

from accounts.models import User
from games import services
from games.engine.policies import TORNEO
from games.models import MatchEvent

TARGET = 11


@dataclass(frozen=True)
class Visitor:
    """Somebody who has logged in."""

    user_id: int
    cookie: str


def visitors(number: int) -> list[Visitor]:
    with transaction.atomic():
        return [_visitor(f"Player {each}") for each in range(number)]


def _visitor(name: str) -> Visitor:
    user = User.objects.create_user(display_name=name)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return Visitor(user.pk, f"{settings.SESSION_COOKIE_NAME}={session.session_key}")


AT_ONCE = replace(TORNEO, start_ms=None)
"""Torneo without the start: what is measured are moves."""


def start(players: tuple[Visitor, ...]) -> int:
    """A match of Scopa under the tournament rules."""
    with transaction.atomic():
        return services.start_match(
            game="scopa",
            rules={"name": "scopa", "target": TARGET},
            policy=AT_ONCE,
            user_ids=[player.user_id for player in players],
        )


def moves_by_seat() -> dict[int, int]:
    """Rows of the whole log that are moves."""
    rows = MatchEvent.objects.filter(kind="move").order_by().values_list("seat")
    return dict(rows.annotate(Count("pk")))
