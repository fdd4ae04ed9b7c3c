"""Prove tasks: the solution passes, doing nothing and damaged files fail, and so does every mutant of the solution."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from deskworld_harness.cli.numbers import count, natural

if TYPE_CHECKING:
    from collections.abc import Generator

    from deskworld_harness.proving.proof import Proof, TaskProof, Watch

HELP = "prove that tasks reject what they should"
SHOWN = 300  # characters of a change or its evidence in the listing; --json has all


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a task's folder, or a folder of tasks")
    parser.add_argument("--seeds", type=natural, default=20, metavar="N", help="variants of a template to try (20)")
    parser.add_argument("--mutants", type=_all_or_some, default=None, metavar="N", help="all, or so many a task (all)")
    parser.add_argument(
        "--only",
        default="",
        metavar="KIND/TOOL",
        help="only such mutants, as argument/set_cells (kinds: drop, argument, extra, swap, answer)",
    )
    parser.add_argument("--jobs", type=count, default=None, metavar="N", help="worker processes (one a core)")
    parser.add_argument("--json", action="store_true", help="everything that was found, as JSON")


def run(options: argparse.Namespace) -> int:
    import json
    from contextlib import contextmanager
    from dataclasses import replace

    from deskworld_harness.proving.proof import Plan, prove
    from deskworld_harness.task import find_tasks
    from deskworld_harness.usage import UsageError

    tasks = find_tasks(options.paths)
    plan = Plan(seeds=options.seeds, mutants=options.mutants, only=options.only)
    if options.jobs:
        plan = replace(plan, jobs=options.jobs)
    with contextmanager(_watching)() as watch:
        proof = prove(tasks, plan, watch)
    if options.only and options.mutants != 0 and all(task.holds and not task.played for task in proof.tasks):
        raise UsageError(
            f"--only {options.only}: no solution has such a mutant, so nothing is proved; the kinds are drop, argument,"
            " extra, swap and answer, and the tool is one that a solution calls"
        )
    if options.json:
        print(json.dumps(proof.as_data(), indent=2))
    else:
        _show(proof)
    return 0 if proof.holds else 1


def _watching() -> Generator[Watch, None, None]:
    """A live line on a terminal; elsewhere a line a task."""
    from deskworld_harness.cli.progress import live_bar
    from deskworld_harness.proving.proof import Watch

    with live_bar() as live:
        bar = live.add_task("", total=0)
        total = 0

        def planned(more: int) -> None:
            nonlocal total
            total += more
            live.update(bar, total=total)

        def done(task: TaskProof) -> None:
            live.update(bar, advance=1, description=f"{task.name}, {task.waiting} to go")

        def ended(task: TaskProof) -> None:
            live.console.print(_line(task), soft_wrap=True)

        yield Watch(planned, done, ended)


def _line(task: TaskProof) -> str:
    if not task.holds:
        return f"[red]gate   [/] {task.name}"
    color = "green" if task.kills_all else "yellow"
    word = "proved " if task.kills_all else "mutants"
    return f"[{color}]{word}[/] {task.name}  {task.killed} of {task.counted} mutants killed, {task.seconds:.0f} s"


def _show(proof: Proof) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table(box=SIMPLE_HEAD, header_style="bold")
    table.add_column("task", overflow="fold")
    for name in ("gates", "killed", "rate", "same", "refused", "time"):
        table.add_column(name, justify="right", no_wrap=True)
    for task in proof.tasks:
        table.add_row(task.name, *_cells(task))
    table.add_section()
    rate = f"{proof.killed / proof.counted:.1%}" if proof.counted else "-"
    table.add_row("all", "", f"{proof.killed}/{proof.counted}", rate, "", "", "", style="bold")
    console.print(table)
    for task in proof.tasks:
        findings = list(_findings(task))
        if findings:
            console.print(f"[bold]{task.name}[/]")
        for head, text in findings:
            console.print(f"  {head}", markup=False, soft_wrap=True)
            if text:
                console.print("    " + text.replace("\n", "\n    "), markup=False, soft_wrap=True)
    for gate in proof.verdicts:
        mark = "[green]holds[/]" if gate.holds else "[red]fails[/]"
        console.print(f"{mark} {gate.name}" + (f" ({gate.evidence})" if gate.evidence else ""))


def _cells(task: TaskProof) -> list[str]:
    good = sum(gate.holds for gate in task.gates)
    whole = "green" if task.holds else "red"
    color = "green" if task.kills_all else "yellow"
    return [
        f"[{whole}]{good}/{len(task.gates)}[/]",
        f"[{color}]{task.killed}/{task.counted}[/]",
        f"{task.killed / task.counted:.0%}" if task.counted else "-",
        str(len(task.ended("same"))),
        str(len(task.ended("refused"))),
        f"{task.seconds:.0f} s",
    ]


def _findings(task: TaskProof) -> Generator[tuple[str, str], None, None]:
    """What is wrong with a task: gates that do not hold, mutants that lived, checks that broke."""
    for gate in task.gates:
        if not gate.holds:
            yield f"does not hold: {gate.name}", gate.evidence
    for each in task.ended("survived"):
        yield f"lived: {each.change[:SHOWN]}", ""
    for each in task.ended("error"):
        yield f"could not be played: {each.change[:SHOWN]}", each.evidence[:SHOWN]
    for each in task.played:
        if each.broken:
            yield f"a check broke on: {each.change[:SHOWN]}", "\n".join(text[:SHOWN] for text in each.broken)


def _all_or_some(text: str) -> int | None:
    return None if text == "all" else natural(text)
