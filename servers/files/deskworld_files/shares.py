"""Who a file or folder is shared with: a record for each person, that follows the file when it moves."""

import re
from datetime import datetime
from typing import Annotated, Literal

from deskworld_kit import Page, Result, ToolError, World, page, tool
from deskworld_kit.errors import unknown
from pydantic import Field

from deskworld_files import places, shelf

SECTION = "shares"
Access = Literal["view", "comment", "edit"]
_ADDRESS = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;.]+")


class FileShare(Result):
    """What one person may do with a file or folder."""

    id: str
    path: str
    address: str
    access: Access
    note: str
    shared_at: datetime
    available: bool = Field(default=True, description="False while the file is gone or in the trash.")


class SharesEnded(Result):
    """Shares that are no more."""

    ended: list[FileShare]


@tool("add", idempotent=True)
def share_file(world: World, path: str, address: str, access: Access = "view", note: str = "") -> FileShare:
    """Share a file or folder with a person; sharing it again with the same person changes what they may do.

    Args:
        address: The person's mail address.
        note: A word to them.
    """
    name = places.name(world, places.movable(world, path))
    person = _person(address)
    before = next((each for each in _all(world) if (each.path, each.address) == (name, person)), None)
    if before is None:
        shared_at = world.now()
        number, _ = shelf.new_drawer(world, SECTION)
        share = FileShare(
            id=f"share_{number}", path=name, address=person, access=access, note=note, shared_at=shared_at
        )
    else:
        number = _number(before)
        share = before.model_copy(update={"access": access, "note": note or before.note, "available": True})
    shelf.write(world, SECTION, number, share)
    return share


@tool("read")
def list_file_shares(
    world: World,
    path: str = "",
    address: str = "",
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
    cursor: str = "",
) -> Page[FileShare]:
    """List what is shared, and with whom.

    Args:
        path: Only this file, or this folder with what is in it.
        address: Only with this person.
        cursor: The `next_cursor` before.
    """
    shares = _all(world)
    if path:
        name = places.name(world, world.workspace.place(path))
        shares = [each for each in shares if name == "." or each.path == name or each.path.startswith(f"{name}/")]
    if address:
        shares = [each for each in shares if each.address == _person(address)]
    return page(shares, limit=limit, cursor=cursor)


@tool("remove")
def stop_sharing_file(world: World, path: str, address: str = "") -> SharesEnded:
    """Stop sharing a file or folder; returns the shares that ended.

    Args:
        address: Only with this person.
    """
    name = places.name(world, world.workspace.place(path))
    mine = [each for each in _all(world) if each.path == name]
    ended = [each for each in mine if not address or each.address == _person(address)]
    if not ended:
        with_whom = [each.address for each in mine]
        if address and mine:
            raise unknown(f"share of {name!r} with", address, with_whom, argument="address")
        raise ToolError(f"{name!r} is not shared; list_file_shares shows what is", argument="path")
    for share in ended:
        shelf.clear(world, SECTION, _number(share))
    return SharesEnded(ended=ended)


def follow(world: World, old: str, new: str) -> None:
    """Let shares go with a file or folder that was moved."""
    for number, share in shelf.read(world, SECTION, FileShare).items():
        if share.path == old or share.path.startswith(f"{old}/"):
            moved = share.model_copy(update={"path": new + share.path[len(old) :]})
            shelf.write(world, SECTION, number, moved)


def _all(world: World) -> list[FileShare]:
    return [
        share.model_copy(update={"available": (world.workspace.root / share.path).exists()})
        for share in shelf.read(world, SECTION, FileShare).values()
    ]


def _number(share: FileShare) -> int:
    return int(share.id.removeprefix("share_"))


def _person(address: str) -> str:
    bare = address.strip().lower()
    if not _ADDRESS.fullmatch(bare):
        raise ToolError(f"{address!r} is not a mail address, like ana@example.com", argument="address")
    return bare
