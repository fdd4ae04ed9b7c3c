"""Every formula against values worked by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from math import isnan
from pathlib import Path

import pytest
from deskworld_harness.documents import Spent, TrialRecord, TrialSpec
from deskworld_harness.metrics import by_task, jeffreys, over_tasks, pass_at_k, pass_hat_k, summarize, wilson


@pytest.mark.parametrize(
    ("n", "c", "k", "value"),
    [
        (1, 1, 1, 1.0),
        (1, 0, 1, 0.0),
        (4, 1, 1, 1 / 4),  # 1 - C(3,1)/C(4,1) = 1 - 3/4
        (4, 1, 2, 1 / 2),  # 1 - C(3,2)/C(4,2) = 1 - 3/6
        (5, 2, 3, 9 / 10),  # 1 - C(3,3)/C(5,3) = 1 - 1/10
        (5, 3, 3, 1.0),  # two failures can't fill three places
        (10, 4, 5, 1 - 6 / 252),  # 1 - C(6,5)/C(10,5)
    ],
)
def test_pass_at_k(n: int, c: int, k: int, value: float) -> None:
    assert pass_at_k(n, c, k) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("n", "c", "k", "value"), [(4, 3, 1, 0.75), (4, 3, 2, 0.5625), (4, 3, 8, 0.1001129150390625), (2, 0, 3, 0)]
)
def test_pass_hat_k(n: int, c: int, k: int, value: float) -> None:
    assert pass_hat_k(n, c, k) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(("n", "c", "k"), [(0, 0, 1), (2, 3, 1), (2, 1, 3), (2, 1, 0), (2, -1, 1)])
def test_no_counts(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match=r"pass@|no count"):
        pass_at_k(n, c, k)


def test_wilson() -> None:
    # n = 10, c = 5, z = 2: middle (0.5 + 4/20) / 1.4 = 0.5, reach 2 * sqrt(0.025 + 4/400) / 1.4 = 2 * sqrt(0.035) / 1.4
    found = wilson(10, 5, z=2)
    reach = 2 * 0.18708286933869706 / 1.4
    assert (found.low, found.high) == pytest.approx((0.5 - reach, 0.5 + reach))
    # n = 20, c = 0, z = 2: 0 to 4 / (20 + 4)
    assert (wilson(20, 0, z=2).low, wilson(20, 0, z=2).high) == pytest.approx((0, 4 / 24))
    assert (wilson(20, 20, z=2).low, wilson(20, 20, z=2).high) == pytest.approx((20 / 24, 1))
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)


def test_jeffreys() -> None:
    # One trial, passed: the lower 2.5 % point of Beta(3/2, 1/2). Its distribution function, with x = sin^2(t), is
    # (2 / pi) * (t - sin(t) cos(t)); at x = 0.14664 (t = 0.39289) that is 0.025.
    found = jeffreys(1, 1)
    assert found.low == pytest.approx(0.1466, abs=2e-4) and found.high == 1.0
    mirrored = jeffreys(1, 0)
    assert (mirrored.low, mirrored.high) == pytest.approx((0.0, 1 - found.low))
    middle = jeffreys(8, 4)
    assert middle.low + middle.high == pytest.approx(1.0) and 0.1 < middle.low < 0.25


def record(task: str, reward: float | None, *, cost: float | None = 0.0, trial: int = 0) -> TrialRecord:
    verdict = {1.0: "passed", 0.0: "failed", None: "ungraded"}[reward]
    return TrialRecord.model_validate(
        {
            "spec": TrialSpec(task=Path(task), task_name=task, seed=7, trial=trial),
            "started": datetime(2026, 3, 2, tzinfo=UTC),
            "outcome": "done" if reward is not None else "model_unavailable",
            "verdict": verdict,
            "reward": reward,
            "spent": Spent(calls=2, input_tokens=10, output_tokens=1, cost=cost),
        }
    )


def test_a_missing_trial_is_no_zero() -> None:
    records = [
        record("a", 1.0),
        record("a", None, trial=1),
        record("b", 0.0),
        record("b", 1.0, trial=1),
        record("c", None),
    ]
    figures = summarize(records)
    assert (figures.tasks, figures.trials, figures.missing, figures.passed) == (3, 3, 2, 2)
    assert figures.pass_rate == pytest.approx((1 / 1 + 1 / 2) / 2)
    assert figures.tasks_passed == 0  # a has a trial that nobody knows about
    assert (figures.calls, figures.tokens) == (10, 55)
    assert by_task(records) == {"a": (1, 1), "b": (2, 1)}


def test_nothing_valid_is_not_a_number() -> None:
    assert isnan(summarize([record("a", None)]).pass_rate)
    assert all(isnan(figure) for figure in over_tasks([(1, 1)], 2))


def test_means_over_tasks() -> None:
    some, every = over_tasks([(4, 1), (4, 4), (1, 1)], 2)  # the last has too few trials for k = 2
    assert some == pytest.approx((1 / 2 + 1) / 2) and every == pytest.approx((1 / 16 + 1) / 2)


def test_an_unknown_price_makes_the_sum_unknown() -> None:
    assert summarize([record("a", 1.0, cost=0.25), record("b", 1.0, cost=0.5)]).cost == pytest.approx(0.75)
    assert summarize([record("a", 1.0, cost=0.25), record("b", 1.0, cost=None)]).cost is None
