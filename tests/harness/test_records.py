"""What is kept of a run: every document comes back as it was, and a torn line costs nothing."""

from __future__ import annotations

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


def test_any_text_survives(tmp_path: Path) -> None:
    folder = started(tmp_path)
    draft = folder.draft(spec().id)
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
    draft.trajectory(trajectory)
    folder.append(record(evidence=NASTY), draft)
    again = RunFolder.open(folder.path)
    assert again.trajectory(spec().id) == trajectory
    assert again.records() == [record(evidence=NASTY)]
    assert trajectory.events[0].pictures[0].file == "0" * 64 + ".jpg"  # type: ignore[union-attr]


def test_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    folder = started(tmp_path)
    folder.append(record(0), folder.draft(spec(0).id))
    whole = (folder.path / "trials.jsonl").read_bytes()
    for cut in (1, len(whole) // 2, len(whole) - 1):
        (folder.path / "trials.jsonl").write_bytes(whole + whole[:cut])
        again = RunFolder.open(folder.path)
        assert again.records() == [record(0)]
        again.append(record(1), again.draft(spec(1).id))
        again.append(record(2), again.draft(spec(2).id))
        assert [each.spec.trial for each in RunFolder.open(folder.path).records()] == [0, 1, 2]


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
