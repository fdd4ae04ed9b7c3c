"""Many trials: which ones, how many at once, and what is kept of each as it ends.

The trials of a run are listed before the first begins, and written into run.json, so that what is missing at the end
can be named. Some workers take one trial after the other; what the outcome table calls worth a second try gets one.
"""

from __future__ import annotations

import platform
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path

import anyio

from deskworld_harness.documents import RunDocument, TrialRecord, TrialSpec
from deskworld_harness.outcomes import OUTCOMES
from deskworld_harness.records import RunFolder
from deskworld_harness.task import Task

ATTEMPTS = 2


@dataclass(frozen=True)
class Watch:
    """Who wants to know how a run goes on."""

    started: Callable[[TrialSpec], None] = lambda spec: None
    ended: Callable[[TrialRecord], None] = lambda record: None


def plan(tasks: Sequence[Task], pattern: TrialSpec, *, trials: int = 1, seed: int | None = None) -> list[TrialSpec]:
    """The trials of a run, all of one pattern: each task so many times, first all tasks once, then all again."""
    return [
        pattern.model_copy(
            update={
                "task": task.folder,
                "task_name": task.name,
                "seed": task.seed if seed is None else seed,
                "trial": trial,
            }
        )
        for trial in range(trials)
        for task in tasks
    ]


def new_run(path: Path, specs: Sequence[TrialSpec], command: Sequence[str]) -> RunFolder:
    """A folder for these trials, with run.json in it."""
    started = datetime.now(UTC)
    return RunFolder.create(
        path,
        RunDocument(
            id=f"{started:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}",
            started=started,
            command=list(command),
            specs=list(specs),
            versions=_versions(),
        ),
    )


async def run_trials(
    folder: RunFolder, specs: Iterable[TrialSpec], *, concurrency: int = 1, watch: Watch | None = None
) -> None:
    """Run the trials, so many at once. Each record is on the disk before the watcher hears of it."""
    watch = watch or Watch()
    waiting = iter(specs)

    async def worker() -> None:
        for spec in waiting:
            watch.started(spec)
            watch.ended(await _one(folder, spec))

    async with anyio.create_task_group() as group:
        for _ in range(concurrency):
            group.start_soon(worker)


async def _one(folder: RunFolder, spec: TrialSpec) -> TrialRecord:
    from deskworld_harness.trial import run_trial  # brings the servers' libraries with it

    for attempt in range(1, ATTEMPTS + 1):
        draft = folder.draft(spec.id)
        try:
            record = await run_trial(spec, draft, attempt=attempt)
        except BaseException:
            draft.discard()
            raise
        if attempt == ATTEMPTS or not OUTCOMES[record.outcome].retry:
            folder.append(record, draft)
            return record
    raise AssertionError("unreachable")


def exit_status(specs: Sequence[TrialSpec], records: Sequence[TrialRecord]) -> int:
    """0 all passed, 1 some failed or could not be judged, 3 some say nothing: a system error, or never run."""
    if len(records) < len(specs) or any(record.verdict in ("error", "ungraded") for record in records):
        return 3
    return 0 if all(record.verdict == "passed" for record in records) else 1


def _versions() -> dict[str, str]:
    """Of what a result may depend on."""
    watched = (
        "deskworld",
        "fastmcp",
        "mcp",
        "pydantic-ai",
        "openai",
        "anthropic",
        "google-genai",
        "python-pptx",
        "openpyxl",
    )
    found = {each.name: each.version for each in distributions() if each.name.lower().startswith(watched)}
    return {"python": platform.python_version(), "platform": platform.platform(), **dict(sorted(found.items()))}
