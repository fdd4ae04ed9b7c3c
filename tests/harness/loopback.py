"""A scripted model behind real HTTP, in two dialects: OpenAI's chat completions and Anthropic's messages.

The harness under test uses the providers' own SDKs; only the far end is ours. `Loopback` answers each request with the
next turn of its script and keeps every request, so a test can look at what really went over the wire.
"""

from __future__ import annotations

import base64
import json
import socket
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

Dialect = Literal["openai", "anthropic"]
TOKENS = {"in": 100, "out": 10}


@dataclass(frozen=True)
class Turn:
    """One reply of the scripted model: words, calls (name and arguments, or arguments as raw text), or a failure."""

    text: str = ""
    calls: Sequence[tuple[str, dict[str, Any] | str]] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict[str, str])
    error: str = ""
    finish: str = ""


@dataclass
class Loopback:
    """The far end: where it is, what it will say, what it heard."""

    dialect: Dialect
    script: list[Turn]
    port: int = 0
    heard: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    @property
    def model(self) -> str:
        return {"openai": "openai:gpt-scripted", "anthropic": "anthropic:claude-scripted"}[self.dialect]

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}" + ("/v1" if self.dialect == "openai" else "")

    async def answer(self, request: Request) -> Response:
        self.heard.append(await request.json())
        if not self.script:
            return JSONResponse({"error": {"message": "the script is over", "type": "invalid"}}, status_code=400)
        turn = self.script.pop(0)
        if turn.status != 200:
            body = {"type": "error", "error": {"type": turn.error or "api_error", "message": turn.error or "no"}}
            return JSONResponse(body, status_code=turn.status, headers=turn.headers)
        say = _openai if self.dialect == "openai" else _anthropic
        return JSONResponse(say(turn, len(self.heard)))

    def pictures(self, request: int = -1) -> list[bytes]:
        """Every picture in a request, decoded, in order."""
        return list(_pictures(self.heard[request]))

    def tool_texts(self, request: int = -1) -> list[str]:
        """What the last tool results in a request say in words."""
        messages = self.heard[request]["messages"]
        if self.dialect == "openai":
            return [message["content"] for message in messages if message["role"] == "tool"]
        results = [block for message in messages for block in _blocks(message) if block["type"] == "tool_result"]
        return ["".join(part.get("text", "") for part in _parts(result["content"])) for result in results]


@asynccontextmanager
async def loopback(dialect: Dialect, script: Iterable[Turn]) -> AsyncGenerator[Loopback, None]:
    """Serve a script on a free port."""
    far = Loopback(dialect, list(script))
    path = "/v1/chat/completions" if dialect == "openai" else "/v1/messages"
    app = Starlette(routes=[Route(path, far.answer, methods=["POST"])])
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()  # requests queue from here on, so nobody has to wait for the server to be up
        far.port = listener.getsockname()[1]
        async with anyio.create_task_group() as group:
            group.start_soon(server.serve, [listener])
            try:
                yield far
            finally:
                server.should_exit = server.force_exit = True


def _openai(turn: Turn, number: int) -> dict[str, Any]:
    calls = [
        {"id": f"call_{number}_{n}", "type": "function", "function": {"name": name, "arguments": _text(arguments)}}
        for n, (name, arguments) in enumerate(turn.calls)
    ]
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
    if calls:
        message["tool_calls"] = calls
    finish = turn.finish or ("tool_calls" if calls else "stop")
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1_772_000_000,
        "model": "gpt-scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {
            "prompt_tokens": TOKENS["in"],
            "completion_tokens": TOKENS["out"],
            "total_tokens": TOKENS["in"] + TOKENS["out"],
        },
    }


def _anthropic(turn: Turn, number: int) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": turn.text}] if turn.text else []
    content += [
        {"type": "tool_use", "id": f"toolu_{number}_{n}", "name": name, "input": arguments}
        for n, (name, arguments) in enumerate(turn.calls)
    ]
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": "claude-scripted",
        "content": content,
        "stop_reason": turn.finish or ("tool_use" if turn.calls else "end_turn"),
        "stop_sequence": None,
        "usage": {"input_tokens": TOKENS["in"], "output_tokens": TOKENS["out"]},
    }


def _text(arguments: dict[str, Any] | str) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content") or []
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _parts(content: Any) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _pictures(node: Any) -> Iterable[bytes]:
    """Pictures of both dialects, wherever they are: data URIs and base64 sources."""
    if isinstance(node, list):
        for each in node:
            yield from _pictures(each)
    elif isinstance(node, dict):
        if node.get("type") == "image_url":
            yield base64.b64decode(node["image_url"]["url"].partition(";base64,")[2], validate=True)
        elif node.get("type") == "image":
            assert node["source"]["type"] == "base64" and node["source"]["media_type"].startswith("image/")
            yield base64.b64decode(node["source"]["data"], validate=True)
        else:
            for each in node.values():
                yield from _pictures(each)
