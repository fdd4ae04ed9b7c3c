"""Every test of the contract that takes a `server` runs once for each one that is installed."""

import pytest
from suite.desk import SERVERS


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "server" in metafunc.fixturenames:
        metafunc.parametrize("server", SERVERS, ids=[server.name for server in SERVERS])
