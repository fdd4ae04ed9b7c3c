"""Tools that cut a thing out of its picture: by a shape, by another picture, or from its background."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from deskworld_kit import Box, ToolError, World, tool
from pydantic import Field

from deskworld_image.arguments import UNSAID, Byte, Feather, Output, Overwrite, Units, within
from deskworld_image.opening import PictureSaved, editing, reading


@tool("edit")
def mask_image(
    world: World,
    path: str,
    shape: Annotated[Literal["circle", "ellipse", "rounded", "rectangle", "picture"], UNSAID] = "circle",
    box: Box | None = None,
    units: Units = "px",
    radius: Annotated[int, within(0, 10000)] = 40,
    mask: str = "",
    feather: Feather = 0,
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Make all outside of a shape transparent.

    Args:
        radius: Of rounded corners.
        mask: A picture: white shows.
        feather: Pixels of soft edge.
    """
    from deskworld_image.masks import feathered, mask_of, shape_mask, show_only

    if (shape == "picture") != bool(mask):
        raise ToolError("shape picture takes a mask, the others none", argument="mask")
    with editing(world, path, output, overwrite=overwrite) as canvas:
        area = canvas.area(box, units)
        if mask:
            with reading(world, mask, argument="mask", first_only=True) as other:
                cover = mask_of(canvas, other, area)
        else:
            cover = shape_mask(canvas.size, area, shape, radius)
        show_only(canvas, feathered(cover, feather))
    return PictureSaved(**canvas.saved)


class CutOut(PictureSaved):
    """A thing without its background."""

    kept: float = Field(description="Share of the picture that is left.")
    confidence: float = Field(description="0 to 1, by how well the edge follows the picture; look below 0.6.")
    box: list[int] = Field(description="Around what is left, in pixels.")
    method: str


@tool("edit")
def remove_background(
    world: World,
    path: str,
    method: Annotated[Literal["auto", "color", "object"], UNSAID] = "auto",
    box: Box | None = None,
    units: Units = "px",
    tolerance: Byte = 24,
    output: Output = "",
    overwrite: Overwrite = False,
) -> CutOut:
    """Cut a thing out of its background, an even one by color, others as an object (GrabCut).

    Args:
        box: Around the thing.
        tolerance: For color.
    """
    from deskworld_image.masks import even_ground, foreground, show_only

    with editing(world, path, output, overwrite=overwrite) as canvas:
        if len(canvas.frames) > 1:
            raise ToolError("this works on single pictures; split_frames first", argument="path")
        area = canvas.area(box, units)
        if method == "auto":
            method = "color" if box is None and even_ground(canvas, tolerance) else "object"
        cover, confidence = foreground(canvas, method, area, tolerance, boxed=box is not None)
        kept = float(cover.mean())
        if not 0.002 < kept < 0.998:
            raise ToolError(
                "nothing stands out from its background" + ("" if box else "; give a box around the thing"),
                argument="method",
            )
        show_only(canvas, cover)
        left = _box_of(cover)
        if confidence < 0.6:
            canvas.say("the edge is uncertain: look at the result, or give a closer box")
    return CutOut(**canvas.saved, kept=round(kept, 4), confidence=round(confidence, 3), box=list(left), method=method)


def _box_of(cover: Any) -> tuple[int, int, int, int]:
    import numpy

    rows, columns = numpy.flatnonzero((cover > 0.05).any(axis=1)), numpy.flatnonzero((cover > 0.05).any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
