"""Lets plain `pytest` run on real PostgreSQL and Valkey: starts what the environment lacks.

Loaded by `-p` in pyproject.toml, because pytest-django reads the settings before any conftest.
"""

import os
from collections.abc import Generator
from contextlib import ExitStack

import pytest

from launcher import environment, services
from launcher.console import SetupError

_started = ExitStack()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    try:
        addresses = _started.enter_context(services.running_for_tests(environment.VAR))
    except SetupError as error:
        raise pytest.UsageError(str(error)) from error
    os.environ.update(environment.for_tests(addresses))
    yield


def pytest_unconfigure() -> None:
    _started.close()
