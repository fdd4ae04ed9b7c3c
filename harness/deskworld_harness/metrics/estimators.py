"""What n trials of one task, c of them passed, say about it.

pass@k  the chance that at least one of k trials passes: 1 - C(n-c, k) / C(n, k), unbiased for n >= k (Chen et al.
        2021, "Evaluating Large Language Models Trained on Code", arXiv:2107.03374, eq. 1).
pass^k  the chance that k trials all pass, plug-in: (c / n)^k. (Yao et al. 2024, "tau-bench", arXiv:2406.12045, use the
        unbiased C(c, k) / C(n, k) for the same; the plug-in form is biased upwards, and defined for every k.)
Beta    the equal-tailed interval of Jeffreys' prior for a share (Brown, Cai and DasGupta 2001, "Interval Estimation for
        a Binomial Proportion", Statistical Science 16, sec. 3.1.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Literal


@dataclass(frozen=True)
class Interval:
    """A 95 % interval, and how it was made: by resampling tasks, or from a Beta distribution."""

    low: float
    high: float
    method: Literal["bootstrap", "beta"]


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


def jeffreys(n: float, c: float, level: float = 0.95) -> Interval:
    """The equal-tailed interval of Beta(c + 1/2, n - c + 1/2), closed at 0 when c = 0 and at 1 when c = n.

    Nothing counted says nothing: 0 to 1.
    """
    if n == 0:
        return Interval(0.0, 1.0, "beta")
    _counted(n, c)
    from scipy.special import betaincinv  # 0.1 s to import: only a report needs it

    tail = (1 - level) / 2
    low = 0.0 if c == 0 else float(betaincinv(c + 0.5, n - c + 0.5, tail))
    high = 1.0 if c == n else float(betaincinv(c + 0.5, n - c + 0.5, 1 - tail))
    return Interval(low, high, "beta")


def _counted(n: float, c: float) -> None:
    if n < 1 or not 0 <= c <= n:
        raise ValueError(f"{c} passed of {n} trials is no count")
