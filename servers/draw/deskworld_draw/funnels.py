"""Funnels: how many are left from stage to stage, as bars about one middle, each with its share of the first."""

from __future__ import annotations

import math
from itertools import pairwise

from deskworld_kit import ToolError

from deskworld_draw.charts import Chart
from deskworld_draw.looks import colors_of, mixed
from deskworld_draw.words import wrapped

_MOST = 20


def draw(chart: Chart) -> None:
    """A funnel of one series, from top to bottom in the order given."""
    from matplotlib.patches import Polygon

    if len(chart.series) != 1:
        raise ToolError("a funnel shows one series; draw bars for more", argument="rows")
    canvas, look, wish = chart.canvas, chart.canvas.look, chart.wish
    pairs = zip(chart.x.texts(), chart.series[0].values, strict=True)
    stages = [(name or "(no name)", value) for name, value in pairs if math.isfinite(value)]
    if len(stages) < len(chart.x.cells):
        chart.warn(f"{len(chart.x.cells) - len(stages)} stages without a number are left out")
    values = [value for _, value in stages]
    if min(values) < 0:
        raise ToolError("a stage of a funnel can't be negative; draw a waterfall or bars", argument="rows")
    if len(stages) > _MOST:
        raise ToolError(f"{len(stages)} stages are too many for a funnel, at most {_MOST}; draw bars", argument="rows")
    most = max(values)
    if not most:
        raise ToolError("all stages are zero", argument="rows")
    if any(after > before for before, after in pairwise(values)):
        chart.warn("a stage holds more than the one before it, so this is no funnel in the strict sense")
    left, top, right, bottom = chart.rect
    size = canvas.base
    room = (right - left) * 0.26
    names: list[str] = []
    row = (bottom - top) / max(3, len(stages))
    bottom = top + row * len(stages)
    lines = max(1, min(3, int(row * 0.9 / (size * 1.25))))
    for name, _ in stages:
        made = wrapped(name, lambda t: canvas.size_of(t, size)[0] <= room)
        if len(made) > lines:
            chart.warn("long names are shortened; draw it higher or wider to show them whole")
            made = [*made[: lines - 1], made[lines - 1].rstrip() + "…"]
        names.append("\n".join(made))
    said = [f"{chart.say(value)}" for value in values]
    shares = [_percent(value / values[0]) if n and values[0] else "" for n, value in enumerate(values)]
    wide = max(canvas.size_of(line, size)[0] for name in names for line in name.split("\n")) + size
    tail = max(
        canvas.size_of(text, size, bold=True)[0] + (canvas.size_of(share, size)[0] + size * 0.7 if share else 0)
        for text, share in zip(said, shares, strict=True)
    )
    start, end = left + wide, right - tail - size
    colors = _colors(chart, [name for name, _ in stages])
    axes = canvas.axes((start, top, end, bottom))
    axes.set_axis_off()
    axes.set_xlim(-0.5, 0.5)
    axes.set_ylim(len(stages), 0)
    thick = 0.82 if row > size * 1.6 else 0.92
    for n, value in enumerate(values):
        half, upper, lower = value / most / 2, n + (1 - thick) / 2, n + (1 + thick) / 2
        box = [(-half, upper), (half, upper), (half, lower), (-half, lower)]
        axes.add_patch(Polygon(box, facecolor=colors[n], edgecolor=colors[n], linewidth=1.5 if value else 0, zorder=3))
        if n + 1 < len(values):
            below = values[n + 1] / most / 2
            under = [(-half, lower), (half, lower), (below, n + 1 + (1 - thick) / 2), (-below, n + 1 + (1 - thick) / 2)]
            axes.add_patch(Polygon(under, facecolor=mixed(colors[n], look.background, 0.72), linewidth=0, zorder=2))
        y = top + (n + 0.5) * row
        canvas.write(left, y, names[n], size, va="center")
        canvas.write(end + size, y, said[n], size, va="center", weight="bold")
        if shares[n]:
            canvas.write(right, y, shares[n], size, va="center", ha="right", color=look.quiet)
    if wish.y_title or wish.x_title:
        chart.warn("a funnel has no axes, so x_title and y_title are not written; put them into the title")


def _colors(chart: Chart, names: list[str]) -> list[str]:
    wish, look = chart.wish, chart.canvas.look
    if wish.highlight:
        first = colors_of(wish.colors, look, 1)[0]
        return [first if name in wish.highlight else look.faint for name in names]
    if len(wish.colors) > 1:
        return colors_of(wish.colors, look, len(names))
    return [colors_of(wish.colors, look, 1)[0]] * len(names)


def _percent(share: float) -> str:
    return "0%" if not share else "<1%" if share < 0.005 else f"{share * 100:,.0f}%"
