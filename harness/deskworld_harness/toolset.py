"""The tools that an agent sees: their names, schemas and annotations, at one tier.

Listing five hundred tools costs a fifth of a second, and nothing about them varies from trial to trial, so a set of
servers is read once per process. Foreign MCP servers will join here: whatever lists and calls like a desk is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_kit import Server

    from deskworld_harness.documents import Tier


@dataclass(frozen=True)
class Tool:
    """One tool as a model is told of it."""

    name: str
    description: str
    parameters: dict[str, Any]
    server: str
    core: bool
    kind: str  # read, add, edit or remove


_read: dict[
    tuple[str, str], list[Tool]
] = {}  # by package and name: a Server can't be hashed, it keeps what it compiled


def tools_of(servers: Sequence[Server], tier: Tier = "full") -> list[Tool]:
    """The tools of these servers at a tier, in the order the servers offer them."""
    return [tool for server in servers for tool in _tools(server) if tier == "full" or tool.core]


def _tools(server: Server) -> list[Tool]:
    key = (server.package, server.name)
    if key not in _read:
        _read[key] = [
            Tool(
                name=tool.name,
                description=tool.description or "",
                parameters=tool.parameters,
                server=server.name,
                core=tool.mark.core,
                kind=tool.mark.kind,
            )
            for tool in server.compiled
        ]
    return _read[key]
