"""A scripted model behind real HTTP, in four dialects: OpenAI's chat completions and responses, Anthropic's messages,
and Google's generateContent.

The harness under test uses the providers' own SDKs; only the far end is ours. `Loopback` answers each request with the
next turn of its script and keeps every request, so a test can look at what really went over the wire.
"""

from __future__ import annotations

import base64
import json
import socket
from collections.abc import AsyncGenerator, Generator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

import anyio
import uvicorn
from anyio.from_thread import start_blocking_portal
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

Dialect = Literal["openai", "responses", "anthropic", "google"]
PATHS: dict[Dialect, str] = {
    "openai": "/v1/chat/completions",
    "responses": "/v1/responses",
    "anthropic": "/v1/messages",
    "google": "/v1beta/models/{call}",
}
TOKENS = {"in": 100, "out": 10}
GOOGLE = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
Fate = Literal["", "before", "within", "drip"]


@dataclass(frozen=True)
class Turn:
    """One reply of the scripted model: words, calls (name and arguments, or arguments as raw text), or a failure.

    `finish` is the dialect's own word for how it ended. `drops` closes the connection before the reply or in the
    middle of its body; `hangs` says nothing at all, or stops in mid-body, or sends a byte now and then for ever.
    """

    text: str = ""
    calls: Sequence[tuple[str, dict[str, Any] | str]] = ()
    thinking: str = ""
    refusal: str = ""
    finish: str = ""
    tokens: dict[str, int] = field(default_factory=lambda: dict(TOKENS))  # in, out, cached, reasoning
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict[str, str])
    error: str = ""
    message: str = ""
    raw: str = ""  # a body that is none of the dialect's
    drops: Fate = ""
    hangs: Fate = ""


@dataclass
class Loopback:
    """The far end: where it is, what it will say, what it heard."""

    dialect: Dialect
    script: list[Turn]
    port: int = 0
    heard: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    times: list[float] = field(default_factory=list[float])  # when, by our own clock

    name: str = "scripted"
    shared: bool = False  # many conversations follow the same script, each from its beginning

    @property
    def model(self) -> str:
        return f"{'openai' if self.dialect == 'responses' else self.dialect}:{self.name}"

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}" + ("/v1" if self.dialect in ("openai", "responses") else "")

    async def answer(self, request: Request) -> Response:
        self.heard.append(await request.json())
        self.times.append(monotonic())
        turn = self._next(self.heard[-1])
        if turn.status != 200:
            said = turn.message or turn.error or "no"
            body: dict[str, Any] = {"type": "error", "error": {"type": turn.error or "api_error", "message": said}}
            if self.dialect == "google":
                body = {"error": {"code": turn.status, "message": said, "status": GOOGLE.get(turn.status, "UNKNOWN")}}
            return JSONResponse(body, status_code=turn.status, headers=turn.headers)
        if turn.hangs == "before":
            await anyio.sleep_forever()
        if turn.drops == "before":
            request.receive.__self__.transport.abort()  # pyright: ignore - uvicorn's own request cycle
            return Response()
        say = {"openai": _openai, "responses": _responses, "anthropic": _anthropic, "google": _google}[self.dialect]
        said = say(turn, len(self.heard), self.name)
        kind = "application/json"
        body = turn.raw or json.dumps(said)
        if self.heard[-1].get("stream"):
            assert self.dialect == "anthropic", "only its SDK streams where nobody asked for it"
            kind, body = "text/event-stream", turn.raw or "".join(_events(said, turn))
        if turn.drops or turn.hangs:
            return StreamingResponse(_broken(request, turn, body.encode()), media_type=kind)
        return Response(body, media_type=kind)

    def _next(self, heard: dict[str, Any]) -> Turn:
        if self.shared:
            return self.script[sum(message["role"] == "assistant" for message in heard["messages"])]
        return self.script.pop(0) if self.script else Turn(status=400, error="the script is over")

    def pictures(self, request: int = -1) -> list[bytes]:
        """Every picture in a request, decoded, in order."""
        return list(_pictures(self.heard[request]))

    def tool_texts(self, request: int = -1) -> list[str]:
        """What the tool results in a request say in words."""
        heard = self.heard[request]
        if self.dialect == "openai":
            return [_words(message["content"]) for message in heard["messages"] if message["role"] == "tool"]
        if self.dialect == "responses":
            return [_words(item["output"]) for item in heard["input"] if item.get("type") == "function_call_output"]
        if self.dialect == "google":
            parts = [part for content in heard["contents"] for part in content["parts"] if "functionResponse" in part]
            return [json.dumps(part["functionResponse"]["response"]) for part in parts]
        blocks = [block for message in heard["messages"] for block in message["content"] if isinstance(block, dict)]
        return [_words(block["content"]) for block in blocks if block["type"] == "tool_result"]


@asynccontextmanager
async def loopback(dialect: Dialect, script: Iterable[Turn], name: str = "scripted") -> AsyncGenerator[Loopback, None]:
    """Serve a script on a free port."""
    far = Loopback(dialect, list(script), name=name)
    app = Starlette(routes=[Route(PATHS[dialect], far.answer, methods=["POST"])])
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
                # Asked to exit, it would look up a fifth of a second later. There are hundreds of these.
                group.cancel_scope.cancel()
                for each in server.servers:
                    each.close()
                for connection in [*server.server_state.connections]:
                    connection.transport.abort()  # pyright: ignore - each protocol of uvicorn's has one
                for request in [*server.server_state.tasks]:
                    request.cancel()


@contextmanager
def served(dialect: Dialect, script: Iterable[Turn], name: str = "scripted") -> Generator[Loopback, None, None]:
    """The same on a thread, for a caller that blocks or has a loop of its own."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(loopback(dialect, script, name)) as far:
        yield far


async def _broken(request: Request, turn: Turn, body: bytes) -> AsyncGenerator[bytes, None]:
    """The first half of a body, and then whatever the turn says."""
    half = len(body) // 2
    yield body[:half]
    if turn.drops:
        request.receive.__self__.transport.close()  # pyright: ignore - uvicorn's own request cycle
        return
    if turn.hangs == "within":
        await anyio.sleep_forever()
    for n in range(half, len(body)):
        await anyio.sleep(0.02)
        yield body[n : n + 1]
    await anyio.sleep_forever()


def _openai(turn: Turn, number: int, name: str) -> dict[str, Any]:
    calls = [
        {"id": f"call_{number}_{n}", "type": "function", "function": {"name": tool, "arguments": _text(arguments)}}
        for n, (tool, arguments) in enumerate(turn.calls)
    ]
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or None, "refusal": turn.refusal or None}
    if turn.thinking:
        message["reasoning_content"] = turn.thinking
    if calls:
        message["tool_calls"] = calls
    finish = turn.finish or ("tool_calls" if calls else "stop")
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1_772_000_000,
        "model": name,
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {
            "prompt_tokens": turn.tokens["in"],
            "completion_tokens": turn.tokens["out"],
            "total_tokens": turn.tokens["in"] + turn.tokens["out"],
            "prompt_tokens_details": {"cached_tokens": turn.tokens.get("cached", 0)},
            "completion_tokens_details": {"reasoning_tokens": turn.tokens.get("reasoning", 0)},
        },
    }


def _anthropic(turn: Turn, number: int, name: str) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": turn.text}] if turn.text else []
    content += [
        {"type": "tool_use", "id": f"toolu_{number}_{n}", "name": tool, "input": arguments}
        for n, (tool, arguments) in enumerate(turn.calls)
    ]
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": name,
        "content": content,
        "stop_reason": turn.finish or ("tool_use" if turn.calls else "end_turn"),
        "stop_sequence": None,
        "usage": {
            "input_tokens": turn.tokens["in"] - turn.tokens.get("cached", 0),  # it counts what was cached beside these
            "cache_read_input_tokens": turn.tokens.get("cached", 0),
            "output_tokens": turn.tokens["out"],
        },
    }


def _events(said: dict[str, Any], turn: Turn) -> Iterator[str]:
    """Anthropic's stream of events for a whole message; its SDK asks for one where the reply may become long."""

    def event(kind: str, **more: Any) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **more})}\n\n"

    yield event(
        "message_start",
        message={**said, "content": [], "stop_reason": None, "usage": {**said["usage"], "output_tokens": 1}},
    )
    for index, block in enumerate(said["content"]):
        if block["type"] == "text":
            yield event("content_block_start", index=index, content_block={"type": "text", "text": ""})
            delta = {"type": "text_delta", "text": block["text"]}
        else:
            yield event("content_block_start", index=index, content_block={**block, "input": {}})
            delta = {"type": "input_json_delta", "partial_json": _text(block["input"])}
        yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    delta = {"stop_reason": said["stop_reason"], "stop_sequence": None}
    if turn.refusal:
        delta["stop_details"] = {"type": "refusal", "explanation": turn.refusal, "category": None}
    yield event("message_delta", delta=delta, usage={"output_tokens": said["usage"]["output_tokens"]})
    yield event("message_stop")


def _responses(turn: Turn, number: int, name: str) -> dict[str, Any]:
    said: dict[str, Any] = {"type": "output_text", "text": turn.text, "annotations": []}
    if turn.refusal:
        said = {"type": "refusal", "refusal": turn.refusal}
    message = {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": [said]}
    output: list[dict[str, Any]] = [message] if turn.text or turn.refusal else []
    output += [
        {
            "type": "function_call",
            "id": f"fc_{number}_{n}",
            "call_id": f"call_{number}_{n}",
            "name": tool,
            "arguments": _text(arguments),
            "status": "completed",
        }
        for n, (tool, arguments) in enumerate(turn.calls)
    ]
    return {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 1_772_000_000,
        "model": name,
        "status": "incomplete" if turn.finish else "completed",
        "incomplete_details": {"reason": turn.finish} if turn.finish else None,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": turn.tokens["in"],
            "input_tokens_details": {"cached_tokens": turn.tokens.get("cached", 0)},
            "output_tokens": turn.tokens["out"],
            "output_tokens_details": {"reasoning_tokens": turn.tokens.get("reasoning", 0)},
            "total_tokens": turn.tokens["in"] + turn.tokens["out"],
        },
    }


def _google(turn: Turn, number: int, name: str) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [{"text": turn.text}] if turn.text else []
    parts += [{"functionCall": {"name": tool, "args": arguments}} for tool, arguments in turn.calls]
    return {
        "candidates": [
            {"content": {"role": "model", "parts": parts}, "finishReason": turn.finish or "STOP", "index": 0}
        ],
        "usageMetadata": {
            "promptTokenCount": turn.tokens["in"],
            "cachedContentTokenCount": turn.tokens.get("cached", 0),
            "candidatesTokenCount": turn.tokens["out"] - turn.tokens.get("reasoning", 0),
            "thoughtsTokenCount": turn.tokens.get("reasoning", 0),
            "totalTokenCount": turn.tokens["in"] + turn.tokens["out"],
        },
        "modelVersion": name,
        "responseId": f"response-{number}",
    }


def _text(arguments: dict[str, Any] | str) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def _words(content: Any) -> str:
    """The words of a tool result, which some dialects give as text and some as parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


def _pictures(node: Any) -> Iterable[bytes]:
    """Pictures of all dialects, wherever they are: data URIs, base64 sources and inline data."""
    if isinstance(node, list):
        for each in node:
            yield from _pictures(each)
    elif isinstance(node, dict):
        if node.get("type") in ("image_url", "input_image"):
            url = node["image_url"] if isinstance(node["image_url"], str) else node["image_url"]["url"]
            assert url.startswith("data:image/")
            yield base64.b64decode(url.partition(";base64,")[2], validate=True)
        elif node.get("type") == "image":
            assert node["source"]["type"] == "base64" and node["source"]["media_type"].startswith("image/")
            yield base64.b64decode(node["source"]["data"], validate=True)
        elif blob := node.get("inlineData") or node.get("inline_data"):  # Google's SDK sends both spellings
            assert (blob.get("mimeType") or blob["mime_type"]).startswith("image/")
            yield base64.urlsafe_b64decode(blob["data"])
        else:
            for each in node.values():
                yield from _pictures(each)
