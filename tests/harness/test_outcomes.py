"""The outcome table and what follows from it."""

from __future__ import annotations

from typing import get_args

import pytest
from deskworld_harness.grading import reward, verdict
from deskworld_harness.outcomes import OUTCOMES, Blame, Fault, Kind, boundary, sentence
from deskworld_verifiers import CheckResult


def check(outcome: str) -> CheckResult:
    return CheckResult.model_validate(
        {"name": "c", "kind": "content", "title": "c", "outcome": outcome, "evidence": "", "seconds": 0}
    )


def test_every_kind_is_in_the_table() -> None:
    assert set(OUTCOMES) == set(get_args(Kind))


def test_only_an_agent_earns_a_reward() -> None:
    for kind, outcome in OUTCOMES.items():
        assert outcome.valid == (outcome.blame == "agent" or kind == "done"), kind
        assert outcome.grade or not outcome.valid, "what counts is graded"
        assert not (outcome.retry and outcome.valid), "what counts is not tried again"
        assert (outcome.blame == "nobody") == (kind == "done"), kind


def test_every_part_of_a_trial_can_be_blamed() -> None:
    assert {outcome.blame for outcome in OUTCOMES.values()} == set(get_args(Blame))
    for kind, outcome in OUTCOMES.items():
        if kind.endswith("_error") and outcome.blame != "agent":
            assert kind == f"{outcome.blame}_error"


def test_the_judges_fault_leaves_the_verdict_open() -> None:
    assert verdict("judge_error", [check("passed"), check("unjudged")]) == "unjudged"
    assert reward("judge_error", "unjudged") is None


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
    with pytest.raises(Fault, match="SystemExit: 1"), boundary("server_error"):
        raise SystemExit(1)  # a library's sys.exit() ends its trial, not the process of others


def test_evidence_is_short_and_looks_inside() -> None:
    assert (
        sentence(ExceptionGroup("many", [ExceptionGroup("more", [ValueError("it\n  was this")])]))
        == "ValueError: it was this"
    )
    assert len(sentence(ValueError("x" * 10_000))) < 600


def test_an_error_that_cannot_be_told_is_named() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert sentence(Mute()) == "Mute"
