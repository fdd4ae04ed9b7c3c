"""What a worker process does: prepare a task and try its gates, try another variant of it, play a mutant.

Jobs and their results are plain data. A record is written to a file once and read by each worker that plays mutants
of it; what a scene costs (servers, image, a warm LibreOffice) is paid once a worker.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from deskworld_harness.agents.noop import NoopAgent
from deskworld_harness.outcomes import Fault, sentence
from deskworld_harness.proving.judging import grade, unstamped
from deskworld_harness.proving.mutants import Mutant, damages, mutants
from deskworld_harness.proving.playing import Played, play
from deskworld_harness.proving.rehearsal import Record, rehearse, session_on, talk
from deskworld_harness.proving.stage import Stage

if TYPE_CHECKING:
    from deskworld_verifiers import CheckResult

LIMIT = 600
"""Seconds after which a worker that is still on one job hangs in native code, and is ended."""


@dataclass(frozen=True)
class Gate:
    """Something that has to hold for a task, whatever its mutants do."""

    name: str
    holds: bool
    evidence: str = ""


@dataclass(frozen=True)
class Prepared:
    """A task that is ready for its mutants; without a record its solution could not be run."""

    gates: tuple[Gate, ...]
    record: Path | None = None
    damages: tuple[Mutant, ...] = ()
    mutants: tuple[Mutant, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class PrepareJob:
    """Run the solution and doing nothing, list the mutants; with `twice`, see that a second run comes out the same."""

    folder: Path
    name: str
    seed: int
    records: Path
    twice: bool = True

    def run(self) -> Prepared:
        try:
            return anyio.run(_prepare, self)
        except Fault as fault:
            return Prepared((Gate("solution passes", False, f"{fault.kind}: {fault.evidence}"),))


@dataclass(frozen=True)
class VariantJob:
    """One more seed of a template: its solution passes, and doing nothing fails."""

    folder: Path
    name: str
    seed: int

    def run(self) -> Gate:
        name = f"holds for seed {self.seed}"
        try:
            return anyio.run(_try_variant, self, name)
        except Fault as fault:
            return Gate(name, False, f"{fault.kind}: {fault.evidence}")


@dataclass(frozen=True)
class MutantJob:
    """Play one mutant of a record."""

    record: Path
    mutant: Mutant
    number: int  # its place among the task's mutants

    def run(self) -> Played:
        return replace(anyio.run(play, load(self.record), self.mutant), number=self.number)


Job = PrepareJob | VariantJob | MutantJob


def work(job: Job) -> Any:
    """Do a job in this process. What goes wrong with it is part of its result; only what we did wrong raises."""
    with _not_forever():
        try:
            return job.run()
        except Exception as error:
            return failed(job, sentence(error))


def failed(job: Job, why: str) -> Any:
    """The result of a job that could not be done."""
    match job:
        case PrepareJob():
            return Prepared((Gate("solution passes", False, why),))
        case VariantJob():
            return Gate(f"holds for seed {job.seed}", False, why)
        case MutantJob():
            return Played(job.mutant.text, job.mutant.kind, job.mutant.tool, "error", evidence=why, number=job.number)


def prepare_worker() -> None:
    """Once in each worker: what tools log on purpose-made faults would bury the progress line."""
    import logging

    logging.getLogger("deskworld").setLevel(logging.CRITICAL)


@lru_cache(maxsize=2)
def load(path: Path) -> Record:
    """A record, as long as mutants of it come."""
    return pickle.loads(path.read_bytes())


async def _prepare(job: PrepareJob) -> Prepared:
    record = await rehearse(job.folder, job.name, job.seed)
    gates = [_passes("solution passes", record.checks), await _noop_fails("untouched fails", record)]
    if job.twice:
        again = await rehearse(job.folder, job.name, job.seed, graded=False)
        gates += [_same_again(record, again), await _same_verdict(record)]
    path = job.records / f"{job.name.replace('/', '.')}-s{job.seed}.record"
    path.write_bytes(pickle.dumps(record, protocol=pickle.HIGHEST_PROTOCOL))
    return Prepared(tuple(gates), path, tuple(damages(record)), tuple(mutants(record)))


async def _try_variant(job: VariantJob, name: str) -> Gate:
    record = await rehearse(job.folder, job.name, job.seed)
    solved = _passes(name, record.checks)
    return solved if not solved.holds else await _noop_fails(name, record)


def _passes(name: str, checks: list[CheckResult]) -> Gate:
    bad = [f"{check.name} {check.outcome}: {check.evidence}" for check in checks if check.outcome != "passed"]
    return Gate(name, not bad, "\n".join(bad))


async def _noop_fails(name: str, record: Record) -> Gate:
    """Doing nothing fails, and no check breaks on it."""
    async with AsyncExitStack() as stack:
        stage = Stage(record.scene, record.states, {}, stack, record.first)
        session = session_on(stage, 1)
        await talk(stage, session, NoopAgent())
        checks = grade(record.scene, await stage.workspace(), await stage.image(), record.golden, session)
    broken = [f"{check.name} broke: {check.evidence}" for check in checks if check.outcome == "error"]
    fails = any(check.outcome == "failed" for check in checks)
    return Gate(name, fails and not broken, "\n".join(broken) if fails else "doing nothing passes every check")


def _same_again(record: Record, again: Record) -> Gate:
    """Run twice, the solution leaves the same rows and the same files."""
    name = "solution is deterministic"
    if record.state_hash != again.state_hash:
        return Gate(name, False, "two runs left different rows")
    if record.answer != again.answer:
        return Gate(name, False, f"two runs answered differently: {record.answer!r}, {again.answer!r}")
    differ = [
        path
        for path in sorted({*record.last.files, *again.last.files})
        if record.last.files.get(path) != again.last.files.get(path) and not _same_facts(path, record, again)
    ]
    return Gate(name, not differ, f"two runs left different {', '.join(differ)}" if differ else "")


def _same_facts(path: str, record: Record, again: Record) -> bool:
    """Whether a file that differs in bytes still says the same."""
    import tempfile

    from deskworld_artifacts import InspectError, inspect

    if path not in record.last.files or path not in again.last.files:
        return False
    one, other = (each.states.blobs[each.last.files[path]] for each in (record, again))
    if unstamped(one) == unstamped(other):
        return True
    facts: list[Any] = []
    with tempfile.TemporaryDirectory(prefix="deskworld-facts-") as folder:
        for number, data in enumerate((one, other)):
            file = Path(folder) / str(number) / Path(path).name
            file.parent.mkdir()
            file.write_bytes(data)
            try:
                facts.append(inspect(file).model_dump(exclude={"path"}))
            except InspectError:
                return False
    return facts[0] == facts[1]


async def _same_verdict(record: Record) -> Gate:
    """Graded twice, what the solution left gets the same outcomes with the same evidence."""
    name = "checks are deterministic"
    calls = Mutant("drop", "nothing")
    async with AsyncExitStack() as stack:
        from deskworld_harness.proving.playing import MutantAgent

        stage = Stage(record.scene, record.states, record.memo, stack, record.first)
        session = session_on(stage, len(record.steps))
        await talk(stage, session, MutantAgent(record, calls, stage, session))
        if stage.live_calls or stage.state.key != record.end:
            return Gate(name, False, "the recorded solution could not be played again from its record")
        checks = grade(record.scene, await stage.workspace(), await stage.image(), record.golden, session)
    differ = [
        f"{one.name}: {one.outcome} {one.evidence!r}, then {other.outcome} {other.evidence!r}"
        for one, other in zip(record.checks, checks, strict=True)
        if (one.outcome, one.evidence) != (other.outcome, other.evidence)
    ]
    return Gate(name, not differ, "\n".join(differ))


@contextmanager
def _not_forever() -> Generator[None, None, None]:
    """End this process where a job hangs in native code, which no exception reaches; its pool starts a new one."""
    with Path(os.devnull).open("w") as nowhere:
        faulthandler.dump_traceback_later(LIMIT, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
