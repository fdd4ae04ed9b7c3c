"""Where things are: paths that may be a file or a folder, and walks that never leave the workspace.

The workspace resolves every path; here is only what a file manager adds to that. A walk names each link it meets and
follows none, and passes over the folder in which the servers keep their own things.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from deskworld_kit import ToolError, World
from deskworld_kit.workspace import HIDDEN


def entry(world: World, path: str, argument: str = "path") -> Path:
    """The existing file or folder of this path."""
    found = world.workspace.place(path or ".", argument=argument)
    return found if found.is_dir() else world.workspace.find(path, argument=argument)


def movable(world: World, path: str, argument: str = "path") -> Path:
    """An existing file or folder that can go elsewhere: neither the workspace itself nor a link."""
    found = entry(world, path, argument)
    if found == world.workspace.root:
        raise ToolError("that is the whole workspace; name something in it", argument=argument)
    if (world.workspace.root / path).is_symlink():
        raise ToolError(f"{path!r} is a link; name what it leads to: {name(world, found)!r}", argument=argument)
    return found


def free(world: World, path: str, argument: str = "path") -> Path:
    """A path where nothing is yet."""
    spot = world.workspace.place(path, argument=argument)
    if spot.exists() or spot.is_symlink():
        raise ToolError(f"{name(world, spot)!r} is already there; choose another name", argument=argument)
    for parent in spot.parents:
        if parent.is_file():
            raise ToolError(f"{name(world, parent)!r} is a file, so nothing can be put in it", argument=argument)
    return spot


def name(world: World, place: Path) -> str:
    """How a place is called on the wire."""
    return world.workspace.relative(place)


def children(top: Path) -> list[os.DirEntry[str]]:
    """What lies directly in a folder, in order of name."""
    with os.scandir(top) as found:
        items = [item for item in found if item.name != HIDDEN]
    return sorted(items, key=lambda item: (item.name.casefold(), item.name))


def walk(top: Path) -> Iterator[os.DirEntry[str]]:
    """Everything below a folder, each folder before what it holds, in order of name."""
    for item in children(top):
        yield item
        if item.is_dir(follow_symlinks=False):
            yield from walk(Path(item.path))


def files_below(top: Path) -> Iterator[Path]:
    """The plain files below a folder, or the file itself."""
    if top.is_file():
        yield top
        return
    for item in walk(top):
        if item.is_file(follow_symlinks=False):
            yield Path(item.path)


def links_below(world: World, top: Path) -> list[str]:
    """A warning for each link below a folder: copies and archives leave them out."""
    if not top.is_dir():
        return []
    links = [name(world, Path(item.path)) for item in walk(top) if item.is_symlink()]
    return [f"left out the link {link!r}" for link in links]


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 file, 2 files."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
