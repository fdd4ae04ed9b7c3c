"""Scatter charts: points, named where there is room, the crowded ones see-through."""

from __future__ import annotations

import math
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw import annotating, frames
from deskworld_draw.charts import Chart, point_names
from deskworld_draw.words import cut

_AROUND = ((1, 0.0), (1, 0.9), (1, -0.9), (0, 1.3), (0, -1.3), (-1, 0.0), (-1, 0.9), (-1, -0.9))
"""Where the name of a point may stand: side, and height in lines."""


def draw(chart: Chart) -> None:
    """A scatter chart."""
    names = point_names(chart.wish)
    x = chart.x if not names else chart.wish.table.columns[1]
    rect = chart.rect
    if len(chart.series) > 1:
        rect = frames.legend(chart.canvas, frames.entries_of(chart.series), rect)
    rect = frames.title_of_values(chart, rect)
    axes = chart.canvas.axes((rect[0] + 60, rect[1], rect[2] - 20, rect[3] - 40))
    places = x.numbers() if not x.is_dates else frames.places_of(chart, x)[0]
    kind = "dates" if x.is_dates else "numbers"
    lone = len(chart.series) == 1
    if not any(
        math.isfinite(a) and math.isfinite(b) for each in chart.series for a, b in zip(places, each.values, strict=True)
    ):
        raise ToolError("no point has both an x and a y", argument="rows")
    points: list[tuple[float, float, str, str]] = []
    markers = "osD^vPX*"
    for number, each in enumerate(chart.series):
        held = [
            (a, b, n)
            for n, (a, b) in enumerate(zip(places, each.values, strict=True))
            if math.isfinite(a) and math.isfinite(b)
        ]
        size = max(16.0, min(80.0, 9000 / max(1, len(held))))
        colors = [
            each.color
            if not (chart.wish.highlight and lone and names) or names[n] in chart.wish.highlight
            else chart.canvas.look.faint
            for _, _, n in held
        ]
        axes.scatter(
            [a for a, _, _ in held],
            [b for _, b, _ in held],
            s=size,
            c=colors,
            marker=markers[number % 8],
            alpha=0.9 if len(held) < 80 else 0.55 if len(held) < 1500 else 0.25,
            linewidths=0,
            zorder=3,
        )
        if each.errors:
            spans = [abs(each.errors[n]) if math.isfinite(each.errors[n]) else 0.0 for _, _, n in held]
            axes.errorbar(
                [a for a, _, _ in held],
                [b for _, b, _ in held],
                yerr=spans,
                fmt="none",
                ecolor=each.color,
                elinewidth=1.4,
            )
        if names and (lone or number == 0):
            points += [(a, b, names[n], color) for (a, b, n), color in zip(held, colors, strict=True) if names[n]]
    values = [value for each in chart.series for value in each.finite]
    frames.value_scale(chart, axes, min(values), max(values), zero=False)
    held_x = [place for place in places if math.isfinite(place)]
    if "x" not in chart.wish.log:
        span = (max(held_x) - min(held_x)) or abs(held_x[0]) or 1
        axes.set_xlim(min(held_x) - 0.05 * span, max(held_x) + 0.05 * span)
    frames.along_scale(chart, axes, x, held_x if kind == "numbers" else places, kind)
    axes.xaxis.grid(True, color=chart.canvas.look.grid, linewidth=1)
    if not chart.wish.x_title and x.name:
        axes.set_xlabel(cut(x.name, 80), labelpad=8)
    else:
        frames.x_title(chart, axes)
    chart.canvas.fit(axes, rect)
    if points:
        _name(chart, axes, points, held_x, values)
    annotating.notes(chart, axes, x, places)
    chart.canvas.fit(axes, rect)


def _name(
    chart: Chart, axes: Any, points: list[tuple[float, float, str, str]], xs: list[float], ys: list[float]
) -> None:
    """Names beside points, each where it touches no other and no point; those without room are left out and counted."""
    canvas = chart.canvas
    size = canvas.base * 0.9
    pixel = axes.transData.transform
    frame = axes.get_window_extent(canvas.renderer)
    dots = [tuple(map(float, pixel((a, b)))) for a, b, _, _ in points]
    taken: list[tuple[float, float, float, float]] = [(x - 5, y - 5, x + 5, y + 5) for x, y in dots]
    order = sorted(range(len(points)), key=lambda n: points[n][2] not in chart.wish.highlight)
    left_out = 0
    for n in order[:300]:
        a, b, name, _ = points[n]
        x, y = dots[n]
        name = cut(name, 40)
        wide, high = canvas.size_of(name, size)
        for side, up in _AROUND:
            at = x + (9 if side > 0 else -9 - wide if side < 0 else -wide / 2)
            box = (at, y + up * high - high / 2, at + wide, y + up * high + high / 2)
            inside = box[0] > frame.x0 and box[2] < frame.x1 + 4 and box[1] > frame.y0 and box[3] < frame.y1
            if inside and not any(_touch(box, other) for k, other in enumerate(taken) if k != n):
                taken.append(box)
                axes.annotate(
                    name,
                    (a, b),
                    xytext=(at - x, up * high),
                    textcoords="offset points",
                    ha="left",
                    va="center",
                    fontsize=size,
                    color=canvas.look.text,
                    annotation_clip=False,
                )
                break
        else:
            left_out += 1
    left_out += len(order[300:])
    if left_out:
        chart.warn(
            f"{left_out} of {len(points)} points are not named, for want of room; draw it larger or `highlight` some"
        )


def _touch(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
