"""Names of countries on a map: inside where there is room, else beside, with a line to the country they name.

A name is laid where its country is widest near its middle, in an ink that can be read on the country's colour. A
country too small to be seen gets a dot in its colour. All is measured in pixels of the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deskworld_draw.atlas import Country, area_of
from deskworld_draw.canvas import Canvas
from deskworld_draw.formats import number_says
from deskworld_draw.frames import halo
from deskworld_draw.looks import text_on
from deskworld_draw.marking import Box, MapWish, Projected
from deskworld_draw.words import cut, plain, wrapped

_MOST = 40
_UNSEEN = 9.0
"""Pixels of a country's longer side below which it gets a dot."""
_MOSTLY = 0.62
"""How much of a name must lie in its country, if it is not to be written beside it."""
_AWAY = (12.0, 22.0, 36.0, 54.0, 78.0, 110.0)


@dataclass
class _Named:
    """A country that is named, in pixels."""

    ring: Any
    """Of its largest part in sight."""
    middle: tuple[float, float]
    size: float
    """Of its longer side."""
    fill: str
    text: str
    wide: float
    high: float


def country_names(
    page: Canvas,
    axes: Any,
    shown: Projected,
    named: Sequence[Country],
    taken: list[Box],
    wish: MapWish,
    fills: dict[str, str],
) -> None:
    """Names and values of the countries that are meant.

    Args:
        taken: Where nothing else may stand; what is written is added.
        fills: The colour of each country by its name.
    """
    values = [each.value for each in wish.regions if each.value is not None]
    say = number_says(wish.number_format, values)
    size = page.base * 0.85
    frame = axes.get_window_extent(page.renderer)
    edge: Box = (frame.x0, frame.y0, frame.x1, frame.y1)
    found: list[_Named] = []
    for each, land in zip(wish.regions, named, strict=True):
        name = cut(plain(each.label, argument="places", longest=100) or land.short, 60)
        lines = [*wrapped(name, lambda text: len(text) <= 22), *([say(each.value)] if each.value is not None else [])]
        wide = max(page.size_of(line, size)[0] for line in lines) + 4
        made = _in_pixels(axes, shown, land, edge)
        if made is not None:
            ring, middle, side = made
            found.append(_Named(ring, middle, side, fills[land.name], "\n".join(lines), wide, size * 1.2 * len(lines)))
    for each in found:
        if each.size < _UNSEEN:
            _dot(page, each, taken)
    if len(named) > _MOST:
        return
    found.sort(key=lambda each: -abs(area_of(each.ring)))
    beside: list[_Named] = []
    for each in found:
        spot, share = _inside(each, taken, edge)
        if spot is None or share < _MOSTLY:
            beside.append(each)
            continue
        _write(page, each, spot, size, taken, on=each.fill)
    left_out = sum(not _beside(page, each, found, size, taken, edge) for each in beside)
    if left_out:
        page.warnings.append(f"{left_out} countries are not named, for want of room; draw it larger or fewer")


def _in_pixels(axes: Any, shown: Projected, land: Country, edge: Box) -> tuple[Any, tuple[float, float], float] | None:
    """The largest part in sight, its middle, and its longer side; None where none is in sight."""
    import numpy as np

    best: Any = None
    for polygon in land.polygons:
        lon, lat = polygon[0][:, 0], polygon[0][:, 1]
        turn = 360 * round(float(lon.mean()) / 360) if shown.centre is None else 0
        x, y, seen = shown.of(lon - turn, lat)
        if not seen.all():
            continue
        ring = axes.transData.transform(np.stack([x, y], axis=1))
        middle = ring.mean(axis=0)
        inside = edge[0] <= middle[0] <= edge[2] and edge[1] <= middle[1] <= edge[3]
        if inside and (best is None or abs(area_of(ring)) > abs(area_of(best))):
            best = ring
    if best is None:
        return None
    area = area_of(best)
    middle = best.mean(axis=0)
    if abs(area) > 1:
        x, y = best[:, 0] - middle[0], best[:, 1] - middle[1]
        cross = x[:-1] * y[1:] - x[1:] * y[:-1]
        off = [float(((each[:-1] + each[1:]) * cross).sum() / (6 * area)) for each in (x, y)]
        middle = middle + np.array(off)
    return best, (float(middle[0]), float(middle[1])), float(np.ptp(best, axis=0).max())


def _inside(each: _Named, taken: Sequence[Box], edge: Box) -> tuple[tuple[float, float] | None, float]:
    """The best middle for a name in its country, and how much of the name would lie in it."""
    import numpy as np
    from matplotlib.path import Path

    (left, bottom), (right, top) = each.ring.min(axis=0), each.ring.max(axis=0)
    across = np.linspace(max(left, edge[0] + each.wide / 2), min(right, edge[2] - each.wide / 2), 21)
    along = np.linspace(max(bottom, edge[1] + each.high / 2), min(top, edge[3] - each.high / 2), 21)
    spots = np.stack(np.meshgrid(across, along), axis=-1).reshape(-1, 2)
    spots = np.concatenate([[each.middle], spots])
    steps = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 7), np.linspace(-0.5, 0.5, 5)), axis=-1).reshape(-1, 2)
    steps = steps * (each.wide, each.high)
    land = Path(each.ring)
    held = land.contains_points((spots[:, None] + steps[None]).reshape(-1, 2)).reshape(len(spots), -1).mean(axis=1)
    far = np.hypot(*(spots - each.middle).T) / max(each.size, 1)
    for n in np.argsort(far - 3 * held, kind="stable"):
        spot = (float(spots[n][0]), float(spots[n][1]))
        box = _box(spot, each)
        if (
            not _hits(box, taken)
            and edge[0] <= box[0]
            and box[2] <= edge[2]
            and edge[1] <= box[1]
            and box[3] <= edge[3]
        ):
            return spot, float(held[n])
    return None, 0.0


def _beside(page: Canvas, each: _Named, named: Sequence[_Named], size: float, taken: list[Box], edge: Box) -> bool:
    """Write a name beside its country, off the others that are named; says whether there was room."""
    from matplotlib.lines import Line2D

    best: tuple[float, tuple[float, float]] | None = None
    for away in _AWAY:
        for n in range(16):
            dx, dy = math.cos(n * math.pi / 8), math.sin(n * math.pi / 8)
            reach = away + each.size / 2 if each.size < 60 else away
            spot = (each.middle[0] + dx * (reach + each.wide / 2), each.middle[1] + dy * (reach + each.high / 2))
            box = _box(spot, each)
            if not _within(box, edge) or _hits(box, taken):
                continue
            cost = away + 90 * _covered(box, named) + 40 * _crossed(each.middle, _nearest(box, each), taken)
            if best is None or cost < best[0] - 1e-6:
                best = (cost, spot)
    if best is None:
        return False
    box = _box(best[1], each)
    near = _nearest(box, each)
    line = Line2D(
        [each.middle[0] / page.width, near[0] / page.width],
        [each.middle[1] / page.height, near[1] / page.height],
        color=page.look.text,
        linewidth=1,
        transform=page.figure.transFigure,
    )
    page.figure.add_artist(line)
    _write(page, each, best[1], size, taken, on="")
    return True


def _covered(box: Box, named: Sequence[_Named]) -> float:
    """How much of a box lies on countries that are named, each of which it would seem to name."""
    import numpy as np
    from matplotlib.path import Path

    x, y = np.meshgrid(np.linspace(box[0], box[2], 6), np.linspace(box[1], box[3], 4))
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    return float(sum(Path(each.ring).contains_points(points).mean() for each in named))


def _write(page: Canvas, each: _Named, spot: tuple[float, float], size: float, taken: list[Box], *, on: str) -> None:
    """`on`: the colour that it lies on, with a rim of it where it reaches beyond; empty: on all kinds."""
    from matplotlib.patheffects import withStroke

    taken.append(_box(spot, each))
    page.figure.text(
        spot[0] / page.width,
        spot[1] / page.height,
        each.text,
        fontsize=size,
        ha="center",
        va="center",
        color=text_on(on) if on else page.look.text,
        path_effects=[withStroke(linewidth=2.5, foreground=on)] if on else halo(page),
        zorder=5,
        linespacing=1.15,
    )


def _dot(page: Canvas, each: _Named, taken: list[Box]) -> None:
    from matplotlib.lines import Line2D

    x, y = each.middle
    dot = Line2D(
        [x / page.width], [y / page.height], marker="o", markersize=8, color=each.fill, linestyle="",
        markeredgecolor=page.look.text, markeredgewidth=1, transform=page.figure.transFigure, zorder=4,
    )  # fmt: skip
    page.figure.add_artist(dot)
    taken.append((x - 5, y - 5, x + 5, y + 5))


def _box(spot: tuple[float, float], each: _Named) -> Box:
    return (spot[0] - each.wide / 2, spot[1] - each.high / 2, spot[0] + each.wide / 2, spot[1] + each.high / 2)


def _nearest(box: Box, each: _Named) -> tuple[float, float]:
    return min(max(each.middle[0], box[0]), box[2]), min(max(each.middle[1], box[1]), box[3])


def _crossed(start: tuple[float, float], end: tuple[float, float], taken: Sequence[Box]) -> int:
    """How many things a line runs through, its own dot apart."""
    steps = [(start[0] + (end[0] - start[0]) * n / 8, start[1] + (end[1] - start[1]) * n / 8) for n in range(9)]
    others = [b for b in taken if not (b[0] <= start[0] <= b[2] and b[1] <= start[1] <= b[3])]
    return sum(any(b[0] < x < b[2] and b[1] < y < b[3] for x, y in steps) for b in others)


def _within(box: Box, edge: Box) -> bool:
    return edge[0] <= box[0] and box[2] <= edge[2] and edge[1] <= box[1] and box[3] <= edge[3]


def _hits(box: Box, taken: Sequence[Box]) -> bool:
    return any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken)
