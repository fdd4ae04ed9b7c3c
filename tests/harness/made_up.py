"""Trials that nobody ran, for tests of what is made of their records."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from deskworld_harness.documents import Spent, TrialRecord, TrialSpec
from deskworld_harness.metrics import Row
from deskworld_harness.records import RunFolder
from deskworld_harness.run import new_run

VERDICTS = {1: "passed", 0: "failed", None: "ungraded"}


def row(task: str, reward: float | None, *, trial: int = 0, seed: int = 7, **told: Any) -> Row:
    outcome = "done" if reward is not None else "harness_error"
    told = {"outcome": outcome, "verdict": VERDICTS[reward], "reward": reward} | told
    return Row(f"{task}-s{seed}-t{trial}", task, seed, trial, **told)


def spec(task: str, *, trial: int = 0, seed: int = 7) -> TrialSpec:
    return TrialSpec(task=Path(task), task_name=task, seed=seed, trial=trial)


def record(task: str, reward: float | None, *, trial: int = 0, seed: int = 7, **told: Any) -> TrialRecord:
    return TrialRecord.model_validate(
        {
            "spec": spec(task, trial=trial, seed=seed),
            "started": datetime(2026, 3, 2, tzinfo=UTC),
            "outcome": "done" if reward is not None else "model_unavailable",
            "verdict": VERDICTS[reward],
            "reward": reward,
            "spent": Spent(calls=2, input_tokens=10, output_tokens=1, cost=0.0),
        }
        | told
    )


def run_of(path: Path, records: list[TrialRecord], *, never_run: list[TrialSpec] | None = None) -> RunFolder:
    """A run's folder with these records in it."""
    folder = new_run(path, [*(each.spec for each in records), *(never_run or [])], ["harness", "eval"])
    with folder.writing() as lines:
        lines.append(records)
    return folder
