"""A page put straight: its pixels turned until its text is level, and the way back.

Rules and columns are looked for along rows and columns of pixels, so a slanted photo is turned first. Places that are
told to a caller are those of the picture as it is, so every box can be brought back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Straight:
    """Level pixels (RGB array), and how they came from the picture."""

    pixels: Any
    angle: float
    shift: tuple[float, float]
    start: tuple[int, int]

    def back(self, rect: Sequence[float]) -> Rect:
        """A box of the level picture, as the box around it on the picture as it was."""
        left, top, right, bottom = rect
        turn, rise = cos(radians(self.angle)), sin(radians(self.angle))
        corners = [(x - self.shift[0], y - self.shift[1]) for x in (left, right) for y in (top, bottom)]
        across = [u * turn - v * rise + self.start[0] for u, v in corners]
        down = [u * rise + v * turn + self.start[1] for u, v in corners]
        return min(across), min(down), max(across), max(down)


def straightened(picture: Image, angle: float, *, start: tuple[int, int] = (0, 0)) -> Straight:
    """The picture turned so that text that lay `angle` degrees clockwise is level.

    Args:
        picture: In RGB.
        angle: Degrees clockwise.
        start: Where the picture lies on the page that boxes are told on.
    """
    import numpy

    pixels = numpy.asarray(picture)
    off = (angle + 180) % 360 - 180
    if abs(off) < 0.15:
        return Straight(pixels, 0.0, (0.0, 0.0), start)
    import cv2

    turn, rise = cos(radians(angle)), sin(radians(angle))
    high, wide = pixels.shape[:2]
    corners = [(x * turn + y * rise, y * turn - x * rise) for x in (0, wide) for y in (0, high)]
    left, top = min(u for u, _ in corners), min(v for _, v in corners)
    size = (round(max(u for u, _ in corners) - left), round(max(v for _, v in corners) - top))
    matrix = numpy.array([[turn, rise, -left], [-rise, turn, -top]], dtype="float32")
    rim = numpy.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    ground = [float(each) for each in numpy.median(rim, axis=0)]
    level = cv2.warpAffine(pixels, matrix, size, flags=cv2.INTER_CUBIC, borderValue=ground)
    return Straight(level, angle, (-left, -top), start)
