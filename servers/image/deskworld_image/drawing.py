"""Tools that draw and write on pictures."""

from __future__ import annotations

from typing import Annotated, Literal

from deskworld_kit import Arguments, Box, Point, ToolError, World, tool
from pydantic import Field

from deskworld_image.arguments import UNSAID, Byte, Output, Overwrite, Share, Units, counted, within
from deskworld_image.opening import PictureSaved, editing


class Mark(Arguments):
    """One."""

    kind: Literal["text", "line", "arrow", "rectangle", "ellipse", "polygon"]
    points: Annotated[list[Point], counted(1, 1000), Field(description="Two corners; text: left top, or both.")]
    color: str = "red"
    fill: Annotated[str, Field(description="Inside, or behind text.")] = ""
    width: Annotated[float, within(0, 1000), Field(description="Of lines, of text's outline.")] = 3
    text: str = ""
    size: Annotated[int, within(4, 2000)] = 32
    font: Annotated[Literal["sans", "serif", "mono"], UNSAID] = "sans"
    bold: bool = False
    align: Annotated[Literal["left", "center", "right"], UNSAID] = "left"


class LabelledBox(Arguments):
    """One."""

    box: Box
    label: str = ""
    color: str = ""


class Drawn(PictureSaved):
    """A picture that was drawn on."""

    boxes: list[list[int]] = Field(description="Where each thing is, in pixels.")


@tool("edit", core=True, idempotent=False)
def draw_on_image(
    world: World,
    path: str,
    marks: Annotated[list[Mark], counted(1, 500)],
    units: Units = "px",
    output: Output = "",
    overwrite: Overwrite = False,
) -> Drawn:
    """Draw text (wrapped and shrunk into its box), lines, arrows and shapes, in order; sizes in px."""
    from deskworld_image.marking import draw

    with editing(world, path, output, overwrite=overwrite) as canvas:
        boxes = [draw(canvas, mark, units, f"marks[{number}]") for number, mark in enumerate(marks)]
    return Drawn(**canvas.saved, boxes=[list(box) for box in boxes])


@tool("edit", core=True, idempotent=False)
def annotate_boxes(
    world: World,
    path: str,
    boxes: Annotated[list[LabelledBox], counted(1, 500)],
    units: Units = "px",
    output: Output = "",
    overwrite: Overwrite = False,
) -> Drawn:
    """Draw labelled boxes, a colour for each label."""
    from deskworld_image.marking import annotate

    with editing(world, path, output, overwrite=overwrite) as canvas:
        areas = [canvas.area(each.box, units, argument=f"boxes[{n}].box") for n, each in enumerate(boxes)]
        labels = [each.label for each in boxes]
        annotate(canvas, areas, labels, [each.color for each in boxes])
    return Drawn(**canvas.saved, boxes=[list(area) for area in areas])


@tool("edit", idempotent=False)
def fill_region(
    world: World,
    path: str,
    color: str,
    box: Box | None = None,
    start: Point | None = None,
    tolerance: Byte = 12,
    units: Units = "px",
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Fill a box, or from a start point all of like colour, with a colour or transparent."""
    import numpy

    from deskworld_image.compositing import lay
    from deskworld_image.marking import cleared, flooded

    if (box is None) == (start is None):
        raise ToolError("give a box, or a start point to fill from", argument="box")
    with editing(world, path, output, overwrite=overwrite) as canvas:
        if start is None:
            left, top, right, bottom = canvas.area(box, units)
            covers = [(numpy.ones((bottom - top, right - left), numpy.float32), (left, top))] * len(canvas.frames)
        else:
            seed = canvas.point(start, units, argument="start")
            covers = [(flooded(canvas, n, seed, tolerance), (0, 0)) for n in range(len(canvas.frames))]
        values, share = canvas.paint(color)
        if share == 0:
            canvas.add_alpha("" if canvas.has_alpha else "a band of opacity was added")
        for frame, (cover, at) in zip(canvas.frames, covers, strict=True):
            if share == 0:
                cleared(canvas, frame, cover, at)
            else:
                lay(canvas, values, cover * share, at, frames=[frame])
        if start is not None:
            canvas.say(f"{int(covers[0][0].sum())} pixels were filled")
    return PictureSaved(**canvas.saved)


@tool("edit", idempotent=False)
def add_watermark(
    world: World,
    path: str,
    text: str = "",
    picture: str = "",
    position: Literal["tiled", "center", "top_left", "top_right", "bottom_left", "bottom_right"] = "bottom_right",
    opacity: Share = 0.4,
    size: Share = 0.25,
    color: str = "",
    output: Output = "",
    overwrite: Overwrite = False,
) -> Drawn:
    """Mark a picture with text or a logo.

    Args:
        size: Of the width.
    """
    from deskworld_image.marking import stamp, watermark_of

    if bool(text.strip()) == bool(picture):
        raise ToolError("give a text, or a picture", argument="text")
    with editing(world, path, output, overwrite=overwrite) as canvas:
        mark = watermark_of(world, canvas, text, picture, size, color)
        boxes = stamp(canvas, *mark, position, opacity)
    return Drawn(**canvas.saved, boxes=[list(box) for box in boxes[:100]])
