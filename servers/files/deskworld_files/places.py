"""Where things are: paths that may be a file or a folder, and walks that never leave the workspace.

The workspace resolves every path; here is only what a file manager adds to that. A walk names each link it meets and
follows none, and passes over the folder in which the servers keep their own things.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from deskworld_kit import ToolError, World
from deskworld_kit.workspace import HIDDEN

MOST_DEPTH = 100
LISTED = 20
_LAST = datetime(9999, 1, 1, tzinfo=UTC).timestamp()


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


def goal(world: World, path: str, argument: str = "path") -> Path:
    """Where a file may be written: nothing is there, or a plain file."""
    return shallow(world, world.workspace.target(path, argument=argument), argument)


def shallow(world: World, spot: Path, argument: str = "path") -> Path:
    """The same place, refused where folders would nest deeper than any program can stand."""
    if len(spot.relative_to(world.workspace.root).parts) > MOST_DEPTH:
        raise ToolError(f"it lies over {MOST_DEPTH} folders deep; choose a place higher up", argument=argument)
    return spot


def free(world: World, path: str, argument: str = "path") -> Path:
    """A path where nothing is yet."""
    spot = shallow(world, world.workspace.place(path, argument=argument), argument)
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
    waiting = children(top)[::-1]
    while waiting:  # no recursion: folders may nest deeper than Python's calls
        item = waiting.pop()
        yield item
        if item.is_dir(follow_symlinks=False):
            with suppress(OSError):  # gone meanwhile, or nobody may look into it
                waiting += children(Path(item.path))[::-1]


def files_below(top: Path) -> Iterator[Path]:
    """The plain files below a folder, or the file itself."""
    if top.is_file():
        yield top
        return
    for item in walk(top):
        if item.is_file(follow_symlinks=False):
            yield Path(item.path)


def left_out(world: World, top: Path) -> list[str]:
    """A warning for each link, pipe or device below a folder: copies and archives leave them out."""
    odd = [item for item in walk(top) if not plain(item)] if top.is_dir() else []
    notes = [
        f"left out the {'link' if item.is_symlink() else 'pipe or device'} {name(world, Path(item.path))!r}"
        for item in odd[:LISTED]
    ]
    return notes + ([f"left out {len(odd) - LISTED} more links, pipes or devices"] if len(odd) > LISTED else [])


def plain(item: os.DirEntry[str]) -> bool:
    """Whether it is a file or a folder: not a link, and nothing that could be read for ever, like a pipe."""
    return item.is_file(follow_symlinks=False) or item.is_dir(follow_symlinks=False)


def moment(seconds: float) -> datetime:
    """A file's time, as a calendar can hold it: a disk's may lie thousands of years away."""
    return datetime.fromtimestamp(int(min(max(seconds, 0), _LAST)), UTC)
