"""What a trial costs beside the model: fresh world, tools, two calls, checks, and a record that is synced.

    python bench/trial_overhead.py [--trials 1000] [--rounds 3]
    python bench/trial_overhead.py --long        10,000 trials, and what they do to memory

Ours is a run of the reference solution on a small task with every installed server on the desk, over one worker, as
`harness eval` does it: the image, the workspace, an MCP connection with all tools, one row and one file written, six
checks (the world against the golden one among them), trajectory and world kept, and the record's line synced. A
second figure has 600 tools of 40 servers on the desk. The steady state is measured: from the hundredth record on.

The peer is inspect_ai with its mock model, in the same run: with one stdio server of the official SDK a sample, and
with plain Python functions as tools. Ours and theirs take turns, so that a busy moment of the machine falls on both,
and medians are compared. The exit status is 1 when a limit is not kept.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from textwrap import dedent
from time import perf_counter

import anyio
from deskworld_harness.documents import TrialRecord, TrialSpec
from deskworld_harness.run import Watch, new_run, plan, run_trials
from deskworld_harness.task import find_tasks
from deskworld_kit import find_servers
from rich.console import Console
from rich.table import Table

MOST_MS = 15.0
MOST_PADDED_MS = 25.0
FASTER_THAN_SERVED = 50.0
MOST_GROWTH_MB = 50.0
SETTLED = 100
"""Records after which a run is in its steady state."""
AT_ONCE = 4
SERVERS, TOOLS = 40, 600
PEER = Path(__file__).parent / "peers" / "inspect_trials.py"

TASK = {
    "task.yaml": """
        title: A contact and a note
        role: You keep the desk.
        user: Put Ada Byron into the address book and write a note about it.
        servers: [{servers}]
        deliverables: [note.txt]
        changes: [contacts_person]
    """,
    "solution.py": """
        async def solve(desk, task):
            await desk.call("create_contact", given_name="Ada", family_name="Byron")
            await desk.call("write_text_file", path="note.txt", text="Added Ada Byron.")
            return "Ada Byron is in the address book."
    """,
    "checks.py": """
        from deskworld_verifiers import Submission, check


        @check("state")
        def the_world_is_golden(s: Submission) -> None:
            assert not s.compare().differences


        @check("content")
        def the_note_names_her(s: Submission) -> None:
            assert "Ada Byron" in s.text("note.txt")


        @check("tools")
        def nothing_was_refused(s: Submission) -> None:
            assert all(call.ok for call in s.trajectory)


        @check("answer")
        def the_answer_names_her(s: Submission) -> None:
            assert "Ada Byron" in s.answer
    """,
}
PADDING = '''
    """Padding: notes on one more subject."""

    from typing import Annotated

    from deskworld_kit import Page, Result, Scalar, World, tool
    from pydantic import Field


    class Note{number}(Result):
        text: str
        size: int
'''
PADDING_TOOL = '''

    @tool("read")
    def read_notes_{number}_{each}(
        world: World, query: str = "", kind: str = "any", limit: Annotated[int, Field(ge=1, le=100)] = 20
    ) -> Note{number}:
        """Find notes on subject {number} by words, newest first; variety {each}. Returns what was found.

        Args:
            query: Words to look for.
            kind: Which notes.
        """
        return Note{number}(text=query, size=limit)
'''


def write(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


def pad(home: Path) -> None:
    """Install servers into a folder until there are SERVERS with TOOLS tools in all."""
    there = find_servers()
    missing = TOOLS - sum(len(server.compiled) for server in there.values())
    places = SERVERS - len(there)
    for number in range(places):
        count = missing // places + (number < missing % places)
        tools = "".join(PADDING_TOOL.format(number=number, each=each) for each in range(count))
        name = f"padding{number}"
        server = f"Server(name={name!r}, title={name!r}, summary='Notes.', package=__name__, tools=('notes',))"
        write(
            home / f"deskworld_{name}",
            {
                "__init__.py": f"from deskworld_kit import Server\n\nserver = {server}\n",
                "notes.py": dedent(PADDING.format(number=number)) + dedent(tools),
            },
        )
        write(
            home / f"deskworld_{name}-0.1.0.dist-info",
            {
                "METADATA": f"Metadata-Version: 2.1\nName: deskworld-{name}\nVersion: 0.1.0\n",
                "entry_points.txt": f"[deskworld.servers]\n{name} = deskworld_{name}:server\n",
            },
        )
    sys.path.insert(0, str(home))


class Run:
    """One run of so many trials: seconds a trial in its steady state, and megabytes at its start and end."""

    def __init__(self, servers: list[str], trials: int) -> None:
        self.servers = servers
        self.trials = trials
        self.seconds = 0.0
        self.early_mb = self.late_mb = 0.0
        self._ends: list[float] = []

    def run(self) -> Run:
        with tempfile.TemporaryDirectory(prefix="deskworld-bench-") as home:
            task = {name: text.replace("{servers}", ", ".join(self.servers)) for name, text in TASK.items()}
            write(Path(home, "tasks", "bench", "desk", "note"), task)
            pattern = TrialSpec(task=Path(), task_name="", seed=0, agent="solution", renders=False)
            specs = plan(find_tasks([Path(home, "tasks")]), pattern, trials=self.trials)
            folder = new_run(Path(home, "run"), specs, sys.argv)
            anyio.run(lambda: run_trials(folder, specs, concurrency=AT_ONCE, workers=1, watch=Watch(ended=self._ended)))
        steady = self._ends[SETTLED:-AT_ONCE]
        self.seconds = (steady[-1] - steady[0]) / (len(steady) - 1)
        return self

    def _ended(self, record: TrialRecord) -> None:
        if record.verdict != "passed":
            sys.exit(f"a trial did not pass: {record.evidence or record.checks}")
        self._ends.append(perf_counter())
        if len(self._ends) == SETTLED:
            self.early_mb = megabytes()
        if len(self._ends) == self.trials - AT_ONCE:
            self.late_mb = megabytes()


def megabytes() -> float:
    """Resident memory of this process and its worker."""
    found = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if os.getpid() in (int(process.name), parent):
                found += int((process / "statm").read_text().split()[1])
        except OSError:
            continue
    return found * 4096 / 1e6


def peer(servers: int, samples: int) -> float:
    """Seconds a sample in inspect_ai."""
    command = [sys.executable, str(PEER), "--samples", str(samples), "--servers", str(servers)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return float(json.loads(done.stdout)["seconds_per_sample"])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trials", type=int, default=1000, metavar="N", help="trials a run (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="how often all take turns (%(default)s)")
    parser.add_argument("--long", action="store_true", help="only ours, with 10,000 trials, for its memory")
    options = parser.parse_args()
    console = Console(width=100, highlight=False)
    installed = list(find_servers())
    if options.long:
        return long(installed, console)
    peer(0, 2)  # makes its environment
    figures: dict[str, list[float]] = {"ours": [], "padded": [], "functions": [], "server": []}
    with tempfile.TemporaryDirectory(prefix="deskworld-padding-") as home:
        for _ in range(options.rounds):
            figures["ours"].append(Run(installed, options.trials).run().seconds)
            figures["functions"].append(peer(0, options.trials // 4))
            figures["server"].append(peer(1, 6))
        pad(Path(home))
        everything = list(find_servers())
        for _ in range(options.rounds):
            figures["padded"].append(Run(everything, options.trials // 2).run().seconds)
    ms = {name: statistics.median(values) * 1000 for name, values in figures.items()}
    table = Table(title="milliseconds a trial, model time zero (median of rounds)")
    for column in ("", "ms", "against ours", "limit"):
        table.add_column(column, justify="left" if not column else "right")
    table.add_row(f"deskworld, {len(installed)} servers", f"{ms['ours']:.1f}", "1.0", f"{MOST_MS:g} ms")
    table.add_row(
        f"deskworld, {SERVERS} servers with {TOOLS} tools", f"{ms['padded']:.1f}", "", f"{MOST_PADDED_MS:g} ms"
    )
    for name, words, least in (
        ("functions", "inspect_ai, two Python functions", 1.0),
        ("server", "inspect_ai, one stdio server a sample", FASTER_THAN_SERVED),
    ):
        table.add_row(words, f"{ms[name]:.1f}", f"{ms[name] / ms['ours']:.1f} x", f"{least:g} x at least")
    console.print(table)
    kept = (
        ms["ours"] <= MOST_MS
        and ms["padded"] <= MOST_PADDED_MS
        and ms["functions"] >= ms["ours"]
        and ms["server"] >= FASTER_THAN_SERVED * ms["ours"]
    )
    return 0 if kept else 1


def long(installed: list[str], console: Console) -> int:
    short, many = Run(installed, 500).run(), Run(installed, 10_000).run()
    grown = many.late_mb - many.early_mb
    console.print(
        f"a trial of 500: {short.seconds * 1000:.1f} ms; of 10,000: {many.seconds * 1000:.1f} ms\n"
        f"memory after {SETTLED} trials: {many.early_mb:.0f} MB; after 10,000: {many.late_mb:.0f} MB (+{grown:.0f} MB)"
    )
    return 0 if grown < MOST_GROWTH_MB and many.seconds < 1.2 * short.seconds else 1


if __name__ == "__main__":
    sys.exit(main())
