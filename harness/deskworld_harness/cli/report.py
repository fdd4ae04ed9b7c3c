"""Show the figures of a run again, from its records alone."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import Any

HELP = "show a run's results"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, metavar="RUN", help="the run's folder")
    parser.add_argument("--json", action="store_true", help="figures and trials as JSON")


def run(options: argparse.Namespace) -> int:
    from deskworld_harness.metrics import by_task, jeffreys, over_tasks, summarize
    from deskworld_harness.records import RunFolder
    from deskworld_harness.run import exit_status

    folder = RunFolder.open(options.run)
    document, records = folder.document(), folder.records()
    counts = list(by_task(records).values())
    most = max((n for n, _ in counts), default=0)
    at_k = {k: over_tasks(counts, k) for k in range(1, most + 1) if k in (1, 2, 3, 4, 5, 8, 10, 16, 32, most)}
    if options.json:
        told: dict[str, Any] = {
            "run": document.id,
            "planned": len(document.specs),
            "summary": asdict(summarize(records)),
            "pass_at_k": {str(k): figures[0] for k, figures in at_k.items()},
            "pass_hat_k": {str(k): figures[1] for k, figures in at_k.items()},
            "tasks": {
                name: {"trials": n, "passed": c, "interval": asdict(jeffreys(n, c))}
                for name, (n, c) in sorted(by_task(records).items())
            },
            "trials": [record.model_dump(mode="json") for record in records],
        }
        print(json.dumps(_without_nan(told), indent=2))
        return exit_status(document.specs, records)

    from rich.console import Console

    from deskworld_harness.cli import progress, tables

    console = Console(highlight=False)
    tables.show_run(records, missing=len(document.specs) - len(records), console=console)
    tables.show_groups(records, console)
    if most > 1:
        for k, (some, every) in at_k.items():
            console.print(f"pass@{k} {some:.1%}   pass^{k} {every:.1%}")
    for record in records:
        if record.verdict != "passed":
            console.print(progress.line(record), soft_wrap=True)
            for check in record.checks:
                if check.outcome != "passed":
                    console.print(
                        f"  {check.outcome} {check.name}\n    " + check.evidence.replace("\n", "\n    "), markup=False
                    )
    return exit_status(document.specs, records)


def _without_nan(value: Any) -> Any:
    """JSON has no nan: what isn't known is null."""
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and isnan(value) else value
