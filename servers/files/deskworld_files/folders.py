"""Folders: what is in them, how they nest, how much they hold."""

from datetime import datetime
from os import DirEntry
from pathlib import Path
from typing import Annotated, Literal

from deskworld_kit import Page, Result, World, page, tool
from pydantic import Field

from deskworld_files import places, shelf

Kind = Literal["file", "folder", "link", "other"]
MOST_LINES = 400
MOST_DEPTH = 12


class Entry(Result):
    """A file, folder or link as a listing shows it; `other` is a pipe or a device, which can't be read."""

    path: str
    kind: Kind
    bytes: int = Field(description="Size of a file; of a folder, how many things lie in it.")
    modified: datetime


class Tree(Result):
    """Folders and files as an indented outline."""

    path: str
    outline: str
    folders: int
    files: int
    cut: bool = Field(description="True when folders were not opened or names left out: ask for one of them.")


class Folder(Result):
    """A folder that is there now."""

    path: str
    created: bool = Field(description="False when it was there before.")


class Share(Result):
    """Part of the space."""

    name: str
    files: int
    bytes: int


class Usage(Result):
    """How much space the workspace takes."""

    path: str
    files: int
    folders: int
    bytes: int
    by_ending: list[Share] = Field(description="The ten endings that take most.")
    largest: list[Share] = Field(description="The ten largest files.")
    trash_bytes: int
    version_bytes: int


@tool("read", core=True)
def list_folder(
    world: World,
    path: str = "",
    sort: Literal["name", "newest", "largest"] = "name",
    only: Literal["all", "files", "folders"] = "all",
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
    cursor: str = "",
) -> Page[Entry]:
    """List what lies directly in a folder, folders first.

    Args:
        path: The folder; else the workspace.
        cursor: The `next_cursor` before.
    """
    top = world.workspace.folder(path)
    entries = [described(world, item) for item in places.children(top)]
    if only != "all":
        entries = [entry for entry in entries if entry.kind == only.removesuffix("s")]
    if sort == "newest":
        entries.sort(key=lambda entry: entry.modified, reverse=True)
    elif sort == "largest":
        entries.sort(key=lambda entry: entry.bytes, reverse=True)
    entries.sort(key=lambda entry: entry.kind != "folder")
    return page(entries, limit=limit, cursor=cursor)


@tool("read", core=True)
def get_folder_tree(world: World, path: str = "", depth: Annotated[int, Field(ge=1, le=MOST_DEPTH)] = 4) -> Tree:
    """Show a folder with all below it as an indented outline, to get to know it.

    Args:
        path: The folder; else the workspace.
        depth: How many levels to open.
    """
    top = world.workspace.folder(path)
    lines: list[str] = []
    counts = {"file": 0, "folder": 0, "link": 0, "other": 0}
    closed = False
    for item in places.walk(top):
        entry = described(world, item)
        counts[entry.kind] += 1
        level = len(Path(item.path).relative_to(top).parts) - 1
        if level >= depth:
            closed = True
        elif len(lines) < MOST_LINES:
            mark = {"file": f" ({entry.bytes:,} B)", "folder": "/", "link": " (link)", "other": " (other)"}[entry.kind]
            lines.append("  " * level + item.name + mark)
        else:
            closed = True
    return Tree(
        path=places.name(world, top),
        outline="\n".join(lines) or "(empty)",
        folders=counts["folder"],
        files=counts["file"],
        cut=closed,
    )


@tool("add", core=True, idempotent=True)
def create_folder(world: World, path: str) -> Folder:
    """Make a folder, with the folders above it where they are missing."""
    spot = world.workspace.place(path)
    if spot.is_dir():
        return Folder(path=places.name(world, spot), created=False)
    places.free(world, path).mkdir(parents=True)
    return Folder(path=places.name(world, spot), created=True)


@tool("read")
def get_storage_usage(world: World, path: str = "") -> Usage:
    """Say what takes space: totals, the endings and files that take most, the trash and earlier versions.

    Args:
        path: A folder; else everywhere.
    """
    top = world.workspace.folder(path)
    sizes = {file: file.lstat().st_size for file in places.files_below(top)}
    endings: dict[str, list[int]] = {}
    for file, size in sizes.items():
        endings.setdefault(file.suffix.lower() or "(none)", []).append(size)
    by_ending = [Share(name=end, files=len(each), bytes=sum(each)) for end, each in endings.items()]
    largest = [Share(name=places.name(world, file), files=1, bytes=size) for file, size in sizes.items()]
    return Usage(
        path=places.name(world, top),
        files=len(sizes),
        folders=sum(item.is_dir(follow_symlinks=False) for item in places.walk(top)),
        bytes=sum(sizes.values()),
        by_ending=sorted(by_ending, key=lambda share: (-share.bytes, share.name))[:10],
        largest=sorted(largest, key=lambda share: (-share.bytes, share.name))[:10],
        trash_bytes=shelf.usage(world, "trash"),
        version_bytes=shelf.usage(world, "versions"),
    )


def described(world: World, item: DirEntry[str]) -> Entry:
    """An entry of a listing; a link is named and not followed."""
    facts = item.stat(follow_symlinks=False)
    kind: Kind = "link" if item.is_symlink() else "folder" if item.is_dir() else "file" if item.is_file() else "other"
    return Entry(
        path=places.name(world, Path(item.path)),
        kind=kind,
        bytes=_held(item) if kind == "folder" else facts.st_size,
        modified=places.moment(facts.st_mtime),
    )


def _held(folder: DirEntry[str]) -> int:
    try:
        return len(places.children(Path(folder.path)))
    except OSError:  # nobody may look into it
        return 0
