"""A run as its figures need it: a few numbers a trial.

Records are read one after the other and let go again, so that a run of any length can be reported. Trials that were
planned and never ran are rows too: what is missing has to be seen to be told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from sys import intern
from typing import TYPE_CHECKING, Literal

from deskworld_harness.outcomes import OUTCOMES, Kind

if TYPE_CHECKING:
    from deskworld_harness.documents import TrialRecord, TrialSpec, Verdict
    from deskworld_harness.records import RunFolder


@dataclass(frozen=True, slots=True)
class Row:
    """One trial. Its names are those of the documents; times are seconds, costs US dollars."""

    id: str
    task: str
    seed: int
    trial: int
    difficulty: str = ""
    outcome: Kind | Literal["not_run"] = "not_run"
    verdict: Verdict | Literal["not_run"] = "not_run"
    reward: float | None = None
    failed: tuple[str, ...] = ()  # checks that failed
    entity: tuple[float, int, int] | None = None  # matched, expected, actual
    steps: int = 0  # replies of the model
    failed_requests: int = 0  # to the model
    calls: int = 0
    tool_errors: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0  # part of the output
    cost: float | None = 0.0  # None: not known
    judge_cost: float | None = 0.0
    setup: float = 0.0
    session: float = 0.0
    revise: float = 0.0
    verify: float = 0.0
    show: float = 0.0
    total: float = 0.0

    @property
    def ran(self) -> bool:
        return self.outcome != "not_run"

    @property
    def missing(self) -> str:
        """Why the trial says nothing about the agent; empty when it does."""
        if self.reward is not None:
            return ""
        if self.outcome == "not_run" or not OUTCOMES[self.outcome].valid:
            return self.outcome
        return self.verdict


def row_of(record: TrialRecord) -> Row:
    """What the figures need of a record."""
    spec, spent, seconds, entity = record.spec, record.spent, record.seconds, record.entity
    judged = [each.cost for each in record.judgements]
    return Row(
        id=spec.id,
        task=intern(spec.task_name),
        seed=spec.seed,
        trial=spec.trial,
        difficulty=intern(record.difficulty),
        outcome=record.outcome,
        verdict=record.verdict,
        reward=record.reward,
        failed=tuple(intern(check.name) for check in record.checks if check.outcome == "failed"),
        entity=(entity.matched, entity.expected, entity.actual) if entity else None,
        steps=spent.replies,
        failed_requests=spent.failures,
        calls=spent.calls,
        tool_errors=spent.tool_errors,
        input_tokens=spent.input_tokens,
        cached_tokens=spent.cached_tokens,
        output_tokens=spent.output_tokens,
        reasoning_tokens=spent.reasoning_tokens,
        cost=spent.cost,
        judge_cost=total_cost(judged),
        setup=seconds.setup,
        session=seconds.session,
        revise=seconds.revise,
        verify=seconds.verify,
        show=seconds.show,
        total=seconds.total,
    )


def rows_of(specs: Iterable[TrialSpec], records: Iterable[TrialRecord]) -> list[Row]:
    """One row a trial: the planned ones in their order, run or not, then any others. A trial's last record counts."""
    found = {spec.id: Row(spec.id, intern(spec.task_name), spec.seed, spec.trial) for spec in specs}
    for record in records:
        found[record.spec.id] = row_of(record)
    # A trial that never got so far as to read its task is as hard as its brothers.
    known = {row.task: row.difficulty for row in found.values() if row.difficulty}
    return [row if row.difficulty else replace(row, difficulty=known.get(row.task, "")) for row in found.values()]


def read_rows(folder: RunFolder) -> list[Row]:
    """The trials of a run's folder."""
    return rows_of(folder.document().specs, folder.each())


GROUPS: dict[str, Callable[[Row], str]] = {
    "family": lambda row: row.task.split("/")[0],
    "subcategory": lambda row: "/".join(row.task.split("/")[:2]),
    "difficulty": lambda row: row.difficulty or "unknown",
}
"""What a report breaks a run down by."""


def grouped(rows: Iterable[Row], key: Callable[[Row], str]) -> dict[str, list[Row]]:
    """The rows by their key, in its order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return dict(sorted(found.items()))


def total_cost(costs: Iterable[float | None]) -> float | None:
    """The sum; None when one part of it isn't known."""
    total = 0.0
    for cost in costs:
        if cost is None:
            return None
        total += cost
    return total
