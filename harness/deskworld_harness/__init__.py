"""A thin harness: it sits an agent at a desk of MCP servers, lets it work, and grades what is left.

Read `trial.py` first: one trial from top to bottom. `task.py` is what is asked, `session.py` the talk between user,
agent and tools, `grading.py` the verdict, `records.py` what is kept, `run.py` many trials, `cli/` the command.

The names below are what other code builds on: a trainer runs `run_trial(TrialSpec(...), TrialFolder(...))` and reads
the record's reward. Importing the package loads nothing; each name is fetched when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_harness.agents.solution import SolutionDesk as Desk
    from deskworld_harness.documents import RunDocument, TrajectoryDocument, TrialRecord, TrialSpec
    from deskworld_harness.records import RunFolder, TrialFolder
    from deskworld_harness.run import new_run, plan, run_trials
    from deskworld_harness.task import Limits, Task, find_tasks
    from deskworld_harness.trial import run_trial

_HOME = {
    "Desk": "agents.solution:SolutionDesk",
    "Limits": "task:Limits",
    "RunDocument": "documents:RunDocument",
    "RunFolder": "records:RunFolder",
    "Task": "task:Task",
    "TrajectoryDocument": "documents:TrajectoryDocument",
    "TrialFolder": "records:TrialFolder",
    "TrialRecord": "documents:TrialRecord",
    "TrialSpec": "documents:TrialSpec",
    "find_tasks": "task:find_tasks",
    "new_run": "run:new_run",
    "plan": "run:plan",
    "run_trial": "trial:run_trial",
    "run_trials": "run:run_trials",
}

__all__ = [
    "Desk",
    "Limits",
    "RunDocument",
    "RunFolder",
    "Task",
    "TrajectoryDocument",
    "TrialFolder",
    "TrialRecord",
    "TrialSpec",
    "find_tasks",
    "new_run",
    "plan",
    "run_trial",
    "run_trials",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOME[name].partition(":")
    return getattr(import_module(f"{__name__}.{module}"), attribute)
