"""The sheets of a workbook: added, named, ordered, copied, hidden and deleted."""

from deskworld_kit import Saved, World, tool
from pydantic import Field

from . import engine
from .saving import editing, reading


class SheetsSaved(Saved):
    sheets: list[str] = Field(description="The sheets now, in order.")


class SheetRenamed(SheetsSaved):
    followed: int = Field(description="Formulas, names, charts and links that took the new name.")


class SheetDeleted(SheetsSaved):
    broken: int = Field(description="Formulas, names and charts that pointed to it and are now #REF!.")


@tool("add", core=True)
def add_sheet(world: World, path: str, name: str, position: int = 0) -> SheetsSaved:
    """Add an empty sheet at a position counted from 1 (0: last)."""
    with editing(world, path) as book:
        engine.sheetlist.check_sheet_name(book, name)
        engine.sheetlist.add_sheet(book, name, position)
    return SheetsSaved(**book.saved, sheets=[sheet.name for sheet in book.sheets])


@tool("edit", core=True)
def rename_sheet(world: World, path: str, sheet: str, name: str) -> SheetRenamed:
    """Give a sheet another name; formulas, names, charts, links and pivots that use it follow."""
    with editing(world, path) as book:
        followed = engine.sheetlist.rename_sheet(book, book.sheet(sheet, any_kind=True), name)
    return SheetRenamed(**book.saved, sheets=[each.name for each in book.sheets], followed=followed)


@tool("remove", core=True)
def delete_sheet(world: World, path: str, sheet: str) -> SheetDeleted:
    """Delete a sheet and all that is on it. What pointed to it becomes #REF!; `broken` says how many did."""
    with editing(world, path) as book:
        broken = engine.sheetlist.delete_sheet(book, book.sheet(sheet, any_kind=True))
        if broken:
            book.warn(f"{broken} formulas, names or charts pointed to {sheet!r} and are now #REF!")
    return SheetDeleted(**book.saved, sheets=[each.name for each in book.sheets], broken=broken)


@tool("add")
def copy_sheet(world: World, path: str, sheet: str, name: str, position: int = 0, target: str = "") -> SheetsSaved:
    """Copy a sheet with its formats, tables, pictures and charts, to a position counted from 1 (0: last).

    Args:
        target: Another workbook to put it in.
    """
    if target and world.workspace.find(target, argument="target") != world.workspace.find(path):
        with reading(world, path) as source, editing(world, target) as book:
            engine.carrying.carry(source, source.sheet(sheet), book, name, position)
        return SheetsSaved(**book.saved, sheets=[each.name for each in book.sheets])
    with editing(world, path) as book:
        engine.sheetlist.copy_sheet(book, book.sheet(sheet), name, position)
    return SheetsSaved(**book.saved, sheets=[each.name for each in book.sheets])


@tool("edit")
def move_sheet(world: World, path: str, sheet: str, position: int) -> SheetsSaved:
    """Put a sheet at another place among the sheets, counted from 1."""
    with editing(world, path) as book:
        engine.sheetlist.move_sheet(book, book.sheet(sheet, any_kind=True), position)
    return SheetsSaved(**book.saved, sheets=[each.name for each in book.sheets])
