"""All jobs of all tasks, over the worker processes, and what they amount to.

A task is proved when each of its gates holds. The tasks together are proved when each is, when at least 95 % of all
mutants were killed, and when at least half of the tasks killed every one of theirs.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from deskworld_harness.proving.jobs import (
    Gate,
    Job,
    MutantJob,
    Prepared,
    PrepareJob,
    VariantJob,
    failed,
    prepare_worker,
    work,
)
from deskworld_harness.proving.mutants import Mutant, matches
from deskworld_harness.proving.playing import Played
from deskworld_harness.task import Task

MOST_LIVED = 0.05


@dataclass(frozen=True)
class Plan:
    """How much is tried: `mutants` is how many of each task (all where None), `only` is `KIND/TOOL`; without `twice`
    it is not tried whether a second run comes out as the first."""

    seeds: int = 20
    mutants: int | None = None
    only: str = ""
    twice: bool = True
    jobs: int = field(default_factory=lambda: os.cpu_count() or 1)


@dataclass
class TaskProof:
    """What was found about one task."""

    name: str
    noted: dict[tuple[int, int], Gate] = field(default_factory=dict[tuple[int, int], Gate])  # by their place
    played: list[Played] = field(default_factory=list[Played])
    waiting: int = 0

    @property
    def gates(self) -> list[Gate]:
        """Those of the solution, of damaged files, of variants: always in one order."""
        return [self.noted[place] for place in sorted(self.noted)]

    def ended(self, *how: str) -> list[Played]:
        return [each for each in self.played if each.ended in how]

    @property
    def counted(self) -> int:
        """The mutants that a check could have told from the solution."""
        return len(self.ended("killed", "survived", "error"))

    @property
    def killed(self) -> int:
        return len(self.ended("killed"))

    @property
    def holds(self) -> bool:
        return all(gate.holds for gate in self.gates)

    @property
    def kills_all(self) -> bool:
        return self.killed == self.counted

    @property
    def seconds(self) -> float:
        return sum(each.seconds for each in self.played)


@dataclass
class Proof:
    """What was found about all tasks."""

    tasks: list[TaskProof]

    @property
    def killed(self) -> int:
        return sum(task.killed for task in self.tasks)

    @property
    def counted(self) -> int:
        return sum(task.counted for task in self.tasks)

    @property
    def verdicts(self) -> list[Gate]:
        """The gates over all tasks."""
        bad = [task.name for task in self.tasks if not task.holds]
        whole = [task for task in self.tasks if task.kills_all]
        share = self.killed / self.counted if self.counted else 1.0
        return [
            Gate("every gate of every task holds", not bad, ", ".join(bad)),
            Gate(
                f"at least {1 - MOST_LIVED:.0%} of the mutants are killed",
                share >= 1 - MOST_LIVED,
                f"{self.killed} of {self.counted}, {share:.1%}",
            ),
            Gate(
                "half of the tasks kill all of theirs",
                2 * len(whole) >= len(self.tasks),
                f"{len(whole)} of {len(self.tasks)}",
            ),
        ]

    @property
    def holds(self) -> bool:
        return all(gate.holds for gate in self.verdicts)

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "holds": self.holds,
            "gates": [asdict(gate) for gate in self.verdicts],
            "mutants": self.counted,
            "killed": self.killed,
            "tasks": [
                {
                    "task": task.name,
                    "holds": task.holds,
                    "gates": [asdict(gate) for gate in task.gates],
                    "mutants": task.counted,
                    "killed": task.killed,
                    "seconds": round(task.seconds, 1),
                    "played": [asdict(each) for each in task.played],
                }
                for task in self.tasks
            ],
        }


@dataclass(frozen=True)
class Watch:
    """Who wants to know how it goes."""

    planned: Callable[[int], None] = lambda more: None
    done: Callable[[TaskProof], None] = lambda task: None
    ended: Callable[[TaskProof], None] = lambda task: None


def prove(tasks: Sequence[Task], plan: Plan, watch: Watch | None = None) -> Proof:
    """Try everything on these tasks."""
    watch = watch or Watch()
    found = {task.name: TaskProof(task.name) for task in tasks}
    with tempfile.TemporaryDirectory(prefix="deskworld-proof-") as folder, _workers(plan.jobs) as workers:
        for task in tasks:
            found[task.name].waiting += 1
            workers.add(task.name, PrepareJob(task.folder, task.name, task.seed, Path(folder), plan.twice))
        watch.planned(len(tasks))
        by_name = {task.name: task for task in tasks}
        for name, job, result in workers.results():
            proof = found[name]
            more = _take(proof, by_name[name], job, result, plan)
            for each in more:
                workers.add(name, each)
            proof.waiting += len(more) - 1
            watch.planned(len(more))
            watch.done(proof)
            if not proof.waiting:
                watch.ended(proof)
    return Proof(list(found.values()))


def _take(proof: TaskProof, task: Task, job: Job, result: Any, plan: Plan) -> list[Job]:
    """Note a result; what is to be done because of it."""
    match job, result:
        case PrepareJob(), Prepared(gates=gates, record=record):
            proof.noted |= {(0, number): gate for number, gate in enumerate(gates)}
            if record is None:
                return []
            chosen = _chosen(result.mutants, task.name, plan)
            more: list[Job] = [MutantJob(record, mutant, n) for n, mutant in enumerate((*result.damages, *chosen))]
            if task.is_template:
                more += [VariantJob(task.folder, task.name, seed) for seed in range(1, plan.seeds + 1)]
            return more
        case VariantJob(seed=seed), Gate():
            proof.noted[2, seed] = result
        case MutantJob(mutant=Mutant(kind="damage"), number=number), Played():
            killed = result.ended == "killed" and not result.broken
            why = "" if killed else "\n".join([f"{result.ended} {result.evidence}", *result.broken])
            proof.noted[1, number] = Gate(f"{result.change} fails", killed, why)
        case _:
            proof.played.append(result)
            proof.played.sort(key=lambda each: each.number)
    return []


def _chosen(every: Sequence[Mutant], name: str, plan: Plan) -> list[Mutant]:
    """All that are asked for, or a seeded few of them, in order."""
    asked = [mutant for mutant in every if not plan.only or matches(mutant, plan.only)]
    if plan.mutants is None or len(asked) <= plan.mutants:
        return asked
    picked = Random(f"{name}/{plan.mutants}").sample(range(len(asked)), plan.mutants)
    return [asked[number] for number in sorted(picked)]


class _Pool:
    """Jobs over worker processes. A worker that dies over a job takes its pool with it, so all jobs under way come
    under suspicion: each of them is done again with no other beside it, and the one that kills again is given up."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._waiting: deque[tuple[str, Job]] = deque()
        self._suspect: deque[tuple[str, Job]] = deque()
        self._running: dict[Future[Any], tuple[str, Job]] = {}
        self._alone = False  # the one job under way is a suspect
        self._executor = self._start()

    def add(self, name: str, job: Job) -> None:
        self._waiting.append((name, job))

    def results(self) -> Iterator[tuple[str, Job, Any]]:
        """Each job with its result as it ends, until none is left; more may be added meanwhile."""
        while self._waiting or self._suspect or self._running:
            self._submit()
            for future in wait(self._running, return_when=FIRST_COMPLETED).done:
                name, job = self._running.pop(future)
                try:
                    yield name, job, future.result()
                except BrokenProcessPool:
                    if self._alone:
                        yield name, job, failed(job, "its process died or hung, twice")
                    else:
                        self._suspect.append((name, job))
                    if not self._running:
                        self.end()
                        self._executor = self._start()

    def _submit(self) -> None:
        if self._suspect:
            if not self._running:
                self._alone = True
                self._put(self._suspect.popleft())
            return
        if self._alone and self._running:
            return
        self._alone = False
        while self._waiting and len(self._running) < 2 * self._jobs:
            self._put(self._waiting.popleft())

    def _put(self, each: tuple[str, Job]) -> None:
        try:
            future = self._executor.submit(work, each[1])
        except BrokenProcessPool:  # a worker died between two jobs, which is no job's doing
            self.end()
            self._executor = self._start()
            future = self._executor.submit(work, each[1])
        self._running[future] = each

    def end(self) -> None:
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        # A fresh interpreter: a fork would share our LibreOffice and our threads' locks.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._jobs, mp_context=context, initializer=prepare_worker)


@contextmanager
def _workers(jobs: int) -> Generator[_Pool, None, None]:
    pool = _Pool(jobs)
    try:
        yield pool
    finally:
        pool.end()
