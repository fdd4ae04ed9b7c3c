"""One trial from spec to record: what passes, what fails, and whose fault is what."""

from __future__ import annotations

from pathlib import Path

import pytest
from deskworld_harness import worlds
from deskworld_harness.documents import Call, TrajectoryDocument, TrialRecord, TrialSpec
from deskworld_harness.records import RunFolder, TrialFolder, from_json
from deskworld_harness.run import exit_status, new_run, run_trials
from deskworld_harness.trial import run_trial
from deskworld_verifiers.state import rows

pytestmark = pytest.mark.anyio


def solved_by(red: Path, body: str) -> None:
    """Put another solution in the place of the task's own."""
    (red / "solution.py").write_text(f"async def solve(desk, task):\n    {body}\n")


async def test_the_solution_passes(spec: TrialSpec, kept: TrialFolder) -> None:
    record = await run_trial(spec, kept)
    assert record.evidence == ""
    assert [(check.name, check.evidence) for check in record.checks if check.outcome != "passed"] == []
    assert (record.outcome, record.verdict, record.reward) == ("done", "passed", 1.0)
    assert {check.kind for check in record.checks} >= {"format", "content", "state", "tools", "answer", "effects"}
    assert record.deliverables == ["out/card.png"]
    assert (record.spent.calls, record.spent.tool_errors, record.spent.cost) == (3, 0, 0.0)
    assert record.title == "A red card" and record.servers == ["jotter", "easel"]


async def test_what_is_kept(spec: TrialSpec, kept: TrialFolder) -> None:
    record = await run_trial(spec, kept)
    trajectory = from_json(TrajectoryDocument, (kept.path / "trajectory.json").read_text(), kept.path)
    calls = [event for event in trajectory.events if isinstance(event, Call)]
    assert [call.name for call in calls] == ["draw_card", "view_card", "add_jotter_item"]
    assert [call.reads for call in calls] == [False, True, False]
    assert (kept.path / "pictures" / calls[1].pictures[0].file).read_bytes()[:4] == b"\x89PNG"
    assert (kept.path / "workspace" / "order.txt").read_text() == "one card, red\n"
    assert [(render.path, render.page) for render in record.renders] == [("out/card.png", 1)]
    assert (kept.path / record.renders[0].file).read_bytes()[:4] == b"\x89PNG"
    titles = [
        {row["title"] for row in rows(image, "jotter_item")} for image in worlds.read(kept.path, kept.path / "worlds")
    ]
    assert titles[1] - titles[0] == {"Send the card"} and "Buy stamps" in titles[0]
    assert record.state_hash


async def test_noop_fails(spec: TrialSpec, kept: TrialFolder) -> None:
    record = await run_trial(spec.model_copy(update={"agent": "noop"}), kept)
    assert (record.outcome, record.verdict, record.reward) == ("done", "failed", 0.0)
    assert "out/card.png was not made" in next(check.evidence for check in record.checks if check.name == "right_size")


async def test_a_change_elsewhere_fails(spec: TrialSpec, red: Path, kept: TrialFolder) -> None:
    (red / "task.yaml").write_text((red / "task.yaml").read_text().replace("changes: [jotter_item]", "changes: []"))
    record = await run_trial(spec, kept)
    assert record.verdict == "failed"
    assert [check.name for check in record.checks if check.outcome == "failed"] == ["tables_kept"]


async def test_steps_run_out(spec: TrialSpec, kept: TrialFolder) -> None:
    record = await run_trial(spec.model_copy(update={"limits": {"steps": 2}}), kept)
    assert (record.outcome, record.verdict, record.reward) == ("step_limit", "failed", 0.0)
    assert record.spent.calls == 2 and "2 tool calls" in record.evidence


async def test_time_runs_out(spec: TrialSpec, red: Path, kept: TrialFolder) -> None:
    solved_by(red, "await desk.call('watch_paint_dry')")
    # The golden world needs a solution that ends: this check is about the session alone.
    (red / "checks.py").write_text(CHEAP)
    only_files(red)
    record = await run_trial(spec.model_copy(update={"limits": {"seconds": 0.2}}), kept)
    assert (record.outcome, record.reward) == ("time_limit", 0.0)


async def test_a_solution_that_breaks_is_the_tasks_fault(spec: TrialSpec, red: Path, kept: TrialFolder) -> None:
    """Whatever it left behind might even pass, which must not hide that it broke."""
    solved_by(red, "raise ValueError('lost the thread')")
    only_files(red)
    (red / "checks.py").write_text(CHEAP)
    record = await run_trial(spec, kept)
    assert (record.outcome, record.verdict, record.reward) == ("task_error", "ungraded", None)
    assert "lost the thread" in record.evidence


async def test_a_broken_check_is_nobodys_failure(spec: TrialSpec, red: Path, kept: TrialFolder) -> None:
    (red / "checks.py").write_text(CHEAP.replace("assert s.answer", "assert 1 / 0"))
    record = await run_trial(spec.model_copy(update={"agent": "noop"}), kept)
    assert (record.outcome, record.verdict, record.reward) == ("done", "error", None)


async def test_unusable_checks_are_the_tasks_fault(spec: TrialSpec, red: Path, kept: TrialFolder) -> None:
    (red / "checks.py").write_text("def broken(:")
    record = await run_trial(spec, kept)
    assert (record.outcome, record.verdict, record.reward) == ("task_error", "ungraded", None)
    assert "checks.py" in record.evidence


async def test_an_unknown_server_is_the_tasks_fault(spec: TrialSpec, red: Path, kept: TrialFolder) -> None:
    (red / "task.yaml").write_text((red / "task.yaml").read_text().replace("[jotter, easel]", "[jotter, esel]"))
    record = await run_trial(spec, kept)
    assert record.outcome == "task_error" and "easel" in record.evidence


async def test_a_masked_fault_comes_back_to_the_agent(spec: TrialSpec, red: Path, kept: TrialFolder) -> None:
    solved_by(red, "await desk.call('break_pencil')")
    only_files(red)
    (red / "checks.py").write_text(CHEAP)
    record = await run_trial(spec, kept)
    assert record.outcome == "task_error" and "pencil broke" not in record.evidence
    assert record.spent.tool_errors == 1


async def test_rounds_are_said_one_by_one(spec: TrialSpec, red: Path, kept: TrialFolder) -> None:
    (red / "photo.png").write_bytes(TINY)
    with (red / "task.yaml").open("a") as task:
        task.write("rounds:\n  - {text: Like this one?, images: [photo.png]}\n  - {text: Thanks.}\n")
    await run_trial(spec.model_copy(update={"agent": "noop"}), kept)
    trajectory = from_json(TrajectoryDocument, (kept.path / "trajectory.json").read_text(), kept.path)
    said = [event for event in trajectory.events if event.kind == "message"]
    assert [event.who for event in said] == ["user", "agent"] * 3
    assert "received/photo.png" in said[2].text and len(said[2].pictures) == 1
    assert (kept.path / "workspace" / "received" / "photo.png").read_bytes() == TINY


async def test_trials_at_once_share_nothing(spec: TrialSpec, tmp_path: Path) -> None:
    specs = [spec.model_copy(update={"trial": n}) for n in range(12)]
    folder = new_run(tmp_path / "run", specs, ["test"])
    await run_trials(folder, specs, concurrency=6)
    records = folder.records()
    assert [record.verdict for record in records] == ["passed"] * 12
    assert len({record.state_hash for record in records}) == 1
    assert {record.spec.id for record in records} == {each.id for each in specs}
    assert exit_status(specs, records) == 0
    assert not list((folder.path / "trials").glob(".*"))


async def test_a_replay_is_equal(spec: TrialSpec, tmp_path: Path) -> None:
    first = await one_run(tmp_path / "first", spec)
    again = await one_run(tmp_path / "again", spec.model_copy(update={"agent": f"replay:{tmp_path / 'first'}"}))
    assert facts_of(again) == facts_of(first)
    card = "trials/studio.cards.red-s7-t0/workspace/out/card.png"
    assert (tmp_path / "again" / card).read_bytes() == (tmp_path / "first" / card).read_bytes()


async def one_run(path: Path, spec: TrialSpec) -> TrialRecord:
    folder = new_run(path, [spec], ["test"])
    await run_trials(folder, [spec])
    return RunFolder.open(path).records()[0]


def facts_of(record: TrialRecord) -> object:
    checks = [check.model_copy(update={"seconds": 0}) for check in record.checks]
    return record.outcome, record.verdict, record.answer, record.state_hash, record.spent, checks


def only_files(red: Path) -> None:
    """Leave the task nothing in tables, so that no golden world is made."""
    text = (red / "task.yaml").read_text()
    text = text.replace("[jotter, easel]", "[easel]").replace("changes: [jotter_item]", "changes: []")
    head, _, tail = text.partition("  rows:")
    (red / "task.yaml").write_text(head + tail[tail.index("deliverables") :] if tail else text)


CHEAP = """
from deskworld_verifiers import Submission, check

@check("answer")
def answered(s: Submission) -> None:
    assert s.answer
"""

TINY = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63f8cfc0f01f00050001ff"
    "89993d1d0000000049454e44ae426082"
)


async def test_a_record_that_cannot_be_kept_is_our_fault(spec: TrialSpec, kept: TrialFolder) -> None:
    (kept.path / "trajectory.json").mkdir()
    record = await run_trial(spec, kept)
    assert (record.outcome, record.verdict, record.reward) == ("harness_error", "ungraded", None)
    assert "trajectory.json" in record.evidence
