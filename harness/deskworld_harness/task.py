"""A task: what is asked, of whom, with what, and how it will be judged.

A task is a folder of data: `task.yaml` says everything that a reader needs to know, `assets/` is what lies in
the workspace at the start, `checks.py` judges, `solution.py` shows that it can be done, and an optional
`template.py` makes variants of it from a seed. This module reads such folders and says, with file and line, what
is wrong with one. `Task` is the folder; `Variant` is one task with one seed, with every text filled in and every
asset on disk. Nothing here runs a tool or opens a world.
"""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import string
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from deskworld_harness.usage import UsageError
from deskworld_harness.yaml_lines import YamlError, read_yaml

DOCUMENT = "task.yaml"


class TaskError(UsageError):
    """A task folder that can't be used: the message names the file, the line, and what would be right."""


class Document(BaseModel):
    """A strict part of `task.yaml`: unknown keys and guessed types are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Limits(Document):
    """Where a session ends at the latest. Reaching one is the agent's doing, so the trial is still graded."""

    steps: int = Field(default=60, ge=1, description="tool calls")
    seconds: float = Field(default=900, gt=0, strict=False, description="wall clock of the session")
    tokens: int = Field(default=2_000_000, ge=1, description="tokens in and out, as the provider counts them")
    cost: float = Field(default=20.0, gt=0, strict=False, description="US dollars, where the price is known")


class WorldPatch(Document):
    """How this task's world differs from the one that the servers seed."""

    seed: int = 7
    now: AwareDatetime = datetime(2026, 3, 2, 9, tzinfo=UTC)
    rows: dict[str, list[dict[str, Any]]] = Field(
        default_factory=dict[str, list[dict[str, Any]]],
        description="rows by table; a row with a known id changes that row, another is added",
    )


class Round(Document):
    """One later turn of a scripted user. Images are files of the workspace."""

    text: str
    images: list[str] = Field(default_factory=list[str])


class TaskDocument(Document):
    """`task.yaml`."""

    title: str
    difficulty: Literal["medium", "hard"] = "medium"
    role: str
    policy: str = ""
    user: str
    facts: dict[str, str] = Field(default_factory=dict[str, str], description="told when asked, by a simulated user")
    rounds: list[Round] = Field(default_factory=list[Round])
    servers: list[str] = Field(min_length=1)
    world: WorldPatch = WorldPatch()
    deliverables: list[str] = Field(default_factory=list[str])
    changes: list[str] = Field(default_factory=list[str], description="tables that may change")
    limits: Limits = Limits()


@dataclass(frozen=True)
class Task:
    """One task folder. `name` is its path below the `tasks` folder: family/subcategory/task."""

    folder: Path
    name: str

    @property
    def family(self) -> str:
        return self.name.split("/")[0] if "/" in self.name else ""

    @property
    def subcategory(self) -> str:
        parts = self.name.split("/")
        return parts[1] if len(parts) > 2 else ""

    @property
    def is_template(self) -> bool:
        return (self.folder / "template.py").is_file()

    @cached_property
    def raw(self) -> Mapping[str, Any]:
        """`task.yaml` as it stands, `$name` and all."""
        return self._parsed[0]

    @cached_property
    def document(self) -> TaskDocument:
        """What the task says; of a template, what its own seed makes of it."""
        return self.variant().document

    @property
    def seed(self) -> int:
        """The seed that is taken where nobody names another."""
        world = self.raw.get("world")
        seed = world.get("seed") if isinstance(world, Mapping) else None
        return seed if isinstance(seed, int) else WorldPatch().seed

    def variant(self, seed: int | None = None) -> Variant:
        """This task with one seed: a template writes its assets and fills in its texts."""
        seed = self.seed if seed is None else seed
        if not self.is_template:
            return Variant(self, seed, self._validate(self.raw), {}, _Assets([self.folder / "assets"]))
        made = tempfile.TemporaryDirectory(prefix="deskworld-assets-")
        generate = getattr(self.module("template"), "generate", None)
        if generate is None:
            raise TaskError(f"{self.folder / 'template.py'}: has no `generate(seed, assets)`")
        variables: dict[str, Any] = dict(generate(seed, Path(made.name)))
        document = self._validate(_filled(self.raw, variables, self.folder / DOCUMENT))
        return Variant(self, seed, document, variables, _Assets([self.folder / "assets", Path(made.name)], made))

    def module(self, stem: Literal["checks", "solution", "template"]) -> ModuleType:
        """One of the task's Python files, imported once under a name of its own."""
        path = self.folder / f"{stem}.py"
        name = f"deskworld_task_{hashlib.sha256(str(self.folder.resolve()).encode()).hexdigest()[:12]}_{stem}"
        if name in sys.modules:
            return sys.modules[name]
        if not path.is_file():
            raise TaskError(f"{path}: is missing")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec and spec.loader
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException as error:
            del sys.modules[name]
            raise TaskError(f"{path}: can't be imported: {type(error).__name__}: {error}") from error
        return module

    @cached_property
    def _parsed(self) -> tuple[Mapping[str, Any], Mapping[tuple[str | int, ...], int]]:
        path = self.folder / DOCUMENT
        try:
            return read_yaml(path)
        except YamlError as error:
            raise TaskError(str(error)) from None

    def _validate(self, raw: Mapping[str, Any]) -> TaskDocument:
        try:
            return TaskDocument.model_validate(raw)
        except ValidationError as error:
            lines = self._parsed[1]
            raise TaskError("\n".join(_sentences(error, self.folder / DOCUMENT, lines))) from None


@dataclass(frozen=True)
class Variant:
    """One task with one seed: what a trial is really about."""

    task: Task
    seed: int
    document: TaskDocument
    variables: Mapping[str, Any]
    assets: _Assets

    def lay_out(self, workspace: Path) -> None:
        """Put the assets into a fresh workspace."""
        self.assets.copy_to(workspace)


@dataclass(frozen=True)
class _Assets:
    folders: list[Path]
    owner: object = None  # keeps a template's temporary folder alive as long as the variant

    def copy_to(self, workspace: Path) -> None:
        for folder in self.folders:
            if folder.is_dir():
                shutil.copytree(folder, workspace, dirs_exist_ok=True)


def find_tasks(paths: Iterable[Path]) -> list[Task]:
    """Every task at or below the paths, in order of name, each once.

    A path is a task's folder or any folder above some. What it names has to exist and to hold at least one task.
    """
    found: dict[Path, Task] = {}
    for path in paths:
        if not path.exists():
            raise TaskError(f"{path}: no such folder")
        documents = [path / DOCUMENT] if (path / DOCUMENT).is_file() else sorted(path.rglob(DOCUMENT))
        if not documents:
            raise TaskError(f"{path}: holds no task (a task is a folder with a {DOCUMENT})")
        for document in documents:
            folder = document.parent.resolve()
            found.setdefault(folder, Task(folder, _name(folder, path.resolve())))
    by_name: dict[str, Task] = {}
    for task in found.values():
        if other := by_name.get(task.name):
            raise TaskError(f"{task.folder} and {other.folder}: two tasks called {task.name}")
        by_name[task.name] = task
    return [by_name[name] for name in sorted(by_name)]


def _name(folder: Path, asked: Path) -> str:
    """The folder's path below the nearest `tasks`, or else below the path that was asked for."""
    for above in folder.parents:
        if above.name == "tasks":
            return folder.relative_to(above).as_posix()
    return folder.name if folder == asked else folder.relative_to(asked).as_posix()


def _filled(value: Any, variables: Mapping[str, Any], path: Path) -> Any:
    """The value with `$name` replaced in every text; a text that is nothing but `$name` becomes the variable itself."""
    match value:
        case str():
            template = string.Template(value)
            if unknown := sorted(set(template.get_identifiers()) - set(variables)):
                known = ", ".join(f"${name}" for name in sorted(variables)) or "none"
                raise TaskError(
                    f"{path}: ${unknown[0]} is not made by template.py (which makes {known}); write $$ for a $"
                )
            whole = value.strip().removeprefix("$").strip("{}")
            if value.strip() in (f"${whole}", f"${{{whole}}}") and whole in variables:
                return variables[whole]
            return template.safe_substitute(variables)
        case Mapping():
            return {key: _filled(item, variables, path) for key, item in value.items()}
        case list():
            return [_filled(item, variables, path) for item in value]
        case _:
            return value


def _sentences(error: ValidationError, path: Path, lines: Mapping[tuple[str | int, ...], int]) -> Iterable[str]:
    for problem in error.errors(include_url=False):
        place = problem["loc"]
        known = place
        while known and known not in lines:
            known = known[:-1]
        dotted = ".".join(str(part) for part in place)
        message = problem["msg"][:1].lower() + problem["msg"][1:]
        if problem["type"] == "extra_forbidden":
            message = f"is not a key of it; known are {', '.join(_keys_at(place[:-1]))}"
        yield f"{path}:{lines.get(known, 1)}: {dotted}: {message}"


def _keys_at(place: tuple[str | int, ...]) -> list[str]:
    """The keys that the document model knows at a place."""
    model: Any = TaskDocument
    for part in place:
        if isinstance(part, str):
            annotation = model.model_fields[part].annotation
            # `rounds` is the one list of documents: its items are found under an integer.
            model = getattr(annotation, "__args__", (annotation,))[0]
    return list(model.model_fields)
