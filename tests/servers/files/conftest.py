"""A desk with the files server on an empty workspace."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from deskworld_files import server
from deskworld_kit import World, connect
from deskworld_kit.desk import Desk


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk, None]:
    """The open desk; its workspace is `tmp_path / "desk"`."""
    with World.create(workspace=tmp_path / "desk", servers=[server]) as world:
        async with connect([server], world) as opened:
            yield opened


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The workspace's folder."""
    folder = tmp_path / "desk"
    folder.mkdir(exist_ok=True)
    return folder
