"""Radar charts: a few series over the same spokes, on one scale, the rings at its round numbers."""

from __future__ import annotations

import math
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw import frames
from deskworld_draw.charts import Chart, Series
from deskworld_draw.formats import axis_says
from deskworld_draw.words import cut, wrapped

_FEWEST, _MOST, _MOST_SERIES = 3, 24, 6


def draw(chart: Chart) -> None:
    """A radar chart: a spoke for each row, a line round it for each series."""
    from matplotlib.ticker import MaxNLocator

    count = len(chart.x.cells)
    if not _FEWEST <= count <= _MOST:
        raise ToolError(f"a radar chart has {_FEWEST} to {_MOST} rows, not {count}; draw bars", argument="rows")
    if len(chart.series) > _MOST_SERIES:
        chart.warn(f"{len(chart.series)} lines on a radar chart hide each other; draw fewer, or a heatmap")
    canvas, look = chart.canvas, chart.canvas.look
    rect = chart.rect
    if len(chart.series) > 1:
        rect = frames.legend(canvas, frames.entries_of(chart.series), rect)
    rect = frames.title_of_values(chart, rect)
    values = [value for each in chart.series for value in each.finite]
    low = min(0.0, *values) if chart.wish.low is None else chart.wish.low
    high = max(0.0, *values) if chart.wish.high is None else chart.wish.high
    if low >= high:
        raise ToolError("a radar chart needs values of unlike size", argument="rows")
    ticks = [float(tick) for tick in MaxNLocator(4, steps=[1, 2, 5, 10]).tick_values(low, high)]
    low = ticks[0] if chart.wish.low is None else low
    high = ticks[-1] if chart.wish.high is None else high
    labels = _labels(chart, rect)
    wide = max(canvas.size_of(line, canvas.base)[0] for label in labels for line in label.split("\n"))
    tall = max(label.count("\n") + 1 for label in labels) * canvas.base * 1.25
    radius = min((rect[2] - rect[0]) / 2 - wide - 16, (rect[3] - rect[1]) / 2 - tall - 8)
    if radius < 60:
        raise ToolError("the names leave no room for the chart; draw it larger or shorten them", argument="size")
    axes = canvas.axes(rect)
    axes.set_axis_off()
    half = ((rect[2] - rect[0]) / 2, (rect[3] - rect[1]) / 2)
    axes.set_xlim(-half[0], half[0])
    axes.set_ylim(-half[1], half[1])

    def at(spoke: int, value: float) -> tuple[float, float]:
        reach = (min(max(value, low), high) - low) / (high - low) * radius
        angle = 2 * math.pi * spoke / count
        return math.sin(angle) * reach, math.cos(angle) * reach

    for tick in ticks:
        if low <= tick <= high:
            ring = [at(n % count, tick) for n in range(count + 1)]
            zero = tick == 0 and low < 0
            axes.plot(*zip(*ring, strict=True), color=look.quiet if zero else look.grid, linewidth=1.2, zorder=1)
    for n, label in enumerate(labels):
        axes.plot(*zip((0, 0), at(n, high), strict=True), color=look.grid, linewidth=1, zorder=1)
        _name(axes, label, 2 * math.pi * n / count, radius, canvas.base)
    for each in chart.series:
        _line(chart, axes, each, at)
    say = axis_says(chart.say, chart.wish.number_format, ticks)
    style: dict[str, Any] = {"fontsize": canvas.base * 0.85, "color": look.quiet, "path_effects": frames.halo(canvas)}
    for tick in ticks:
        if low <= tick <= high:
            axes.text(5, at(0, tick)[1], say(tick), va="center", zorder=6, **style)
    for name, missed in (("low", min(values) < low), ("high", max(values) > high)):
        if missed:
            chart.warn(f"values beyond `{name}` are drawn at it")


def _labels(chart: Chart, rect: tuple[float, float, float, float]) -> list[str]:
    """The spokes' names, in lines that leave the middle more than half of the width."""
    canvas, room = chart.canvas, (rect[2] - rect[0]) * 0.22
    made: list[str] = []
    for name in chart.x.texts():
        lines = wrapped(cut(name, 80), lambda t: canvas.size_of(t, canvas.base)[0] <= room)
        if len(lines) > 3 or len(name) > 80:
            chart.warn(f"the name {cut(name, 40)!r} is shortened; draw it wider")
            lines = [*lines[:2], lines[2].rstrip() + "…"] if len(lines) > 2 else lines
        made.append("\n".join(lines))
    return made


def _name(axes: Any, label: str, angle: float, radius: float, size: float) -> None:
    x, y = math.sin(angle), math.cos(angle)
    across = "center" if abs(x) < 0.08 else "left" if x > 0 else "right"
    up = "bottom" if y > 0.85 else "top" if y < -0.85 else "center"
    away = radius + size * 0.6
    axes.text(x * away, y * away, label, ha=across, va=up, fontsize=size, linespacing=1.15, zorder=6)


def _line(chart: Chart, axes: Any, series: Series, at: Any) -> None:
    """A series round the spokes; where a value is missing its line is broken."""
    count = len(series.values)
    points = [at(n, value) if math.isfinite(value) else (math.nan, math.nan) for n, value in enumerate(series.values)]
    whole = len(series.finite) == count
    faint = series.color == chart.canvas.look.faint
    if whole:
        share = 0.05 if faint else 0.22 if len(chart.series) == 1 else 0.12
        axes.fill(*zip(*points, strict=True), color=series.color, alpha=share, linewidth=0, zorder=2)
    else:
        chart.warn(f"{cut(series.name, 40)!r} has {count - len(series.finite)} gaps, where its line is broken")
    axes.plot(*zip(*points, points[0], strict=True), color=series.color, marker="o", markersize=6,
              linewidth=1.6 if faint else 2.6, zorder=3 if faint else 4)  # fmt: skip
