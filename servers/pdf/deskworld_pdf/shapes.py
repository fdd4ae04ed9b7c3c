"""Lines and shapes in a box: what of them goes, what is cut, and what can only be covered.

A part of a path is its instructions and its points on the page. One that lies in a box goes; a stroked line loses its
pieces there; a shape that something is shown through becomes a rectangle of its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deskworld_pdf.geometry import Rect
from deskworld_pdf.operators import instruction

Point = tuple[float, float]
Part = tuple[list[Any], list[Point]]
_SHAPED = 5
"""A rectangle has no more points than this; letters drawn as curves have."""


def hidden(points: Sequence[Point], boxes: Sequence[Rect]) -> bool:
    """Whether a part of a drawing lies in a box, as far as a person sees."""
    return bool(points) and any(
        all(box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1 for x, y in points) for box in boxes
    )


def reaches_in(points: Sequence[Point], boxes: Sequence[Rect]) -> bool:
    """Whether a shape of many points, as letters and signatures are, has some of them in a box."""
    return len(points) > _SHAPED and any(_within([point], boxes) for point in points)


def line_outside(part: Part, boxes: Sequence[Rect]) -> Part:
    """A stroked line without those of its pieces that lie in a box; the part itself where none does."""
    instructions, points = part
    if not boxes or any(str(each.operator) not in ("m", "l", "c", "v", "y") for each in instructions):
        return part
    kept: list[Any] = []
    at, before, cut = 0, list[Any](), False
    for each in instructions:
        numbers = list(each.operands)
        start, at = max(at - 1, 0), at + len(numbers) // 2
        if str(each.operator) != "m" and _within(points[start:at], boxes):
            cut, before = True, numbers[-2:]
            continue
        if before and str(each.operator) != "m":
            kept.append(instruction(before, "m"))
        before = []
        kept.append(each)
    return (kept, points) if cut else part


def unshaped(part: Part, boxes: Sequence[Rect]) -> Part:
    """A shape that something is shown through: in a box it becomes a rectangle of its size."""
    instructions, points = part
    if len(points) <= _SHAPED or not hidden(points, boxes):
        return part
    numbers = [[float(number) for number in each.operands] for each in instructions]
    xs = [x for each in numbers for x in each[::2]]
    ys = [y for each in numbers for y in each[1::2]]
    return [instruction([min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)], "re")], points


def _within(points: Sequence[Point], boxes: Sequence[Rect]) -> bool:
    return any(all(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in points) for box in boxes)
