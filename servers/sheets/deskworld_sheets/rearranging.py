"""Cells put elsewhere or in another order: copied, sorted, filtered, replaced; names for ranges."""

from collections.abc import Sequence
from typing import Literal

from deskworld_kit import Page, Result, Saved, Scalar, ToolError, World, page, tool
from pydantic import Field

from . import engine
from .saving import Path, SheetName, editing, reading


class Rearranged(Saved):
    range: str


class RowsRemoved(Rearranged):
    removed: int


class Filtered(Rearranged):
    shown: int = Field(description="Rows that still show.")


class Replaced(Saved):
    changed: int = Field(description="Cells that changed.")


class DefinedName(Result):
    name: str
    refers_to: str
    sheet: str = Field(description="The sheet it belongs to; empty for the whole book.")


class NameSaved(Saved):
    name: str
    refers_to: str


@tool("edit", idempotent=True)
def copy_range(
    world: World,
    path: Path,
    source: str,
    target: str,
    sheet: SheetName = "",
    what: Literal["all", "values", "formulas", "formats"] = "all",
) -> Rearranged:
    """Copy cells, also to another sheet; relative references move along as when pasted.

    Args:
        source: Range to copy, like A1:D9.
        target: First cell to paste at, like Report!B2.
    """
    with editing(world, path) as book:
        first, area = book.locate(sheet, source, "source")
        second, place = book.locate("" if "!" in target else first.name, target, "target")
        used = book.used(first)
        area = (area.within(used) if used else None) or area
        done = engine.sorting.copy(book, first, area, second, place.top, place.left, what)
    return Rearranged(**book.saved, range=engine.content.label(second, done))


@tool("edit", idempotent=True)
def sort_range(
    world: World, path: Path, by: Sequence[str], range: str = "", sheet: SheetName = "", has_header: bool = True
) -> Rearranged:
    """Sort rows by one or more columns, looks and formulas going with them.

    Args:
        by: Headings or column letters; -Amount for the largest first.
        range: With its heading row, or a table's name; all that is used if empty.
    """
    if not by:
        raise ToolError("say what to sort by, like ['Region', '-Amount']", argument="by")
    with editing(world, path) as book:
        found, area = _whole(book, sheet, range)
        body = engine.sorting.sort(book, found, area, by, has_header)
    return Rearranged(**book.saved, range=engine.content.label(found, body))


@tool("remove", idempotent=True)
def remove_duplicates(
    world: World,
    path: Path,
    range: str = "",
    sheet: SheetName = "",
    columns: Sequence[str] = (),
    has_header: bool = True,
) -> RowsRemoved:
    """Keep the first of rows that are alike; rows below move up within the range.

    Args:
        range: With its heading row, or a table's name; all that is used if empty.
        columns: Headings that must agree; all if empty.
    """
    with editing(world, path) as book:
        found, area = _whole(book, sheet, range)
        removed = engine.sorting.drop_duplicates(book, found, area, columns, has_header)
    return RowsRemoved(**book.saved, range=engine.content.label(found, area), removed=removed)


@tool("edit", idempotent=True)
def filter_range(
    world: World,
    path: Path,
    column: str = "",
    values: Sequence[Scalar] = (),
    compare: Literal["", "greater", "less", "at_least", "at_most", "not_equal", "contains"] = "",
    value: Scalar = None,
    range: str = "",
    sheet: SheetName = "",
) -> Filtered:
    """Put an Excel filter on a list and hide the rows that do not meet it; without a column all rows show again.

    Args:
        column: Heading or letter of the column to filter by.
        values: Keep rows with one of these.
        compare: Or keep rows that compare so with `value`.
        range: With its heading row, or a table's name; all that is used if empty.
    """
    with editing(world, path) as book:
        found, area = _whole(book, sheet, range)
        shown = engine.filtering.filter_rows(book, found, area, column, list(values), compare, value)
    return Filtered(**book.saved, range=engine.content.label(found, area), shown=shown)


@tool("edit", idempotent=True)
def replace_values(
    world: World,
    path: Path,
    find: str,
    replace: str,
    sheet: str = "",
    range: str = "",
    whole_cell: bool = False,
    in_formulas: bool = False,
) -> Replaced:
    """Replace a text in the texts of cells (case counts), and in formulas if asked.

    Args:
        sheet: Only this sheet; all if empty.
        range: Only these cells.
        whole_cell: Only cells that hold nothing else.
    """
    if not find:
        raise ToolError("find is empty; say what to replace", argument="find")
    with editing(world, path) as book:
        if range:
            places = [book.locate(sheet, range)]
        else:
            sheets = [book.sheet(sheet)] if sheet else [each for each in book.sheets if each.is_grid]
            places = [(each, None) for each in sheets]
        changed = sum(
            engine.sorting.replace(book, home, area, find, replace, whole_cell, in_formulas) for home, area in places
        )
    return Replaced(**book.saved, changed=changed)


@tool("edit", idempotent=True)
def define_name(world: World, path: Path, name: str, refers_to: str, sheet: str = "") -> NameSaved:
    """Give a range, a constant or a formula a name to use in formulas; an empty refers_to takes the name away.

    Args:
        refers_to: Like Data!B2:B20, 0.19, or =SUM(Data!B:B).
        sheet: Only for this sheet; for the whole book if empty.
    """
    with editing(world, path) as book:
        home = book.sheet(sheet) if sheet else None
        stored = engine.naming.meaning(book, refers_to, home)
        engine.names.define(book, name, stored, home)
        book.values_changed = True
    return NameSaved(**book.saved, name=name, refers_to=stored)


@tool("read")
def list_names(world: World, path: Path, limit: int = 50, cursor: str = "") -> Page[DefinedName]:
    """Names that the workbook defines, and what they stand for."""
    with reading(world, path) as book:
        found = [
            DefinedName(name=item.name, refers_to=item.refers_to, sheet=item.sheet)
            for item in engine.names.names(book)
            if not item.hidden
        ]
    return page(found, limit=limit, cursor=cursor)


def _whole(book: "engine.book.Book", sheet: str, range_: str) -> "tuple[engine.book.Sheet, engine.references.Area]":
    if range_:
        return book.locate(sheet, range_)
    found = book.sheet(sheet)
    used = book.used(found)
    if used is None:
        raise ToolError(f"{found.name} is empty", argument="range")
    return found, used
