"""Treemaps: parts of a whole as areas, as near to squares as they can be, in groups where a column names them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw.charts import Chart, groups_of
from deskworld_draw.looks import colors_of, mixed, text_on
from deskworld_draw.words import wrapped

_Rect = tuple[float, float, float, float]
_MOST = 400


def draw(chart: Chart) -> None:
    """A treemap: names and values, or groups, names and values."""
    if len(chart.series) != 1:
        raise ToolError("a treemap shows one series: name, value or group, name, value", argument="rows")
    groups = groups_of(chart.wish) or [""] * len(chart.x.cells)
    rows = [
        (group, name or "(no name)", value)
        for group, name, value in zip(groups, chart.x.texts(), chart.series[0].values, strict=True)
        if math.isfinite(value) and value
    ]
    if any(value < 0 for _, _, value in rows):
        raise ToolError("an area can't be negative; draw bars", argument="rows")
    if not rows:
        raise ToolError("the parts add up to nothing", argument="rows")
    if len(rows) > _MOST:
        raise ToolError(f"{len(rows)} areas are too many to see, at most {_MOST}; draw bars", argument="rows")
    if len(rows) < len(chart.x.cells):
        chart.warn(f"{len(chart.x.cells) - len(rows)} parts of nothing are left out")
    total = sum(value for _, _, value in rows)
    held: dict[str, list[tuple[str, float]]] = {}
    for group, name, value in rows:
        held.setdefault(group, []).append((name, value))
    order = sorted(held, key=lambda group: -sum(value for _, value in held[group]))
    grouped = len(order) > 1 or bool(order[0])
    axes = _axes(chart)
    colors = dict(zip(order, colors_of(chart.wish.colors, chart.canvas.look, len(order)), strict=True))
    unnamed = 0
    sums = [sum(value for _, value in held[group]) for group in order]
    for group, rect in zip(order, squares(sums, chart.rect), strict=True):
        inner = _group(chart, group, rect, colors[group]) if grouped else rect
        parts = sorted(held[group], key=lambda part: -part[1])
        for (name, value), area in zip(parts, squares([v for _, v in parts], inner), strict=True):
            color = _color(chart, name, colors[group], value / parts[0][1], grouped)
            unnamed += not _tile(chart, axes, area, color, name, value, total)
    if unnamed:
        chart.warn(
            f"{unnamed} of {len(rows)} areas have no room for their names; draw it larger, or put small ones together"
        )


def squares(values: Sequence[float], rect: _Rect) -> list[_Rect]:
    """Rectangles of these shares of a rectangle, the largest first: "Squarified treemaps" of Bruls and others, 2000."""
    left, top, right, bottom = rect
    scale = (right - left) * (bottom - top) / sum(values)
    areas = [value * scale for value in values]
    made: list[_Rect] = []
    at = 0
    while at < len(areas):
        short = min(right - left, bottom - top)
        end = at + 1
        while end < len(areas) and _worst(areas[at : end + 1], short) <= _worst(areas[at:end], short):
            end += 1
        row = areas[at:end]
        thick = sum(row) / max(short, 1e-9)
        along = top if right - left >= bottom - top else left
        for area in row:
            length = area / max(thick, 1e-9)
            if right - left >= bottom - top:
                made.append((left, along, left + thick, along + length))
            else:
                made.append((along, top, along + length, top + thick))
            along += length
        if right - left >= bottom - top:
            left += thick
        else:
            top += thick
        at = end
    return made


def _worst(row: Sequence[float], short: float) -> float:
    """How far from a square the longest of a row would be."""
    whole = sum(row)
    return max(short**2 * max(row) / whole**2, whole**2 / (short**2 * min(row)))


def _axes(chart: Chart) -> Any:
    axes = chart.canvas.axes((0, 0, chart.canvas.width, chart.canvas.height))
    axes.set_axis_off()
    axes.set_xlim(0, chart.canvas.width)
    axes.set_ylim(chart.canvas.height, 0)
    return axes


def _group(chart: Chart, group: str, rect: _Rect, color: str) -> _Rect:
    """The group's name above its areas; gives what is left for them."""
    canvas, gap = chart.canvas, 3
    left, top, right, bottom = rect
    size = canvas.base * 0.95
    lines = wrapped(group, lambda t: canvas.size_of(t, size, bold=True)[0] <= right - left - 2 * gap)
    if bottom - top < size * 4 or canvas.size_of(lines[0], size, bold=True)[0] > right - left - 2 * gap:
        chart.warn(f"the group {group[:40]!r} has no room for its name; draw it larger")
        return (left + gap, top + gap, right - gap, bottom - gap)
    name = lines[0] + ("…" if len(lines) > 1 else "")
    ink = color if chart.canvas.look.background == "#FFFFFF" else chart.canvas.look.text
    canvas.write(left + gap, top + size * 0.2, name, size, weight="bold", color=ink)
    return (left + gap, top + size * 1.6, right - gap, bottom - gap)


def _color(chart: Chart, name: str, color: str, share: float, grouped: bool) -> str:
    """Lighter the smaller, so that neighbours are told apart; grey where others are meant."""
    look = chart.canvas.look
    if chart.wish.highlight:
        return color if name in chart.wish.highlight else look.faint
    return mixed(color, look.background, (0.35 if grouped else 0.6) * (1 - math.sqrt(share)))


def _tile(chart: Chart, axes: Any, rect: _Rect, color: str, name: str, value: float, total: float) -> bool:
    """An area with its name and value, as large as they fit; says whether the name does."""
    from matplotlib.patches import Rectangle

    canvas = chart.canvas
    left, top, right, bottom = rect
    edge: dict[str, Any] = {"edgecolor": canvas.look.background, "linewidth": 2}
    axes.add_patch(Rectangle((left, top), right - left, bottom - top, facecolor=color, zorder=2, **edge))
    wide, tall = right - left - 14, bottom - top - 12
    said = f"{chart.say(value)} · {value / total * 100:.{0 if value / total >= 0.01 else 1}f}%"
    for scale in (1.25, 1.0, 0.85, 0.72):
        size = canvas.base * scale
        if any(canvas.size_of(word, size, bold=True)[0] > wide for word in name.split(" ") if word.isascii()):
            continue
        lines = wrapped(name, lambda t, s=size: canvas.size_of(t, s, bold=True)[0] <= wide)
        if len(lines) > 3 or len(lines) * size * 1.25 > tall:
            continue
        ink = text_on(color)
        canvas.write(left + 8, top + 7, "\n".join(lines), size, weight="bold", color=ink, zorder=5)
        under = top + 7 + len(lines) * size * 1.27
        small = size * 0.9
        short = said if canvas.size_of(said, small)[0] <= wide else chart.say(value)
        if canvas.size_of(short, small)[0] <= wide and under + small * 1.2 <= bottom - 4:
            canvas.write(left + 8, under, short, small, color=ink, zorder=5)
        return True
    for scale in (1.0, 0.85, 0.72):
        size = canvas.base * scale
        if canvas.size_of(name, size, bold=True)[0] <= tall and size * 1.3 <= right - left:
            style = {"rotation": 90, "ha": "center", "va": "bottom", "weight": "bold", "color": text_on(color)}
            canvas.write((left + right) / 2, bottom - 7, name, size, zorder=5, **style)
            return True
    return False
