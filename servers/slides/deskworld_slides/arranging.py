"""Shapes in order: grouped, aligned, spread evenly, in front and behind."""

from __future__ import annotations

from typing import Any, Literal

from deskworld_kit import Result, Saved, ToolError, World, tool

from deskworld_slides.describing import Frame
from deskworld_slides.opening import editing
from deskworld_slides.text import ShapeSaved


class Placed(Result):
    """Where a shape is now."""

    shape: str
    name: str
    box: Frame


class ShapesPlaced(Saved):
    """Shapes that were arranged."""

    slide: int
    shapes: list[Placed]


def _placed(shapes: list[Any]) -> list[Placed]:
    from deskworld_slides.describing import frame_of

    return [Placed(shape=str(shape.shape_id), name=shape.name, box=frame_of(shape)) for shape in shapes]


@tool("add")
def group_shapes(world: World, path: str, slide: int, shapes: list[str], name: str = "") -> ShapeSaved:
    """Make shapes one group; they keep their places."""
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import find_shapes, outer, role_of

    with editing(world, path) as deck:
        found = deck.slide(slide)
        members: list[Any] = find_shapes(found, shapes, least=2)
        for shape in members:
            if role_of(shape):
                raise ToolError(f"{shape.name!r} is a placeholder and can't be in a group", argument="shapes")
            if outer(shape) is not shape._element:
                raise ToolError(f"{shape.name!r} is of a newer kind that can't be put into a group", argument="shapes")
            if shape._element.getparent() is not found.shapes._spTree:
                raise ToolError(f"{shape.name!r} is in a group already", argument="shapes")
        members.sort(key=lambda shape: found.shapes._spTree.index(shape._element))
        made: Any = found.shapes.add_group_shape(members)
        made.name = name or f"Group {made.shape_id}"
        view = view_shape(made)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("edit", idempotent=False)
def ungroup_shapes(world: World, path: str, slide: int, shape: str) -> ShapesPlaced:
    """Dissolve a group; its shapes keep their places."""
    from deskworld_slides.boxes import box_of, place
    from deskworld_slides.describing import kind_of
    from deskworld_slides.finding import every_shape, find_shape, outer

    with editing(world, path) as deck:
        found = deck.slide(slide)
        group: Any = find_shape(found, shape)
        if kind_of(group) != "group":
            raise ToolError(f"{group.name!r} is a {kind_of(group)}, not a group", argument="shape")
        if group.rotation:
            deck.warnings.append("the group was turned; its shapes are not")
        inside = [each for each in every_shape(group) if outer(each).getparent() is group._element]
        members = [(member, box_of(member)) for member in inside]
        ids = {member.shape_id for member, _ in members}
        for member, _ in members:
            group._element.addprevious(outer(member))
        group._element.getparent().remove(group._element)
        shapes = [each for each in every_shape(found) if each.shape_id in ids]
        boxes = {member.shape_id: box for member, box in members}
        for each in shapes:
            place(each, boxes[each.shape_id])
        placed = _placed(shapes)
    return ShapesPlaced(**deck.receipt, slide=slide, shapes=placed)


@tool("edit")
def align_shapes(
    world: World,
    path: str,
    slide: int,
    shapes: list[str],
    edge: Literal["left", "center", "right", "top", "middle", "bottom"],
    to: Literal["selection", "slide"] = "selection",
) -> ShapesPlaced:
    """Line shapes up at an edge or a middle."""
    from deskworld_slides.boxes import Box, box_of, place
    from deskworld_slides.finding import find_shapes

    with editing(world, path) as deck:
        members = find_shapes(deck.slide(slide), shapes, least=1 if to == "slide" else 2)
        around = Box(0, 0, *deck.page) if to == "slide" else _around([box_of(shape) for shape in members])
        for shape in members:
            box = box_of(shape)
            left = {
                "left": around.left,
                "center": around.left + (around.width - box.width) / 2,
                "right": around.right - box.width,
            }.get(edge, box.left)
            top = {
                "top": around.top,
                "middle": around.top + (around.height - box.height) / 2,
                "bottom": around.bottom - box.height,
            }.get(edge, box.top)
            place(shape, Box(left, top, box.width, box.height))
        placed = _placed(members)
    return ShapesPlaced(**deck.receipt, slide=slide, shapes=placed)


def _around(boxes: list[Any]) -> Any:
    from deskworld_slides.boxes import Box

    left, top = min(b.left for b in boxes), min(b.top for b in boxes)
    return Box(left, top, max(b.right for b in boxes) - left, max(b.bottom for b in boxes) - top)


@tool("edit")
def distribute_shapes(
    world: World,
    path: str,
    slide: int,
    shapes: list[str],
    direction: Literal["across", "down"],
    gap: float | None = None,
) -> ShapesPlaced:
    """Spread shapes so that the gaps between them are equal.

    Args:
        gap: In points.
    """
    from deskworld_slides.boxes import Box, box_of, place
    from deskworld_slides.finding import find_shapes

    with editing(world, path) as deck:
        members = find_shapes(deck.slide(slide), shapes, least=2 if gap is not None else 3)
        axis = 0 if direction == "across" else 1
        members.sort(key=lambda shape: (box_of(shape)[axis], shape.shape_id))
        boxes = [box_of(shape) for shape in members]
        if gap is None:
            span = boxes[-1][axis] + boxes[-1][axis + 2] - boxes[0][axis]
            gap = (span - sum(box[axis + 2] for box in boxes)) / (len(boxes) - 1)
            if gap < 0:
                deck.warnings.append(f"the shapes are too large for the space; they overlap by {-gap:.0f} pt")
        at = boxes[0][axis]
        for shape, box in zip(members, boxes, strict=True):
            left, top = (at, box.top) if axis == 0 else (box.left, at)
            place(shape, Box(left, top, box.width, box.height))
            at += box[axis + 2] + gap
        placed = _placed(members)
    return ShapesPlaced(**deck.receipt, slide=slide, shapes=placed)


@tool("edit", idempotent=False)
def set_shape_order(
    world: World, path: str, slide: int, shape: str, order: Literal["front", "back", "forward", "backward"]
) -> ShapesPlaced:
    """Bring a shape to front or back, or one step."""
    from deskworld_slides.finding import every_shape, find_shape, outer

    with editing(world, path) as deck:
        found = deck.slide(slide)
        element = outer(find_shape(found, shape))
        siblings = [outer(s) for s in every_shape(found) if outer(s).getparent() is found.shapes._spTree]
        if element not in siblings:
            raise ToolError("a shape inside a group keeps its place there; ungroup first", argument="shape")
        index = siblings.index(element)
        last = len(siblings) - 1
        goal = {"front": last, "back": 0, "forward": min(index + 1, last), "backward": max(index - 1, 0)}[order]
        if goal > index:
            siblings[goal].addnext(element)
        elif goal < index:
            siblings[goal].addprevious(element)
        placed = _placed([s for s in every_shape(found) if outer(s).getparent() is found.shapes._spTree])
    return ShapesPlaced(**deck.receipt, slide=slide, shapes=placed)
