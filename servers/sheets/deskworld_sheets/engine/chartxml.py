"""The markup of a chart: plain, complete, and with the values it draws in its cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from deskworld_kit import Scalar, ToolError
from lxml import etree

from . import dates
from .markup import NAMESPACES, Element, drop, local, place, q
from .styles import rgb

PALETTE = ("4472C4", "ED7D31", "A5A5A5", "FFC000", "5B9BD5", "70AD47", "264478", "9E480E")
_ROUND = ("pie", "doughnut")
_CHART = ("title", "autoTitleDeleted", "pivotFmts", "view3D", "floor", "sideWall", "backWall", "plotArea", "legend",
          "plotVisOnly", "dispBlanksAs", "extLst")  # fmt: skip
_AXIS = ("axId", "scaling", "delete", "axPos", "majorGridlines", "minorGridlines", "title", "numFmt", "majorTickMark",
         "minorTickMark", "tickLblPos", "spPr", "txPr", "crossAx", "crosses", "crossesAt", "crossBetween")  # fmt: skip
_SERIES = ("idx", "order", "tx", "spPr", "invertIfNegative", "pictureOptions", "marker", "explosion", "dPt", "dLbls",
           "trendline", "errBars", "cat", "xVal", "val", "yVal", "smooth", "shape", "bubbleSize", "extLst")  # fmt: skip


@dataclass(frozen=True)
class Source:
    """Cells that a chart reads, and what they hold."""

    formula: str
    values: tuple[Scalar, ...]
    code: str = "General"


@dataclass(frozen=True)
class Series:
    name: Source | None
    categories: Source | None
    values: Source


@dataclass(frozen=True)
class Look:
    kind: str = ""
    title: str = ""
    x_title: str = ""
    y_title: str = ""
    legend: str = ""
    stacked: str = ""
    labels: bool | None = None
    colors: tuple[str, ...] = ()


def chart(data: Sequence[Series], look: Look) -> Element:
    """A whole chart part."""
    if look.kind in _ROUND and len(data) > 1:
        data = data[:1]
    drawn = "".join(_series(index, series, look) for index, series in enumerate(data))
    legend = look.legend or ("right" if look.kind in _ROUND else "bottom" if len(data) > 1 else "none")
    title = look.title or (str(data[0].name.values[0] or "") if len(data) == 1 and data[0].name else "")
    root = etree.fromstring(
        f'<c:chartSpace xmlns:c="{NAMESPACES["c"]}" xmlns:a="{NAMESPACES["a"]}" xmlns:r="{NAMESPACES["r"]}">'
        f'<c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="{0 if title.strip() else 1}"/>'
        f"<c:plotArea><c:layout/>{_plot(drawn, look)}</c:plotArea>"
        '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>'
    )
    inner = root.find(q("c:chart"))
    if inner is not None:
        if title.strip():
            set_title(inner, title)
        set_axis_titles(inner, look.x_title, look.y_title)
        set_axis_formats(inner, data, percent=look.stacked == "percent")
        set_legend(inner, legend)
        if look.labels:
            set_labels(inner, True)
    return root


def _plot(drawn: str, look: Look) -> str:
    grouping = {"stacked": "stacked", "percent": "percentStacked"}.get(look.stacked, "")
    axes = '<c:axId val="111"/><c:axId val="112"/>'
    if look.kind in ("column", "bar"):
        direction = "bar" if look.kind == "bar" else "col"
        overlap = '<c:overlap val="100"/>' if grouping else ""
        return (
            f'<c:barChart><c:barDir val="{direction}"/><c:grouping val="{grouping or "clustered"}"/>'
            f'<c:varyColors val="0"/>{drawn}<c:gapWidth val="80"/>{overlap}{axes}</c:barChart>'
            + _axes(horizontal=look.kind == "bar")
        )
    if look.kind == "line":
        return (
            f'<c:lineChart><c:grouping val="{grouping or "standard"}"/><c:varyColors val="0"/>{drawn}'
            f'<c:marker val="1"/>{axes}</c:lineChart>' + _axes()
        )
    if look.kind == "area":
        return (
            f'<c:areaChart><c:grouping val="{grouping or "standard"}"/><c:varyColors val="0"/>{drawn}{axes}'
            "</c:areaChart>" + _axes()
        )
    if look.kind == "scatter":
        return (
            f'<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>{drawn}{axes}</c:scatterChart>'
            + _axes(both_values=True)
        )
    hole = '<c:holeSize val="55"/>' if look.kind == "doughnut" else ""
    return f'<c:{look.kind}Chart><c:varyColors val="1"/>{drawn}<c:firstSliceAng val="0"/>{hole}</c:{look.kind}Chart>'


def _axes(*, horizontal: bool = False, both_values: bool = False) -> str:
    line = '<c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="BFBFBF"/></a:solidFill></a:ln></c:spPr>'
    grid = f"<c:majorGridlines>{line.replace('BFBFBF', 'E3E3E3')}</c:majorGridlines>"
    first, second = ("l", "b") if horizontal else ("b", "l")
    across = "valAx" if both_values else "catAx"
    # A bar chart reads from the top, as its table does.
    order = "maxMin" if horizontal else "minMax"
    crossing = '<c:crossBetween val="midCat"/>' if both_values else '<c:auto val="1"/><c:lblAlgn val="ctr"/>'
    between = "midCat" if both_values else "between"
    return (
        f'<c:{across}><c:axId val="111"/><c:scaling><c:orientation val="{order}"/></c:scaling><c:delete val="0"/>'
        f'<c:axPos val="{first}"/><c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="none"/>'
        f'<c:minorTickMark val="none"/><c:tickLblPos val="low"/>{line}<c:crossAx val="112"/><c:crosses val="autoZero"/>'
        f'{crossing}</c:{across}><c:valAx><c:axId val="112"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        f'<c:delete val="0"/><c:axPos val="{second}"/>{grid}<c:numFmt formatCode="General" sourceLinked="1"/>'
        '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>'
        f'<c:crossAx val="111"/><c:crosses val="{"max" if horizontal else "autoZero"}"/>'
        f'<c:crossBetween val="{between}"/></c:valAx>'
    )


def _series(index: int, series: Series, look: Look) -> str:
    color = rgb(look.colors[index % len(look.colors)], "colors")[2:] if look.colors else PALETTE[index % len(PALETTE)]
    name = f"<c:tx>{_strings(series.name)}</c:tx>" if series.name else ""
    fill = f'<a:solidFill><a:srgbClr val="{color}"/></a:solidFill>'
    categories, values = series.categories, _numbers(series.values)
    head = f'<c:ser><c:idx val="{index}"/><c:order val="{index}"/>{name}'
    if look.kind == "scatter":
        across = f"<c:xVal>{_numbers(categories)}</c:xVal>" if categories else ""
        marker = f'<c:marker><c:symbol val="circle"/><c:size val="6"/><c:spPr>{fill}</c:spPr></c:marker>'
        return (
            f'{head}<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr>{marker}{across}<c:yVal>{values}</c:yVal>'
            '<c:smooth val="0"/></c:ser>'
        )
    along = f"<c:cat>{_either(categories)}</c:cat>" if categories else ""
    if look.kind == "line":
        stroke = f'<c:spPr><a:ln w="28575" cap="rnd">{fill}<a:round/></a:ln></c:spPr>'
        shape = f'{stroke}<c:marker><c:symbol val="none"/></c:marker>'
        return f'{head}{shape}{along}<c:val>{values}</c:val><c:smooth val="0"/></c:ser>'
    if look.kind in _ROUND:
        return f"{head}{_slices(series, look)}{along}<c:val>{values}</c:val></c:ser>"
    flat = '<c:invertIfNegative val="0"/>' if look.kind in ("bar", "column") else ""
    return f"{head}<c:spPr>{fill}</c:spPr>{flat}{along}<c:val>{values}</c:val></c:ser>"


def _slices(series: Series, look: Look) -> str:
    colors = [rgb(color, "colors")[2:] for color in look.colors] or list(PALETTE)
    white = '<a:ln w="19050"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:ln>'
    return "".join(
        f'<c:dPt><c:idx val="{at}"/><c:bubble3D val="0"/><c:spPr><a:solidFill>'
        f'<a:srgbClr val="{colors[at % len(colors)]}"/></a:solidFill>{white}</c:spPr></c:dPt>'
        for at in range(min(len(series.values.values), 60))
    )


def _either(source: Source) -> str:
    """Dates and numbers as numbers, anything else as texts."""
    numbers = [value for value in source.values if value is not None]
    if numbers and all(isinstance(value, int | float) for value in numbers):
        return _numbers(source)
    return _strings(source)


def _numbers(source: Source) -> str:
    points: list[str] = []
    for at, value in enumerate(source.values):
        if isinstance(value, str) and (found := dates.from_iso(value)):
            value = found[0]
        if isinstance(value, int | float) and not isinstance(value, bool):
            points.append(f'<c:pt idx="{at}"><c:v>{value!r}</c:v></c:pt>')
    return (
        f"<c:numRef><c:f>{escape(source.formula)}</c:f><c:numCache><c:formatCode>{escape(source.code)}</c:formatCode>"
        f'<c:ptCount val="{len(source.values)}"/>{"".join(points)}</c:numCache></c:numRef>'
    )


def _strings(source: Source) -> str:
    points = "".join(
        f'<c:pt idx="{at}"><c:v>{escape(str(value))}</c:v></c:pt>'
        for at, value in enumerate(source.values)
        if value is not None
    )
    return (
        f"<c:strRef><c:f>{escape(source.formula)}</c:f><c:strCache>"
        f'<c:ptCount val="{len(source.values)}"/>{points}</c:strCache></c:strRef>'
    )


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
    _set_title(chart, text, _CHART, 1400, 1)
    deleted = chart.find(q("c:autoTitleDeleted"))
    if deleted is not None:
        deleted.set("val", "0")


def set_axis_titles(chart: Element, x_title: str, y_title: str) -> None:
    axes = [item for item in chart.iter() if local(item) in ("catAx", "dateAx", "valAx")]
    if (x_title or y_title) and not axes:
        raise ToolError("a pie or doughnut has no axes to name", argument="x_title" if x_title else "y_title")
    for text, axis in zip((x_title, y_title), axes, strict=False):
        if text:
            _set_title(axis, text, _AXIS, 1000, 0)


def set_axis_formats(chart: Element, data: Sequence[Series], *, percent: bool = False) -> None:
    """Numbers along the axes as the cells show them."""
    axes = [item for item in chart.iter() if local(item) in ("catAx", "dateAx", "valAx")]
    along = data[0].categories.code if data and data[0].categories else "General"
    codes = (along, "0%" if percent else data[0].values.code if data else "General")
    for axis, code in zip(axes, codes, strict=False):
        shown = axis.find(q("c:numFmt"))
        if shown is None:
            shown = place(axis, etree.Element(q("c:numFmt")), _AXIS)
        shown.set("formatCode", code)
        # An axis that is linked to its source is shown plainly by some programs, whatever the source looks like.
        shown.set("sourceLinked", "1" if code == "General" else "0")


def set_legend(chart: Element, where: str) -> None:
    found = chart.find(q("c:legend"))
    if where == "none":
        if found is not None:
            drop(found)
        return
    side = {"right": "r", "left": "l", "top": "t", "bottom": "b"}[where]
    if found is None:
        found = place(chart, etree.Element(q("c:legend")), _CHART)
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
        labels = place(series, etree.Element(q("c:dLbls")), _SERIES)
        flags = {"showLegendKey": False, "showVal": not is_round, "showCatName": False, "showSerName": False,
                 "showPercent": is_round, "showBubbleSize": False}  # fmt: skip
        for name, value in flags.items():
            etree.SubElement(labels, q(f"c:{name}"), val="1" if value else "0")


def set_colors(chart: Element, colors: Sequence[str]) -> None:
    """Colour the series in turn, or the slices of a pie."""
    points = list(chart.iter(q("c:dPt")))
    for at, item in enumerate(points or list(chart.iter(q("c:ser")))):
        color = rgb(colors[at % len(colors)], "colors")[2:]
        shape = item.find(q("c:spPr"))
        if shape is None:
            shape = (
                place(item, etree.Element(q("c:spPr")), _SERIES) if not points else etree.SubElement(item, q("c:spPr"))
            )
        fills = list(shape.iter(q("a:solidFill")))
        if not fills:
            fills = [etree.Element(q("a:solidFill"))]
            shape.insert(0, fills[0])
        for child in list(fills[0]):
            fills[0].remove(child)
        etree.SubElement(fills[0], q("a:srgbClr"), val=color)
