"""Many trials: which ones, how many at once, and what is kept of each as it ends.

The trials of a run are listed before the first begins, and written into run.json, so that what is missing at the end
can be named, and a run that was stopped or killed can be resumed: what has a record is not run again. Trials are
carried out by worker processes (`workers.py`); records are written here, by one writer, many with one sync.
"""

from __future__ import annotations

import platform
import secrets
import shutil
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import distributions
from pathlib import Path
from time import monotonic
from typing import Protocol

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from deskworld_harness.documents import RunDocument, Spent, TrialRecord, TrialSpec, total
from deskworld_harness.records import Records, RunFolder
from deskworld_harness.task import DOCUMENT, Task
from deskworld_harness.usage import UsageError
from deskworld_harness.workers import Job, Patience, Workers

MOST_AT_ONCE = 64
"""Finished trials that may wait to be written, all with one sync."""
LOOK = 0.2
"""Seconds between two looks at the budget, and at the room on the disk."""
ROOM = 32 * 2**20
"""Bytes that have to be free for a run to go on: on a full disk, trials would fail for want of it."""


@dataclass(frozen=True)
class Watch:
    """Who wants to know how a run goes on."""

    started: Callable[[TrialSpec], None] = lambda spec: None
    ended: Callable[[TrialRecord], None] = lambda record: None


@dataclass(frozen=True)
class Budget:
    """What a whole run may use up; None for no limit. What is under way when one is reached is given up, unrecorded."""

    steps: int | None = None  # tool calls
    seconds: float | None = None
    tokens: int | None = None  # in and out
    cost: float | None = None  # US dollars, where prices are known

    def used_up(self, spent: Spent, seconds: float) -> str:
        """Which limit was reached, in words; empty while none is."""
        used = {
            "steps": (spent.calls, "tool calls"),
            "seconds": (seconds, "seconds"),
            "tokens": (spent.input_tokens + spent.output_tokens, "tokens"),
            "cost": (spent.cost or 0.0, "US dollars"),
        }
        for each in fields(self):
            limit, (amount, unit) = getattr(self, each.name), used[each.name]
            if limit is not None and amount >= limit:
                return f"the run's limit of {limit:,g} {unit} is used up; what was under way was given up, unrecorded"
        return ""


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
    """A folder for these trials, with run.json in it.

    Raises:
        UsageError: Two of the trials would have one name, or the folder can't be used.
    """
    names: dict[str, TrialSpec] = {}
    for spec in specs:
        if (other := names.setdefault(spec.id, spec)) is not spec:
            raise UsageError(
                f"{other.task_name} and {spec.task_name}: both have a trial {spec.id}; run them apart, or rename one"
            )
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


def missing(folder: RunFolder) -> list[TrialSpec]:
    """The trials of a run that have no record yet, in their order."""
    return _without_record(folder, folder.document().specs)


async def run_trials(
    folder: RunFolder,
    specs: Iterable[TrialSpec],
    *,
    concurrency: int = 1,
    workers: int = 1,
    budget: Budget | None = None,
    patience: Patience | None = None,
    watch: Watch | None = None,
) -> str:
    """Run those trials that have no record, so many at once. Each record is on the disk before the watcher hears of it.

    Args:
        folder: The run; nobody else may be writing to it.
        concurrency: Trials at once, over all workers.
        workers: Processes, at most one a trial at once.
        budget: What the trials may use up together.
        patience: How long to wait for what may hang.

    Returns:
        Why it came to no end (a limit, a full disk, a task that has gone since); empty when all trials have a record.

    Raises:
        UsageError: Another process is at this run, or workers can't be started here.
    """
    with folder.writing() as records:
        meter = _Meter(budget or Budget(), folder.each(), folder.path)
        left = _without_record(folder, specs)  # looked at now, when nobody else can add one
        gone = {spec.task for spec in left if not (spec.task / DOCUMENT).is_file()}
        jobs = (Job(spec) for spec in left if spec.task not in gone)
        await _carry_out(
            folder,
            jobs,
            records,
            meter,
            watch or Watch(),
            patience or Patience(),
            concurrency=concurrency,
            workers=workers,
        )
    return meter.reached or "\n".join(f"{task}: is no task any more; its trials wait" for task in sorted(gone))


async def grade_trials(
    folder: RunFolder, *, concurrency: int = 1, workers: int = 1, watch: Watch | None = None
) -> Path:
    """Grade every recorded trial of a run again, and put the new records in the place of the old ones.

    A trial that has two records (its line was copied by hand, say) is graded once, by its last one.

    Returns:
        Where the old ones are now.

    Raises:
        UsageError: Another process is at this run, workers can't be started here, or the disk is full.
    """
    watch = watch or Watch()
    meter = _Meter(Budget(), (), folder.path)
    with folder.writing(), folder.replacing() as (records, old):
        recorded = {record.spec.id: record for record in folder.each()}
        await _carry_out(
            folder,
            (Job(record.spec, graded=record) for record in recorded.values()),
            records,
            meter,
            watch,
            Patience(),
            concurrency=concurrency,
            workers=workers,
        )
        if meter.reached:
            raise UsageError(f"{meter.reached}; the records are as they were")
    return old


async def _carry_out(
    folder: RunFolder,
    jobs: Iterable[Job],
    records: Records,
    meter: _Meter,
    watch: Watch,
    patience: Patience,
    *,
    concurrency: int,
    workers: int,
) -> None:
    """Jobs to workers, what comes of them to the disk and then to the watcher."""
    finished, to_write = anyio.create_memory_object_stream[TrialRecord](MOST_AT_ONCE)
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_write, to_write, records, watch.ended)
            async with finished, meter.watching():
                ended = partial(_finish, finished, meter)
                pool = Workers(folder, ended, started=watch.started, progress=meter.under_way, patience=patience)
                await pool.carry_out(jobs, workers=workers, concurrency=concurrency)
    except BaseExceptionGroup as several:
        known = several.split(UsageError)[0]
        raise (_first(known) if known else several) from None


async def _finish(finished: MemoryObjectSendStream[TrialRecord], meter: _Meter, record: TrialRecord) -> None:
    meter.add(record)
    await finished.send(record)


async def _write(
    to_write: MemoryObjectReceiveStream[TrialRecord], records: Records, ended: Callable[[TrialRecord], None]
) -> None:
    """Write what has gathered, again and again, until no more can come: also when the run is being stopped."""
    with anyio.CancelScope(shield=True):
        async with to_write:
            async for record in to_write:
                batch = [record]
                while to_write.statistics().current_buffer_used:
                    batch.append(to_write.receive_nowait())
                await anyio.to_thread.run_sync(records.append, batch)
                for each in batch:
                    ended(each)


class _Meter:
    """What a run has used up, held against its budget and the disk's."""

    def __init__(self, budget: Budget, records: Iterable[TrialRecord], place: Path) -> None:
        self.reached = ""
        self._budget = budget
        self._place = place
        self._began = monotonic()
        self._done = total(part for each in records for part in (each.spent, each.discarded))  # of a run that goes on
        self._under_way: dict[int, Spent] = {}

    def add(self, record: TrialRecord) -> None:
        self._done = total([self._done, record.spent, record.discarded])

    def under_way(self, worker: int, spent: Spent) -> None:
        self._under_way[worker] = spent

    @asynccontextmanager
    async def watching(self) -> AsyncGenerator[None, None]:
        """The block is stopped when the budget is used up."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._look, group.cancel_scope)
            yield
            group.cancel_scope.cancel()

    async def _look(self, scope: anyio.CancelScope) -> None:
        while not self.reached:
            spent = total([self._done, *self._under_way.values()])
            self.reached = self._budget.used_up(spent, monotonic() - self._began) or _no_room(self._place)
            await anyio.sleep(0 if self.reached else LOOK)
        scope.cancel()


def _no_room(place: Path) -> str:
    """That the disk is all but full, in words; empty while it isn't."""
    disk = shutil.disk_usage(place)
    if disk.free >= ROOM or not disk.total:  # some file systems don't tell
        return ""
    return f"{place}: the disk is full but for {disk.free / 2**20:.0f} MB; make room for {ROOM / 2**20:.0f} MB at least"


def _without_record(folder: RunFolder, specs: Iterable[TrialSpec]) -> list[TrialSpec]:
    done = {record.spec.id for record in folder.each()}
    return [spec for spec in specs if spec.id not in done]


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


class Judged(Protocol):
    """A trial's record, or its row."""

    @property
    def verdict(self) -> str: ...


def exit_status(specs: Sequence[TrialSpec], records: Iterable[Judged]) -> int:
    """0 all passed, 1 some failed or could not be judged, 3 some say nothing: a system error, or never run."""
    verdicts = [record.verdict for record in records]
    if len(verdicts) < len(specs) or any(verdict in ("error", "ungraded") for verdict in verdicts):
        return 3
    return 0 if all(verdict == "passed" for verdict in verdicts) else 1


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
