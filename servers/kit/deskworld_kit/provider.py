"""The tools of some servers as FastMCP takes them: one provider for all, found by name at once.

A provider a server would be asked in turn for every call, and each would look through its whole list. This one is
made once per process for a set of servers and a tier, and shared by all worlds.
"""

from collections.abc import Sequence
from functools import lru_cache

from fastmcp.server.providers import Provider
from fastmcp.tools.base import Tool
from fastmcp.utilities.versions import VersionSpec

from deskworld_kit.calling import DeskTool
from deskworld_kit.server import Server, Tier


class DeskProvider(Provider):
    """Compiled tools, in the order in which they are listed.

    Raises:
        ValueError: Two servers have a tool of one name, which no client could tell apart.
    """

    def __init__(self, servers: Sequence[Server], tier: Tier) -> None:
        super().__init__()
        self._tools: dict[str, DeskTool] = {}
        owners: dict[str, str] = {}
        for server in servers:
            for tool in server.compiled:
                if tier == "full" or tool.mark.core:
                    if tool.name in owners:
                        raise ValueError(f"{owners[tool.name]} and {server.name} both have a tool {tool.name!r}")
                    owners[tool.name] = server.name
                    self._tools[tool.name] = tool

    def find(self, name: str) -> DeskTool | None:
        """The tool of this name."""
        return self._tools.get(name)

    async def _list_tools(self) -> Sequence[Tool]:
        return list(self._tools.values())

    async def _get_tool(self, name: str, version: VersionSpec | None = None) -> Tool | None:
        return self._tools.get(name)


@lru_cache(maxsize=256)
def provider_of(servers: tuple[Server, ...], tier: Tier) -> DeskProvider:
    """The provider of these servers."""
    return DeskProvider(servers, tier)
