"""A desk with the contacts server in the seeded world."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from deskworld_contacts import server
from deskworld_kit import World, connect
from deskworld_kit.desk import Desk
from deskworld_kit.planting import make_image


@pytest.fixture(scope="session")
def image() -> bytes:
    """The seeded world, made once."""
    return make_image([server], seed=7)


@pytest.fixture
async def desk(tmp_path: Path, image: bytes) -> AsyncGenerator[Desk, None]:
    """The open desk; its workspace is `tmp_path / "desk"`."""
    with World.from_image(image, tmp_path / "desk") as world:
        async with connect([server], world) as opened:
            yield opened


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The workspace's folder."""
    folder = tmp_path / "desk"
    folder.mkdir(exist_ok=True)
    return folder
