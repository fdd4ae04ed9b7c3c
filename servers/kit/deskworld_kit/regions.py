"""Where on a picture: boxes and points, said in pixels or in thousandths of its sides.

Models that were trained to point do it in units of 0 to 1000 from the top left corner, whatever the size of the
picture they were shown; people and programs count pixels. A call says which it means, and every server turns it into
pixels here, so that a place outside of the picture is the same clear refusal everywhere.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from deskworld_kit.errors import ToolError

Units = Literal["px", "1000"]
"""px: pixels of the upright picture; 1000: thousandths of its width and height."""

Box = Annotated[list[float], Field(min_length=4, max_length=4, description="left, top, right, bottom")]
Point = Annotated[list[float], Field(min_length=2, max_length=2, description="x, y")]

_SLACK = 0.5
"""Pixels a place may lie over an edge: what rounding a thousandth does to it."""


def pixel_box(
    box: Sequence[float], size: tuple[int, int], *, units: Units = "px", argument: str = "box"
) -> tuple[int, int, int, int]:
    """A box in whole pixels: left, top, right, bottom, the last two just outside of it.

    Args:
        box: Left, top, right, bottom in `units`.
        size: Width and height of the upright picture in pixels.
        units: What the numbers count.
        argument: Its name in the call, for the error.

    Raises:
        ToolError: It is empty, turned round, or not within the picture.
    """
    width, height = size
    left, top, right, bottom = _scaled(box[:2], size, units) + _scaled(box[2:], size, units)
    limits = f"the picture is {width} x {height} px" if units == "px" else "both sides run from 0 to 1000"
    if right <= left or bottom <= top:
        raise ToolError(
            f"{_said(box)} is no box: right must be more than left, and bottom more than top ({limits})",
            argument=argument,
        )
    if left < -_SLACK or top < -_SLACK or right > width + _SLACK or bottom > height + _SLACK:
        raise ToolError(f"{_said(box)} reaches outside of the picture; {limits}", argument=argument)
    if units == "px" and max(box) <= 1 and min(width, height) > 1 and any(place % 1 for place in box):
        raise ToolError(
            f"{_said(box)} looks like shares of the sides; places are pixels, or thousandths with units='1000'",
            argument=argument,
        )
    first, second = (min(max(round(left), 0), width - 1), min(max(round(top), 0), height - 1))
    return first, second, max(first + 1, min(round(right), width)), max(second + 1, min(round(bottom), height))


def pixel_point(
    point: Sequence[float], size: tuple[int, int], *, units: Units = "px", argument: str = "point"
) -> tuple[int, int]:
    """A point in whole pixels.

    Raises:
        ToolError: It does not lie on the picture.
    """
    width, height = size
    x, y = _scaled(point, size, units)
    if not (-_SLACK <= x <= width + _SLACK and -_SLACK <= y <= height + _SLACK):
        limits = f"the picture is {width} x {height} px" if units == "px" else "both sides run from 0 to 1000"
        raise ToolError(f"{_said(point)} lies outside of the picture; {limits}", argument=argument)
    return min(max(round(x), 0), width - 1), min(max(round(y), 0), height - 1)


def thousandths(box: Sequence[float], size: tuple[int, int]) -> list[int]:
    """A box in pixels said in thousandths of the picture's sides."""
    sides = (*size, *size)
    return [round(1000 * place / side) for place, side in zip(box, sides, strict=True)]


def _scaled(place: Sequence[float], size: tuple[int, int], units: Units) -> tuple[float, float]:
    x, y = place
    return (x, y) if units == "px" else (x * size[0] / 1000, y * size[1] / 1000)


def _said(place: Sequence[float]) -> str:
    return "[" + ", ".join(f"{each:g}" for each in place) + "]"
