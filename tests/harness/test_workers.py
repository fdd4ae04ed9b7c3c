"""Many trials over worker processes: what one of them does to its process costs that one alone."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from deskworld_harness.documents import TrialRecord, TrialSpec
from deskworld_harness.outcomes import OUTCOMES
from deskworld_harness.records import RunFolder
from deskworld_harness.run import Budget, Watch, grade_trials, missing, new_run, run_trials
from deskworld_harness.usage import UsageError
from deskworld_harness.workers import Patience
from harness.commands import alive, harness, until
from harness.desk import write_files

pytestmark = pytest.mark.anyio

SLOW = """
        async def solve(desk, task):
            import anyio
            await anyio.sleep(600)
"""
CRASH = """
        async def solve(desk, task):
            import ctypes
            ctypes.string_at(0)
"""
HOLD = """
        async def solve(desk, task):
            import ctypes
            ctypes.PyDLL(None).sleep(600)  # a PyDLL keeps the interpreter's lock
"""
OUTLIVE = """
        async def solve(desk, task):
            import anyio.to_thread, time
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(time.sleep, 600)
"""
CRASH_ONCE = """
        async def solve(desk, task):
            import ctypes, pathlib
            mark = pathlib.Path(__file__).with_name("crashed")
            if not mark.exists():
                mark.touch()
                ctypes.string_at(0)
            await desk.call("draw_card", path="out/card.png", color="red", width=80, height=60)
            await desk.call("view_card", path="out/card.png")
            await desk.call("add_jotter_item", title="Send the card")
            return "The red card is drawn, and it is on your list."
"""


def brother(red: Path, name: str, solution: str) -> Path:
    """The red card once more, with another solution."""
    folder = red.with_name(name)
    subprocess.run(["cp", "-r", red, folder], check=True)
    write_files(folder, {"solution.py": solution})
    return folder


def specs_of(folder: Path, count: int, **more: object) -> list[TrialSpec]:
    name = f"studio/cards/{folder.name}"
    pattern = TrialSpec(task=folder, task_name=name, seed=7, agent="solution", renders=False)
    return [pattern.model_copy(update={"trial": number, **more}) for number in range(count)]


async def outcomes(folder: RunFolder, specs: list[TrialSpec], **how: int) -> dict[str, TrialRecord]:
    await run_trials(folder, specs, **how)
    records = {record.spec.id: record for record in folder.each()}
    assert len(records) == len(folder.records()) == len(specs)
    return records


async def test_a_crash_costs_one_trial(red: Path, tmp_path: Path) -> None:
    good, bad = specs_of(red, 8), specs_of(brother(red, "crash", CRASH), 1)
    specs = [*good[:4], *bad, *good[4:]]
    records = await outcomes(new_run(tmp_path / "run", specs, []), specs, concurrency=6, workers=2)
    assert [records[spec.id].verdict for spec in good] == ["passed"] * 8
    crashed = records[bad[0].id]
    assert (crashed.outcome, crashed.verdict, crashed.reward, crashed.attempt) == ("worker_lost", "ungraded", None, 2)
    assert "ended by signal 11" in crashed.evidence and "string_at" in crashed.evidence
    assert not OUTCOMES[crashed.outcome].valid


async def test_what_crashes_once_is_tried_again(red: Path, tmp_path: Path) -> None:
    specs = [*specs_of(brother(red, "once", CRASH_ONCE), 1), *specs_of(red, 2)]
    records = await outcomes(new_run(tmp_path / "run", specs, []), specs, concurrency=3)
    assert [record.verdict for record in records.values()] == ["passed"] * 3


@pytest.mark.parametrize(
    ("solution", "patience", "words"),
    [
        (HOLD, Patience(silence=3), "native code held its process for 3 s"),
        (OUTLIVE, Patience(grace=0.5), "s after its start"),
    ],
    ids=["native code keeps the interpreter", "a thread never comes back"],
)
async def test_a_hang_costs_one_trial(solution: str, patience: Patience, words: str, red: Path, tmp_path: Path) -> None:
    bad = specs_of(brother(red, "hang", solution), 1, limits={"seconds": 1})
    specs = [*bad, *specs_of(red, 4)]
    run = new_run(tmp_path / "run", specs, [])
    await run_trials(run, specs, concurrency=3, patience=patience)
    records = {record.spec.id: record for record in run.each()}
    assert Counter(record.verdict for record in records.values()) == {"passed": 4, "ungraded": 1}
    hung = records[bad[0].id]
    assert (hung.outcome, hung.attempt) == ("worker_lost", 2) and words in hung.evidence


async def test_a_worker_that_cannot_start_ends_the_run(
    red: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])
    specs = specs_of(red, 3)
    with pytest.raises(UsageError, match="a worker does not start: its process ended with status 1"):
        await run_trials(new_run(tmp_path / "run", specs, []), specs)


CANARY = {
    "task.yaml": """
        title: A canary
        role: You keep a list.
        user: Write down what I say.
        servers: [jotter, easel]
        deliverables: ["*.png"]
        changes: [jotter_item]
    """,
    "template.py": """
        def generate(seed, assets):
            (assets / f"canary-{seed}.txt").write_text(str(seed))
            return {"canary": f"canary-{seed}"}
    """,
    "solution.py": """
        from pathlib import Path


        async def solve(desk, task):
            name = task.variables["canary"]
            made = []
            for number in range(5):
                made.append(await desk.call("add_jotter_item", title=f"{name} {number}"))
                await desk.call("draw_card", path=f"{name}-{number}.png")
            seen = await desk.call("list_jotter_items", limit=100)
            names = [item["title"] for item in seen["items"] if item["title"].startswith("canary")]
            assert sorted(names) == [f"{name} {number}" for number in range(5)], names
            return " ".join(item["id"] for item in made)
    """,
    "checks.py": """
        from deskworld_verifiers import Submission, check


        @check("state")
        def only_its_own_rows(s: Submission) -> None:
            rows = [row["title"] for row in s.diff().added("jotter_item")]
            assert sorted(rows) == [f"{s.task.variables['canary']} {number}" for number in range(5)]


        @check("content")
        def only_its_own_files(s: Submission) -> None:
            name = s.task.variables["canary"]
            assert sorted(s.files()) == sorted([f"{name}.txt", *(f"{name}-{number}.png" for number in range(5))])


        @check("answer")
        def ids_from_its_own_sequence(s: Submission) -> None:
            first = int(s.answer.split()[0].rpartition("_")[2])
            assert s.answer.split() == [f"jotter_{first + number}" for number in range(5)]
    """,
}


async def test_a_hundred_interleaved_trials_leak_nothing(desk_path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tasks" / "studio" / "cards" / "canary"
    write_files(folder, CANARY)
    specs = [each.model_copy(update={"seed": seed}) for seed in range(10) for each in specs_of(folder, 10)]
    started: list[str] = []
    run = new_run(tmp_path / "run", specs, [])
    await run_trials(run, specs, concurrency=50, workers=2, watch=Watch(started=lambda spec: started.append(spec.id)))
    records = run.records()
    assert [record.verdict for record in records] == ["passed"] * 100, records[0]
    assert len(set(started)) == 100
    firsts = {record.answer.split()[0] for record in records}
    assert len(firsts) == 1, "each counts from the same number"
    assert len({record.state_hash for record in records}) == 10, "one end for each seed"


async def test_a_budget_ends_the_run(red: Path, tmp_path: Path) -> None:
    specs = [*specs_of(red, 3), *specs_of(brother(red, "slow", SLOW), 2)]
    run = new_run(tmp_path / "run", specs, [])
    why = await run_trials(run, specs, concurrency=1, budget=Budget(steps=9))
    assert why.startswith("the run's limit of 9 tool calls is used up")
    assert [spec.id for spec in missing(run)] == [spec.id for spec in specs[3:]]
    why = await run_trials(run, missing(run), concurrency=1, budget=Budget(seconds=0.1))
    assert why.startswith("the run's limit of 0.1 seconds is used up")
    assert not list((run.path / "trials").glob(".*"))


async def test_grading_again_needs_no_agent(red: Path, tmp_path: Path) -> None:
    specs = specs_of(red, 2)
    run = new_run(tmp_path / "run", specs, [])
    await run_trials(run, specs)
    first = run.records()
    checks = red / "checks.py"
    checks.write_text(checks.read_text().replace("(255, 0, 0)", "(0, 0, 255)"))
    (red / "solution.py").write_text(
        (red / "solution.py").read_text() + "\n# nothing is called but for the golden world\n"
    )
    old = await grade_trials(run)
    again = run.records()
    assert [record.verdict for record in again] == ["failed"] * 2
    assert [check.name for check in again[0].checks if check.outcome == "failed"] == ["red"]
    unchanged = {"checks", "verdict", "reward", "seconds"}
    assert [record.model_dump(exclude=unchanged) for record in again] == [
        record.model_dump(exclude=unchanged) for record in first
    ]
    assert [json.loads(line)["verdict"] for line in old.read_text().splitlines()] == ["passed"] * 2
    checks.write_text("this is not Python")
    await grade_trials(run)
    assert {record.outcome for record in run.records()} == {"task_error"}
    checks.write_text(
        "from deskworld_verifiers import check\n\n\n@check('answer')\ndef fine(s):\n    assert s.answer\n"
    )
    await grade_trials(run)
    assert [(record.outcome, record.verdict) for record in run.records()] == [("done", "passed")] * 2


@pytest.mark.parametrize("times", [1, 2])
async def test_ctrl_c(times: int, red: Path, tmp_path: Path) -> None:
    slow = brother(red, "slow", SLOW)
    process = harness("eval", red, slow, "--agent", "solution", "--out", "run", "--no-renders", cwd=tmp_path)
    run = tmp_path / "run"
    await until(lambda: (run / "trials.jsonl").exists() and (run / "trials.jsonl").stat().st_size)
    assert alive(run)
    for _ in range(times):
        process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    assert process.returncode == 130, said
    await until(lambda: not alive(run))
    assert [record.verdict for record in RunFolder.open(run).each()] == ["passed"]
    if times == 1:
        assert "stopping" in said and "1 of 2 trials have no record" in said, said
        assert not list((run / "trials").glob(".*"))


async def test_a_killed_harness_leaves_no_worker(red: Path, tmp_path: Path) -> None:
    slow = brother(red, "slow", SLOW)
    process = harness("eval", slow, "--agent", "solution", "--out", "run", cwd=tmp_path)
    run = tmp_path / "run"
    await until(lambda: alive(run) and list((run / "trials").glob(".*/workspace")))
    process.kill()
    process.wait()
    await until(lambda: not alive(run))
