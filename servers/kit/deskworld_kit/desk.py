"""A desk over MCP in memory: several servers in one world, without a process or a socket.

It speaks the same protocol as over a pipe, but a tool list is made once per process and set of servers, and a call
goes out as the request it is: a client that first lists six hundred tools to check one result would spend most of its
time on that.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import mcp_types
from fastmcp import Client
from mcp.shared.exceptions import MCPError

from deskworld_kit.calling import unsendable
from deskworld_kit.local import CallResult
from deskworld_kit.server import Server, Tier
from deskworld_kit.serving import build
from deskworld_kit.world import World


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
        return await call(self._client, name, arguments or {})


async def call(client: "Client[Any]", name: str, arguments: dict[str, Any]) -> CallResult:
    """Send one tools/call, and nothing before it. A refusal comes back as a result; a broken connection raises."""
    if refusal := unsendable(arguments):
        return CallResult(False, error=refusal, text=refusal)
    request = mcp_types.CallToolRequest(params=mcp_types.CallToolRequestParams(name=name, arguments=arguments))
    try:
        result = await client.session.send_request(request, mcp_types.CallToolResult)
    except MCPError as error:  # an unknown tool comes as one
        if error.code == mcp_types.CONNECTION_CLOSED:
            raise
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
