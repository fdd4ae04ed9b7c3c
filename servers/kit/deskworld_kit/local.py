"""A desk without a connection: the tools of several servers in one world, called in this process.

This is what a trial in memory works on. A call passes the same checks, runs the same function and gives the same
result as over MCP, for a tenth of the time, since nothing is sent anywhere.
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import mcp_types
from fastmcp.tools.base import ToolResult
from pydantic_core import from_json, to_json

from deskworld_kit.calling import unsendable
from deskworld_kit.provider import provider_of
from deskworld_kit.server import Server, Tier
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
    def of(cls, result: "mcp_types.CallToolResult | ToolResult") -> "CallResult":
        """Read what a tool gave, as MCP or FastMCP has it."""
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


class LocalDesk:
    """The tools themselves. Those that talk with the client while they run (`Server.streams`) have nobody here."""

    def __init__(self, servers: Sequence[Server], world: World, *, tier: Tier = "full") -> None:
        self._tools = provider_of(tuple(servers), tier)
        self.world = world

    async def call(self, name: str, arguments: dict[str, Any] | None = None) -> CallResult:
        """Call a tool. A refusal comes back as a result."""
        arguments = arguments or {}
        tool = self._tools.find(name)
        refusal = unsendable(arguments) if tool else f"Unknown tool: {name!r}"
        if tool is None or refusal:
            return CallResult(False, error=refusal, text=refusal)
        # As over a wire, the tool gets values of its own.
        return CallResult.of(await tool.answer(self.world, from_json(to_json(arguments))))
