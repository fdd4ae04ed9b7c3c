"""Grade the recorded trials of a run again, with today's checks: no agent runs, and no model but the judge."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from deskworld_harness.cli.numbers import count

HELP = "grade a run's trials again, without an agent"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, metavar="RUN", help="the run's folder")
    parser.add_argument(
        "--workers", type=count, default=os.cpu_count() or 1, metavar="N", help="processes (one a core: %(default)s)"
    )


def run(options: argparse.Namespace) -> int:
    from deskworld_harness.cli import progress, tables
    from deskworld_harness.cli.interrupting import until_interrupted
    from deskworld_harness.metrics import read_rows
    from deskworld_harness.records import RunFolder
    from deskworld_harness.run import exit_status, grade_trials

    folder = RunFolder.open(options.run)
    specs = folder.document().specs
    before = {record.spec.id: record.verdict for record in folder.each()}
    with progress.watching(len(before)) as watch:
        old = until_interrupted(
            lambda: grade_trials(folder, concurrency=options.workers, workers=options.workers, watch=watch)
        )
    if old is None:
        progress.say("stopped; the records are as they were")
        return 130
    for record in folder.each():
        if record.verdict != before[record.spec.id]:
            progress.say(f"{record.spec.id}: was {before[record.spec.id]}, is {record.verdict}")
    rows = read_rows(folder)
    tables.show_run(rows)
    progress.say(f"the records before this are in {old}")
    return exit_status(specs, (row for row in rows if row.ran))
