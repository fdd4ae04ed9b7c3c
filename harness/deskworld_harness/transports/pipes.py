"""MCP over a pair of open pipes: a JSON message a line, as the stdio transport says."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from fastmcp.client.transports import ClientTransport
from fastmcp.client.transports.base import TransportOptions
from mcp import ClientSession
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

CHUNK = 1 << 16


class PipeTransport(ClientTransport):
    """Speaks to a server whose stdin and stdout we hold the other ends of; closes both at the end.

    Args:
        out: Where the server's stdin is written.
        back: Where its stdout is read.
    """

    def __init__(self, out: int, back: int) -> None:
        self.out, self.back = out, back
        self._open = [out, back]

    @asynccontextmanager
    async def connect_session(
        self, *, transport_options: TransportOptions | None = None, **session: Any
    ) -> AsyncGenerator[ClientSession, None]:
        options = transport_options or TransportOptions()
        to_session, heard = anyio.create_memory_object_stream[SessionMessage | Exception]()
        said, to_server = anyio.create_memory_object_stream[SessionMessage]()
        for each in (self.out, self.back):
            os.set_blocking(each, False)

        async def read() -> None:
            async with to_session:
                rest = b""
                while chunk := await _receive(self.back):
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
                        await to_session.send(SessionMessage(message))

        async def write() -> None:
            async for message in to_server:
                text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                try:
                    await _send(self.out, text.encode() + b"\n")
                except BrokenPipeError:
                    return  # the reader meets the end of the server too, and tells of it

        try:
            async with anyio.create_task_group() as both:
                both.start_soon(read)
                both.start_soon(write)
                async with options.session_class(heard, said, **session) as opened:
                    yield opened
                both.cancel_scope.cancel()
        finally:
            for each in (to_session, heard, said, to_server):
                each.close()
            self.shut()

    def shut(self) -> None:
        """Close both pipes, which ends the server; may be called again."""
        while self._open:
            os.close(self._open.pop())


async def _receive(file: int) -> bytes:
    while True:
        try:
            return os.read(file, CHUNK)
        except BlockingIOError:
            await anyio.wait_readable(file)


async def _send(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(file, rest) :]
        except BlockingIOError:
            await anyio.wait_writable(file)
