"""Where things are on a page: from a page's own coordinates to the page as a person sees it, and back.

A PDF counts points from the bottom left of a sheet that may be cropped and turned afterwards. Callers count from the
left top corner of what they see. Every box goes through here once on its way in or out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError

if TYPE_CHECKING:
    import pikepdf

Rect = tuple[float, float, float, float]
"""left, top, right, bottom."""

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f as PDF has them: x becomes ax + cy + e, y becomes bx + dy + f."""

LETTER: Rect = (0.0, 0.0, 612.0, 792.0)
"""What a page without a size is shown as."""


_INCH = 72.0


def check_length(value: float, argument: str) -> None:
    """Refuse a length that is no length in points, but one in inches."""
    if 0 < value < 3 and value != int(value):
        raise ToolError(
            f"{value:g} looks like inches; it is in points, 72 an inch: {value * _INCH:g}?", argument=argument
        )


@dataclass(frozen=True)
class Frame:
    """The visible part of a page in its own coordinates, and how it is turned clockwise when shown."""

    left: float
    bottom: float
    right: float
    top: float
    turn: int

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as seen, in points."""
        across, down = self.right - self.left, self.top - self.bottom
        return (down, across) if self.turn in (90, 270) else (across, down)

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page's own coordinates, as seen: from the left top corner."""
        match self.turn:
            case 90:
                return y - self.bottom, x - self.left
            case 180:
                return self.right - x, y - self.bottom
            case 270:
                return self.top - y, self.right - x
            case _:
                return x - self.left, self.top - y

    def own(self, x: float, y: float) -> tuple[float, float]:
        """A point as seen, in the page's own coordinates."""
        match self.turn:
            case 90:
                return y + self.left, x + self.bottom
            case 180:
                return self.right - x, y + self.bottom
            case 270:
                return self.right - y, self.top - x
            case _:
                return x + self.left, self.top - y

    def seen_box(self, left: float, bottom: float, right: float, top: float) -> Rect:
        """A box of the page's own coordinates, as seen."""
        a, b = self.seen(left, bottom), self.seen(right, top)
        return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])

    def own_box(self, box: Sequence[float]) -> Rect:
        """A box as seen, as left, bottom, right, top in the page's own coordinates."""
        a, b = self.own(box[0], box[1]), self.own(box[2], box[3])
        return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])

    @property
    def upright(self) -> tuple[float, float, float, float, float, float]:
        """The matrix that takes upright coordinates (from the bottom left as seen) to the page's own."""
        width, height = self.size
        origin, across, up = self.own(0, height), self.own(width, height), self.own(0, 0)
        return (
            (across[0] - origin[0]) / width,
            (across[1] - origin[1]) / width,
            (up[0] - origin[0]) / height,
            (up[1] - origin[1]) / height,
            origin[0],
            origin[1],
        )

    def check(self, box: Sequence[float], *, argument: str = "box") -> Rect:
        """A box as seen, if it is one and meets the page.

        Raises:
            ToolError: It is empty, turned round, or off the page.
        """
        width, height = self.size
        if len(box) != 4 or not all(abs(each) < 1e7 for each in box):
            raise ToolError("a box is four numbers: left, top, right, bottom, in points", argument=argument)
        left, top, right, bottom = (float(each) for each in box)
        said = "[" + ", ".join(f"{each:g}" for each in box) + "]"
        if right <= left or bottom <= top:
            raise ToolError(
                f"{said} is no box: right must be more than left, and bottom more than top", argument=argument
            )
        if right <= width / _INCH and bottom <= height / _INCH:  # a speck in the corner, if these were points
            page = f"the page is {width:g} x {height:g} points"
            if right <= 1 and bottom <= 1:
                raise ToolError(f"{said} looks like shares of the sides; a box is in points, {page}", argument=argument)
            meant = "[" + ", ".join(f"{each * _INCH:g}" for each in box) + "]"
            raise ToolError(
                f"{said} looks like inches; a box is in points, 72 an inch, and {page}: {meant}?", argument=argument
            )
        if left >= width or top >= height or right <= 0 or bottom <= 0:
            raise ToolError(f"{said} lies off the page, which is {width:g} x {height:g} points", argument=argument)
        return max(left, 0.0), max(top, 0.0), min(right, width), min(bottom, height)


def frame_of(page: pikepdf.Page) -> Frame:
    """The frame of a page: its crop box within its media box, as every viewer shows it."""
    media = _rect(_inherited(page, "/MediaBox")) or LETTER
    crop = _rect(_inherited(page, "/CropBox")) or media
    left, bottom = max(media[0], crop[0]), max(media[1], crop[1])
    right, top = min(media[2], crop[2]), min(media[3], crop[3])
    if right - left < 0.01 or top - bottom < 0.01:
        left, bottom, right, top = media
    return Frame(left, bottom, right, top, turn_of(page))


def turn_of(page: pikepdf.Page) -> int:
    """How a page is turned when shown: 0, 90, 180 or 270 degrees clockwise."""
    try:
        turn = int(_inherited(page, "/Rotate") or 0)
    except (TypeError, ValueError):
        return 0
    return turn % 360 if turn % 90 == 0 else 0


def _inherited(page: pikepdf.Page, name: str) -> Any:
    node: Any = page.obj
    for _ in range(50):
        value = node.get(name)
        if value is not None:
            return value
        node = node.get("/Parent")
        if node is None:
            return None
    return None


def _rect(value: Any) -> Rect | None:
    try:
        a, b, c, d = (float(each) for each in value)
    except (TypeError, ValueError):
        return None
    left, right, bottom, top = min(a, c), max(a, c), min(b, d), max(b, d)
    if not all(abs(each) < 1e7 for each in (left, right, bottom, top)) or right - left < 0.01 or top - bottom < 0.01:
        return None
    return left, bottom, right, top


def rounded(box: Sequence[float]) -> list[float]:
    """A box as results say it."""
    return [round(float(each), 1) for each in box]


def meets(one: Sequence[float], other: Sequence[float], slack: float = 0.0) -> bool:
    """Whether two boxes share some area."""
    return (
        one[0] < other[2] - slack
        and other[0] < one[2] - slack
        and one[1] < other[3] - slack
        and other[1] < one[3] - slack
    )


def union(boxes: Sequence[Sequence[float]]) -> Rect:
    """The smallest box around all."""
    return (
        min(each[0] for each in boxes),
        min(each[1] for each in boxes),
        max(each[2] for each in boxes),
        max(each[3] for each in boxes),
    )


def multiply(one: Matrix, other: Matrix) -> Matrix:
    """First one, then the other."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def bounds(box: Rect, matrix: Matrix) -> Rect:
    """The box around a box that a matrix moved."""
    a, b, c, d, e, f = matrix
    points = [(x * a + y * c + e, x * b + y * d + f) for x in (box[0], box[2]) for y in (box[1], box[3])]
    return (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )
