"""Every task holds: its solution passes, doing nothing does not, and it is as rich as a task has to be."""

import subprocess
import sys
from pathlib import Path

import pytest
from deskworld_harness import find_tasks
from deskworld_harness.documents import TrialRecord
from deskworld_harness.task import Task
from deskworld_verifiers import lint_checks, load_checks

ROOT = Path(__file__).parents[2]
TASKS = find_tasks([ROOT / "tasks"])
NAMES = [task.name for task in TASKS]
SHOWN = {".pptx", ".xlsx", ".pdf", ".png", ".md"}
"""Kinds of deliverables of which pictures are kept; an address card, say, is only text to a machine."""
HARNESS = Path(sys.executable).parent / "harness"


def evaluated(out: Path, agent: str, *more: str) -> dict[str, list[TrialRecord]]:
    """Run all tasks with an agent as a person would; the records by task."""
    command = [HARNESS, "eval", ROOT / "tasks", "--agent", agent, "--out", out, "--concurrency", "2", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    records: dict[str, list[TrialRecord]] = {}
    for line in (out / "trials.jsonl").read_text(encoding="utf-8").splitlines():
        record = TrialRecord.model_validate_json(line)
        records.setdefault(record.spec.task_name, []).append(record)
    return records


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[TrialRecord]]]:
    out = tmp_path_factory.mktemp("solution") / "run"
    return out, evaluated(out, "solution")


@pytest.mark.parametrize("task", TASKS, ids=NAMES)
def test_solution_passes(task: Task, solved: tuple[Path, dict[str, list[TrialRecord]]]) -> None:
    out, records = solved
    (record,) = records[task.name]
    bad = [f"{check.name}: {check.evidence}" for check in record.checks if check.outcome != "passed"]
    assert record.verdict == "passed", "\n".join([record.evidence, *bad])
    folder = out / "trials" / record.spec.id
    assert all((folder / "workspace" / name).is_file() for name in record.deliverables)
    if any(Path(name).suffix in SHOWN for name in record.deliverables):
        assert list((folder / "renders").rglob("*.png")), "the renders of the deliverables are kept"
    if task.document.difficulty == "hard":
        assert record.spent.calls >= 15, f"a hard task takes 15 calls or more, this one {record.spent.calls}"


def test_doing_nothing_passes_nothing(tmp_path: Path) -> None:
    records = evaluated(tmp_path / "run", "noop", "--no-renders")
    assert sorted(records) == NAMES
    for name, (record,) in records.items():
        assert record.verdict == "failed", f"{name}: {record.verdict} {record.evidence}"


@pytest.mark.parametrize("task", TASKS, ids=NAMES)
def test_checks_are_rich(task: Task) -> None:
    checks = load_checks(task.folder / "checks.py")
    assert len({check.kind for check in checks}) >= 4, f"{task.name} has kinds {sorted({c.kind for c in checks})}"
    assert lint_checks(task.folder / "checks.py") == []


def test_templates_hold_for_other_seeds(tmp_path: Path) -> None:
    templates = [task for task in TASKS if task.is_template]
    assert len(templates) >= 3
    for seed in (1, 23):
        paths = [str(task.folder) for task in templates]
        command = [HARNESS, "eval", *paths, "--agent", "solution", "--seed", str(seed), "--out", tmp_path / str(seed)]
        done = subprocess.run([*command, "--no-renders"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
