"""Coordinates over a picture, so that whoever looks at it can point."""

from __future__ import annotations

from math import ceil
from typing import Any

from deskworld_kit import Units

from deskworld_image.canvas import Area

_APART = 70
"""Shown pixels between two lines, at least."""


def with_grid(image: Any, area: Area, whole: tuple[int, int], units: Units) -> Any:
    """An RGB image with lines at round places and their numbers.

    Args:
        image: What is shown.
        area: The pixels of the picture that it shows.
        whole: The picture's size.
        units: What the numbers count: pixels of the picture, or thousandths of its sides.
    """
    from PIL import Image, ImageDraw

    from deskworld_image.lettering import font_for

    layer = Image.new("RGBA", image.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    font = font_for("0123456789", 13)
    left, top, right, bottom = area
    for axis, (start, end, side, length) in enumerate(
        ((left, right, whole[0], image.width), (top, bottom, whole[1], image.height))
    ):
        unit = 1.0 if units == "px" else side / 1000
        scale = length / (end - start)
        step = _round_step(_APART / (unit * scale))
        number = ceil(start / (step * unit)) * step
        while number * unit <= end:
            place = (number * unit - start) * scale
            line = (place, 0, place, image.height) if axis == 0 else (0, place, image.width, place)
            pen.line(line, fill=(255, 255, 255, 110), width=3)
            pen.line(line, fill=(220, 20, 90, 200), width=1)
            text = f"{number + 0.0:g}"
            width = font.getlength(text) + 6
            at = (place + 2, 2) if axis == 0 else (2, place + 2)
            if at[0] + width <= image.width and at[1] + 17 <= image.height and not (axis == 1 and at[1] < 18):
                pen.rectangle((at[0], at[1], at[0] + width, at[1] + 16), fill=(255, 255, 255, 215))
                pen.text((at[0] + 3, at[1]), text, fill=(170, 0, 60, 255), font=font)
            number += step
    return Image.alpha_composite(image.convert("RGBA"), layer).convert("RGB")


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 25, 50, 100 ... that is no less."""
    size = 1.0
    while True:
        for each in (1, 2, 2.5, 5) if size > 1 else (1, 2, 5):
            if each * size >= least:
                return each * size
        size *= 10
