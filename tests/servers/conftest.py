"""A desk with one server, for the tests of that server: each folder here says which by its fixture `server`."""

from __future__ import annotations

import zipfile
from collections.abc import AsyncGenerator, Callable, Generator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from deskworld_kit import Desk, Server, World, connect
from deskworld_kit.planting import make_image

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@cache
def image_of(server: Server) -> bytes:
    """The seeded world of a server, made once; empty for one without tables."""
    return make_image([server], seed=7) if server.tables else b""


@pytest.fixture
def image(server: Server) -> bytes:
    """The seeded world; empty for a server without tables."""
    return image_of(server)


@pytest.fixture
def world(tmp_path: Path, image: bytes) -> Generator[World, None, None]:
    """A fresh world; its workspace is `tmp_path / "desk"`."""
    folder = tmp_path / "desk"
    with World.from_image(image, folder) if image else World(folder, now=NOW) as made:
        yield made


@pytest.fixture
def root(world: World) -> Path:
    """The workspace's folder."""
    return world.workspace.root


@pytest.fixture
async def desk(server: Server, world: World) -> AsyncGenerator[Desk, None]:
    """The open desk, over MCP in memory."""
    async with connect([server], world) as opened:
        yield opened


@pytest.fixture
def do(server: Server, world: World) -> Any:
    """Every tool as a plain function by name, the world already given: do.add_slide(path=...)."""

    def bind(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda **arguments: function(world, **arguments)

    return SimpleNamespace(**{function.__name__: bind(function) for function in server.functions()})


@pytest.fixture(scope="session")
def parts() -> Callable[[Path], dict[str, bytes]]:
    """The parts of a package, by name."""

    def read(path: Path) -> dict[str, bytes]:
        with zipfile.ZipFile(path) as package:
            return {name: package.read(name) for name in package.namelist()}

    return read
