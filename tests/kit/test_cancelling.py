"""A caller who stops waiting: what it asked for is either done by then or never done."""

import json
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
import uvicorn
from deskworld_kit import Desk, World
from deskworld_kit.patience import run_in_thread, still_wanted
from deskworld_kit.serving import build, http_app
from deskworld_workshop import server as workshop

pytestmark = pytest.mark.anyio


async def until_there(path: Path) -> None:
    with anyio.fail_after(30):
        while not path.exists():
            await anyio.sleep(0.005)


async def test_a_write_in_memory_never_lands_later(desk: Desk) -> None:
    root = desk.world.workspace.root
    (root / "a.txt").write_text("old")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(desk.call, "write_slowly", {"path": "a.txt", "gate": "gate"})
        await until_there(root / "a.txt.begun")
        tasks.cancel_scope.cancel()
    await anyio.wait_all_tasks_blocked()  # the server has heard of it
    (root / "gate").touch()
    # Writers take turns, so when this one is done the other has ended.
    assert (await desk.call("write_slowly", {"path": "b.txt"})).ok
    assert (root / "a.txt").read_text() == "old"
    assert sorted(path.name for path in root.iterdir()) == ["a.txt", "a.txt.begun", "b.txt", "gate"]


async def test_the_next_writer_waits_for_a_thread_that_was_given_up(desk: Desk) -> None:
    root = desk.world.workspace.root
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(desk.call, "write_slowly", {"path": "a.txt", "gate": "gate"})
        await until_there(root / "a.txt.begun")
        tasks.cancel_scope.cancel()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(desk.call, "write_slowly", {"path": "b.txt"})
        await anyio.wait_all_tasks_blocked()
        assert not (root / "b.txt").exists()
        (root / "gate").touch()
    assert (root / "b.txt").read_text() == "whole" and not (root / "a.txt").exists()


async def test_what_waits_for_a_thread_never_begins() -> None:
    limiter = anyio.to_thread.current_default_thread_limiter()
    release, begun = threading.Event(), []
    async with anyio.create_task_group() as others:
        for _ in range(int(limiter.total_tokens)):
            others.start_soon(anyio.to_thread.run_sync, release.wait)
        await anyio.wait_all_tasks_blocked()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run_in_thread, lambda: begun.append(1))
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
        release.set()
    assert begun == []
    assert await run_in_thread(lambda: still_wanted() or 5) == 5


@asynccontextmanager
async def served(world: World) -> AsyncGenerator[str, None]:
    """The workshop over a real socket."""
    app = http_app({"/mcp": build([workshop], world)}, host="127.0.0.1")
    web = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(web.serve)
        with anyio.fail_after(30):
            while not web.started:
                await anyio.sleep(0.005)
        port = web.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/mcp"
        web.should_exit = True


def request(era: str, arguments: dict[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """A tool call as each era of the protocol writes it."""
    params: dict[str, Any] = {"name": "write_slowly", "arguments": arguments}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": era}
    if era > "2026":
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "write_slowly"}
        params["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": era,
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    return headers, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


@pytest.mark.parametrize("era", ["2025-11-25", "2026-07-28"])
async def test_a_client_over_http_that_hangs_up(world: World, era: str) -> None:
    root = world.workspace.root
    async with served(world) as url, httpx.AsyncClient(timeout=30) as client:
        async with anyio.create_task_group() as tasks:
            headers, body = request(era, {"path": "a.txt", "gate": "gate"})

            async def ask() -> None:
                await client.post(url, headers=headers, json=body)

            tasks.start_soon(ask)
            await until_there(root / "a.txt.begun")
            tasks.cancel_scope.cancel()
        # The server hears of it in the loop that answers this.
        await client.get(url)
        await anyio.wait_all_tasks_blocked()
        (root / "gate").touch()
        headers, body = request(era, {"path": "b.txt"})
        answer = json.loads((await client.post(url, headers=headers, json=body)).text)
        assert not answer["result"].get("isError"), answer
        assert (root / "b.txt").read_text() == "whole"
        assert not (root / "a.txt").exists()
