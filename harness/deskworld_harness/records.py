"""What is kept of a run: one folder that can be copied, read and graded again.

    RUN/run.json                        what was asked
    RUN/trials.jsonl                    one line a finished trial, appended and synced
    RUN/trials/ID/trajectory.json       every message, call, result and token
    RUN/trials/ID/workspace/            the workspace as it was left
    RUN/trials/ID/renders/              pictures of the deliverables
    RUN/trials/ID/pictures/             pictures that the agent saw, by hash
    RUN/trials/ID/{before,after}.sqlite the world

A trial's folder is filled beside its place and moved there whole, and only then is its line written: a line in
trials.jsonl means that everything it speaks of is there. A process killed in mid-line leaves a torn last line,
which readers skip and the next writer cuts off. JSON is written as ASCII, so any text survives, lone surrogates too.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from deskworld_harness.documents import RunDocument, TrajectoryDocument, TrialRecord
from deskworld_harness.usage import UsageError

Document = TypeVar("Document", bound=BaseModel)


class RecordError(UsageError):
    """A run folder that can't be read or written: the message says which file and why."""


def to_json(document: BaseModel, indent: int | None = None) -> str:
    return json.dumps(document.model_dump(mode="json"), indent=indent, ensure_ascii=True)


def from_json(kind: type[Document], text: str, source: Path) -> Document:
    try:
        return kind.model_validate(json.loads(text))
    except (ValidationError, json.JSONDecodeError) as error:
        raise RecordError(f"{source}: is no {kind.__name__} of this version: {error}") from None


class RunFolder:
    """One run's folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._whole = False  # whether trials.jsonl is known to end with a whole line

    @classmethod
    def create(cls, path: Path, document: RunDocument) -> RunFolder:
        """A new run. The folder may exist, but not hold a run already."""
        if (path / "run.json").exists():
            raise RecordError(f"{path}: already holds a run; choose another folder")
        (path / "trials").mkdir(parents=True, exist_ok=True)
        (path / "trials.jsonl").touch()
        _write(path / "run.json", to_json(document, indent=2))
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        if not (path / "run.json").is_file():
            raise RecordError(f"{path}: holds no run (there is no run.json)")
        return cls(path)

    def document(self) -> RunDocument:
        source = self.path / "run.json"
        return from_json(RunDocument, source.read_text(encoding="utf-8"), source)

    def records(self) -> list[TrialRecord]:
        """Every finished trial, in the order they finished; a torn last line is not one."""
        return list(self._read())

    def trajectory(self, trial: str) -> TrajectoryDocument:
        source = self.path / "trials" / trial / "trajectory.json"
        if not source.is_file():
            raise RecordError(f"{self.path}: has no trajectory of {trial}")
        return from_json(TrajectoryDocument, source.read_text(encoding="utf-8"), source)

    def draft(self, trial: str) -> TrialFolder:
        """A fresh place to gather what is kept of a trial, until `append` moves it into the run."""
        draft = self.path / "trials" / f".{trial}.draft"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        return TrialFolder(draft)

    def append(self, record: TrialRecord, draft: TrialFolder) -> None:
        """Keep a finished trial. When this returns, it is on the disk."""
        place = self.path / "trials" / record.spec.id
        shutil.rmtree(place, ignore_errors=True)  # an earlier attempt, or one whose line never came
        draft.path.rename(place)
        line = to_json(record).encode("ascii") + b"\n"
        with (self.path / "trials.jsonl").open("r+b") as lines:
            if not self._whole:
                lines.truncate(_end_of_last_line(lines.read()))
                self._whole = True
            lines.seek(0, os.SEEK_END)
            lines.write(line)
            lines.flush()
            os.fsync(lines.fileno())

    def _read(self) -> Iterator[TrialRecord]:
        source = self.path / "trials.jsonl"
        text = source.read_bytes()
        for line in text[: _end_of_last_line(text)].splitlines():
            yield from_json(TrialRecord, line.decode("ascii"), source)


class TrialFolder:
    """Where one trial's files are gathered."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def trajectory(self, document: TrajectoryDocument) -> None:
        _write(self.path / "trajectory.json", to_json(document))

    def picture(self, name: str, data: bytes) -> None:
        self.put(f"pictures/{name}", data)

    def put(self, name: str, data: bytes) -> None:
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def discard(self) -> None:
        """Forget the trial: it was stopped before its end."""
        shutil.rmtree(self.path, ignore_errors=True)


def _end_of_last_line(text: bytes) -> int:
    return text.rfind(b"\n") + 1


def _write(path: Path, text: str) -> None:
    """Whole or not at all."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="ascii")
    beside.replace(path)
