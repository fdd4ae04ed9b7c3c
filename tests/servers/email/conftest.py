"""The email server."""

import pytest
from deskworld_kit import Server


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_email import server

    return server
