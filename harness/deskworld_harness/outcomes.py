"""How a trial can end, and what follows from it.

`OUTCOMES` is the one table: for each kind of end, whose doing it was, whether the trial is tried again, whether
what it left behind is graded, and whether the reward then means anything. Whatever goes wrong inside a trial
leaves it as a `Fault`, which names its kind; `boundary` turns everything else that escapes a part of the trial
into the fault of that part. So only an agent's failure ever counts as one.

What a model says or fails to say is the agent's doing (it refused, fell silent, went round in circles, used up a
limit); that it could not be asked is not. A judge that fails leaves the checks that need it open and all others
graded: the trial's end becomes `judge_error` only where the verdict hung on the judge.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "done",
    "step_limit", "time_limit", "token_limit", "cost_limit",
    "refused", "context_full", "empty_reply", "reply_cut", "call_loop", "agent_error",
    "model_unavailable", "model_rejected",
    "user_error", "server_error", "judge_error", "verifier_error", "task_error", "harness_error",
    "worker_lost",
]  # fmt: skip
Blame = Literal["agent", "model", "user", "server", "judge", "verifier", "task", "harness", "nobody"]


@dataclass(frozen=True)
class Outcome:
    """What follows from one kind of end."""

    blame: Blame
    retry: bool  # the same trial may end differently, so try it once more
    grade: bool  # run the checks on what was left
    valid: bool  # the reward says something about the agent
    meaning: str


OUTCOMES: dict[Kind, Outcome] = {
    #                            blame       retry  grade  valid
    "done":              Outcome("nobody",   False, True,  True,  "the agent said that it was done"),
    "step_limit":        Outcome("agent",    False, True,  True,  "the tool calls were used up"),
    "time_limit":        Outcome("agent",    False, True,  True,  "the time was used up"),
    "token_limit":       Outcome("agent",    False, True,  True,  "the tokens were used up"),
    "cost_limit":        Outcome("agent",    False, True,  True,  "the money was used up"),
    "refused":           Outcome("agent",    False, True,  True,  "the model refused, or its provider's filter did"),
    "context_full":      Outcome("agent",    False, True,  True,  "the conversation outgrew the model's context"),
    "empty_reply":       Outcome("agent",    False, True,  True,  "the model kept answering with nothing"),
    "reply_cut":         Outcome("agent",    False, True,  True,  "the model's replies kept being cut at their limit"),
    "call_loop":         Outcome("agent",    False, True,  True,  "the same call was made over and over, to no effect"),
    "agent_error":       Outcome("agent",    False, True,  True,  "the agent's own code failed"),
    "model_unavailable": Outcome("model",    True,  False, False, "the provider was overloaded or out of reach"),
    "model_rejected":    Outcome("model",    False, False, False, "the provider refused the request itself"),
    "user_error":        Outcome("user",     True,  False, False, "the simulated user failed"),
    "server_error":      Outcome("server",   True,  False, False, "a tool server broke, not just one call"),
    "judge_error":       Outcome("judge",    False, True,  False, "the judge gave no answer; grade the trial again"),
    "verifier_error":    Outcome("verifier", False, False, False, "the checks could not be run"),
    "task_error":        Outcome("task",     False, False, False, "the task folder can't be used"),
    "harness_error":     Outcome("harness",  True,  False, False, "a fault of the harness itself"),
    "worker_lost":       Outcome("harness",  False, False, False, "its process ended or hung under it, twice"),
}  # fmt: skip


class Fault(Exception):
    """The end of a trial before its time: a kind of the table, and one sentence of evidence."""

    def __init__(self, kind: Kind, evidence: str) -> None:
        super().__init__(evidence)
        self.kind: Kind = kind
        self.evidence = evidence


@contextmanager
def boundary(kind: Kind) -> Generator[None, None, None]:
    """Whatever escapes the block and isn't a Fault already becomes a Fault of this kind.

    Cancellation passes: it is a BaseException, and whoever asked for it waits for it. So does what else is one, but for
    `sys.exit()`: a library's wish to end its process would end trials beside this one.
    """
    try:
        yield
    except Fault:
        raise
    except (Exception, SystemExit) as error:
        raise Fault(kind, sentence(error)) from error


def sentence(error: BaseException) -> str:
    """An exception as evidence: its type and its first words. A group is told by what it holds."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:  # pyright: ignore[reportUnknownArgumentType]
        error = error.exceptions[0]
    try:
        text = " ".join(str(error).split())
    except Exception:  # its `__str__` is broken too
        text = ""
    return f"{type(error).__name__}: {text[:500]}" if text else type(error).__name__
