"""Tools for a picture's shape: cut, resize, turn, mirror, pad, trim, set upright."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from deskworld_kit import Box, ToolError, World, tool

from deskworld_image.arguments import UNSAID, Byte, Output, Overwrite, Percents, Side, Units
from deskworld_image.opening import PictureSaved, editing

if TYPE_CHECKING:
    from deskworld_image.canvas import Canvas


@tool("edit", core=True)
def crop_image(
    world: World, path: str, box: Box, units: Units = "px", output: Output = "", overwrite: Overwrite = False
) -> PictureSaved:
    """Cut a picture down to a box."""
    from deskworld_image.geometry import crop

    with editing(world, path, output, overwrite=overwrite) as canvas:
        crop(canvas, canvas.area(box, units))
    return PictureSaved(**canvas.saved)


@tool("edit", core=True)
def resize_image(
    world: World,
    path: str,
    width: Side = 0,
    height: Side = 0,
    percent: Percents = 0,
    mode: Annotated[Literal["fit", "fill", "exact"], UNSAID] = "fit",
    pixelated: bool = False,
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Resize a picture by one side, both, or percent; the ratio is kept.

    Args:
        mode: With both sides: fill cuts, exact distorts.
        pixelated: For pixel art.
    """
    from deskworld_image.geometry import scale

    if bool(percent) == bool(width or height):
        raise ToolError("give width, height or both, or percent alone", argument="percent" if percent else "width")
    with editing(world, path, output, overwrite=overwrite) as canvas:
        old_width, old_height = canvas.size
        if percent:
            factor = percent / 100
        elif width and height:
            across, down = width / old_width, height / old_height
            factor = max(across, down) if mode == "fill" else min(across, down)
        else:
            factor = width / old_width if width else height / old_height
        size = (max(1, round(old_width * factor)), max(1, round(old_height * factor)))
        if width and height and mode == "exact":
            size = (width, height)
            if abs(width * old_height / (height * old_width) - 1) > 0.02:
                canvas.say("the ratio was changed: the picture is distorted")
        elif width and height and mode == "fill":
            _cut_to(canvas, width / height)
            size = (width, height)
        elif width and not height:
            size = (width, size[1])
        elif height and not width:
            size = (size[0], height)
        if size[0] * size[1] > 4 * old_width * old_height and not pixelated:
            canvas.say("it was enlarged more than twice: it looks soft")
        scale(canvas, *size, pixelated=pixelated)
    return PictureSaved(**canvas.saved)


def _cut_to(canvas: Canvas, ratio: float) -> None:
    """Cut the edges evenly so that the sides have this ratio."""
    from deskworld_image.geometry import crop

    width, height = canvas.size
    if any(frame.size != canvas.size for frame in canvas.frames):
        raise ToolError("pages of different sizes can't be filled; use mode fit", argument="mode")
    kept_width = min(width, max(1, round(height * ratio)))
    kept_height = min(height, max(1, round(width / ratio)))
    left, top = (width - kept_width) // 2, (height - kept_height) // 2
    crop(canvas, (left, top, left + kept_width, top + kept_height))


@tool("edit", core=True, idempotent=False)
def rotate_image(
    world: World,
    path: str,
    degrees: float,
    expand: bool = True,
    crop: bool = False,
    color: str = "",
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Turn a picture clockwise; quarters lose nothing.

    Args:
        expand: Cut no corner.
        crop: Cut to what has no wedges.
    """
    from deskworld_image.geometry import turn, within_turned

    with editing(world, path, output, overwrite=overwrite) as canvas:
        size = canvas.size
        turn(canvas, degrees, expand=expand or crop, color=color)
        if crop:
            within_turned(canvas, size, degrees)
    return PictureSaved(**canvas.saved)


@tool("edit", idempotent=False)
def flip_image(
    world: World,
    path: str,
    direction: Annotated[Literal["horizontal", "vertical"], UNSAID] = "horizontal",
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Mirror a picture: left to right (horizontal) or top to bottom."""
    from PIL import Image

    from deskworld_image.decoding import transpose

    way = Image.Transpose.FLIP_LEFT_RIGHT if direction == "horizontal" else Image.Transpose.FLIP_TOP_BOTTOM
    with editing(world, path, output, overwrite=overwrite) as canvas:
        for frame in canvas.frames:
            transpose(frame, way, canvas)
    return PictureSaved(**canvas.saved)


@tool("edit", idempotent=False)
def pad_image(
    world: World,
    path: str,
    left: Side = 0,
    top: Side = 0,
    right: Side = 0,
    bottom: Side = 0,
    ratio: str = "",
    color: str = "",
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Add ground around a picture: pixels a side, or up to a ratio like 16:9."""
    from deskworld_image.geometry import pad

    sides = (left, top, right, bottom)
    if bool(ratio) == any(sides):
        raise ToolError("give pixels for one side or more, or a ratio", argument="ratio" if ratio else "left")
    with editing(world, path, output, overwrite=overwrite) as canvas:
        if ratio:
            sides = _sides_for(_ratio(ratio), canvas.size)
        pad(canvas, *sides, color)
    return PictureSaved(**canvas.saved)


def _ratio(said: str) -> float:
    try:
        across, down = (float(each) for each in said.replace("/", ":").split(":"))
        found = across / down
    except (ValueError, ZeroDivisionError):
        found = 0.0
    if not 0.001 <= found <= 1000:
        raise ToolError(f"{said[:40]!r} is no ratio; say it like '16:9'", argument="ratio")
    return found


def _sides_for(ratio: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    width, height = size
    across = max(0, round(height * ratio) - width)
    down = max(0, round(width / ratio) - height) if not across else 0
    return across // 2, down // 2, across - across // 2, down - down // 2


@tool("edit")
def trim_image(
    world: World,
    path: str,
    tolerance: Byte = 12,
    margin: Side = 0,
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Cut off edges of one colour, or that are transparent.

    Args:
        margin: To leave around.
    """
    import numpy

    from deskworld_image.geometry import crop
    from deskworld_image.showing import eight_bits

    with editing(world, path, output, overwrite=overwrite) as canvas:
        if any(frame.size != canvas.size for frame in canvas.frames):
            raise ToolError("pages of different sizes can't be trimmed together; split_frames first", argument="path")
        kept = numpy.zeros(canvas.size[::-1], bool)
        for number in range(len(canvas.frames)):
            pixels = eight_bits(canvas, number).astype(numpy.int16)
            if canvas.has_alpha and pixels[0, 0, -1] == 0:
                kept |= pixels[..., -1] > tolerance
            else:
                kept |= numpy.abs(pixels - pixels[0, 0]).max(axis=2) > tolerance
        rows, columns = numpy.flatnonzero(kept.any(axis=1)), numpy.flatnonzero(kept.any(axis=0))
        if not len(rows):
            raise ToolError("the picture has one colour all over; nothing would be left of it", argument="path")
        width, height = canvas.size
        area = (
            max(0, int(columns[0]) - margin), max(0, int(rows[0]) - margin),
            min(width, int(columns[-1]) + 1 + margin), min(height, int(rows[-1]) + 1 + margin),
        )  # fmt: skip
        if area == (0, 0, width, height):
            canvas.say("there was nothing to trim")
        else:
            canvas.say(f"kept the box {list(area)}")
        crop(canvas, area)
    return PictureSaved(**canvas.saved)


@tool("edit", core=True)
def orient_image(world: World, path: str, output: Output = "", overwrite: Overwrite = False) -> PictureSaved:
    """Turn a photo upright as its EXIF orientation says, and reset the tag."""
    with editing(world, path, output, overwrite=overwrite) as canvas:
        was = canvas.stored.orientation
        canvas.say(f"the orientation was {was}; it is 1 now" if was != 1 else "it was upright already")
    return PictureSaved(**canvas.saved)
