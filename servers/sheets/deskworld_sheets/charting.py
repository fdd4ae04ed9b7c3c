"""Charts: drawn of a range, changed in what is asked, deleted."""

from collections.abc import Sequence
from typing import Annotated, Literal

from deskworld_kit import Saved, World, tool
from pydantic import Field

from . import engine
from .arguments import Color, Colors, Sheet
from .saving import editing

ChartKind = Literal["column", "bar", "line", "area", "pie", "doughnut", "scatter", "bubble", "radar"]
Side = Literal["none", "bottom", "right", "top", "left"]
Trend = Literal["none", "linear", "exponential", "moving_average"]
Series = Annotated[Sequence[str], Field(description="Series by heading.")]


class ChartSaved(Saved):
    chart: str
    place: str
    series: list[str]


class SparklinesSet(Saved):
    range: str
    sparklines: int = Field(description="How many were drawn, or taken away.")


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
    y2_title: str = "",
    lines: Series = (),
    second_axis: Series = (),
    stacked: Literal["stacked", "percent"] | None = None,
    by_rows: bool = False,
    labels: bool = False,
    legend: Side | None = None,
    minimum: float | None = None,
    maximum: float | None = None,
    number_format: str = "",
    y2_number_format: str = "",
    gridlines: bool | None = None,
    trendline: Trend | None = None,
    colors: Colors = (),
) -> ChartSaved:
    """Draw a chart of a range: headings name the series, the first column the categories (or x).

    Args:
        data: Like A1:C13 or Data!A1:A9,D1:D9; a bubble's: x, y, size.
        sheet: Empty: where data is.
        place: Like F2 or F2:M18; empty: beside the values.
        lines: Drawn as lines over columns.
        by_rows: The series lie in rows.
        labels: Write the values on it.
        minimum: Of the value axis.
    """
    with editing(world, path) as book:
        home, areas = engine.charts.places(book, sheet, data)
        target = book.sheet(sheet) if sheet else home
        series = engine.charts.series_from(book, home, areas, by_rows=by_rows, kind=kind)
        look = engine.chartplot.Look(
            kind, title, x_title, y_title, legend or "", stacked or "", labels, tuple(colors), tuple(lines),
            tuple(second_axis), y2_title, minimum, maximum, engine.codes.code_of(number_format),
            engine.codes.code_of(y2_number_format, "y2_number_format"), gridlines, trendline or "",
        )  # fmt: skip
        name, where = engine.charts.add(book, target, series, look, place)
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
    y2_title: str = "",
    lines: Series = (),
    second_axis: Series = (),
    legend: Side | None = None,
    labels: bool | None = None,
    minimum: float | None = None,
    maximum: float | None = None,
    number_format: str = "",
    y2_number_format: str = "",
    gridlines: bool | None = None,
    trendline: Trend | None = None,
    colors: Colors = (),
    place: str = "",
) -> ChartSaved:
    """Change what is said of a chart that is there; the rest stays.

    Args:
        chart: Its name, title or number.
        data: Like Data!A1:C13.
    """
    with editing(world, path) as book:
        home = book.sheet(sheet)
        found = engine.charts.find(book, home, chart)
        series = None
        if data:
            source, areas = engine.charts.places(book, home.name, data)
            drawn = kind or engine.charts.kind_found(book, found)
            series = engine.charts.series_from(book, source, areas, kind=drawn)
        look = engine.chartplot.Look(
            kind or "", title, x_title, y_title, legend or "", "", labels, tuple(colors), tuple(lines),
            tuple(second_axis), y2_title, minimum, maximum, engine.codes.code_of(number_format),
            engine.codes.code_of(y2_number_format, "y2_number_format"), gridlines, trendline or "",
        )  # fmt: skip
        engine.charts.update(book, found, look, series)
        if place:
            book.package.edit(found.drawing)
            engine.drawings.move(found.anchor, place)
        again = engine.charts.find(book, home, found.name)
        names = _names(engine.charts.read_series(book.package.tree(again.part)))
        where = engine.drawings.corner(again.anchor)
    return ChartSaved(**book.saved, chart=found.name, place=where, series=names)


def _names(series: "Sequence[engine.chartplot.Series]") -> list[str]:
    return [str(item.name.values[0]) if item.name and item.name.values else item.values.formula for item in series]


@tool("remove")
def delete_sheet_chart(world: World, path: str, chart: str, sheet: Sheet = "") -> Saved:
    """Delete a chart; the cells it shows stay.

    Args:
        chart: Its name, title or number.
    """
    with editing(world, path) as book:
        engine.charts.remove(book, engine.charts.find(book, book.sheet(sheet), chart))
    return Saved(**book.saved)


@tool("edit", idempotent=True)
def set_sparklines(
    world: World,
    path: str,
    range: str,
    data: str = "",
    kind: Literal["line", "column", "win_loss"] = "line",
    sheet: Sheet = "",
    color: Color = "",
) -> SparklinesSet:
    """Draw a small chart in each cell of a row or column; without data those there are taken away.

    Args:
        range: Like N2:N9.
        data: A row for each cell, like B2:M9.
    """
    with editing(world, path) as book:
        home, area = book.locate(sheet, range)
        if data:
            source, cells = book.locate("" if "!" in data else home.name, data, "data")
            count = engine.sparklines.add(book, home, area, source, cells, kind, color)
            if kind == "line":
                book.warn("pictures and PDFs made here leave line sparklines out; Excel draws them")
        else:
            count = engine.sparklines.remove(book, home, area)
    return SparklinesSet(**book.saved, range=engine.content.label(home, area), sparklines=count)
