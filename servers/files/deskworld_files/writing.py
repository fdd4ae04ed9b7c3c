"""Writing text: a whole file, its end, or exact passages in it. What is overwritten stays as an earlier version."""

import time
from difflib import SequenceMatcher
from pathlib import Path
from typing import Annotated

from deskworld_kit import Arguments, Saved, ToolError, World, tool
from deskworld_kit.errors import quoted
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_files import places, versions
from deskworld_files.compare import difference
from deskworld_files.kinds import BINARY_ENDINGS
from deskworld_files.reading import encoding_of
from deskworld_files.texts import NotText, Text, known_encoding, load

LARGEST = 20 * 1024 * 1024
PATIENCE = 2.0  # seconds to look for a line like the one that was not found


class Replacement(Arguments):
    """One exact change."""

    old: Annotated[str, Field(min_length=1, description="As it stands, with enough around it to be unique.")]
    new: str = Field(description="Empty deletes.")
    every: bool = Field(default=False, description="Each time it occurs.")


class Edited(Saved):
    """An edited file, or what would be changed."""

    replaced: int
    diff: str
    written: bool = Field(description="False for a dry run.")


@tool("edit", core=True)
def write_text_file(world: World, path: str, text: str, encoding: str = "utf-8") -> Saved:
    """Write a text file, new or in place of the old one, exactly as given; missing folders are made.

    Args:
        encoding: utf-8, or utf-8-sig for Excel, utf-16, cp1252, ...
    """
    target = _text_target(world, path)
    return _save(world, target, _encoded(text, encoding), "write_text_file")


@tool("edit", core=True, idempotent=False)
def append_text(world: World, path: str, text: str) -> Saved:
    """Add text at the end of a file, on a line of its own; makes the file where it is missing."""
    target = _text_target(world, path)
    if not target.exists():
        return _save(world, target, _encoded(text, "utf-8"), "append_text")
    old = _loaded(world, target)
    joint = "" if not old.text or old.text.endswith(("\n", "\r")) else "\n"
    return _save(world, target, _fitting(old, old.text + joint + text), "append_text")


@tool("edit", core=True, idempotent=False)
def edit_text_file(
    world: World,
    path: str,
    edits: Annotated[list[Replacement], Field(min_length=1, max_length=100)],
    dry_run: bool = False,
) -> Edited:
    """Replace exact passages of a text file, one after the other, all or none; returns the diff.

    Args:
        edits: Each `old` must occur exactly once, or say `every`.
        dry_run: Only show the diff.
    """
    file = world.workspace.find(path)
    name = places.name(world, file)
    before = _loaded(world, file)
    text, replaced = _replaced(before.text, edits)
    changes = difference(before.text, text, name, name)
    if not dry_run:
        saved = _save(world, file, _fitting(before, text), "edit_text_file")
    else:
        saved = Saved(path=name, verified="nothing was written")
    return Edited(
        path=name,
        verified=saved.verified,
        warnings=saved.warnings + changes.warnings,
        replaced=replaced,
        diff=changes.diff,
        written=not dry_run,
    )


def _replaced(text: str, edits: list[Replacement]) -> tuple[str, int]:
    """The text after all edits, and how many passages they changed."""
    replaced = 0
    for number, edit in enumerate(edits, 1):
        count = text.count(edit.old)
        if count == 0:
            raise ToolError(
                f"edit {number}: its old text is not in the file{_nearest(text, edit.old)}", argument="edits"
            )
        if count > 1 and not edit.every:
            lines = [str(text.count("\n", 0, at) + 1) for at in _occurrences(text, edit.old)[:10]]
            raise ToolError(
                f"edit {number}: its old text occurs {count} times (lines {', '.join(lines)}); "
                "add text around it, or set every",
                argument="edits",
            )
        text = text.replace(edit.old, edit.new)
        replaced += count
    return text, replaced


def _text_target(world: World, path: str) -> Path:
    target = places.goal(world, path)
    if target.suffix.lower() in BINARY_ENDINGS:
        raise ToolError(
            f"a {target.suffix} file is not text; use the tools for that kind of file, or another ending",
            argument="path",
        )
    return target


def _loaded(world: World, file: Path) -> Text:
    if file.stat().st_size > LARGEST:
        raise ToolError("the file is over 20 MB, too large to edit as text", argument="path")
    encoding_of(world, file)
    try:
        return load(file)
    except NotText:
        raise ToolError(
            "part of the file is not text in its encoding, so it can't be edited", argument="path"
        ) from None


def _encoded(text: str, encoding: str) -> bytes:
    if not known_encoding(encoding):
        raise ToolError(f"there is no encoding {quoted(encoding)}; utf-8, cp1252 or utf-16 are", argument="encoding")
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        raise ToolError(
            f"{encoding} has no {text[error.start]!r} (character {error.start + 1}); use utf-8", argument="encoding"
        ) from None


def _fitting(old: Text, text: str) -> bytes:
    try:
        return old.to_bytes(text)
    except UnicodeEncodeError as error:
        raise ToolError(
            f"the file is {old.encoding}, which has no {error.object[error.start]!r}; "
            "write it anew as utf-8 with write_text_file",
            argument="path",
        ) from None


def _save(world: World, target: Path, content: bytes, reason: str) -> Saved:
    warnings: list[str] = []
    if not target.is_file() or target.read_bytes() != content:
        with world.workspace.writing(target) as temporary:
            temporary.write_bytes(content)
            warnings = versions.keep(world, target, reason)
    if target.read_bytes() != content:
        raise ToolError("the file does not hold what was written; is the disk full?", argument="path")
    lines = many(len(content.splitlines()), "line")
    return Saved(path=places.name(world, target), verified=f"{lines}, {many(len(content), 'byte')}", warnings=warnings)


def _occurrences(text: str, part: str) -> list[int]:
    found, at = [text.find(part)], 0
    while (at := text.find(part, found[-1] + len(part))) >= 0:
        found.append(at)
    return found


def _nearest(text: str, wanted: str) -> str:
    """The line most like the first one wanted: mostly it is a space or a quote that differs."""
    first = next((line for line in wanted.splitlines() if line.strip()), "")
    matcher = SequenceMatcher(b=first[:500], autojunk=False)
    best, where, likeness = "", 0, 0.6
    deadline = time.monotonic() + PATIENCE
    for number, line in enumerate(text.split("\n")[:5_000], 1):
        if time.monotonic() > deadline:
            break
        matcher.set_seq1(line[:500])
        if matcher.real_quick_ratio() > likeness and matcher.quick_ratio() > likeness:
            ratio = matcher.ratio()
            if ratio > likeness:
                best, where, likeness = line, number, ratio
    return f"; most like it is line {where}: {best[:200]!r}" if where else "; read the file and copy it exactly"
