"""What all tests share: one event loop backend, and a switch to accept changed schemas."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept-snapshots", action="store_true", help="write the schema snapshots anew")
    parser.addoption("--fuzz", type=int, default=0, metavar="N", help="try N new random arguments on each tool")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
