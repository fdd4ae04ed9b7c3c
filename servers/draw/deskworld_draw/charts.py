"""From what a caller wishes to a drawn chart: the data made series, the wishes checked, the kind's drawer called."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError
from deskworld_kit.errors import unknown

from deskworld_draw.formats import Say, number_says
from deskworld_draw.looks import colors_of
from deskworld_draw.saving import Made
from deskworld_draw.tables import Cell, Column, Table
from deskworld_draw.words import cut, listed, plain

if TYPE_CHECKING:
    from deskworld_draw.canvas import Canvas

MOST_SERIES = 40
MOST_POINTS = 200_000
_BARS = ("bar", "stacked_bar", "percent_bar")
_TWO_SIDED = ("bar", "stacked_bar", "line")
_WHOLES = ("pie", "donut", "funnel", "treemap")
_NO_PLACES = ("radar", "funnel", "treemap")
_LOGGED = ("line", "scatter", "box", "violin", "histogram")
_DRAWERS = {
    "line": "lines", "area": "areas", "scatter": "scatters", "bar": "bars", "stacked_bar": "bars",
    "percent_bar": "bars", "histogram": "spreads", "box": "spreads", "violin": "spreads", "pie": "shares",
    "donut": "shares", "heatmap": "heats", "radar": "webs", "funnel": "funnels", "waterfall": "falls",
    "treemap": "tiles",
}  # fmt: skip


@dataclass
class Series:
    """Values under one name; gaps are NaN."""

    name: str
    values: list[float]
    color: str = ""
    errors: list[float] | None = None

    @property
    def finite(self) -> list[float]:
        return [value for value in self.values if math.isfinite(value)]


@dataclass(frozen=True)
class Wish:
    """What the caller asked for, as it was asked."""

    kind: str
    table: Table
    title: str = ""
    subtitle: str = ""
    x_title: str = ""
    y_title: str = ""
    number_format: str = ""
    log: str = ""
    low: float | None = None
    high: float | None = None
    horizontal: bool = False
    panels: bool = False
    right: tuple[str, ...] = ()
    highlight: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    notes: tuple[tuple[str, float | None, str], ...] = ()
    footnote: str = ""
    theme: str = "light"
    width: int = 1200
    height: int = 750


@dataclass
class Chart:
    """A chart on its way: the wish, the data, where to draw, and how numbers are written."""

    wish: Wish
    canvas: Canvas
    x: Column
    series: list[Series]
    say: Say
    rect: tuple[float, float, float, float]
    y_title: str
    """What the values are: the caller's word, else the name of the only series."""
    right: list[Series] = field(default_factory=list[Series])
    """Lines that have a scale of their own, at the right."""
    right_format: str = ""
    done: list[Any] = field(default_factory=list[Any])

    def warn(self, text: str) -> None:
        self.canvas.warnings.append(text)


def draw(wish: Wish, suffix: str) -> Made:
    """The chart as a file of that ending."""
    from deskworld_draw.canvas import canvas

    _check(wish)
    with canvas(wish.width, wish.height, wish.theme) as page:
        margin = page.base * 1.6
        x, series = _sorted_out(wish)
        if x.no_day():
            page.warnings.append(f"{listed([x.no_day()])} is no day like 2026-01-31, so all of its column are names")
        if words := [(each.name, *word) for each in wish.table.columns if each.is_numbers for word in each.words]:
            shown = ", ".join(f"{said!r} in row {row} of {name!r}" for name, row, said in words[:5])
            more = f" and {len(words) - 5} more" if len(words) > 5 else ""
            page.warnings.append(f"no number, so left out: {cut(shown, 400)}{more}")
        if wish.kind != "heatmap":
            empty = [each.name for each in series if not each.finite]
            series = [each for each in series if each.finite]
            if empty:
                page.warnings.append(f"no numbers, so left out: {listed(empty)}")
        right = [each for each in series if each.name in wish.right]
        series = [each for each in series if each.name not in wish.right]
        if not series:
            raise ToolError("all series are to stand at the right; leave one for the left", argument="right")
        right_form = ""
        if right:
            form, _, right_form = wish.number_format.partition("|")
            wish = replace(wish, number_format=form.strip())
        lone = "" if len(series) > 1 or right or wish.kind in (*_WHOLES, "heatmap", "histogram") else series[0].name
        own = {"title": wish.title, "subtitle": wish.subtitle, "footnote": wish.footnote}
        texts = {name: plain(text, argument=name, longest=500) for name, text in own.items()}
        top = page.heading(texts["title"], texts["subtitle"], margin)
        bottom = page.footing(texts["footnote"], margin)
        rect = (margin, top, wish.width - margin, bottom)
        if bottom - top < 80:
            raise ToolError("the texts leave no room for the chart; draw it higher or shorten them", argument="size")
        y_title = plain(wish.y_title, argument="y_title", longest=200) or (lone if lone != texts["title"] else "")
        values = [value for each in series for value in each.finite]
        chart = Chart(wish, page, x, series, number_says(wish.number_format, values), rect, y_title)
        chart.right, chart.right_format = right, right_form.strip()
        drawer: Callable[[Chart], None] = getattr(import_module(f"deskworld_draw.{_DRAWERS[wish.kind]}"), "draw")  # noqa: B009
        drawer(chart)
        return page.made(suffix)


def _check(wish: Wish) -> None:
    """Refuse what would make a chart that misleads."""
    if wish.kind in (*_BARS, "waterfall"):
        if wish.low is not None and wish.low > 0:
            raise ToolError(
                "bars start at zero, or their lengths mislead; leave `low` out, or draw a line or scatter chart",
                argument="low",
            )
        if wish.high is not None and wish.high < 0:
            raise ToolError("bars start at zero; `high` can't lie below it", argument="high")
    if wish.log and wish.kind not in _LOGGED:
        raise ToolError(
            f"a {wish.kind} has no logarithmic axis: its areas start at zero, which a logarithm does not know; draw a "
            "line or scatter chart",
            argument="log",
        )  # fmt: skip
    if wish.low is not None and wish.high is not None and wish.low >= wish.high:
        raise ToolError("`low` must be less than `high`", argument="low")
    if wish.horizontal and wish.kind not in (*_BARS, "box", "violin", "waterfall"):
        raise ToolError(f"a {wish.kind} chart can't be horizontal; bars and boxes can", argument="horizontal")
    if wish.panels and wish.kind not in ("line", "bar", "area", "histogram"):
        raise ToolError("line, bar, area and histogram charts have panels", argument="panels")
    if wish.notes and wish.kind in _NO_PLACES:
        raise ToolError(f"a {wish.kind} has no axes for notes; say it in `footnote`", argument="notes")
    if wish.right and (wish.kind not in _TWO_SIDED or wish.panels or wish.horizontal or wish.log):
        raise ToolError(
            f"{', '.join(_TWO_SIDED[:-1])} and line charts have a right axis; not with panels, horizontal or log",
            argument="right",
        )
    if len(wish.notes) > 30:
        raise ToolError("at most 30 notes", argument="notes")


def _sorted_out(wish: Wish) -> tuple[Column, list[Series]]:
    """The x column and the series, each with its colour."""
    columns = list(wish.table.columns)
    if wish.kind in ("histogram", "box", "violin"):
        x, series = _samples(columns)
    else:
        x, series = _along(columns, wish.kind)
    if not series:
        raise ToolError("there is no column of numbers to draw", argument="rows")
    if len(series) > MOST_SERIES and wish.kind not in ("heatmap",):
        raise ToolError(f"{len(series)} series are too many to tell apart; at most {MOST_SERIES}", argument="rows")
    if sum(len(each.values) for each in series) > MOST_POINTS:
        raise ToolError(f"more than {MOST_POINTS} values are too many for a chart", argument="rows")
    if not any(each.finite for each in series):
        raise ToolError("the columns hold no numbers", argument="rows")
    from deskworld_draw.looks import LOOKS

    look = LOOKS[wish.theme]
    if wish.log in ("y", "xy") and any(value <= 0 for each in series for value in each.finite):
        raise ToolError("a logarithmic axis shows positive numbers only, and the data holds others", argument="log")
    names = [each.name for each in series]
    labels = x.texts()
    for name in wish.right:
        if name not in names:
            raise unknown("series", name, names, argument="right")
    lone = len(series) == 1 or wish.kind in (*_WHOLES, "heatmap")
    for name in wish.highlight:
        if name not in (*names, *(labels if lone else ())):
            raise unknown("series", name, labels if lone else names, argument="highlight")
    picked = [name for name in names if name in wish.highlight]
    own = iter(colors_of(wish.colors, look, len(picked) or len(names)))
    for each in series:
        each.color = next(own) if not picked or each.name in picked else look.faint
    return x, series


def _along(columns: list[Column], kind: str) -> tuple[Column, list[Series]]:
    """Series along a first column; columns of errors go to the series they are named after."""
    if len(columns) == 1:
        count = len(columns[0].cells)
        columns = [Column("", [float(n) for n in range(1, count + 1)]), *columns]
    if kind == "treemap" and _are_grouped(columns):
        columns = columns[1:]
    x, rest = columns[0], columns[1:]
    if kind == "scatter" and not x.is_numbers and not x.is_dates:
        # Named points: the names, then x, then y.
        if len(rest) < 2:
            raise ToolError("a scatter chart of named points needs the columns name, x, y", argument="rows")
        x, rest = rest[0], rest[1:]
    errors = {each.name: each for each in rest if each.name.rstrip().endswith("±")}
    series: list[Series] = []
    for each in rest:
        if each.name.rstrip().endswith("±"):
            continue
        of = next((name for name in errors if name.rstrip().removesuffix("±").strip() == each.name), "")
        series.append(Series(each.name, each.numbers(), errors=errors.pop(of).numbers() if of else None))
    if errors:
        raise ToolError(f"{next(iter(errors))!r} names no column that it holds the errors of", argument="rows")
    return x, series


def _samples(columns: Sequence[Column]) -> tuple[Column, list[Series]]:
    """Columns of samples; a column of names beside one of numbers means a sample a name."""
    nothing = Column("", [])
    if len(columns) == 2 and not columns[0].is_numbers and columns[1].is_numbers:
        groups: dict[str, list[float]] = {}
        for name, value in zip(columns[0].texts(), columns[1].numbers(), strict=True):
            groups.setdefault(name or "(none)", []).append(value)
        return Column(columns[1].name, []), [Series(name, values) for name, values in groups.items()]
    found = [Series(each.name or "Value", each.numbers()) for each in columns]
    for each in found:
        if not each.finite:
            raise ToolError(f"column {each.name!r} holds no numbers", argument="rows")
    return nothing, found


def point_names(wish: Wish) -> list[str]:
    """The names of the points of a scatter chart; empty where they have none."""
    first: Column = wish.table.columns[0]
    named = len(wish.table.columns) > 2 and not first.is_numbers and not first.is_dates
    return first.texts() if named else []


def groups_of(wish: Wish) -> list[str]:
    """The groups of a treemap's rows; empty where no column names them."""
    columns = wish.table.columns
    return columns[0].texts() if _are_grouped(columns) else []


def _are_grouped(columns: Sequence[Column]) -> bool:
    return len(columns) == 3 and not columns[1].is_numbers and columns[2].is_numbers


def is_gap(cell: Cell) -> bool:
    """Whether a cell of x says nothing."""
    return cell is None
