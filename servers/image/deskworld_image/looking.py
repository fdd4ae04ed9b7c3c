"""Looking at a picture: what the file is, the whole of it, and any part in full detail.

Small print read wrongly is what makes strong models fail, so a view always says which pixels it shows and at what
scale, a part can be seen at its true size or larger, and tiles show the whole at full detail, piece by piece.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Annotated, Any

from deskworld_kit import Box, Result, Shown, ToolError, World, tool
from pydantic import Field

from deskworld_image.arguments import Units, within
from deskworld_image.opening import reading, said_mode

_TILE = 1400
"""Pixels of a tile's side at most: shown at true size, with room for what a model reduces by itself."""
_MOST_TILES = 12
_ENLARGED = 1000
"""Small parts are enlarged to about this long edge."""
_MOST_ZOOM = 8


class ImageInfo(Result):
    """What a picture file is."""

    path: str
    format: str
    mode: str = Field(description="Pillow's mode; ';16' for 16 bits.")
    description: str
    width: int = Field(description="Pixels, upright.")
    height: int
    bits: int
    bytes: int
    dpi: list[float] = Field(description="Across and down; empty where not said.")
    orientation: int = Field(description="As stored; 1 is upright.")
    profile: str = Field(description="Colour profile's name; empty for none.")
    frames: int
    seconds: float = Field(description="Of an animation.")
    transparent: float = Field(description="Share of pixels that let something through.")
    palette: int = Field(description="Colours in it; 0 for none.")
    exif: dict[str, str]
    gps: list[float] = Field(description="Latitude, longitude; empty for none.")
    view: str = Field(description="What view_image will do.")


class View(Result):
    """Which pixels a shown picture shows: x = left + shown x / scale, y = top + shown y / scale."""

    box: list[int] = Field(description="Left, top, right, bottom in pixels of the picture.")
    shown_width: int
    shown_height: int
    scale: float = Field(description="Shown pixels a true one; 1 is full detail.")


class Viewed(Result):
    """A look at a picture."""

    path: str
    width: int = Field(description="Of the whole picture.")
    height: int
    frame: int
    frames: int
    views: list[View]
    hint: str = ""


@tool("read", core=True)
def get_image_info(world: World, path: str) -> ImageInfo:
    """What a picture file is: format, mode, bits, size, DPI, profile, EXIF, GPS, frames, transparency."""
    from deskworld_image.facts import exif_facts, gps_of, profile_name

    with reading(world, path) as canvas:
        stored = canvas.stored
        width, height = canvas.size
        scale = min(1.0, 1568 / max(width, height))
        clear = 0.0
        if canvas.has_alpha:
            clear = float((canvas.frames[0].pixels[..., -1] < canvas.peak).mean())
        times = [frame.duration for frame in canvas.frames]
        return ImageInfo(
            path=canvas.name,
            format=stored.format,
            mode=stored.mode,
            description=said_mode(stored.mode),
            width=width,
            height=height,
            bits=1 if stored.mode == "1" else canvas.depth,
            bytes=stored.bytes,
            dpi=[round(each, 2) for each in stored.dpi or ()],
            orientation=stored.orientation,
            profile=profile_name(stored.profile) or ("sRGB (chunk)" if b"sRGB" in stored.color_chunks else ""),
            frames=int(stored.options.get("frames", 1)),
            seconds=round(sum(times) / 1000, 3),
            transparent=round(clear, 4),
            palette=len(stored.palette),
            exif=exif_facts(stored.exif),
            gps=gps_of(stored.exif),
            view="full detail" if scale == 1 else f"reduced to {scale:.0%}: use a box or tiles for small print",
        )


@tool("read", core=True)
def view_image(
    world: World,
    path: str,
    box: Box | None = None,
    units: Units = "px",
    frame: Annotated[int, within(1, 10000)] = 1,
    grid: bool = False,
    tiles: bool = False,
) -> Shown[Viewed]:
    """Look at a picture, or a box of it in full detail (small ones enlarged); says the scale.

    Args:
        grid: Draw coordinates over it.
        tiles: All in full detail, in pieces.
    """
    from deskworld_kit import picture
    from deskworld_kit.pictures import LONG_EDGE
    from PIL import Image

    from deskworld_image.grid import with_grid
    from deskworld_image.showing import shown

    with reading(world, path, first_only=frame == 1) as canvas:
        frames = int(canvas.stored.options.get("frames", len(canvas.frames)))
        if frame > len(canvas.frames):
            raise ToolError(f"there is no frame {frame}; the picture has {frames}", argument="frame")
        canvas.frames = [canvas.frames[frame - 1]]
        area = canvas.area(box, units)
        areas = _tiles(area) if tiles else [area]
        left_out = areas[_MOST_TILES:]
        views: list[View] = []
        pictures: list[Any] = []
        for number, part in enumerate(areas[:_MOST_TILES], 1):
            image = shown(canvas, area=part)
            size = image.size
            if max(size) <= _ENLARGED / 2 and (box is not None or grid or max(size) < 64):
                zoom = min(_MOST_ZOOM, _ENLARGED // max(size))
                image = image.resize((size[0] * zoom, size[1] * zoom), Image.Resampling.LANCZOS)
            if max(image.size) > LONG_EDGE:
                image.thumbnail((LONG_EDGE, LONG_EDGE), Image.Resampling.LANCZOS, reducing_gap=1.5)
            if grid:
                image = with_grid(image, part, canvas.size, units)
            name = f"Tile {number}" if tiles else canvas.name
            made = picture(image, label=f"{name}, px {list(part)}")
            scale = round(max(made.width, made.height) / max(size), 4)  # of the side that was rounded least
            pictures.append(replace(made, scale=min(1.0, scale)))
            views.append(View(box=list(part), shown_width=made.width, shown_height=made.height, scale=scale))
        hint = ""
        if left_out:
            corner = [min(tile[0] for tile in left_out), left_out[0][1]]
            hint = f"{len(left_out)} more tiles are not shown; look at the box {[*corner, *area[2:]]} next"
        elif views[0].scale < 1 and not tiles:
            hint = (
                f"reduced to {views[0].scale:.0%}; give a box of at most {_TILE} px a side, or tiles, for full detail"
            )
        facts = Viewed(
            path=canvas.name, width=canvas.size[0], height=canvas.size[1], frame=frame, frames=frames, views=views,
            hint=hint,
        )  # fmt: skip
    return Shown(facts, pictures)


def _tiles(area: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
    """Pieces of an area that overlap a little, so that no line of print is cut in both."""
    left, top, right, bottom = area

    def steps(start: int, end: int) -> list[tuple[int, int]]:
        length = end - start
        count = max(1, ceil((length - 40) / (_TILE - 40)))
        size = ceil((length + 40 * (count - 1)) / count)
        return [(start + n * (size - 40), min(end, start + n * (size - 40) + size)) for n in range(count)]

    return [(x0, y0, x1, y1) for y0, y1 in steps(top, bottom) for x0, x1 in steps(left, right)]
