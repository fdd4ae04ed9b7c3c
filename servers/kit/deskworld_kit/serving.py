"""One FastMCP server for one world, and the ways to reach it: stdio and streamable HTTP.

Building it costs well under a millisecond, since the tools were compiled before; both eras of the protocol are served
by the same object.
"""

import logging
import socket
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import anyio
from fastmcp import FastMCP

from deskworld_kit.provider import provider_of
from deskworld_kit.server import Server, Tier
from deskworld_kit.world import World


def build(servers: Sequence[Server], world: World, *, tier: Tier = "full", name: str = "") -> FastMCP:
    """A FastMCP server with the tools of these servers, all of them in this world."""

    @asynccontextmanager
    async def life(_: Any) -> AsyncGenerator[dict[str, Any], None]:
        yield {"world": world}

    only = servers[0] if len(servers) == 1 else None
    instructions = only.summary if only else "\n".join(f"{each.title}: {each.summary}" for each in servers)
    app = FastMCP(
        name or (only.name if only else "deskworld"),
        instructions=instructions,
        version=only.version if only else None,
        providers=[provider_of(tuple(servers), tier)],
        lifespan=life,
        mask_error_details=True,
    )
    for server in servers:
        server.extend(app)
    return app


def run_stdio(app: FastMCP) -> None:
    """Serve on stdin and stdout until stdin ends; whatever prints (children too) goes to stderr."""
    _log_to_stderr()
    app.run("stdio", show_banner=False)


def run_http(apps: dict[str, FastMCP], *, host: str, port: int, streams: bool = False) -> None:
    """Serve each app at its path, such as {"/mcp": app}. Says on stderr where, once it listens."""
    import uvicorn

    class Announced(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            for each in (each for listener in self.servers for each in listener.sockets):
                at, bound = each.getsockname()[:2]
                for path in sorted(apps):
                    name = f"[{at}]" if ":" in at else at
                    print(f"Deskworld serves http://{name}:{bound}{path}", file=sys.stderr, flush=True)

    _log_to_stderr()
    config = uvicorn.Config(
        http_app(apps, host=host, streams=streams),
        host=host,
        port=port,
        log_level="warning",
        lifespan="on",
        timeout_graceful_shutdown=2,
    )
    Announced(config).run()


def run_http_on(app: FastMCP, listener: socket.socket, *, until: int) -> None:
    """Serve an app at /mcp on a loopback socket that listens already, until the file `until` reads as ended."""
    import asyncio

    import uvicorn

    class Bounded(uvicorn.Server):
        async def main_loop(self) -> None:
            await self.on_tick(0)  # sets the headers of every answer
            ended = asyncio.Event()
            asyncio.get_running_loop().add_reader(until, ended.set)
            await ended.wait()

        async def shutdown(self, sockets: Any = None) -> None:
            await self.lifespan.shutdown()  # the client has left: there is no connection to wait for

    _log_to_stderr()
    host = listener.getsockname()[0]
    config = uvicorn.Config(http_app({"/mcp": app}, host=host), log_level="warning", timeout_graceful_shutdown=1)
    asyncio.run(Bounded(config).serve([listener]))


def http_app(apps: dict[str, FastMCP], *, host: str, streams: bool = False) -> Any:
    """One ASGI app with each server at its path; JSON answers, since large ones fail as events.

    With `streams`, answers are events in a session after all: a tool can report and ask while it runs.

    On a loopback host, requests under another Host or Origin are refused: a web page could otherwise reach the desk
    of whoever opens it (DNS rebinding, which the MCP specification asks servers to prevent).
    """
    from starlette.applications import Starlette

    here = [host, "localhost", "127.0.0.1", "[::1]"] if host in ("localhost", "127.0.0.1", "::1") else None
    parts = [
        app.http_app(
            path=path,
            json_response=not streams,
            stateless_http=not streams,
            host_origin_protection="auto",
            allowed_hosts=here,
        )
        for path, app in apps.items()
    ]

    @asynccontextmanager
    async def life(_: Any) -> AsyncGenerator[None, None]:
        async with AsyncExitStack() as stack:
            for part in parts:
                await stack.enter_async_context(part.lifespan(part))
            yield

    routes = [route for part in parts for route in part.routes]
    middleware = parts[0].user_middleware if parts else []
    return ended_by_hang_up(Starlette(routes=routes, middleware=middleware, lifespan=life))


def ended_by_hang_up(app: Any) -> Any:
    """An ASGI app whose work for a request ends when the client hangs up: a time-out is a cancellation here too."""

    async def attentive(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        heard, pass_on = anyio.create_memory_object_stream[Any](1)
        answered = False

        async def listen() -> None:
            while (message := await receive())["type"] != "http.disconnect":
                await heard.send(message)
            if not answered:  # after the answer every client leaves, and the app has its own end to see to
                work.cancel_scope.cancel()

        async def say(message: Any) -> None:
            nonlocal answered
            answered = message["type"] == "http.response.body" and not message.get("more_body", False)
            await send(message)

        async with heard, pass_on, anyio.create_task_group() as work:
            work.start_soon(listen)
            await app(scope, pass_on.receive, say)
            work.cancel_scope.cancel()

    return attentive


def _log_to_stderr() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
