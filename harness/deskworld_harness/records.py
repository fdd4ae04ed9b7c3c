"""What is kept of a run: one folder that can be copied, read, resumed and graded again.

    RUN/run.json                        what was asked
    RUN/trials.jsonl                    one line a finished trial, appended and synced
    RUN/trials-N.jsonl                  the same before it was graded again, the oldest first
    RUN/trials/ID/trajectory.json       every message, call, result and token
    RUN/trials/ID/workspace/            the workspace as it was left
    RUN/trials/ID/renders/              pictures of the deliverables
    RUN/trials/ID/pictures/             pictures that the agent saw, by hash
    RUN/trials/ID/world.pages           the world as it was left (see worlds.py)
    RUN/worlds/SHA256.sqlite            the images that trials started from
    RUN/logs/                           what worker processes said, where they said anything

A trial's folder is filled beside its place and moved there whole, and only then is its line written: a line in
trials.jsonl means that everything it speaks of is there. A process killed in mid-line leaves a torn last line,
which readers skip and the next writer cuts off. JSON is written as ASCII, so any text survives, lone surrogates too.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from io import FileIO
from itertools import count
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from deskworld_harness import worlds
from deskworld_harness.documents import RunDocument, TrajectoryDocument, TrialRecord
from deskworld_harness.usage import UsageError

Document = TypeVar("Document", bound=BaseModel)


class RecordError(UsageError):
    """A run folder that can't be read or written: the message says which file and why."""


def to_json(document: BaseModel, indent: int | None = None) -> str:
    # Python's own values, not pydantic's JSON ones: those would lose a lone surrogate in a name.
    return json.dumps(document.model_dump(), indent=indent, ensure_ascii=True, default=to_jsonable_python)


def from_json(kind: type[Document], text: str | bytes, source: Path | str) -> Document:
    """The document that stands in the text; `source` is where that was, for the error's words.

    Raises:
        RecordError: It is none, or one of another version.
    """
    try:
        return kind.model_validate(json.loads(text))
    except (ValueError, RecursionError) as error:  # no JSON, no text at all, brackets without end, other fields
        raise RecordError(f"{source}: is no {kind.__name__} of this version: {error}") from None


class RunFolder:
    """One run's folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path, document: RunDocument) -> RunFolder:
        """A new run. The folder may exist, but not hold a run already."""
        if (path / "run.json").exists():
            raise RecordError(f"{path}: already holds a run; choose another folder")
        with _told_of(path, "written"):
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
        with _told_of(source, "read"):
            return from_json(RunDocument, source.read_bytes(), source)

    def each(self) -> Iterator[TrialRecord]:
        """Every finished trial, in the order they finished, one at a time; a torn last line is not one.

        Raises:
            RecordError: A line is damaged: which one.
        """
        source = self.path / "trials.jsonl"
        with _told_of(source, "read"), source.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.endswith(b"\n"):
                    yield from_json(TrialRecord, line, f"{source}, line {number}")

    def records(self) -> list[TrialRecord]:
        """All of `each` at once, for a run that is known to be small."""
        return list(self.each())

    def trajectory(self, trial: str) -> TrajectoryDocument:
        source = self.path / "trials" / trial / "trajectory.json"
        if not source.is_file():
            raise RecordError(f"{self.path}: has no trajectory of {trial}")
        with _told_of(source, "read"):
            return from_json(TrajectoryDocument, source.read_bytes(), source)

    def worlds(self, trial: str) -> tuple[bytes, bytes]:
        """The images that a trial's world started as and was left as; both empty where it has none."""
        return worlds.read(self.path / "trials" / trial, self.path / "worlds")

    def draft(self, trial: str) -> TrialFolder:
        """A fresh place to gather what is kept of a trial, until `append` moves it into the run."""
        draft = self.draft_place(trial)
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        return TrialFolder(draft, self.path / "worlds")

    @contextmanager
    def writing(self) -> Generator[Records, None, None]:
        """Be the one process that adds to this run, from a clean state: no torn line, no half-filled folder.

        Raises:
            RecordError: Another process is at it, or it can't be written to.
        """
        with _told_of(self.path, "written"):
            lines = (self.path / "trials.jsonl").open("r+b", buffering=0)
        with lines:
            _lock(lines.fileno(), self.path)
            lines.truncate(_end_of_last_line(lines.read()))
            for litter in (self.path / "trials").glob(".*"):
                shutil.rmtree(litter, ignore_errors=True)
            yield Records(self, lines)

    @contextmanager
    def replacing(self) -> Generator[tuple[Records, Path], None, None]:
        """Write all records anew: they take the place of the old ones when the block ends well, else nothing happens.

        Gives the new records and where the old ones will be.
        """
        lines, new = self.path / "trials.jsonl", self.path / ".trials.jsonl.new"
        number = next(number for number in count(1) if not (self.path / f"trials-{number}.jsonl").exists())
        old = self.path / f"trials-{number}.jsonl"
        try:
            with new.open("w+b", buffering=0) as opened:
                yield Records(self, opened), old
            with _told_of(self.path, "written"):
                try:
                    old.hardlink_to(lines)
                except OSError:  # a file system without links
                    shutil.copyfile(lines, old)
                new.replace(lines)
        finally:
            new.unlink(missing_ok=True)

    def draft_place(self, trial: str) -> Path:
        """Where a trial's draft lies until then."""
        return self.path / "trials" / f".{trial}.draft"


class Records:
    """The open trials.jsonl of a run: without a buffer, which would try once more as it is closed on a full disk."""

    def __init__(self, folder: RunFolder, lines: FileIO) -> None:
        self._folder = folder
        self._lines = lines

    def append(self, records: Sequence[TrialRecord]) -> None:
        """Keep finished trials, whose drafts are filled. When this returns, they are on the disk: one sync for all.

        Raises:
            RecordError: There is no room, or the folder can't be written.
        """
        with _told_of(self._folder.path, "written"):
            self._append(records)

    def _append(self, records: Sequence[TrialRecord]) -> None:
        for record in records:
            draft, place = self._folder.draft_place(record.spec.id), self._folder.path / "trials" / record.spec.id
            if draft.exists():
                shutil.rmtree(place, ignore_errors=True)  # an earlier attempt, or one whose line never came
                draft.rename(place)
        self._lines.seek(0, os.SEEK_END)
        rest = memoryview(b"".join(to_json(record).encode("ascii") + b"\n" for record in records))
        while rest:
            rest = rest[self._lines.write(rest) :]
        os.fsync(self._lines.fileno())


class TrialFolder:
    """Where one trial's files are gathered; `images` is where the worlds that trials start from are kept."""

    def __init__(self, path: Path, images: Path | None = None) -> None:
        self.path = path
        self._images = images or path / "worlds"

    def trajectory(self, document: TrajectoryDocument) -> None:
        _write(self.path / "trajectory.json", to_json(document))

    def world(self, before: bytes, after: bytes) -> None:
        worlds.keep(self.path, self._images, before, after)

    def picture(self, name: str, data: bytes) -> None:
        self.put(f"pictures/{name}", data)

    def put(self, name: str, data: bytes) -> None:
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def discard(self) -> None:
        """Forget the trial: it was stopped before its end."""
        shutil.rmtree(self.path, ignore_errors=True)


@contextmanager
def _told_of(place: Path, what: str) -> Generator[None, None, None]:
    """What the system refuses in the block is told of this file or folder: it can't be read, or written."""
    try:
        yield
    except OSError as error:
        raise RecordError(f"{place}: can't be {what}: {error.strerror or error}") from error


def _lock(file: int, run: Path) -> None:
    """Held until the file is closed, however its process ends."""
    try:
        import fcntl
    except ImportError:  # Windows has none
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(f"{run}: another process is at this run; wait for it, or stop it") from None


def _end_of_last_line(text: bytes) -> int:
    return text.rfind(b"\n") + 1


def _write(path: Path, text: str) -> None:
    """Whole or not at all."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="ascii")
    beside.replace(path)
