"""The guards: nothing changed that nobody asked for.

A task names the tables that may change and the files that it delivers. A change in any other table, a file of the
start that is changed or gone, and a new one that nobody asked for fail it, however good the rest is. Drafts may stay
under `scratch/`. `guards` are two ready checks that the harness adds to those of every task.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from deskworld_verifiers.asserting import held
from deskworld_verifiers.checking import Check, check

if TYPE_CHECKING:
    from deskworld_verifiers.submission import Submission

ASIDE = ("scratch/*", "received/*", ".deskworld/*")
"""Where new files do no harm: drafts, pictures that the user sent along, and what servers keep (earlier versions)."""
_SHOWN = 10


@dataclass(frozen=True)
class FileChange:
    """One file of the workspace that was made, changed or removed."""

    path: str
    what: Literal["made", "changed", "removed"]

    def __str__(self) -> str:
        return f"{self.path} {self.what}"

    __repr__ = __str__


def listing(workspace: Path) -> dict[str, str]:
    """SHA-256 of each file, by its path in the workspace. A link is what it points to, and is not followed."""
    found: dict[str, str] = {}
    for path in sorted(workspace.rglob("*")):
        if path.is_symlink():
            found[path.relative_to(workspace).as_posix()] = f"link to {path.readlink()}"
        elif path.is_file():
            with path.open("rb") as file:
                found[path.relative_to(workspace).as_posix()] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def file_changes(start: Mapping[str, str], end: Mapping[str, str], *, allowed: Iterable[str] = ()) -> list[FileChange]:
    """What differs between two listings, but for paths that match one of the globs."""
    globs = list(allowed)
    found: list[FileChange] = []
    for path in sorted({*start, *end}):
        if start.get(path) == end.get(path) or any(fnmatchcase(path, glob) for glob in globs):
            continue
        what = "made" if path not in start else "removed" if path not in end else "changed"
        found.append(FileChange(path, what))
    return found


@check("effects")
def tables_kept(s: "Submission") -> None:
    """Nothing changed in the world outside of the tables that the task names."""
    changes = s.diff().outside(s.task.changes)
    if changes:
        raise AssertionError(f"changed, though the task does not ask for it: {_few(changes)}")
    held(f"only {_named(s.task.changes)} may change; changed: {_named(s.diff().tables)}")


@check("effects")
def files_kept(s: "Submission") -> None:
    """Files of the start are as they were, and there are no new ones but deliverables and drafts under scratch/."""
    changes = [change for change in s.file_changes() if change.what != "made" or not _is_aside(change.path)]
    touched = [change for change in changes if change.what != "made"]
    made = [change.path for change in changes if change.what == "made"]
    if touched:
        raise AssertionError(f"files of the start were touched: {_few(touched)}")
    if made:
        raise AssertionError(f"files that nobody asked for, and not under scratch/: {_few(made)}")
    held(f"{len(s.start)} files of the start, none touched, and no stray ones")


def _is_aside(path: str) -> bool:
    return any(fnmatchcase(path, glob) for glob in ASIDE)


def _few(changes: Iterable[object]) -> str:
    said = [str(change) for change in changes]
    more = f"; and {len(said) - _SHOWN} more" if len(said) > _SHOWN else ""
    return "; ".join(said[:_SHOWN]) + more


def _named(tables: Iterable[str]) -> str:
    return ", ".join(sorted(tables)) or "no table"


guards: tuple[Check, ...] = (tables_kept, files_kept)
"""What holds for every task."""
