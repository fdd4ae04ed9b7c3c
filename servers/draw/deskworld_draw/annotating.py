"""Words on a chart: notes at a place or along a line, and names at the ends of lines, none on top of another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from deskworld_kit import ToolError
from deskworld_kit.errors import unknown

from deskworld_draw.charts import Chart
from deskworld_draw.frames import halo
from deskworld_draw.looks import readable
from deskworld_draw.tables import Column
from deskworld_draw.words import cut, plain, wrapped

_Rect = tuple[float, float, float, float]


def notes(chart: Chart, axes: Any, x: Column, places: Sequence[float], *, across: bool = False) -> None:
    """Lines and words at the places that the caller named. `across`: the values run along x."""
    look, canvas = chart.canvas.look, chart.canvas
    size = canvas.base * 0.95
    ink = look.text
    for where, value, text in chart.wish.notes:
        words = "\n".join(wrapped(plain(text, argument="notes", longest=200), lambda t: len(t) <= 28))
        style: dict[str, Any] = {
            "fontsize": size,
            "color": ink,
            "path_effects": halo(canvas),
            "zorder": 9,
            "linespacing": 1.2,
            "annotation_clip": False,
        }
        if where and value is None:
            at = _place_of(where, x, places)
            (axes.axhline if across else axes.axvline)(
                at, color=look.quiet, linewidth=1.4, linestyle=(0, (4, 3)), zorder=2
            )
            near_end = _share(axes, at, across) > 0.75
            if across:
                axes.annotate(
                    words,
                    (1, at),
                    xycoords=("axes fraction", "data"),
                    xytext=(-4, 3),
                    ha="right",
                    va="bottom",
                    textcoords="offset points",
                    **style,
                )
            else:
                axes.annotate(
                    words,
                    (at, 1),
                    xycoords=("data", "axes fraction"),
                    xytext=(-6 if near_end else 6, -2),
                    va="top",
                    ha="right" if near_end else "left",
                    textcoords="offset points",
                    **style,
                )
        elif value is not None and not where:
            (axes.axvline if across else axes.axhline)(
                value, color=look.text, linewidth=1.4, linestyle=(0, (4, 3)), zorder=3
            )
            _show_value(axes, value, across)
            if across:
                axes.annotate(
                    words,
                    (value, 0),
                    xycoords=("data", "axes fraction"),
                    xytext=(6, 3),
                    ha="left",
                    va="bottom",
                    textcoords="offset points",
                    **style,
                )
            else:
                axes.annotate(
                    words,
                    (0, value),
                    xycoords=("axes fraction", "data"),
                    xytext=(4, 4),
                    ha="left",
                    va="bottom",
                    textcoords="offset points",
                    **style,
                )
        elif value is not None:
            at = _place_of(where, x, places)
            _show_value(axes, value, across)
            point = (value, at) if across else (at, value)
            right, upper = _share(axes, at, across) < 0.6, _share(axes, value, not across) < 0.7
            axes.plot(*[[each] for each in point], "o", color=ink, markersize=6, zorder=8)
            axes.annotate(
                words,
                point,
                xytext=(28 if right else -28, 30 if upper else -30),
                textcoords="offset points",
                ha="left" if right else "right",
                va="bottom" if upper else "top",
                arrowprops={"arrowstyle": "-", "color": ink, "linewidth": 1.1, "shrinkB": 4},
                **style,
            )
        else:
            raise ToolError("a note needs x, y or both: where it belongs", argument="notes")


def _show_value(axes: Any, value: float, across: bool) -> None:
    """Widen the scale where a note lies outside of it."""
    low, high = axes.get_xlim() if across else axes.get_ylim()
    pad = 0.05 * (high - low)
    if not low <= value <= high and abs(value) < 1e150:
        (axes.set_xlim if across else axes.set_ylim)(min(low, value - pad), max(high, value + pad))


def _share(axes: Any, value: float, across: bool) -> float:
    """How far along its scale a value lies, 0 to 1. `across`: on the y axis for places, as bars lie."""
    low, high = axes.get_ylim() if across else axes.get_xlim()
    return (value - low) / (high - low) if high != low else 0.5


def _place_of(where: str, x: Column, places: Sequence[float]) -> float:
    """Where on the x axis a note belongs: a name, a number or a day."""
    names = x.texts()
    if where in names:
        return places[names.index(where)]
    from deskworld_draw.tables import made_of

    cell = made_of([["x"], [where]], argument="notes").columns[0].cells[0]
    if x.is_numbers and isinstance(cell, float):
        return cell
    if x.is_dates and isinstance(cell, datetime):
        from matplotlib.dates import date2num

        return float(date2num(cell))
    raise unknown("place on the x axis", where, names, argument="notes")


def end_labels(chart: Chart, axes: Any, entries: Sequence[tuple[str, float, str]], rect: _Rect) -> None:
    """Names at the right ends of lines, moved apart where they would touch, then the axes fitted round them.

    Args:
        entries: Name, value at the end, colour.
        rect: What the axes with all labels may fill.
    """
    canvas = chart.canvas
    size = canvas.base
    width = (rect[2] - rect[0]) * 0.28
    texts: list[Any] = []
    for name, value, color in entries:
        label = "\n".join(wrapped(cut(name, 80), lambda t: canvas.size_of(t, size)[0] <= width)[:3])
        texts.append(
            axes.annotate(
                label,
                (1, value),
                xycoords=("axes fraction", "data"),
                xytext=(10, 0),
                textcoords="offset points",
                va="center",
                color=readable(color, canvas.look.background, 4.5) if color != canvas.look.faint else canvas.look.quiet,
                fontsize=size,
                annotation_clip=False,
                linespacing=1.1,
            )
        )
    canvas.fit(axes, rect)
    pixel = axes.transData.transform
    order = sorted(range(len(entries)), key=lambda n: entries[n][1])
    tall = [texts[n].get_window_extent(canvas.renderer).height + 3 for n in order]
    wanted = [float(pixel((axes.get_xlim()[1], entries[n][1]))[1]) for n in order]
    for n, at, own in zip(
        order, spread(wanted, tall, canvas.height - rect[3], canvas.height - rect[1]), wanted, strict=True
    ):
        texts[n].set_position((10, at - own))


def spread(wanted: Sequence[float], tall: Sequence[float], low: float, high: float) -> list[float]:
    """Middles of things of these heights, as near to those wanted as they can be without touching. Sorted, rising."""
    clusters: list[list[float]] = []  # sum of the starts wanted, number, height
    for want, height in zip(wanted, tall, strict=True):
        clusters.append([want - height / 2, 1, height])
        while len(clusters) > 1:
            before, last = clusters[-2], clusters[-1]
            if before[0] / before[1] + before[2] <= last[0] / last[1]:
                break
            # What joins is shifted by what lies below it, so that both ask for the same start.
            merged = [before[0] + last[0] - before[2] * last[1], before[1] + last[1], before[2] + last[2]]
            clusters[-2:] = [merged]
    placed: list[float] = []
    n = 0
    for total, count, height in clusters:
        start = min(max(total / count, low), max(high - height, low))
        for _ in range(int(count)):
            placed.append(start)
            start += tall[n]
            n += 1
    for n in range(len(placed) - 2, -1, -1):  # what was held back at the upper end pushes what lies below it
        placed[n] = min(placed[n], placed[n + 1] - tall[n])
    for n in range(len(placed)):
        placed[n] = max(placed[n], placed[n - 1] + tall[n - 1] if n else low)
    return [start + height / 2 for start, height in zip(placed, tall, strict=True)]
