"""Every test of the contract that takes a `server` runs once for each one that is installed."""

from collections.abc import Generator

import pytest
from suite.desk import SCRIPTS, SERVERS, place, serving


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "server" in metafunc.fixturenames:
        metafunc.parametrize("server", SERVERS, ids=[server.name for server in SERVERS])


@pytest.fixture(scope="session")
def suite_url(tmp_path_factory: pytest.TempPathFactory) -> Generator[str, None, None]:
    """All servers over HTTP, a path each, in one process."""
    state = place(tmp_path_factory.mktemp("suite"))
    with serving([str(SCRIPTS / "deskworld-suite"), *state, "--transport", "http", "--port", "0"]) as url:
        yield url.rpartition("/")[0]
