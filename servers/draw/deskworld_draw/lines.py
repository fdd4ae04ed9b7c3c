"""Line charts: a line a series, its name at its end; many of them in panels where their sizes differ."""

from __future__ import annotations

import math
from typing import Any

from deskworld_draw import annotating, frames, rights
from deskworld_draw.charts import Chart, Series
from deskworld_draw.paneling import in_panels

_DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (9, 3)))


def draw(chart: Chart) -> None:
    """A line chart."""
    if chart.wish.panels:
        in_panels(chart, _panel)
        return
    if len(chart.series) > 8 and not chart.wish.highlight:
        chart.warn(f"{len(chart.series)} lines are hard to tell apart; name the ones that matter in `highlight`")
    frames.warn_of_scales(chart)
    rect = chart.rect
    if chart.right:
        rect = frames.legend(chart.canvas, rights.entries(chart), rect)
    rect = frames.title_of_values(chart, rect)
    axes = chart.canvas.axes((rect[0] + 60, rect[1], rect[2] - 60, rect[3] - 40))
    places = _lines(chart, axes, chart.series)
    frames.x_title(chart, axes)
    ends = [(each.name, each.finite[-1], each.color) for each in chart.series if each.finite]
    if len(chart.series) > 1 and not chart.right:
        if "y" not in chart.wish.log:
            low, high = axes.get_ylim()
            ends = [(name, min(max(value, low), high), color) for name, value, color in ends]
        annotating.end_labels(chart, axes, ends, rect)
    annotating.notes(chart, axes, chart.x, places)
    if chart.right:
        rect = rights.draw(chart, axes, places, rect)
    if len(chart.series) == 1 or chart.right:
        chart.canvas.fit(axes, rect)


def _panel(chart: Chart, axes: Any, series: Series) -> None:
    _lines(chart, axes, [series])


def _lines(chart: Chart, axes: Any, series: list[Series]) -> list[float]:
    """The lines on their scales; gives where the points of x lie."""
    places, kind = frames.places_of(chart, chart.x)
    order = sorted(range(len(places)), key=places.__getitem__) if kind != "names" else list(range(len(places)))
    along = [places[n] for n in order]
    low, high = math.inf, -math.inf
    for number, each in enumerate(series):
        values = [each.values[n] for n in order]
        pixels = chart.wish.width / max(1, len(along))
        marker = "o" if pixels > 28 and len(series) <= 10 else ""
        faint = each.color == chart.canvas.look.faint
        dash: Any = _DASHES[number // 8 % len(_DASHES)] if not chart.wish.highlight else "-"
        axes.plot(along, values, color=each.color, marker=marker, markersize=7, linestyle=dash,
                  zorder=2.5 if faint else 4, linewidth=1.6 if faint else 2.6)  # fmt: skip
        alone = [n for n, value in enumerate(values) if math.isfinite(value) and _is_alone(values, n)]
        if alone and not marker:
            axes.plot(
                [along[n] for n in alone], [values[n] for n in alone], "o", color=each.color, markersize=6, zorder=4
            )
        spans = [0.0] * len(values)
        if each.errors:
            spans = [abs(each.errors[n]) if math.isfinite(each.errors[n]) else 0.0 for n in order]
            axes.errorbar(along, values, yerr=spans, fmt="none", ecolor=each.color, elinewidth=1.5, zorder=3.5)
        held = [(value, span) for value, span in zip(values, spans, strict=True) if math.isfinite(value)]
        low = min([low, *(value - span for value, span in held)])
        high = max([high, *(value + span for value, span in held)])
    if "y" in chart.wish.log and low <= 0:
        low = min(value for each in series for value in each.finite)
    frames.value_scale(chart, axes, low, high, zero=False)
    frames.along_scale(chart, axes, chart.x, along, kind)
    axes.spines["bottom"].set_visible(True)
    if "x" not in chart.wish.log:
        span = (max(along) - min(along)) or 1
        axes.set_xlim(min(along) - 0.02 * span, max(along) + 0.02 * span)
    if low < 0 < high:
        axes.axhline(0, color=chart.canvas.look.quiet, linewidth=1, zorder=1)
    return places


def _is_alone(values: list[float], n: int) -> bool:
    """Whether a point has gaps on both sides, so that no line reaches it."""
    before = n > 0 and math.isfinite(values[n - 1])
    after = n + 1 < len(values) and math.isfinite(values[n + 1])
    return not before and not after
