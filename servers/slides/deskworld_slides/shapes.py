"""Shapes: drawn, moved, coloured, linked, copied, deleted."""

from __future__ import annotations

import copy
from typing import Any, Literal

from deskworld_kit import Failure, Saved, ToolError, World, tool
from pydantic import Field

from deskworld_slides.arguments import Fill, OnLayout, Points, Shape, Shapes, Slide, Words
from deskworld_slides.opening import editing
from deskworld_slides.text import ShapeSaved

PRESETS = {
    "rectangle": "rect", "rounded_rectangle": "roundRect", "oval": "ellipse", "triangle": "triangle",
    "diamond": "diamond", "pentagon": "pentagon", "hexagon": "hexagon", "chevron": "chevron",
    "arrow_right": "rightArrow", "arrow_left": "leftArrow", "arrow_up": "upArrow", "arrow_down": "downArrow",
    "arrow_both": "leftRightArrow", "star": "star5", "callout": "wedgeRoundRectCallout", "cloud": "cloud",
    "cylinder": "can", "plus": "mathPlus", "ring": "donut", "line": "line",
    "right_triangle": "rtTriangle", "parallelogram": "parallelogram", "trapezoid": "trapezoid", "octagon": "octagon",
    "heptagon": "heptagon", "heart": "heart", "lightning": "lightningBolt", "sun": "sun", "moon": "moon",
    "smiley": "smileyFace", "no_symbol": "noSmoking", "cube": "cube", "frame": "frame", "gear": "gear6",
    "brace_left": "leftBrace", "brace_right": "rightBrace", "speech": "wedgeRectCallout", "thought": "cloudCallout",
    "arrow_u": "uturnArrow", "arrow_bent": "bentArrow", "process": "flowChartProcess",
    "decision": "flowChartDecision", "terminator": "flowChartTerminator", "data": "flowChartInputOutput",
    "document": "flowChartDocument", "database": "flowChartMagneticDisk",
}  # fmt: skip


class ShapesGone(Saved):
    """Shapes that were deleted."""

    slide: int
    deleted: list[str]
    failures: list[Failure] = Field(default_factory=list)


@tool("add", core=True)
def add_shape(
    world: World,
    path: str,
    slide: Slide,
    form: str,
    left: Points = None,
    top: float | None = None,
    width: float | None = None,
    height: float | None = None,
    text: str = "",
    fill: Fill = "",
    line: str = "none",
    size: float = 16,
) -> ShapeSaved:
    """Draw a shape with text; without a position in free space.

    Args:
        form: rectangle, oval, arrow_right, chevron, line, decision ...
    """
    from deskworld_slides.boxes import crowded, unit_slip, wanted_box
    from deskworld_slides.describing import view_shape
    from deskworld_slides.grounds import inks_on
    from deskworld_slides.paragraphs import lines_of, write_lines
    from deskworld_slides.runs import checked_size
    from deskworld_slides.text import apply_format
    from deskworld_slides.theming import readable_on

    checked_size(size)
    if form not in PRESETS:
        raise ToolError(f"there is no form {form!r}; say one of {', '.join(PRESETS)}", argument="form")
    with editing(world, path) as deck:
        found = deck.slide(slide)
        box = wanted_box(found, deck.page, left, top, width, height, natural=(180, 90))
        inks = inks_on(found, box)
        fill = fill or inks.accent(0)
        if form == "line":
            made: Any = found.shapes.add_connector(1, *_ends(box))
            outline(made, line if line != "none" else fill, 1.5)
        else:
            made = found.shapes.add_shape(1, *box.emu)
            made._element.spPr.find("{*}prstGeom").set("prst", PRESETS[form])
            paint(made, fill=fill, line=line)
            if text:
                write_lines(made.text_frame._txBody, lines_of(text))
                made.text_frame.word_wrap = True
                ink = inks.text if fill in ("none", "transparent") else readable_on(found, fill)
                apply_format(made.text_frame, size=size, color=ink, align="center", anchor="middle")
        made.name = f"{form.replace('_', ' ').title()} {made.shape_id}"
        deck.warnings += unit_slip(left, top, box.width, box.height)
        if left is None and top is None:
            deck.warnings += crowded(found, made)
        view = view_shape(made)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


def _ends(box: Any) -> tuple[int, int, int, int]:
    left, top, width, height = box.emu
    return (left, top, left + width, top + height)


def paint(shape: Any, *, fill: str = "", line: str = "", line_width: float | None = None) -> None:
    """Fill and outline of a shape; what is empty stays."""
    from deskworld_slides.colors import set_fill

    properties = shape._element.find("{*}spPr")
    if properties is None:
        properties = shape._element.find("{*}grpSpPr")
    if fill:
        set_fill(properties, fill)
        if fill not in ("none", "transparent"):  # the style's shadow would come with its fill
            style = shape._element.find("{*}style/{*}effectRef")
            if style is not None:
                style.set("idx", "0")
    if line:
        outline(shape, line, line_width or 1)
    elif line_width:
        shape.line.width = round(line_width * 12700)


def outline(shape: Any, color: str, width: float) -> None:
    """The line of a shape."""
    from deskworld_slides.colors import fill_element

    ln = shape.line._get_or_add_ln()
    for child in [c for c in ln if c.tag.rsplit("}", 1)[-1] in ("noFill", "solidFill", "gradFill", "pattFill")]:
        ln.remove(child)
    ln.insert(0, fill_element(color, argument="line"))
    if color not in ("none", "transparent") and width:
        ln.set("w", str(round(width * 12700)))


@tool("edit", core=True)
def update_shape(
    world: World,
    path: str,
    slide: int,
    shape: Shape,
    left: float | None = None,
    top: float | None = None,
    width: float | None = None,
    height: float | None = None,
    rotation: float | None = None,
    fill: Fill = "",
    line: Fill = "",
    line_width: float | None = None,
    name: str = "",
) -> ShapeSaved:
    """Move, resize, turn, colour or rename a shape. A picture keeps its ratio.

    Args:
        rotation: Degrees.
    """
    from deskworld_slides.boxes import Box, box_of, place, unit_slip
    from deskworld_slides.describing import kind_of, view_shape
    from deskworld_slides.finding import find_shape
    from deskworld_slides.grids import stretch

    with editing(world, path) as deck:
        target: Any = find_shape(deck.slide(slide), shape)
        old = box_of(target)
        for label, value in (("width", width), ("height", height)):
            if value is not None and (value < 0 or (value == 0 and kind_of(target) != "line")):
                raise ToolError(f"{value:g} is no size; give more than 0 points", argument=label)
        if kind_of(target) in ("picture", "media") and old.width and old.height:
            if width is not None and height is None:
                height = old.height * width / old.width
            elif height is not None and width is None:
                width = old.width * height / old.height
        wanted = [old[n] if value is None else value for n, value in enumerate((left, top, width, height))]
        if any(value is not None for value in (left, top, width, height)):
            place(target, Box(*wanted))
            if kind_of(target) == "table":
                stretch(target, wanted[2], wanted[3])
            if width is not None or height is not None:
                deck.warnings += unit_slip(left, top, wanted[2], wanted[3])
        if rotation is not None:
            if not hasattr(target, "rotation"):
                raise ToolError(f"a {kind_of(target)} can't be turned", argument="rotation")
            target.rotation = rotation % 360
        if (fill or line or line_width) and kind_of(target) in ("table", "chart", "diagram", "object", "group"):
            raise ToolError(f"a {kind_of(target)} has no fill or line of its own", argument="fill" if fill else "line")
        if fill and kind_of(target) == "line":
            raise ToolError("a line has no fill; give its colour as `line`", argument="fill")
        paint(target, fill=fill, line=line, line_width=line_width)
        if name:
            target.name = name
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("remove", core=True)
def delete_shapes(
    world: World, path: str, shapes: Shapes, slide: int | None = None, layout: OnLayout = ""
) -> ShapesGone:
    """Delete shapes, with the parts that only they used."""
    from deskworld_slides.everywhere import holder_of, stage_of
    from deskworld_slides.finding import find_shape, some
    from deskworld_slides.parts import drop_shape

    some(shapes, "shapes")
    deleted: list[str] = []
    failures: list[Failure] = []
    with editing(world, path) as deck:
        stage_of(deck, slide, layout)
        found = holder_of(deck, layout) if slide is None else deck.slide(slide)
        targets: dict[int, Any] = {}
        for handle in shapes:
            try:
                target = find_shape(found, handle, argument="shapes")
                targets[target.shape_id] = target
            except ToolError as error:
                failures.append(Failure(item=handle, reason=str(error)))
        if not targets:
            raise ToolError(failures[0].reason)
        for target in targets.values():
            deleted.append(target.name)
            drop_shape(found, target)
    return ShapesGone(**deck.receipt, slide=slide or 0, deleted=deleted, failures=failures)


@tool("add")
def add_connector(
    world: World,
    path: str,
    slide: int,
    start: str,
    end: str,
    style: Literal["straight", "elbow", "curved"] = "straight",
    arrow: Literal["none", "end", "both"] = "end",
) -> ShapeSaved:
    """Connect two shapes with a line glued to both."""
    from deskworld_slides.boxes import box_of
    from deskworld_slides.connecting import connect
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import find_shape
    from deskworld_slides.grounds import inks_on

    with editing(world, path) as deck:
        found = deck.slide(slide)
        first, last = find_shape(found, start, argument="start"), find_shape(found, end, argument="end")
        if first.shape_id == last.shape_id:
            raise ToolError("a connector needs two different shapes", argument="end")
        made = connect(found, first, last, style=style, arrow=arrow)
        outline(made, inks_on(found, box_of(made), below=made).text, 1.5)
        view = view_shape(made)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("add")
def duplicate_shape(
    world: World,
    path: str,
    slide: int,
    shape: str,
    to_slide: int | None = None,
    left: float | None = None,
    top: float | None = None,
) -> ShapeSaved:
    """Copy a shape, on its slide or to another."""
    from deskworld_slides.boxes import Box, box_of, place
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import find_shape, outer
    from deskworld_slides.parts import adopt_shape

    with editing(world, path) as deck:
        source = deck.slide(slide)
        target = deck.slide(to_slide, argument="to_slide") if to_slide else source
        original = find_shape(source, shape)
        old = box_of(original)
        element = copy.deepcopy(outer(original))
        made = adopt_shape(source, target, element)
        shift = 12 if target is source else 0
        place(made, Box(old.left + shift if left is None else left, old.top + shift if top is None else top,
                        old.width, old.height))  # fmt: skip
        deck.touched = {to_slide or slide}
        view = view_shape(made)
    return ShapeSaved(**deck.receipt, slide=to_slide or slide, shape=view)


@tool("edit")
def set_slide_link(
    world: World,
    path: str,
    slide: int,
    shape: str,
    url: str = "",
    to_slide: int | None = None,
    find: Words = "",
) -> ShapeSaved:
    """Link a shape, or words in it, to a web page or a slide; with neither undo it.

    Args:
        url: https:// or mailto:
    """
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import find_shape
    from deskworld_slides.parts import set_link

    if url and to_slide:
        raise ToolError("give a url or a slide, not both", argument="to_slide")
    if url and not url.casefold().startswith(("https://", "http://", "mailto:")):
        raise ToolError(f"{url!r} must start with https://, http:// or mailto:", argument="url")
    with editing(world, path) as deck:
        found = deck.slide(slide)
        goal = deck.slide(to_slide, argument="to_slide") if to_slide else None
        target: Any = find_shape(found, shape)
        set_link(found, target, url=url, goal=goal, find=find)
        deck.touched = {slide}
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)
