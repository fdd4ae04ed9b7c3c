"""Show the figures of a run again, from its records alone; or hold two runs on the same tasks against each other."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_harness.metrics import Comparison, Row
    from deskworld_harness.records import RunFolder

HELP = "show a run's results, or compare two runs"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, metavar="RUN", help="the run's folder")
    parser.add_argument("other", type=Path, nargs="?", metavar="OTHER", help="a second run: how does it differ?")
    parser.add_argument(
        "--evidence", action="store_true", help="with each failed check, the values in the line that failed"
    )
    parser.add_argument("--json", action="store_true", help="all figures as JSON, and a line of them for each trial")


def run(options: argparse.Namespace) -> int:
    from deskworld_harness.metrics import compare, read_rows
    from deskworld_harness.records import RunFolder
    from deskworld_harness.run import exit_status

    folder = RunFolder.open(options.run)
    rows = read_rows(folder)
    if options.other:
        other = RunFolder.open(options.other)
        comparison = compare(rows, read_rows(other))
        if options.json:
            _tell({"a": folder.document().id, "b": other.document().id, **_compared(comparison)})
        else:
            from deskworld_harness.cli import versus

            versus.show(comparison, str(options.run), str(options.other))
        return 0
    if options.json:
        _tell(_figures(folder, rows))
    else:
        _show(folder, rows, evidence=options.evidence)
    return exit_status(folder.document().specs, (row for row in rows if row.ran))


def _show(folder: RunFolder, rows: list[Row], *, evidence: bool) -> None:
    from rich.console import Console

    from deskworld_harness.cli import progress, tables

    console = Console(highlight=False)
    tables.show_run(rows, console)
    if not any(row.ran for row in rows):
        return
    tables.show_groups(rows, console)
    tables.show_figures(rows, console)
    shortened = False
    for record in folder.each():
        if record.verdict != "passed":
            console.print(progress.line(record), soft_wrap=True)
            for check in record.checks:
                if check.outcome != "passed":
                    lines = check.evidence.splitlines()
                    told = "".join(f"\n    {line}" for line in lines) if evidence else f": {_in_short(lines)}"
                    shortened |= not evidence and len(lines) > 1
                    console.print(f"  {check.outcome} {check.name}{told}", markup=False, soft_wrap=True)
    if shortened:
        console.print("with --evidence: the values in the lines that failed")


def _in_short(lines: list[str]) -> str:
    """What a check says, and its line: a message alone may only name what was looked at. Values are indented."""
    from deskworld_harness.cli.progress import first_line

    return " | ".join(first_line(line) for line in lines[:2] if not line.startswith(" "))


def _figures(folder: RunFolder, rows: list[Row]) -> dict[str, Any]:
    from deskworld_harness.metrics import GROUPS, by_task, figures, grouped

    return {
        "run": folder.document().id,
        "planned": len(rows),
        "summary": asdict(figures(rows)),
        **{
            title: {name: asdict(figures(own)) for name, own in grouped(rows, key).items()}
            for title, key in GROUPS.items()
        },
        "tasks": {
            name: {"trials": told.n, "passed": told.c, "missing": told.missing, "interval": asdict(told.interval)}
            for name, told in by_task(rows).items()
        },
        "trials": [asdict(row) | {"missing": row.missing} for row in rows],
    }


def _compared(comparison: Comparison) -> dict[str, Any]:
    told = asdict(comparison)
    told["pairs"] = [
        asdict(pair) | {"change": pair.change, "difference": float(pair.difference) if pair.known else None}
        for pair in comparison.pairs
    ]
    return told


def _tell(told: dict[str, Any]) -> None:
    print(json.dumps(_without_nan(told), indent=2))


def _without_nan(value: Any) -> Any:
    """JSON has no nan: what isn't known is null."""
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and isnan(value) else value
