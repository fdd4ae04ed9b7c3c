"""Over HTTP: a path each, and closed to web pages of strangers."""

import subprocess
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest
from fastmcp import Client
from kit.conftest import Site

pytestmark = pytest.mark.anyio

ASK = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.fixture
async def suite(site: Site, tmp_path: Path) -> AsyncGenerator[str, None]:
    """The URL of a suite with both toys."""
    program = [str(Path(sys.executable).with_name("deskworld-suite")), "toy", "workshop"]
    state = ["--workspace", f"{tmp_path}/workspace", "--world", f"sqlite:///{tmp_path}/world.sqlite"]
    process = subprocess.Popen(
        [*program, *state, "--transport", "http", "--port", "0"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=site.environment,
    )
    assert process.stderr is not None
    said = [next(line for line in process.stderr if line.startswith("Deskworld serves")) for _ in range(3)]
    urls = [line.split()[-1] for line in said]
    base = urls[0].removesuffix("/mcp")
    assert urls == [f"{base}/mcp", f"{base}/toy", f"{base}/workshop"]
    try:
        yield base
    finally:
        process.terminate()
        _, words = process.communicate(timeout=30)
        assert process.returncode == 128 + 15 and "Traceback" not in words


async def test_everything_about_a_suite_over_http(suite: str) -> None:
    """One server process, since its start is what takes time."""
    for era in ("legacy", "auto"):
        names = {}
        for path in ("toy", "workshop", "mcp"):
            async with Client(f"{suite}/{path}", mode=era) as client:
                names[path] = {tool.name for tool in await client.list_tools()}
        assert names["mcp"] == names["toy"] | names["workshop"]
        assert "add_note" in names["toy"] and names["workshop"] == {"write_slowly"}
    async with Client(f"{suite}/toy") as toy, Client(f"{suite}/mcp") as both:
        await toy.call_tool("add_note", {"text": "one world"})
        listed = await both.call_tool("list_notes", {})
        assert listed.structured_content["items"][0]["text"] == "one world"
    async with httpx.AsyncClient(headers=ACCEPT) as web:
        host = suite.removeprefix("http://")
        for path in ("toy", "mcp"):
            assert (await web.post(f"{suite}/{path}", json=ASK)).status_code == 200
            for right in ({"Origin": suite}, {"Host": host.replace("127.0.0.1", "localhost")}):
                assert (await web.post(f"{suite}/{path}", json=ASK, headers=right)).status_code == 200, right
            for wrong in (
                {"Host": "evil.example"},
                {"Host": f"evil.example:{host.split(':')[1]}"},
                {"Origin": "http://evil.example"},
                {"Origin": "https://localhost.evil.example"},
                {"Origin": "null"},
            ):
                refused = await web.post(f"{suite}/{path}", json=ASK, headers=wrong)
                assert refused.status_code in (403, 421), (path, wrong)
                assert "tools" not in refused.text
        assert (await web.post(f"{suite}/nothing", json=ASK)).status_code == 404
        assert (await web.post(f"{suite}/toy", content=b"{")).status_code == 400
        assert (await web.post(f"{suite}/toy", content=b"x" * 5_000_000)).status_code in (400, 413)
        assert (await web.post(f"{suite}/toy", json=ASK)).status_code == 200
