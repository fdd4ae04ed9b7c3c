"""The servers in our own process: the quickest way, and the measure of the others."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_kit import CallResult, LocalDesk, World

    from deskworld_harness.documents import Tier
    from deskworld_harness.scene import Scene


@dataclass(frozen=True)
class MemoryDesk:
    """A world in memory and its servers' tools."""

    desk: LocalDesk
    world: World
    has_tables: bool

    async def call(self, name: str, arguments: dict[str, Any]) -> CallResult:
        return await self.desk.call(name, arguments)

    async def image(self) -> bytes:
        return self.world.image() if self.has_tables else b""


async def open_in_memory(scene: Scene, workspace: Path, stack: AsyncExitStack, tier: Tier) -> MemoryDesk:
    """Open the scene in this process."""
    from deskworld_kit import LocalDesk, World

    world = stack.enter_context(World.from_image(scene.image, workspace))
    return MemoryDesk(LocalDesk(scene.servers, world, tier=tier), world, scene.has_tables)
