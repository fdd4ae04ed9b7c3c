"""A run that is killed goes on: every trial ends up with one record, and every record with all it speaks of."""

from __future__ import annotations

import random
from pathlib import Path
from time import monotonic

import pytest
from deskworld_harness.documents import TrialSpec
from deskworld_harness.records import RunFolder
from deskworld_harness.run import missing, new_run
from harness.commands import alive, harness, until

pytestmark = pytest.mark.anyio

KILLS = 30
TRIALS = 400


def whole(run: RunFolder) -> list[str]:
    """The ids of all records, each of which is looked at: whatever it speaks of has to be there and readable."""
    found: list[str] = []
    for record in run.each():
        assert record.verdict == "passed", record.evidence
        folder = run.path / "trials" / record.spec.id
        assert [event.kind for event in run.trajectory(record.spec.id).events].count("call") == record.spent.calls == 3
        before, after = run.worlds(record.spec.id)
        assert before and after and (folder / "workspace/out/card.png").is_file()
        found.append(record.spec.id)
    return found


async def test_a_run_survives_thirty_kills(spec: TrialSpec, tmp_path: Path) -> None:
    chance = random.Random(30)
    specs = [spec.model_copy(update={"trial": number, "renders": False}) for number in range(TRIALS)]
    run = new_run(tmp_path / "run", specs, [])
    lines = run.path / "trials.jsonl"
    moments: set[str] = set()
    for number in range(KILLS):
        before = lines.stat().st_size
        process = harness("eval", "--resume", run.path, "--concurrency", "3", "--workers", "1", cwd=tmp_path)
        begun = monotonic()
        if number % 3:  # in the midst of trials, somewhere around the moment that one is written
            wanted = before + chance.randrange(1, 6_000)
            await until(lambda wanted=wanted: lines.stat().st_size >= wanted)
            moments.add("at work")
        else:  # while it reads, starts its workers, or fills the first folders
            wait = begun + chance.uniform(0.1, 2.0)
            await until(lambda wait=wait: monotonic() >= wait)
            moments.add("at its start")
        process.kill()
        process.communicate()
        known = whole(run)
        assert len(known) == len(set(known))
    assert moments == {"at work", "at its start"} and missing(run), "there was always something to kill"
    await until(lambda: not alive(run.path))
    process = harness("eval", "--resume", run.path, cwd=tmp_path)
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert sorted(whole(run)) == sorted(each.id for each in specs)
    assert lines.read_bytes().endswith(b"\n") and not list((run.path / "trials").glob(".*"))
    assert len(list((run.path / "trials").iterdir())) == TRIALS


async def test_a_finished_run_has_nothing_to_go_on_with(spec: TrialSpec, tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", [spec.model_copy(update={"agent": "noop", "renders": False})], [])
    for again in (False, True):
        process = harness("eval", "--resume", run.path, cwd=tmp_path)
        said, _ = process.communicate(timeout=60)
        assert process.returncode == 1, said
        assert len(run.records()) == 1
        assert ("nothing to go on with" in said) == again
    for told, *arguments in (("paths", tmp_path), ("--trials", "--trials", "3"), ("--max-steps", "--max-steps", "3")):
        process = harness("eval", *arguments, "--resume", run.path, cwd=tmp_path)
        assert f"leave out {told}" in process.communicate()[0] and process.returncode == 2
