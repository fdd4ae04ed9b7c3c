"""Checks on workspace, world, trajectory and answer.

    from deskworld_verifiers import Submission, check

    @check("content")
    def total_is_right(s: Submission) -> None:
        assert s.workbook("out/report.xlsx").sheet("Summary").value("B4") == 1234.5

Importing it loads nothing: each name is fetched from its module when first used, so a check pays only for what it
looks at.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_verifiers.answers import lacks, mentions, numbers, says_number
    from deskworld_verifiers.asserting import held
    from deskworld_verifiers.checking import Check, check, load_checks, run_checks
    from deskworld_verifiers.containers import Missing
    from deskworld_verifiers.effects import FileChange, file_changes, files_kept, guards, listing, tables_kept
    from deskworld_verifiers.linting import lint_checks
    from deskworld_verifiers.matching import Comparison, Difference, EntityScore, compare, entity_f1
    from deskworld_verifiers.outcome import CheckResult, Kind, Outcome, Unjudged, verdict
    from deskworld_verifiers.rubric import Judge, Ruling, judged
    from deskworld_verifiers.state import Change, StateDiff, diff, rows, state_hash
    from deskworld_verifiers.submission import Submission, TaskView, View
    from deskworld_verifiers.trajectory import ToolCall, Trajectory
    from deskworld_verifiers.wording import fold, rouge_l

_HOME = {
    "Change": "state",
    "Check": "checking",
    "CheckResult": "outcome",
    "Comparison": "matching",
    "Difference": "matching",
    "EntityScore": "matching",
    "FileChange": "effects",
    "Judge": "rubric",
    "Kind": "outcome",
    "Missing": "containers",
    "Outcome": "outcome",
    "Ruling": "rubric",
    "StateDiff": "state",
    "Submission": "submission",
    "TaskView": "submission",
    "ToolCall": "trajectory",
    "Trajectory": "trajectory",
    "Unjudged": "outcome",
    "View": "submission",
    "check": "checking",
    "compare": "matching",
    "diff": "state",
    "entity_f1": "matching",
    "file_changes": "effects",
    "files_kept": "effects",
    "fold": "wording",
    "guards": "effects",
    "held": "asserting",
    "judged": "rubric",
    "lacks": "answers",
    "lint_checks": "linting",
    "listing": "effects",
    "load_checks": "checking",
    "mentions": "answers",
    "numbers": "answers",
    "rouge_l": "wording",
    "rows": "state",
    "run_checks": "checking",
    "says_number": "answers",
    "state_hash": "state",
    "tables_kept": "effects",
    "verdict": "outcome",
}

__all__ = [
    "Change",
    "Check",
    "CheckResult",
    "Comparison",
    "Difference",
    "EntityScore",
    "FileChange",
    "Judge",
    "Kind",
    "Missing",
    "Outcome",
    "Ruling",
    "StateDiff",
    "Submission",
    "TaskView",
    "ToolCall",
    "Trajectory",
    "Unjudged",
    "View",
    "check",
    "compare",
    "diff",
    "entity_f1",
    "file_changes",
    "files_kept",
    "fold",
    "guards",
    "held",
    "judged",
    "lacks",
    "lint_checks",
    "listing",
    "load_checks",
    "mentions",
    "numbers",
    "rouge_l",
    "rows",
    "run_checks",
    "says_number",
    "state_hash",
    "tables_kept",
    "verdict",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
