"""The contacts server."""

import pytest
from deskworld_kit import Server


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_contacts import server

    return server
