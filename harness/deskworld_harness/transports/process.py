"""The servers in a process of their own, forked from the warm one: reached by pipes, or by HTTP on a loopback socket.

The world is a file beside the workspace, so its rows are there also when the process has to be killed. The process
holds one end of a lifeline: a socket on which nothing is said, whose end each side sees at once when the other is gone.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import anyio
import anyio.to_thread

from deskworld_harness.transports.nursery import Nursery, ServersGone, nursery, path

if TYPE_CHECKING:
    from deskworld_kit import CallResult
    from fastmcp import Client
    from fastmcp.client.transports import ClientTransport

    from deskworld_harness.documents import Tier
    from deskworld_harness.scene import Scene

GRACE = 2.0
"""Seconds that a process gets to end well, before it is killed."""
NOTICE = 0.5
"""Seconds in which the end of a process is seen after its pipes broke."""


class Process:
    """A forked process with servers in it, and our end of its lifeline."""

    def __init__(self, mother: Nursery, number: int, lifeline: socket.socket, workspace: Path) -> None:
        self.number = number
        self.gone = asyncio.Event()
        self._mother = mother
        self._workspace = workspace
        self._lifeline = lifeline
        self._waiting: set[anyio.CancelScope] = set()
        self._ending = anyio.Lock()
        self._how = ""
        asyncio.get_running_loop().add_reader(lifeline, self._is_gone)

    def _is_gone(self) -> None:
        asyncio.get_running_loop().remove_reader(self._lifeline)
        self.gone.set()
        for scope in self._waiting:
            scope.cancel()

    @asynccontextmanager
    async def needed(self) -> AsyncGenerator[None, None]:
        """What is done in this block can't outlast the process.

        Raises:
            ServersGone: The process has ended.
        """
        if not self.gone.is_set():
            with anyio.CancelScope() as scope:
                self._waiting.add(scope)
                try:
                    yield
                except Exception:
                    with anyio.move_on_after(NOTICE, shield=True):
                        await self.gone.wait()
                    if not self.gone.is_set():
                        raise
                finally:
                    self._waiting.discard(scope)
            if not self.gone.is_set():
                return
        raise ServersGone(f"the process of the servers {await self.end()}")

    async def end(self) -> str:
        """End it, well or else by force, with all that it started; says how it ended. May be called again."""
        with anyio.CancelScope(shield=True):
            async with self._ending:
                if not self._how:
                    self._how = await self._end()
        return self._how

    async def _end(self) -> str:
        self._lifeline.shutdown(socket.SHUT_WR)
        with anyio.move_on_after(GRACE):
            await self.gone.wait()
        asyncio.get_running_loop().remove_reader(self._lifeline)
        self._lifeline.close()
        order = {"do": "end", "process": self.number}
        try:
            told = await anyio.to_thread.run_sync(self._mother.ask, order)
        except ServersGone as error:
            return f"was lost with its parent: {error}"
        if told["status"]:
            from deskworld_kit import Workspace

            await anyio.to_thread.run_sync(Workspace(self._workspace).sweep, self.number)
        return _ending(told["status"], told["failure"])


class ProcessDesk:
    """The servers of a forked process, and the file with their world."""

    def __init__(self, process: Process, client: Client[Any], world: Path, has_tables: bool) -> None:
        self._process = process
        self._client = client
        self._world = world
        self._has_tables = has_tables
        self._given_up = False

    async def call(self, name: str, arguments: dict[str, Any]) -> CallResult:
        from deskworld_kit.desk import call

        async with self._process.needed():
            try:
                return await call(self._client, name, arguments)
            except anyio.get_cancelled_exc_class():
                self._given_up = True
                raise
        raise AssertionError("a block that is needed returns or raises")

    async def image(self) -> bytes:
        if not self._has_tables:
            return b""
        if self._given_up:  # what was called may still be at work
            await self._process.end()
        return await anyio.to_thread.run_sync(_image, self._world)


async def open_in_process(
    scene: Scene, workspace: Path, stack: AsyncExitStack, tier: Tier, over: Literal["stdio", "http"]
) -> ProcessDesk:
    """Fork a process for the scene and connect to it."""
    folder = Path(tempfile.mkdtemp(prefix=".desk-", dir=workspace.parent))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    world = folder / "world.sqlite"
    world.write_bytes(scene.image)
    order = {
        "do": "open",
        "path": path(),
        "servers": [server.name for server in scene.servers],
        "tier": tier,
        "workspace": str(workspace),
        "world": str(world),
        "over": over,
    }
    transport, files = _over_pipes(stack) if over == "stdio" else _over_http()
    process = await _forked(order, files, workspace)
    stack.push_async_callback(process.end)
    async with process.needed():
        client = await stack.enter_async_context(_connected(transport, process))
        return ProcessDesk(process, client, world, scene.has_tables)
    raise AssertionError("a block that is needed returns or raises")


async def _forked(order: dict[str, Any], files: Sequence[int], workspace: Path) -> Process:
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            mother = await anyio.to_thread.run_sync(nursery)
            told = await anyio.to_thread.run_sync(mother.ask, order, [theirs.fileno(), *files])
            return Process(mother, told["process"], ours, workspace)
    except BaseException:
        ours.close()
        raise
    finally:
        for each in files:
            os.close(each)


@asynccontextmanager
async def _connected(transport: ClientTransport, process: Process) -> AsyncGenerator[Client[Any], None]:
    """A client whose end is no news when the process has ended before it."""
    from fastmcp import Client

    client = Client(transport)
    await client.__aenter__()
    try:
        yield client
    finally:
        try:
            await client.__aexit__(None, None, None)
        except Exception:
            if not process.gone.is_set():
                raise


def _over_pipes(stack: AsyncExitStack) -> tuple[ClientTransport, list[int]]:
    from deskworld_harness.transports.pipes import PipeTransport

    stdin, out = os.pipe()
    back, stdout = os.pipe()
    transport = PipeTransport(out, back)
    stack.callback(transport.shut)
    return transport, [stdin, stdout]


def _over_http() -> tuple[ClientTransport, list[int]]:
    """A socket that listens from now on: a request waits in it until the process is ready."""
    import httpx2
    from fastmcp.client.transports import StreamableHttpTransport

    listener = socket.create_server(("127.0.0.1", 0))
    host, port = listener.getsockname()

    def client(
        headers: dict[str, str] | None = None,
        timeout: httpx2.Timeout | None = None,
        auth: httpx2.Auth | None = None,
        **_: Any,
    ) -> httpx2.AsyncClient:
        # No proxy stands between us and a loopback, no certificate has to be read, and the session holds the time.
        return httpx2.AsyncClient(headers=headers, auth=auth, timeout=timeout, verify=False, trust_env=False)

    return StreamableHttpTransport(f"http://{host}:{port}/mcp", httpx_client_factory=client), [listener.detach()]


def _image(world: Path) -> bytes:
    from deskworld_kit.database import image_of, sqlite_connection

    connection = sqlite_connection(str(world), durable=False)
    try:
        return image_of(connection)
    finally:
        connection.close()


def _ending(status: int, failure: str) -> str:
    """How a process ended, from its wait status and its last words."""
    code = os.waitstatus_to_exitcode(status)
    words = f": {failure}" if failure else ""
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}{words}"
