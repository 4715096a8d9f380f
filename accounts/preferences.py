"""What somebody chose for their pages: kept with the account, or with the session of a visitor.

Called by the context processor on every page and by the preferences page. The language is
also a cookie, because Django's locale middleware reads nothing else; it is set again at log-in.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.models import Preferences, User

SESSION_KEY = "preferences"
LANGUAGE_COOKIE_AGE_S = 365 * 24 * 3600


@dataclass(frozen=True)
class Chosen:
    """An empty language means: the browser's."""

    deck: str = Preferences.Deck.NAPOLETANE.value
    theme: str = Preferences.Theme.AUTO.value
    language: str = Preferences.Language.AS_BROWSER.value


def preferences_of(request: HttpRequest) -> Chosen:
    chosen: Chosen | None = getattr(request, "chosen_preferences", None)
    if chosen is None:
        chosen = _load(request)
        request.chosen_preferences = chosen  # type: ignore[attr-defined]
    return chosen


def choose(request: HttpRequest, changes: dict[str, str]) -> Chosen:
    """Stores the changed fields and leaves the others alone."""
    chosen = replace(preferences_of(request), **changes)
    user = request.user
    if isinstance(user, User):
        Preferences.objects.update_or_create(user=user, defaults=changes)
    else:
        request.session[SESSION_KEY] = asdict(chosen)
    request.chosen_preferences = chosen  # type: ignore[attr-defined]
    return chosen


def set_language_cookie(response: HttpResponseBase, language: str) -> None:
    if not language:
        response.delete_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            path=settings.LANGUAGE_COOKIE_PATH,
            domain=settings.LANGUAGE_COOKIE_DOMAIN,
        )
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=LANGUAGE_COOKIE_AGE_S,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@receiver(user_logged_in, dispatch_uid="accounts.take_over_visitors_preferences")
def take_over_visitors_preferences(request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """What a visitor chose becomes the choice of an account that has none yet."""
    if request is None:
        return
    kept = _from_session(request)
    if kept is not None:
        Preferences.objects.get_or_create(user=user, defaults=asdict(kept))
        del request.session[SESSION_KEY]
    request.chosen_preferences = None  # type: ignore[attr-defined]


def _load(request: HttpRequest) -> Chosen:
    # An error page can be made before the session and the person are known.
    user = getattr(request, "user", None)
    if isinstance(user, User) and user.is_authenticated:
        stored = Preferences.objects.filter(user=user).first()
        return _chosen(stored) if stored else Chosen()
    return _from_session(request) or Chosen()


def _chosen(stored: Preferences) -> Chosen:
    return Chosen(deck=stored.deck, theme=stored.theme, language=stored.language)


def _from_session(request: HttpRequest) -> Chosen | None:
    session = getattr(request, "session", None)
    kept = session.get(SESSION_KEY) if session is not None else None
    return Chosen(**kept) if kept else None
