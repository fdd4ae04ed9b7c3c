"""Maps drawn: the land quiet, what is meant in colour, names where they touch nothing."""

from __future__ import annotations

import math
from typing import Any

from deskworld_kit import ToolError, rgba, say_color

from deskworld_draw.atlas import Country, area_of, azimuthal, countries, country, equal_earth, is_country
from deskworld_draw.canvas import Canvas, canvas
from deskworld_draw.formats import axis_says, number_says
from deskworld_draw.looks import mixed
from deskworld_draw.marking import Box, MapWish, Projected, marks
from deskworld_draw.naming import country_names
from deskworld_draw.regions import region
from deskworld_draw.saving import Made
from deskworld_draw.words import plain

_Rect = tuple[float, float, float, float]
_REGIONAL = 75.0
"""Degrees round a middle up to which a map is one of a region and not of the world."""


def draw(wish: MapWish, suffix: str) -> Made:
    """The map as a file of that ending."""
    if len(wish.markers) > 500:
        raise ToolError("at most 500 markers", argument="places")
    if wish.route and len(wish.markers) < 2:
        raise ToolError("a route joins two markers or more", argument="route")
    named = [country(each.country, argument="places") for each in wish.regions]
    if len({each.name for each in named}) < len(named):
        raise ToolError("a country is named twice", argument="places")
    focus = [each for name in wish.focus for each in _meant(name)]
    with canvas(wish.width, wish.height, wish.theme) as page:
        margin = page.base * 1.6
        title = plain(wish.title, argument="title", longest=300)
        top = page.heading(title, "", margin)
        bottom = page.footing(plain(wish.footnote, argument="footnote", longest=500), margin)
        values = [each.value for each in wish.regions if each.value is not None]
        keyed = len(set(values)) > 1
        if keyed:
            bottom -= page.base * 3.2
        rect = (margin, top, wish.width - margin, bottom)
        if rect[3] - rect[1] < 100 or rect[2] - rect[0] < 100:
            raise ToolError("the texts leave no room for the map; draw it larger", argument="size")
        shown = _projection(wish, named, focus, (rect[2] - rect[0]) / (rect[3] - rect[1]))
        axes = page.axes(rect)
        axes.set_axis_off()
        axes.set_aspect("equal")
        axes.set_xlim(shown.window[0], shown.window[2])
        axes.set_ylim(shown.window[1], shown.window[3])
        fills = _colors(page, wish, named)
        _land(page, axes, shown, fills)
        taken = marks(page, axes, shown, wish)
        country_names(page, axes, shown, named, taken, wish, fills)
        if keyed:
            _key(page, values, wish, (margin, bottom + page.base * 1.1, wish.width - margin, bottom + page.base * 3.2))
        return page.made(suffix)


def _meant(name: str) -> list[Country]:
    """The countries that a name, or names with commas between them, stands for: of a country or a part of the world.

    Raises:
        ToolError: There is none of that name.
    """
    codes = set(region(name))
    if codes:
        return [each for each in countries() if each.a2 in codes]
    if is_country(name) or "," not in name:
        try:
            return [country(name, argument="focus")]
        except ToolError as error:
            raise ToolError(f"{error}; or a part of the world, as Europe, West Africa, Middle East") from None
    return [each for part in name.split(",") if part.strip() for each in _meant(part)]


def _projection(wish: MapWish, named: list[Country], focus: list[Country], ratio: float) -> Projected:
    """The world whole, or the part that holds what is named, in a window of the frame's shape."""
    import numpy as np

    meant = focus or named
    spots = [(each.lon, each.lat) for each in wish.markers] if not focus else []
    points = [np.array(spots)] if spots else []
    for each in meant:
        points.append(np.concatenate([polygon[0] for polygon in _main_parts(each)]))
    if not points:
        return Projected(None, _shaped((-2.72, -1.08, 2.72, 1.33), ratio))
    held = np.concatenate(points)
    lat, lon = np.radians(held[:, 1]), np.radians(held[:, 0])
    ball = np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=1)
    middle = ball.mean(axis=0)
    size = float(np.linalg.norm(middle))
    centre = (
        math.degrees(math.atan2(middle[1], middle[0])),
        math.degrees(math.asin(max(-1.0, min(1.0, middle[2] / max(size, 1e-9))))),
    )
    reach = float(np.degrees(np.arccos(np.clip(ball @ (middle / max(size, 1e-9)), -1, 1))).max())
    if reach > _REGIONAL:
        return Projected(None, _shaped((-2.72, -1.08, 2.72, 1.33), ratio))
    x, y, _ = azimuthal(held[:, 0], held[:, 1], centre)
    least = 0.035 if meant else 0.09  # so near a single marker that a coast or a border still shows where it is
    wide, high = max(float(np.ptp(x)), least), max(float(np.ptp(y)), least)
    mid_x, mid_y = float(x.max() + x.min()) / 2, float(y.max() + y.min()) / 2
    pad = 0.2 if spots else 0.07
    box = (
        mid_x - wide * (0.5 + pad),
        mid_y - high * (0.5 + pad),
        mid_x + wide * (0.5 + pad),
        mid_y + high * (0.5 + pad),
    )
    return Projected(centre, _shaped(box, ratio))


def _main_parts(each: Country) -> list[Any]:
    """Its parts without far and small ones: France without Guiana, the United States without Hawaii."""
    sizes = [
        abs(area_of(polygon[0]) * math.cos(math.radians(float(polygon[0][:, 1].mean())))) for polygon in each.polygons
    ]
    largest = max(sizes)
    home = each.polygons[sizes.index(largest)][0]
    middle = (float(home[:, 0].mean()), float(home[:, 1].mean()))
    reach = max(6.0, 1.5 * math.sqrt(largest))
    return [
        polygon
        for polygon, size in zip(each.polygons, sizes, strict=True)
        if size > 0.2 * largest or _near(polygon[0], middle, reach)
    ]


def _near(ring: Any, middle: tuple[float, float], reach: float) -> bool:
    x, y = ring.mean(axis=0)
    return bool(abs(x - middle[0]) < reach and abs(y - middle[1]) < reach)


def _shaped(box: Box, ratio: float) -> Box:
    """The box made wider or higher, so that it fills the frame."""
    left, bottom, right, top = box
    wide, high = right - left, top - bottom
    if wide / high < ratio:
        more = (high * ratio - wide) / 2
        return left - more, bottom, right + more, top
    more = (wide / ratio - high) / 2
    return left, bottom - more, right, top + more


def _land(page: Canvas, axes: Any, shown: Projected, colors: dict[str, str]) -> None:
    """Every country in sight: quiet, or in the colour of its value."""
    import numpy as np
    from matplotlib.collections import PathCollection
    from matplotlib.path import Path

    look = page.look
    quiet = mixed(look.grid, look.background, 0.05)
    left, bottom, right, top = shown.window
    paths: list[Any] = []
    fills: list[str] = []
    for each in countries():
        if each.a2 == "AQ" and shown.centre is None:
            continue
        for polygon in each.polygons:
            east = float(polygon[0][:, 0].max())
            west = float(polygon[0][:, 0].min())
            turns = (0, -360) if east > 180 else (0, 360) if west < -180 else (0,)
            for turn in turns if shown.centre is None else (0,):
                rings: list[Any] = []
                for ring in polygon:
                    x, y, seen = shown.of(ring[:, 0] + turn, ring[:, 1])
                    if not seen.all():
                        rings = []
                        break
                    rings.append(np.stack([x, y], axis=1))
                if not rings or rings[0][:, 0].max() < left or rings[0][:, 0].min() > right:
                    continue
                if rings[0][:, 1].max() < bottom or rings[0][:, 1].min() > top:
                    continue
                codes = [
                    np.array([Path.MOVETO, *[Path.LINETO] * (len(ring) - 2), Path.CLOSEPOLY], dtype=np.uint8)
                    for ring in rings
                ]
                paths.append(Path(np.concatenate(rings), np.concatenate(codes)))
                fills.append(colors.get(each.name, quiet))
    line = look.background
    land = PathCollection(paths, facecolors=fills, edgecolors=line, linewidths=0.7, zorder=1)
    axes.add_collection(land, autolim=False)
    (sea,) = axes.fill(*_sphere(shown), color=mixed(look.palette[0], look.background, 0.95), zorder=0)
    land.set_clip_path(sea)


def _sphere(shown: Projected) -> Any:
    """The rim of the whole world, so that the sea can be told from the paper."""
    import numpy as np

    if shown.centre is not None:
        left, bottom, right, top = shown.window
        return np.array([left, right, right, left]), np.array([bottom, bottom, top, top])
    lat = np.linspace(-60, 84, 80)
    lon = np.concatenate([np.full(80, -180.0), np.full(80, 180.0)])
    x, y = equal_earth(lon, np.concatenate([lat, lat[::-1]]))
    return x, y


def _scale(values: list[float], page: Canvas) -> Any:
    from matplotlib.colors import LinearSegmentedColormap, Normalize, TwoSlopeNorm

    low, high = min(values), max(values)
    crossing = low < 0 < high
    shades = list(page.look.divided if crossing else page.look.sequence[1:])
    map_ = LinearSegmentedColormap.from_list("own", shades)
    reach = max(-low, high)
    ends = (low, high) if high > low else (low - 1, low + 1)
    norm: Any = TwoSlopeNorm(0, -reach, reach) if crossing else Normalize(*ends)
    return map_, norm


def _colors(page: Canvas, wish: MapWish, named: list[Country]) -> dict[str, str]:
    values = [each.value for each in wish.regions if each.value is not None]
    map_, norm = _scale(values or [0.0], page)
    made: dict[str, str] = {}
    for each, found in zip(wish.regions, named, strict=True):
        if each.color:
            made[found.name] = say_color(rgba(each.color, argument="places")[:3])
        elif each.value is not None:
            made[found.name] = say_color(tuple(round(255 * part) for part in map_(norm(each.value))[:3]))
        else:
            made[found.name] = mixed(page.look.palette[0], page.look.background, 0.35)
    return made


def _key(page: Canvas, values: list[float], wish: MapWish, rect: _Rect) -> None:
    """What the colours mean, along the foot."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    map_, norm = _scale(values, page)
    left, top, right, _ = rect
    bar = page.axes((left + 24, top, left + 24 + min(340.0, right - left - 60), top + 12))
    colors = page.figure.colorbar(ScalarMappable(norm, map_), cax=bar, orientation="horizontal")
    colors.outline.set_visible(False)
    say = number_says(wish.number_format, values)
    bar.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
    say = axis_says(say, wish.number_format, list(bar.get_xticks()))
    bar.xaxis.set_major_formatter(FuncFormatter(lambda value, _: say(value)))
    bar.tick_params(labelsize=page.base * 0.85, pad=4)
