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


def tools_of(servers: Sequence[Server], tier: Tier = "full") -> list[Tool]:
    """The tools of these servers at a tier, in the order the servers offer them."""
    return [tool for server in servers for tool in _compiled(server) if tier == "full" or tool.core]


def _compiled(server: Server) -> list[Tool]:
    # A Server isn't hashable by value (it caches its own tools), its package and name are what it is.
    key = (server.package, server.name)
    if key not in _read_already:
        _read_already[key] = _read(server)
    return _read_already[key]


_read_already: dict[tuple[str, str], list[Tool]] = {}


def _read(server: Server) -> list[Tool]:
    return [
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
