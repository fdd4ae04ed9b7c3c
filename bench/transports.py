"""What a trial costs over each transport: all installed servers in one world, two tool calls, a check.

The peer is the same trial with a server process that is started for it, as an MCP client starts one: `deskworld-suite`
over a real pipe, from a cold start to the answer to the second call. They take turns, so that a busy moment of the
machine falls on all of them.

    python bench/transports.py [--runs N]

Ends with status 1 when a forked server isn't FACTOR times as quick to its first answer as one that is started.
"""

import argparse
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any

import anyio

FACTOR = 20
TRANSPORTS = ("memory", "stdio", "http")
COLD = "cold suite"

TASK = """
title: Two calls
difficulty: medium
role: You are a clerk.
user: Look twice.
servers: [{servers}]
world: {{seed: 7, now: 2026-03-02T09:00:00Z}}
"""
CHECKS = """
from deskworld_verifiers import Submission, check

@check("answer")
def answered(s: Submission) -> None:
    assert s.answer
"""
SOLUTION = """
async def solve(desk, task):
    await desk.call({first!r})
    await desk.call({second!r})
    return "done"
"""


def two_calls() -> tuple[list[str], list[str]]:
    """All servers, and two tools that only read and need no argument: of one with tables, and of one without."""
    from deskworld_kit import find_servers

    servers = list(find_servers().values())
    found: dict[bool, str] = {}
    for server in servers:
        for each in server.compiled:
            if each.mark.kind == "read" and not each.parameters.get("required"):
                found.setdefault(bool(server.tables), each.name)
    return [server.name for server in servers], list(found.values())


async def forked(task: Path, folder: Path, transport: Any) -> tuple[float, float]:
    """Milliseconds from nothing to the first answer, and of a whole trial."""
    from deskworld_harness.documents import TrialSpec
    from deskworld_harness.records import TrialFolder
    from deskworld_harness.scene import scene_of
    from deskworld_harness.transports import open_desk
    from deskworld_harness.trial import run_trial

    scene = scene_of(task, 7)
    (folder / "trial").mkdir(parents=True)
    began = time.perf_counter()
    async with AsyncExitStack() as stack:
        desk = await open_desk(scene, folder / "first", stack, transport=transport)
        result = await desk.call(two_calls()[1][0], {})
        first = time.perf_counter() - began
        assert result.ok, result.error
    spec = TrialSpec(task=task, task_name="two-calls", seed=7, agent="solution", transport=transport, renders=False)
    began = time.perf_counter()
    record = await run_trial(spec, TrialFolder(folder / "trial"))
    whole = time.perf_counter() - began
    assert record.verdict == "passed", record.evidence
    return 1000 * first, 1000 * whole


async def cold(folder: Path, servers: list[str], calls: list[str]) -> tuple[float, float]:
    """The same from a process that is started for it."""
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    place = ["--workspace", f"{folder}/workspace", "--world", f"sqlite:///{folder}/world.sqlite", "--seed", "7"]
    program = str(Path(sys.executable).parent / "deskworld-suite")
    began = time.perf_counter()
    async with Client(StdioTransport(program, [*servers, *place], keep_alive=False)) as client:
        await client.call_tool(calls[0], {})
        first = time.perf_counter() - began
        await client.call_tool(calls[1], {})
    return 1000 * first, 1000 * (time.perf_counter() - began)


async def measure(runs: int) -> dict[str, tuple[float, float]]:
    """The medians, by transport."""
    servers, calls = two_calls()
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in (*TRANSPORTS, COLD)}
    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder, "task")
        task.mkdir()
        (task / "task.yaml").write_text(TASK.format(servers=", ".join(servers)))
        (task / "checks.py").write_text(CHECKS)
        (task / "solution.py").write_text(SOLUTION.format(first=calls[0], second=calls[1]))
        for run in range(runs + 1):
            for transport in TRANSPORTS:
                times = await forked(task, Path(folder, f"{run}-{transport}"), transport)
                taken[transport].append(times)
            if run < 6:  # they take a second each, and differ little
                taken[COLD].append(await cold(Path(folder, f"{run}-cold"), servers, calls))
    # The first of each makes the scene, or warms the disk's cache.
    return {name: (median(a for a, _ in rows[1:]), median(b for _, b in rows[1:])) for name, rows in taken.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="A trial with two tool calls, over each transport.")
    parser.add_argument("--runs", type=int, default=30)
    options = parser.parse_args()
    measured = anyio.run(measure, options.runs)

    from rich.console import Console
    from rich.table import Table

    table = Table("transport", title=f"a trial with two tool calls, median of {options.runs}")
    for heading in ("first answer ms", "whole trial ms"):
        table.add_column(heading, justify="right")
    for name, (first, whole) in measured.items():
        table.add_row(name, f"{first:.1f}", f"{whole:.1f}")
    Console().print(table)
    late = [name for name in TRANSPORTS if measured[name][0] * FACTOR > measured[COLD][0]]
    if late:
        sys.exit(f"not {FACTOR} times as quick as a cold start: {', '.join(late)}")


if __name__ == "__main__":
    main()
