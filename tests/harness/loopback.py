"""A scripted model behind real HTTP, in four dialects: OpenAI's chat completions and responses, Anthropic's messages,
and Google's generateContent.

The harness under test uses the providers' own SDKs; only the far end is ours. `Loopback` answers each request with the
next turn of its script and keeps every request, so a test can look at what really went over the wire.
"""

from __future__ import annotations

import base64
import json
import socket
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import anyio
import uvicorn
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
        turn = self._next(self.heard[-1])
        if turn.status != 200:
            body = {"type": "error", "error": {"type": turn.error or "api_error", "message": turn.error or "no"}}
            return JSONResponse(body, status_code=turn.status, headers=turn.headers)
        say = {"openai": _openai, "responses": _responses, "anthropic": _anthropic, "google": _google}[self.dialect]
        said = say(turn, len(self.heard), self.name)
        if self.heard[-1].get("stream"):
            assert self.dialect == "anthropic", "only its SDK streams where nobody asked for it"
            return StreamingResponse(_events(said), media_type="text/event-stream")
        return JSONResponse(said)

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
                server.should_exit = server.force_exit = True


def _openai(turn: Turn, number: int, name: str) -> dict[str, Any]:
    calls = [
        {"id": f"call_{number}_{n}", "type": "function", "function": {"name": tool, "arguments": _text(arguments)}}
        for n, (tool, arguments) in enumerate(turn.calls)
    ]
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
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
            "prompt_tokens": TOKENS["in"],
            "completion_tokens": TOKENS["out"],
            "total_tokens": TOKENS["in"] + TOKENS["out"],
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
        "usage": {"input_tokens": TOKENS["in"], "output_tokens": TOKENS["out"]},
    }


def _events(said: dict[str, Any]) -> Iterator[str]:
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
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    delta = {"stop_reason": said["stop_reason"], "stop_sequence": None}
    yield event("message_delta", delta=delta, usage={"output_tokens": said["usage"]["output_tokens"]})
    yield event("message_stop")


def _responses(turn: Turn, number: int, name: str) -> dict[str, Any]:
    said = {"type": "output_text", "text": turn.text, "annotations": []}
    message = {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": [said]}
    output: list[dict[str, Any]] = [message] if turn.text else []
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
        "status": "completed",
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": TOKENS["in"],
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": TOKENS["out"],
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": TOKENS["in"] + TOKENS["out"],
        },
    }


def _google(turn: Turn, number: int, name: str) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [{"text": turn.text}] if turn.text else []
    parts += [{"functionCall": {"name": tool, "args": arguments}} for tool, arguments in turn.calls]
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {
            "promptTokenCount": TOKENS["in"],
            "candidatesTokenCount": TOKENS["out"],
            "totalTokenCount": TOKENS["in"] + TOKENS["out"],
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
