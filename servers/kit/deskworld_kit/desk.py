"""A desk in memory: several servers in one world, reached over MCP without a process or a socket.

This is what a trial works on. It speaks the same protocol as over a pipe, but a tool list is made once per process
and set of servers, and a call goes out as the request it is: a client that first lists six hundred tools to check one
result would spend most of a trial on that.
"""

import base64
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import mcp_types
from fastmcp import Client
from mcp.shared.exceptions import MCPError

from deskworld_kit.server import Server, Tier
from deskworld_kit.serving import build
from deskworld_kit.world import World


@dataclass(frozen=True)
class CallResult:
    """What one tool call gave. `ok` is False for a refusal, whose words are in `error`."""

    ok: bool
    structured: dict[str, Any] = field(default_factory=dict[str, Any])
    text: str = ""
    pictures: list[tuple[str, bytes]] = field(default_factory=list[tuple[str, bytes]])
    error: str = ""
    content: list[Any] = field(default_factory=list[Any])

    @classmethod
    def of(cls, result: mcp_types.CallToolResult) -> "CallResult":
        """Read an MCP result."""
        texts = [block.text for block in result.content if isinstance(block, mcp_types.TextContent)]
        pictures = [
            (block.mime_type, base64.b64decode(block.data))
            for block in result.content
            if isinstance(block, mcp_types.ImageContent)
        ]
        text = "\n".join(texts)
        if result.is_error:
            return cls(False, text=text, error=text, pictures=pictures, content=list(result.content))
        structured: dict[str, Any] = result.structured_content or {}
        return cls(True, structured, text, pictures, content=list(result.content))


class Desk:
    """The open connection: list the tools, call one."""

    def __init__(self, client: "Client[Any]", tools: list[mcp_types.Tool], world: World) -> None:
        self._client = client
        self._tools = tools
        self.world = world

    async def list_tools(self) -> list[mcp_types.Tool]:
        """The tools as MCP lists them."""
        return self._tools

    async def call(self, name: str, arguments: dict[str, Any] | None = None) -> CallResult:
        """Call a tool. A refusal comes back as a result; only a broken connection raises."""
        request = mcp_types.CallToolRequest(
            params=mcp_types.CallToolRequestParams(name=name, arguments=arguments or {})
        )
        try:
            result = await self._client.session.send_request(request, mcp_types.CallToolResult)
        except MCPError as error:  # an unknown tool comes as one
            return CallResult(False, error=str(error), text=str(error))
        return CallResult.of(result)


_listed: dict[tuple[tuple[Server, ...], Tier], list[mcp_types.Tool]] = {}


@asynccontextmanager
async def connect(servers: Sequence[Server], world: World, *, tier: Tier = "full") -> AsyncGenerator[Desk, None]:
    """Open these servers in this world, in memory."""
    app = build(servers, world, tier=tier)
    key = (tuple(servers), tier)
    async with Client(app) as client:
        if key not in _listed:
            _listed[key] = await client.list_tools()
        yield Desk(client, _listed[key], world)
