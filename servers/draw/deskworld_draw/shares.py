"""Pies and rings: few parts of one whole, each with its name and share beside it."""

from __future__ import annotations

import math

from deskworld_kit import ToolError

from deskworld_draw import annotating
from deskworld_draw.charts import Chart
from deskworld_draw.looks import colors_of
from deskworld_draw.words import wrapped

_MOST = 7
_REST = "Other"


def draw(chart: Chart) -> None:
    """A pie or a donut."""
    if len(chart.series) != 1:
        raise ToolError("a pie shows one series; draw bars or percent_bar for more", argument="rows")
    canvas, wish = chart.canvas, chart.wish
    parts = _parts(chart)
    total = sum(value for _, value in parts)
    left, top, right, bottom = chart.rect
    colors = colors_of(wish.colors, canvas.look, len(parts))
    if wish.highlight:
        picked = iter(colors_of(wish.colors, canvas.look, len(parts)))
        colors = [next(picked) if name in wish.highlight else canvas.look.faint for name, _ in parts]
    elif parts[-1][0].startswith(_REST) and not wish.colors:
        colors[-1] = canvas.look.faint
    side = min(bottom - top, (right - left) * 0.52)
    middle, centre = (left + right) / 2, (top + bottom) / 2
    radius = side / 2 * 0.92
    axes = canvas.axes((middle - side / 2, centre - side / 2, middle + side / 2, centre + side / 2))
    axes.set_axis_off()
    axes.set_xlim(-side / 2, side / 2)
    axes.set_ylim(-side / 2, side / 2)
    wedge = {"width": radius * 0.42} if wish.kind == "donut" else {}
    axes.pie([value for _, value in parts], radius=radius, colors=colors, startangle=90, counterclock=False,
             wedgeprops={**wedge, "edgecolor": canvas.look.background, "linewidth": 2})  # fmt: skip
    axes.set_xlim(-side / 2, side / 2)
    axes.set_ylim(-side / 2, side / 2)
    if wish.kind == "donut":
        size = canvas.base * 1.7
        while canvas.size_of(chart.say(total), size, bold=True)[0] > radius * 0.95 and size > 8:
            size *= 0.9
        axes.text(0, 0.02 * side, chart.say(total), ha="center", va="center", fontsize=size, weight="bold")
        axes.text(
            0, -size * 0.95, "total", ha="center", va="center", fontsize=canvas.base * 0.9, color=canvas.look.quiet
        )
    _names(chart, axes, parts, total, radius, middle, centre)


def _parts(chart: Chart) -> list[tuple[str, float]]:
    """Names and values, the smallest put together where they are many."""
    values = chart.series[0].values
    if any(value < 0 for value in values):
        raise ToolError("a part of a whole can't be negative; draw bars", argument="rows")
    named = [
        (name or "(no name)", value)
        for name, value in zip(chart.x.texts(), values, strict=True)
        if math.isfinite(value)
    ]
    if not sum(value for _, value in named):
        raise ToolError("the parts add up to nothing", argument="rows")
    zeros = [name for name, value in named if not value]
    if zeros:
        chart.warn(f"parts of nothing are left out: {', '.join(zeros[:5])}")
    named = [(name, value) for name, value in named if value]
    if len(named) > _MOST:
        order = sorted(named, key=lambda part: -part[1])
        rest = order[_MOST - 1 :]
        chart.warn(f"{len(rest)} small parts are put together as {_REST!r}; bars would show all {len(named)}")
        kept = {name for name, _ in order[: _MOST - 1]}
        return [
            *(part for part in order if part[0] in kept),
            (f"{_REST} ({len(rest)})", sum(value for _, value in rest)),
        ]
    return named


def _names(
    chart: Chart,
    axes: object,
    parts: list[tuple[str, float]],
    total: float,
    radius: float,
    middle: float,
    centre: float,
) -> None:
    """Name, share and value beside each part, in a column on each side, with a line where they had to move."""
    canvas = chart.canvas
    left, top, right, bottom = chart.rect
    size = canvas.base
    sides: dict[bool, list[tuple[float, float, str, str]]] = {True: [], False: []}
    turned = 0.0
    room = (right - left) / 2 - radius - 34
    places = 0 if all(value / total >= 0.03 for _, value in parts) else 1
    for name, value in parts:
        angle = 2 * math.pi * (turned + value / 2) / total
        turned += value
        x, y = math.sin(angle), math.cos(angle)
        lines = wrapped(name, lambda t: canvas.size_of(t, size, bold=True)[0] <= room)
        if len(lines) > 2:
            lines = [lines[0], lines[1] + "…"]
            chart.warn(f"the name {name[:40]!r} is shortened; draw it wider")
        share = value / total
        said = f"{share * 100:.{places}f}%" if round(share * 100, places) or not places else f"<{10**-places:g}%"
        sides[x >= 0].append((x, y, "\n".join(lines), f"{said} · {chart.say(value)}"))
    for is_right, labels in sides.items():
        labels.sort(key=lambda each: each[1])
        tall = [size * 1.25 * (each[2].count("\n") + 2) + size * 0.5 for each in labels]
        # A name over or under the whole must clear it by its own height, one at its side only by a gap.
        wanted = [each[1] * (radius + 14 + abs(each[1]) * high / 2) for each, high in zip(labels, tall, strict=True)]
        found = annotating.spread(wanted, tall, centre - bottom, centre - top)
        if sum(tall) > bottom - top:
            chart.warn("the names have too little room; draw it higher")
        for (x, y, name, said), at, high in zip(labels, found, tall, strict=True):
            near = max(0.0, abs(at) - high / 2)  # its line that is nearest to the whole
            reach = math.sqrt(max(0.0, (radius + 8) ** 2 - near**2)) if near < radius + 8 else 20
            edge = max(reach, abs(x) * radius * 0.6) + 14
            start = middle + (edge if is_right else -edge)
            align = "left" if is_right else "right"
            upper = centre - at - high / 2 + size * 0.25
            rows = name.count("\n") + 1
            canvas.write(start, upper, name, size, weight="bold", ha=align)
            canvas.write(start, upper + size * 1.27 * rows, said, size * 0.95, color=canvas.look.quiet, ha=align)
            _leader(
                canvas,
                middle + x * radius * 1.0,
                centre - y * radius * 1.0,
                start + (-5 if is_right else 5),
                centre - at,
            )


def _leader(canvas: object, x: float, y: float, to_x: float, to_y: float) -> None:
    from matplotlib.lines import Line2D

    from deskworld_draw.canvas import Canvas

    assert isinstance(canvas, Canvas)
    xs, ys = [x / canvas.width, to_x / canvas.width], [1 - y / canvas.height, 1 - to_y / canvas.height]
    canvas.figure.add_artist(
        Line2D(xs, ys, color=canvas.look.faint, linewidth=1.1, transform=canvas.figure.transFigure)
    )
