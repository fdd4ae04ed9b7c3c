"""Every formula against values worked by hand, and what is missing is told, not averaged."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, isnan

import pytest
from deskworld_harness.metrics import (
    GROUPS,
    Counts,
    bootstrap,
    by_task,
    compare,
    figures,
    grouped,
    jeffreys,
    pass_at_k,
    pass_hat_k,
    rows_of,
    share_interval,
    sign_flip,
)
from harness.made_up import record, row, spec


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


def test_pass_at_k_is_unbiased() -> None:
    """Its mean over all that four trials can bring is the chance itself: with p = 3/10 and k = 2, 1 - (7/10)^2."""
    chances = [comb(4, c) * 0.3**c * 0.7 ** (4 - c) for c in range(5)]
    assert sum(chance * pass_at_k(4, c, 2) for c, chance in enumerate(chances)) == pytest.approx(0.51)


@pytest.mark.parametrize(
    ("n", "c", "k", "value"), [(4, 3, 1, 0.75), (4, 3, 2, 0.5625), (4, 3, 8, 0.1001129150390625), (2, 0, 3, 0)]
)
def test_pass_hat_k(n: int, c: int, k: int, value: float) -> None:
    assert pass_hat_k(n, c, k) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(("n", "c", "k"), [(0, 0, 1), (2, 3, 1), (2, 1, 3), (2, 1, 0), (2, -1, 1)])
def test_no_counts(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match=r"pass@|no count"):
        pass_at_k(n, c, k)


def test_jeffreys() -> None:
    # One trial, passed: the lower 2.5 % point of Beta(3/2, 1/2). Its distribution function, with x = sin^2(t), is
    # (2 / pi) * (t - sin(t) cos(t)); at x = 0.14664 (t = 0.39289) that is 0.025.
    found = jeffreys(1, 1)
    assert found.low == pytest.approx(0.1466, abs=2e-4) and found.high == 1.0
    mirrored = jeffreys(1, 0)
    assert (mirrored.low, mirrored.high) == pytest.approx((0.0, 1 - found.low))
    middle = jeffreys(8, 4)
    assert middle.low + middle.high == pytest.approx(1.0) and 0.1 < middle.low < 0.25
    assert (jeffreys(0, 0).low, jeffreys(0, 0).high) == (0, 1)


def test_bootstrap_of_a_coin() -> None:
    # Ten tasks, five passed: the resampled mean is Binomial(10, 1/2) / 10. P(X <= 1) = 11/1024 = 1.1 % and
    # P(X <= 2) = 56/1024 = 5.5 %, so the 2.5 % point is 0.2, and by symmetry the 97.5 % point is 0.8.
    found = bootstrap([0, 1] * 5)
    assert found is not None and (found.low, found.high, found.method) == (0.2, 0.8, "bootstrap")
    # At 90 %: the 5 % point. P(X <= 2) = 5.5 % passes it, P(X <= 1) = 1.1 % doesn't; 10 is too close to see a seed in.
    found = bootstrap([0, 1] * 5, level=0.9, resamples=200_000)
    assert found is not None and (found.low, found.high) == (0.2, 0.8)


def test_bootstrap_of_three_values() -> None:
    # Values 0, 1/2 and 1: of 27 draws one is all 0 (3.7 % > 2.5 %) and one all 1, so the interval is all of it; at 90 %
    # the 5 % point is the next mean, 1/6 (0, 0, 1/2 in any order: P(mean <= 1/6) = 4/27 = 15 %).
    found = bootstrap([0, 0.5, 1])
    assert found is not None and (found.low, found.high) == (0, 1)
    found = bootstrap([0, 0.5, 1], level=0.9)
    assert found is not None and (found.low, found.high) == pytest.approx((1 / 6, 5 / 6))


def test_bootstrap_is_what_scipy_makes_of_it() -> None:
    import numpy as np
    from scipy import stats

    values = np.random.default_rng(1).gamma(1.5, size=40)
    ours = bootstrap(list(values), resamples=100_000)
    theirs = stats.bootstrap((values,), np.mean, n_resamples=100_000, method="percentile", rng=2).confidence_interval
    assert ours is not None and (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)
    assert bootstrap(list(values)) == bootstrap(list(reversed(values)))  # the same values, the same interval


def test_no_spread_is_no_certainty() -> None:
    assert bootstrap([1.0]) is None and bootstrap([0.5, 0.5, 0.5]) is None
    assert share_interval([1.0]) is None
    assert share_interval([1.0] * 17) == jeffreys(17, 17)
    assert share_interval([0.5] * 8) == jeffreys(8, 4)


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ([], 1.0),
        ([0, 0], 1.0),
        ([1, 1, 1, 1, 1], 2 / 32),  # only all plus and all minus are as far from zero as 5
        ([1, 1, 1, 1, 1, -1, 0], 14 / 64),  # sum 4: none or one minus (1 + 6), and mirrored
        # 2, 1, -1 quarters, sum 2: of 4, 2, 2, 0, 0, -2, -2, -4 six are at least as far
        ([Fraction(1, 2), Fraction(1, 4), Fraction(-1, 4)], 6 / 8),
        # 3, 2 sixths, sum 5: 5, 1, -1, -5
        ([Fraction(1, 2), Fraction(1, 3)], 2 / 4),
    ],
)
def test_sign_flip(differences: list[int | Fraction], p: float) -> None:
    found = sign_flip([Fraction(each) for each in differences])
    assert found.p == pytest.approx(p, abs=1e-12) and found.exact
    assert found.differing == sum(each != 0 for each in differences)


@pytest.mark.parametrize(("won", "lost"), [(9, 1), (12, 5), (3, 3), (40, 22)])
def test_with_one_trial_a_task_it_is_mcnemars_exact_test(won: int, lost: int) -> None:
    from scipy import stats

    found = sign_flip([Fraction(1)] * won + [Fraction(-1)] * lost)
    assert found.p == pytest.approx(stats.binomtest(won, won + lost).pvalue)


def test_a_sample_of_sign_patterns_where_all_are_too_many() -> None:
    # Unlike denominators: sums on a grid of 1/(101 * 103 * 107 * 109), too fine to hold; 2^8 patterns can be listed.
    primes = (101, 103, 107, 109)
    differences = [Fraction(number, prime) for prime in primes for number in (40, -17)]
    seen = abs(sum(differences))
    far = sum(
        abs(sum(sign * each for sign, each in zip(signs, differences, strict=True))) >= seen
        for signs in product((1, -1), repeat=8)
    )
    found = sign_flip(differences)
    assert not found.exact and found.p == pytest.approx(far / 256, abs=0.01)
    assert sign_flip(differences) == found


def test_a_missing_trial_is_no_zero() -> None:
    told = figures(
        [
            row("x/s/a", 1),
            row("x/s/a", None, trial=1, outcome="server_error"),
            row("x/s/b", 0),
            row("x/s/b", 1, trial=1),
            row("x/s/c", None, outcome="not_run"),
        ]
    )
    assert (told.tasks, told.planned, told.trials, told.passed) == (3, 5, 3, 2)
    assert told.missing == {"server_error": 1, "not_run": 1}
    # a 1/1, b 1/2, c says nothing
    assert told.pass_rate.value == pytest.approx((1 + 1 / 2) / 2) and told.pass_rate.tasks == 2
    # all missing failed: a 1/2, b 1/2, c 0; all passed: a 1, b 1/2, c 1
    assert (told.pass_rate.worst, told.pass_rate.best) == pytest.approx((1 / 3, 2.5 / 3))
    assert told.tasks_solved == 0  # a has a trial that nobody knows about


def test_reasons() -> None:
    """A trial that was graded and could not be judged is told by its verdict, one that fell over by its outcome."""
    assert row("a", None, outcome="done", verdict="unjudged").missing == "unjudged"
    assert row("a", None, outcome="done", verdict="error").missing == "error"
    assert row("a", None, outcome="model_unavailable").missing == "model_unavailable"
    assert row("a", 0, outcome="step_limit").missing == ""


def test_nothing_valid_is_not_a_number() -> None:
    told = figures([row("a", None)])
    assert isnan(told.pass_rate.value) and told.pass_rate.interval is None
    assert (told.pass_rate.worst, told.pass_rate.best) == (0, 1)
    assert figures([]).tasks == 0 and isnan(figures([]).pass_rate.worst)


def test_k_trials() -> None:
    passed = {"a": (1, 0, 0, 0), "b": (1, 1, 1, 1), "c": (1,)}
    told = figures([row(task, reward, trial=n) for task, own in passed.items() for n, reward in enumerate(own)])
    assert list(told.at_k) == [1, 2, 3, 4]
    # c has too few trials for k = 2; a is 1/2 and b is 1, and (1/4)^2 and 1
    assert told.at_k[2].tasks == told.hat_k[2].tasks == 2
    assert told.at_k[2].value == pytest.approx((1 / 2 + 1) / 2)
    assert told.hat_k[2].value == pytest.approx((1 / 16 + 1) / 2)
    # the most unlike draws of two tasks come up a quarter of the time each, so the interval is all of it
    interval = told.at_k[2].interval
    assert interval is not None and (interval.low, interval.high) == (1 / 2, 1)


def test_bounds_of_k_trials() -> None:
    """Three planned, one passed, one failed, one missing: pass@2 is 1; the bounds are those of 1 and of 2 out of 3."""
    told = figures([row("a", 1), row("a", 0, trial=1), row("a", None, trial=2)])
    assert told.at_k[2].value == 1
    assert (told.at_k[2].worst, told.at_k[2].best) == pytest.approx((2 / 3, 1))  # 1 - C(2,2)/C(3,2); 1 - C(1,2)/C(3,2)
    assert (told.hat_k[2].worst, told.hat_k[2].best) == pytest.approx((1 / 9, 4 / 9))


def test_one_task_has_its_beta_interval() -> None:
    told = figures([row("a", 1), row("a", 0, trial=1)])
    assert told.pass_rate.interval == jeffreys(2, 1) == by_task([row("a", 1), row("a", 0, trial=1)])["a"].interval


def test_amounts() -> None:
    told = figures(
        [
            row(
                "a", 1, calls=3, input_tokens=100, cached_tokens=40, output_tokens=7, cost=0.25, total=2.0, session=1.5
            ),
            row("b", 0, calls=5, tool_errors=1, cost=0.5, total=4.0, steps=2, failed=("x", "y")),
            row("c", None, calls=2, total=6.0, failed=("x",)),
        ]
    )
    assert (told.amounts["calls"].total, told.amounts["calls"].mean) == (10, 4)  # the mean is of valid trials
    assert told.amounts["tool_errors"].total == 1 and told.amounts["steps"].total == 2
    assert (told.amounts["input_tokens"].total, told.amounts["cached_tokens"].total) == (100, 40)
    assert told.amounts["output_tokens"].mean == 3.5
    assert told.amounts["cost"].total == pytest.approx(0.75)
    assert (told.seconds["total"].total, told.seconds["total"].mean) == (12, 3)
    assert told.seconds["session"].total == 1.5
    assert told.failed_checks == {"x": 1, "y": 1}


def test_an_unknown_price_makes_the_sum_unknown() -> None:
    told = figures([row("a", 1, cost=0.25), row("b", None, cost=None)])
    assert told.amounts["cost"].total is None and told.amounts["cost"].mean == 0.25


def test_entities() -> None:
    told = figures(
        [
            row("a", 1, entity=(2.0, 2, 2)),  # F1 1
            row("a", 0, trial=1, entity=(1.0, 2, 4)),  # precision 1/4, recall 1/2, F1 2/8 / (3/4) = 1/3
            row("b", 0, entity=(0.0, 3, 0)),  # nothing was done: precision 0, recall 0, F1 0
            row("c", 1),  # has no tables
        ]
    )
    assert told.entity is not None
    assert told.entity.f1.value == pytest.approx((2 / 3 + 0) / 2) and told.entity.f1.tasks == 2
    assert told.entity.precision == pytest.approx((5 / 8 + 0) / 2)
    assert told.entity.recall == pytest.approx((3 / 4 + 0) / 2)
    assert told.entity.trials == 3
    assert figures([row("c", 1)]).entity is None


def test_groups() -> None:
    rows = [row("x/s/a", 1, difficulty="hard"), row("x/t/b", 0, difficulty="medium"), row("y/s/c", 1)]
    told = {
        title: {name: figures(own).pass_rate.value for name, own in grouped(rows, key).items()}
        for title, key in GROUPS.items()
    }
    assert told == {
        "family": {"x": 0.5, "y": 1},
        "subcategory": {"x/s": 1, "x/t": 0, "y/s": 1},
        "difficulty": {"hard": 1, "medium": 0, "unknown": 1},
    }


def test_rows_of_a_run() -> None:
    """Planned trials that never ran are there, a trial's last record counts, and its brothers know how hard it is."""
    specs = [spec("a"), spec("a", trial=1), spec("b")]
    rows = rows_of(specs, [record("a", 0), record("a", 1, difficulty="hard")])
    assert [(each.id, each.reward, each.missing) for each in rows] == [
        ("a-s7-t0", 1, ""),
        ("a-s7-t1", None, "not_run"),
        ("b-s7-t0", None, "not_run"),
    ]
    assert [each.difficulty for each in rows] == ["hard", "hard", ""]


def test_compare() -> None:
    a = {"gained": (0, 1), "lost": (1, 1), "better": (0, 0, 1), "worse": (0, 1), "same": (1, 0), "unknown": (1, None)}
    b = {
        "gained": (1, 1),
        "lost": (1, 0),
        "better": (0, 1, 1),
        "worse": (0, 0),
        "same": (0, 1),
        "unknown": (None, None),
    }
    one, two = (
        [row(task, reward, trial=n) for task, own in side.items() for n, reward in enumerate(own)] for side in (a, b)
    )
    told = compare([*one, row("old", 1)], [*two, row("new", 0)])
    assert {pair.task: pair.change for pair in told.pairs} == {name: name for name in a}
    assert (told.only_a, told.only_b) == (["old"], ["new"])
    assert [pair.task for pair in told.of("gained", "lost")] == ["gained", "lost"]
    # A: 1/2, 1, 1/3, 1/2, 1/2; B: 1, 1/2, 2/3, 0, 1/2; unknown has no part in it
    assert told.pass_rate.tasks == 5
    assert told.pass_rate.a == pytest.approx((1 / 2 + 1 + 1 / 3 + 1 / 2 + 1 / 2) / 5)
    assert told.pass_rate.b == pytest.approx((1 + 1 / 2 + 2 / 3 + 0 + 1 / 2) / 5)
    assert told.pass_rate.value == pytest.approx(-1 / 6 / 5)
    # unknown is at least 0 - 1 and at most 1 - 1/2
    assert (told.worst, told.best) == pytest.approx(((-1 / 6 - 1) / 6, (-1 / 6 + 1 / 2) / 6))
    # 3, -3, 2, -3 sixths, sum -1. Each pattern's sum is odd, so all are at least as far.
    assert told.test.p == pytest.approx(1) and told.test.differing == 4


def test_compare_pairs_by_task() -> None:
    """Tasks unlike each other, and in each one trial in ten more that passed: only the pairs can see it."""
    a = [
        row(str(task), reward, trial=n)
        for task in range(10)
        for n, reward in enumerate((0,) * (10 - task) + (1,) * task)
    ]
    b = [
        row(str(task), reward, trial=n)
        for task in range(10)
        for n, reward in enumerate((0,) * (9 - task) + (1,) * (task + 1))
    ]
    told = compare(a, b)
    assert told.pass_rate.value == pytest.approx(0.1) and told.pass_rate.interval is None  # all differ by the same
    assert told.test.p == pytest.approx(2 / 2**10)
    assert figures(a).pass_rate.interval != figures(b).pass_rate.interval


def test_compare_measures() -> None:
    a = [row("x", 1, calls=4, cost=1.0), row("x", 0, trial=1, calls=6, cost=2.0), row("y", 1, calls=1, cost=None)]
    b = [row("x", 1, calls=2, cost=0.5), row("y", 1, calls=2, cost=9.0), row("y", None, trial=1, calls=99, cost=9.0)]
    told = compare(a, b).measures
    calls = told["calls"]
    assert (calls.a, calls.b, calls.value, calls.tasks) == (3, 2, -1, 2)  # means (5 + 1) / 2 and (2 + 2) / 2
    assert calls.interval is not None and (calls.interval.low, calls.interval.high) == (-3, 1)  # both -3, or both +1
    assert (told["cost"].value, told["cost"].tasks) == (-1.0, 1)  # what y cost in A isn't known
    assert isnan(told["entity_f1"].value) and told["entity_f1"].tasks == 0


def test_another_variant_is_another_task() -> None:
    told = compare([row("a", 1, seed=1), row("a", 1, seed=2)], [row("a", 0, seed=2), row("a", 0, seed=3)])
    assert (told.only_a, told.only_b) == (["a (seed 1)"], ["a (seed 3)"])
    assert [(pair.a, pair.b) for pair in told.pairs] == [(Counts(1, 1), Counts(1, 0))]
    apart = compare([row("a", 1)], [row("b", 1)])
    assert not apart.pairs and isnan(apart.worst) and apart.pass_rate.tasks == 0 and apart.test.p == 1
