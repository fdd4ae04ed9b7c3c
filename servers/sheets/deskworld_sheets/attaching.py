"""What is attached to cells and sheets: pictures, comments, links."""

from deskworld_kit import Saved, World, tool

from . import engine
from .arguments import Cell, Pixels, Sheet
from .saving import editing


class PictureAdded(Saved):
    name: str
    width: int
    height: int


class Attached(Saved):
    cell: str


@tool("add")
def add_sheet_picture(
    world: World,
    path: str,
    picture: str,
    sheet: Sheet = "",
    place: str = "",
    width: Pixels = 0,
    height: Pixels = 0,
    alt: str = "",
) -> PictureAdded:
    """Put a picture on a sheet, in its ratio unless width and height (pixels) are both given.

    Args:
        picture: Path of an image.
        place: Like F2 or F2:M18; empty: beside the values.
    """
    file = world.workspace.find(picture, argument="picture")
    with editing(world, path) as book:
        name, wide, high = engine.pictures.add(book, book.sheet(sheet), file, place, width, height, alt)
    return PictureAdded(**book.saved, name=name, width=wide, height=high)


@tool("remove")
def delete_sheet_picture(world: World, path: str, picture: str, sheet: Sheet = "") -> Saved:
    """Delete a picture, shape or text box.

    Args:
        picture: Its name, as list_sheet_objects says.
    """
    with editing(world, path) as book:
        engine.pictures.remove(book, book.sheet(sheet), picture)
    return Saved(**book.saved)


@tool("edit")
def add_cell_comment(world: World, path: str, cell: Cell, text: str, sheet: Sheet = "", author: str = "") -> Attached:
    """Put a comment on a cell in place of the one it had; an empty text takes it away."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, cell, "cell")
        engine.notes.set_comment(book, found, area, text, author)
    return Attached(**book.saved, cell=engine.content.label(found, area))


@tool("edit")
def set_cell_link(world: World, path: str, cell: Cell, to: str, sheet: Sheet = "") -> Attached:
    """Link a cell to a web address or a place in the workbook; an empty one takes the link away.

    Args:
        to: Like https://example.com or Sums!A1.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, cell, "cell")
        engine.notes.set_link(book, found, area, to)
    return Attached(**book.saved, cell=engine.content.label(found, area))
