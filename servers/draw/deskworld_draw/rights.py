"""A second scale at the right, for lines of another unit than what stands at the left.

Two scales on one chart can be made to say anything, so none is drawn unbidden: `right` names the series. Each name in
the legend says which side it belongs to, and a lone line's scale has its colour.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from deskworld_draw import frames
from deskworld_draw.charts import Chart
from deskworld_draw.formats import number_says
from deskworld_draw.looks import readable

_Rect = tuple[float, float, float, float]


def entries(chart: Chart) -> list[tuple[str, str]]:
    """Names and colours of both sides for a legend."""
    right = [(f"{each.name} (right)", each.color) for each in chart.right]
    return [*frames.entries_of(chart.series), *right]


def draw(chart: Chart, axes: Any, places: list[float], rect: _Rect) -> _Rect:
    """The lines of the right side over the axes; gives what their scale leaves of the rectangle."""
    twin = axes.twinx()
    twin.set_zorder(axes.get_zorder() + 1)
    order = sorted(range(len(places)), key=places.__getitem__)
    values = [value for each in chart.right for value in each.finite]
    for each in chart.right:
        marker = "o" if chart.wish.width / max(1, len(places)) > 28 else ""
        style: dict[str, Any] = {"color": each.color, "marker": marker, "markersize": 7, "linewidth": 2.6, "zorder": 5}
        along = [places[n] for n in order]
        twin.plot(along, [each.values[n] for n in order], path_effects=frames.halo(chart.canvas), **style)
    low, high = min(values, default=0.0), max(values, default=1.0)
    wish = replace(chart.wish, number_format=chart.right_format, low=None, high=None, log="")
    own = replace(chart, wish=wish, say=number_says(chart.right_format, values))
    frames.value_scale(own, twin, low, high, zero=low >= 0 and chart.wish.kind != "line")
    twin.grid(False)
    twin.spines["bottom"].set_visible(False)
    if len(chart.right) == 1:
        color = readable(chart.right[0].color, chart.canvas.look.background)
        twin.tick_params(axis="y", labelcolor=color)
    twin.set_xlim(axes.get_xlim())
    box = twin.yaxis.get_tightbbox(chart.canvas.renderer)
    inner = axes.get_window_extent(chart.canvas.renderer)
    wide = math.ceil(box.x1 - inner.x1) + 2 if box is not None else 0
    return rect[0], rect[1], rect[2] - max(wide, 0), rect[3]
