"""How far a mean over tasks, or a difference between two runs, could be chance.

Tasks are the unit, and all trials of one stay together: they are alike, and to count them as so many independent draws
would make every interval too narrow (Miller 2024, "Adding Error Bars to Evals", arXiv:2411.00640, sec. 2.2 and, for
pairs of runs, 4.2).

bootstrap  the percentile interval: tasks are drawn with replacement, as many as there are, and the mean is taken, many
           times over (Efron and Tibshirani 1993, "An Introduction to the Bootstrap", ch. 13). With fewer than ten
           tasks or so it is too narrow, as any interval is that knows no more than so few values.
sign_flip  the paired permutation test: were the two runs alike, each task's difference could as well have had the other
           sign. The p value is the share of all sign patterns whose sum is as far from zero as the one seen (Fisher
           1935, "The Design of Experiments", sec. 21). With one trial a task on each side it is McNemar's exact test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from deskworld_harness.metrics.estimators import Interval, jeffreys

SEED = 20260302
RESAMPLES = 10_000
_BLOCK = 2_000_000  # numbers held at once
_WORK = 50_000_000  # additions that the exact distribution may take


@dataclass(frozen=True)
class PValue:
    """Two-sided; `exact` where every sign pattern was counted, not a sample of them."""

    p: float
    exact: bool
    differing: int  # tasks that differ: all others say nothing


def bootstrap(
    values: Sequence[float], *, level: float = 0.95, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval | None:
    """The percentile interval of the mean of these values, one a task. The same values give the same interval.

    None where there is nothing to resample: fewer than two values, or all of them equal.
    """
    import numpy as np

    # How often each distinct value is drawn is all that the mean needs, and that has a multinomial distribution. What
    # differs by less than rounding does (2/10 - 1/10 and 3/10 - 2/10) is one value, or it would pass for spread.
    distinct, counts = np.unique(np.round(np.asarray(values, dtype=float), 12), return_counts=True)
    if len(distinct) < 2:
        return None
    size = len(values)
    random = np.random.default_rng(seed)
    block = max(1, min(resamples, _BLOCK // len(distinct)))
    sizes = [min(block, resamples - done) for done in range(0, resamples, block)]
    drawn = [random.multinomial(size, counts / size, size=part) @ distinct for part in sizes]
    tail = (1 - level) / 2
    low, high = np.quantile(np.concatenate(drawn) / size, [tail, 1 - tail])
    return Interval(float(low), float(high), "bootstrap")


def share_interval(values: Sequence[float]) -> Interval | None:
    """The interval of a mean of shares, one a task.

    Where all tasks agree (all passed, say), resampling sees no spread and would claim to be certain; then it is the
    Beta interval of so many tasks with that share. None where there are fewer than two tasks.
    """
    if len(values) < 2:
        return None
    return bootstrap(values) or jeffreys(len(values), len(values) * values[0])


def sign_flip(differences: Sequence[Fraction], *, resamples: int = 100_000, seed: int = SEED) -> PValue:
    """The p value of the differences' sum, one difference a task.

    Exact through the distribution of the sum, as long as that is small (it is when tasks have equally many trials);
    else from random patterns, the one seen being counted among them (Phipson and Smyth 2010, "Permutation P-values
    Should Never Be Zero").
    """
    import numpy as np

    told = [difference for difference in differences if difference]
    if not told:
        return PValue(1.0, True, 0)
    scale = lcm(*(difference.denominator for difference in told))
    whole = [int(difference * scale) for difference in told]
    step = gcd(*whole)
    whole = [number // step for number in whole]
    seen, most = abs(sum(whole)), sum(map(abs, whole))
    if most * len(whole) <= _WORK:
        chance = np.zeros(2 * most + 1)  # of each sum, from -most to most
        chance[most] = 1.0
        for number in map(abs, whole):
            # The sums reached so far leave room on both sides, so nothing wraps round.
            chance = (np.roll(chance, number) + np.roll(chance, -number)) / 2
        far = np.abs(np.arange(-most, most + 1)) >= seen
        return PValue(min(1.0, float(chance[far].sum())), True, len(told))
    random = np.random.default_rng(seed)
    sizes = np.array([float(abs(number)) / most for number in whole])
    block = max(1, _BLOCK // len(sizes))
    hits = 0
    for done in range(0, resamples, block):
        signs = random.integers(0, 2, size=(min(block, resamples - done), len(sizes))) * 2 - 1
        hits += int((np.abs(signs @ sizes) >= seen / most - 1e-12).sum())
    return PValue((hits + 1) / (resamples + 1), False, len(told))
