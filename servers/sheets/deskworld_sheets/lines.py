"""Rows and columns, and blocks of cells: put in and taken out, with everything that points at them going along."""

from typing import Annotated, Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from . import engine
from .arguments import Range, Sheet
from .saving import editing

Count = Annotated[int, Field(ge=1, le=100_000)]
Line = int | str


class LinesSaved(Saved):
    sheet: str
    used: str = Field(description="Area that holds values now.")


def _shift(
    world: World, path: str, sheet: str, axis: "engine.references.Axis", line: Line, count: int, step: int
) -> LinesSaved:
    lines = engine.linenames.lines_of(line, axis, axis)
    if lines.count > 1 and count not in (1, lines.count):
        raise ToolError(f"{lines.name} is {lines.count} {axis}s already; leave count out", argument="count")
    with editing(world, path) as book:
        found = book.sheet(sheet)
        shift = engine.references.Shift(axis, lines.first, step * max(count, lines.count))
        engine.structure.shift_lines(book, found, shift)
        used = book.used(found)
    return LinesSaved(**book.saved, sheet=found.name, used=used.name if used else "")


@tool("add", core=True)
def insert_rows(world: World, path: str, row: Line, count: Count = 1, sheet: Sheet = "") -> LinesSaved:
    """Put empty rows before a row (3, or 3:5 for as many). All that points to cells moves along."""
    return _shift(world, path, sheet, "row", row, count, 1)


@tool("remove", core=True)
def delete_rows(world: World, path: str, row: Line, count: Count = 1, sheet: Sheet = "") -> LinesSaved:
    """Delete whole rows (3, 3:5). Formulas that pointed only to them become #REF!."""
    return _shift(world, path, sheet, "row", row, count, -1)


@tool("add")
def insert_columns(world: World, path: str, column: Line, count: Count = 1, sheet: Sheet = "") -> LinesSaved:
    """Put empty columns before a column (C or 3; C:E for as many). All that points to cells moves along."""
    return _shift(world, path, sheet, "column", column, count, 1)


@tool("remove")
def delete_columns(world: World, path: str, column: Line, count: Count = 1, sheet: Sheet = "") -> LinesSaved:
    """Delete whole columns (C or 3, C:E). Formulas that pointed only to them become #REF!."""
    return _shift(world, path, sheet, "column", column, count, -1)


def _shift_cells(
    world: World, path: str, sheet: str, range_: str, axis: "engine.references.Axis", step: int
) -> LinesSaved:
    with editing(world, path) as book:
        found, area = book.locate(sheet, range_)
        if area.columns == engine.references.MAX_COLUMN or area.rows == engine.references.MAX_ROW:
            kind = "row" if area.columns == engine.references.MAX_COLUMN else "column"
            raise ToolError(
                f"{area.name} is whole {kind}s; use {'insert' if step > 0 else 'delete'}_{kind}s", argument="range"
            )
        first, last = area.span(axis)
        low, high = area.span("column" if axis == "row" else "row")
        shift = engine.references.Shift(axis, first, step * (last - first + 1), low, high)
        engine.structure.shift_lines(book, found, shift)
        used = book.used(found)
    return LinesSaved(**book.saved, sheet=found.name, used=used.name if used else "")


@tool("add")
def insert_cells(
    world: World, path: str, range: Range, shift: Literal["down", "right"], sheet: Sheet = ""
) -> LinesSaved:
    """Put empty cells in; those there move down or right, the rest of the rows or columns stays. Formulas follow."""
    return _shift_cells(world, path, sheet, range, "row" if shift == "down" else "column", 1)


@tool("remove")
def delete_cells(world: World, path: str, range: Range, shift: Literal["up", "left"], sheet: Sheet = "") -> LinesSaved:
    """Take cells out; those below move up, or those right of them left. Formulas follow."""
    return _shift_cells(world, path, sheet, range, "row" if shift == "up" else "column", -1)
