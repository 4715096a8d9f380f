"""Reads the process environment for `settings`, and fails loudly when it is wrong.

Only `config.settings` uses this. A value that cannot be understood stops the process with
one line that names the variable, so that a bad deployment never starts half configured.
"""

import os
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str | None = None) -> str:
    """The variable, or the default; raises ImproperlyConfigured if there is neither."""
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"Set the environment variable {name}.")
    return value


def flag(name: str, default: bool = False) -> bool:
    """`1 true yes on` and `0 false no off`; anything else is refused."""
    value = os.environ.get(name, "").strip().lower()
    if value in ("", None):
        return default
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def integer(name: str, default: int) -> int:
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def words(name: str) -> list[str]:
    """A comma-separated list; empty parts are dropped."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def database(url: str) -> dict[str, Any]:
    """Django's database settings from `postgresql://user:password@host:port/name?host=/socket`.

    The query may name a socket directory in `host`, a `port`, and any option of libpq.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("postgresql", "postgres"):
        raise ImproperlyConfigured("DATABASE_URL must start with postgresql://")
    options = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL names no database.")
    host = options.pop("host", None) or unquote(parts.hostname or "")
    port = options.pop("port", None) or (str(parts.port) if parts.port else "")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": port,
        "OPTIONS": options,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def celery_broker(redis_url: str) -> str:
    """The same Valkey as Celery spells it: a socket is `redis+socket://` with `virtual_host`."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    number = parse_qs(parts.query).get("db", ["0"])[-1]
    return f"redis+socket://{parts.path}?virtual_host={number}"


def email(url: str) -> dict[str, Any]:
    """Django's e-mail settings from `smtp://user:password@host:port?tls=1`, or `console:`."""
    parts = urlsplit(url)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be console: or smtp://user:password@host:port")
    query = parse_qs(parts.query)
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and query.get("tls", ["1"])[-1] == "1",
    }
