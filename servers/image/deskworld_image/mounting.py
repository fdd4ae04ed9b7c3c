"""Pictures in a grid: each fitted to its cell or filling it, with a label below."""

from __future__ import annotations

from math import ceil, sqrt

from deskworld_kit import World, rgba

from deskworld_image.canvas import Area, Canvas, Frame, Stored
from deskworld_image.compositing import lay, paint_of

_RATIOS = (0.3, 2.5)
"""Height to width of a cell, at least and at most: a strip that comes first makes no strips of the others."""


def mount(
    world: World,
    paths: list[str],
    columns: int,
    width: int,
    *,
    gap: int,
    labels: list[str] | None,
    ground: str,
) -> tuple[Canvas, list[Area], list[float]]:
    """A new canvas with the pictures on it, the box of each, and its size there by its own.

    Args:
        columns: 0 for as square as can be.
        width: Of a cell; its height is the first picture's, in ratio, within reason.
        labels: One a picture, or None.
        ground: The colour between them.
    """

    from deskworld_image.geometry import check_size, scale
    from deskworld_image.lettering import laid_out
    from deskworld_image.marking import put_text
    from deskworld_image.opening import reading

    across = min(len(paths), columns or ceil(sqrt(len(paths))))
    down = ceil(len(paths) / across)
    height = 0
    size = max(12, width // 18)
    text_room = 0
    if labels and any(labels):
        written = [laid_out(label, size, "sans", bold=False, align="center", width=width) for label in labels]
        text_room = max(each.height for each in written) + size // 2
    canvas: Canvas | None = None
    boxes: list[Area] = []
    scales: list[float] = []
    for number, path in enumerate(paths):
        with reading(world, path, argument=f"paths[{number}]", first_only=True) as picture:
            if canvas is None:
                ratio = picture.size[1] / picture.size[0]
                height = max(1, round(width * min(max(ratio, _RATIOS[0]), _RATIOS[1])))
                whole = (across * (width + gap) + gap, down * (height + text_room + gap) + gap)
                check_size(*whole, "width")
                canvas = _empty(whole, ground)
            if picture.depth != 8:
                canvas.say(f"{picture.name} has {picture.depth} bits a channel; here it has 8")
                picture.to_depth(8)
            factor = min(width / picture.size[0], height / picture.size[1])
            scale(picture, max(1, round(picture.size[0] * factor)), max(1, round(picture.size[1] * factor)))
            scales.append(round(factor, 4))
            paint, cover = paint_of(canvas, picture)
        left = gap + (number % across) * (width + gap)
        top = gap + (number // across) * (height + text_room + gap)
        x, y = left + (width - cover.shape[1]) // 2, top + (height - cover.shape[0]) // 2
        lay(canvas, paint, cover, (x, y))
        boxes.append((x, y, x + cover.shape[1], y + cover.shape[0]))
        if labels and labels[number]:
            lines = laid_out(labels[number], size, "sans", bold=False, align="center", width=width)
            red, green, blue, opacity = rgba(ground, argument="background")
            dark = opacity > 127 and red * 0.299 + green * 0.587 + blue * 0.114 < 128
            at = (left + (width - lines.width) // 2, top + height + size // 4)
            put_text(canvas, lines, at, size, "white" if dark else "black", "", stroke=0, argument="labels")
    assert canvas is not None
    return canvas, boxes, scales


def _empty(size: tuple[int, int], ground: str) -> Canvas:
    import numpy

    color = rgba(ground, argument="background")
    bands = "RGB" if color[3] == 255 else "RGBA"
    pixels = numpy.empty((size[1], size[0], len(bands)), numpy.uint8)
    pixels[:] = color[: len(bands)]
    return Canvas("", [Frame(pixels)], bands, 8, Stored("", bands, size))
