"""What is kept of a run: every document comes back as it was, and a torn line costs nothing."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from deskworld_harness.documents import (
    DOCUMENTS,
    Call,
    Message,
    PictureRef,
    Reply,
    RunDocument,
    TrajectoryDocument,
    TrialRecord,
    TrialSpec,
)
from deskworld_harness.records import RecordError, RunFolder, from_json, to_json
from deskworld_harness.run import exit_status, new_run
from deskworld_harness.worlds import WorldError

NASTY = "lone \ud800, \u202eright to left\u202c, \U0001f9d1\u200d\U0001f680, \x00 and \u2028, " + "long " * 1000


def spec(trial: int = 0) -> TrialSpec:
    return TrialSpec(task=Path("/t/a/b"), task_name="a/b", seed=7, trial=trial)


def record(trial: int = 0, evidence: str = "") -> TrialRecord:
    return TrialRecord(
        spec=spec(trial),
        started=datetime(2026, 3, 2, 9, tzinfo=UTC),
        outcome="done",
        verdict="passed",
        reward=1.0,
        evidence=evidence,
    )


def started(tmp_path: Path, count: int = 3) -> RunFolder:
    return new_run(tmp_path / "run", [spec(n) for n in range(count)], ["harness", "eval"])


def append(folder: RunFolder, record: TrialRecord, trajectory: TrajectoryDocument | None = None) -> None:
    with folder.writing() as records:
        draft = folder.draft(record.spec.id)
        if trajectory:
            draft.trajectory(trajectory)
        records.append([record])


def test_any_text_survives(tmp_path: Path) -> None:
    folder = started(tmp_path)
    trajectory = TrajectoryDocument(
        trial=spec().id,
        instructions=NASTY,
        tools=["x"],
        events=[
            Message(at=0, round=1, who="user", text=NASTY, pictures=[PictureRef(sha256="0" * 64, mime="image/jpeg")]),
            Reply(at=0.5, round=1, model="m", text=NASTY, seconds=0.1),
            Call(
                at=1,
                round=1,
                id="1",
                name="x",
                arguments={"a": NASTY, "b": [None, 1.5]},
                ok=True,
                text=NASTY,
                seconds=0.2,
            ),
        ],
        answer=NASTY,
    )
    append(folder, record(evidence=NASTY), trajectory)
    again = RunFolder.open(folder.path)
    assert again.trajectory(spec().id) == trajectory
    assert again.records() == [record(evidence=NASTY)]
    assert trajectory.events[0].pictures[0].file == "0" * 64 + ".jpg"  # type: ignore[union-attr]


def test_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    folder = started(tmp_path)
    append(folder, record(0))
    whole = (folder.path / "trials.jsonl").read_bytes()
    for cut in (1, len(whole) // 2, len(whole) - 1):
        (folder.path / "trials.jsonl").write_bytes(whole + whole[:cut])
        again = RunFolder.open(folder.path)
        assert again.records() == [record(0)]
        append(again, record(1))
        append(again, record(2))
        assert [each.spec.trial for each in RunFolder.open(folder.path).records()] == [0, 1, 2]


def test_one_process_writes_to_a_run(tmp_path: Path) -> None:
    folder = started(tmp_path)
    with (
        folder.writing(),
        pytest.raises(RecordError, match="another process is at this run"),
        RunFolder.open(folder.path).writing(),
    ):
        pass


def test_half_filled_folders_are_cleared_away(tmp_path: Path) -> None:
    folder = started(tmp_path)
    folder.draft(spec(0).id).put("workspace/half", b"x")
    with folder.writing():
        assert not list((folder.path / "trials").iterdir())


def replace_half_of(folder: RunFolder) -> None:
    with folder.writing(), folder.replacing() as (records, _):
        records.append([record(0, "half")])
        raise ZeroDivisionError


def test_records_are_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = started(tmp_path)
    append(folder, record(0))
    with pytest.raises(ZeroDivisionError):
        replace_half_of(folder)
    assert folder.records() == [record(0)]
    with folder.writing(), folder.replacing() as (records, old):
        records.append([record(0, "anew")])
    assert folder.records() == [record(0, "anew")]
    assert from_json(TrialRecord, old.read_text(), old) == record(0)


def test_a_world_is_kept_as_what_changed(tmp_path: Path) -> None:
    before = random.Random(1).randbytes(300_000 // 4096 * 4096)
    worlds = {
        "same": before,
        "one byte": before[:50_000] + b"!" + before[50_001:],
        "longer": before + b"more" * 3000,
        "shorter": before[: 10 * 4096],
    }
    folder = started(tmp_path, count=0)
    for name, after in worlds.items():
        draft = folder.draft(name)
        draft.world(before, after)
        draft.path.rename(folder.path / "trials" / name)
        assert folder.worlds(name) == (before, after)
    assert len(list((folder.path / "worlds").iterdir())) == 1
    kept = {name: (folder.path / "trials" / name / "world.pages").stat().st_size for name in worlds}
    assert kept["same"] < 400 and kept["one byte"] < 5_000 and kept["longer"] < 18_000 and kept["shorter"] < 400
    place = folder.path / "trials" / "one byte" / "world.pages"
    place.write_bytes(place.read_bytes()[:-4096])
    with pytest.raises(WorldError, match="damaged"):
        folder.worlds("one byte")
    assert folder.worlds("a trial without a world") == (b"", b"")


def test_a_run_is_never_overwritten(tmp_path: Path) -> None:
    started(tmp_path)
    with pytest.raises(RecordError, match="already holds a run"):
        started(tmp_path)
    with pytest.raises(RecordError, match="holds no run"):
        RunFolder.open(tmp_path)
    with pytest.raises(RecordError, match="has no trajectory"):
        RunFolder.open(tmp_path / "run").trajectory("none")


def test_a_strange_document_says_where(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"trials.jsonl: is no TrialRecord of this version"):
        from_json(TrialRecord, '{"schema_version": 99}', tmp_path / "trials.jsonl")


def test_the_run_says_what_it_was(tmp_path: Path) -> None:
    document = started(tmp_path).document()
    assert [each.id for each in document.specs] == ["a.b-s7-t0", "a.b-s7-t1", "a.b-s7-t2"]
    assert {"python", "fastmcp", "pydantic-ai-slim"} <= set(document.versions)
    assert from_json(RunDocument, to_json(document), tmp_path) == document


def test_every_document_has_a_schema() -> None:
    for kind in DOCUMENTS.values():
        schema = kind.model_json_schema()
        assert schema["properties"]["schema_version"]["const"] == 1


def test_exit_status() -> None:
    specs, good = [spec(0), spec(1)], record(0)
    ends = {
        0: [good, record(1)],
        1: [good, record(1).model_copy(update={"verdict": "failed"})],
        3: [good, record(1).model_copy(update={"verdict": "ungraded"})],
    }
    for status, records in ends.items():
        assert exit_status(specs, records) == status
    assert exit_status(specs, [good, record(1).model_copy(update={"verdict": "unjudged"})]) == 1
    assert exit_status(specs, [good]) == 3  # one was never run
