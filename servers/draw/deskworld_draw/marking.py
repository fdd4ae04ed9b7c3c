"""What stands on a map: markers with their names where they touch nothing, and routes over the globe."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from deskworld_kit import ToolError, rgba, say_color

from deskworld_draw.atlas import azimuthal, equal_earth
from deskworld_draw.canvas import Canvas
from deskworld_draw.formats import number_says
from deskworld_draw.frames import halo
from deskworld_draw.words import plain, wrapped

Box = tuple[float, float, float, float]
_AROUND = ((1, 0.0), (-1, 0.0), (1, 0.8), (1, -0.8), (-1, 0.8), (-1, -0.8), (0, 1.25), (0, -1.25))


@dataclass(frozen=True)
class Marker:
    """A point, sized by its value."""

    lat: float
    lon: float
    label: str
    value: float | None
    color: str


@dataclass(frozen=True)
class Region:
    """A country, coloured by its value."""

    country: str
    label: str
    value: float | None
    color: str


@dataclass(frozen=True)
class MapWish:
    """What the caller asked for."""

    markers: tuple[Marker, ...]
    regions: tuple[Region, ...]
    focus: tuple[str, ...]
    route: bool
    title: str
    number_format: str
    footnote: str
    theme: str
    width: int
    height: int


@dataclass(frozen=True)
class Projected:
    """How degrees become places on the map, and what of it is shown."""

    centre: tuple[float, float] | None
    window: Box

    def of(self, lon: Any, lat: Any) -> tuple[Any, Any, Any]:
        import numpy as np

        if self.centre is None:
            x, y = equal_earth(lon, lat)
            return x, y, np.ones_like(np.asarray(x), dtype=bool)
        return azimuthal(lon, lat, self.centre)


def marks(page: Canvas, axes: Any, shown: Projected, wish: MapWish) -> list[Box]:
    """Routes, markers and their names; gives the places that are taken, in pixels."""
    import numpy as np

    look = page.look
    if not wish.markers:
        return []
    x, y, seen = shown.of(np.array([m.lon for m in wish.markers]), np.array([m.lat for m in wish.markers]))
    left, bottom, right, top = shown.window
    inside = seen & (x >= left) & (x <= right) & (y >= bottom) & (y <= top)
    if not inside.all():
        page.warnings.append(
            f"{int((~inside).sum())} markers lie outside of the part that is shown; leave `focus` out to show all"
        )
    if wish.route:
        _routes(page, axes, shown, wish)
    sizes = [abs(m.value) for m in wish.markers if m.value is not None]
    most = max(sizes, default=0.0)
    taken: list[Box] = []
    spots: list[tuple[float, float, float]] = []
    for n, each in enumerate(wish.markers):
        radius = 6.5 if each.value is None or not most else max(3.5, 26 * math.sqrt(abs(each.value) / most))
        color = say_color(rgba(each.color, argument="places")[:3]) if each.color else look.palette[1]
        px, py = map(float, axes.transData.transform((x[n], y[n])))
        spots.append((px, py, radius))
        if inside[n]:
            axes.scatter(
                [x[n]],
                [y[n]],
                s=(2 * radius) ** 2,
                color=color,
                edgecolors=look.background,
                linewidths=1.2,
                alpha=0.85 if sizes else 1.0,
                zorder=4,
            )
            taken.append((px - radius, py - radius, px + radius, py + radius))
    own = list(taken)
    say = number_says(wish.number_format, sizes)
    left_out = 0
    number = 0
    for n, each in enumerate(wish.markers):
        if not inside[n]:
            continue
        label = plain(each.label, argument="places", longest=200)
        said = say(each.value) if each.value is not None and wish.number_format else ""
        text = (
            "\n".join([*wrapped(label, lambda t: len(t) <= 24)[:2], *([said] if said else [])]) if label or said else ""
        )
        if text and not _write(page, axes, text, spots[n], taken, own[number], page.base * 0.92):
            left_out += 1
        number += 1
    if left_out:
        page.warnings.append(f"{left_out} markers are not named, for want of room; draw it larger or fewer")
    return taken


def _write(
    page: Canvas, axes: Any, text: str, spot: tuple[float, float, float], taken: list[Box], own: Box, size: float
) -> bool:
    """A name beside a marker where it touches nothing; says whether there was room."""
    x, y, radius = spot
    lines = text.split("\n")
    wide, high = max(page.size_of(line, size)[0] for line in lines), size * 1.2 * len(lines)
    frame = axes.get_window_extent(page.renderer)
    for side, up in _AROUND:
        at = x + (radius + 4 if side > 0 else -radius - 4 - wide if side < 0 else -wide / 2)
        mid = y + up * (high / 2 + radius if not side else size)
        box = (at, mid - high / 2, at + wide, mid + high / 2)
        if box[0] < frame.x0 or box[2] > frame.x1 or box[1] < frame.y0 or box[3] > frame.y1:
            continue
        if any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken if b is not own):
            continue
        taken.append(box)
        page.figure.text(
            at / page.width,
            mid / page.height,
            text,
            fontsize=size,
            va="center",
            ha="left",
            color=page.look.text,
            path_effects=halo(page),
            zorder=6,
            linespacing=1.15,
        )
        return True
    return False


def _routes(page: Canvas, axes: Any, shown: Projected, wish: MapWish) -> None:
    """The shortest ways over the globe from marker to marker."""
    import numpy as np

    for a, b in pairwise(wish.markers):
        one, other = (_ball(m.lon, m.lat) for m in (a, b))
        angle = math.acos(float(np.clip(one @ other, -1, 1)))
        steps = np.linspace(0, 1, 60)
        if angle < 1e-6:
            continue
        if angle > math.pi - 1e-3:
            raise ToolError(
                "two markers lie on opposite sides of the globe, so no way is the shortest", argument="route"
            )
        way = (np.sin((1 - steps) * angle)[:, None] * one + np.sin(steps * angle)[:, None] * other) / math.sin(angle)
        lon, lat = np.degrees(np.arctan2(way[:, 1], way[:, 0])), np.degrees(np.arcsin(np.clip(way[:, 2], -1, 1)))
        if shown.centre is None:
            breaks = np.where(np.abs(np.diff(lon)) > 180)[0] + 1
            lon, lat = np.insert(lon, breaks, np.nan), np.insert(lat, breaks, np.nan)
        x, y, _ = shown.of(lon, lat)
        axes.plot(x, y, color=page.look.palette[1], linewidth=2, zorder=3, solid_capstyle="round")


def _ball(lon: float, lat: float) -> Any:
    import numpy as np

    a, b = math.radians(lon), math.radians(lat)
    return np.array([math.cos(b) * math.cos(a), math.cos(b) * math.sin(a), math.sin(b)])
