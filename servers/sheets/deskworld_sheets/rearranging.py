"""Cells put elsewhere or in another order: copied, sorted, filtered, replaced; names for ranges."""

from collections.abc import Sequence
from typing import Literal

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from . import engine
from .arguments import AnySheet, Sheet, WholeRange
from .saving import editing, reading


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


@tool("edit")
def copy_range(
    world: World,
    path: str,
    source: str,
    target: str,
    sheet: Sheet = "",
    what: Literal["all", "values", "formulas", "formats"] = "all",
) -> Rearranged:
    """Copy cells to a target like Report!B2; relative references move along as when pasted.

    Args:
        source: Like A1:D9 or Data!A1:D9.
    """
    with editing(world, path) as book:
        first, area = book.locate(sheet, source, "source")
        second, place = book.locate("" if "!" in target else first.name, target, "target")
        used = book.used(first)
        area = (area.within(used) if used else None) or area
        done = engine.sorting.copy(book, first, area, second, place.top, place.left, what)
    return Rearranged(**book.saved, range=engine.content.label(second, done))


@tool("edit")
def sort_range(
    world: World, path: str, by: Sequence[str], range: WholeRange = "", sheet: Sheet = "", has_header: bool = True
) -> Rearranged:
    """Sort rows by one or more columns, looks and formulas going with them.

    Args:
        by: Headings or letters; -Amount for the largest first.
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
    path: str,
    range: WholeRange = "",
    sheet: Sheet = "",
    columns: Sequence[str] = (),
) -> RowsRemoved:
    """Keep the first of rows that are alike in some columns (in all if none is named).

    Args:
        columns: Headings or letters.
    """
    with editing(world, path) as book:
        found, area = _whole(book, sheet, range)
        removed = engine.sorting.drop_duplicates(book, found, area, columns, has_header=True)
    return RowsRemoved(**book.saved, range=engine.content.label(found, area), removed=removed)


@tool("edit")
def filter_range(
    world: World,
    path: str,
    where: Sequence[str] = (),
    range: WholeRange = "",
    sheet: Sheet = "",
) -> Filtered:
    """Filter a list: rows that do not meet the conditions are hidden; with none all show again.

    Args:
        where: Like Amount >= 100, Region in North|South, When is blank.
    """
    with editing(world, path) as book:
        found, area = _whole(book, sheet, range)
        shown = engine.filtering.filter_rows(book, found, area, where)
    return Filtered(**book.saved, range=engine.content.label(found, area), shown=shown)


@tool("edit")
def replace_values(
    world: World,
    path: str,
    find: str,
    replace: str,
    sheet: AnySheet = "",
    range: WholeRange = "",
    whole_cell: bool = False,
    in_formulas: bool = False,
) -> Replaced:
    """Replace a text in cells (case counts), and in formulas if asked."""
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


@tool("edit")
def define_name(world: World, path: str, name: str, refers_to: str, sheet: str = "") -> NameSaved:
    """Name a range, a constant or a formula; an empty refers_to takes the name away.

    Args:
        refers_to: Like Data!B2:B20, 0.19, or =SUM(Data!B:B).
        sheet: Empty: the whole book.
    """
    with editing(world, path) as book:
        home = book.sheet(sheet) if sheet else None
        stored = engine.naming.meaning(book, refers_to, home)
        engine.names.define(book, name, stored, home)
        book.values_changed = True
    return NameSaved(**book.saved, name=name, refers_to=engine.formulas.shown(stored)[1:])


@tool("read")
def list_names(world: World, path: str, cursor: str = "") -> Page[DefinedName]:
    """Names that the workbook defines, and what they stand for."""
    with reading(world, path) as book:
        found = [
            DefinedName(name=item.name, refers_to=item.refers_to, sheet=item.sheet)
            for item in engine.names.names(book)
            if not item.hidden
        ]
    return page(found, limit=50, cursor=cursor)


def _whole(book: "engine.book.Book", sheet: str, range_: str) -> "tuple[engine.book.Sheet, engine.references.Area]":
    if range_:
        return book.locate(sheet, range_)
    found = book.sheet(sheet)
    used = book.used(found)
    if used is None:
        raise ToolError(f"{found.name} is empty", argument="range")
    return found, used
