"""The MCP Inspector's command line, as somebody else's client: pipes and sockets, both eras, no complaint."""

import json
import os
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from suite.desk import SCRIPTS, SERVERS, place

ROOT = Path(__file__).parent.parent.parent

Inspect = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def inspect(tmp_path_factory: pytest.TempPathFactory) -> Inspect:
    """Run the Inspector; gives what it printed. Its own files go to a home of its own."""
    home = tmp_path_factory.mktemp("home")
    environment = {**os.environ, "HOME": str(home)}
    program = [str(ROOT / "setup" / "node" / "run"), "mcp-inspector", "--cli"]
    subprocess.run([*program, "--version"], env=environment, check=True, capture_output=True)  # installs it

    def run(*arguments: str) -> dict[str, Any]:
        command = [*program, *arguments, "-q", "--format", "json", "--connect-timeout", "100000"]
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
        assert ended.returncode == 0, ended.stderr or ended.stdout
        assert "warn" not in ended.stderr.lower() and "error" not in ended.stderr.lower(), ended.stderr
        return json.loads(ended.stdout)["result"]

    return run


def test_lists_and_calls(server: Server, inspect: Inspect, suite_url: str, tmp_path: Path) -> None:
    """Side by side, since most of the time goes into starting Node.js."""
    names = [tool.name for tool in server.compiled]
    (tmp_path / "workspace").mkdir()
    name, arguments = server.example_calls(tmp_path / "workspace")[0]
    given = [
        part
        for key, value in arguments.items()
        for part in ("--tool-arg", f"{key}={value if isinstance(value, str) else json.dumps(value)}")
    ]
    pipe = [str(SCRIPTS / server.distribution), *place(tmp_path)]
    socket = [f"{suite_url}/{server.name}", "--transport", "http"]
    listing = ["--method", "tools/list", "--strict"]
    runs = [[*target, *listing, "--protocol-era", era] for target in (pipe, socket) for era in ("legacy", "modern")]
    runs.append([*pipe, "--method", "tools/call", "--tool-name", name, *given])
    with ThreadPoolExecutor(len(runs)) as at_once:
        *lists, called = at_once.map(lambda each: inspect(*each), runs)
    for listed in lists:
        assert [tool["name"] for tool in listed["tools"]] == names
    assert not called.get("isError") and called["structuredContent"]


def test_all_at_one_path(inspect: Inspect, suite_url: str) -> None:
    listed = inspect(f"{suite_url}/mcp", "--transport", "http", "--method", "tools/list", "--strict")
    assert [tool["name"] for tool in listed["tools"]] == [tool.name for each in SERVERS for tool in each.compiled]
