"""The trash: what was thrown away lies in a drawer of the hidden shelf until it is restored or the trash is emptied."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from deskworld_kit import Page, Result, Saved, World, page, tool
from deskworld_kit.errors import unknown
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_files import places, shelf

SECTION = "trash"


class Trashed(Result):
    """A file or folder in the trash."""

    id: str
    path: str = Field(description="Where it was.")
    kind: Literal["file", "folder"]
    bytes: int
    trashed_at: datetime


class Emptied(Result):
    """What is gone for good."""

    removed: int
    bytes: int


@tool("remove", core=True)
def trash_path(world: World, path: str) -> Trashed:
    """Put a file or folder into the trash."""
    found = places.movable(world, path)
    trashed_at = world.now()
    number, drawer = shelf.new_drawer(world, SECTION)
    record = Trashed(
        id=f"trash_{number}",
        path=places.name(world, found),
        kind="folder" if found.is_dir() else "file",
        bytes=sum(file.lstat().st_size for file in places.files_below(found)),
        trashed_at=trashed_at,
    )
    shelf.write(world, SECTION, number, record)
    found.replace(_content(drawer))
    return record


@tool("read")
def list_trash(
    world: World, name: str = "", limit: Annotated[int, Field(ge=1, le=200)] = 20, cursor: str = ""
) -> Page[Trashed]:
    """List what is in the trash, the latest first.

    Args:
        name: Part of the path it had.
        cursor: The `next_cursor` before.
    """
    there = [record for record in _there(world) if name.casefold() in record.path.casefold()]
    return page(there[::-1], limit=limit, cursor=cursor)


@tool("add", core=True)
def restore_from_trash(world: World, item: str, destination: str = "") -> Saved:
    """Bring something back from the trash, to where it was or elsewhere.

    Args:
        item: Its id, or the path it had.
        destination: Another path for it.
    """
    there = _there(world)
    record = next((each for each in there[::-1] if item in (each.id, each.path)), None)
    if record is None:
        raise unknown(
            "item in the trash", item, [name for each in there for name in (each.path, each.id)], argument="item"
        )
    place = places.free(world, destination or record.path, "destination")
    number = int(record.id.removeprefix("trash_"))
    place.parent.mkdir(parents=True, exist_ok=True)
    _content(shelf.drawer(world, SECTION, number)).replace(place)
    shelf.clear(world, SECTION, number)
    size = sum(file.lstat().st_size for file in places.files_below(place))
    return Saved(path=places.name(world, place), verified=f"{record.kind}, {many(size, 'byte')}")


@tool("remove")
def empty_trash(world: World, item: str = "") -> Emptied:
    """Delete what is in the trash for good; nothing brings it back.

    Args:
        item: Only this id; empty for everything.
    """
    there = _there(world)
    gone = [record for record in there if item in ("", record.id)]
    if item and not gone:
        raise unknown("item in the trash", item, [record.id for record in there], argument="item")
    for record in gone:
        shelf.clear(world, SECTION, int(record.id.removeprefix("trash_")))
    return Emptied(removed=len(gone), bytes=sum(record.bytes for record in gone))


def _there(world: World) -> list[Trashed]:
    """What is in the trash, oldest first; a record whose content never arrived is none."""
    records = shelf.read(world, SECTION, Trashed)
    return [record for number, record in records.items() if _content(shelf.drawer(world, SECTION, number)).exists()]


def _content(drawer: Path) -> Path:
    return drawer / "content"
