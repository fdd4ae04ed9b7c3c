"""The outcome table and what follows from it."""

from __future__ import annotations

from typing import get_args

import pytest
from deskworld_harness.grading import reward, verdict
from deskworld_harness.outcomes import OUTCOMES, Fault, Kind, boundary, sentence
from deskworld_verifiers import CheckResult


def check(outcome: str) -> CheckResult:
    return CheckResult.model_validate(
        {"name": "c", "kind": "content", "title": "c", "outcome": outcome, "evidence": "", "seconds": 0}
    )


def test_every_kind_is_in_the_table() -> None:
    assert set(OUTCOMES) == set(get_args(Kind))


def test_only_an_agent_earns_a_zero() -> None:
    for kind, outcome in OUTCOMES.items():
        assert outcome.valid == (outcome.blame in ("agent", "nobody") and kind != "cancelled")
        assert outcome.grade == outcome.valid
        assert not (outcome.retry and outcome.valid), "what counts is not tried again"


@pytest.mark.parametrize(
    ("checks", "told"),
    [
        (["passed", "passed"], "passed"),
        (["passed", "failed"], "failed"),
        (["passed", "unjudged"], "unjudged"),
        (["failed", "unjudged"], "failed"),
        (["failed", "error"], "failed"),
        ([], "error"),
    ],
)
def test_verdicts(checks: list[str], told: str) -> None:
    assert verdict("done", [check(each) for each in checks]) == told
    assert reward("done", verdict("done", [check(each) for each in checks])) == {"passed": 1, "failed": 0}.get(told)
    assert verdict("server_error", [check(each) for each in checks]) == "ungraded"
    assert reward("server_error", "ungraded") is None


def test_what_escapes_becomes_a_fault() -> None:
    with pytest.raises(Fault) as found, boundary("harness_error"), boundary("user_error"):
        raise KeyError("x")
    assert (found.value.kind, found.value.evidence) == ("user_error", "KeyError: 'x'")
    with pytest.raises(KeyboardInterrupt), boundary("user_error"):
        raise KeyboardInterrupt


def test_evidence_is_short_and_looks_inside() -> None:
    assert (
        sentence(ExceptionGroup("many", [ExceptionGroup("more", [ValueError("it\n  was this")])]))
        == "ValueError: it was this"
    )
    assert len(sentence(ValueError("x" * 10_000))) < 600
