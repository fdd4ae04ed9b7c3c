"""What differs: two text files line by line, two folders file by file."""

import difflib
import re
from collections import Counter
from pathlib import Path
from typing import Annotated

from deskworld_kit import Result, World, tool
from pydantic import Field

from deskworld_files import places
from deskworld_files.facts import digest
from deskworld_files.texts import NotText, load

MOST_EFFORT = 3_000_000  # pairs of equal lines; a diff of more takes minutes
LONGEST_DIFF = 12_000  # characters
LARGEST = 5 * 1024 * 1024
LISTED = 100


class Difference(Result):
    """What changed between two texts."""

    identical: bool
    added: int = Field(description="Lines that only the second has.")
    removed: int = Field(description="Lines that only the first has.")
    diff: str = Field(description="Unified diff; empty for files that are not text.")
    warnings: list[str] = Field(default_factory=list)


class FolderDifference(Result):
    """What differs between two folders; paths are relative to each."""

    same: int
    different: list[str]
    only_in_first: list[str]
    only_in_second: list[str]
    warnings: list[str] = Field(default_factory=list)


@tool("read")
def compare_files(world: World, path: str, other: str, context: Annotated[int, Field(ge=0, le=20)] = 3) -> Difference:
    """Compare two files: a unified diff for text, the same or not for anything else.

    Args:
        path: The old one.
        other: The new one.
        context: Unchanged lines around a change.
    """
    return compared(world.workspace.find(path), world.workspace.find(other, argument="other"), path, other, context)


@tool("read")
def compare_folders(world: World, path: str, other: str) -> FolderDifference:
    """Compare two folders by what their files hold: same, different, and what only one of them has."""
    first = _contents(world.workspace.folder(path))
    second = _contents(world.workspace.folder(other, argument="other"))
    both = sorted(first.keys() & second.keys())
    different = [item for item in both if not _same(first[item], second[item])]
    lists = (different, sorted(first.keys() - second.keys()), sorted(second.keys() - first.keys()))
    cut = [f"only the first {LISTED} of {len(each)} are listed" for each in lists if len(each) > LISTED]
    return FolderDifference(
        same=len(both) - len(different),
        different=lists[0][:LISTED],
        only_in_first=lists[1][:LISTED],
        only_in_second=lists[2][:LISTED],
        warnings=cut,
    )


def compared(old: Path, new: Path, old_name: str, new_name: str, context: int = 3) -> Difference:
    """Compare two files, whatever they are."""
    if _same(old, new):
        return Difference(identical=True, added=0, removed=0, diff="")
    if max(old.stat().st_size, new.stat().st_size) > LARGEST:
        return Difference(
            identical=False, added=0, removed=0, diff="", warnings=["they differ; too large for a diff (over 5 MB)"]
        )
    try:
        before, after = load(old), load(new)
    except NotText:
        sizes = f"{old.stat().st_size:,} and {new.stat().st_size:,} bytes"
        return Difference(
            identical=False, added=0, removed=0, diff="", warnings=[f"they differ and are not text: {sizes}"]
        )
    notes = [
        f"the {what} differ: {first} and {second}"
        for what, first, second in (
            ("encodings", before.encoding, after.encoding),
            ("line ends", before.line_end_name, after.line_end_name),
        )
        if first != second
    ]
    found = difference(before.text, after.text, old_name, new_name, context)
    return found.model_copy(update={"identical": False, "warnings": notes + found.warnings})


def difference(before: str, after: str, old_name: str, new_name: str, context: int = 3) -> Difference:
    """The unified diff of two texts, cut where it grows too long."""
    old, new = _lines(before), _lines(after)
    start, end = _alike(old, new)
    start, end = max(0, start - context), max(0, end - context)
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    there = Counter(new)
    if sum(count * there[line] for line, count in Counter(old).items()) > MOST_EFFORT:
        return Difference(
            identical=False,
            added=(there - Counter(old)).total(),
            removed=(Counter(old) - there).total(),
            diff="",
            warnings=["they differ in too much for a diff; the counts leave out lines that only moved"],
        )
    lines = [
        _moved(line, start)
        if line.startswith("@@")
        else line
        if line.endswith("\n")
        else f"{line}\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(old, new, old_name, new_name, n=context)
    ]
    text = "".join(lines)
    cut = len(text) > LONGEST_DIFF
    if cut:
        text = text[:LONGEST_DIFF].rsplit("\n", 1)[0] + "\n"
    return Difference(
        identical=before == after,
        added=sum(line.startswith("+") for line in lines[2:]),
        removed=sum(line.startswith("-") for line in lines[2:]),
        diff=text,
        warnings=[f"the diff is cut at {LONGEST_DIFF:,} characters"] if cut else [],
    )


def _lines(text: str) -> list[str]:
    """The lines as an editor counts them: form feeds and the like end none."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _alike(old: list[str], new: list[str]) -> tuple[int, int]:
    """How many lines are the same at the beginning and at the end: difflib would go through them again and again."""
    short = min(len(old), len(new))
    start = next((at for at in range(short) if old[at] != new[at]), short)
    end = next((at for at in range(short - start) if old[-1 - at] != new[-1 - at]), short - start)
    return start, end


def _moved(header: str, by: int) -> str:
    """A hunk's header with the numbers that its lines have in the whole file."""
    return re.sub(r"([-+])(\d+)", lambda found: f"{found.group(1)}{int(found.group(2)) + by}", header)


def _contents(top: Path) -> dict[str, Path]:
    return {file.relative_to(top).as_posix(): file for file in places.files_below(top)}


def _same(first: Path, second: Path) -> bool:
    return first.stat().st_size == second.stat().st_size and digest(first) == digest(second)
