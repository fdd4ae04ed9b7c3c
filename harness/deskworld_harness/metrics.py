"""Figures of many trials, from the records alone.

pass@1  the mean over tasks of each task's share of passed trials.
pass@k  the chance that at least one of k trials passes: 1 - C(n-c, k) / C(n, k), unbiased for n >= k trials of
        which c passed (Chen et al. 2021, "Evaluating Large Language Models Trained on Code", eq. 1).
pass^k  the chance that k trials all pass, plug-in: (c / n)^k. (Yao et al. 2024, "tau-bench", use the unbiased
        C(c, k) / C(n, k); the plug-in form is defined for every k.)
interval  Wilson's score interval for a share (Wilson 1927; Brown, Cai and DasGupta 2001, "Interval Estimation for
        a Binomial Proportion", sec. 3.1), and for one task the Beta interval of Jeffreys' prior (ibid.).

A trial whose outcome isn't valid has no reward: it is counted as missing and never averaged as a zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb, nan, sqrt
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deskworld_harness.documents import TrialRecord

Z95 = 1.959963984540054  # the 97.5 % point of the normal distribution


@dataclass(frozen=True)
class Interval:
    low: float
    high: float


def pass_at_k(n: int, c: int, k: int) -> float:
    """Unbiased pass@k of one task from n trials with c passed; needs n >= k."""
    _counted(n, c)
    if not 1 <= k <= n:
        raise ValueError(f"pass@{k} needs at least {k} trials of a task, there are {n}")
    return 1 - comb(n - c, k) / comb(n, k)


def pass_hat_k(n: int, c: int, k: int) -> float:
    """Plug-in pass^k of one task: (c / n)^k."""
    _counted(n, c)
    if k < 1:
        raise ValueError("k is at least 1")
    return (c / n) ** k


def wilson(n: int, c: int, z: float = Z95) -> Interval:
    """Wilson's interval of a share. Nothing counted says nothing: 0 to 1."""
    if n == 0:
        return Interval(0.0, 1.0)
    _counted(n, c)
    share = c / n
    middle = share + z * z / (2 * n)
    reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    # At the ends the interval touches 0 or 1 exactly; rounding must not step over.
    low = 0.0 if c == 0 else (middle - reach) / scale
    high = 1.0 if c == n else (middle + reach) / scale
    return Interval(low, high)


def jeffreys(n: int, c: int, level: float = 0.95) -> Interval:
    """The equal-tailed interval of Beta(c + 1/2, n - c + 1/2), closed at 0 when c = 0 and at 1 when c = n."""
    if n == 0:
        return Interval(0.0, 1.0)
    _counted(n, c)
    from scipy.special import betaincinv  # 0.1 s to import: only a report needs it

    tail = (1 - level) / 2
    low = 0.0 if c == 0 else float(betaincinv(c + 0.5, n - c + 0.5, tail))
    high = 1.0 if c == n else float(betaincinv(c + 0.5, n - c + 0.5, 1 - tail))
    return Interval(low, high)


@dataclass(frozen=True)
class Summary:
    """The figures of some trials: a run, a family, one task."""

    tasks: int
    trials: int  # valid ones
    missing: int  # trials without a valid reward
    passed: int
    unjudged: int
    pass_rate: float  # mean over tasks; nan when nothing is valid
    interval: Interval  # Wilson, over the valid trials
    tasks_passed: int  # tasks all of whose trials were valid and passed
    calls: int
    tool_errors: int
    tokens: int
    cost: float | None  # None when one part of it is unknown
    seconds: float


def summarize(records: Iterable[TrialRecord]) -> Summary:
    """The figures of these trials."""
    records = list(records)
    counts = by_task(records)
    valid = sum(n for n, _ in counts.values())
    passed = sum(c for _, c in counts.values())
    costs = [record.spent.cost for record in records]
    whole = {record.spec.task_name for record in records}
    incomplete = {record.spec.task_name for record in records if record.reward is None or record.reward < 1}
    return Summary(
        tasks=len(whole),
        trials=valid,
        missing=len(records) - valid,
        passed=passed,
        unjudged=sum(record.verdict == "unjudged" for record in records),
        pass_rate=fmean(c / n for n, c in counts.values()) if counts else nan,
        interval=wilson(valid, passed),
        tasks_passed=len(whole - incomplete),
        calls=sum(record.spent.calls for record in records),
        tool_errors=sum(record.spent.tool_errors for record in records),
        tokens=sum(record.spent.input_tokens + record.spent.output_tokens for record in records),
        cost=None if any(cost is None for cost in costs) else sum(cost for cost in costs if cost),
        seconds=sum(record.seconds.total for record in records),
    )


def by_task(records: Iterable[TrialRecord]) -> dict[str, tuple[int, int]]:
    """Valid and passed trials of each task that has any valid one."""
    counts: dict[str, tuple[int, int]] = {}
    for record in records:
        if record.reward is not None:
            n, c = counts.get(record.spec.task_name, (0, 0))
            counts[record.spec.task_name] = (n + 1, c + (record.reward >= 1))
    return counts


def over_tasks(counts: Sequence[tuple[int, int]], k: int) -> tuple[float, float]:
    """pass@k and pass^k, each a mean over the tasks with at least k valid trials; nan when there are none."""
    enough = [(n, c) for n, c in counts if n >= k]
    if not enough:
        return nan, nan
    return fmean(pass_at_k(n, c, k) for n, c in enough), fmean(pass_hat_k(n, c, k) for n, c in enough)


def _counted(n: int, c: int) -> None:
    if n < 1 or not 0 <= c <= n:
        raise ValueError(f"{c} passed of {n} trials is no count")
