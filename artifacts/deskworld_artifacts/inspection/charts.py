"""A chart's facts, read from its own part: the same in a deck, a workbook and a document.

What a chart shows is cached beside the formulas it came from, so its numbers can be read without the data's workbook.
"""

from pydantic import Field

from .base import Fact
from .chartlooks import ground_of, letter_colors, series_colors
from .colors import Palette
from .ooxml import Element, Package, child, deep, every, local

_NAMES = {
    "barChart": "column", "bar3DChart": "column", "lineChart": "line", "line3DChart": "line", "pieChart": "pie",
    "pie3DChart": "pie", "ofPieChart": "pie", "doughnutChart": "doughnut", "areaChart": "area", "area3DChart": "area",
    "scatterChart": "scatter", "bubbleChart": "bubble", "radarChart": "radar", "stockChart": "stock",
    "surfaceChart": "surface", "surface3DChart": "surface",
}  # fmt: skip


class Series(Fact):
    """One series: its name, the values as last cached (None where a point is blank), and where they come from."""

    name: str
    values: list[float | None]
    categories: list[str]
    """Labels of the points; for scatter and bubble charts the x values as text."""
    name_ref: str = ""
    values_ref: str = ""
    """A reference such as `Sheet1!$B$2:$B$5`; empty for literal values."""
    categories_ref: str = ""
    chart_type: str = ""
    colors: list[str] = Field(default_factory=list[str])
    """What it shows in (fill, line, markers), of a pie one a piece; read in decks only."""


class ChartFacts(Fact):
    """A chart: `type` is column, bar, line, pie, doughnut, area, scatter, bubble, radar, stock, surface or, for newer
    kinds, Excel's own word (waterfall, treemap ...); a mixed chart joins them ("column+line")."""

    type: str
    grouping: str
    """clustered, stacked, percentStacked or standard; empty where the type has none."""
    title: str
    categories: list[str]
    """Of the first series."""
    series: list[Series]
    legend: bool
    axis_titles: list[str]
    data_labels: bool
    ground: str = ""
    """The colour it brings along to lie on."""
    letters: dict[str, str] = Field(default_factory=dict[str, str])
    """The colours of its words (title, axis, axis title, legend); like `ground`, read in decks only."""

    def one(self, name: str) -> Series:
        """The series of that name; KeyError with the names there are."""
        for series in self.series:
            if series.name == name:
                return series
        raise KeyError(f"no series {name!r}; there are {[series.name for series in self.series]}")


def read_chart(package: Package, part: str, palette: Palette | None = None) -> ChartFacts:
    """The facts of a chart part; with its colours where a palette says what their names mean."""
    root = package.xml(part)
    if local(root) == "chartSpace" and child(root, "c:chart") is None:
        return _extended(root)
    chart = child(root, "c:chart")
    plot = child(chart, "c:plotArea")
    kinds: list[str] = []
    grouping = ""
    series: list[tuple[int, Series]] = []
    for group in plot if plot is not None else ():
        kind = _kind(group)
        if not kind:
            continue
        if kind not in kinds:
            kinds.append(kind)
        grouping = grouping or _value(group, "c:grouping")
        series += [(int(_value(one, "c:order") or 0), _series(one, kind, palette)) for one in every(group, "c:ser")]
    series.sort(key=lambda pair: pair[0])
    read = [one for _, one in series]
    axes = [axis for axis in (plot if plot is not None else ()) if local(axis).endswith("Ax")]
    title = _text(child(chart, "c:title"))
    deleted = _value(chart, "c:autoTitleDeleted") in ("1", "true")
    if not title and len(read) == 1 and (child(chart, "c:title") is not None) and not deleted:
        title = read[0].name  # an automatic title shows the only series' name
    return ChartFacts(
        type="+".join(kinds),
        grouping=grouping,
        title=title,
        categories=read[0].categories if read else [],
        series=read,
        legend=child(chart, "c:legend") is not None,
        axis_titles=[text for axis in axes if (text := _text(child(axis, "c:title")))],
        data_labels=any(_shows_labels(labels) for labels in deep(plot, "c:dLbls")),
        ground=ground_of(root, palette) if palette else "",
        letters=letter_colors(root, palette) if palette else {},
    )


def _kind(group: Element) -> str:
    kind = _NAMES.get(local(group), "")
    return "bar" if kind == "column" and _value(group, "c:barDir") == "bar" else kind


def _series(element: Element, kind: str, palette: Palette | None) -> Series:
    name, values = child(element, "c:tx"), child(element, "c:val")
    categories = child(element, "c:cat")
    if values is None:
        values, categories = child(element, "c:yVal"), child(element, "c:xVal")
    labels = _points(categories)
    return Series(
        name=" ".join(label for label in _points(name) if label) or _text(name),
        values=[_float(point) for point in _points(values)],
        categories=[label or "" for label in labels],
        name_ref=_reference(name),
        values_ref=_reference(values),
        categories_ref=_reference(categories),
        chart_type=kind,
        colors=series_colors(element, palette) if palette else [],
    )


def _points(holder: Element | None) -> list[str | None]:
    """Cached points in order, None where one is missing. Of several levels of labels the innermost comes first."""
    if holder is None:
        return []
    caches = [e for e in holder.iter() if local(e) in ("numCache", "strCache", "numLit", "strLit", "lvl")]
    if not caches:
        literal = child(holder, "c:v")
        return [literal.text] if literal is not None else []
    cache = caches[0]
    count = _value(cache, "c:ptCount") or (_value(cache.getparent(), "c:ptCount") if local(cache) == "lvl" else "")
    found = {int(point.get("idx", 0)): _inner(point) for point in every(cache, "c:pt")}
    size = min(int(count or 0), 1_000_000) or (max(found) + 1 if found else 0)
    return [found.get(place) for place in range(size)]


def _inner(point: Element) -> str:
    value = child(point, "c:v")
    return (value.text or "") if value is not None else ""


def _float(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None


def _reference(holder: Element | None) -> str:
    formula = next(iter(deep(holder, "c:f")), None)
    return (formula.text or "") if formula is not None else ""


def _value(element: Element | None, name: str) -> str:
    found = child(element, name)
    return found.get("val", "") if found is not None else ""


def _text(holder: Element | None) -> str:
    paragraphs = ["".join(run.text or "" for run in deep(one, "a:t")) for one in deep(holder, "a:p")]
    return "\n".join(paragraphs).strip() or " ".join(label for label in _points(child(holder, "c:tx")) if label)


def _shows_labels(labels: Element) -> bool:
    return any(
        _value(labels, f"c:{what}") in ("1", "true")
        for what in ("showVal", "showPercent", "showCatName", "showSerName")
    )


def _extended(root: Element) -> ChartFacts:
    """The newer kinds (waterfall, treemap, funnel ...), whose parts speak another dialect."""
    data = {one.get("id", ""): one for one in deep(root, "cx:data")}
    series: list[Series] = []
    for one in deep(root, "cx:series"):
        pointer = child(one, "cx:dataId")
        source = data.get(pointer.get("val", "")) if pointer is not None else None
        numbers, words = child(source, "cx:numDim", "cx:lvl"), child(source, "cx:strDim", "cx:lvl")
        name = child(one, "cx:tx", "cx:txData", "cx:v")
        series.append(
            Series(
                name=(name.text or "") if name is not None else "",
                values=[_float(point.text) for point in every(numbers, "cx:pt")],
                categories=[point.text or "" for point in every(words, "cx:pt")],
                chart_type=one.get("layoutId", ""),
            )
        )
    title = child(root, "cx:chart", "cx:title")
    return ChartFacts(
        type="+".join(dict.fromkeys(one.chart_type for one in series)),
        grouping="",
        title="".join(run.text or "" for run in deep(title, "a:t")),
        categories=series[0].categories if series else [],
        series=series,
        legend=child(root, "cx:chart", "cx:legend") is not None,
        axis_titles=[],
        data_labels=bool(deep(root, "cx:dataLabels")),
    )
