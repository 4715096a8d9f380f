"""The environment of the processes that the launcher starts (docs/operations.md lists it)."""

import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from launcher.services import Addresses

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"


def for_development(addresses: Addresses) -> dict[str, str]:
    defaults = {
        "DEBUG": "1",
        "SECRET_KEY": _kept_secret(VAR / "dev" / "secret-key"),
        # Celery says at length that it runs as root; here that is the person's own choice.
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
    }
    return _with_defaults(defaults, addresses)


def for_tests(addresses: Addresses) -> dict[str, str]:
    defaults = {"DEBUG": "1", "SECRET_KEY": "only for tests", "ALLOW_CLOCK_SHIFT": "1"}
    return _with_defaults(defaults, addresses)


def for_commands() -> dict[str, str]:
    """For manage.py typed by hand: what the running `bin/dev` noted down.

    Where none runs, addresses at which nothing answers, which is enough for commands that need
    no server. Nothing at all where the environment has begun to name servers: a deployment's
    must be complete, and what is missing there must fail loudly.
    """
    if any(name in os.environ for name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL")):
        return {}
    nowhere = Addresses("postgresql:///settebello?host=/bin-dev-is-not-running", "unix:///nowhere")
    return for_development(_noted_addresses() or nowhere)


@contextmanager
def noted(addresses: Addresses) -> Iterator[None]:
    """Lets `for_commands` find the servers of this run."""
    note = _note()
    note.parent.mkdir(parents=True, exist_ok=True)
    note.touch(mode=0o600)
    note.write_text(json.dumps(asdict(addresses)))
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def _note() -> Path:
    return VAR / "dev" / "addresses.json"


def _noted_addresses() -> Addresses | None:
    try:
        return Addresses(**json.loads(_note().read_text()))
    except FileNotFoundError:
        return None


def like_production(tested: Mapping[str, str]) -> dict[str, str]:
    """What a careful deployment sets, for `check --deploy`: on the servers of the tests."""
    dropped = ("DEBUG", "ALLOW_CLOCK_SHIFT")
    return {name: value for name, value in tested.items() if name not in dropped} | {
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": "settebello.example",
        "CSRF_TRUSTED_ORIGINS": "https://settebello.example",
        "EMAIL_URL": "smtp://mail.settebello.example:587",
        "DEFAULT_FROM_EMAIL": "Settebello <noreply@settebello.example>",
        "TRUSTED_PROXIES": "1",
    }


def _with_defaults(defaults: Mapping[str, str], addresses: Addresses) -> dict[str, str]:
    """What the person has set wins; Python's output is not held back."""
    return {
        "PYTHONUNBUFFERED": "1",
        **defaults,
        **os.environ,
        **addresses.environment(),
    }


def _kept_secret(path: Path) -> str:
    """Made once, so that sessions outlive a restart."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.new")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        draft.rename(path)
    return path.read_text().strip()
