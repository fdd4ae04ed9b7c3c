"""What all tests share: one event loop backend, patience, and switches of the suite contract."""

import pytest
from hypothesis import HealthCheck, settings

# A slow moment of the machine is no fault of what is tested.
settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ours")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept-snapshots", action="store_true", help="write the schema snapshots anew")
    parser.addoption("--fuzz", type=int, default=0, metavar="N", help="try N new random arguments on each tool")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
