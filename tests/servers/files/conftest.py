"""The files server."""

import pytest
from deskworld_kit import Server


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_files import server

    return server
