"""What a chart draws: its groups of series, each of one kind on one pair of axes, and the axes.

Most charts have one group. Where some series are lines over columns, or have an axis of their own at the right, the
plot has a group for each, which share the categories; their series keep the numbers, and so the colours, that they have
in the data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from deskworld_kit import Scalar, ToolError

from . import dates
from .styles import rgb

PALETTE = ("4472C4", "ED7D31", "A5A5A5", "FFC000", "5B9BD5", "70AD47", "264478", "9E480E")
ROUND = ("pie", "doughnut")
_MIXED = ("column", "line", "area")  # kinds that go together, over one axis of categories
_FIRST, _SECOND = ("111", "112"), ("113", "114")


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
    sizes: Source | None = None  # of a bubble chart


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
    lines: tuple[str, ...] = ()  # names of series drawn as lines over the others
    second: tuple[str, ...] = ()  # names of series on an axis of their own, at the right
    y2_title: str = ""
    minimum: float | None = None
    maximum: float | None = None
    code: str = ""
    code2: str = ""  # of the second axis
    gridlines: bool | None = None
    trend: str = ""


@dataclass(frozen=True)
class Group:
    """Series of one kind on one pair of axes."""

    kind: str
    second: bool
    series: tuple[tuple[int, Series], ...]


def name_of(series: Series) -> str:
    return str(series.name.values[0] or "") if series.name and series.name.values else ""


def groups(data: Sequence[Series], look: Look) -> list[Group]:
    """The groups in which the series are drawn, those on the first axis first, lines over the others."""
    numbered = list(enumerate(data))
    if not (look.lines or look.second):
        return [Group(look.kind, False, tuple(numbered))]
    if look.kind not in _MIXED:
        raise ToolError(
            f"lines over other series and a second axis are for column, line and area charts, not for {look.kind}",
            argument="lines" if look.lines else "second_axis",
        )
    lines, second = _named(data, look.lines, "lines"), _named(data, look.second, "second_axis")
    if look.kind == "column":
        lines |= second  # columns on two axes would stand before each other
    if len(second) == len(data):
        raise ToolError("every series is on the second axis; leave one on the first", argument="second_axis")
    found: dict[tuple[bool, bool], list[tuple[int, Series]]] = {}
    for at, series in numbered:
        found.setdefault((at in lines and look.kind != "line", at in second), []).append((at, series))
    return [
        Group("line" if is_line else look.kind, on_second, tuple(held))
        for (is_line, on_second), held in sorted(found.items(), key=lambda item: item[0])
    ]


def _named(data: Sequence[Series], names: Sequence[str], argument: str) -> set[int]:
    known = {name_of(series).strip().casefold(): at for at, series in enumerate(data)}
    for name in names:
        if name.strip().casefold() not in known:
            listed = ", ".join(repr(name_of(series)) for series in data)
            raise ToolError(f"no series is called {name!r}; there is: {listed}", argument=argument)
    return {known[name.strip().casefold()] for name in names}


def plot(data: Sequence[Series], look: Look) -> str:
    """The groups and their axes, as markup."""
    found = groups(data, look)
    second = any(group.second for group in found)
    if look.kind in ROUND:
        axes = ""
    elif look.kind == "radar":
        axes = _axes(_FIRST, around=True)
    else:
        axes = _axes(_FIRST, horizontal=look.kind == "bar", both_values=look.kind in ("scatter", "bubble"))
    return "".join(_group(group, look) for group in found) + axes + (_second_axes() if second else "")


def _group(group: Group, look: Look) -> str:
    kind = group.kind
    grouping = {"stacked": "stacked", "percent": "percentStacked"}.get(look.stacked, "") if kind == look.kind else ""
    drawn = "".join(_series(at, series, kind, look) for at, series in group.series)
    axes = "".join(f'<c:axId val="{number}"/>' for number in (_SECOND if group.second else _FIRST))
    plain = f'<c:varyColors val="0"/>{drawn}'
    if kind in ("column", "bar"):
        direction = "bar" if kind == "bar" else "col"
        overlap = '<c:overlap val="100"/>' if grouping else ""
        return (
            f'<c:barChart><c:barDir val="{direction}"/><c:grouping val="{grouping or "clustered"}"/>'
            f'{plain}<c:gapWidth val="80"/>{overlap}{axes}</c:barChart>'
        )
    if kind == "line":
        return (
            f'<c:lineChart><c:grouping val="{grouping or "standard"}"/>{plain}<c:marker val="1"/>{axes}</c:lineChart>'
        )
    if kind == "area":
        return f'<c:areaChart><c:grouping val="{grouping or "standard"}"/>{plain}{axes}</c:areaChart>'
    if kind == "radar":
        return f'<c:radarChart><c:radarStyle val="marker"/>{plain}{axes}</c:radarChart>'
    if kind == "scatter":
        return f'<c:scatterChart><c:scatterStyle val="lineMarker"/>{plain}{axes}</c:scatterChart>'
    if kind == "bubble":
        return f'<c:bubbleChart>{plain}<c:bubbleScale val="60"/><c:showNegBubbles val="0"/>{axes}</c:bubbleChart>'
    hole = '<c:holeSize val="55"/>' if kind == "doughnut" else ""
    return f'<c:{kind}Chart><c:varyColors val="1"/>{drawn}<c:firstSliceAng val="0"/>{hole}</c:{kind}Chart>'


LINE = '<c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="BFBFBF"/></a:solidFill></a:ln></c:spPr>'
GRID = f"<c:majorGridlines>{LINE.replace('BFBFBF', 'E3E3E3')}</c:majorGridlines>"


def _axes(ids: tuple[str, str], *, horizontal: bool = False, both_values: bool = False, around: bool = False) -> str:
    first, second = ("l", "b") if horizontal else ("b", "l")
    across = "valAx" if both_values else "catAx"
    # A bar chart reads from the top, as its table does.
    order = "maxMin" if horizontal else "minMax"
    crossing = '<c:crossBetween val="midCat"/>' if both_values else '<c:auto val="1"/><c:lblAlgn val="ctr"/>'
    between = "midCat" if both_values else "between"
    return (
        f'<c:{across}><c:axId val="{ids[0]}"/><c:scaling><c:orientation val="{order}"/></c:scaling><c:delete val="0"/>'
        f'<c:axPos val="{first}"/>{GRID if around else ""}<c:numFmt formatCode="General" sourceLinked="1"/>'
        '<c:majorTickMark val="none"/>'
        f'<c:minorTickMark val="none"/><c:tickLblPos val="{"nextTo" if around else "low"}"/>{LINE}'
        f'<c:crossAx val="{ids[1]}"/><c:crosses val="autoZero"/>'
        f'{crossing}</c:{across}><c:valAx><c:axId val="{ids[1]}"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        f'<c:delete val="0"/><c:axPos val="{second}"/>{GRID}<c:numFmt formatCode="General" sourceLinked="1"/>'
        '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>'
        f'<c:crossAx val="{ids[0]}"/><c:crosses val="{"max" if horizontal else "autoZero"}"/>'
        f'<c:crossBetween val="{between}"/></c:valAx>'
    )


def _second_axes() -> str:
    """A value axis at the right, over categories that are not shown again."""
    across, values = _SECOND
    return (
        f'<c:valAx><c:axId val="{values}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>'
        '<c:axPos val="r"/><c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="none"/>'
        f'<c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="{across}"/><c:crosses val="max"/>'
        f'<c:crossBetween val="between"/></c:valAx><c:catAx><c:axId val="{across}"/><c:scaling>'
        '<c:orientation val="minMax"/></c:scaling><c:delete val="1"/><c:axPos val="b"/><c:majorTickMark val="none"/>'
        f'<c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="{values}"/>'
        '<c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/></c:catAx>'
    )


def _series(index: int, series: Series, kind: str, look: Look) -> str:
    color = rgb(look.colors[index % len(look.colors)], "colors")[2:] if look.colors else PALETTE[index % len(PALETTE)]
    name = f"<c:tx>{_strings(series.name)}</c:tx>" if series.name else ""
    fill = f'<a:solidFill><a:srgbClr val="{color}"/></a:solidFill>'
    categories, values = series.categories, _numbers(series.values)
    head = f'<c:ser><c:idx val="{index}"/><c:order val="{index}"/>{name}'
    if kind == "scatter":
        across = f"<c:xVal>{_numbers(categories)}</c:xVal>" if categories else ""
        marker = f'<c:marker><c:symbol val="circle"/><c:size val="6"/><c:spPr>{fill}</c:spPr></c:marker>'
        return (
            f'{head}<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr>{marker}{across}<c:yVal>{values}</c:yVal>'
            '<c:smooth val="0"/></c:ser>'
        )
    if kind == "bubble":
        across = f"<c:xVal>{_numbers(categories)}</c:xVal>" if categories else ""
        sizes = f"<c:bubbleSize>{_numbers(series.sizes)}</c:bubbleSize>" if series.sizes else ""
        clear = fill.replace("/></a:solidFill>", '><a:alpha val="70000"/></a:srgbClr></a:solidFill>')
        return (
            f'{head}<c:spPr>{clear}</c:spPr><c:invertIfNegative val="0"/>{across}<c:yVal>{values}</c:yVal>{sizes}'
            '<c:bubble3D val="0"/></c:ser>'
        )
    along = f"<c:cat>{_either(categories)}</c:cat>" if categories else ""
    if kind in ("line", "radar"):
        stroke = f'<c:spPr><a:ln w="28575" cap="rnd">{fill}<a:round/></a:ln></c:spPr>'
        shape = f'{stroke}<c:marker><c:symbol val="none"/></c:marker>'
        smooth = '<c:smooth val="0"/>' if kind == "line" else ""
        return f"{head}{shape}{along}<c:val>{values}</c:val>{smooth}</c:ser>"
    if kind in ROUND:
        return f"{head}{_slices(series, look)}{along}<c:val>{values}</c:val></c:ser>"
    flat = '<c:invertIfNegative val="0"/>' if kind in ("bar", "column") else ""
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
