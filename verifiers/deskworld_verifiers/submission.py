"""What an agent left, as checks see it: the workspace, the world before and after, the calls, the answer.

Openers read a deliverable into facts. A file that is missing, damaged or of another kind than asked for fails the
check that opens it, with words that say so; it is never an error of the verifier. Everything is read once and kept,
and nothing can be written through it.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from pydantic import BaseModel, ConfigDict, ValidationError

from deskworld_verifiers.containers import Fields, Items, told
from deskworld_verifiers.effects import FileChange, file_changes, listing
from deskworld_verifiers.rubric import Judge
from deskworld_verifiers.showing import WHOLE, show
from deskworld_verifiers.trajectory import Trajectory

if TYPE_CHECKING:
    from deskworld_artifacts.inspection import (
        DeckFacts,
        DocumentFacts,
        HtmlFacts,
        ImageFacts,
        PdfFacts,
        WorkbookFacts,
    )
    from sqlalchemy import MetaData

    from deskworld_verifiers.matching import Comparison
    from deskworld_verifiers.state import StateDiff

T = TypeVar("T")
Model = TypeVar("Model", bound=BaseModel)
_NAMED = 20


class TaskView(BaseModel):
    """What checks and solutions may know of the task."""

    model_config = ConfigDict(frozen=True)

    variables: dict[str, Any] = {}
    deliverables: tuple[str, ...] = ()
    """Paths or globs of the files that the agent is to leave; these may replace files of the start."""
    changes: tuple[str, ...] = ()
    """Tables that may change."""
    seed: int = 0


@dataclass(frozen=True)
class View:
    """One rendered page: what it is, and how much of it isn't background."""

    label: str
    png: bytes = field(repr=False)
    width: int
    height: int

    @property
    def ink(self) -> float:
        """The share of pixels that differ from the commonest shade, 0 to 1."""
        from io import BytesIO

        from PIL import Image

        with Image.open(BytesIO(self.png)) as picture:
            shades = picture.convert("L").histogram()
        return 1 - max(shades) / sum(shades)

    @property
    def blank(self) -> bool:
        """Whether nothing is to be seen."""
        return self.ink < 0.0005


@dataclass
class Submission:
    """One trial's end. Paths are relative to the workspace.

    Args:
        workspace: The folder as the agent left it.
        before, after: The world's SQLite images at the start and at the end.
        golden: The image that the reference solution leaves, if it was made.
        metadata: The tables of the world, whose columns say how they compare.
        trajectory: What the agent did.
        answer: The agent's last words.
        task: Variables, deliverables and allowed changes.
        start: `listing` of the workspace before the agent worked.
        judge: Who answers rubrics; None where nobody does.
    """

    workspace: Path
    before: bytes = b""
    after: bytes = b""
    golden: bytes | None = None
    metadata: "MetaData | None" = None
    trajectory: Trajectory = field(default_factory=Trajectory)
    answer: str = ""
    task: TaskView = field(default_factory=TaskView)
    start: Mapping[str, str] = field(default_factory=dict[str, str])
    judge: Judge | None = None
    _kept: dict[object, Any] = field(default_factory=dict[object, Any], init=False, repr=False)

    def __repr__(self) -> str:
        return WHOLE

    # -- files

    def file(self, path: str) -> Path:
        """The real path of a file that was made; fails where there is none."""
        target = self.workspace / path
        if not target.resolve().is_relative_to(self.workspace.resolve()):
            raise AssertionError(f"{path} lies outside of the workspace")
        if not target.is_file():
            there = self.files()
            more = f" and {len(there) - _NAMED} more" if len(there) > _NAMED else ""
            raise AssertionError(
                f"{path} was not made; the workspace holds {', '.join(there[:_NAMED]) or 'nothing'}{more}"
            )
        return target

    def files(self, glob: str = "*") -> list[str]:
        """The workspace's files that match, sorted. A `*` crosses folders."""
        found = (path.relative_to(self.workspace).as_posix() for path in self.workspace.rglob("*") if path.is_file())
        return sorted(path for path in found if fnmatchcase(path, glob))

    def deck(self, path: str) -> "DeckFacts":
        """A presentation."""
        return self._facts(path, "deck")

    def workbook(self, path: str) -> "WorkbookFacts":
        """A workbook."""
        return self._facts(path, "workbook")

    def document(self, path: str) -> "DocumentFacts":
        """A text document (docx)."""
        return self._facts(path, "document")

    def pdf(self, path: str) -> "PdfFacts":
        """A PDF."""
        return self._facts(path, "pdf")

    def html(self, path: str) -> "HtmlFacts":
        """A web page."""
        return self._facts(path, "html")

    def image(self, path: str) -> "ImageFacts":
        """A picture."""
        return self._facts(path, "image")

    def text(self, path: str) -> str:
        """A text file in UTF-8, lines ending in `\\n`."""
        try:
            return self.file(path).read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise AssertionError(f"{path} is not text in UTF-8: {error}") from error

    @overload
    def json(self, path: str) -> Any: ...
    @overload
    def json(self, path: str, model: type[Model]) -> Model: ...
    def json(self, path: str, model: type[Model] | None = None) -> Any:
        """JSON as data whose missing parts fail the check, or as a pydantic model that it has to fit."""
        text = self.text(path)
        try:
            return told(json.loads(text)) if model is None else model.model_validate_json(text)
        except ValidationError as error:
            raise AssertionError(f"{path} does not fit {error.title}: {error}") from error
        except ValueError as error:
            raise AssertionError(f"{path} is not JSON: {error}") from error

    def table(self, path: str) -> list[Fields]:
        """The rows of a CSV (or TSV) file by its header; every value is text."""
        import csv
        from io import StringIO

        lines = csv.reader(StringIO(self.text(path)), delimiter="\t" if path.endswith(".tsv") else ",", strict=True)
        try:
            header, *rows = [line for line in lines if line]
        except (csv.Error, ValueError) as error:
            raise AssertionError(
                f"{path} is not a table: {error if isinstance(error, csv.Error) else 'it is empty'}"
            ) from error
        for number, row in enumerate(rows, start=2):
            if len(row) != len(header):
                raise AssertionError(
                    f"{path} row {number} has {len(row)} fields, its header {len(header)}: {show(row)}"
                )
        return Items(Fields(zip(header, row, strict=True)) for row in rows)

    def rendered(self, path: str, *, pages: Sequence[int] | None = None, **options: Any) -> list[View]:
        """The pages of a file as pictures. A file that can't be opened fails; a renderer that breaks is our error."""

        def render_pages() -> list[View]:
            from deskworld_artifacts import InspectError, inspect, render

            target = self.file(path)
            try:
                inspect(target)
            except InspectError as error:
                raise AssertionError(f"{path} can't be opened: {error}") from error
            shown = render(target, pages=pages, **options)
            return Items(View(page.label, page.png, page.width, page.height) for page in shown)

        return self._once(("rendered", path, tuple(pages or ()), tuple(sorted(options.items()))), render_pages)

    def sha256(self, path: str) -> str:
        """The hash of a file's bytes."""
        return hashlib.sha256(self.file(path).read_bytes()).hexdigest()

    def file_changes(self) -> list[FileChange]:
        """Files made, changed or removed since the start, deliverables left out."""
        return file_changes(
            self.start, self._once("listing", lambda: listing(self.workspace)), allowed=self.task.deliverables
        )

    # -- world

    def rows(self, table: str, *, before: bool = False, **values: Any) -> list[Fields]:
        """Rows of a table at the end (or the start) whose columns have these values."""
        from deskworld_verifiers.state import rows

        image = self.before if before else self.after
        found = self._once(("rows", table, before), lambda: rows(image, table, self.metadata))
        return Items(told(row) for row in found if all(row[name] == value for name, value in values.items()))

    def diff(self) -> "StateDiff":
        """What changed in the world."""
        from deskworld_verifiers.state import diff

        return self._once("diff", lambda: diff(self.before, self.after, self.metadata))

    def compare(self, *tables: str, rules: Mapping[str, str] | None = None) -> "Comparison":
        """What the agent did to these tables (all where none is named), held against the reference solution's world.

        `rules` are columns that compare another way here: `{"email_message.body": "ignored"}`.
        """
        from deskworld_verifiers.matching import compare

        golden = self.golden
        if golden is None:
            raise RuntimeError("this trial has no golden world to compare with")
        return compare(
            self.before,
            golden,
            self.after,
            self.metadata,
            tables=tables,
            rules=rules,
            done=None if rules else self.diff(),
        )

    # -- inside

    def _facts(self, path: str, kind: str) -> Any:
        def read() -> Any:
            from deskworld_artifacts import InspectError, inspect

            try:
                facts = inspect(self.file(path))
            except InspectError as error:
                raise AssertionError(f"{path} can't be opened: {error}") from error
            if facts.kind != kind:
                raise AssertionError(f"{path} is no {kind}: it is {facts.kind}")
            return facts

        return self._once(("facts", path, kind), read)

    def _once(self, key: object, make: Callable[[], T]) -> T:
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]
