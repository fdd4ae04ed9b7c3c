"""How a check can end, and what is kept of it.

A check passes, or it fails, or it breaks. Failing is an `AssertionError`: what the agent left behind is not what the
task asked for. Anything else that escapes is an error of ours, and never counts against the agent. Where only a judge
could tell and there is none, a check is unjudged: not passed, and not failed either. Every result says why, in words
that stand alone.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Outcome = Literal["passed", "failed", "error", "unjudged"]
Kind = Literal["format", "content", "rendered", "state", "effects", "tools", "answer"]


class CheckResult(BaseModel):
    """One check on one submission, with its evidence."""

    model_config = ConfigDict(frozen=True)

    name: str
    kind: Kind
    title: str
    outcome: Outcome
    evidence: str
    seconds: float


class Unjudged(Exception):
    """A question for a judge was asked where there is no judge, or the judge gave no answer."""


def verdict(results: list[CheckResult]) -> Outcome:
    """What the checks of one submission say together.

    All have to pass, so one failure is a failure whatever the others say; without one, an error leaves the matter open
    and hides any doubt of a judge. No checks at all is an error: nothing was proved.
    """
    found = {result.outcome for result in results}
    for outcome in ("failed", "error", "unjudged", "passed"):
        if outcome in found:
            return outcome
    return "error"
