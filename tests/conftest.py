"""Options of the whole suite. The servers come from `launcher.pytest_plugin`."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="also the long versions, as `bin/test --all` does"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    too_long = pytest.mark.skip(reason="long: runs in bin/test --all")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(too_long)


@pytest.fixture(scope="session")
def is_long_run(pytestconfig: pytest.Config) -> bool:
    """For tests that have a short and a long version of the same thing."""
    return bool(pytestconfig.getoption("--long"))
