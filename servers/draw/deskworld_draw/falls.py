"""Waterfalls: how a sum comes about, change by change, each bar starting where the one before it ended.

A row without a number is the sum of all rows above it. The first bar is where it starts from and no change, unless it
looks like one: nothing in its name says so, and it is no larger than what follows. The last bar is a sum too: where the
rows don't end in one, or in a row that is named a total and holds just that sum, it is added.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw import annotating, frames
from deskworld_draw.bars import level_names, names_stand, room_for_names, standing_names
from deskworld_draw.charts import Chart
from deskworld_draw.looks import colors_of

_MOST = 60
_START = re.compile(
    r"\b(start|begin|open|initial|previous|prior|last|baseline|base|budget|plan|target|forecast|revenue|sales|turnover"
    r"|income|gross|balance|actual|fy ?\d\d|h[12] \d|q[1-4] \d|(19|20)\d\d|anfang|umsatz)\w*",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\b(total|sum|net|end|ending|final|closing|balance|result|summe|gesamt)\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Step:
    start: float
    end: float
    is_sum: bool


def draw(chart: Chart) -> None:
    """A waterfall of one series of changes."""
    if len(chart.series) != 1:
        raise ToolError("a waterfall shows one series of changes; draw stacked bars for more", argument="rows")
    chart, steps = _steps(chart)
    if len(steps) > _MOST:
        raise ToolError(f"{len(steps)} bars are too many for a waterfall; at most {_MOST}", argument="rows")
    canvas, look, count = chart.canvas, chart.canvas.look, len(steps)
    rise, fall, whole = _colors(chart)
    shown = {"Increase": rise, "Decrease": fall, "Total": whole}
    there = {"Total": True, "Increase": any(not s.is_sum and s.end >= s.start for s in steps),
             "Decrease": any(not s.is_sum and s.end < s.start for s in steps)}  # fmt: skip
    rect = frames.legend(canvas, [(name, color) for name, color in shown.items() if there[name]], chart.rect)
    rect = frames.title_of_values(chart, rect)
    axes = canvas.axes((rect[0] + 60, rect[1], rect[2], rect[3] - 30))
    flat = chart.wish.horizontal or not names_stand(chart)
    slot = min(0.72, max(chart.wish.width, chart.wish.height) * 0.2 * count / max(1.0, rect[2] - rect[0]))
    bars = axes.barh if flat else axes.bar
    for n, step in enumerate(steps):
        color = whole if step.is_sum else rise if step.end >= step.start else fall
        bars([n], [step.end - step.start], slot, **{"left" if flat else "bottom": step.start}, color=color, zorder=3)
        if n + 1 < count:
            ends = ([step.end, step.end], [n + slot / 2, n + 1 - slot / 2])
            axes.plot(*(ends if flat else ends[::-1]), color=look.quiet, linewidth=1, zorder=2)
    ends = [edge for step in steps for edge in (step.start, step.end)]
    axes.set_xlim(-0.55, count - 0.45)
    if flat:
        axes.set_ylim(count - 0.45, -0.55)
    low, high = min(0.0, *ends), max(0.0, *ends)
    if low == high:
        raise ToolError("all changes are zero", argument="rows")
    frames.value_scale(chart, axes, low, high + (high - low) * 0.04, zero=True, across=flat)
    (axes.axvline if flat else axes.axhline)(0, color=look.quiet, linewidth=1, zorder=4)
    for name in ("left", "bottom"):
        axes.spines[name].set_visible(False)
    if flat:
        axes.set_yticks(range(count), level_names(chart, count))
    else:
        standing_names(chart, axes)
        frames.x_title(chart, axes)
    annotating.notes(chart, axes, chart.x, [float(n) for n in range(count)], across=flat)
    canvas.fit(axes, rect)
    if flat:
        room_for_names(chart, axes, count)
    _say(chart, axes, steps, flat=flat)
    frames.round_ticks(chart, axes, axes.xaxis if flat else axes.yaxis, across=flat)
    canvas.fit(axes, rect)


def steps_of(names: Sequence[str], values: Sequence[float]) -> tuple[list[tuple[float, float]], list[bool], str]:
    """Where each bar starts and ends, which are sums, and the name of a last row that only looks like one.

    There may be one bar more than there are rows: the sum at the end.
    """
    spans: list[tuple[float, float]] = []
    sums: list[bool] = []
    at, odd = 0.0, ""
    for n, value in enumerate(values):
        named = n > 0 and n == len(values) - 1 and bool(_TOTAL.search(names[n]))
        is_sum = n == 0 and _starts(names[0], values)
        is_sum = is_sum or not math.isfinite(value) or (named and abs(value - at) <= 1e-7 * max(1.0, abs(at)))
        odd = names[n] if named and not is_sum else odd
        spans.append((0.0, value if n == 0 and math.isfinite(value) else at) if is_sum else (at, at + value))
        sums.append(is_sum)
        at = spans[-1][1]
    if not sums[-1] or len(sums) == 1:
        spans.append((0.0, at))
        sums.append(True)
    return spans, sums, odd


def _starts(name: str, values: Sequence[float]) -> bool:
    """Whether the first row is what all is added to, and not a change itself."""
    if not math.isfinite(values[0]) or len(values) < 2:
        return not math.isfinite(values[0])
    changes = [abs(value) for value in values[1:] if math.isfinite(value)]
    return bool(_START.search(name) or _TOTAL.search(name)) or abs(values[0]) > 1.5 * max(changes, default=0.0)


def _steps(chart: Chart) -> tuple[Chart, list[_Step]]:
    """The bars, and the chart with a name for each of them."""
    names = chart.x.texts()
    spans, sums, odd = steps_of(names, chart.series[0].values)
    if odd:
        chart.warn(f"{odd!r} is drawn as a change, since it is not the sum of the rows above it")
    steps = [_Step(start, end, is_sum) for (start, end), is_sum in zip(spans, sums, strict=True)]
    if len(spans) > len(names):
        return replace(chart, x=replace(chart.x, cells=[*names, "Total"])), steps
    return chart, steps


def _colors(chart: Chart) -> tuple[str, str, str]:
    """Of a rise, a fall and a sum: the caller's in this order, else green, orange and blue."""
    palette = chart.canvas.look.palette
    own = colors_of(chart.wish.colors, chart.canvas.look, len(chart.wish.colors[:3]))
    rise, fall, whole = [*own, *(palette[2], palette[1], palette[0])[len(own) :]]
    return rise, fall, whole


def _say(chart: Chart, axes: Any, steps: list[_Step], *, flat: bool) -> None:
    """Each change at its outer end, with its sign, if all have room."""
    canvas = chart.canvas
    size = canvas.base * 0.9
    box = axes.get_window_extent(canvas.renderer)
    texts = [_signed(chart.say(s.end - s.start), s) for s in steps]
    room = (box.height if flat else box.width) / (len(steps) + 0.1)
    if max(canvas.size_of(text, size)[1 if flat else 0] for text in texts) * 1.1 > room:
        return
    low, high = axes.get_xlim() if flat else axes.get_ylim()
    extra = max(canvas.size_of(text, size)[0] for text in texts) + 10 if flat else size * 1.6
    pad = extra / (box.width if flat else box.height) * (high - low)
    down = any(s.end < s.start and s.end < low + pad for s in steps) or any(s.is_sum and s.end < 0 for s in steps)
    (axes.set_xlim if flat else axes.set_ylim)(
        low - pad if down and chart.wish.low is None else low, high + pad if chart.wish.high is None else high
    )
    for n, (step, text) in enumerate(zip(steps, texts, strict=True)):
        falls = step.end < step.start
        away = -5 if falls else 5
        axes.annotate(
            text,
            (step.end, n) if flat else (n, step.end),
            xytext=(away, 0) if flat else (0, away),
            textcoords="offset points",
            ha=("right" if falls else "left") if flat else "center",
            va="center_baseline" if flat else ("top" if falls else "bottom"),
            fontsize=size,
            weight="bold" if step.is_sum else "normal",
            path_effects=frames.halo(canvas),
            zorder=6,
        )


def _signed(text: str, step: _Step) -> str:
    return f"+{text}" if not step.is_sum and step.end > step.start else text
