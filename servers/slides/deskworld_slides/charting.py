"""Native charts with a calm look: theme colours, quiet grid lines, labels where they help, data in a workbook inside.

PowerPoint and LibreOffice colour an undecorated chart each in its own way, so every colour is said here, as a theme
name.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from typing import Any, Literal

from deskworld_kit import Arguments, ToolError
from pydantic import Field

from deskworld_slides.boxes import Box
from deskworld_slides.grounds import PLAIN, Inks, inks_on
from deskworld_slides.paragraphs import clean

ChartType = Literal[
    "column", "column_stacked", "column_percent", "bar", "bar_stacked", "bar_percent", "line", "area", "area_stacked",
    "pie", "doughnut", "scatter", "bubble", "radar", "combo",
]  # fmt: skip
Legend = Literal["none", "bottom", "right", "top", "left"]
_KINDS = {
    "column": "COLUMN_CLUSTERED", "column_stacked": "COLUMN_STACKED", "column_percent": "COLUMN_STACKED_100",
    "bar": "BAR_CLUSTERED", "bar_stacked": "BAR_STACKED", "bar_percent": "BAR_STACKED_100", "line": "LINE_MARKERS",
    "area": "AREA", "area_stacked": "AREA_STACKED", "pie": "PIE", "doughnut": "DOUGHNUT", "scatter": "XY_SCATTER",
    "bubble": "BUBBLE", "radar": "RADAR_MARKERS", "combo": "COLUMN_CLUSTERED",
}  # fmt: skip
NAMES = {value: key for key, value in _KINDS.items() if key != "combo"} | {
    "LINE": "line", "XY_SCATTER_LINES": "scatter", "RADAR": "radar", "BUBBLE_THREE_D_EFFECT": "bubble",
}  # fmt: skip
ROUND = ("pie", "doughnut")
"""Charts without axes."""
_POINTS = ("scatter", "bubble")
"""Charts of points at places, not of values by category."""
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_MOST_POINTS = 2000
_STAMP = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)")


class ChartSeries(Arguments):
    name: str
    values: list[float | None]
    x: list[float] = Field(default_factory=list)
    sizes: list[float] = Field(default_factory=list)


class ChartSpec(Arguments):
    type: str = Field(default="column", description="See add_slide_chart.")
    categories: list[str] = Field(default_factory=list)
    series: list[ChartSeries]
    title: str = ""
    number_format: str = ""


def label(text: str) -> str:
    """A text of a chart: one line, nothing that XML can't hold."""
    return " ".join(clean(text).split())


def checked_format(number_format: str) -> str:
    """A number format that can stand in a chart."""
    if any(sign in number_format for sign in "<&\v\n"):
        raise ToolError("a number format can't hold <, & or a line break here", argument="number_format")
    return clean(number_format)


def known(kind: str) -> str:
    """A kind of chart, checked."""
    if kind not in _KINDS:
        raise ToolError(f"there is no chart {kind!r}; say one of {', '.join(_KINDS)}", argument="type")
    return kind


def chart_data(kind: str, categories: Sequence[str], series: Sequence[ChartSeries], number_format: str = "") -> Any:
    """The data in python-pptx's form, checked."""
    if not any(each.values for each in series):
        raise ToolError("give at least one value", argument="series")
    from pptx.chart.data import CategoryChartData

    if sum(len(each.values) for each in series) > _MOST_POINTS:
        raise ToolError(f"too many points; a chart holds at most {_MOST_POINTS}", argument="series")
    form = checked_format(number_format) or _format_for(series)
    if kind in _POINTS:
        return _point_data(kind, series, form)
    if not categories:
        raise ToolError("give the categories the values belong to", argument="categories")
    data = CategoryChartData(number_format=form)
    data.categories = [label(name) for name in categories]
    for each in series:
        if len(each.values) != len(categories):
            raise ToolError(
                f"series {each.name!r} has {len(each.values)} values for {len(categories)} categories",
                argument="series",
            )
        data.add_series(label(each.name), each.values)
    shown = [value or 0 for each in series for value in each.values]
    if kind in ROUND and (min(shown) < 0 or not any(shown)):
        wrong = f"{min(shown):g} can't be one" if min(shown) < 0 else "0 alone shows nothing"
        raise ToolError(f"a {kind} shows parts of a whole, {wrong}; column shows any value", argument="series")
    if kind == "pie" and len(series) > 1:
        raise ToolError("a pie shows one series; use doughnut or column for more", argument="series")
    if kind == "combo" and len(series) < 2:
        raise ToolError("a combo needs columns and a line: two series or more, the line last", argument="series")
    return data


def _point_data(kind: str, series: Sequence[ChartSeries], form: str) -> Any:
    """Points at x and y, bubbles with a size each."""
    from pptx.chart.data import BubbleChartData, XyChartData

    points: Any = BubbleChartData(number_format=form) if kind == "bubble" else XyChartData(number_format=form)
    for each in series:
        for name, listed in (("x", each.x), ("sizes", each.sizes)):
            if len(listed) != len(each.values) and (name == "x" or kind == "bubble"):
                wrong = f"series {each.name!r} has {len(each.values)} values and {len(listed)} {name}"
                raise ToolError(wrong, argument="series")
        made = points.add_series(label(each.name))
        for index, (x, y) in enumerate(zip(each.x, each.values, strict=True)):
            if y is None:
                raise ToolError(f"a {kind} chart has no gaps; leave the point out", argument="series")
            made.add_data_point(x, y, *((each.sizes[index],) if kind == "bubble" else ()))
    return points


def _format_for(series: Sequence[ChartSeries]) -> str:
    values = [value for each in series for value in each.values if value is not None]
    if any(abs(value) >= 1000 for value in values):
        return "#,##0"
    return "General"


def put_chart(
    slide: Any,
    kind: str,
    categories: Sequence[str],
    series: Sequence[ChartSeries],
    box: Box,
    *,
    title: str = "",
    number_format: str = "",
    labels: bool | None = None,
    slot: Any = None,
) -> Any:
    """Put a chart on a slide and give it the deck's look."""
    from pptx.enum.chart import XL_CHART_TYPE

    from deskworld_slides.combining import combine, start_at_zero
    from deskworld_slides.slots import take_over

    data = chart_data(known(kind), categories, series, number_format)
    frame: Any = slide.shapes.add_chart(getattr(XL_CHART_TYPE, _KINDS[kind]), *box.emu, data)
    form = number_format or _format_for(series)
    size = 14 if box.width > 600 else 12 if box.width > 300 else 10
    points = max(len(each.values) for each in series)
    if labels is None:
        single = len(series) == 1 and kind in ("column", "bar") and points <= 10
        labels = kind in ROUND or single
    inks = inks_on(slide, box, below=frame)
    dress(frame.chart, kind, size=size, form=form, labels=labels, count=len(series), points=points, inks=inks)
    if kind == "combo":
        combine(frame.chart, size, _format_for(series[-1:]), inks)
    start_at_zero(frame.chart, kind)
    set_title(frame.chart, title, size)
    legend = "none" if len(series) == 1 and kind not in ROUND else "bottom"
    if kind in ROUND and box.width > box.height * 1.25:
        legend = "right"
    set_legend(frame.chart, legend, size)
    settle_workbook(frame.chart.part)
    frame.name = f"Chart {frame.shape_id}"
    if slot is not None:
        take_over(frame, slot)
    return frame


def dress(chart: Any, kind: str, *, size: float, form: str, labels: bool, count: int, points: int, inks: Inks) -> None:
    """Colours, lines, gaps and labels."""
    from pptx.enum.chart import XL_TICK_LABEL_POSITION, XL_TICK_MARK
    from pptx.util import Pt

    from deskworld_slides.colors import set_fill

    chart.font.size = Pt(size)
    set_fill(chart.font.fill._xPr, inks.text)
    plot = chart.plots[0]
    for number, series in enumerate(plot.series):
        paint_series(series, kind, inks.accent(number), points=points, inks=inks)
    if kind.startswith(("column", "bar", "combo")):
        plot.gap_width = 55 if count == 1 or "_" in kind else 70
        plot.overlap = 100 if "_" in kind else (-8 if count > 1 else 0)
    if labels:
        show_labels(plot, kind, size, form, inks)
    if kind in ROUND:
        return
    across, up = chart.category_axis, chart.value_axis
    for axis in (across, up):
        axis.tick_labels.font.size = Pt(size)
        axis.major_tick_mark = axis.minor_tick_mark = XL_TICK_MARK.NONE
    across.tick_label_position = XL_TICK_LABEL_POSITION.LOW
    across.has_major_gridlines = False
    _line(across.format.line, 35, 0.75, inks.text)
    up.has_major_gridlines = True
    _line(up.major_gridlines.format.line, 14, 0.75, inks.text)
    up.format.line.fill.background()
    percent = kind.endswith("_percent")
    up.tick_labels.number_format = "0%" if percent else form
    up.tick_labels.number_format_is_linked = False
    if kind.startswith("bar"):  # the first category on top, as people read
        across.reverse_order = True
        up._element.find("{*}crosses").set("val", "max")
    if kind == "radar":  # the spokes tell the values apart; their scale stands at one of them
        across.tick_label_position = XL_TICK_LABEL_POSITION.NEXT_TO_AXIS


def paint_series(series: Any, kind: str, color: str, *, points: int = 0, inks: Inks = PLAIN) -> None:
    """One series in a colour; a pie's pieces each in the next."""
    from pptx.enum.chart import XL_MARKER_STYLE
    from pptx.util import Pt

    from deskworld_slides.colors import fade, set_fill

    if kind == "combo":
        kind = "line" if series._element.getparent().tag.endswith("}lineChart") else "column"
    if kind in ROUND:
        for index in range(points):
            properties = series.points[index].format.fill._xPr
            set_fill(properties, inks.accent(index))
            line = series.points[index].format.line
            line.width = Pt(1.5)
            _solid(line, "bg1")
        return
    if kind in ("line", "radar", "scatter"):
        if kind != "scatter":
            _solid(series.format.line, color)
            series.format.line.width = Pt(2.5)
            if kind == "line":
                series.smooth = False
        else:
            series.format.line.fill.background()
        series.marker.style = XL_MARKER_STYLE.CIRCLE
        series.marker.size = 7 if kind == "scatter" else 6
        set_fill(series.marker.format.fill._xPr, color)
        _solid(series.marker.format.line, color)
        return
    set_fill(series.format.fill._xPr, color)
    if kind == "bubble":  # bubbles meet: what lies under one is seen through it
        fade(series.format.fill._xPr, 70)


def show_labels(plot: Any, kind: str, size: float, form: str, inks: Inks) -> None:
    """Values (or shares of a pie) at the points."""
    from pptx.enum.chart import XL_LABEL_POSITION
    from pptx.util import Pt

    from deskworld_slides.colors import set_fill

    plot.has_data_labels = True
    labels = plot.data_labels
    labels.font.size = Pt(size)
    set_fill(labels.font.fill._xPr, inks.text)
    if kind in ROUND:
        labels.show_percentage, labels.show_value = True, False
        labels.number_format, labels.number_format_is_linked = "0%", False
        if kind == "pie":
            labels.position = XL_LABEL_POSITION.OUTSIDE_END
        else:
            set_fill(labels.font.fill._xPr, "bg1")
            labels.font.bold = True
        return
    labels.show_value = True
    labels.number_format, labels.number_format_is_linked = form, False
    if kind in ("column", "bar"):
        labels.position = XL_LABEL_POSITION.OUTSIDE_END
    elif kind in ("line", "scatter"):
        labels.position = XL_LABEL_POSITION.ABOVE
    elif kind == "bubble":
        labels.position = XL_LABEL_POSITION.CENTER


def set_title(chart: Any, title: str, size: float) -> None:
    """The chart's own title; none for an empty text."""
    from pptx.util import Pt

    if not label(title):
        chart.has_title = False
        return
    chart.has_title = True
    chart.chart_title.include_in_layout = False
    frame = chart.chart_title.text_frame
    frame.text = label(title)
    frame.paragraphs[0].runs[0].font.size = Pt(size + 2)
    frame.paragraphs[0].runs[0].font.bold = True


def set_legend(chart: Any, where: str, size: float) -> None:
    """Where the legend stands; "none" for nowhere."""
    from pptx.enum.chart import XL_LEGEND_POSITION
    from pptx.util import Pt

    chart.has_legend = where != "none"
    if where != "none":
        chart.legend.position = getattr(XL_LEGEND_POSITION, where.upper())
        chart.legend.include_in_layout = False
        chart.legend.font.size = Pt(size)


def set_axis_title(axis: Any, text: str, size: float) -> None:
    """What an axis measures."""
    from pptx.util import Pt

    text = label(text)
    axis.has_title = bool(text)
    if text:
        axis.axis_title.text_frame.text = text
        run = axis.axis_title.text_frame.paragraphs[0].runs[0]
        run.font.size, run.font.bold = Pt(size), False


def _solid(line: Any, color: str) -> None:
    from deskworld_slides.colors import fill_element

    ln = line._get_or_add_ln()
    for child in [c for c in ln if c.tag.rsplit("}", 1)[-1] in ("noFill", "solidFill", "gradFill")]:
        ln.remove(child)
    ln.insert(0, fill_element(color))


def _line(line: Any, opacity: int, width: float, color: str) -> None:
    """A thin line in the text's colour, as faint as said."""
    from pptx.util import Pt

    from deskworld_slides.colors import fade

    line.width = Pt(width)
    _solid(line, color)
    fade(line._get_or_add_ln(), opacity)


def settle_workbook(chart_part: Any) -> None:
    """Take the time of day out of the embedded workbook, so that the same chart is the same bytes."""
    part = chart_part.chart_workbook.xlsx_part
    if part is None:
        return
    source = io.BytesIO(part.blob)
    target = io.BytesIO()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            blob = old.read(name)
            if name == "docProps/core.xml":
                blob = _STAMP.sub(rb"\g<1>2000-01-01T00:00:00Z\g<2>", blob)
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), blob, zipfile.ZIP_DEFLATED)
    part._blob = target.getvalue()
