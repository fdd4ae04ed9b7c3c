"""Figures of many trials, from the records alone.

    rows        a run as a few numbers a trial, read one record at a time
    estimators  pass@k, pass^k and the Beta interval of one task
    resampling  intervals of means over tasks, and the test of a difference between two runs
    figures     all figures of some trials
    comparing   two runs, task by task

A trial whose outcome isn't valid has no reward: it is counted as missing, by its reason, and never averaged as a zero.
"""

from deskworld_harness.metrics.comparing import Comparison, Difference, Pair, compare
from deskworld_harness.metrics.estimators import Interval, jeffreys, pass_at_k, pass_hat_k
from deskworld_harness.metrics.figures import Counts, Estimate, Figures, Rate, by_task, figures
from deskworld_harness.metrics.resampling import PValue, bootstrap, share_interval, sign_flip
from deskworld_harness.metrics.rows import GROUPS, Row, grouped, read_rows, row_of, rows_of

__all__ = [
    "GROUPS",
    "Comparison",
    "Counts",
    "Difference",
    "Estimate",
    "Figures",
    "Interval",
    "PValue",
    "Pair",
    "Rate",
    "Row",
    "bootstrap",
    "by_task",
    "compare",
    "figures",
    "grouped",
    "jeffreys",
    "pass_at_k",
    "pass_hat_k",
    "read_rows",
    "row_of",
    "rows_of",
    "share_interval",
    "sign_flip",
]
