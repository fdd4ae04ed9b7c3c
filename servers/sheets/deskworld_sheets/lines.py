"""Rows and columns: put in, taken out, made wider, merged, sorted, copied."""

from typing import Annotated

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from . import engine
from .arguments import Sheet
from .saving import editing

Count = Annotated[int, Field(ge=1, le=100_000)]


class LinesSaved(Saved):
    sheet: str
    used: str = Field(description="Area that holds values now.")


def _shift(world: World, path: str, sheet: str, axis: "engine.references.Axis", at: int, count: int) -> LinesSaved:
    if at < 1:
        raise ToolError(f"{at} is no {axis}; they count from 1", argument=axis)
    with editing(world, path) as book:
        found = book.sheet(sheet)
        shift = engine.references.Shift(axis, at, count)
        if at > shift.most:
            raise ToolError(f"the sheet ends at {axis} {shift.most}", argument=axis)
        engine.structure.shift_lines(book, found, shift)
        used = book.used(found)
    return LinesSaved(**book.saved, sheet=found.name, used=used.name if used else "")


def _column(text: str) -> int:
    return engine.references.parse_area(f"{text}:{text}" if ":" not in text else text, "column").left


@tool("add", core=True)
def insert_rows(world: World, path: str, row: int, count: Count = 1, sheet: Sheet = "") -> LinesSaved:
    """Put empty rows before a row. All that points to cells moves along."""
    return _shift(world, path, sheet, "row", row, count)


@tool("remove", core=True)
def delete_rows(world: World, path: str, row: int, count: Count = 1, sheet: Sheet = "") -> LinesSaved:
    """Delete whole rows from one on. Formulas that pointed only to them become #REF!."""
    return _shift(world, path, sheet, "row", row, -count)


@tool("add")
def insert_columns(world: World, path: str, column: str, count: Count = 1, sheet: Sheet = "") -> LinesSaved:
    """Put empty columns before a column (like C). All that points to cells moves along."""
    return _shift(world, path, sheet, "column", _column(column), count)


@tool("remove")
def delete_columns(world: World, path: str, column: str, count: Count = 1, sheet: Sheet = "") -> LinesSaved:
    """Delete whole columns from one (like C) on. Formulas that pointed only to them become #REF!."""
    return _shift(world, path, sheet, "column", _column(column), -count)
