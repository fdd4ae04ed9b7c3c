"""Bar charts: side by side, stacked, or as shares of 100 %. They start at zero and say their values where they can.

Names that do not fit under standing bars lay the bars down: a name is read level, or not at all.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw import annotating, frames, rights
from deskworld_draw.charts import Chart, Series
from deskworld_draw.formats import number_says
from deskworld_draw.looks import text_on
from deskworld_draw.paneling import in_panels
from deskworld_draw.words import wrapped

_MOST = 1500


def draw(chart: Chart) -> None:
    """A bar chart of any of the three kinds."""
    chart = _with_shares(chart) if chart.wish.kind == "percent_bar" else chart
    count = len(chart.x.cells)
    if count * len(chart.series) > _MOST:
        raise ToolError(f"{count * len(chart.series)} bars are too many; draw a line or a histogram", argument="kind")
    if chart.wish.panels:
        in_panels(chart, _panel)
        return
    if chart.wish.kind == "bar":
        frames.warn_of_scales(chart)
    rect = chart.rect
    if len(chart.series) > 1 or chart.right:
        rect = frames.legend(chart.canvas, rights.entries(chart), rect)
    rect = frames.title_of_values(chart, rect)
    axes = chart.canvas.axes((rect[0] + 60, rect[1], rect[2], rect[3] - 30))
    flat = chart.wish.horizontal or (not chart.right and not names_stand(chart))
    if flat and not chart.wish.horizontal:
        chart.warn("the names are too long to stand under bars, so the bars lie; horizontal=true says the same")
    _bars(chart, axes, chart.series, flat=flat)
    _title_of_names(chart, axes, flat)
    places = [float(n) for n in range(count)]
    annotating.notes(chart, axes, chart.x, places, across=flat)
    if chart.right:
        rect = rights.draw(chart, axes, places, rect)
    chart.canvas.fit(axes, rect)
    if flat:
        room_for_names(chart, axes, count)


def _panel(chart: Chart, axes: Any, series: Series) -> None:
    _bars(chart, axes, [series], flat=chart.wish.horizontal)


def names_stand(chart: Chart) -> bool:
    """Whether the names have room under standing bars; days and numbers in a row may leave some out."""
    if chart.x.is_dates or chart.x.is_numbers:
        return True
    names = chart.x.texts()
    slot = (chart.rect[2] - chart.rect[0] - 50) / max(1, len(names)) * 0.94
    return bool(frames.fitted_names(chart.canvas, names, slot, chart.canvas.base * 0.95))


def _with_shares(chart: Chart) -> Chart:
    """The same with each value as its share of the bar."""
    if any(value < 0 for each in chart.series for value in each.finite):
        raise ToolError("shares of a whole can't be negative; draw a bar chart", argument="rows")
    totals = [
        sum(v for v in row if math.isfinite(v)) for row in zip(*(each.values for each in chart.series), strict=True)
    ]
    shares = [
        replace(each, values=[v / total if total else math.nan for v, total in zip(each.values, totals, strict=True)])
        for each in chart.series
    ]
    if any(not total for total in totals):
        chart.warn("bars whose values are all zero are left empty")
    form = chart.wish.number_format if "%" in chart.wish.number_format else "0%"
    wish = replace(chart.wish, number_format=form, high=1.0 if chart.wish.high is None else chart.wish.high)
    y_title = chart.y_title if len(chart.series) > 1 else ""
    return replace(chart, wish=wish, series=shares, say=number_says(form, [1.0]), y_title=y_title)


def _bars(chart: Chart, axes: Any, series: list[Series], *, flat: bool) -> None:
    count, stacked = len(chart.x.cells), chart.wish.kind != "bar"
    many = 1 if stacked else len(series)
    slot = 0.78 if many > 1 or stacked else 0.68
    # Few bars would be slabs: none is wider than a fifth of the sheet's longer side.
    sheet = (chart.rect[3] - chart.rect[1] if flat else chart.rect[2] - chart.rect[0]) / max(1, count)
    slot = min(slot, max(chart.wish.width, chart.wish.height) * 0.2 * max(1, many * 0.6) / sheet)
    each_wide = slot / many
    draw = axes.barh if flat else axes.bar
    above, below = [0.0] * count, [0.0] * count
    reach: list[tuple[float, float]] = []
    labels: list[tuple[float, float, str, str]] = []
    look = chart.canvas.look
    for number, one in enumerate(series):
        values = [value if math.isfinite(value) else 0.0 for value in one.values]
        at = [n + (0 if stacked else (number - (many - 1) / 2) * each_wide) for n in range(count)]
        base = [0.0] * count
        if stacked:
            base = [above[n] if values[n] >= 0 else below[n] for n in range(count)]
            for n, value in enumerate(values):
                (above if value >= 0 else below)[n] += value
        colors = _colors(chart, one, count) if len(series) == 1 else [one.color] * count
        edge = {"edgecolor": look.background, "linewidth": 1.0 if stacked else 0.0}
        draw(
            at,
            values,
            each_wide * (1 if many == 1 else 0.94),
            **{"left" if flat else "bottom": base},
            color=colors,
            zorder=3,
            **edge,
        )
        spans = [0.0] * count
        if one.errors:
            if stacked:
                raise ToolError("stacked bars hide what errors belong to; draw kind bar", argument="rows")
            spans = [abs(e) if math.isfinite(e) else 0.0 for e in one.errors]
            axes.errorbar(
                *((values, at) if flat else (at, values)),
                **{"xerr" if flat else "yerr": spans},
                fmt="none",
                ecolor=look.text,
                elinewidth=1.4,
                zorder=4,
            )
        reach += [(base[n] + values[n] - spans[n], base[n] + values[n] + spans[n]) for n in range(count)]
        for n in range(count):
            if math.isfinite(one.values[n]):
                end = base[n] + values[n] + math.copysign(spans[n], values[n])
                labels.append((at[n], base[n] + values[n] / 2 if stacked else end, chart.say(one.values[n]), colors[n]))
    low, high = min(0.0, *(a for a, _ in reach)), max(0.0, *(b for _, b in reach))
    if low == high == 0:
        chart.warn("all values are zero")
        high = 1.0
    axes.set_xlim(-0.55, count - 0.45)
    if flat:
        axes.set_ylim(count - 0.45, -0.55)
    frames.value_scale(chart, axes, low, high, zero=True, across=flat)
    (axes.spines["left"] if flat else axes.spines["bottom"]).set_visible(low >= 0)
    axes.spines["bottom"].set_visible(not flat and low >= 0)
    if low < 0:
        (axes.axvline if flat else axes.axhline)(0, color=look.quiet, linewidth=1, zorder=5)
    if flat:
        axes.set_yticks(range(count), level_names(chart, count))
    else:
        standing_names(chart, axes)
    if stacked:
        _say_inside(chart, axes, labels, flat)
        if chart.wish.kind == "stacked_bar" and len(series) > 1 and not any(below) and not chart.right:
            _say_at_ends(
                chart, axes, [(float(n), above[n], chart.say(above[n])) for n in range(count)], flat, bold=True
            )
    elif not chart.right and _say_at_ends(chart, axes, [(at, end, text) for at, end, text, _ in labels], flat):
        axes.grid(False)
        (axes.xaxis if flat else axes.yaxis).set_ticklabels([])


def _colors(chart: Chart, series: Series, count: int) -> list[str]:
    """Colours of the bars of a single series: one, the caller's own for each, or grey where others are meant."""
    names = chart.x.texts()
    wish = chart.wish
    if wish.highlight:
        first = series.color if series.color != chart.canvas.look.faint else chart.canvas.look.palette[0]
        return [
            first if names[n] in wish.highlight or series.name in wish.highlight else chart.canvas.look.faint
            for n in range(count)
        ]
    if len(wish.colors) > 1:
        from deskworld_draw.looks import colors_of

        own = colors_of(wish.colors, chart.canvas.look, len(wish.colors))
        return [own[n % len(own)] for n in range(count)]
    return [series.color] * count


def standing_names(chart: Chart, axes: Any) -> None:
    names = chart.x.texts()
    if chart.x.is_dates:
        names = short_days(list(chart.x.cells))
    frames.name_ticks(chart, axes, names)


def level_names(chart: Chart, count: int) -> list[str]:
    canvas = chart.canvas
    most = (chart.rect[2] - chart.rect[0]) * 0.36
    size = canvas.base * 0.95
    row = (chart.rect[3] - chart.rect[1]) / max(1, count)
    lines = max(1, min(3, int(row / (size * 1.3))))
    made: list[str] = []
    for name in chart.x.texts():
        found = wrapped(name, lambda t: canvas.size_of(t, size)[0] <= most)
        made.append("\n".join(found if len(found) <= lines else [*found[: lines - 1], found[lines - 1].rstrip() + "…"]))
    if any(name.endswith("…") for name in made):
        chart.warn("long names are shortened; draw it higher or wider to show them whole")
    return made


def room_for_names(chart: Chart, axes: Any, count: int) -> None:
    """Lying bars closer than their names: smaller names, else a word to the caller."""
    row = axes.get_window_extent(chart.canvas.renderer).height / max(1, count)
    size = chart.canvas.base * 0.95
    if row >= size * 1.15:
        return
    smaller = max(8.0, row / 1.15)
    for label in axes.get_yticklabels():
        label.set_fontsize(smaller)
    if row < 8.5:
        step = math.ceil(8.5 / row)
        for n, label in enumerate(axes.get_yticklabels()):
            label.set_visible(n % step == 0)
    if smaller < 11:
        height = min(4000, round(chart.wish.height * size * 1.3 / row))
        chart.warn(f"{count} bars are close for their names; size={chart.wish.width}x{height} gives them room")


def _title_of_names(chart: Chart, axes: Any, flat: bool) -> None:
    if not flat:
        frames.x_title(chart, axes)


def _say_at_ends(
    chart: Chart, axes: Any, labels: list[tuple[float, float, str]], flat: bool, *, bold: bool = False
) -> bool:
    """Values at the ends of bars, where all have room; says whether they stand there."""
    canvas = chart.canvas
    size = canvas.base * 0.9
    box = axes.get_window_extent(canvas.renderer)
    if not labels or len(labels) > 60:
        return False
    places = sorted(at for at, _, _ in labels)
    step = min((b - a for a, b in pairwise(places) if b - a > 1e-9), default=1.0)
    room = step * (box.height if flat else box.width) / (len(chart.x.cells) + 0.1)
    need = max(canvas.size_of(text, size, bold=bold)[0 if not flat else 1] for _, _, text in labels)
    if room < need * (1.12 if not flat else 1.0) + (2 if not flat else 0):
        return False
    low, high = axes.get_xlim() if flat else axes.get_ylim()
    extra = (max(canvas.size_of(text, size)[0] for _, _, text in labels) if flat else size) + 10
    share = extra / (box.width if flat else box.height) * (high - low)
    top = (
        max(end for _, end, _ in labels) + share
        if chart.wish.high is None or chart.wish.kind == "percent_bar"
        else high
    )
    bottom = min(end for _, end, _ in labels) - share if low < 0 and chart.wish.low is None else low
    (axes.set_xlim if flat else axes.set_ylim)(bottom, max(top, high) if high > 0 else max(share * 0.2, 0))
    for at, end, text in labels:
        away = 5 if end >= 0 else -5
        axes.annotate(
            text,
            (end, at) if flat else (at, end),
            xytext=(away, 0) if flat else (0, away),
            textcoords="offset points",
            ha=("left" if end >= 0 else "right") if flat else "center",
            va="center_baseline" if flat else ("bottom" if end >= 0 else "top"),
            fontsize=size,
            color=canvas.look.text,
            weight="bold" if bold else "normal",
            annotation_clip=True,
            zorder=6,
        )
    return True


def _say_inside(chart: Chart, axes: Any, labels: list[tuple[float, float, str, str]], flat: bool) -> None:
    """Values in the middle of the parts that are large enough to hold them."""
    canvas = chart.canvas
    size = canvas.base * 0.85
    box = axes.get_window_extent(canvas.renderer)
    low, high = axes.get_xlim() if flat else axes.get_ylim()
    unit = (box.width if flat else box.height) / (high - low)
    across = 0.74 * (box.height if flat else box.width) / (len(chart.x.cells) + 0.1)
    sizes = {id(patch): patch for patch in axes.patches}
    for patch, (at, middle, text, color) in zip(_bars_of(list(sizes.values()), labels), labels, strict=False):
        if not low <= middle <= high:
            continue
        length = abs(patch.get_width() if flat else patch.get_height()) * unit
        wide, tall = canvas.size_of(text, size)
        if (flat and wide + 8 <= length and tall <= across) or (not flat and tall + 5 <= length and wide + 4 <= across):
            axes.text(
                *((middle, at) if flat else (at, middle)),
                text,
                ha="center",
                va="center_baseline" if flat else "center",
                fontsize=size,
                color=text_on(color),
                zorder=6,
            )


def _bars_of(patches: list[Any], labels: list[tuple[float, float, str, str]]) -> list[Any]:
    """The patches that have a label: gaps are drawn with no length and have none."""
    if len(patches) == len(labels):
        return patches
    return [patch for patch in patches if patch.get_width() and patch.get_height()]


def short_days(cells: list[Any]) -> list[str]:
    """Days under bars, as short as they can be: years, months or days alike in all."""
    days = [cell for cell in cells if cell is not None]
    if all(day.month == 1 and day.day == 1 for day in days) and len(days) > 1:
        form = "%Y"
    elif all(day.day == 1 for day in days):
        form = "%b %Y" if len({day.year for day in days}) > 1 else "%b"
    else:
        form = "%-d %b %Y" if len({day.year for day in days}) > 1 else "%-d %b"
    return ["" if cell is None else cell.strftime(form) for cell in cells]
