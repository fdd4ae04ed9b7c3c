"""A picture under a size on disk, at the best quality that gets it there."""

from __future__ import annotations

from io import BytesIO

from deskworld_kit import ToolError

from deskworld_image.canvas import Canvas

_QUALITIES = (95, 30)
"""Best and least; below that pixels are given up instead, which looks better."""
_LEAST_QUALITY = 10
_SMALL = 1_000_000
"""Pixels up to which every way of packing a PNG is tried."""
_COLORS = (256, 64, 16)


def pack(canvas: Canvas, limit: int, *, resize: bool) -> tuple[int, int, int]:
    """Bring the canvas to at most so many bytes in its format; returns bytes, quality and colours.

    Raises:
        ToolError: It can't be done.
    """
    from deskworld_image.encoding import fit

    fit(canvas, canvas.kind)
    if canvas.stored.bytes <= limit and canvas.kind == canvas.stored.format and _size(canvas) <= limit:
        canvas.say("it was under that size already")
        return _size(canvas), 0, len(canvas.stored.palette)
    lossy = canvas.kind in ("JPEG", "WEBP", "AVIF")
    original, before = [frame.pixels for frame in canvas.frames], canvas.size
    factor = 1.0
    while True:
        size, quality, colors = (
            _by_quality(canvas, limit, _QUALITIES[1] if resize else _LEAST_QUALITY)
            if lossy
            else _by_colors(canvas, limit)
        )
        if size <= limit:
            break
        if not resize or min(canvas.size) <= 8:
            raise ToolError(
                f"at {canvas.size[0]} x {canvas.size[1]} px it takes {size / 1024:.1f} KB at least; "
                + ("a larger size, or another format, is needed" if resize else "allow resize, or give more"),
                argument="kilobytes",
            )
        factor *= max(0.5, min(0.9, (limit / size) ** 0.5))
        _shrink(canvas, original, before, factor)
    if canvas.size != before:
        canvas.say(f"it was made smaller, from {before[0]} x {before[1]} to {canvas.size[0]} x {canvas.size[1]} px")
    if colors:
        canvas.say(f"it was reduced to {colors} colours")
    return size, quality, colors


def _size(canvas: Canvas) -> int:
    from deskworld_image.encoding import encode

    buffer = BytesIO()
    encode(canvas, buffer, canvas.kind)
    return len(buffer.getvalue())


def _by_quality(canvas: Canvas, limit: int, least: int) -> tuple[int, int, int]:
    """The best quality under the limit, by halving."""
    low, high = least, _QUALITIES[0]
    canvas.options["lossless"] = False
    best: tuple[int, int] | None = None
    while low <= high:
        middle = (low + high) // 2
        canvas.options["quality"] = middle
        size = _size(canvas)
        if size <= limit:
            best, low = (size, middle), middle + 1
        else:
            high = middle - 1
    canvas.options["quality"] = best[1] if best else least
    return (*(best or (_size(canvas), least)), 0)


def _by_colors(canvas: Canvas, limit: int) -> tuple[int, int, int]:
    """Without loss where that is enough, else with fewer and fewer colours."""
    import numpy

    from deskworld_image.palettes import reduced

    small = canvas.size[0] * canvas.size[1] < _SMALL
    canvas.options |= {"optimize": True} if canvas.kind == "PNG" and small else {}
    if canvas.kind == "TIFF":
        canvas.options["compression"] = "tiff_adobe_deflate"
    size = _size(canvas)
    if size <= limit or canvas.kind not in ("PNG", "GIF") or canvas.depth != 8 or canvas.bands not in ("RGB", "RGBA"):
        return size, 0, 0
    full = [frame.pixels for frame in canvas.frames]
    mode, palette, free = canvas.stored.mode, canvas.stored.palette, canvas.free_mode
    for colors in _COLORS:
        for frame, pixels in zip(canvas.frames, full, strict=True):
            frame.pixels = pixels
            made = reduced(frame.image(canvas.bands), colors, dither=colors >= 64)
            frame.pixels = numpy.asarray(made.convert(canvas.bands))
        canvas.stored.mode, canvas.stored.palette, canvas.free_mode = "P", [], False
        size = _size(canvas)
        if size <= limit:
            return size, 0, colors
    for frame, pixels in zip(canvas.frames, full, strict=True):
        frame.pixels = pixels
    canvas.stored.mode, canvas.stored.palette, canvas.free_mode = mode, palette, free
    return size, 0, 0


def _shrink(canvas: Canvas, original: list[object], before: tuple[int, int], factor: float) -> None:
    from deskworld_image.geometry import scale

    for frame, pixels in zip(canvas.frames, original, strict=True):
        frame.pixels = pixels
    scale(canvas, max(1, round(before[0] * factor)), max(1, round(before[1] * factor)))
