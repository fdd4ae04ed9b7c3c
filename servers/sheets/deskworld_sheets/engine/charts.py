"""Charts on sheets: made from a range, described, and changed in what was asked and nothing else.

A chart's data is a range with a heading row and a column of categories, as a person selects it. The values go into
the chart's cache as well, so that a viewer which opens no cells draws the same picture.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deskworld_kit import Scalar, ToolError

from . import chartaxes, chartxml, drawings
from .chartplot import PALETTE, ROUND, Look, Series, Source, name_of
from .formulas import prefixed
from .markup import Element, local, q
from .references import Area

if TYPE_CHECKING:
    from .book import Book, Sheet

CHART_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
MOST_POINTS = 50_000
SIZE = (600, 320)  # pixels


@dataclass
class Found:
    """A chart where it lies."""

    part: str
    drawing: str
    anchor: Element
    name: str


def add(book: Book, sheet: Sheet, data: Sequence[Series], look: Look, place: str) -> tuple[str, str]:
    """Put a chart on a sheet; gives its name and its place."""
    root = chartxml.chart(data, look)
    part = book.package.write(book.package.free_name("xl/charts/chart{}.xml"), root, CHART_TYPE)
    number = part.rpartition("chart")[2].partition(".")[0]
    name = drawings.add_chart_frame(book, sheet, part, place, SIZE, f"Chart {number}", look.title)
    return name, drawings.corner(find(book, sheet, name).anchor)


def find(book: Book, sheet: Sheet, which: str) -> Found:
    """A chart by its name, its title, or its number on the sheet counted from 1."""
    found = _all(book, sheet)
    for index, chart in enumerate(found, 1):
        title = title_of(book.package.tree(chart.part))
        if which.casefold() in (chart.name.casefold(), title.casefold(), str(index)):
            return chart
    known = ", ".join(repr(chart.name) for chart in found) or "none"
    raise ToolError(f"{sheet.name} has no chart {which!r}; there is: {known}", argument="chart")


def _all(book: Book, sheet: Sheet) -> list[Found]:
    found: list[Found] = []
    for relation in book.package.related(sheet.part, "drawing"):
        targets = {item.id: item.target for item in book.package.relations(relation.target)}
        for anchor in book.package.tree(relation.target):
            for frame in anchor.iter(q("c:chart")):
                part = targets.get(frame.get(q("r:id")) or "", "")
                named = anchor.find(f".//{q('xdr:cNvPr')}")
                name = (named.get("name") if named is not None else "") or ""
                if part in book.package:
                    found.append(Found(part, relation.target, anchor, name))
    return found


def title_of(root: Element) -> str:
    title = root.find(f"{q('c:chart')}/{q('c:title')}")
    return "".join(piece.text or "" for piece in title.iter(q("a:t"))) if title is not None else ""


def places(book: Book, sheet: str, data: str) -> tuple[Sheet, list[Area]]:
    """The sheet and the ranges that a chart's data names: `Data!A1:A9,D1:D9` are two on one sheet."""
    pieces = [piece.strip() for piece in re.split(r",(?=(?:[^']*'[^']*')*[^']*$)", data) if piece.strip()]
    found = [book.locate("" if "!" in piece else sheet, piece, "data") for piece in pieces[:1]]
    if not found:
        raise ToolError("say what to draw, like Data!A1:C13", argument="data")
    home = found[0][0]
    found += [book.locate("" if "!" in piece else home.name, piece, "data") for piece in pieces[1:]]
    if any(other.name != home.name for other, _ in found):
        raise ToolError("the ranges of a chart lie on one sheet; copy_range brings them together", argument="data")
    return home, [area for _, area in found]


def kind_found(book: Book, found: Found) -> str:
    """The kind of a chart that is there; empty for one that is not drawn here."""
    chart = book.package.tree(found.part).find(q("c:chart"))
    return kind_of(chart)[0] if chart is not None else ""


def series_from(
    book: Book, sheet: Sheet, areas: Sequence[Area], *, by_rows: bool = False, kind: str = ""
) -> list[Series]:
    """The series in a range: headings first, categories in the first column (or the first row). Several ranges of one
    height (or width) stand side by side."""
    area = areas[0]
    for other in areas[1:]:
        axis = "column" if by_rows else "row"
        if other.span(axis) != area.span(axis):
            raise ToolError(f"{other.name} and {area.name} must have the same {axis}s", argument="data")
    whole = Area(min(a.top for a in areas), min(a.left for a in areas), max(a.bottom for a in areas),
                 max(a.right for a in areas))  # fmt: skip
    if whole.cells > MOST_POINTS:
        raise ToolError(f"{whole.name} has {whole.cells} cells; a chart takes at most {MOST_POINTS}", argument="data")
    values = {(row, column): cell.value for row, column, cell in book.cells(sheet, whole)}
    dated = {
        column
        for _, column, cell in book.cells(sheet, whole)
        if isinstance(cell.value, str) and book.styles.date_code(cell.style)
    }
    formats = {(row, column): cell.style for row, column, cell in book.cells(sheet, whole)}
    grid = _Block(sheet.name, tuple(areas), values, by_rows)
    if not values:
        raise ToolError(
            f"{area.name} on {sheet.name} is empty; give a range with headings and numbers", argument="data"
        )
    heading = grid.has_heading()
    categories = grid.has_categories(kind in ("scatter", "bubble"), dated)
    first = 1 if categories else 0
    if grid.lines <= first or grid.length <= heading:
        raise ToolError(f"{area.name} holds no numbers beside its headings", argument="data")
    made: list[Series] = []
    along = book.styles.number_format(formats.get(grid.place(0, heading), 0))
    for line in range(first, grid.lines):
        place = grid.place(line, heading)
        code = book.styles.number_format(formats.get(place, 0))
        made.append(
            Series(
                name=grid.source(line, 0, 1) if heading else None,
                categories=grid.source(0, heading, grid.length, along) if categories else None,
                values=grid.source(line, heading, grid.length, code),
            )
        )
    if not any(isinstance(value, int | float) for series in made for value in series.values.values):
        raise ToolError(f"{area.name} holds no numbers to draw", argument="data")
    return _with_sizes(made) if kind == "bubble" else made


def _with_sizes(lines: Sequence[Series]) -> list[Series]:
    """Every second line is how large the bubbles of the one before it are."""
    if len(lines) % 2:
        raise ToolError("a bubble chart takes columns of x, y and size (then y and size again)", argument="data")
    return [replace(one, sizes=two.values) for one, two in zip(lines[::2], lines[1::2], strict=True)]


@dataclass
class _Block:
    """A range read line by line, where a line is a column, or a row with `by_rows`."""

    sheet: str
    areas: tuple[Area, ...]
    cells: dict[tuple[int, int], Scalar]
    by_rows: bool

    @property
    def lines(self) -> int:
        return sum(area.rows if self.by_rows else area.columns for area in self.areas)

    @property
    def length(self) -> int:
        return self.areas[0].columns if self.by_rows else self.areas[0].rows

    def place(self, line: int, at: int) -> tuple[int, int]:
        for area in self.areas:
            held = area.rows if self.by_rows else area.columns
            if line < held:
                down, right = (line, at) if self.by_rows else (at, line)
                return area.top + down, area.left + right
            line -= held
        raise IndexError(line)

    def value(self, line: int, at: int) -> Scalar:
        return self.cells.get(self.place(line, at))

    def has_heading(self) -> int:
        """1 when the last line starts with a text (or nothing) and goes on with numbers."""
        last = self.lines - 1
        return 0 if isinstance(self.value(last, 0), int | float) else 1

    def has_categories(self, scatter: bool, dated: set[int]) -> bool:
        if self.lines < 2:
            return False
        if scatter or self.areas[0].left in dated:
            return True
        below = [self.value(0, at) for at in range(1, self.length)]
        return not all(isinstance(value, int | float) for value in below) or self.value(0, 0) in (None, "")

    def source(self, line: int, start: int, end: int, code: str = "General") -> Source:
        first, last = self.place(line, start), self.place(line, end - 1)
        area = Area(first[0], first[1], last[0], last[1])
        return Source(
            prefixed(self.sheet, area.absolute), tuple(self.value(line, at) for at in range(start, end)), code
        )


def update(book: Book, found: Found, look: Look, data: Sequence[Series] | None) -> None:
    """Change a chart in place. What `look` leaves empty stays; new data keeps the colours of the series it replaces."""
    root = book.package.edit(found.part)
    chart = root.find(q("c:chart"))
    if chart is None:
        raise ToolError(f"{found.name} is a kind of chart that is not edited here", argument="chart")
    old_kind, old = kind_of(chart)
    if data is not None or (look.kind and look.kind != old_kind) or look.lines or look.second:
        _redraw(chart, old, data if data is not None else read_series(chart), look, look.kind or old_kind)
    if look.title:
        chartxml.set_title(chart, look.title)
    chartxml.set_axis_titles(chart, look.x_title, look.y_title, look.y2_title)
    if look.legend:
        chartxml.set_legend(chart, look.legend)
    if look.labels is not None:
        chartxml.set_labels(chart, look.labels)
    if look.colors:
        chartxml.set_colors(chart, look.colors)
    chartaxes.apply(chart, look)


def kind_of(chart: Element) -> tuple[str, list[Element]]:
    """The kind as tools call it, and the elements of the plot that draw it."""
    plot = chart.find(q("c:plotArea"))
    drawn = [item for item in plot if local(item).endswith("Chart")] if plot is not None else []
    if not drawn:
        return "", []
    name = local(drawn[0])
    if name == "barChart":
        direction = drawn[0].find(q("c:barDir"))
        return ("bar" if direction is not None and direction.get("val") == "bar" else "column"), drawn
    known = {"lineChart": "line", "areaChart": "area", "pieChart": "pie", "doughnutChart": "doughnut"}
    known |= {"scatterChart": "scatter", "radarChart": "radar", "bubbleChart": "bubble"}
    return known.get(name, ""), drawn


def read_series(chart: Element) -> list[Series]:
    """The series in the order of their numbers, whichever group draws them."""
    return [
        Series(
            name=_read(item, "c:tx"),
            categories=_read(item, "c:cat") or _read(item, "c:xVal"),
            values=_read(item, "c:val") or _read(item, "c:yVal") or Source("", ()),
            sizes=_read(item, "c:bubbleSize"),
        )
        for item in chartxml.in_order(chart)
    ]


def mixture(chart: Element) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the series that are lines over others, and of those on a second axis."""
    kind, drawn = kind_of(chart)
    lines: list[str] = []
    second: list[str] = []
    for group in drawn:
        names = [name for series in read_series(group) if (name := name_of(series))]
        if kind != "line" and local(group) == "lineChart":
            lines += names
        if drawn and _axis_ids(group) != _axis_ids(drawn[0]):
            second += names
    return tuple(lines), tuple(second)


def _axis_ids(group: Element) -> set[str]:
    return {item.get("val") or "" for item in group.findall(q("c:axId"))}


def _read(series: Element, name: str) -> Source | None:
    holder = series.find(q(name))
    if holder is None:
        return None
    texts = [value.text or "" for value in holder.iter(q("c:v"))]
    numeric = holder.find(f".//{q('c:numCache')}") is not None
    code = holder.findtext(f".//{q('c:formatCode')}") or "General"
    formula = holder.findtext(f".//{q('c:f')}") or ""
    return Source(formula, tuple(float(text) if numeric else text for text in texts), code)


def _redraw(chart: Element, old: list[Element], data: Sequence[Series], look: Look, kind: str) -> None:
    if not kind:
        raise ToolError("this kind of chart is not redrawn; give a kind to make it plain", argument="kind")
    stacked = ""
    grouping = old[0].find(q("c:grouping")) if old else None
    if grouping is not None:
        stacked = {"stacked": "stacked", "percentStacked": "percent"}.get(grouping.get("val") or "", "")
    # A chart keeps its lines and its second axis, as far as its series do, unless it is told other ones.
    lines, second = mixture(chart) if kind in ("column", "line", "area") else ((), ())
    names = {name_of(series) for series in data}
    titles = chartxml.axis_titles(chart)
    wanted = Look(
        kind=kind, title=look.title or " ", x_title=look.x_title or ("" if kind in ROUND else titles[0]),
        y_title=look.y_title or ("" if kind in ROUND else titles[1]),
        colors=look.colors or _colors(chart, kind, len(data)), stacked=look.stacked or stacked, labels=look.labels,
        lines=look.lines or tuple(name for name in lines if name in names),
        second=look.second or tuple(name for name in second if name in names),
    )  # fmt: skip
    made = chartxml.chart(data, wanted).find(f"{q('c:chart')}/{q('c:plotArea')}")
    plot = chart.find(q("c:plotArea"))
    if made is None or plot is None:
        return
    drawn = [item for item in made if local(item).endswith("Chart")]
    same = kind_of(chart)[0] == kind and [local(item) for item in old] == [local(item) for item in drawn]
    before = read_series(chart)
    if not same or look.lines or look.second:
        followed = chartxml.followed(before, stacked)
        titles_said = {"x": look.x_title, "y": look.y_title, "y2": look.y2_title}
        chartaxes.carry(plot, made, followed, {role for role, said in titles_said.items() if said})
        chart.replace(plot, made)
        return
    looks = [item.find(q("c:spPr")) for item in plot.iter(q("c:ser"))]
    if not look.colors:
        for series, shape in zip(made.iter(q("c:ser")), looks, strict=False):
            mine = series.find(q("c:spPr"))
            if mine is not None and shape is not None:
                series.replace(mine, copy.deepcopy(shape))
    chartxml.set_axis_formats(chart, data, wanted, before)
    for item, new in zip(old, drawn, strict=True):
        for series in item.findall(q("c:ser")):
            item.remove(series)
        after = next((child for child in item if local(child) in _AFTER_SERIES), None)
        for series in new.findall(q("c:ser")):
            item.append(series) if after is None else after.addprevious(series)


def _colors(chart: Element, kind: str, wanted: int) -> tuple[str, ...]:
    """The colours that the series have, and others for further ones; nothing where some have no plain colour, or are
    slices."""
    found = [item.find(f"{q('c:spPr')}//{q('a:srgbClr')}") for item in chartxml.in_order(chart)]
    colors = [color.get("val") or "" for color in found if color is not None]
    if kind in ROUND or len(colors) != len(found):
        return ()
    colors += [color for color in PALETTE if color not in colors][: max(0, wanted - len(colors))]
    return tuple(f"#{color}" for color in colors)


_AFTER_SERIES = {
    "dLbls", "dropLines", "hiLowLines", "upDownBars", "marker", "smooth", "gapWidth", "overlap", "serLines", "axId",
    "firstSliceAng", "holeSize", "extLst",
}  # fmt: skip


def remove(book: Book, found: Found) -> None:
    root = book.package.edit(found.drawing)
    root.remove(found.anchor)
    for relation in book.package.relations(found.drawing):
        if relation.target == found.part:
            book.package.unrelate(found.drawing, relation.id)
    for relation in book.package.relations(found.part):
        if not relation.external:
            book.package.remove(relation.target)
    book.package.remove(found.part)
