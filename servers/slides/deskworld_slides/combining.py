"""Axes that tell the truth, and two kinds of chart in one.

Columns, bars and areas are compared by their length, so their axis starts at zero unless somebody says otherwise. A
combo is columns with the last series as a line on an axis of its own, for a rate over amounts.
"""

from __future__ import annotations

from typing import Any

from deskworld_kit import ToolError

from deskworld_slides.grounds import Inks

_GROUNDED = ("column", "bar", "area", "combo")


def value_axis(chart: Any, *, second: bool = False) -> Any:
    """The axis that the first kind of a chart's values stand on, or the one that others have for themselves.

    Raises:
        ToolError: There is no second one.
    """
    from pptx.chart.axis import ValueAxis

    plots = list(chart.plots)
    first = _axes_of(plots[0])
    apart = [_axes_of(plot) for plot in plots[1:] if not set(_axes_of(plot)) & set(first)]
    if second and not apart:
        raise ToolError("the chart has one value axis only; a combo has a second at the right", argument="shape")
    ids = apart[0] if second else first
    found = [axis for axis in chart._chartSpace.valAx_lst if axis.find("{*}axId").get("val") in ids]
    return ValueAxis(found[-1]) if found else chart.value_axis  # of points at x and y, y comes last


def _axes_of(plot: Any) -> list[str]:
    return [each.get("val") for each in plot._element.findall("{*}axId")]


def grounded(kind: str) -> bool:
    """Whether lengths are compared in this kind of chart."""
    return kind.startswith(_GROUNDED) and not kind.endswith("_percent")


def start_at_zero(chart: Any, kind: str) -> None:
    """Let the value axis of a chart whose lengths are compared start (or, below zero, end) at zero."""
    if not grounded(kind):
        return
    values = _values(chart)
    axis = value_axis(chart)
    if min(values, default=0) >= 0:
        axis.minimum_scale = 0
    elif max(values) <= 0:
        axis.maximum_scale = 0


def settle_axis(chart: Any, kind: str) -> list[str]:
    """After new data: an axis that ended at zero for the old values lets the new ones be seen; says what is cut off."""
    if not grounded(kind):
        return []
    values = _values(chart)
    axis = value_axis(chart)
    low, high = min(values, default=0), max(values, default=0)
    if axis.minimum_scale == 0 and low < 0:
        axis.minimum_scale = None
    if axis.maximum_scale == 0 and high > 0:
        axis.maximum_scale = None
    if "_stacked" not in kind and axis.maximum_scale is not None and axis.maximum_scale < high:
        return [f"the axis ends at {axis.maximum_scale:g}, below the largest value ({high:g}); set maximum"]
    return cut_off(chart, kind)


def cut_off(chart: Any, kind: str) -> list[str]:
    """A warning where columns or bars do not start at zero, so that their lengths mislead."""
    low = value_axis(chart).minimum_scale if grounded(kind) else None
    if low is None or low <= 0:
        return []
    return [f"the axis starts at {low:g}, not at zero: the lengths of the {kind.split('_')[0]}s mislead"]


def _values(chart: Any) -> list[float]:
    """The numbers on the first axis."""
    return [value for series in chart.plots[0].series for value in series.values if value is not None]


def combine(chart: Any, size: float, form: str, inks: Inks) -> None:
    """Make the last series of a column chart a line on a second axis at the right."""
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    from deskworld_slides.charting import paint_series

    area = chart._chartSpace.chart.plotArea
    columns = area.find("{*}barChart")
    moved = columns.findall("{*}ser")[-1]
    columns.remove(moved)
    for name in ("spPr", "invertIfNegative"):
        for old in moved.findall(f"{{*}}{name}"):
            moved.remove(old)
    moved.append(parse_xml(f'<c:smooth {nsdecls("c")} val="0"/>'))
    line = parse_xml(
        f'<c:lineChart {nsdecls("c")}><c:grouping val="standard"/><c:varyColors val="0"/><c:marker val="1"/>'
        '<c:axId val="50010"/><c:axId val="50020"/></c:lineChart>'
    )
    line.insert(2, moved)
    columns.addnext(line)
    ticks = '<c:majorTickMark val="none"/><c:minorTickMark val="none"/>'
    text = (
        f'<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="{round(size * 100)}"/></a:pPr>'
        '<a:endParaRPr lang="en-US"/></a:p></c:txPr>'
    )
    hidden = (
        f'<c:catAx {nsdecls("c")}><c:axId val="50010"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        f'<c:delete val="1"/><c:axPos val="b"/>{ticks}<c:tickLblPos val="nextTo"/><c:crossAx val="50020"/>'
        '<c:crosses val="autoZero"/></c:catAx>'
    )
    right = (
        f'<c:valAx {nsdecls("c", "a")}><c:axId val="50020"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        f'<c:delete val="0"/><c:axPos val="r"/><c:numFmt formatCode="{form}" sourceLinked="0"/>{ticks}'
        '<c:tickLblPos val="nextTo"/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>'
        f'{text}<c:crossAx val="50010"/><c:crosses val="max"/></c:valAx>'
    )
    last = area.findall("{*}valAx")[-1]
    for xml in (hidden, right):
        last.addnext(parse_xml(xml))
    series = chart.plots[1].series[0]
    paint_series(series, "line", inks.accent(len(chart.plots[0].series)))
