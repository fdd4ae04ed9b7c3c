"""The sheets of a workbook: added, named, ordered, copied, hidden and deleted."""

from typing import Literal

from deskworld_kit import Saved, World, tool
from pydantic import Field

from . import engine
from .saving import Path, Rows, SheetName, editing


class SheetsSaved(Saved):
    sheets: list[str] = Field(description="The sheets now, in order.")


class SheetRenamed(SheetsSaved):
    followed: int = Field(description="Formulas, names, charts and links that took the new name.")


class SheetDeleted(SheetsSaved):
    broken: int = Field(description="Formulas, names and charts that pointed to it and are now #REF!.")


@tool("edit", core=True)
def add_sheet(world: World, path: Path, name: str, rows: Rows = (), position: int = 0) -> SheetsSaved:
    """Add a sheet, with rows of values from A1 if given.

    Args:
        position: Place counted from 1; 0 puts it last.
    """
    with editing(world, path) as book:
        engine.sheetlist.check_sheet_name(book, name)
        sheet = engine.sheetlist.add_sheet(book, name, position)
        if rows:
            engine.content.write(book, sheet, 1, 1, rows)
    return SheetsSaved(**book.saved, sheets=[sheet.name for sheet in book.sheets])


@tool("edit", core=True)
def rename_sheet(world: World, path: Path, sheet: str, name: str) -> SheetRenamed:
    """Give a sheet another name; formulas, names, charts, links and pivots that use it follow."""
    with editing(world, path) as book:
        followed = engine.sheetlist.rename_sheet(book, book.sheet(sheet, any_kind=True), name)
    return SheetRenamed(**book.saved, sheets=[each.name for each in book.sheets], followed=followed)


@tool("remove", core=True)
def delete_sheet(world: World, path: Path, sheet: str) -> SheetDeleted:
    """Delete a sheet and all that is on it. What pointed to it becomes #REF!; `broken` says how many did."""
    with editing(world, path) as book:
        broken = engine.sheetlist.delete_sheet(book, book.sheet(sheet, any_kind=True))
        if broken:
            book.warn(f"{broken} formulas, names or charts pointed to {sheet!r} and are now #REF!")
    return SheetDeleted(**book.saved, sheets=[each.name for each in book.sheets], broken=broken)


@tool("edit")
def copy_sheet(world: World, path: Path, sheet: str, name: str, position: int = 0) -> SheetsSaved:
    """Copy a sheet within its workbook, with formats, tables, pictures and charts.

    Args:
        name: Name of the copy.
        position: Place counted from 1; 0 puts it last.
    """
    with editing(world, path) as book:
        engine.sheetlist.copy_sheet(book, book.sheet(sheet), name, position)
    return SheetsSaved(**book.saved, sheets=[each.name for each in book.sheets])


@tool("edit", idempotent=True)
def move_sheet(world: World, path: Path, sheet: str, position: int) -> SheetsSaved:
    """Put a sheet at another place among the sheets, counted from 1."""
    with editing(world, path) as book:
        engine.sheetlist.move_sheet(book, book.sheet(sheet, any_kind=True), position)
    return SheetsSaved(**book.saved, sheets=[each.name for each in book.sheets])


@tool("edit", idempotent=True)
def set_sheet_view(
    world: World,
    path: Path,
    sheet: SheetName = "",
    freeze_at: str = "",
    visible: Literal["", "yes", "no"] = "",
    gridlines: Literal["", "yes", "no"] = "",
    zoom: int = 0,
    tab_color: str = "",
) -> SheetsSaved:
    """Set how a sheet opens: frozen rows and columns, hidden or shown, gridlines, zoom, colour of its tab.

    Args:
        freeze_at: First cell that scrolls, like B2 (row 1 and column A stay); A1 freezes nothing.
        zoom: Percent, 10 to 400; 0 leaves it.
    """
    with editing(world, path) as book:
        found = book.sheet(sheet)
        engine.views.set_view(book, found, freeze_at, gridlines, zoom, tab_color)
        if visible:
            engine.sheetlist.set_state(book, found, "visible" if visible == "yes" else "hidden")
    return SheetsSaved(**book.saved, sheets=[each.name for each in book.sheets])
