"""Where shapes really are: frames inherited, groups unfolded, rotations applied."""

import math
from collections.abc import Callable

from ..base import Box
from ..ooxml import Element, child, number, on, points

Place = Callable[[Box, float], tuple[Box, float]]
"""Brings a box and its rotation from a group's coordinates to the slide's."""
NOWHERE = Box(left=0, top=0, width=0, height=0)


def frame_of(element: Element, ancestors: tuple[Element, ...]) -> tuple[Box, float, bool]:
    """Box (in the coordinates of its parent), rotation and whether it is mirrored, inherited where not said."""
    for one in (element, *ancestors):
        transform = _transform(one)
        offset, extent = child(transform, "a:off"), child(transform, "a:ext")
        if transform is None or offset is None or extent is None:
            continue
        box = Box(
            left=points(offset.get("x")),
            top=points(offset.get("y")),
            width=points(extent.get("cx")),
            height=points(extent.get("cy")),
        )
        flipped = any(on(transform, side, default=False) for side in ("flipH", "flipV"))
        return box, (number(transform.get("rot")) / 60000) % 360, flipped
    return NOWHERE, 0, False


def _transform(element: Element) -> Element | None:
    for holder in ("p:spPr", "p:grpSpPr"):
        found = child(element, holder, "a:xfrm")
        if found is not None:
            return found
    return child(element, "p:xfrm")


def inside_group(group: Element, place: Place) -> Place:
    """How the children of a group are placed on the sheet."""
    transform = _transform(group)
    offset, extent = child(transform, "a:chOff"), child(transform, "a:chExt")
    frame, turn, _ = frame_of(group, ())
    if offset is None or extent is None:
        return place
    left, top = points(offset.get("x")), points(offset.get("y"))
    wide, high = points(extent.get("cx")), points(extent.get("cy"))
    scale_x = frame.width / wide if wide else 1
    scale_y = frame.height / high if high else 1

    def inside(box: Box, rotation: float) -> tuple[Box, float]:
        moved = Box(
            left=frame.left + (box.left - left) * scale_x,
            top=frame.top + (box.top - top) * scale_y,
            width=box.width * scale_x,
            height=box.height * scale_y,
        )
        if turn:
            center = rotate(moved.left + moved.width / 2, moved.top + moved.height / 2, frame, turn)
            moved = moved.model_copy(update={"left": center[0] - moved.width / 2, "top": center[1] - moved.height / 2})
        return place(moved, (rotation + turn) % 360)

    return inside


def rotate(x: float, y: float, around: Box, degrees: float) -> tuple[float, float]:
    """A point turned clockwise around a box's centre."""
    center_x, center_y = around.left + around.width / 2, around.top + around.height / 2
    angle = math.radians(degrees)
    dx, dy = x - center_x, y - center_y
    return (
        center_x + dx * math.cos(angle) - dy * math.sin(angle),
        center_y + dx * math.sin(angle) + dy * math.cos(angle),
    )


def turned(box: Box, degrees: float, around: Box | None = None) -> Box:
    """What a box covers once it is turned around its own centre, or another box's."""
    if not degrees % 360:
        return box
    corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    points = [rotate(x, y, around or box, degrees) for x, y in corners]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left=left, top=top, width=max(x for x, _ in points) - left, height=max(y for _, y in points) - top)
