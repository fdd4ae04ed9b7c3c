"""Hardship: damaged run folders, folders that can't be written, code of tasks that does what no task should.

A person gets one clear sentence and nothing is lost; a trial that goes wrong costs itself and no other.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from deskworld_harness.cli import main
from deskworld_harness.documents import TrialRecord, TrialSpec
from deskworld_harness.records import RecordError, RunFolder
from deskworld_harness.run import grade_trials, missing, new_run, run_trials
from deskworld_harness.usage import UsageError
from harness.desk import write_files


def spec_of(task: str, trial: int = 0) -> TrialSpec:
    return TrialSpec(task=Path("/t") / task, task_name=task, seed=7, trial=trial)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """Three trials, all of them recorded."""
    specs = [spec_of("a/b", number) for number in range(3)]
    folder = new_run(tmp_path / "run", specs, [])
    with folder.writing() as records:
        records.append(
            [
                TrialRecord(spec=each, started=datetime.now(UTC), outcome="task_error", verdict="ungraded", reward=None)
                for each in specs
            ]
        )
    return folder


def second_line(of: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    """Put another second line into trials.jsonl."""

    def damage(run: Path) -> None:
        lines = (run / "trials.jsonl").read_bytes().splitlines(keepends=True)
        (run / "trials.jsonl").write_bytes(lines[0] + of(lines[1]) + lines[2])

    return damage


def document(of: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    """Put another run.json there."""
    return lambda run: (run / "run.json").write_bytes(of((run / "run.json").read_bytes()))


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a cut line": (second_line(lambda line: line[:40] + b"\n"), "trials.jsonl, line 2: is no TrialRecord"),
    "an empty line": (second_line(lambda line: b"\n" + line), "trials.jsonl, line 2: is no TrialRecord"),
    "no text": (second_line(lambda line: b"\xff\xfe\x80\n"), "trials.jsonl, line 2: is no TrialRecord"),
    "zeros": (second_line(lambda line: b"\0" * 100 + line), "trials.jsonl, line 2: is no TrialRecord"),
    "no records": (lambda run: (run / "trials.jsonl").unlink(), "trials.jsonl: can't be read: No such file"),
    "a folder of records": (
        lambda run: ((run / "trials.jsonl").unlink(), (run / "trials.jsonl").mkdir()),
        "trials.jsonl: can't be read: Is a directory",
    ),
    "a cut document": (document(lambda text: text[:300]), "run.json: is no RunDocument"),
    "a document that is no text": (document(lambda text: text[:300] + b"\xff"), "run.json: is no RunDocument"),
    "a document without end": (document(lambda text: b"[" * 100_000), "run.json: is no RunDocument"),
    "a document of another version": (
        document(lambda text: text.replace(b'"schema_version": 1', b'"schema_version": 2')),
        "run.json: is no RunDocument of this version",
    ),
}


@pytest.mark.parametrize(("damage", "words"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_run_is_refused_and_left_as_it_is(
    damage: Callable[[Path], object], words: str, run: RunFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(run.path)
    before = {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()}
    for command in (["report"], ["grade"], ["eval", "--resume"]):
        assert main([*command, str(run.path)]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"harness {command[0]}: {run.path}") and words in said, said
    assert {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()} == before


def test_a_run_that_was_moved_is_read_through_a_link(run: RunFolder, tmp_path: Path) -> None:
    run.path.rename(tmp_path / "mové d")
    (tmp_path / "link").symlink_to("mové d")
    folder = RunFolder.open(tmp_path / "link")
    assert len(folder.records()) == 3 and not missing(folder)
    with folder.writing(), pytest.raises(RecordError, match="another"), RunFolder.open(tmp_path / "mové d").writing():
        pass


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RecordError, match="file/run: can't be written: Not a directory"):
        new_run(tmp_path / "file" / "run", [spec_of("a/b")], [])


def test_two_trials_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a/b\.c and a\.b/c: both have a trial a\.b\.c-s7-t0"):
        new_run(tmp_path / "run", [spec_of("a/b.c"), spec_of("a.b/c")], [])
    assert not (tmp_path / "run").exists()


@pytest.mark.anyio
async def test_a_trial_with_two_records_is_graded_once(run: RunFolder) -> None:
    lines = run.path / "trials.jsonl"
    lines.write_bytes(lines.read_bytes() * 2)
    old = await grade_trials(run, concurrency=6)
    assert sorted(each.spec.trial for each in run.records()) == [0, 1, 2]
    assert len(old.read_bytes().splitlines()) == 6


@pytest.mark.anyio
async def test_what_somebody_else_recorded_is_not_run_again(run: RunFolder) -> None:
    """Two resumed the run at once: the second saw what is missing before the first was done."""
    before = run.records()
    assert await run_trials(run, run.document().specs) == ""
    assert run.records() == before


def test_a_second_process_gets_a_sentence(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    with run.writing():
        assert main(["grade", str(run.path)]) == 2
    assert capsys.readouterr().err == (
        f"harness grade: {run.path}: another process is at this run; wait for it, or stop it\n"
    )


@pytest.mark.anyio
async def test_trials_of_a_task_that_is_gone_wait_for_it(spec: TrialSpec, tmp_path: Path) -> None:
    specs = [spec.model_copy(update={"trial": number, "renders": False}) for number in range(2)]
    specs[1] = specs[1].model_copy(update={"task": spec.task.with_name("gone"), "task_name": "studio/cards/gone"})
    run = new_run(tmp_path / "run", specs, [])
    assert await run_trials(run, specs) == f"{specs[1].task}: is no task any more; its trials wait"
    assert [record.spec.id for record in run.each()] == [specs[0].id] and missing(run) == [specs[1]]
    spec.task.rename(specs[1].task)
    assert await run_trials(run, specs) == ""
    assert [record.verdict for record in run.each()] == ["passed"] * 2


@pytest.mark.anyio
async def test_a_full_disk_stops_a_run_before_trials_fail_for_it(
    spec: TrialSpec, run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{new_run.__module__}.ROOM", 2**62)  # more than any disk has
    started = new_run(tmp_path / "started", [spec], [])
    why = await run_trials(started, [spec])
    assert "started: the disk is full but for" in why and missing(started) == [spec]
    assert [path.name for path in (started.path / "trials").iterdir()] == []
    before = run.records()
    with pytest.raises(UsageError, match=r"the disk is full but for .*; the records are as they were"):
        await grade_trials(run)
    assert run.records() == before and not list(run.path.glob("trials-*.jsonl"))


WORK = """
    await desk.call("draw_card", path="out/card.png", color="red", width=80, height=60)
    await desk.call("view_card", path="out/card.png")
    await desk.call("add_jotter_item", title="Send the card")
    return "The red card is drawn, and it is on your list."
"""
BAD = {
    "leaves": "import sys\n    sys.exit(0)",
    "ends": "import os\n    os._exit(0)",
    "closes": "import os\n    os.closerange(0, 64)",
    "tampers": "import json\n    json.dumps = lambda *_, **__: '{}'",
    "chatters": """import contextlib, os
    for number in range(3, 256):
        with contextlib.suppress(OSError):
            os.write(number, bytes([0, 0, 0, 2]) + b"no")""",
    "recurses": "f = lambda: f()\n    f()",
}
ODD = {
    "prints": "import os\n    print('x' * 100_000)\n    os.write(2, b'y' * 200_000)",
    "wanders": "import os, tempfile\n    os.chdir(tempfile.gettempdir())",
    "leaves a thread": "import threading, time\n    threading.Thread(target=time.sleep, args=(600,)).start()",
    "leaves a child": "import subprocess\n    subprocess.Popen(['sleep', '600'])",
    "ignores signals": "import signal\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)",
}

DOUBLES = "import os\n    os.fork()"  # and the copy goes on: it may spoil its own trial, but hears and says nothing


@pytest.mark.anyio
async def test_what_a_solution_does_to_its_process_costs_no_other(red: Path, tmp_path: Path) -> None:
    specs: list[TrialSpec] = []
    for name, body in {**BAD, **ODD, "doubles": DOUBLES, "is good": "pass"}.items():
        folder = red.with_name(name)
        shutil.copytree(red, folder)
        write_files(folder, {"solution.py": f"async def solve(desk, task):\n    {body}\n{WORK}"})
        pattern = TrialSpec(task=folder, task_name=f"studio/cards/{name}", seed=7, agent="solution", renders=False)
        specs.append(pattern)
    run = new_run(tmp_path / "run", specs, [])
    await run_trials(run, specs, concurrency=2, workers=2)
    ends = {record.spec.task.name: record for record in run.each()}
    assert len(ends) == len(specs)
    assert {name: record.verdict for name, record in ends.items() if name not in [*BAD, "doubles"]} == dict.fromkeys(
        [*ODD, "is good"], "passed"
    )
    assert {name: ends[name].outcome for name in BAD} == {
        name: "task_error" if name in ("leaves", "recurses") else "worker_lost" for name in BAD
    }
    assert "SystemExit: 0" in ends["leaves"].evidence and "ended with status 0" in ends["ends"].evidence
    assert all("said what nobody understands" in ends[name].evidence for name in ("tampers", "chatters"))
