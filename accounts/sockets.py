"""Open sockets hear that their person has logged out, was banned or deleted, or has a new password.

Every socket joins two channel groups: that of its person, and that of the browser (the session) in
which it was opened. What is announced here reaches them within a moment; a consumer mixes in
`Guarded` and closes itself. An announcement is lost when Valkey is away: a browser that asks for
anything but this socket is then refused as usual.
"""

import hmac
import logging
import secrets
from collections.abc import Callable, Mapping, MutableMapping
from contextvars import ContextVar
from hashlib import sha256
from typing import Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from redis.exceptions import RedisError

from accounts.models import User

logger = logging.getLogger(__name__)

CLOSE_LOGGED_OUT = 4403
BROWSER = "browser"
"""In the session: names it for as long as it lasts, whereas its key changes."""


# --- groups ---------------------------------------------------------------------------------


def group_of_person(user_id: int) -> str:
    return f"person.{user_id}"


def group_of_browser(browser: str) -> str:
    return f"browser.{browser}"


def browser_of(session: Mapping[str, Any] | Any) -> str | None:
    """A name for the session that tells nobody how to take it over; None if there is none."""
    name = session.get(BROWSER)
    if name is not None:
        return str(name)
    key = getattr(session, "session_key", None)  # of a session from before there were names
    return None if key is None else sha256(key.encode()).hexdigest()


def seal_of(user: User) -> str:
    """Changes with the password, and says nothing about it."""
    return sha256(user.get_session_auth_hash().encode()).hexdigest()


# --- what a consumer does -------------------------------------------------------------------


class Guarded:
    """Mixed into a consumer: its socket closes when its person is no longer welcome."""

    scope: MutableMapping[str, Any]
    channel_layer: Any
    channel_name: str
    close: Any
    _groups: tuple[str, ...] = ()

    async def guard(self) -> bool:
        """Join the groups; whether the person may stay. Who was logged out between the handshake
        and this moment may not."""
        user = self.scope["user"]
        if user is None or user.pk is None:
            return True
        self._seal = seal_of(user)
        self._browser = browser_of(self.scope.get("session", {}))
        in_browser = () if self._browser is None else (group_of_browser(self._browser),)
        self._groups = (group_of_person(user.pk), *in_browser)
        for group in self._groups:
            await self.channel_layer.group_add(group, self.channel_name)
        welcome: bool = await database_sync_to_async(_is_welcome)(user.pk, self._seal)
        return welcome

    async def unguard(self) -> None:
        for group in self._groups:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def browser_logged_out(self, message: Mapping[str, Any]) -> None:
        await self.close(CLOSE_LOGGED_OUT)

    async def person_changed(self, message: Mapping[str, Any]) -> None:
        """The account was saved, or is gone (`seal` None). A new password leaves open what was
        opened in the browser in which it was set."""
        seal = message["seal"]
        if seal is None:
            await self.close(CLOSE_LOGGED_OUT)
        elif not hmac.compare_digest(seal, self._seal):
            if message["browser"] is None or message["browser"] != self._browser:
                await self.close(CLOSE_LOGGED_OUT)
            self._seal = seal


def _is_welcome(user_id: int, seal: str) -> bool:
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return user is not None and hmac.compare_digest(seal_of(user), seal)


# --- what is announced ----------------------------------------------------------------------

_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


class RequestMiddleware:
    """Remembers the request while it lasts: a model's signals do not know who asked for what."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _request.set(request)
        try:
            return self.get_response(request)
        finally:
            _request.reset(token)


def _browser_in_which_changed(user: User) -> str | None:
    """The browser in which the person changes their own account; None if somebody else does."""
    request = _request.get()
    is_own = request is not None and request.user.pk == user.pk
    return browser_of(request.session) if request is not None and is_own else None


@receiver(user_logged_in, dispatch_uid="accounts.name_the_browser")
def name_the_browser(request: HttpRequest | None, **_kwargs: Any) -> None:
    if request is not None:
        request.session[BROWSER] = secrets.token_hex(16)


@receiver(user_logged_out, dispatch_uid="accounts.close_the_browsers_sockets")
def close_the_browsers_sockets(request: HttpRequest | None, **_kwargs: Any) -> None:
    browser = None if request is None else browser_of(request.session)
    if browser is not None:
        _announce(group_of_browser(browser), {"type": "browser.logged_out"})


@receiver(post_save, sender=User, dispatch_uid="accounts.tell_the_persons_sockets")
def tell_the_persons_sockets(
    instance: User, created: bool, update_fields: frozenset[str] | None, **_kwargs: Any
) -> None:
    if created or update_fields == frozenset({"last_login"}):
        return
    seal = seal_of(instance) if instance.is_active else None
    _announce_changed(instance.pk, seal, _browser_in_which_changed(instance))


@receiver(post_delete, sender=User, dispatch_uid="accounts.close_the_persons_sockets")
def close_the_persons_sockets(instance: User, **_kwargs: Any) -> None:
    _announce_changed(instance.pk, None, None)


def _announce_changed(user_id: int, seal: str | None, browser: str | None) -> None:
    message = {"type": "person.changed", "seal": seal, "browser": browser}
    transaction.on_commit(lambda: _announce(group_of_person(user_id), message))


def _announce(group: str, message: dict[str, Any]) -> None:
    """What is announced has happened: a silent Valkey must not undo that."""
    try:
        async_to_sync(get_channel_layer().group_send)(group, message)
    except (RedisError, OSError):
        logger.warning("sockets were not told: %s", message["type"])
