"""Heat maps: a grid of colours, with the numbers in it where they fit; two directions where values cross zero."""

from __future__ import annotations

import math
from typing import Any

from deskworld_kit import ToolError, say_color

from deskworld_draw import frames
from deskworld_draw.bars import short_days
from deskworld_draw.charts import Chart
from deskworld_draw.formats import axis_says
from deskworld_draw.looks import text_on
from deskworld_draw.words import cut, wrapped

_MOST = 40_000


def draw(chart: Chart) -> None:
    """A heat map: rows are the first column's names, columns the series."""
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap, Normalize, TwoSlopeNorm

    canvas, look = chart.canvas, chart.canvas.look
    grid = np.array([each.values for each in chart.series]).T
    if grid.size > _MOST:
        raise ToolError(f"{grid.size} cells are too many for a heat map; at most {_MOST}", argument="rows")
    held = grid[np.isfinite(grid)]
    low = float(held.min()) if chart.wish.low is None else chart.wish.low
    high = float(held.max()) if chart.wish.high is None else chart.wish.high
    crossing = low < 0 < high
    map_ = LinearSegmentedColormap.from_list("own", list(look.divided if crossing else look.sequence))
    if crossing:
        reach = max(-low, high)
        norm: Any = TwoSlopeNorm(0, -reach, reach)
    else:
        norm = Normalize(low, high if high > low else low + 1)
    rect = frames.title_of_values(chart, chart.rect)
    axes = canvas.axes((rect[0] + 80, rect[1], rect[2] - 90, rect[3] - 40))
    rows, columns = grid.shape
    mesh = axes.pcolormesh(np.ma.masked_invalid(grid), cmap=map_, norm=norm, edgecolors=look.background,
                           linewidth=2 if grid.size <= 1500 else 0)  # fmt: skip
    axes.set_facecolor(look.grid)
    axes.invert_yaxis()
    for spine in axes.spines.values():
        spine.set_visible(False)
    names = chart.x.texts() if not chart.x.is_dates else short_days(list(chart.x.cells))
    size = canvas.base * 0.95
    step = max(1, math.ceil(rows * size * 1.2 / (rect[3] - rect[1] - 40)))
    shown = range(0, rows, step)
    if step > 1:
        chart.warn(f"only every {step}. of {rows} row names is written; draw it higher")
    most = (rect[2] - rect[0]) * 0.3
    axes.set_yticks([n + 0.5 for n in shown], [_in_lines(canvas, names[n], size, most) for n in shown])
    canvas.fit(axes, (rect[0], rect[1], rect[2] - 90, rect[3]))
    frames.name_ticks(chart, axes, [each.name for each in chart.series])
    axes.set_xticks([tick + 0.5 for tick in axes.get_xticks()], [label.get_text() for label in axes.get_xticklabels()])
    axes.set_xlim(0, columns)
    frames.x_title(chart, axes)
    canvas.fit(axes, (rect[0], rect[1], rect[2] - 90, rect[3]))
    _numbers(chart, axes, grid, mesh)
    _key(chart, axes, mesh)
    if held.size < grid.size:
        chart.warn(f"{grid.size - held.size} cells have no value and are grey")


def _in_lines(canvas: Any, name: str, size: float, width: float) -> str:
    lines = wrapped(cut(name, 80), lambda t: canvas.size_of(t, size)[0] <= width)
    return "\n".join(lines[:1]) + ("…" if len(lines) > 1 else "")


def _numbers(chart: Chart, axes: Any, grid: Any, mesh: Any) -> None:
    """The values in the cells, if the longest of them fits."""
    import numpy as np

    canvas = chart.canvas
    box = axes.get_window_extent(canvas.renderer)
    rows, columns = grid.shape
    texts = {
        (r, c): chart.say(float(grid[r, c])) for r in range(rows) for c in range(columns) if np.isfinite(grid[r, c])
    }
    if len(texts) > 600:
        return
    size = canvas.base * 0.95
    longest = max(texts.values(), key=len)
    while size > 9 and canvas.size_of(longest, size)[0] + 6 > box.width / columns:
        size *= 0.93
    if canvas.size_of(longest, size)[0] + 4 > box.width / columns or size * 1.2 > box.height / rows:
        return
    for (r, c), text in texts.items():
        color = say_color(tuple(round(part * 255) for part in mesh.cmap(mesh.norm(grid[r, c]))[:3]))
        axes.text(c + 0.5, r + 0.5, text, ha="center", va="center_baseline", fontsize=size, color=text_on(color))


def _key(chart: Chart, axes: Any, mesh: Any) -> None:
    """What the colours mean: a narrow bar at the right."""
    from matplotlib.ticker import FuncFormatter

    canvas = chart.canvas
    box = axes.get_window_extent(canvas.renderer)
    top = canvas.height - box.y1
    bar = canvas.axes((box.x1 + 18, top, box.x1 + 32, top + min(box.height, 320)))
    colors = canvas.figure.colorbar(mesh, cax=bar)
    colors.outline.set_visible(False)
    say = axis_says(chart.say, chart.wish.number_format, list(bar.get_yticks()))
    bar.yaxis.set_major_formatter(FuncFormatter(lambda value, _: say(value)))
    bar.tick_params(labelsize=canvas.base * 0.85, pad=4)
