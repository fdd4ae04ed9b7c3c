"""Laying colour over a canvas: everything that is drawn, written or pasted goes through here.

A cover says how far each pixel is hidden, 0 to 1; the paint is one colour or a picture. The rule is Porter and Duff's
"over", in the canvas' own bands and bits, so sixteen bits stay sixteen and inks stay inks.
"""

from __future__ import annotations

from typing import Any

from deskworld_image.blending import Blend
from deskworld_image.canvas import Canvas

_ROWS = 512


def lay(
    canvas: Canvas,
    paint: Any,
    cover: Any,
    at: tuple[int, int] = (0, 0),
    *,
    frames: Any = None,
    blend: Blend = "normal",
) -> None:
    """Lay paint over the canvas; what lies outside of it is cut off.

    Args:
        canvas: What is painted on.
        paint: Values of the colour bands (a tuple), or an array of height x width x colour bands.
        cover: height x width, float, 0 to 1.
        at: Where the cover's left top pixel lies.
        frames: Which frames; all by default.
        blend: How the colours mix where both are.
    """
    import numpy

    left, top = at
    for frame in canvas.frames if frames is None else frames:
        width, height = frame.size
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(width, left + cover.shape[1]), min(height, top + cover.shape[0])
        if x1 <= x0 or y1 <= y0:
            continue
        made = frame.pixels.copy()
        for row in range(y0, y1, _ROWS):  # a photo of floats, whole, would take gigabytes
            end = min(y1, row + _ROWS)
            part = (slice(row - top, end - top), slice(x0 - left, x1 - left))
            share = cover[part][..., None].astype(numpy.float32)
            color = paint[part].astype(numpy.float32) if hasattr(paint, "shape") else numpy.array(paint, numpy.float32)
            made[row:end, x0:x1] = over(made[row:end, x0:x1], color, share, canvas, blend)
        frame.pixels = made


def over(below: Any, color: Any, share: Any, canvas: Canvas, blend: Blend = "normal") -> Any:
    """The pixels of the canvas with a colour over them; `share` is height x width x 1."""
    import numpy

    colors, peak = canvas.colors, canvas.peak
    under = below[..., :colors].astype(numpy.float32)
    if blend != "normal":
        plain, color = color, _mixed(blend, under, color, canvas)
        if canvas.has_alpha:
            lone = below[..., colors:].astype(numpy.float32) / peak
            color = plain + (color - plain) * lone
    if not canvas.has_alpha:
        made = under + (color - under) * share
    else:
        opacity = below[..., colors:].astype(numpy.float32) / peak
        total = share + opacity * (1 - share)
        mixed = (color * share + under * opacity * (1 - share)) / numpy.maximum(total, 1e-6)
        mixed = numpy.where(total > 0, mixed, under)
        made = numpy.concatenate([mixed, total * peak], axis=2)
    return numpy.rint(made).astype(below.dtype)


def _mixed(blend: Blend, under: Any, color: Any, canvas: Canvas) -> Any:
    """Colour values where both are opaque; inks are mixed as the light that they leave."""
    import numpy

    from deskworld_image.blending import blended
    from deskworld_image.inks import to_cmyk, to_rgb

    color = numpy.broadcast_to(color, under.shape)
    if canvas.bands != "CMYK":
        return blended(blend, under / canvas.peak, color / canvas.peak) * canvas.peak
    profile = canvas.stored.profile
    light = [
        to_rgb(numpy.rint(each).astype(numpy.uint8), profile).astype(numpy.float32) / 255 for each in (under, color)
    ]
    made = numpy.rint(blended(blend, *light).clip(0, 1) * 255).astype(numpy.uint8)
    return to_cmyk(made, profile).astype(numpy.float32)


def paint_of(canvas: Canvas, other: Canvas, image: Any = None) -> tuple[Any, Any]:
    """Another picture as paint and cover for this canvas: its colours in our bands and bits, and its opacity.

    A grey canvas becomes RGB where the other has colour.
    """
    import numpy

    from deskworld_image.inks import to_cmyk

    if image is None:
        if other.bands == "CMYK" and canvas.bands != "CMYK":
            other.to_rgb()
        if other.depth == 32:
            other.to_depth(8)
        pixels, peak = other.frames[0].pixels, other.peak
    else:
        pixels, peak = image, 255
    bands = pixels.shape[2]
    if bands == 4 and other.bands == "CMYK" and image is None:
        return pixels, numpy.ones(pixels.shape[:2], numpy.float32)
    cover = pixels[..., -1].astype(numpy.float32) / peak if bands in (2, 4) else numpy.ones(pixels.shape[:2], "f4")
    color = pixels[..., : bands - (bands in (2, 4))]
    if canvas.colors == 1 and color.shape[2] == 3:
        if (numpy.ptp(color.astype(numpy.int32), axis=2) > 0).any():
            canvas.to_rgb("a grey picture can't hold the colours laid on it")
        else:
            color = color[..., :1]
    if canvas.colors >= 3 and color.shape[2] == 1:
        color = numpy.repeat(color, 3, axis=2)
    if canvas.bands == "CMYK":
        eight = numpy.rint(color.astype(numpy.float32) * (255 / peak)).astype(numpy.uint8)
        return to_cmyk(eight, canvas.stored.profile), cover
    return color if canvas.peak == peak else color.astype(numpy.float32) * (canvas.peak / peak), cover
