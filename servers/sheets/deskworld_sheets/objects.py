"""Things made of cells and things over them: tables, pivot tables, charts, pictures, comments, links."""

from collections.abc import Sequence
from typing import Annotated, Literal

from deskworld_kit import Arguments, Page, Result, Saved, World, page, tool
from pydantic import Field

from . import engine
from .saving import Path, SheetName, editing, reading

ChartKind = Literal["column", "bar", "line", "area", "pie", "doughnut", "scatter"]
Side = Literal["", "none", "right", "left", "top", "bottom"]
Pixels = Annotated[int, Field(ge=0, le=4000)]


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


class PivotValue(Arguments):
    """A figure of a pivot."""

    field: str
    summary: Literal["sum", "count", "average", "max", "min", "product", "count_numbers", "stdev", "variance"] = "sum"
    name: str = ""
    number_format: str = ""


@tool("edit", core=True)
def create_table(
    world: World,
    path: Path,
    range: str,
    sheet: SheetName = "",
    name: str = "",
    style: str = "medium 2",
    totals: bool = False,
) -> TableMade:
    """Turn a range with a heading row into an Excel table: named, filtered, striped, growing with append_rows.

    Args:
        name: One word, like Sales.
        style: Like light 9, medium 2, dark 3.
        totals: Add a row that sums the columns of numbers.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        table = engine.tablemaking.make(book, found, area, name, style, totals=totals)
    return TableMade(**book.saved, name=table.name, range=table.area.name, columns=table.columns)


@tool("edit", core=True)
def create_pivot(
    world: World,
    path: Path,
    source: str,
    rows: Sequence[str],
    values: Sequence[PivotValue],
    columns: Sequence[str] = (),
    filters: Sequence[str] = (),
    target: str = "",
    name: str = "",
) -> PivotMade:
    """Make a native pivot table that groups records and sums, counts or averages them; its cells are filled at once.

    Args:
        source: Records with a heading row: Data!A1:F200, a table's or a sheet's name.
        rows: Headings to group by.
        values: Figures, like [{"field": "Amount", "summary": "sum"}].
        columns: One heading to spread over columns.
        filters: Headings to filter by.
        target: First cell, like Report!A3; a new sheet named Pivot if empty.
    """
    pivots = engine.pivots
    with editing(world, path) as book:
        records = pivots.read_source(book, source)
        if target:
            sheet, area = book.locate("", target, "target")
        else:
            sheet, area = engine.sheetlist.add_sheet(book, engine.sheetlist.free_sheet_name(book, "Pivot")), None
        asked = [engine.pivotlayout.Value(v.field, v.summary, v.name, v.number_format) for v in values]
        name = name or pivots.free_name(book)
        top, left = (area.top, area.left) if area else (3 if not filters else 1, 1)
        done = pivots.add(
            book, records, sheet, top, left, rows, columns, asked, filters, name, "PivotStyleLight16"
        )  # fmt: skip
    return PivotMade(**book.saved, name=name, range=engine.content.label(sheet, done))


@tool("edit", core=True)
def add_sheet_chart(
    world: World,
    path: Path,
    kind: ChartKind,
    data: str,
    sheet: SheetName = "",
    place: str = "",
    title: str = "",
    x_title: str = "",
    y_title: str = "",
    stacked: Literal["", "stacked", "percent"] = "",
    series_in: Literal["columns", "rows"] = "columns",
    legend: Side = "",
    labels: bool = False,
    colors: Sequence[str] = (),
    width: Pixels = 600,
    height: Pixels = 320,
) -> ChartSaved:
    """Draw a chart of a range: headings name the series, the first column gives the categories (x of scatter).

    Args:
        data: Like A1:C13 or Data!A1:C13.
        sheet: Where the chart goes.
        place: Cell like F2, or a range to cover like F2:M18; beside the values if empty.
        labels: Write the values on it.
        colors: Of the series in turn, like #1F4E79.
    """
    charts, chartxml = engine.charts, engine.chartxml
    with editing(world, path) as book:
        home, area = book.locate(sheet, data, "data") if "!" not in data else book.locate("", data, "data")
        target = book.sheet(sheet) if sheet else home
        series = charts.series_from(book, home, area, by_rows=series_in == "rows", scatter=kind == "scatter")
        look = chartxml.Look(kind, title, x_title, y_title, legend, stacked, labels, tuple(colors))
        name, where = charts.add(book, target, series, look, place, (width or 600, height or 320))
    return ChartSaved(**book.saved, chart=name, place=where, series=_names(series))


@tool("edit", idempotent=True)
def update_sheet_chart(
    world: World,
    path: Path,
    chart: str,
    sheet: SheetName = "",
    data: str = "",
    kind: Literal["", "column", "bar", "line", "area", "pie", "doughnut", "scatter"] = "",
    title: str = "",
    x_title: str = "",
    y_title: str = "",
    legend: Side = "",
    labels: Literal["", "on", "off"] = "",
    colors: Sequence[str] = (),
    place: str = "",
    width: Pixels = 0,
    height: Pixels = 0,
) -> ChartSaved:
    """Change a chart that is there: its data, kind, titles, legend, colours or place; the rest stays.

    Args:
        chart: Its name, title or number on the sheet.
        data: New range, laid out like the old one.
    """
    charts, chartxml = engine.charts, engine.chartxml
    with editing(world, path) as book:
        home = book.sheet(sheet)
        found = charts.find(book, home, chart)
        series = None
        if data:
            source, area = book.locate("" if "!" in data else home.name, data, "data")
            series = charts.series_from(book, source, area, scatter=kind == "scatter")
        shown = None if not labels else labels == "on"
        look = chartxml.Look(kind, title, x_title, y_title, legend, "", shown, tuple(colors))
        charts.update(book, found, look, series)
        if place or width or height:
            book.package.edit(found.drawing)
            where = place or engine.drawings.corner(found.anchor)
            engine.drawings.move(found.anchor, where, (width, height))
        again = charts.find(book, home, found.name)
        names = _names(charts.read_series(book.package.tree(again.part)))
        where = engine.drawings.corner(again.anchor)
    return ChartSaved(**book.saved, chart=found.name, place=where, series=names)


def _names(series: "Sequence[engine.chartxml.Series]") -> list[str]:
    return [str(item.name.values[0]) if item.name and item.name.values else item.values.formula for item in series]


@tool("read")
def list_sheet_objects(
    world: World,
    path: Path,
    sheet: Annotated[str, Field(description="Only this sheet; all if empty.")] = "",
    limit: int = 50,
    cursor: str = "",
) -> Page[SheetObject]:
    """Charts, pictures, shapes, pivots, tables and comments, with the cells they lie on and what they show."""
    with reading(world, path) as book:
        sheets = [book.sheet(sheet, any_kind=True)] if sheet else book.sheets
        found = [
            SheetObject(kind=item.kind, name=item.name, sheet=each.name, place=item.place, detail=item.detail)
            for each in sheets
            for item in engine.objects.on_sheet(book, each)
        ]
    return page(found, limit=limit, cursor=cursor)


@tool("remove")
def delete_sheet_chart(world: World, path: Path, chart: str, sheet: SheetName = "") -> Saved:
    """Delete a chart; the cells it shows stay.

    Args:
        chart: Its name, title or number on the sheet.
    """
    with editing(world, path) as book:
        engine.charts.remove(book, engine.charts.find(book, book.sheet(sheet), chart))
    return Saved(**book.saved)
