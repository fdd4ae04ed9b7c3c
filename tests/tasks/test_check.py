"""A few mutants of the tasks' solutions, as a quick look; `harness check tasks` tries all of them."""

from pathlib import Path

from deskworld_harness import find_tasks
from deskworld_harness.proving.proof import Plan, prove

ROOT = Path(__file__).parents[2]
FEW = 2
EVERY = 4
LONG = {
    "banner-set", "brand-sheet", "budget-variance", "campaign-results-deck", "card-deck", "carousel", "event-signage",
    "exam-scores", "expense-receipts", "packshot-cleanup", "photo-privacy", "quarterly-board-pack",
    "repair-forecast-workbook", "sale-poster", "scanned-invoices", "story-set",
}  # fmt: skip
"""Tasks whose solution alone takes long: the full check has them."""


def test_a_few_mutants_of_some_tasks() -> None:
    tasks = [task for task in find_tasks([ROOT / "tasks"]) if task.folder.name not in LONG][::EVERY]
    proof = prove(tasks, Plan(seeds=0, mutants=FEW, twice=False))
    assert [task.name for task in proof.tasks] == [task.name for task in tasks]
    gates = [(task.name, gate) for task in proof.tasks for gate in task.gates]
    bad = [f"{name}: {gate.name}: {gate.evidence}" for name, gate in gates if not gate.holds]
    assert not bad, "\n".join(bad)
    played = [each for task in proof.tasks for each in task.played]
    assert len(played) == FEW * len(tasks)
    assert not [each for each in played if each.ended == "error" or each.broken]
    lived = [f"{task.name}: {each.change}" for task in proof.tasks for each in task.ended("survived")]
    assert len(lived) <= 0.1 * len(played), "\n".join(lived)
