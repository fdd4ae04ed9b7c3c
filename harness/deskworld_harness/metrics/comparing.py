"""Two runs on the same tasks, held against each other task by task.

A task takes part where both runs planned it with the same seed (another variant of a template is another problem);
what only one of them has is listed. Differences are B minus A, means over the tasks for which both have valid trials,
with a paired bootstrap interval: a hard task is hard for both, so its difference tells more than the two rates do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import nan
from statistics import fmean
from typing import Literal

from deskworld_harness.metrics.estimators import Interval
from deskworld_harness.metrics.figures import Counts, by_task, entity_score
from deskworld_harness.metrics.resampling import PValue, bootstrap, sign_flip
from deskworld_harness.metrics.rows import Row, grouped

Change = Literal["gained", "lost", "better", "worse", "same", "unknown"]
"""What became of a task from A to B. gained: all of its trials pass in B, not all in A; lost: the other way round;
better and worse: the rate moved, but not to or from all; unknown: one run says nothing about it."""

Unit = tuple[str, int]


@dataclass(frozen=True)
class Pair:
    """One task in both runs."""

    task: str
    a: Counts
    b: Counts

    @property
    def known(self) -> bool:
        return self.a.n > 0 and self.b.n > 0

    @property
    def difference(self) -> Fraction:
        """Of the pass rates; only where both are known."""
        return Fraction(self.b.c, self.b.n) - Fraction(self.a.c, self.a.n)

    @property
    def change(self) -> Change:
        if not self.known:
            return "unknown"
        all_a, all_b = self.a.c == self.a.n, self.b.c == self.b.n
        if all_a != all_b:
            return "gained" if all_b else "lost"
        return "better" if self.difference > 0 else "worse" if self.difference < 0 else "same"


@dataclass(frozen=True)
class Difference:
    """A mean over tasks in A and in B, and B minus A. nan where no task has both."""

    a: float
    b: float
    value: float
    interval: Interval | None
    """None where the tasks are too few, or all differ by the same"""
    tasks: int


@dataclass(frozen=True)
class Comparison:
    pairs: Sequence[Pair]
    """every task that both planned"""
    only_a: Sequence[str]
    """tasks (and seeds, where both have the task with other seeds) that only A planned"""
    only_b: Sequence[str]
    pass_rate: Difference
    worst: float
    """the difference over all pairs if what is missing in A had passed, and what is missing in B had failed"""
    best: float
    """and the other way round"""
    test: PValue
    measures: Mapping[str, Difference]
    """of a valid trial: the mean over tasks of what it used up, its seconds, its entity F1"""

    def of(self, *changes: Change) -> list[Pair]:
        """The tasks that changed so."""
        return [pair for pair in self.pairs if pair.change in changes]


def compare(a: Sequence[Row], b: Sequence[Row]) -> Comparison:
    """Run B against run A."""
    units = [{_unit(row) for row in rows} for rows in (a, b)]
    common = units[0] & units[1]
    shared_a, shared_b = ([row for row in rows if _unit(row) in common] for rows in (a, b))
    counts_a, counts_b = by_task(shared_a), by_task(shared_b)
    pairs = [Pair(task, counts_a[task], counts_b[task]) for task in counts_a]
    known = [pair for pair in pairs if pair.known]
    return Comparison(
        pairs=pairs,
        only_a=_names(units[0] - common, units[1]),
        only_b=_names(units[1] - common, units[0]),
        pass_rate=difference([pair.a.rate for pair in known], [pair.b.rate for pair in known]),
        worst=fmean(pair.b.worst - pair.a.best for pair in pairs) if pairs else nan,
        best=fmean(pair.b.best - pair.a.worst for pair in pairs) if pairs else nan,
        test=sign_flip([pair.difference for pair in known]),
        measures={name: _measured(shared_a, shared_b, measure) for name, measure in MEASURES.items()},
    )


def difference(a: Sequence[float], b: Sequence[float]) -> Difference:
    """B minus A, of one value a task in the same order."""
    if not a:
        return Difference(nan, nan, nan, None, 0)
    each = [two - one for one, two in zip(a, b, strict=True)]
    return Difference(fmean(a), fmean(b), fmean(each), bootstrap(each), len(each))


def _f1(row: Row) -> float | None:
    score = entity_score(row)
    return None if score is None else score.f1


MEASURES: dict[str, Callable[[Row], float | None]] = {
    "entity_f1": _f1,
    "steps": lambda row: row.steps,
    "calls": lambda row: row.calls,
    "tool_errors": lambda row: row.tool_errors,
    "input_tokens": lambda row: row.input_tokens,
    "cached_tokens": lambda row: row.cached_tokens,
    "output_tokens": lambda row: row.output_tokens,
    "cost": lambda row: row.cost,
    "seconds": lambda row: row.total,
}


def _measured(a: Sequence[Row], b: Sequence[Row], measure: Callable[[Row], float | None]) -> Difference:
    """A measure of the tasks for whose valid trials it is known on both sides."""
    means_a, means_b = (_means(rows, measure) for rows in (a, b))
    tasks = [task for task in means_a if task in means_b]
    return difference([means_a[task] for task in tasks], [means_b[task] for task in tasks])


def _means(rows: Sequence[Row], measure: Callable[[Row], float | None]) -> dict[str, float]:
    found: dict[str, float] = {}
    for task, own in grouped((row for row in rows if row.reward is not None), lambda row: row.task).items():
        values = [measure(row) for row in own]
        known = [value for value in values if value is not None]
        if len(known) == len(values):
            found[task] = fmean(known)
    return found


def _unit(row: Row) -> Unit:
    return row.task, row.seed


def _names(units: set[Unit], others: set[Unit]) -> list[str]:
    tasks = {task for task, _ in others}
    return sorted({f"{task} (seed {seed})" if task in tasks else task for task, seed in units})
