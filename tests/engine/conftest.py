"""How Hypothesis runs here: whole matches are examples, so no single one has a time limit, and
`bin/test` takes fewer of them than `bin/test --all`."""

import pytest
from hypothesis import settings

settings.register_profile("engine", deadline=None, max_examples=30)
settings.register_profile("engine-long", deadline=None, max_examples=200)
settings.load_profile("engine")


@pytest.hookimpl
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        settings.load_profile("engine-long")
