"""Where things are, in points: boxes of shapes as the slide sees them, and free space for a new one.

A shape inside a group lives in the group's own coordinates; callers never see those. A new shape without a position
goes into the largest free rectangle of the slide's body, so that "add a chart" needs no numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from deskworld_artifacts.inspection.base import Sides
from deskworld_kit import ToolError

from deskworld_slides.finding import (
    FOOTERS,
    index_of,
    is_empty_placeholder,
    outer,
    placeholder,
    role_of,
    top_shapes,
)
from deskworld_slides.objects import Shape, Slide

EMU = 12700
GAP = 12.0
_FARTHEST = 20000.0
_WIDEST_IN_INCHES = 13.34
_LAYOUTS: WeakKeyDictionary[Any, dict[int, Any]] = WeakKeyDictionary()
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


class _Numbers(NamedTuple):
    left: float
    top: float
    width: float
    height: float


class Box(_Numbers, Sides):
    """A rectangle in points, from the slide's top left corner."""

    @property
    def emu(self) -> tuple[int, int, int, int]:
        """As PowerPoint counts: left, top, width, height."""
        for name, value in zip(self._fields, self, strict=True):
            if abs(value) > _FARTHEST:
                raise ToolError(f"{value:g} points are far off any slide", argument=name)
        return (round(self.left * EMU), round(self.top * EMU), round(self.width * EMU), round(self.height * EMU))

    def meets(self, other: Box) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.left < other.right - 0.5 and other.left < self.right - 0.5
            and self.top < other.bottom - 0.5 and other.top < self.bottom - 0.5
        )  # fmt: skip


def box_of(shape: Shape) -> Box:
    """A shape's box on the slide, whatever groups it lies in."""
    left, top, width, height = _said(shape)
    for sx, sy, dx, dy in _frames(shape):
        left, top, width, height = left * sx + dx, top * sy + dy, width * sx, height * sy
    return Box(*(round(v / EMU, 2) for v in (left, top, width, height)))


def _said(shape: Any) -> tuple[float, float, float, float]:
    """Left, top, width and height as the shape says them, else as its layout or master does."""
    found = _frame(shape._element)
    if found is None and placeholder(shape) is not None:
        twin = _slots(shape.part).get(index_of(shape))
        found = None if twin is None else _frame(twin)
    while found is None and (shape := getattr(shape, "_base_placeholder", None)) is not None:
        found = _frame(shape._element)
    return found or (0.0, 0.0, 0.0, 0.0)


def _frame(element: Any) -> tuple[float, float, float, float] | None:
    holder = element.find("{*}grpSpPr" if element.tag.endswith("}grpSp") else "{*}spPr")
    xfrm = (element if holder is None else holder).find("{*}xfrm")
    off, ext = (None, None) if xfrm is None else (xfrm.find(f"{_A}off"), xfrm.find(f"{_A}ext"))
    if off is None or ext is None:
        return None
    return (float(off.get("x")), float(off.get("y")), float(ext.get("cx")), float(ext.get("cy")))


def _slots(part: Any) -> dict[int, Any]:
    """The placeholders of a slide's layout by index, each layout looked through once."""
    layout = next((rel.target_part for rel in part.rels.values() if rel.reltype.endswith("/slideLayout")), None)
    if layout is None:
        return {}
    if layout not in _LAYOUTS:
        tree = layout._element.find("{*}cSld/{*}spTree")
        marks = tree.iterfind("{*}sp/{*}nvSpPr/{*}nvPr/{*}ph")
        _LAYOUTS[layout] = {int(mark.get("idx", 0)): mark.getparent().getparent().getparent() for mark in marks}
    return _LAYOUTS[layout]


def unit_slip(left: float | None, top: float | None, width: float | None, height: float | None) -> list[str]:
    """A warning where a box is so small and so near the corner that its numbers are inches; none is a side not said."""
    said = [side for side in (left, top, width, height) if side is not None]
    if width is None or not all(0 <= side <= _WIDEST_IN_INCHES for side in said):
        return []
    size = f"{width:g}" + ("" if height is None else f" x {height:g}")
    return [f"{size} points is hardly to be seen; positions and sizes are points, 1 inch is 72"]


def place(shape: Shape, box: Box) -> None:
    """Put a shape where the slide should see it."""
    left, top, width, height = (float(v) for v in box.emu)
    for sx, sy, dx, dy in reversed(list(_frames(shape))):
        left, top, width, height = (left - dx) / sx, (top - dy) / sy, width / sx, height / sy
    shape.left, shape.top, shape.width, shape.height = (round(v) for v in (left, top, width, height))
    around = outer(shape)
    for xfrm in around.iter("{*}xfrm") if around is not shape._element else ():  # every alternative stands there
        off, ext = xfrm.find(f"{_A}off"), xfrm.find(f"{_A}ext")
        if off is not None and ext is not None:
            for node, names, values in (
                (off, ("x", "y"), (shape.left, shape.top)),
                (ext, ("cx", "cy"), (shape.width, shape.height)),
            ):
                for name, value in zip(names, values, strict=True):
                    node.set(name, str(value))


def _frames(shape: Shape) -> list[tuple[float, float, float, float]]:
    """Scale and shift of each group around a shape, innermost first."""
    frames: list[tuple[float, float, float, float]] = []
    for group in shape._element.iterancestors("{*}grpSp"):
        xfrm = group.find("{*}grpSpPr/" + f"{_A}xfrm")
        if xfrm is None or xfrm.find(f"{_A}chOff") is None:
            continue
        off, ext, inner, size = (xfrm.find(f"{_A}{name}") for name in ("off", "ext", "chOff", "chExt"))
        sx = int(ext.get("cx")) / (int(size.get("cx")) or 1)
        sy = int(ext.get("cy")) / (int(size.get("cy")) or 1)
        frames.append(
            (sx, sy, int(off.get("x")) - int(inner.get("x")) * sx, int(off.get("y")) - int(inner.get("y")) * sy)
        )
    return frames


def body_area(slide: Slide, page: tuple[float, float]) -> Box:
    """The part of a slide that content belongs in: below its title, above the footers, inside the margins."""
    width, height = page
    margin = width * 0.05
    top, bottom = height * 0.08, height * 0.92
    for shape in [*top_shapes(slide), *slide.slide_layout.placeholders]:
        role = role_of(shape)
        box = box_of(shape)
        if role in FOOTERS and box.top > height / 2 and box.height:
            bottom = min(bottom, box.top - GAP)
    titles = [shape for shape in top_shapes(slide) if role_of(shape) == "title"]
    for shape in titles:
        box = box_of(shape)
        if box.top < height / 3 and box.bottom < height / 2 and box.width > width / 2:
            top = max(top, box.bottom + 2 * GAP)
            margin = min(max(box.left, 24), width / 4)
    return Box(margin, top, width - 2 * margin, max(bottom - top, 72))


def free_box(slide: Slide, page: tuple[float, float]) -> Box:
    """The largest rectangle of the body that no shape lies in; the whole body when there is none worth the name."""
    area = body_area(slide, page)
    taken = [
        _seen(shape) for shape in top_shapes(slide) if role_of(shape) not in FOOTERS and not is_empty_placeholder(shape)
    ]
    taken += _marks(slide, page)
    taken = [Box(b.left - GAP, b.top - GAP, b.width + 2 * GAP, b.height + 2 * GAP) for b in taken if b.meets(area)][:24]
    lefts = sorted({area.left, *(b.right for b in taken if area.left < b.right < area.right)})
    rights = sorted({area.right, *(b.left for b in taken if area.left < b.left < area.right)})
    tops = sorted({area.top, *(b.bottom for b in taken if area.top < b.bottom < area.bottom)})
    bottoms = sorted({area.bottom, *(b.top for b in taken if area.top < b.top < area.bottom)})
    best, size = area, 0.0
    for left in lefts:
        for right in (r for r in rights if r - left >= 72):
            for top in tops:
                for bottom in (b for b in bottoms if b - top >= 36):
                    room = Box(left, top, right - left, bottom - top)
                    if room.width * room.height > size and not any(room.meets(b) for b in taken):
                        best, size = room, room.width * room.height
    return best


def _marks(slide: Slide, page: tuple[float, float]) -> list[Box]:
    """The rules and other small things that a slide's layout draws; what is large is a ground to stand on."""
    if slide._element.get("showMasterSp") in ("0", "false"):
        return []
    drawn = [box_of(shape) for shape in top_shapes(slide.slide_layout) if placeholder(shape) is None]
    return [box for box in drawn if box.width * box.height < page[0] * page[1] * 0.01]


def crowded(slide: Slide, *made: Shape) -> list[str]:
    """A warning where new shapes that were to find a place found no free one, and now lie over others."""
    new = {shape.shape_id for shape in made}
    boxes = [box_of(shape) for shape in made]
    under = [
        shape.name for shape in top_shapes(slide)
        if shape.shape_id not in new and role_of(shape) not in FOOTERS and not is_empty_placeholder(shape)
        and any(box.meets(_seen(shape)) for box in boxes)
    ]  # fmt: skip
    if not under:
        return []
    listed = ", ".join(repr(name) for name in under[:4]) + (" ..." if len(under) > 4 else "")
    what = f"{made[0].name!r} lies" if len(made) == 1 else "they lie"
    return [f"there is no free room on this slide: {what} over {listed}; move or shrink some, or use another slide"]


def _seen(shape: Shape) -> Box:
    """What of a shape is in the way: a body placeholder is often larger than its text."""
    box = box_of(shape)
    if role_of(shape) not in ("content", "body") or not shape.has_text_frame:
        return box
    from deskworld_slides.fitting import text_height

    high = text_height(shape.text_frame.text, 20, max(box.width - 36, 36)) + 9 * len(shape.text_frame.paragraphs)
    return box._replace(height=min(box.height, high))


def wanted_box(
    slide: Slide,
    page: tuple[float, float],
    left: float | None,
    top: float | None,
    width: float | None,
    height: float | None,
    *,
    natural: tuple[float, float] | None = None,
) -> Box:
    """The box asked for, with what was not said filled in from free space and the natural size."""
    for name, value in (("width", width), ("height", height)):
        if value is not None and value <= 0:
            raise ToolError(f"{value:g} is no size; give more than 0 points", argument=name)
    room = free_box(slide, page)
    if natural is None:
        natural = (room.width, room.height)
    wide = width if width is not None else min(natural[0], page[0] - (left if left is not None else room.left))
    high = height if height is not None else min(natural[1], page[1] - (top if top is not None else room.top))
    if left is None and top is None and width is None:
        wide = min(wide, room.width)
    if left is None and top is None and height is None:
        high = min(high, room.height)
    return Box(room.left if left is None else left, room.top if top is None else top, max(wide, 1), max(high, 1))
