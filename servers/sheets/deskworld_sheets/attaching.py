"""What is attached to cells and sheets: pictures, comments, links, locks."""

from collections.abc import Sequence
from typing import Annotated, Literal

from deskworld_kit import Saved, World, tool
from pydantic import Field

from . import engine
from .saving import Path, SheetName, editing

Pixels = Annotated[int, Field(ge=0, le=4000)]


class PictureAdded(Saved):
    name: str
    width: int
    height: int


class Attached(Saved):
    cell: str


@tool("edit")
def add_sheet_picture(
    world: World,
    path: Path,
    picture: str,
    sheet: SheetName = "",
    place: str = "",
    width: Pixels = 0,
    height: Pixels = 0,
    alt: str = "",
) -> PictureAdded:
    """Put a picture from the workspace on a sheet; its ratio is kept unless width and height are both given.

    Args:
        picture: The picture file.
        place: Cell like F2, or a range to cover; beside the values if empty.
        width: Pixels.
        alt: What it shows, for who cannot see it.
    """
    file = world.workspace.find(picture, argument="picture")
    with editing(world, path) as book:
        name, wide, high = engine.pictures.add(book, book.sheet(sheet), file, place, width, height, alt)
    return PictureAdded(**book.saved, name=name, width=wide, height=high)


@tool("edit", idempotent=True)
def add_cell_comment(
    world: World, path: Path, cell: str, text: str, sheet: SheetName = "", author: str = ""
) -> Attached:
    """Put a comment on a cell in place of the one it had; an empty text takes it away."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, cell, "cell")
        engine.notes.set_comment(book, found, area, text, author)
    return Attached(**book.saved, cell=engine.content.label(found, area))


@tool("edit", idempotent=True)
def set_cell_link(world: World, path: Path, cell: str, target: str, sheet: SheetName = "", tip: str = "") -> Attached:
    """Link a cell to a web address or to another place in the workbook; an empty target takes the link away.

    Args:
        target: Like https://example.com, mailto:a@example.com or Sums!A1.
        tip: Shown when the mouse rests on it.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, cell, "cell")
        engine.notes.set_link(book, found, area, target, tip)
    return Attached(**book.saved, cell=engine.content.label(found, area))


@tool("edit", idempotent=True)
def protect_sheet(
    world: World,
    path: Path,
    sheet: SheetName = "",
    on: bool = True,
    password: str = "",
    allow: Sequence[Literal["format", "insert", "delete", "sort", "filter", "pivot", "links"]] = (),
    unlocked: str = "",
) -> Attached:
    """Lock a sheet against change in Excel, or lift the lock. Tools here are not stopped by it.

    Args:
        allow: What people may still do.
        unlocked: Range that stays open for typing, like B2:B20.
    """
    with editing(world, path) as book:
        found = book.sheet(sheet)
        if unlocked:
            home, area = book.locate(found.name, unlocked, "unlocked")
            engine.formats.apply(book, home, area, engine.styles.Look(locked=False))
        if on:
            engine.protecting.protect(book, found, password, list(allow))
        else:
            engine.protecting.unprotect(book, found)
    return Attached(**book.saved, cell=unlocked)
