"""Icons: a sign on a plate, drawn once large and made small with care, as PNG, ICO of many sizes, or SVG."""

from __future__ import annotations

import io
import math
from typing import Any, Literal

from deskworld_kit import Shown, ToolError, World, rgba, say_color, tool

from deskworld_draw.arguments import within
from deskworld_draw.saving import Drawn

Plate = Literal["round", "circle", "square", "none"]
Glyph = Literal[
    "",
    "check",
    "cross",
    "plus",
    "minus",
    "arrow",
    "star",
    "heart",
    "drop",
    "home",
    "play",
    "bolt",
    "chart",
    "mail",
    "search",
    "user",
]
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)


class IconMade(Drawn):
    """An icon, and the sizes that an .ico holds."""

    sizes: list[int]


@tool("edit")
def make_icon(
    world: World,
    path: str,
    glyph: Glyph = "",
    letters: str = "",
    plate: Plate = "round",
    color: str = "",
    size: int = 512,
    overwrite: bool = False,
) -> Shown[IconMade]:
    """Make an icon (.png, .svg, .ico) of a glyph or up to 3 letters."""
    from deskworld_kit import picture

    from deskworld_draw.lettering import missing
    from deskworld_draw.looks import text_on
    from deskworld_draw.saving import Made, keep, place_for
    from deskworld_draw.words import plain

    place = place_for(world, path, (".png", ".ico", ".svg"), overwrite=overwrite)
    letters = plain(letters, argument="letters", longest=40)
    if bool(glyph) == bool(letters):
        raise ToolError("give a `glyph` or `letters`", argument="glyph")
    if len(letters) > 3:
        raise ToolError("an icon holds at most 3 letters", argument="letters")
    if letters and missing(letters):
        raise ToolError(f"no font here can draw {' '.join(missing(letters))}", argument="letters")
    within(size, 16, 2048, "size")
    ground = say_color(rgba(color or "#0B6BB0")[:3])
    pen = ground if plate == "none" else text_on(ground)
    shapes = _shapes(glyph, letters, plate)
    suffix = place.suffix.lower()
    png = _png(shapes, size if suffix != ".ico" else 256, ground, pen)
    file, sizes = png, [size]
    if suffix == ".ico":
        file, sizes = _ico(shapes, ground, pen), list(ICO_SIZES)
    elif suffix == ".svg":
        file = _svg(shapes, size, ground, pen)
    kept = keep(world, place, Made(file, png), more=f"sizes {', '.join(map(str, sizes))}" if suffix == ".ico" else "")
    return Shown(IconMade.model_validate({**kept.receipt, "sizes": sizes}), [picture(png, label=kept.path)])


_Path = tuple[str, list[list[tuple[float, float]]]]
"""A colour's name (ground, ink) and closed outlines in a square of 100; inner ones are holes."""


def _shapes(glyph: str, letters: str, plate: str) -> list[_Path]:
    """All outlines of an icon, from back to front."""
    made: list[_Path] = []
    if plate == "circle":
        made.append(("ground", [_circle(50, 50, 50)]))
    elif plate != "none":
        made.append(("ground", [_rounded(0, 0, 100, 100, 22 if plate == "round" else 0)]))
    inner = 1.0 if plate == "none" else 0.62 if plate != "circle" else 0.56
    outlines = _letters(letters) if letters else _GLYPHS[glyph]()
    points = [point for outline in outlines for point in outline]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    scale = 100 * inner / max(right - left, bottom - top, 1e-6)
    dx, dy = 50 - scale * (left + right) / 2, 50 - scale * (top + bottom) / 2
    if glyph == "play" and plate != "none":
        dx += 4  # its weight lies to the left of its middle
    made.append(("ink", [[(x * scale + dx, y * scale + dy) for x, y in outline] for outline in outlines]))
    return made


def _letters(text: str) -> list[list[tuple[float, float]]]:
    """Outlines of letters, from the first font that has them."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    from deskworld_draw.lettering import font_of

    path = TextPath((0, 0), text, size=100, prop=FontProperties(fname=font_of(text, 50, bold=True).path))
    polygons: Any = path.to_polygons(closed_only=True)
    outlines = [[(float(x), -float(y)) for x, y in polygon] for polygon in polygons if len(polygon) > 2]
    if not outlines:
        raise ToolError("these letters have no shape", argument="letters")
    return outlines


def _png(shapes: list[_Path], size: int, ground: str, ink: str) -> bytes:
    from deskworld_draw.saving import png_of

    return png_of(_picture(shapes, size, ground, ink))


def _picture(shapes: list[_Path], size: int, ground: str, ink: str) -> Any:
    """Pixels, drawn some times too large and averaged; holes by counting how often an outline covers a place."""
    from PIL import Image, ImageChops, ImageDraw

    big = size * max(2, min(8, 4096 // size))
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    for name, outlines in shapes:
        cover = Image.new("1", (big, big))
        for outline in outlines:
            one = Image.new("1", (big, big))
            ImageDraw.Draw(one).polygon([(x * big / 100, y * big / 100) for x, y in outline], fill=1)
            cover = ImageChops.logical_xor(cover, one)
        alpha = cover.convert("L").resize((size, size), Image.Resampling.BOX)
        layer = Image.new("RGBA", (size, size), ground if name == "ground" else ink)
        layer.putalpha(alpha)
        image.alpha_composite(layer)
    return image


def _ico(shapes: list[_Path], ground: str, ink: str) -> bytes:
    pictures = [_picture(shapes, size, ground, ink) for size in ICO_SIZES]
    buffer = io.BytesIO()
    pictures[-1].save(buffer, "ICO", sizes=[(size, size) for size in ICO_SIZES], append_images=pictures[:-1])
    return buffer.getvalue()


def _svg(shapes: list[_Path], size: int, ground: str, ink: str) -> bytes:
    rows: list[str] = []
    for name, outlines in shapes:
        lines = " ".join("M" + " ".join(f"{x:.2f},{y:.2f}" for x, y in outline) + "Z" for outline in outlines)
        rows.append(f'<path fill="{ground if name == "ground" else ink}" fill-rule="evenodd" d="{lines}"/>')
    body = "".join(rows)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 100 100">'
    return f"{head}{body}</svg>\n".encode()


def _circle(
    x: float, y: float, radius: float, *, start: float = 0, end: float = 360, steps: int = 96
) -> list[tuple[float, float]]:
    angles = [math.radians(start + (end - start) * n / steps) for n in range(steps + 1)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> list[tuple[float, float]]:
    if not radius:
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    corners = (
        (right - radius, top + radius, -90),
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
        (left + radius, top + radius, 180),
    )
    return [point for x, y, start in corners for point in _circle(x, y, radius, start=start, end=start + 90, steps=24)]


def _heart() -> list[list[tuple[float, float]]]:
    turns = [2 * math.pi * n / 160 for n in range(160)]
    return [
        [
            (16 * math.sin(t) ** 3, -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)))
            for t in turns
        ]
    ]


def _star() -> list[list[tuple[float, float]]]:
    return [
        [(r * math.sin(math.pi * n / 5), -r * math.cos(math.pi * n / 5)) for n in range(10) for r in ((50, 21)[n % 2],)]
    ]


def _drop() -> list[list[tuple[float, float]]]:
    return [[(50, 0), *_circle(50, 64, 34, start=-28, end=208)]]


def _search() -> list[list[tuple[float, float]]]:
    handle: list[tuple[float, float]] = [(66, 75), (75, 66), (102, 93), (93, 102)]
    return [_circle(42, 42, 42), _circle(42, 42, 29), handle]


def _user() -> list[list[tuple[float, float]]]:
    return [_circle(50, 27, 25), [*_circle(50, 104, 46, start=180, end=360), (96, 104)]]


_GLYPHS: dict[str, Any] = {
    "check": lambda: [[(0, 52), (13, 39), (36, 62), (87, 10), (100, 23), (36, 88)]],
    "cross": lambda: [
        [
            (0, 14),
            (14, 0),
            (50, 36),
            (86, 0),
            (100, 14),
            (64, 50),
            (100, 86),
            (86, 100),
            (50, 64),
            (14, 100),
            (0, 86),
            (36, 50),
        ]
    ],
    "plus": lambda: [
        [
            (40, 0),
            (60, 0),
            (60, 40),
            (100, 40),
            (100, 60),
            (60, 60),
            (60, 100),
            (40, 100),
            (40, 60),
            (0, 60),
            (0, 40),
            (40, 40),
        ]
    ],
    "minus": lambda: [_rounded(0, 40, 100, 60, 6)],
    "arrow": lambda: [[(0, 40), (58, 40), (36, 18), (50, 4), (96, 50), (50, 96), (36, 82), (58, 60), (0, 60)]],
    "star": _star,
    "heart": _heart,
    "drop": _drop,
    "home": lambda: [
        [(50, 2), (104, 52), (88, 52), (88, 98), (60, 98), (60, 66), (40, 66), (40, 98), (12, 98), (12, 52), (-4, 52)]
    ],
    "play": lambda: [[(14, 4), (94, 50), (14, 96)]],
    "bolt": lambda: [[(58, 0), (12, 58), (46, 58), (38, 100), (86, 40), (52, 40)]],
    "chart": lambda: [_rounded(0, 58, 24, 100, 4), _rounded(38, 30, 62, 100, 4), _rounded(76, 0, 100, 100, 4)],
    "mail": lambda: [
        _rounded(0, 0, 100, 72, 8),
        [(9, 10), (91, 10), (50, 42)],
        [(8, 22), (33, 42), (8, 62)],
        [(92, 22), (67, 42), (92, 62)],
        [(14, 65), (40, 47), (50, 54), (60, 47), (86, 65)],
    ],
    "search": _search,
    "user": _user,
}
"""Outlines of each sign, in any coordinates: they are fitted to the plate."""
