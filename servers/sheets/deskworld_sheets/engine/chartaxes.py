"""What is said of a chart's axes and of the trend of its series: bounds, number format, gridlines, trendlines."""

from __future__ import annotations

import copy
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
    """Say of the value axes, and of the series, what `look` holds; what it leaves out stays."""
    if look.minimum is not None or look.maximum is not None or look.code or look.gridlines is not None:
        axis = _values(chart)
        if look.minimum is not None or look.maximum is not None:
            _scale(axis, look.minimum, look.maximum)
        if look.code:
            set_code(axis, look.code)
        if look.gridlines is not None:
            _set_gridlines(axis, look.gridlines)
    if look.code2:
        second = by_role(chart).get("y2")
        if second is None:
            raise ToolError("the chart has no second axis to format", argument="y2_number_format")
        set_code(second, look.code2)
    if look.trend:
        _set_trends(chart, look.trend)


def by_role(chart: Element) -> dict[str, Element]:
    """The axes by what they are for: x, y, and y2 where some series have a value axis of their own."""
    axes = {
        (number.get("val") or ""): item
        for item in chart.iter()
        if local(item) in ("catAx", "dateAx", "valAx") and (number := item.find(q("c:axId"))) is not None
    }
    found: dict[str, Element] = {}
    for group in (item for item in chart.iter() if local(item).endswith("Chart")):
        own = [axes[each.get("val") or ""] for each in group.findall(q("c:axId")) if each.get("val") in axes]
        across = [item for item in own if local(item) != "valAx"]
        values = [item for item in own if local(item) == "valAx"]
        if not across and len(values) > 1:  # of a scatter the second goes up
            across, values = values[:1], values[1:]
        if across:
            found.setdefault("x", across[0])
        if values and found.setdefault("y", values[0]) is not values[0]:
            found.setdefault("y2", values[0])
    return found


def carry(old: Element, new: Element, followed: set[str], titled: set[str]) -> None:
    """Let the axes of a plot that is drawn anew say what those of the old one said: formats of their own (none of
    those `followed`), bounds, gridlines, fonts, and titles but for those that are `titled` anew."""
    before, after = by_role(old), by_role(new)
    for role in before.keys() & after.keys():
        was, axis = before[role], after[role]
        shown = was.find(q("c:numFmt"))
        if shown is not None and (shown.get("formatCode") or "General") not in followed:
            set_code(axis, shown.get("formatCode") or "General")
        held = [was.find(f"{q('c:scaling')}/{q(f'c:{name}')}") for name in ("max", "min", "logBase")]
        scaling = axis.find(q("c:scaling"))
        for item in held:
            if item is not None and scaling is not None:
                place(scaling, copy.deepcopy(item), _SCALING)
        for name in ("majorGridlines", "minorGridlines", "txPr", *(() if role in titled else ("title",))):
            mine, theirs = axis.find(q(f"c:{name}")), was.find(q(f"c:{name}"))
            if mine is not None and (theirs is not None or name == "majorGridlines"):
                drop(mine)
            if theirs is not None:
                place(axis, copy.deepcopy(theirs), AXIS)


def _values(chart: Element) -> Element:
    """The first axis of the values."""
    found = by_role(chart).get("y")
    if found is None:
        raise ToolError("a pie or doughnut has no axis to set", argument="kind")
    return found


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
