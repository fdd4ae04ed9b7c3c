"""Things made of cells and things over them: tables, pivot tables, charts, pictures, comments, links."""

from collections.abc import Sequence
from typing import Literal

from deskworld_kit import Page, Result, Saved, World, page, tool
from pydantic import Field

from . import engine
from .arguments import AnySheet, Colors, Headings, Range, Sheet
from .saving import editing, reading

ChartKind = Literal["column", "bar", "line", "area", "pie", "doughnut", "scatter"]
Side = Literal["none", "bottom", "right", "top", "left"]


class TableMade(Saved):
    name: str
    range: str
    columns: list[str]


class PivotMade(Saved):
    name: str
    range: str = Field(description="Cells of the pivot; read_range shows its figures.")


class ChartSaved(Saved):
    chart: str
    place: str
    series: list[str]


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
    with editing(world, path) as book:
        records = pivots.read_source(book, source)
        if target:
            sheet, area = book.locate("", target, "target")
        else:
            sheet, area = engine.sheetlist.add_sheet(book, engine.sheetlist.free_sheet_name(book, "Pivot")), None
        asked = engine.pivotlayout.figures_in_words(values, records.fields, "values", number_format)
        name = name or pivots.free_name(book)
        top, left = (area.top, area.left) if area else (3 if not filters else 1, 1)
        done = pivots.add(
            book, records, sheet, top, left, rows, columns, asked, filters, name, "PivotStyleLight16"
        )  # fmt: skip
    return PivotMade(**book.saved, name=name, range=engine.content.label(sheet, done))


@tool("edit")
def refresh_pivot(world: World, path: str, pivot: str = "", sheet: Sheet = "") -> PivotMade:
    """Make a pivot table anew from what its source holds now.

    Args:
        pivot: Its name; empty: the first.
    """
    with editing(world, path) as book:
        home = book.sheet(sheet)
        name, done = engine.pivotrefresh.refresh(book, home, pivot)
    return PivotMade(**book.saved, name=name, range=engine.content.label(home, done))


@tool("add", core=True)
def add_sheet_chart(
    world: World,
    path: str,
    kind: ChartKind,
    data: str,
    sheet: str = "",
    place: str = "",
    title: str = "",
    x_title: str = "",
    y_title: str = "",
    stacked: Literal["stacked", "percent"] | None = None,
    by_rows: bool = False,
    labels: bool = False,
    colors: Colors = (),
) -> ChartSaved:
    """Draw a chart of a range: headings name the series, the first column the categories (or x).

    Args:
        data: Like A1:C13 or Data!A1:C13.
        sheet: Empty: where data is.
        place: Like F2 or F2:M18; empty: beside the values.
        by_rows: The series lie in rows.
        labels: Write the values on it.
    """
    charts, chartxml = engine.charts, engine.chartxml
    with editing(world, path) as book:
        home, area = book.locate(sheet, data, "data") if "!" not in data else book.locate("", data, "data")
        target = book.sheet(sheet) if sheet else home
        series = charts.series_from(book, home, area, by_rows=by_rows, scatter=kind == "scatter")
        look = chartxml.Look(kind, title, x_title, y_title, "", stacked or "", labels, tuple(colors))
        name, where = charts.add(book, target, series, look, place)
    return ChartSaved(**book.saved, chart=name, place=where, series=_names(series))


@tool("edit")
def update_sheet_chart(
    world: World,
    path: str,
    chart: str,
    sheet: Sheet = "",
    data: str = "",
    kind: ChartKind | None = None,
    title: str = "",
    x_title: str = "",
    y_title: str = "",
    legend: Side | None = None,
    labels: bool | None = None,
    colors: Colors = (),
    place: str = "",
) -> ChartSaved:
    """Change what is said of a chart that is there; the rest stays.

    Args:
        chart: Its name, title or number.
        data: Like Data!A1:C13.
    """
    charts, chartxml = engine.charts, engine.chartxml
    with editing(world, path) as book:
        home = book.sheet(sheet)
        found = charts.find(book, home, chart)
        series = None
        if data:
            source, area = book.locate("" if "!" in data else home.name, data, "data")
            series = charts.series_from(book, source, area, scatter=kind == "scatter")
        look = chartxml.Look(kind or "", title, x_title, y_title, legend or "", "", labels, tuple(colors))
        charts.update(book, found, look, series)
        if place:
            book.package.edit(found.drawing)
            engine.drawings.move(found.anchor, place)
        again = charts.find(book, home, found.name)
        names = _names(charts.read_series(book.package.tree(again.part)))
        where = engine.drawings.corner(again.anchor)
    return ChartSaved(**book.saved, chart=found.name, place=where, series=names)


def _names(series: "Sequence[engine.chartxml.Series]") -> list[str]:
    return [str(item.name.values[0]) if item.name and item.name.values else item.values.formula for item in series]


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


@tool("remove")
def delete_sheet_chart(world: World, path: str, chart: str, sheet: Sheet = "") -> Saved:
    """Delete a chart; the cells it shows stay.

    Args:
        chart: Its name, title or number.
    """
    with editing(world, path) as book:
        engine.charts.remove(book, engine.charts.find(book, book.sheet(sheet), chart))
    return Saved(**book.saved)
