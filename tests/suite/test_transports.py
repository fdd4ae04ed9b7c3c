"""The same server over a real pipe and a real socket, by clients of both eras of the protocol."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

pytestmark = pytest.mark.anyio

SCRIPTS = Path(sys.executable).parent


def command(server: Server, folder: str, *more: str) -> list[str]:
    place = ["--workspace", f"{folder}/workspace", "--world", f"sqlite:///{folder}/world.sqlite", "--seed", "7"]
    return [str(SCRIPTS / server.distribution), *place, *more]


def reading(server: Server, folder: str) -> tuple[str, dict[str, Any]]:
    """An example that only reads and needs nothing done before."""
    root = Path(folder) / "workspace"
    root.mkdir(exist_ok=True)
    reads = {tool.name for tool in server.compiled if tool.mark.kind == "read"}
    return next(call for call in server.example_calls(root) if call[0] in reads)


@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_over_stdio(server: Server, era: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        name, arguments = reading(server, folder)
        program, *options = command(server, folder)
        async with Client(StdioTransport(program, options, keep_alive=False), mode=era) as client:
            assert {tool.name for tool in await client.list_tools()} == {tool.name for tool in server.compiled}
            if name == server.example_calls(Path(folder) / "workspace")[0][0]:
                result = await client.call_tool(name, arguments)
                assert result.structured_content


async def test_over_http(server: Server) -> None:
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            command(server, folder, "--transport", "http", "--port", "0"), stderr=subprocess.PIPE, text=True
        )
        try:
            assert process.stderr is not None
            url = next(line.split()[-1] for line in process.stderr if line.startswith("Deskworld serves"))
            for era in ("legacy", "auto"):
                async with Client(url, mode=era) as client:
                    assert len(await client.list_tools()) == len(server.compiled)
        finally:
            process.terminate()
            process.wait(10)


def test_stdout_is_json_rpc_only(server: Server) -> None:
    """Whatever a tool, a library or a child prints: a line on stdout that is no JSON-RPC ends a session."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "workspace"
        root.mkdir()
        calls = server.example_calls(root)
        start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        process = subprocess.Popen(
            command(server, folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONWARNINGS": "always"},
        )
        assert process.stdin is not None and process.stdout is not None

        def ask(number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                message = json.loads(line)
                assert message["jsonrpc"] == "2.0"
                if message.get("id") == number:
                    return message
            raise AssertionError("the server ended without an answer")

        ask(0, "initialize", start)
        process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        for number, (name, arguments) in enumerate(calls[:12], 1):
            answer = ask(number, "tools/call", {"name": name, "arguments": arguments})
            assert not answer["result"].get("isError"), f"{name}: {answer['result']['content'][0]['text']}"
        process.stdin.close()
        rest = process.stdout.read()
        assert process.wait(10) == 0
        for line in rest.splitlines():
            assert json.loads(line)["jsonrpc"] == "2.0"
