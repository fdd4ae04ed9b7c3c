"""Workers: where the trials of a run are carried out, each worker a process with many trials at once.

A trial can take its process down (a crash in a native library) or hold it (native code that never comes back). That
costs this trial alone. Which of those under way it was can't be told, so each of them is run again by itself in a
fresh process: the innocent end well, and the one that takes a second process down is recorded as `worker_lost`, which
says nothing about the agent. A trial that outlives its limit by far is known by name, and is dealt with in the same
way.

Whatever ends a worker's parent ends the worker, and whatever the worker started.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
from anyio.abc import UNIXSocketStream
from pydantic import ValidationError

from deskworld_harness.documents import Spent, TrialRecord, TrialSpec, total
from deskworld_harness.frames import GONE, Frames
from deskworld_harness.outcomes import OUTCOMES
from deskworld_harness.records import Document, RunFolder
from deskworld_harness.usage import UsageError

ATTEMPTS = 2
START = 60.0
"""Seconds in which a worker is there."""
WORDS = 1200
"""Characters of a lost worker's log that become evidence."""
TAIL = 65_536
"""Bytes at the end of a log that are looked through for them."""
STRANGE = "its process said what nobody understands"
FAREWELL = 10.0
"""Seconds in which a worker may end by itself."""


@dataclass(frozen=True)
class Patience:
    """How long to wait, in seconds, before something is held to hang.

    Args:
        silence: Without a beat: a worker's process is held by native code.
        grace: Over its session's limit, for a trial as a whole: set-up, checks and renders take some.
    """

    silence: float = 60.0
    grace: float = 300.0


@dataclass
class Job:
    """One trial, and what it has been through."""

    spec: TrialSpec
    graded: TrialRecord | None = None  # not to be run, but to be graded again
    attempt: int = 1
    lost: int = 0  # processes that ended while it was under way
    discarded: Spent = field(default_factory=Spent)  # what attempts spent that were not kept

    @property
    def message(self) -> dict[str, Any]:
        """The job as a worker is told of it."""
        if self.graded:
            return {"do": "grade", "record": self.graded.model_dump(mode="json")}
        return {"do": "trial", "spec": self.spec.model_dump(mode="json"), "attempt": self.attempt}

    @property
    def suspect(self) -> bool:
        return self.lost > 0


class WorkersError(UsageError):
    """Workers can't be had at all: the message says what the first one said."""


class Lost(Exception):
    """A worker is gone; `guilty` is the trial that it was, where that is known."""

    def __init__(self, why: str, guilty: str = "") -> None:
        super().__init__(why)
        self.guilty = guilty


@dataclass
class Workers:
    """Carries out jobs over some processes.

    Args:
        folder: The run.
        ended: Told of each record, which is not yet on the disk.
        started: Told of each job that a worker takes on.
        progress: Told, for each worker by number, what its trials under way have spent.
        patience: How long to wait for what may hang.
    """

    folder: RunFolder
    ended: Callable[[TrialRecord], Awaitable[None]]
    started: Callable[[TrialSpec], None] = lambda spec: None
    progress: Callable[[int, Spent], None] = lambda number, spent: None
    patience: Patience = Patience()
    _waiting: deque[Job] = field(default_factory=deque[Job])
    _suspects: deque[Job] = field(default_factory=deque[Job])

    async def carry_out(self, jobs: Iterable[Job], *, workers: int, concurrency: int) -> None:
        """Every job to its record, so many at once over so many processes."""
        self._waiting.extend(jobs)
        workers = max(1, min(workers, concurrency, len(self._waiting)))
        rooms = [concurrency // workers + (number < concurrency % workers) for number in range(workers)]
        async with anyio.create_task_group() as group:
            for number, room in enumerate(rooms, start=1):
                group.start_soon(self._tend, number, room)

    async def _tend(self, number: int, room: int) -> None:
        """One worker after another in this place, until there is nothing left to do."""
        under_way: dict[str, Job] = {}
        while self._waiting or self._suspects:
            try:
                async with _worker(self.folder, number, self.patience.grace) as process:
                    while await self._hand_out(process, under_way, room):
                        await self._hear(process, under_way, number)
            except Lost as lost:
                await self._blame(lost, under_way)
            finally:
                self.progress(number, Spent())

    async def _hand_out(self, process: _Process, under_way: dict[str, Job], room: int) -> bool:
        """Give it what it has room for; false when it has nothing to do any more."""
        while len(under_way) < room and (job := self._next(under_way)):
            under_way[job.spec.id] = job
            self.started(job.spec)
            await process.send(job.message, self.patience.silence)
        return bool(under_way)

    def _next(self, under_way: dict[str, Job]) -> Job | None:
        """The next job for a worker with these under way. A suspect has a process to itself."""
        if any(job.suspect for job in under_way.values()):
            return None
        if self._suspects:
            return None if under_way else self._suspects.popleft()
        return self._waiting.popleft() if self._waiting else None

    async def _hear(self, process: _Process, under_way: dict[str, Job], number: int) -> None:
        """The next thing that a worker says."""
        message = await process.receive(self.patience.silence)
        match message:
            case {"beat": dict(spent)}:
                self.progress(number, _told(Spent, spent))
            case {"stuck": str(name), "seconds": seconds}:
                raise Lost(f"it was not over {seconds} s after its start", name)
            case {"ended": dict(record)}:
                await self._finish(_told(TrialRecord, record), under_way)
            case _:
                raise Lost(f"{STRANGE}: {str(message)[:200]}")

    async def _finish(self, record: TrialRecord, under_way: dict[str, Job]) -> None:
        job = under_way.pop(record.spec.id, None)
        if job is None:  # a copy of the worker, which a task forked, said so too
            raise Lost(f"{STRANGE}: the end of {record.spec.id}, which it does not have")
        if not job.graded and OUTCOMES[record.outcome].retry and job.attempt < ATTEMPTS:
            job.attempt += 1
            job.discarded = total([job.discarded, record.spent])
            self._waiting.appendleft(job)
        elif job.discarded != Spent():
            await self.ended(record.model_copy(update={"discarded": job.discarded}))
        else:
            await self.ended(record)

    async def _blame(self, lost: Lost, under_way: dict[str, Job]) -> None:
        """What was under way is run again; what took two processes down is recorded."""
        for name, job in under_way.items():
            if lost.guilty and name != lost.guilty:
                self._waiting.appendleft(job)  # another one was at fault, and it is known
                continue
            job.lost += 1
            if job.lost < ATTEMPTS:
                self._suspects.append(job)
            else:
                await self.ended(_lost(job, str(lost)))
        under_way.clear()


def _told(kind: type[Document], data: dict[str, Any]) -> Document:
    """What a worker told, if it is that."""
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise Lost(f"{STRANGE}: {error}"[:WORDS]) from None


def _lost(job: Job, why: str) -> TrialRecord:
    evidence = f"{why}; {job.lost} times"
    if job.graded:
        gone = {"outcome": "worker_lost", "evidence": evidence, "verdict": "ungraded", "reward": None}
        return job.graded.model_copy(update=gone)
    return TrialRecord(
        spec=job.spec,
        started=datetime.now(UTC),
        attempt=job.lost,
        outcome="worker_lost",
        evidence=evidence,
        verdict="ungraded",
        reward=None,
    )


class _Process:
    """One running worker, from this side of the socket."""

    def __init__(self, process: subprocess.Popen[bytes], frames: Frames, log: Path) -> None:
        self._process = process
        self._frames = frames
        self._log = log

    async def greet(self) -> None:
        """Wait until it is there.

        Raises:
            WorkersError: It does not start, so no other would.
        """
        try:
            if await self.receive(START) != {"ready": True}:
                raise Lost("it said something else")
        except Lost as lost:
            raise WorkersError(f"a worker does not start: {lost}") from None

    async def send(self, message: dict[str, Any], seconds: float) -> None:
        async with self._there(seconds):  # a worker that hangs reads nothing, and the socket is full at some time
            await self._frames.send(message)

    async def receive(self, seconds: float) -> dict[str, Any]:
        async with self._there(seconds):
            return await self._frames.receive()

    async def end(self) -> None:
        """Hang up and wait a moment, then kill it. What it started goes with it."""
        await self._frames.aclose()
        with anyio.move_on_after(FAREWELL):
            await anyio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)
        self.kill()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, 9)
        self._process.wait()
        with contextlib.suppress(OSError):
            if not self._log.stat().st_size:
                self._log.unlink()

    @asynccontextmanager
    async def _there(self, seconds: float) -> AsyncGenerator[None, None]:
        """Talk with it, for so long at most; where that fails, it is lost."""
        try:
            with anyio.fail_after(seconds):
                yield
        except GONE:
            raise Lost(await self._last_words()) from None
        except TimeoutError:
            raise Lost(f"native code held its process for {seconds:g} s") from None
        except ValueError as error:  # a task wrote to our socket, or tampered with what we write with
            raise Lost(f"{STRANGE}: {error}") from None

    async def _last_words(self) -> str:
        """How its process ended, and what it left on stderr: the stack, where native code crashed."""
        with anyio.move_on_after(FAREWELL):
            await anyio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)
        code = self._process.poll()
        how = "hung up" if code is None else f"ended by signal {-code}" if code < 0 else f"ended with status {code}"
        said = _tail(self._log)
        crash = said.rfind("Fatal Python error")  # then the stack of the thread that crashed, its innermost call first
        words = said[crash : crash + WORDS] if crash >= 0 else said[-WORDS:]
        return f"its process {how}{': ' + words if words else ''}"


def _start(folder: RunFolder, log: Path, grace: float) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """A process that becomes a worker, and our end of its socket.

    Raises:
        OSError: There is no room for its log, or for one process more.
    """
    log.parent.mkdir(exist_ok=True)
    ours, theirs = socket.socketpair()
    with theirs, log.open("wb") as words:
        arguments = [
            str(theirs.fileno()),
            str(folder.path.resolve()),
            str(grace),
            str(os.getpid()),
            json.dumps(sys.path),
        ]
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "deskworld_harness.worker", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=words,
            stderr=words,
            pass_fds=[theirs.fileno()],
            start_new_session=True,  # Ctrl-C is the parent's to hear
        )
    return process, ours


def _tail(log: Path) -> str:
    """The end of what a worker said: tasks may print without measure."""
    with contextlib.suppress(OSError), log.open("rb") as words:
        words.seek(max(0, log.stat().st_size - TAIL))
        return words.read(TAIL).decode("utf-8", errors="replace").strip()
    return ""


@asynccontextmanager
async def _worker(folder: RunFolder, number: int, grace: float) -> AsyncGenerator[_Process, None]:
    """A worker process, as long as the block runs."""
    log = folder.path / "logs" / f"worker-{number}.log"
    try:
        process, ours = _start(folder, log, grace)
    except OSError as error:
        raise WorkersError(f"a worker does not start: {error}") from error
    worker = _Process(process, Frames(await UNIXSocketStream.from_socket(ours)), log)
    try:
        await worker.greet()
        yield worker
    except Lost:
        worker.kill()  # it hangs, or is gone already
        raise
    finally:
        with anyio.CancelScope(shield=True):
            await worker.end()
