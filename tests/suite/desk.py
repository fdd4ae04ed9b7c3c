"""The contract that every server meets, run over every server that is installed.

Nothing here knows a server by name: a new one is tested by being installed. What a server adds is its `examples.py`.
"""

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from deskworld_kit import Desk, Server, World, connect, find_servers

SEED = 7
SERVERS = list(find_servers().values())
SCRIPTS = Path(sys.executable).parent


def place(folder: Path) -> list[str]:
    """The options that put a server's workspace and world into a folder."""
    return ["--workspace", f"{folder}/workspace", "--world", f"sqlite:///{folder}/world.sqlite", "--seed", str(SEED)]


@contextmanager
def serving(command: list[str]) -> Generator[str, None, None]:
    """A server that listens on a port, as long as the block runs; gives the first URL that it says."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = next(line for line in process.stderr if line.startswith("Deskworld serves"))
            yield said.split()[-1]
        finally:
            process.terminate()


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
