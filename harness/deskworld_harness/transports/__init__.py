"""How a trial reaches its servers: in memory, over a pipe, or over a loopback socket.

    memory   the servers' tools in our own process, called without a connection
    stdio    the servers in a process of their own, forked from a warm one; MCP over its stdin and stdout
    http     the same process, serving streamable HTTP on 127.0.0.1

Whichever it is, a trial sees an `OpenDesk`: tools to call, and the world's image when the talk is over. The same calls
give the same results, files and image over all three.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from deskworld_kit import CallResult

    from deskworld_harness.documents import Tier
    from deskworld_harness.scene import Scene

Transport = Literal["memory", "stdio", "http"]


class OpenDesk(Protocol):
    """A fresh world with the servers in it, as long as its stack is open."""

    async def call(self, name: str, arguments: dict[str, Any]) -> CallResult:
        """Call a tool. A refusal comes back as a result; only servers that are lost raise."""
        ...

    async def image(self) -> bytes:
        """The world as it is now, as SQLite bytes; empty where no server keeps anything in tables."""
        ...


async def open_desk(
    scene: Scene, workspace: Path, stack: AsyncExitStack, tier: Tier = "full", transport: Transport = "memory"
) -> OpenDesk:
    """A fresh world from the scene's image, with the scene's servers in it, open as long as the stack."""
    if transport == "memory":
        from deskworld_harness.transports.memory import open_in_memory

        return await open_in_memory(scene, workspace, stack, tier)
    from deskworld_harness.transports.process import open_in_process

    return await open_in_process(scene, workspace, stack, tier, transport)
