"""Charts: native ones, with their data in an embedded workbook; made, read, given new data, formatted."""

from __future__ import annotations

from typing import Any

from deskworld_kit import Result, ToolError, World, tool
from pydantic import Field

from deskworld_slides.arguments import Categories, Colors, NumberFormat, OnlyShape
from deskworld_slides.charting import ChartSeries, ChartType, Legend
from deskworld_slides.describing import Frame
from deskworld_slides.finding import find_only
from deskworld_slides.opening import editing, reading
from deskworld_slides.text import ShapeSaved

_MOST = 500  # points a series in one result
Series = list[ChartSeries]


class SeriesView(Result):
    """A series of a chart."""

    name: str
    values: list[float | None]
    x: list[float] = Field(default_factory=list)
    sizes: list[float] = Field(default_factory=list)


class ChartView(Result):
    """A chart on a slide."""

    slide: int
    shape: str
    name: str
    box: Frame
    type: str
    title: str
    categories: list[str]
    series: list[SeriesView]
    more_points: int = Field(default=0, description="Points a series left off.")
    legend: bool
    workbook: bool = Field(description="Whether the data is embedded for editing.")


@tool("add", core=True)
def add_slide_chart(
    world: World,
    path: str,
    slide: int,
    type: ChartType,  # noqa: A002 - what a person calls it
    series: Series,
    categories: Categories = None,
    left: float | None = None,
    top: float | None = None,
    width: float | None = None,
    height: float | None = None,
    title: str = "",
    number_format: NumberFormat = "",
    labels: bool | None = None,
) -> ShapeSaved:
    """Put a native chart on a slide in the deck's colours; a combo's last series is a line. Without a box it finds its
    place.

    Args:
        labels: Show the values.
    """
    from deskworld_slides.boxes import crowded, unit_slip
    from deskworld_slides.charting import put_chart
    from deskworld_slides.describing import view_shape
    from deskworld_slides.imaging import describe
    from deskworld_slides.slots import room_for

    with editing(world, path) as deck:
        found = deck.slide(slide)
        box, slot = room_for(found, deck.page, ("chart", "content"), left, top, width, height)
        made = put_chart(
            found, type, categories or [], series, box, title=title, number_format=number_format, labels=labels,
            slot=slot,
        )  # fmt: skip
        named = ", ".join(each.name for each in series)
        describe(made, f"{type.replace('_', ' ').capitalize()} chart: {title or named}")
        deck.warnings += unit_slip(left, top, width, height)
        if left is None and top is None:
            deck.warnings += crowded(found, made)
        view = view_shape(made)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


def chart_kind(chart: Any) -> str:
    """The kind of a chart as tools call it."""
    from deskworld_slides.charting import NAMES

    plots = [plot._element.tag.rsplit("}", 1)[-1] for plot in chart.plots]
    if plots == ["barChart", "lineChart"]:
        return "combo"
    try:
        name = chart.chart_type.name
    except (NotImplementedError, ValueError, AttributeError):
        return "other"
    return NAMES.get(str(name), str(name).lower())


@tool("read", core=True)
def get_slide_chart(world: World, path: str, slide: int, shape: OnlyShape = "") -> ChartView:
    """A chart's kind, title, categories and values."""
    from deskworld_slides.describing import frame_of

    with reading(world, path) as deck:
        target = find_only(deck.slide(slide), shape, "chart")
        chart = target.chart
        title = chart.chart_title.text_frame.text if chart.has_title and chart.chart_title.has_text_frame else ""
        series = [_view(each, _MOST) for plot in chart.plots for each in plot.series]
        categories = [str(label) for label in chart.plots[0].categories] if len(chart.plots) else []
        longest = max((len(list(each.values)) for plot in chart.plots for each in plot.series), default=0)
        return ChartView(
            slide=slide,
            shape=str(target.shape_id),
            name=target.name,
            box=frame_of(target),
            type=chart_kind(chart),
            title=title,
            categories=categories[:_MOST],
            series=series,
            more_points=max(longest - _MOST, 0),
            legend=chart.has_legend,
            workbook=has_workbook(target.chart_part),
        )


def _view(series: Any, most: int) -> SeriesView:
    x, sizes = (
        [float(value) for value in series._element.xpath(f"./c:{name}//c:pt/c:v/text()")[:most]]
        for name in ("xVal", "bubbleSize")
    )
    return SeriesView(name=str(series.name), values=list(series.values)[:most], x=x, sizes=sizes)


def has_workbook(part: Any) -> bool:
    """Whether a chart's data lies in the deck itself."""
    external = part._element.find("{*}externalData")
    if external is None:
        return False
    rid = next(iter(external.attrib.values()))
    return rid in part.rels and not part.rels[rid].is_external


@tool("edit", core=True)
def update_chart_data(
    world: World, path: str, slide: int, series: Series, categories: list[str] | None = None, shape: OnlyShape = ""
) -> ShapeSaved:
    """Give a chart and its workbook new data; its look stays.

    Args:
        categories: Left out, they stay.
    """
    from deskworld_slides.boxes import box_of
    from deskworld_slides.charting import ROUND, chart_data, paint_series, settle_workbook
    from deskworld_slides.combining import settle_axis
    from deskworld_slides.describing import view_shape
    from deskworld_slides.grounds import inks_on

    with editing(world, path) as deck:
        target = find_only(deck.slide(slide), shape, "chart")
        chart, part = target.chart, target.chart_part
        kind = chart_kind(chart)
        if part._element.xpath(".//c:scatterChart"):
            kind = "scatter"  # with lines, smooth or straight, too
        old = [str(label) for label in chart.plots[0].categories]
        before = sum(len(plot.series) for plot in chart.plots)
        points = max((len(list(s.values)) for plot in chart.plots for s in plot.series), default=0)
        data = chart_data(kind, categories if categories is not None else old, series, _number_format(part))
        deck.warnings += _free_workbook(part)
        chart.replace_data(data)
        settle_workbook(part)
        plots = list(chart.plots)
        everything = [each for plot in plots for each in plot.series]
        inks = inks_on(deck.slide(slide), box_of(target), below=target)
        for number, each in enumerate(everything[before:], before):
            if each._element.xpath("./c:spPr | ./c:marker"):
                paint_series(each, kind, inks.accent(number))
        if kind in ROUND and len(series[0].values) > points:
            for each in everything:
                paint_series(each, kind, "", points=len(series[0].values), inks=inks)
        deck.warnings += settle_axis(chart, kind)
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


def _number_format(part: Any) -> str:
    codes = part._element.xpath(".//c:ser//c:val//c:formatCode/text() | .//c:ser//c:yVal//c:formatCode/text()")
    return codes[0] if codes else ""


def _free_workbook(part: Any) -> list[str]:
    """Cut the tie to a workbook outside the deck, and say what an embedded one held beside the chart's data."""
    import io
    import zipfile

    external = part._element.find("{*}externalData")
    if external is None:
        return []
    if not has_workbook(part):
        rid = next(iter(external.attrib.values()))
        external.getparent().remove(external)
        if rid in part.rels:
            part.rels.pop(rid)
        return ["the chart was linked to a workbook outside the deck; its data is embedded now"]
    book = part.chart_workbook.xlsx_part
    try:
        with zipfile.ZipFile(io.BytesIO(book.blob)) as package:
            sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/sheet")]
    except zipfile.BadZipFile:
        return ["the chart's workbook was not an .xlsx file; it was replaced"]
    if len(sheets) > 1:
        return [f"the chart's workbook had {len(sheets)} sheets; it now holds the chart's data alone"]
    return []


@tool("edit")
def format_slide_chart(
    world: World,
    path: str,
    slide: int,
    shape: OnlyShape = "",
    title: str = "",
    legend: Legend | None = None,
    labels: bool | None = None,
    number_format: NumberFormat = "",
    colors: Colors = None,
    minimum: float | None = None,
    maximum: float | None = None,
    x_title: str = "",
    y_title: str = "",
    size: float | None = None,
    y2_title: str = "",
    y2_number_format: str = "",
) -> ShapeSaved:
    """Format a chart; what is left out stays.

    Args:
        title: none takes it away.
        y2_title: A combo's right axis.
    """
    from deskworld_slides.boxes import box_of
    from deskworld_slides.charting import ROUND, paint_series, set_axis_title, set_legend, set_title, show_labels
    from deskworld_slides.colors import set_fill
    from deskworld_slides.combining import cut_off, value_axis
    from deskworld_slides.describing import view_shape
    from deskworld_slides.grounds import inks_on
    from deskworld_slides.runs import checked_size

    checked_size(size)
    with editing(world, path) as deck:
        target = find_only(deck.slide(slide), shape, "chart")
        chart = target.chart
        kind = chart_kind(chart)
        round_ones = kind in ROUND
        font = size or (chart.font.size.pt if chart.font.size else 12)
        if size:
            for node in target.chart_part._element.iter("{*}defRPr", "{*}rPr"):
                node.set("sz", str(round(size * 100)))
            chart.font.size = round(size * 12700)
        if title:
            set_title(chart, "" if title == "none" else title, font)
        if legend is not None:
            set_legend(chart, legend, font)
        plot = chart.plots[0]
        if labels is not None:
            if labels:
                form = number_format or _number_format(target.chart_part) or "General"
                show_labels(plot, kind, font, form, inks_on(deck.slide(slide), box_of(target), below=target))
            else:
                plot.has_data_labels = False
        axes = [] if round_ones else [value_axis(chart)]
        on_axes = minimum is not None or maximum is not None or x_title or y_title or y2_title or y2_number_format
        if on_axes and round_ones:
            raise ToolError(f"a {kind} has no axes", argument="shape")
        for axis in axes:
            if minimum is not None:
                axis.minimum_scale = minimum
            if maximum is not None:
                axis.maximum_scale = maximum
            if number_format:
                axis.tick_labels.number_format, axis.tick_labels.number_format_is_linked = number_format, False
            if y_title:
                set_axis_title(axis, y_title, font)
        if number_format and plot.has_data_labels:
            plot.data_labels.number_format, plot.data_labels.number_format_is_linked = number_format, False
        if y2_title or y2_number_format:
            right = value_axis(chart, second=True)
            if y2_title:
                set_axis_title(right, y2_title, font)
            if y2_number_format:
                right.tick_labels.number_format, right.tick_labels.number_format_is_linked = y2_number_format, False
        if x_title:
            set_axis_title(chart.category_axis, x_title, font)
        series = [each for each_plot in chart.plots for each in each_plot.series]
        for index, color in enumerate(colors or []):
            if round_ones:
                set_fill(series[0].points[index].format.fill._xPr, color)
            elif index < len(series):
                paint_series(series[index], kind, color)
            else:
                raise ToolError(f"the chart has {len(series)} series", argument="colors")
        if minimum is not None:
            deck.warnings += cut_off(chart, kind)
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)
