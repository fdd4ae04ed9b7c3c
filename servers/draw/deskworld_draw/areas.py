"""Area charts: parts of a whole over time, one on top of the other, each named inside of it or in a legend."""

from __future__ import annotations

import math
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw import annotating, frames
from deskworld_draw.charts import Chart, Series
from deskworld_draw.paneling import in_panels


def draw(chart: Chart) -> None:
    """An area chart; several series are stacked."""
    if chart.wish.panels:
        in_panels(chart, _panel)
        return
    rect = chart.rect
    axes = chart.canvas.axes((rect[0] + 60, rect[1], rect[2] - 20, rect[3] - 40))
    named = len(chart.series) > 1
    if named:
        rect = frames.legend(chart.canvas, frames.entries_of(chart.series), rect)
    rect = frames.title_of_values(chart, rect)
    chart.canvas.place(axes, (rect[0] + 60, rect[1], rect[2] - 20, rect[3] - 40))
    places = _areas(chart, axes, chart.series)
    frames.x_title(chart, axes)
    annotating.notes(chart, axes, chart.x, places)
    chart.canvas.fit(axes, rect)


def _panel(chart: Chart, axes: Any, series: Series) -> None:
    _areas(chart, axes, [series])


def _areas(chart: Chart, axes: Any, series: list[Series]) -> list[float]:
    if len(series) > 1 and any(value < 0 for each in series for value in each.finite):
        raise ToolError("stacked areas need positive numbers; draw lines, or panels=true", argument="rows")
    places, kind = frames.places_of(chart, chart.x)
    order = sorted(range(len(places)), key=places.__getitem__) if kind != "names" else list(range(len(places)))
    along = [places[n] for n in order]
    base = [0.0] * len(along)
    gaps = 0
    low = high = 0.0
    for each in series:
        values = [each.values[n] for n in order]
        gaps += sum(not math.isfinite(value) for value in values)
        tops = [low + (value if math.isfinite(value) else 0) for low, value in zip(base, values, strict=True)]
        axes.fill_between(
            along, base, tops, color=each.color, linewidth=0, alpha=0.85 if len(series) > 1 else 0.25, zorder=2
        )
        axes.plot(along, tops, color=each.color if len(series) == 1 else chart.canvas.look.background,
                  linewidth=2.6 if len(series) == 1 else 1.2, zorder=3)  # fmt: skip
        base = tops if len(series) > 1 else base
        low, high = min([0.0, *tops]), max([0.0, *tops])
    if gaps:
        chart.warn(f"{gaps} gaps are drawn as zero; fill them, or draw lines")
    if chart.wish.low:
        raise ToolError("areas start at zero, or their sizes mislead; leave `low` out", argument="low")
    frames.value_scale(chart, axes, low, max(high, max(base)), zero=True)
    frames.along_scale(chart, axes, chart.x, along, kind)
    axes.spines["bottom"].set_visible(True)
    span = (max(along) - min(along)) or 1
    axes.set_xlim(min(along) - (0.5 if len(along) == 1 else 0), max(along) + (0.5 if len(along) == 1 else 0.004 * span))
    return places
