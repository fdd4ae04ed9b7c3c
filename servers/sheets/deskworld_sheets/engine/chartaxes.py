"""What is said of a chart's axes and of the trend of its series: bounds, number format, gridlines, trendlines."""

from __future__ import annotations

import math

from deskworld_kit import ToolError
from lxml import etree

from .chartorder import AXIS, SERIES
from .chartplot import GRID, Look
from .markup import NAMESPACES, Element, drop, local, place, q

_TRENDS = {"linear": "linear", "exponential": "exp", "moving_average": "movingAvg"}
_SCALING = ("logBase", "orientation", "max", "min")
_WITH_TRENDS = ("barChart", "lineChart", "scatterChart", "bubbleChart", "areaChart")


def apply(chart: Element, look: Look) -> None:
    """Say of the first value axis, and of the series, what `look` holds; what it leaves out stays."""
    if look.minimum is not None or look.maximum is not None or look.code or look.gridlines is not None:
        axis = _values(chart)
        if look.minimum is not None or look.maximum is not None:
            _scale(axis, look.minimum, look.maximum)
        if look.code:
            set_code(axis, look.code)
        if look.gridlines is not None:
            _set_gridlines(axis, look.gridlines)
    if look.trend:
        _set_trends(chart, look.trend)


def _values(chart: Element) -> Element:
    """The axis of the values: the first there is (of a scatter the second, which goes up)."""
    found = list(chart.iter(q("c:valAx")))
    if not found:
        raise ToolError("a pie or doughnut has no axis to set", argument="kind")
    across = chart.find(f".//{q('c:catAx')}")
    if across is None:
        across = chart.find(f".//{q('c:dateAx')}")
    return found[1] if across is None and len(found) > 1 else found[0]


def _scale(axis: Element, low: float | None, high: float | None) -> None:
    scaling = axis.find(q("c:scaling"))
    if scaling is None:
        scaling = place(axis, etree.Element(q("c:scaling")), AXIS)
    for name, value in (("max", high), ("min", low)):
        if value is None:
            continue
        if not math.isfinite(value):
            raise ToolError(f"{value} is no end of an axis; write a number", argument=f"{name}imum")
        found = scaling.find(q(f"c:{name}"))
        if found is None:
            found = place(scaling, etree.Element(q(f"c:{name}")), _SCALING)
        found.set("val", f"{value:.15g}")
    ends = [scaling.find(q(f"c:{name}")) for name in ("min", "max")]
    bounds = [float(end.get("val") or 0) for end in ends if end is not None]
    if len(bounds) == 2 and bounds[0] >= bounds[1]:
        raise ToolError(f"the axis would go from {bounds[0]:g} to {bounds[1]:g}; minimum is the smaller end",
                        argument="minimum")  # fmt: skip


def set_code(axis: Element, code: str) -> None:
    """The number format of an axis."""
    shown = axis.find(q("c:numFmt"))
    if shown is None:
        shown = place(axis, etree.Element(q("c:numFmt")), AXIS)
    shown.set("formatCode", code)
    # An axis that is linked to its source is shown plainly by some programs, whatever the source looks like.
    shown.set("sourceLinked", "1" if code == "General" else "0")


def _set_gridlines(axis: Element, shown: bool) -> None:
    found = axis.find(q("c:majorGridlines"))
    if shown and found is None:
        spaces = " ".join(f'xmlns:{name}="{NAMESPACES[name]}"' for name in ("c", "a"))
        made = etree.fromstring(GRID.replace("<c:majorGridlines>", f"<c:majorGridlines {spaces}>", 1))
        place(axis, made, AXIS)
    elif not shown and found is not None:
        drop(found)


def _set_trends(chart: Element, kind: str) -> None:
    """A dotted trendline for each series, in the series' colour; none takes them away."""
    series = [item for item in chart.iter(q("c:ser")) if local(item.getparent()) in _WITH_TRENDS]  # type: ignore[arg-type]
    for old in list(chart.iter(q("c:trendline"))):
        drop(old)
    if kind == "none":
        return
    grouping = [item.get("val") or "" for item in chart.iter(q("c:grouping"))]
    if not series or any(said in ("stacked", "percentStacked") for said in grouping):
        raise ToolError("trendlines go with column, bar, line, area, scatter and bubble charts that are not stacked",
                        argument="trendline")  # fmt: skip
    for item in series:
        colors = [color.get("val") or "" for color in item.iter(q("a:srgbClr"))]
        period = '<c:period val="2"/>' if kind == "moving_average" else ""
        made = etree.fromstring(
            f'<c:trendline xmlns:c="{NAMESPACES["c"]}" xmlns:a="{NAMESPACES["a"]}"><c:spPr><a:ln w="19050" cap="rnd">'
            f'<a:solidFill><a:srgbClr val="{colors[0] if colors else "7F7F7F"}"/></a:solidFill>'
            f'<a:prstDash val="sysDot"/></a:ln></c:spPr><c:trendlineType val="{_TRENDS[kind]}"/>{period}'
            '<c:dispRSqr val="0"/><c:dispEq val="0"/></c:trendline>'
        )
        place(item, made, SERIES)
