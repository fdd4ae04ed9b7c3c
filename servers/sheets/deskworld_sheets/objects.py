"""Things made of cells: tables and pivot tables; and what lies on a sheet besides its cells."""

from collections.abc import Sequence

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from . import engine
from .arguments import AnySheet, Headings, Range, Sheet
from .saving import editing, reading


class TableMade(Saved):
    name: str
    range: str
    columns: list[str]


class TableDeleted(Saved):
    range: str = Field(description="The cells it covered, which stay.")
    followed: int = Field(description="Formulas that name its cells now.")


class PivotMade(Saved):
    name: str
    range: str = Field(description="Cells of the pivot; read_range shows its figures.")


class PivotDeleted(Saved):
    name: str
    range: str = Field(description="Cells that are empty now.")


class SheetObject(Result):
    kind: str
    name: str
    sheet: str
    place: str
    detail: str


@tool("add", core=True)
def create_table(
    world: World,
    path: str,
    range: Range,
    sheet: Sheet = "",
    name: str = "",
    style: str = "medium 2",
    totals: bool = False,
) -> TableMade:
    """Turn a range with a heading row into an Excel table: named, filtered, striped, growing.

    Args:
        style: Like light 9, medium 2, dark 3.
        totals: Add a row that sums the numbers.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        table = engine.tablemaking.make(book, found, area, name, style, totals=totals)
    return TableMade(**book.saved, name=table.name, range=table.area.name, columns=table.columns)


@tool("edit")
def update_table(
    world: World,
    path: str,
    table: str,
    name: str = "",
    range: str = "",
    style: str = "",
    totals: bool | None = None,
) -> TableMade:
    """Rename, resize or restyle a table, or put a totals row on or off; formulas follow a new name.

    Args:
        range: From its heading row on, like A1:E40.
        style: Like medium 2, or none.
    """
    edits = engine.tableediting
    if not (name or range or style) and totals is None:
        raise ToolError("nothing to change: give name, range, style or totals", argument="name")
    with editing(world, path) as book:
        home, found = edits.find(book, table)
        if totals is False:
            engine.tabletotals.set_totals(book, home, found, False)
        if range:
            place, area = book.locate(home.name, range)
            if place.name != home.name:
                raise ToolError(f"the table is on {home.name}, and stays there", argument="range")
            edits.resize(book, home, found, area)
        if name:
            edits.rename(book, found, name)
            found.name = name
        if totals:
            engine.tabletotals.set_totals(book, home, found, True)
        if style:
            edits.set_style(book, found, style)
        done = engine.tables.read(book, found.part)
    return TableMade(**book.saved, name=done.name, range=done.area.name, columns=done.columns)


@tool("remove")
def delete_table(world: World, path: str, table: str) -> TableDeleted:
    """Turn a table into plain cells: they stay, and formulas name them in place of the table."""
    with editing(world, path) as book:
        home, found = engine.tableediting.find(book, table)
        followed = engine.tableediting.unmake(book, home, found)
        book.warn("the table's stripes and its filter go with it; format_range colours cells")
    return TableDeleted(**book.saved, range=engine.content.label(home, found.area), followed=followed)


@tool("add", core=True)
def create_pivot(
    world: World,
    path: str,
    source: str,
    rows: Headings,
    values: Sequence[str],
    columns: Sequence[str] = (),
    filters: Headings = (),
    number_format: str = "",
    target: str = "",
    name: str = "",
) -> PivotMade:
    """Make a native pivot table of records; its cells are filled at once.

    Args:
        source: Like Data!A1:F200, or a table's name.
        values: Like sum of Amount, or average of Price as Mean.
        columns: At most one.
        number_format: Like #,##0.00.
        target: First cell, like Report!A3; a new sheet if empty.
    """
    pivots = engine.pivots
    code = engine.codes.code_of(number_format)
    with editing(world, path) as book:
        records = pivots.read_source(book, source)
        if target:
            sheet, area = book.locate("", target, "target")
        else:
            sheet, area = engine.sheetlist.add_sheet(book, engine.sheetlist.free_sheet_name(book, "Pivot")), None
        asked = engine.pivotlayout.figures_in_words(values, records.fields, "values", code)
        name = name or pivots.free_name(book)
        top, left = (area.top, area.left) if area else (3 if not filters else 1, 1)
        done = pivots.add(
            book, records, sheet, top, left, rows, columns, asked, filters, name, "PivotStyleLight16"
        )  # fmt: skip
    return PivotMade(**book.saved, name=name, range=engine.content.label(sheet, done))


@tool("edit")
def refresh_pivot(world: World, path: str, pivot: str = "", sheet: AnySheet = "") -> PivotMade:
    """Make a pivot table anew from what its source holds now.

    Args:
        pivot: Its name; empty: the first.
    """
    with editing(world, path) as book:
        home, name, done = engine.pivotrefresh.refresh(book, sheet, pivot)
    return PivotMade(**book.saved, name=name, range=engine.content.label(home, done))


@tool("remove")
def delete_pivot(world: World, path: str, pivot: str, sheet: AnySheet = "") -> PivotDeleted:
    """Delete a pivot table and its cells; its source stays."""
    with editing(world, path) as book:
        home, name, area = engine.pivotrefresh.delete(book, sheet, pivot)
    return PivotDeleted(**book.saved, name=name, range=engine.content.label(home, area))


@tool("read")
def list_sheet_objects(
    world: World,
    path: str,
    sheet: AnySheet = "",
    cursor: str = "",
) -> Page[SheetObject]:
    """Charts, pictures, shapes, pivots, tables and comments on a sheet, or on all, and where they lie."""
    with reading(world, path) as book:
        sheets = [book.sheet(sheet, any_kind=True)] if sheet else book.sheets
        found = [
            SheetObject(kind=item.kind, name=item.name, sheet=each.name, place=item.place, detail=item.detail)
            for each in sheets
            for item in engine.objects.on_sheet(book, each)
        ]
    return page(found, limit=50, cursor=cursor)
