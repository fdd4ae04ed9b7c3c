"""Small charts side by side, a series each, on scales of their own over one x: what two axes on one chart try to be."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw import frames
from deskworld_draw.charts import Chart, Series
from deskworld_draw.formats import number_says

MOST = 16


def in_panels(chart: Chart, draw: Callable[[Chart, Any, Series], None]) -> None:
    """Draw each series into a panel of its own."""
    count = len(chart.series)
    if count > MOST:
        raise ToolError(f"{count} panels are too many for one picture; at most {MOST}", argument="panels")
    left, top, right, bottom = chart.rect
    columns = 1 if count == 1 else 2 if count <= 4 else 3 if count <= 9 else 4
    if right - left < bottom - top and columns > 1:
        columns -= 1
    rows = math.ceil(count / columns)
    gap = chart.canvas.base * 1.6
    wide, high = (right - left - gap * (columns - 1)) / columns, (bottom - top - gap * (rows - 1)) / rows
    for number, series in enumerate(chart.series):
        x = left + (number % columns) * (wide + gap)
        y = top + (number // columns) * (high + gap)
        rect = (x, y, x + wide, y + high)
        own = replace(chart, say=number_says(chart.wish.number_format, series.finite), rect=rect, series=[series])
        name = chart.canvas.wrap(series.name, chart.canvas.base, wide, bold=True, most=2)
        chart.canvas.write(x, y, name, chart.canvas.base, weight="bold")
        inner = (x, y + chart.canvas.base * (1.3 * len(name.split("\n")) + 0.6), rect[2], rect[3])
        axes = chart.canvas.axes((inner[0] + 40, inner[1], inner[2], inner[3] - 30))
        draw(own, axes, series)
        if number // columns == rows - 1:
            frames.x_title(own, axes)
        chart.canvas.fit(axes, inner)
    if chart.wish.notes:
        chart.warn("notes are not drawn on panels")
