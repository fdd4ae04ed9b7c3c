"""Charts of samples: histograms with round bins, boxes with the points that they stand for, and violins."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw import annotating, frames
from deskworld_draw.charts import Chart, Series
from deskworld_draw.formats import number_says
from deskworld_draw.looks import mixed
from deskworld_draw.paneling import in_panels

_FEW = 40
"""Points of a box that are drawn each."""


def draw(chart: Chart) -> None:
    """A histogram, boxes or violins."""
    if chart.wish.kind in ("box", "violin"):
        _boxes(chart)
    elif chart.wish.panels:
        in_panels(chart, lambda own, axes, series: _histogram(own, axes, [series]))
    else:
        rect = chart.rect
        if len(chart.series) > 1:
            rect = frames.legend(chart.canvas, frames.entries_of(chart.series), rect)
        rect = frames.title_of_values(chart, rect, text=chart.y_title or "Count")
        axes = chart.canvas.axes((rect[0] + 50, rect[1], rect[2] - 10, rect[3] - 40))
        _histogram(chart, axes, chart.series)
        if chart.wish.x_title or len(chart.series) > 1:
            frames.x_title(chart, axes)
        else:
            axes.set_xlabel(chart.series[0].name, labelpad=8)
        chart.canvas.fit(axes, rect)


def _histogram(chart: Chart, axes: Any, series: list[Series]) -> None:
    import numpy as np

    values = np.array([value for each in series for value in each.finite])
    logged = "x" in chart.wish.log
    if logged and values.min() <= 0:
        raise ToolError("a logarithmic axis shows positive numbers only, and the data holds others", argument="log")
    edges = _edges(np.log10(values) if logged else values)
    edges = 10**edges if logged else edges
    most = 1
    for each in series:
        counts, _ = np.histogram(each.finite, bins=edges)
        most = max(most, int(counts.max()))
        alpha = 0.9 if len(series) == 1 else 0.28
        axes.stairs(counts, edges, fill=True, color=each.color, alpha=alpha, zorder=2)
        axes.stairs(
            counts,
            edges,
            color=each.color if len(series) > 1 else chart.canvas.look.background,
            linewidth=1.8 if len(series) > 1 else 0.0,
            zorder=3,
        )
        if len(series) == 1:
            axes.vlines(
                edges[1:-1],
                0,
                np.minimum(counts[:-1], counts[1:]),
                color=chart.canvas.look.background,
                linewidth=1,
                zorder=3,
            )
    wish = replace(chart.wish, number_format="", log="", low=None, high=None)
    plain = replace(chart, wish=wish, say=number_says("", [float(most)]))
    frames.value_scale(plain, axes, 0, most, zero=True, whole=True)
    axes.spines["bottom"].set_visible(True)
    if logged:
        axes.set_xscale("log")
        frames.log_ticks(axes.xaxis, chart.wish.number_format)
        axes.set_xlim(edges[0], edges[-1])
        return
    pad = 0.02 * (edges[-1] - edges[0])
    axes.set_xlim(
        edges[0] - pad if chart.wish.low is None else chart.wish.low,
        edges[-1] + pad if chart.wish.high is None else chart.wish.high,
    )
    frames.round_ticks(chart, axes, axes.xaxis, across=True, whole=bool((values == values.round()).all()))


def _edges(values: Any) -> Any:
    """Round edges, about as many bins as Freedman and Diaconis would take, 5 to 50."""
    import numpy as np

    low, high = float(values.min()), float(values.max())
    if low == high:
        half = 0.5 if low == round(low) else abs(low) * 0.05
        return np.array([low - half, low + half])
    wanted = len(np.histogram_bin_edges(values[:20_000], bins="auto")) - 1
    count = max(5, min(50, wanted))
    rough = (high - low) / count
    unit = 10.0 ** math.floor(math.log10(rough))
    width = next(step * unit for step in (1, 2, 2.5, 5, 10) if step * unit >= rough * 0.999)
    if np.all(values == np.round(values)) and width <= 1:
        return np.arange(low, high + 2) - 0.5  # a bar stands over its number
    first, last = math.floor(low / width), math.floor(high / width) + 1
    return np.arange(first, last + 1) * width


def _boxes(chart: Chart) -> None:
    import numpy as np

    flat = chart.wish.horizontal
    names = [each.name for each in chart.series]
    title = chart.y_title or chart.x.name
    rect = frames.title_of_values(chart, chart.rect, text=title)
    axes = chart.canvas.axes((rect[0] + 50, rect[1], rect[2] - 10, rect[3] - 30))
    chance = np.random.default_rng(7)
    many = len(chart.series)
    mark = _violin if chart.wish.kind == "violin" else _box
    for n, each in enumerate(chart.series):
        first = chart.series[0].color if not chart.wish.highlight and len(chart.wish.colors) < 2 else each.color
        mark(chart, axes, n, np.array(each.finite), first, chance)
    values = [value for each in chart.series for value in each.finite]
    counted = [f"{name}\nn = {len(each.finite):,}" for name, each in zip(names, chart.series, strict=True)]
    if flat:
        axes.set_ylim(many - 0.4, -0.6)
    else:
        axes.set_xlim(-0.6, many - 0.4)
    own = replace(chart, wish=replace(chart.wish, log=("x" if flat else "y") if chart.wish.log else ""))
    frames.value_scale(own, axes, min(values), max(values), zero=False, across=flat)
    if flat:
        axes.set_yticks(
            range(many),
            [chart.canvas.wrap(name, chart.canvas.base * 0.95, (rect[2] - rect[0]) * 0.3, most=3) for name in counted],
        )
    elif not _names(chart, axes, counted):
        chart.warn("the names are long for them standing; horizontal=true gives them room")
    frames.x_title(chart, axes)
    annotating.notes(chart, axes, type(chart.x)("", list(names)), [float(n) for n in range(many)], across=flat)
    chart.canvas.fit(axes, rect)
    few = [name for name, each in zip(names, chart.series, strict=True) if len(each.finite) < 5]
    if few:
        chart.warn(f"fewer than 5 values make no {chart.wish.kind} worth the name: {', '.join(few[:5])}")


def _box(chart: Chart, axes: Any, n: int, held: Any, color: str, chance: Any) -> None:
    """A box of a sample, and its points where they are few."""
    flat = chart.wish.horizontal
    axes.boxplot(
        [held],
        positions=[n],
        widths=0.5,
        orientation="horizontal" if flat else "vertical",
        patch_artist=True,
        showfliers=len(held) > _FEW,
        manage_ticks=False,
        boxprops={"facecolor": mixed(color, chart.canvas.look.background, 0.72), "edgecolor": color, "linewidth": 1.6},
        medianprops={"color": color, "linewidth": 3.2},
        whiskerprops={"color": color, "linewidth": 1.6},
        capprops={"color": color, "linewidth": 1.6},
        flierprops={"marker": "o", "markersize": 4, "markerfacecolor": color, "markeredgewidth": 0, "alpha": 0.5},
        zorder=3,
    )
    if len(held) <= _FEW:
        aside = n + chance.uniform(-0.14, 0.14, len(held))
        axes.scatter(*((held, aside) if flat else (aside, held)), s=22, color=color, alpha=0.65, linewidths=0, zorder=4)


def _violin(chart: Chart, axes: Any, n: int, held: Any, color: str, _: Any) -> None:
    """How thick a sample lies where, from its least value to its greatest; its middle half a bar, its median a dot."""
    import numpy as np
    from matplotlib.mlab import GaussianKDE

    flat, look, low, high = chart.wish.horizontal, chart.canvas.look, held.min(), held.max()
    line = (lambda xs, ys, **style: axes.plot(ys, xs, **style)) if flat else axes.plot
    if low < high:
        scaled = np.log10(held) if chart.wish.log else held
        along = np.linspace(scaled.min(), scaled.max(), 200)
        half = GaussianKDE(scaled).evaluate(along)
        half *= min(0.38, 160 * len(chart.series) / chart.wish.width) / half.max()
        along = 10**along if chart.wish.log else along
        (axes.fill_between if flat else axes.fill_betweenx)(
            along, n - half, n + half, facecolor=mixed(color, look.background, 0.62), edgecolor=color, linewidth=1.6,
            zorder=3,
        )  # fmt: skip
    else:
        line([n - 0.2, n + 0.2], [low, low], color=color, linewidth=3, zorder=3)
    first, middle, last = np.percentile(held, (25, 50, 75))
    line([n, n], [low, high], color=color, linewidth=1.4, zorder=4)
    line([n, n], [first, last], color=color, linewidth=7, solid_capstyle="butt", zorder=5)
    line([n], [middle], marker="o", markersize=7, color=look.background, markeredgewidth=0, zorder=6)


def _names(chart: Chart, axes: Any, names: list[str]) -> bool:
    slot = axes.get_position().width * chart.canvas.width / max(1, len(names)) * 0.94
    made: list[str] = []
    for name in names:
        lines = [
            frames.fitted_names(chart.canvas, [part], slot, chart.canvas.base * 0.95, most=2)
            for part in name.split("\n")
        ]
        made.append("\n".join(line[0] if line else "" for line in lines) if all(lines) else "")
    if all(made):
        axes.set_xticks(range(len(names)), made)
        return True
    return frames.name_ticks(chart, axes, names)
