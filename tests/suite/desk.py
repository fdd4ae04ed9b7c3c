"""The contract that every server meets, run over every server that is installed.

Nothing here knows a server by name: a new one is tested by being installed. What a server adds is its `examples.py`.
"""

import hashlib
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from deskworld_kit import Desk, Server, World, connect, find_servers

SEED = 7
SERVERS = list(find_servers().values())


@asynccontextmanager
async def desk_of(server: Server) -> AsyncGenerator[Desk, None]:
    """A fresh seeded desk with this server alone, its example files in the workspace."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "workspace"
        with World.create(root, [server], seed=SEED) as world:
            server.example_calls(world.workspace.root)
            async with connect([server], world) as desk:
                yield desk


def state_of(world: World, *, database: bool = True) -> str:
    """A hash over every row and every file: what a read-only tool must leave alone."""
    digest = hashlib.sha256(world.image() if database else b"")
    for path in sorted(world.workspace.root.rglob("*")):
        digest.update(str(path.relative_to(world.workspace.root)).encode())
        if path.is_file() and not path.is_symlink():
            digest.update(path.read_bytes())
    return digest.hexdigest()
