"""The markup of a chart: plain, complete, and with the values it draws in its cache."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from deskworld_kit import ToolError
from lxml import etree

from . import chartaxes
from .chartorder import AXIS, CHART, SERIES
from .chartplot import ROUND, Look, Series, groups, plot
from .markup import NAMESPACES, Element, drop, local, place, q
from .styles import rgb


def chart(data: Sequence[Series], look: Look) -> Element:
    """A whole chart part."""
    if look.kind in ROUND and len(data) > 1:
        data = data[:1]
    legend = look.legend or ("right" if look.kind in ROUND else "bottom" if len(data) > 1 else "none")
    title = look.title or (str(data[0].name.values[0] or "") if len(data) == 1 and data[0].name else "")
    root = etree.fromstring(
        f'<c:chartSpace xmlns:c="{NAMESPACES["c"]}" xmlns:a="{NAMESPACES["a"]}" xmlns:r="{NAMESPACES["r"]}">'
        f'<c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="{0 if title.strip() else 1}"/>'
        f"<c:plotArea><c:layout/>{plot(data, look)}</c:plotArea>"
        '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>'
    )
    inner = root.find(q("c:chart"))
    if inner is not None:
        if title.strip():
            set_title(inner, title)
        set_axis_titles(inner, look.x_title, look.y_title, look.y2_title)
        set_axis_formats(inner, data, look)
        set_legend(inner, legend)
        if look.labels:
            set_labels(inner, True)
        chartaxes.apply(inner, look)
    return root


# --- what can be changed later


def _title(text: str, size: int, bold: int) -> Element:
    return etree.fromstring(
        f'<c:title xmlns:c="{NAMESPACES["c"]}" xmlns:a="{NAMESPACES["a"]}"><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p>'
        f'<a:pPr><a:defRPr sz="{size}" b="{bold}"/></a:pPr><a:r><a:rPr lang="en-US" sz="{size}" b="{bold}"/>'
        f'<a:t>{escape(text)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>'
    )


def _set_title(holder: Element, text: str, order: Sequence[str], size: int, bold: int) -> None:
    """Change a title's words and keep its look, or make one."""
    found = holder.find(q("c:title"))
    words = list(found.iter(q("a:t"))) if found is not None else []
    if words:
        words[0].text = text
        for other in words[1:]:
            other.text = ""
        return
    if found is not None:
        drop(found)
    place(holder, _title(text, size, bold), order)


def set_title(chart: Element, text: str) -> None:
    _set_title(chart, text, CHART, 1400, 1)
    deleted = chart.find(q("c:autoTitleDeleted"))
    if deleted is not None:
        deleted.set("val", "0")


def set_axis_titles(chart: Element, x_title: str, y_title: str, y2_title: str = "") -> None:
    axes = [item for item in chart.iter() if local(item) in ("catAx", "dateAx", "valAx")]
    if (x_title or y_title) and not axes:
        raise ToolError("a pie or doughnut has no axes to name", argument="x_title" if x_title else "y_title")
    if y2_title and len(axes) < 3:
        raise ToolError("the chart has no second axis to name", argument="y2_title")
    for text, axis in zip((x_title, y_title, y2_title), axes, strict=False):
        if text:
            _set_title(axis, text, AXIS, 1000, 0)


def axis_titles(chart: Element) -> list[str]:
    """The titles of the axes in their order; empty where there is none."""
    axes = [item for item in chart.iter() if local(item) in ("catAx", "dateAx", "valAx")]
    titles = [axis.find(q("c:title")) for axis in axes]
    said = ["" if title is None else "".join(piece.text or "" for piece in title.iter(q("a:t"))) for title in titles]
    return [*said, "", "", ""][:3]


def set_axis_formats(chart: Element, data: Sequence[Series], look: Look, before: Sequence[Series] = ()) -> None:
    """Numbers along the axes as the cells show them; an axis with a format of its own, not that of the cells it
    showed `before`, keeps it."""
    axes = [item for item in chart.iter() if local(item) in ("catAx", "dateAx", "valAx")]
    follow = followed(before, look.stacked)
    for axis, code in zip(axes, _axis_codes(data, look), strict=False):
        shown = axis.find(q("c:numFmt"))
        if not before or shown is None or (shown.get("formatCode") or "General") in follow:
            chartaxes.set_code(axis, code)


def followed(before: Sequence[Series], stacked: str) -> set[str]:
    """The number formats that an axis has of the cells it shows, or of shares."""
    shares = {"0%"} if stacked == "percent" else set[str]()
    return {"General", *shares, *(source.code for one in before for source in (one.categories, one.values) if source)}


def _axis_codes(data: Sequence[Series], look: Look) -> list[str]:
    along = data[0].categories.code if data and data[0].categories else "General"
    drawn = groups(data, look)
    first = next((group.series[0][1].values.code for group in drawn if group.series and not group.second), "General")
    second = [group.series[0][1].values.code for group in drawn if group.second][:1]
    return [along, "0%" if look.stacked == "percent" else first, *second]


def set_legend(chart: Element, where: str) -> None:
    found = chart.find(q("c:legend"))
    if where == "none":
        if found is not None:
            drop(found)
        return
    side = {"right": "r", "left": "l", "top": "t", "bottom": "b"}[where]
    if found is None:
        found = place(chart, etree.Element(q("c:legend")), CHART)
        etree.SubElement(found, q("c:legendPos"))
        etree.SubElement(found, q("c:overlay"), val="0")
    position = found.find(q("c:legendPos"))
    if position is None:
        position = etree.Element(q("c:legendPos"))
        found.insert(0, position)
    position.set("val", side)


def set_labels(chart: Element, shown: bool) -> None:
    """Values written on the points; on a pie, shares too."""
    for series in chart.iter(q("c:ser")):
        found = series.find(q("c:dLbls"))
        if found is not None:
            drop(found)
        if not shown:
            continue
        parent = series.getparent()
        is_round = parent is not None and local(parent) in ("pieChart", "doughnutChart")
        labels = place(series, etree.Element(q("c:dLbls")), SERIES)
        flags = {"showLegendKey": False, "showVal": not is_round, "showCatName": False, "showSerName": False,
                 "showPercent": is_round, "showBubbleSize": False}  # fmt: skip
        for name, value in flags.items():
            etree.SubElement(labels, q(f"c:{name}"), val="1" if value else "0")


def in_order(chart: Element) -> list[Element]:
    """The series by their numbers, whichever group draws them."""

    def number(item: Element) -> int:
        found = item.find(q("c:idx"))
        return int((found.get("val") if found is not None else None) or 0)

    return sorted(chart.iter(q("c:ser")), key=number)


def set_colors(chart: Element, colors: Sequence[str]) -> None:
    """Colour the series in turn, or the slices of a pie."""
    points = list(chart.iter(q("c:dPt")))
    for at, item in enumerate(points or in_order(chart)):
        color = rgb(colors[at % len(colors)], "colors")[2:]
        shape = item.find(q("c:spPr"))
        if shape is None:
            shape = (
                place(item, etree.Element(q("c:spPr")), SERIES) if not points else etree.SubElement(item, q("c:spPr"))
            )
        fills = list(shape.iter(q("a:solidFill")))
        if not fills:
            fills = [etree.Element(q("a:solidFill"))]
            shape.insert(0, fills[0])
        for child in list(fills[0]):
            fills[0].remove(child)
        etree.SubElement(fills[0], q("a:srgbClr"), val=color)
