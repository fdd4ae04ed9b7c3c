"""Shapes of a canvas: cut, scaled, turned, bent and padded, at any bits and in any bands.

Eight opaque bits go through Pillow or OpenCV as they are, all else band by band as floats, weighed by its opacity, so
that no hidden colour bleeds out at an edge.
"""

from __future__ import annotations

from typing import Any

from deskworld_kit import ToolError
from deskworld_kit.pictures import MOST_PIXELS

from deskworld_image.canvas import Area, Canvas, Frame, Pixels
from deskworld_image.weighing import weighed


def crop(canvas: Canvas, area: Area) -> None:
    """Keep an area only."""
    left, top, right, bottom = area
    for frame in canvas.frames:
        if canvas.depth == 8:
            frame.become(frame.image(canvas.bands).crop(area))
        else:
            frame.pixels = frame.pixels[top:bottom, left:right]


def check_size(width: int, height: int, argument: str = "width") -> None:
    """Refuse sizes that nobody can open again."""
    if width < 1 or height < 1:
        raise ToolError(f"{width} x {height} px is no size for a picture; sides are 1 px or more", argument=argument)
    if width * height > MOST_PIXELS or max(width, height) > 65535:
        raise ToolError(
            f"{width} x {height} px is too large; at most {MOST_PIXELS // 1_000_000} million pixels and 65535 a side",
            argument=argument,
        )


def scale(canvas: Canvas, width: int, height: int, *, pixelated: bool = False) -> None:
    """Give every frame this size (frames of other sizes than the first: in the same ratio)."""
    check_size(width, height)
    first = canvas.size
    for frame in canvas.frames:
        size = (width, height)
        if frame.size != first:
            size = (max(1, round(frame.size[0] * width / first[0])), max(1, round(frame.size[1] * height / first[1])))
        _scale_frame(canvas, frame, size, pixelated=pixelated)


def _scale_frame(canvas: Canvas, frame: Frame, size: tuple[int, int], *, pixelated: bool) -> None:
    import numpy
    from PIL import Image

    if frame.size == size:
        return
    way = Image.Resampling.NEAREST if pixelated else Image.Resampling.LANCZOS
    if canvas.depth == 8 and (pixelated or not see_through(canvas, frame)):
        frame.become(frame.image(canvas.bands).resize(size, way))
        return
    pixels = frame.pixels
    if pixelated:
        rows = (numpy.arange(size[1]) * pixels.shape[0] // size[1])[:, None]
        frame.pixels = pixels[rows, numpy.arange(size[0]) * pixels.shape[1] // size[0]]
        return
    frame.pixels = weighed(
        pixels, canvas, lambda band, _: numpy.asarray(Image.fromarray(numpy.ascontiguousarray(band)).resize(size, way))
    )


def see_through(canvas: Canvas, frame: Frame) -> bool:
    """Whether any pixel of a frame of 8 bits lets something through."""
    return canvas.has_alpha and frame.image(canvas.bands).getchannel("A").getextrema()[0] < 255


def ground(canvas: Canvas, color: str) -> tuple[float, ...]:
    """Values of all bands for the ground that a change lays bare; empty: see-through where that is, else white."""
    if canvas.depth == 32:
        return (0.0,)
    if not color:
        color = "transparent" if canvas.has_alpha else "white"
    values, share = canvas.paint(color)
    if share < 1 and not canvas.has_alpha:
        canvas.add_alpha("a band of opacity was added for the see-through ground")
        values, _ = canvas.paint(color)
    return (*values, share * canvas.peak) if canvas.has_alpha else values


def pad(canvas: Canvas, left: int, top: int, right: int, bottom: int, color: str) -> None:
    """Put ground around every frame."""
    import numpy

    for frame in canvas.frames:
        check_size(frame.size[0] + left + right, frame.size[1] + top + bottom, "left")
    filling = ground(canvas, color)
    for frame in canvas.frames:
        pixels = frame.pixels
        height, width, bands = pixels.shape
        made = numpy.empty((height + top + bottom, width + left + right, bands), pixels.dtype)
        made[:] = numpy.rint(filling).astype(pixels.dtype)
        made[top : top + height, left : left + width] = pixels
        frame.pixels = made


def warp(canvas: Canvas, matrix: Any, size: tuple[int, int], color: str) -> None:
    """Send every frame through an affine (2 x 3) or perspective (3 x 3) matrix that leads from old to new places."""
    import cv2
    import numpy

    check_size(*size)
    filling = ground(canvas, color)
    apply = cv2.warpAffine if matrix.shape[0] == 2 else cv2.warpPerspective
    border = [float(each) for each in filling]
    if canvas.has_alpha:
        border[:-1] = [each * border[-1] / canvas.peak for each in border[:-1]]

    def sent(values: Any, color: Any) -> Any:
        return apply(values, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=color)

    def bent(pixels: Pixels) -> Pixels:
        if canvas.has_alpha or canvas.depth == 32:
            return weighed(pixels, canvas, lambda band, number: sent(band, border[number]))
        return sent(numpy.ascontiguousarray(pixels), border).reshape(size[1], size[0], -1)

    canvas.each(bent)


def within_turned(canvas: Canvas, size: tuple[int, int], degrees: float) -> None:
    """Keep the largest upright rectangle of a canvas that was of this size before it was turned: no ground shows."""
    from math import ceil, cos, floor, radians, sin

    if degrees % 90 == 0:
        return
    width, height = size
    rise, run = abs(sin(radians(degrees))), abs(cos(radians(degrees)))
    long, short = max(size), min(size)
    if short <= 2 * rise * run * long:  # two corners touch the long sides, the others are free
        half = short / 2
        across, down = (half / rise, half / run) if width >= height else (half / run, half / rise)
    else:
        double = run * run - rise * rise
        across, down = (width * run - height * rise) / double, (height * run - width * rise) / double
    left, top = (ceil((whole - part) / 2) + 1 for whole, part in zip(canvas.size, (across, down), strict=True))
    right, bottom = (floor((whole + part) / 2) - 1 for whole, part in zip(canvas.size, (across, down), strict=True))
    if right - left < 1 or bottom - top < 1:
        raise ToolError("nothing is left of so small a picture; turn it without crop", argument="crop")
    crop(canvas, (left, top, right, bottom))


def turn(canvas: Canvas, degrees: float, *, expand: bool, color: str) -> None:
    """Turn clockwise; quarters are without loss, and change places only."""
    import cv2
    import numpy
    from PIL import Image

    from deskworld_image.decoding import transpose

    degrees %= 360
    quarters = {90.0: Image.Transpose.ROTATE_270, 180.0: Image.Transpose.ROTATE_180, 270.0: Image.Transpose.ROTATE_90}
    if degrees in quarters and (expand or degrees == 180):
        for frame in canvas.frames:
            transpose(frame, quarters[degrees], canvas)
        if degrees != 180 and canvas.stored.dpi:
            canvas.stored.dpi = (canvas.stored.dpi[1], canvas.stored.dpi[0])
        return
    if degrees == 0:
        return
    width, height = canvas.size
    if any(frame.size != canvas.size for frame in canvas.frames):
        raise ToolError("pages of different sizes turn by quarters only", argument="degrees")
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -degrees, 1)
    size = (width, height)
    if expand:
        cosine, sine = abs(matrix[0, 0]), abs(matrix[0, 1])
        size = (round(width * cosine + height * sine), round(width * sine + height * cosine))
        matrix = numpy.array(matrix)
        matrix[0, 2] += (size[0] - width) / 2
        matrix[1, 2] += (size[1] - height) / 2
    warp(canvas, matrix, size, color)
