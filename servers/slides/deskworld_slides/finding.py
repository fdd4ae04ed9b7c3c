"""How a person points at things: a slide by its number, a shape by its id, its name or what it is ("title").

Shapes inside groups are found like any other. What is not found is answered with what is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deskworld_kit import ToolError

from deskworld_slides.objects import Shape, Slide

ROLES = {
    "title": "title", "ctrTitle": "title", "subTitle": "subtitle", "body": "body", "obj": "content", "pic": "picture",
    "chart": "chart", "tbl": "table", "media": "media", "clipArt": "picture", "dgm": "diagram", "dt": "date",
    "ftr": "footer", "sldNum": "slide number", "hdr": "header", "sldImg": "slide image",
}  # fmt: skip
FOOTERS = ("date", "footer", "slide number", "header")


def some(items: Sequence[object], argument: str) -> None:
    """Refuse an empty list where there must be something to do."""
    if not items:
        raise ToolError("give at least one", argument=argument)


def from_one(number: int, argument: str) -> int:
    """A number that people count from 1, as an index."""
    if number < 1:
        raise ToolError(f"{number} is out of range; it is counted from 1", argument=argument)
    return number - 1


def every_shape(parent: Any) -> Iterator[Shape]:
    """All shapes of a slide, layout or group, those inside groups too, back to front."""
    for shape in parent.shapes:
        yield shape
        if shape._element.tag.endswith("}grpSp"):
            yield from every_shape(shape)


def find_shape(slide: Slide, handle: str, *, argument: str = "shape") -> Shape:
    """The shape that `handle` names: an id, a name, idx:2, or a placeholder's role where only one has it."""
    shapes = list(every_shape(slide))
    wanted = handle.strip()
    tests = (
        lambda shape: wanted.isdigit() and shape.shape_id == int(wanted),
        lambda shape: shape.name == wanted,
        lambda shape: shape.name.casefold() == wanted.casefold(),
        lambda shape: f"idx:{index_of(shape)}" == wanted.casefold(),
        lambda shape: role_of(shape) == wanted.casefold(),
    )
    for test in tests:
        found = [shape for shape in shapes if test(shape)]
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(str(shape.shape_id) for shape in found)
            raise ToolError(f"{handle!r} names several shapes; say which by id: {listed}", argument=argument)
    there = ", ".join(f"{shape.shape_id} {shape.name!r}" for shape in shapes[:25]) or "no shape at all"
    more = f" and {len(shapes) - 25} more" if len(shapes) > 25 else ""
    raise ToolError(f"there is no shape {handle!r} on this slide; there is: {there}{more}", argument=argument)


def find_shapes(slide: Slide, handles: list[str], *, argument: str = "shapes", least: int = 1) -> list[Shape]:
    """The shapes of several handles, each once."""
    found: dict[int, Shape] = {}
    for handle in handles:
        shape = find_shape(slide, handle, argument=argument)
        found[shape.shape_id] = shape
    if len(found) < least:
        raise ToolError(f"name at least {least} different shapes", argument=argument)
    return list(found.values())


def placeholder(shape: Shape) -> Any:
    """The `p:ph` element of a placeholder, else None."""
    return next(iter(shape._element.xpath("./*[1]/p:nvPr/p:ph")), None)


def role_of(shape: Shape) -> str:
    """What a placeholder is for ("title", "content", ...); empty for other shapes."""
    ph = placeholder(shape)
    kind = "" if ph is None else str(ph.get("type", "obj"))
    return ROLES.get(kind, kind)


def index_of(shape: Shape) -> int:
    """A placeholder's index, by which its layout knows it (0 for the title); -1 for other shapes."""
    ph = placeholder(shape)
    return -1 if ph is None else int(ph.get("idx", 0))


def title_of(slide: Slide) -> str:
    """The slide's title on one line; empty where it has none."""
    title = slide.shapes.title
    return " ".join(title.text_frame.text.split()) if title is not None and title.has_text_frame else ""


def is_empty_placeholder(shape: Shape) -> bool:
    """Whether this is a placeholder that nobody filled: it holds no text and nothing else."""
    if placeholder(shape) is None or not shape._element.tag.endswith("}sp"):
        return False
    return not shape._element.xpath(".//a:fld") and not shape.text_frame.text.strip()


def next_id(slide: Any) -> int:
    """A shape id that no shape of the slide has."""
    ids = [int(value) for value in slide.shapes._spTree.xpath("//@id") if str(value).isdigit()]
    return max(ids, default=1) + 1


def find_layout(presentation: Any, name: str, *, argument: str = "layout") -> Any:
    """A layout by name, by number in `list_layouts`, or by the beginning of its name."""
    layouts = [layout for master in presentation.slide_masters for layout in master.slide_layouts]
    wanted = name.strip().casefold()
    for test in (
        lambda number, layout: layout.name.casefold() == wanted,
        lambda number, layout: wanted == str(number),
        lambda number, layout: wanted and layout.name.casefold().startswith(wanted),
    ):
        for number, layout in enumerate(layouts, 1):
            if test(number, layout):
                return layout
    listed = ", ".join(repr(layout.name) for layout in layouts)
    raise ToolError(f"there is no layout {name!r}; there is: {listed}", argument=argument)
