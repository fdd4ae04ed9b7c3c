"""A task with its seed, made ready once per process: what every trial of it starts from.

The texts are filled in, the assets are on disk, the servers are found, and their tables are filled and patched into
one SQLite image. The golden world, which state checks compare with, is that image after a replay of the reference
solution; it is made when it is first wanted, and only for tasks whose servers keep anything in tables.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from deskworld_harness.session import Said, Session
from deskworld_harness.task import Limits, Task, TaskError, Variant
from deskworld_harness.toolset import Tool, tools_of
from deskworld_harness.transports import open_desk

if TYPE_CHECKING:
    from deskworld_kit import Server
    from deskworld_verifiers import TaskView

    from deskworld_harness.documents import EntityCounts, Tier

ENDLESS = Limits(steps=1_000_000, seconds=3600)

RULES = """\
You work at a desk through tools. Paths are relative to the workspace. The user sees your words and the files and \
records you leave, not your tool calls. Work until all that was asked is done, look at what you made before you hand \
it over, and then answer the user in a few sentences. Leave no file that was not asked for; drafts go under scratch/. \
An answer without a tool call ends your turn."""


@dataclass
class Scene:
    """What every trial of one task and seed starts from."""

    variant: Variant
    servers: Sequence[Server]
    image: bytes
    start: Mapping[str, str] = field(repr=False)  # the hash of each file that is there at the start
    _golden: bytes | None = None
    _golden_hash: str = ""
    _like_golden: EntityCounts | None = None
    _lock: anyio.Lock = field(default_factory=anyio.Lock)

    @property
    def deliverables(self) -> list[str]:
        return self.variant.document.deliverables

    @property
    def has_tables(self) -> bool:
        """Whether any server keeps something in the world."""
        return any(server.tables for server in self.servers)

    @property
    def instructions(self) -> str:
        """What the agent is told before anybody speaks: who it is, what it must respect, what is on its desk (each
        server's MCP instructions, which clients show their models too), and what day it is."""
        document = self.variant.document
        today = document.world.now.strftime("It is %A, %d %B %Y, %H:%M UTC.")
        desk = "On your desk:\n" + "\n".join(f"- {each.title}: {each.summary}" for each in self.servers)
        parts = (document.role, document.policy, RULES, desk, today)
        return "\n\n".join(part.strip() for part in parts if part.strip())

    def tools(self, tier: Tier = "full") -> list[Tool]:
        return tools_of(self.servers, tier)

    def view(self) -> TaskView:
        """What a solution and a check may know of the task."""
        from deskworld_verifiers import TaskView

        document = self.variant.document
        return TaskView(
            variables=dict(self.variant.variables),
            deliverables=tuple(document.deliverables),
            changes=tuple(document.changes),
            seed=self.variant.seed,
        )

    def metadata(self) -> Any:
        """The tables of the servers, which say how each column compares."""
        if not self.has_tables:
            return None
        from sqlmodel import SQLModel

        return SQLModel.metadata

    def state_hash(self, image: bytes) -> str:
        from deskworld_verifiers import state_hash

        if image != self._golden:
            return state_hash(image, self.metadata())
        if not self._golden_hash:  # many trials end like the solution, and to hash is to read every row
            self._golden_hash = state_hash(image, self.metadata())
        return self._golden_hash

    def entity(self, after: bytes, golden: bytes | None) -> EntityCounts | None:
        """The world's changes held against the reference solution's; None where nothing is kept in tables."""
        if golden is None or not after:
            return None
        alike = after == golden
        if alike and self._like_golden:
            return self._like_golden  # equal images compare alike, and comparing takes some milliseconds
        from deskworld_verifiers import entity_f1

        from deskworld_harness.documents import EntityCounts

        score = entity_f1(self.image, golden, after, self.metadata())
        counts = EntityCounts(matched=score.matched, expected=score.expected, actual=score.actual)
        if alike:
            self._like_golden = counts
        return counts

    async def golden(self) -> bytes | None:
        """The world as the reference solution leaves it; None where nothing is kept in tables."""
        if not self.has_tables:
            return None
        async with self._lock:  # many trials ask at once: one replays, the others wait
            if self._golden is None:
                self._golden = await self._replay()
            return self._golden

    async def _replay(self) -> bytes:
        from deskworld_harness.agents.solution import SolutionAgent

        with tempfile.TemporaryDirectory(prefix="deskworld-golden-") as folder:
            workspace = Path(folder)
            self.variant.lay_out(workspace)
            async with AsyncExitStack() as stack:
                desk = await open_desk(self, workspace, stack)
                session = Session(desk, self.tools(), ENDLESS, lambda name, data: None)
                await SolutionAgent(session, self).answer(Said("user", ""))
                return await desk.image()


def scene_of(folder: Path, seed: int) -> Scene:
    """The scene of a task folder and a seed. Trials that start together wait for the first to make it."""
    with _making:
        return _made(folder, seed)


_making = threading.Lock()


@lru_cache(maxsize=256)
def _made(folder: Path, seed: int) -> Scene:
    from deskworld_kit import ToolError, find_servers
    from deskworld_kit.database import tables_of
    from deskworld_kit.planting import make_image
    from deskworld_verifiers import listing

    variant = Task(folder, folder.name).variant(seed)
    document = variant.document
    try:
        servers = list(find_servers(document.servers).values())
        patch = document.world
        image = make_image(servers, seed=patch.seed, now=patch.now, rows=patch.rows)
    except (ToolError, ValueError) as error:
        raise TaskError(f"{folder / 'task.yaml'}: {error}") from error
    known = {table.name for server in servers if server.tables for table in tables_of(server.name)}
    if strange := sorted(set(document.changes) - known):
        raise TaskError(
            f"{folder / 'task.yaml'}: changes: its servers have no table {strange[0]!r}; they have "
            f"{', '.join(sorted(known)) or 'none'}"
        )
    with tempfile.TemporaryDirectory(prefix="deskworld-start-") as empty:
        variant.lay_out(Path(empty))
        start = listing(Path(empty))
    return Scene(variant, servers, image, start)
