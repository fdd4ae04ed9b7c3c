"""The figures of some trials: a run, a family, a task.

Every rate is a mean over tasks, so that a task with more trials weighs no more than another, and every interval is
over tasks. A trial without a valid reward is missing: it is in no rate, it is counted by its reason, and each rate
comes with its bounds, which are what it would be if all missing trials had failed and if all had passed. Where those
differ much, the rate itself says little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from statistics import fmean
from typing import TYPE_CHECKING

from deskworld_harness.metrics.estimators import Interval, jeffreys, pass_at_k, pass_hat_k
from deskworld_harness.metrics.resampling import share_interval
from deskworld_harness.metrics.rows import Row, grouped, total_cost

if TYPE_CHECKING:
    from deskworld_verifiers import EntityScore

KS = (1, 2, 3, 4, 5, 8, 10, 16, 32, 64)
"""The k of pass@k and pass^k that are told, as far as there are trials; the most trials of a task is told too."""

AMOUNTS = (
    "steps", "failed_requests", "calls", "tool_errors",
    "input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens", "cost", "judge_cost",
)  # fmt: skip
PARTS = ("setup", "session", "revise", "verify", "show", "total")


@dataclass(frozen=True)
class Counts:
    """The trials of one task: valid ones, passed ones, and those without a valid reward."""

    n: int = 0
    c: int = 0
    missing: int = 0

    @property
    def rate(self) -> float:
        return self.c / self.n if self.n else nan

    @property
    def worst(self) -> float:
        """The rate if all missing trials had failed."""
        return self.c / (self.n + self.missing)

    @property
    def best(self) -> float:
        """The rate if all missing trials had passed."""
        return (self.c + self.missing) / (self.n + self.missing)

    @property
    def solved(self) -> bool:
        """Whether every trial is known to have passed."""
        return self.c == self.n > 0 and not self.missing

    @property
    def interval(self) -> Interval:
        return jeffreys(self.n, self.c)


@dataclass(frozen=True)
class Estimate:
    """A mean over tasks."""

    value: float
    """nan where no task says anything"""
    interval: Interval | None
    """None where there is no second task to tell it from; of one task, the Beta interval of its trials"""
    tasks: int
    """how many tasks it is over"""


@dataclass(frozen=True)
class Rate(Estimate):
    """A mean of shares over the tasks with enough valid trials; its bounds are over all tasks with enough planned."""

    worst: float
    best: float


@dataclass(frozen=True)
class Entity:
    """How the changes in the world compare with the reference solution's (see `deskworld_verifiers.matching`): the mean
    over tasks of the mean over their graded trials. Tasks that keep nothing in tables have no part in it."""

    f1: Estimate
    precision: float
    recall: float
    trials: int


@dataclass(frozen=True)
class Amount:
    """What was used up: by all trials that ran, and by a valid one on average. None where a part isn't known."""

    total: float | None
    mean: float | None


@dataclass(frozen=True)
class Figures:
    tasks: int
    planned: int
    """trials, run or not"""
    trials: int
    """valid ones"""
    passed: int
    missing: Mapping[str, int]
    """trials that say nothing about the agent, by reason"""
    tasks_solved: int
    """tasks all of whose planned trials passed"""
    at_k: Mapping[int, Rate]
    """pass@k; `at_k[1]` is the pass rate"""
    hat_k: Mapping[int, Rate]
    """pass^k"""
    entity: Entity | None
    amounts: Mapping[str, Amount]
    seconds: Mapping[str, Amount]
    failed_checks: Mapping[str, int]
    """trials in which a check of that name failed, most first"""

    @property
    def pass_rate(self) -> Rate:
        return self.at_k[1]


def figures(rows: Iterable[Row]) -> Figures:
    """All figures of these trials."""
    rows = list(rows)
    tasks = by_task(rows)
    counts = list(tasks.values())
    valid = [row for row in rows if row.reward is not None]
    most = max((each.n for each in counts), default=0)
    ks = [k for k in sorted({*KS, most}) if k == 1 or 1 < k <= most]
    return Figures(
        tasks=len(tasks),
        planned=len(rows),
        trials=len(valid),
        passed=sum(each.c for each in counts),
        missing=dict(Counter(row.missing for row in rows if row.missing).most_common()),
        tasks_solved=sum(each.solved for each in counts),
        at_k={k: rate(counts, k, pass_at_k) for k in ks},
        hat_k={k: rate(counts, k, pass_hat_k) for k in ks},
        entity=_entity(rows),
        amounts={name: _amount(rows, valid, name) for name in AMOUNTS},
        seconds={name: _amount(rows, valid, name) for name in PARTS},
        failed_checks=dict(Counter(name for row in valid for name in row.failed).most_common()),
    )


def by_task(rows: Iterable[Row]) -> dict[str, Counts]:
    """The counts of each task, by name."""
    return {
        task: Counts(
            n=sum(row.reward is not None for row in own),
            c=sum(row.reward is not None and row.reward >= 1 for row in own),
            missing=sum(row.reward is None for row in own),
        )
        for task, own in grouped(rows, lambda row: row.task).items()
    }


def rate(counts: Sequence[Counts], k: int, formula: Callable[[int, int, int], float]) -> Rate:
    """The mean of `pass_at_k` or `pass_hat_k` over the tasks that have at least k valid trials."""
    enough = [each for each in counts if each.n >= k]
    planned = [each for each in counts if each.n + each.missing >= k]
    values = [formula(each.n, each.c, k) for each in enough]
    interval = share_interval(values)
    if k == 1 and len(enough) == 1:
        interval = enough[0].interval
    return Rate(
        value=_mean(values),
        interval=interval,
        tasks=len(enough),
        worst=_mean([formula(each.n + each.missing, each.c, k) for each in planned]),
        best=_mean([formula(each.n + each.missing, each.c + each.missing, k) for each in planned]),
    )


def entity_score(row: Row) -> EntityScore | None:
    """Precision, recall and F1 of one trial."""
    if row.entity is None:
        return None
    from deskworld_verifiers import EntityScore

    return EntityScore(*row.entity)


def _entity(rows: Sequence[Row]) -> Entity | None:
    by_name: dict[str, list[EntityScore]] = {}
    for row in rows:
        score = entity_score(row)
        if score is not None:
            by_name.setdefault(row.task, []).append(score)
    if not by_name:
        return None
    scores = list(by_name.values())
    f1 = [fmean(score.f1 for score in own) for own in scores]
    return Entity(
        f1=Estimate(fmean(f1), share_interval(f1), len(f1)),
        precision=fmean(fmean(score.precision for score in own) for own in scores),
        recall=fmean(fmean(score.recall for score in own) for own in scores),
        trials=sum(map(len, scores)),
    )


def _amount(rows: Sequence[Row], valid: Sequence[Row], name: str) -> Amount:
    total, of_valid = (total_cost(getattr(row, name) for row in chosen) for chosen in (rows, valid))
    return Amount(total, None if of_valid is None or not valid else of_valid / len(valid))


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else nan
