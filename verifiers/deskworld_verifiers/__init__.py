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
    from deskworld_verifiers.days import SaidDay, days_in, says_day, stray_days
    from deskworld_verifiers.decks import (
        ChartLook,
        chart_look,
        contrast_of,
        nearest,
        picture_of,
        same_picture,
        theme_of,
    )
    from deskworld_verifiers.effects import FileChange, file_changes, files_kept, guards, listing, tables_kept
    from deskworld_verifiers.linting import lint_checks
    from deskworld_verifiers.matching import Comparison, Difference, EntityScore, compare, entity_f1
    from deskworld_verifiers.outcome import CheckResult, Kind, Outcome, Unjudged, verdict
    from deskworld_verifiers.rubric import Judge, Ruling, judged
    from deskworld_verifiers.state import Change, StateDiff, diff, rows, state_hash
    from deskworld_verifiers.strays import stray_figures, stray_names
    from deskworld_verifiers.submission import Submission, TaskView, View
    from deskworld_verifiers.trajectory import ToolCall, Trajectory, texts_in
    from deskworld_verifiers.wording import fold, rouge_l
    from deskworld_verifiers.workbooks import (
        called,
        covers,
        formulas_down,
        hard_to_read,
        heading_row,
        recalculated,
        rule_looks,
    )

_HOME = {
    "Change": "state",
    "ChartLook": "decks",
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
    "SaidDay": "days",
    "StateDiff": "state",
    "Submission": "submission",
    "TaskView": "submission",
    "ToolCall": "trajectory",
    "Trajectory": "trajectory",
    "Unjudged": "outcome",
    "View": "submission",
    "called": "workbooks",
    "chart_look": "decks",
    "check": "checking",
    "compare": "matching",
    "contrast_of": "decks",
    "covers": "workbooks",
    "days_in": "days",
    "diff": "state",
    "entity_f1": "matching",
    "file_changes": "effects",
    "files_kept": "effects",
    "fold": "wording",
    "formulas_down": "workbooks",
    "guards": "effects",
    "hard_to_read": "workbooks",
    "heading_row": "workbooks",
    "held": "asserting",
    "judged": "rubric",
    "lacks": "answers",
    "lint_checks": "linting",
    "listing": "effects",
    "load_checks": "checking",
    "mentions": "answers",
    "nearest": "decks",
    "numbers": "answers",
    "picture_of": "decks",
    "recalculated": "workbooks",
    "rouge_l": "wording",
    "rows": "state",
    "rule_looks": "workbooks",
    "run_checks": "checking",
    "same_picture": "decks",
    "says_day": "days",
    "says_number": "answers",
    "state_hash": "state",
    "stray_days": "days",
    "stray_figures": "strays",
    "stray_names": "strays",
    "tables_kept": "effects",
    "texts_in": "trajectory",
    "theme_of": "decks",
    "verdict": "outcome",
}

__all__ = [
    "Change",
    "ChartLook",
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
    "SaidDay",
    "StateDiff",
    "Submission",
    "TaskView",
    "ToolCall",
    "Trajectory",
    "Unjudged",
    "View",
    "called",
    "chart_look",
    "check",
    "compare",
    "contrast_of",
    "covers",
    "days_in",
    "diff",
    "entity_f1",
    "file_changes",
    "files_kept",
    "fold",
    "formulas_down",
    "guards",
    "hard_to_read",
    "heading_row",
    "held",
    "judged",
    "lacks",
    "lint_checks",
    "listing",
    "load_checks",
    "mentions",
    "nearest",
    "numbers",
    "picture_of",
    "recalculated",
    "rouge_l",
    "rows",
    "rule_looks",
    "run_checks",
    "same_picture",
    "says_day",
    "says_number",
    "state_hash",
    "stray_days",
    "stray_figures",
    "stray_names",
    "tables_kept",
    "texts_in",
    "theme_of",
    "verdict",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
