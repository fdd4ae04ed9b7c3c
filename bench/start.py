"""What a server's start costs: from the process to its first `tools/list` answer over a real pipe.

The peer is the same tools (same signatures, same docstrings, same models) as one would write them on plain fastmcp:
each function given to `FastMCP.tool`, its world a hidden dependency, with sqlmodel imported where the server has
tables. Both are driven by hand-written JSON-RPC, so the client costs nothing, and take turns, so that a busy moment
of the machine falls on both.

    python bench/start.py [SERVER ...] [--runs N]

Ends with status 1 when a server takes more than LIMIT times its peer.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

LIMIT = 1.1
SCRIPTS = Path(sys.executable).parent

PEER = '''
import inspect, sys
from importlib import import_module
from typing import get_args, get_origin
from fastmcp import FastMCP
from fastmcp.dependencies import Depends

package, tables = sys.argv[1:]
if tables:
    import sqlmodel
server = import_module(package).server

def world_of_this_process():
    return None

def as_one_would_write_it(function):
    """The world a hidden dependency at the end; pictures beside facts have no schema of their own in fastmcp."""
    signature = inspect.signature(function, eval_str=True)
    world, *rest = signature.parameters.values()
    hidden = world.replace(kind=inspect.Parameter.KEYWORD_ONLY, default=Depends(world_of_this_process))
    returns = signature.return_annotation
    if getattr(get_origin(returns), "__name__", "") == "Shown":
        returns = get_args(returns)[0]
    def tool(**arguments):
        return function(**arguments)
    tool.__name__, tool.__doc__ = function.__name__, function.__doc__
    tool.__signature__ = signature.replace(parameters=[*rest, hidden], return_annotation=returns)
    tool.__annotations__ = {each.name: each.annotation for each in [*rest, hidden]} | {"return": returns}
    return tool

app = FastMCP(server.name, instructions=server.summary)
for function in server.functions():
    app.tool(as_one_would_write_it(function))
app.run("stdio", show_banner=False)
'''

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


def seconds_to_tools(command: list[str], expected: int) -> float:
    """Start it, say hello, ask for the tools; the clock stops when their list is here."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None

    def send(*messages: dict[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write(b"".join(json.dumps({"jsonrpc": "2.0", **each}).encode() + b"\n" for each in messages))
        process.stdin.flush()

    with process:
        send({"id": 1, "method": "initialize", "params": HELLO})
        process.stdout.readline()
        send({"method": "notifications/initialized"}, {"id": 2, "method": "tools/list"})
        answer = process.stdout.readline()
        taken = time.perf_counter() - begun
        process.stdin.close()
        words = process.stderr.read().decode()
    listed = json.loads(answer)["result"]["tools"] if answer else []
    if len(listed) != expected:
        sys.exit(f"{command[0]} listed {len(listed)} tools of {expected}:\n{words}")
    return taken


def measure(names: list[str], runs: int) -> dict[str, tuple[int, float, float]]:
    """Number of tools, the server's median and the peer's, by server."""
    from deskworld_kit import find_servers

    measured: dict[str, tuple[int, float, float]] = {}
    for server in find_servers(names or None).values():
        tools = len(server.functions())
        with tempfile.TemporaryDirectory() as folder:
            ours: list[float] = []
            peers: list[float] = []
            peer = [sys.executable, "-c", PEER, server.package, server.tables]
            for run in range(runs + 1):
                place = ["--workspace", f"{folder}/{run}", "--world", f"sqlite:///{folder}/{run}.sqlite"]
                mine = seconds_to_tools([str(SCRIPTS / server.distribution), *place], tools)
                other = seconds_to_tools(peer, tools)
                if run:  # the first of each warms the disk's cache
                    ours.append(mine)
                    peers.append(other)
        measured[server.name] = (tools, median(ours), median(peers))
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description="Server start to the first tools/list, against plain fastmcp.")
    parser.add_argument("servers", nargs="*", metavar="SERVER", help="all that are installed by default")
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    measured = measure(options.servers, options.runs)

    from rich.console import Console
    from rich.table import Table

    table = Table("server", title=f"process start to first tools/list, median of {options.runs}")
    for heading in ("tools", "deskworld ms", "fastmcp ms", "ratio"):
        table.add_column(heading, justify="right")
    slow: list[str] = []
    for name, (tools, ours, peer) in measured.items():
        ratio = ours / peer
        if ratio > LIMIT:
            slow.append(name)
        table.add_row(name, str(tools), f"{ours * 1000:.0f}", f"{peer * 1000:.0f}", f"{ratio:.2f}")
    Console().print(table)
    if slow:
        sys.exit(f"over {LIMIT} times plain fastmcp: {', '.join(slow)}")


if __name__ == "__main__":
    main()
