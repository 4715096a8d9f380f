"""Options of the whole suite. The servers come from `launcher.pytest_plugin`."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from games import store
from launcher import chromium


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="also the long versions, as `bin/test --all` does"
    )


def pytest_configure() -> None:
    # The real hasher takes half a second a password, on purpose.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    too_long = pytest.mark.skip(reason="long: runs in bin/test --all")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(too_long)


@pytest.fixture(scope="session")
def chromium_program() -> Path:
    """For browser tests. bin/test names it after installing it; plain pytest looks for one."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named)
    found = chromium.find()
    if found is None:
        missing = pytest.fail if os.environ.get("CI") else pytest.skip
        missing("there is no Chromium here; bin/test installs one where it can")
    return found


@pytest.fixture(scope="session")
def is_long_run(pytestconfig: pytest.Config) -> bool:
    """For tests that have a short and a long version of the same thing."""
    return bool(pytestconfig.getoption("--long"))


@dataclass(frozen=True)
class Cast:
    """The people of the tests. Anna and Bruno play, in this order of seats; Olga has no seat."""

    anna: User
    bruno: User
    olga: User
    staff: User


@pytest.fixture
def cast(db: None) -> Cast:
    def person(name: str, **fields: Any) -> User:
        email = f"{name.lower()}@example.com"
        return User.objects.create_user(email, "a good password", display_name=name, **fields)

    return Cast(person("Anna"), person("Bruno"), person("Olga"), person("Sara", is_staff=True))


@pytest.fixture(autouse=True)
def _cold_processes() -> Iterator[None]:
    """Each test begins as a process just started would: nothing cached, in memory or in Valkey."""
    store.forget_all()
    yield
    store.forget_all()
