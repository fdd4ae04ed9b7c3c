"""How a person points at things: a slide by its number, a shape by its id, its name or what it is ("title").

Shapes inside groups are found like any other. What is not found is answered with what is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from deskworld_kit import ToolError

from deskworld_slides.objects import Shape, Slide

ROLES = {
    "title": "title", "ctrTitle": "title", "subTitle": "subtitle", "body": "body", "obj": "content", "pic": "picture",
    "chart": "chart", "tbl": "table", "media": "media", "clipArt": "picture", "dgm": "diagram", "dt": "date",
    "ftr": "footer", "sldNum": "slide number", "hdr": "header", "sldImg": "slide image",
}  # fmt: skip
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_DRAWN = {f"{_P}{name}" for name in ("sp", "pic", "graphicFrame", "grpSp", "cxnSp")}
_GROUP = f"{_P}grpSp"
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
    """All shapes of a slide, layout or group, those inside groups too, back to front.

    What a newer PowerPoint drew (a 3D model, a formula) stands between alternatives, the best first, a picture of it
    last; it counts as one shape, the first alternative that is a shape at all.
    """
    for shape in top_shapes(parent):
        yield shape
        if shape._element.tag == _GROUP:
            yield from every_shape(shape)


def top_shapes(parent: Any) -> Iterator[Shape]:
    """The shapes that stand directly on a slide, on a layout or in a group.

    Iterating over `parent.shapes` fails at what python-pptx has no class for, like bare ink.
    """
    shapes = parent.shapes
    return (shapes._shape_factory(element) for element in _drawn(shapes._element))


def every_element(tree: Any) -> Iterator[Any]:
    """The elements of `every_shape`, for who needs nothing but what they say: a fifth of the time."""
    for element in _drawn(tree):
        yield element
        if element.tag == _GROUP:
            yield from every_element(element)


def label_of(element: Any) -> tuple[int, str]:
    """The id and the name of a shape's element; 0 and none where it says none."""
    about = next(element[0].iterchildren(f"{_P}cNvPr"), None)
    return (0, "") if about is None else (int(about.get("id", "0")), about.get("name", ""))


def _drawn(tree: Any) -> Iterator[Any]:
    for child in tree:
        if child.tag in _DRAWN:
            yield child
        elif _is_alternatives(child):
            inner = next((one for one in child.iterchildren() for one in one if one.tag in _DRAWN), None)
            if inner is not None:
                yield inner


def _is_alternatives(element: Any) -> bool:
    return isinstance(element.tag, str) and element.tag.endswith("}AlternateContent")


def outer(shape: Shape) -> Any:
    """The element that stands in the slide's or the group's list for a shape: itself, or what holds alternatives."""
    holder = shape._element.getparent().getparent()
    return holder if holder is not None and _is_alternatives(holder) else shape._element


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


def find_only(slide: Slide, handle: str, kind: Literal["table", "chart"]) -> Any:
    """A shape that is a table or a chart; with no handle, the slide's only one."""
    found = [shape for shape in every_shape(slide) if getattr(shape, f"has_{kind}", False)]
    if not handle:
        if len(found) == 1:
            return found[0]
        listed = ", ".join(f"{shape.shape_id} {shape.name!r}" for shape in found) or "none"
        raise ToolError(f"say which {kind}; this slide has: {listed}", argument="shape")
    shape = find_shape(slide, handle)
    if not getattr(shape, f"has_{kind}", False):
        raise ToolError(f"{shape.name!r} is not a {kind}", argument="shape")
    return shape


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
    element = shape._element
    about = element[0].find(f"{_P}nvPr") if len(element) else None
    return None if about is None else about.find(f"{_P}ph")


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
    if next(shape._element.iter(f"{_A}fld"), None) is not None:
        return False
    return not any(text.text and text.text.strip() for text in shape._element.iter(f"{_A}t"))


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
