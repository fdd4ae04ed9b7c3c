"""What charts with two axes have in common: scales, ticks, names of categories, legends, and notes at a place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw.canvas import Canvas
from deskworld_draw.charts import Chart, Series
from deskworld_draw.formats import axis_says, date_axis, number_says, year_like
from deskworld_draw.tables import Column
from deskworld_draw.words import cut, plain, wrapped

_Rect = tuple[float, float, float, float]


def halo(canvas: Canvas) -> list[Any]:
    """A rim in the background's colour, so that a text on a line can be read."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=3.5, foreground=canvas.look.background)]


def value_scale(
    chart: Chart, axes: Any, low: float, high: float, *, zero: bool, across: bool = False, whole: bool = False
) -> None:
    """The scale of the values: its ends, its round ticks, and quiet lines at them.

    Args:
        low: The least that is drawn.
        high: The most.
        zero: Whether zero must be in it.
        across: The values run along x.
        whole: They are counts, with nothing between 1 and 2.
    """
    wish, look = chart.wish, chart.canvas.look
    axis = axes.xaxis if across else axes.yaxis
    limits = axes.set_xlim if across else axes.set_ylim
    if ("y" in wish.log and not across) or ("x" in wish.log and across):
        (axes.set_xscale if across else axes.set_yscale)("log")
        limits(wish.low if wish.low and wish.low > 0 else low / 1.25, wish.high or high * 1.25)
        log_ticks(axis, wish.number_format)
    else:
        if zero:
            low, high = min(low, 0), max(high, 0)
        span = high - low or abs(high) or 1
        pad = 0.06 * span
        bottom = low - pad if (low < 0 or not zero) else low
        if not zero and 0 <= low < 0.35 * span:
            bottom = 0  # so near that leaving it out would only puzzle
        top = high + pad if high > 0 or not zero else high
        bottom = bottom if wish.low is None else wish.low
        top = top if wish.high is None else wish.high
        if bottom >= top:
            raise ToolError(
                "no value lies between `low` and `high`", argument="low" if wish.low is not None else "high"
            )
        limits(bottom, top)
        round_ticks(chart, axes, axis, across=across, whole=whole)
    if wish.low is not None and low < wish.low:
        chart.warn(f"values below `low` ({wish.low:g}) are cut off")
    if wish.high is not None and high > wish.high:
        chart.warn(f"values above `high` ({wish.high:g}) are cut off")
    axis.grid(True, color=look.grid, linewidth=1)


def round_ticks(chart: Chart, axes: Any, axis: Any, *, across: bool, whole: bool = False) -> None:
    """Some round numbers, written with no more digits than they need."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    box = axes.get_position()
    pixels = box.width * chart.wish.width if across else box.height * chart.wish.height
    count = max(2, min(8, int(pixels / (chart.canvas.base * (7 if across else 4.2)))))
    steps = [1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10]
    axis.set_major_locator(MaxNLocator(count, steps=steps, integer=whole, min_n_ticks=1 if whole else 2))
    low, high = axes.get_xlim() if across else axes.get_ylim()
    ticks = [tick for tick in axis.get_major_locator()() if low <= tick <= high]
    say = axis_says(chart.say, chart.wish.number_format, ticks)
    axis.set_major_formatter(
        FuncFormatter(lambda value, _: say(0.0 if abs(value) < 1e-12 * abs(high - low) else value))
    )


def log_ticks(axis: Any, form: str) -> None:
    """Powers of ten, and 2 and 5 between where there are few."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    decades = math.log10(high / low)
    axis.set_major_locator(LogLocator(base=10, subs=(1.0, 2.0, 5.0) if decades < 2.2 else (1.0,), numticks=12))
    axis.set_minor_formatter(NullFormatter())
    say = number_says(form, [low, high]) if form else None
    axis.set_major_formatter(
        FuncFormatter(lambda value, _: say(value) if say else number_says("0a" if value >= 1 else "", [value])(value))
    )


def places_of(chart: Chart, x: Column) -> tuple[list[float], str]:
    """Where the points of x lie: numbers, days, or 0, 1, 2 ... with names; and which of these."""
    if x.is_numbers and all(cell is not None for cell in x.cells):
        return x.numbers(), "numbers"
    if x.is_dates and all(cell is not None for cell in x.cells):
        from matplotlib.dates import date2num

        return [float(date2num(cell)) for cell in x.cells], "dates"
    return [float(n) for n in range(len(x.cells))], "names"


def along_scale(chart: Chart, axes: Any, x: Column, places: Sequence[float], kind: str) -> None:
    """The scale of x under lines, areas and points."""
    axis = axes.xaxis
    if kind == "dates":
        dates = [cell for cell in x.cells if isinstance(cell, datetime)]
        if len(set(places)) == 1:
            axes.set_xticks(places[:1], [dates[0].strftime("%-d %b %Y")])
        else:
            date_axis(axis, dates)
    elif kind == "numbers":
        from matplotlib.ticker import FuncFormatter, MaxNLocator

        if "x" in chart.wish.log:
            if min(places) <= 0:
                raise ToolError("a logarithmic axis shows positive numbers only, and x holds others", argument="log")
            axes.set_xscale("log")
            log_ticks(axis, "")
        else:
            years = year_like(places)
            whole = all(place == int(place) for place in places)
            few = sorted(set(places))
            if len(few) <= 8 and whole and few[-1] - few[0] <= 30:
                axes.set_xticks(few)
            else:
                axis.set_major_locator(MaxNLocator(8, steps=[1, 2, 2.5, 5, 10], integer=whole))
            say = (lambda value: f"{value:.0f}") if years else number_says("", list(axis.get_major_locator()()))
            axis.set_major_formatter(FuncFormatter(lambda value, _: say(value)))
    else:
        name_ticks(chart, axes, x.texts())


def name_ticks(chart: Chart, axes: Any, names: Sequence[str]) -> bool:
    """Names under an axis of categories: broken into lines, else only some of them; says whether all stand there."""
    canvas = chart.canvas
    size = canvas.base * 0.95
    box = axes.get_position()
    slot = box.width * canvas.width / max(1, len(names)) * 0.94
    made = fitted_names(canvas, names, slot, size)
    if made:
        axes.set_xticks(range(len(names)), made)
        return True
    widest = min(max(canvas.size_of(name, size)[0] for name in names) + size, canvas.width / 4)
    step = max(1, math.ceil(widest / slot))
    shown = list(range(0, len(names), step))
    axes.set_xticks(
        shown,
        ["\n".join(wrapped(cut(names[n], 60), lambda t: canvas.size_of(t, size)[0] <= widest)[:2]) for n in shown],
    )
    if step > 1:
        chart.warn(f"only every {step}. of {len(names)} names on the x axis is written; draw it wider, or as bars")
    return step == 1


def fitted_names(canvas: Canvas, names: Sequence[str], width: float, size: float, most: int = 3) -> list[str]:
    """The names in at most so many lines of that width, no word broken; empty where that can't be."""
    made: list[str] = []
    for name in names:
        words = name.replace("\n", " ").split(" ")
        if any(word.isascii() and canvas.size_of(word, size)[0] > width for word in words):
            return []
        lines = wrapped(name, lambda line: canvas.size_of(line, size)[0] <= width)
        if len(lines) > most:
            return []
        made.append("\n".join(lines))
    return made


def legend(canvas: Canvas, entries: Sequence[tuple[str, str]], rect: _Rect) -> _Rect:
    """Names with their colours in rows at the top; gives what is left below them."""
    from matplotlib.patches import Rectangle

    left, top, right, bottom = rect
    size, square = canvas.base, canvas.base * 0.8
    x, y = left, top
    for name, color in entries:
        shown = cut(name.replace("\n", " "), 60)
        width = square + size * 0.45 + canvas.size_of(shown, size)[0]
        if x > left and x + width > right:
            x, y = left, y + size * 1.6
        canvas.figure.add_artist(
            Rectangle(
                (x / canvas.width, 1 - (y + square + size * 0.2) / canvas.height),
                square / canvas.width,
                square / canvas.height,
                facecolor=color,
                transform=canvas.figure.transFigure,
            )
        )
        canvas.write(x + square + size * 0.45, y + size * 0.62, shown, size, va="center")
        x += width + size * 1.5
    return left, y + size * 2.1, right, bottom


def title_of_values(chart: Chart, rect: _Rect, *, text: str | None = None) -> _Rect:
    """What the values are, small and level above the axis, where it can be read; gives what is left below."""
    text = chart.y_title if text is None else text
    if not text:
        return rect
    size = chart.canvas.base * 0.95
    lines = chart.canvas.wrap(text, size, rect[2] - rect[0], most=2)
    chart.canvas.write(rect[0], rect[1], lines, size, color=chart.canvas.look.quiet)
    return rect[0], rect[1] + size * (1.3 * len(lines.split("\n")) + 0.6), rect[2], rect[3]


def x_title(chart: Chart, axes: Any) -> None:
    """What x is."""
    text = plain(chart.wish.x_title, argument="x_title", longest=200)
    if text:
        size = chart.canvas.base * 0.95
        axes.set_xlabel(chart.canvas.wrap(text, size, chart.rect[2] - chart.rect[0], most=2), labelpad=8, fontsize=size)


def warn_of_scales(chart: Chart) -> None:
    """Series of unlike size hide the small ones; two axes would mislead about both."""
    sizes = {each.name: max(map(abs, each.finite), default=0) for each in chart.series}
    held = {name: size for name, size in sizes.items() if size > 0}
    if len(held) > 1 and not chart.wish.log and not chart.wish.panels and max(held.values()) > 40 * min(held.values()):
        small, large = min(held, key=held.__getitem__), max(held, key=held.__getitem__)
        way = "panels=true gives each its own scale, `right` one at the right"
        chart.warn(f"{cut(small, 40)!r} is flat beside {cut(large, 40)!r}; {way}")


def entries_of(series: Sequence[Series]) -> list[tuple[str, str]]:
    """Names and colours for a legend."""
    return [(each.name, each.color) for each in series]
