"""Earlier versions: before this server overwrites a file it keeps what was there, the last twenty times.

Each lies in a drawer of its own with a record of where it belongs. Versions follow a file when it is moved.
"""

import shutil
from datetime import datetime
from pathlib import Path
from typing import Annotated

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_files import places, shelf
from deskworld_files.compare import Difference, compared
from deskworld_files.facts import digest

SECTION = "versions"
KEPT = 20
TOO_LARGE = 100 * 1024 * 1024


class Version(Result):
    """What a file held at some time before."""

    version: int
    path: str
    saved_at: datetime
    reason: str = Field(description="What overwrote it.")
    bytes: int
    sha256: str


@tool("read")
def list_file_versions(
    world: World, path: str, limit: Annotated[int, Field(ge=1, le=200)] = 20, cursor: str = ""
) -> Page[Version]:
    """List what a file held before it was overwritten by these tools, newest first.

    Args:
        path: The file; it may be gone by now.
        cursor: The `next_cursor` before.
    """
    return page(_history(world, _name(world, path))[::-1], limit=limit, cursor=cursor)


@tool("read")
def compare_file_version(
    world: World, path: str, version: int, context: Annotated[int, Field(ge=0, le=20)] = 3
) -> Difference:
    """Show what changed in a file since an earlier version.

    Args:
        version: A number from list_file_versions.
        context: Unchanged lines around a change.
    """
    file = world.workspace.find(path)
    old = _chosen(world, path, version)
    return compared(_kept(world, old), file, f"{old.path} (version {version})", places.name(world, file), context)


@tool("edit")
def restore_file_version(world: World, path: str, version: int, destination: str = "") -> Saved:
    """Bring an earlier version of a file back; what is there now becomes a version itself.

    Args:
        path: The file; it may be gone by now.
        version: A number from list_file_versions.
        destination: Where to put it instead, leaving the file alone.
    """
    old = _chosen(world, path, version)
    goal = destination or path
    target = places.goal(world, goal, "destination" if destination else "path")
    # The version is copied first: keeping what is there now may push this very one out.
    with world.workspace.writing(target) as temporary:
        shutil.copyfile(_kept(world, old), temporary)
        keep(world, target, f"restored version {version}")
    if digest(target) != old.sha256:
        raise ToolError(f"version {version} can't be read back as it was saved", argument="version")
    return Saved(path=places.name(world, target), verified=f"{old.bytes:,} bytes, the same as version {version}")


def keep(world: World, file: Path, reason: str) -> list[str]:
    """Keep what a file holds before it is overwritten; says in a warning what was done."""
    if not file.is_file():
        return []
    name, size = places.name(world, file), file.stat().st_size
    if size > TOO_LARGE:
        return [f"{name!r} was too large to keep as an earlier version"]
    saved_at = world.now()
    number, drawer = shelf.new_drawer(world, SECTION)
    shutil.copyfile(file, drawer / "content")
    shelf.write(
        world,
        SECTION,
        number,
        Version(
            version=number,
            path=name,
            saved_at=saved_at,
            reason=reason,
            bytes=size,
            sha256=digest(drawer / "content"),
        ),
    )
    for old in _history(world, name)[:-KEPT]:
        shelf.clear(world, SECTION, old.version)
    return [f"what was there before is version {number}; restore_file_version brings it back"]


def follow(world: World, old: str, new: str) -> None:
    """Let versions go with a file or folder that was moved."""
    for number, record in shelf.read(world, SECTION, Version).items():
        if record.path == old or record.path.startswith(f"{old}/"):
            moved = record.model_copy(update={"path": new + record.path[len(old) :]})
            shelf.write(world, SECTION, number, moved)


def _history(world: World, name: str) -> list[Version]:
    return [record for record in shelf.read(world, SECTION, Version).values() if record.path == name]


def _chosen(world: World, path: str, version: int) -> Version:
    history = _history(world, _name(world, path))
    for record in history:
        if record.version == version:
            return record
    there = ", ".join(str(record.version) for record in history) or "none"
    raise ToolError(f"{path!r} has no version {version}; it has: {there}", argument="version")


def _kept(world: World, version: Version) -> Path:
    return shelf.drawer(world, SECTION, version.version) / "content"


def _name(world: World, path: str) -> str:
    return places.name(world, world.workspace.place(path))
