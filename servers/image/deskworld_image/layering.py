"""Tools that put pictures together."""

from __future__ import annotations

from typing import Annotated, Literal

from deskworld_kit import Point, ToolError, World, tool
from pydantic import Field

from deskworld_image.arguments import UNSAID, Feather, Output, Overwrite, Share, Side, Units, counted, within
from deskworld_image.blending import Blend
from deskworld_image.drawing import Drawn
from deskworld_image.opening import PictureSaved, editing, reading

Place = Literal["center", "top_left", "top_right", "bottom_left", "bottom_right"]


@tool("edit", core=True, idempotent=False)
def overlay_image(
    world: World,
    path: str,
    overlay: str,
    position: Annotated[Place, UNSAID] = "center",
    at: Point | None = None,
    units: Units = "px",
    width: Side = 0,
    opacity: Share = 1,
    blend: Annotated[Blend, UNSAID] = "normal",
    mask: str = "",
    feather: Feather = 0,
    output: Output = "",
    overwrite: Overwrite = False,
) -> Drawn:
    """Put a picture on another, its transparency kept.

    Args:
        at: Its left top, not position.
        width: Resize it first.
        mask: A picture: white shows.
        feather: Pixels of soft edge.
    """
    from deskworld_image.blending import OF_COLORS
    from deskworld_image.compositing import lay, paint_of
    from deskworld_image.geometry import scale
    from deskworld_image.masks import feathered, mask_of

    with (
        editing(world, path, output, overwrite=overwrite) as canvas,
        reading(world, overlay, argument="overlay", first_only=True) as top,
    ):
        if width:
            scale(top, width, max(1, round(top.size[1] * width / top.size[0])))
        columns, rows = top.size
        if at is not None:
            x, y = canvas.point(at, units, argument="at")
        else:
            x = _along(position, "left", "right", canvas.size[0], columns)
            y = _along(position, "top", "bottom", canvas.size[1], rows)
        if x < 0 or y < 0 or x + columns > canvas.size[0] or y + rows > canvas.size[1]:
            canvas.say(f"parts of the {columns} x {rows} px overlay lie outside and were cut off")
        if blend in OF_COLORS and canvas.colors == 1:
            raise ToolError(f"blend {blend} is for RGB; convert_image with mode rgb first", argument="blend")
        paint, cover = paint_of(canvas, top)
        if mask:
            with reading(world, mask, argument="mask", first_only=True) as other:
                cover = cover * mask_of(top, other, (0, 0, *top.size))
                for each in top.warnings:
                    canvas.say(each)
        lay(canvas, paint, feathered(cover, feather) * opacity, (x, y), blend=blend)
        box = [max(0, x), max(0, y), min(canvas.size[0], x + columns), min(canvas.size[1], y + rows)]
    return Drawn(**canvas.saved, boxes=[box])


def _along(position: str, first: str, last: str, whole: int, part: int) -> int:
    if first in position.split("_"):
        return 0
    return whole - part if last in position.split("_") else (whole - part) // 2


class Montage(PictureSaved):
    """Several pictures on one."""

    boxes: list[list[int]] = Field(description="Where each is, in order.")
    scales: list[float] = Field(description="Shown size / true size of each.")


@tool("add", core=True, idempotent=True)
def make_montage(
    world: World,
    paths: Annotated[list[str], counted(1, 400)],
    output: str,
    columns: Annotated[int, within(0, 100), UNSAID] = 0,
    width: Annotated[int, within(8, 8000)] = 400,
    gap: Annotated[int, within(0, 1000)] = 12,
    labels: list[str] | None = None,
    background: str = "white",
    overwrite: Overwrite = False,
) -> Montage:
    """Arrange pictures in a labelled grid on a new one: before and after, contact sheet.

    Args:
        width: Of each.
    """
    from deskworld_image.mounting import mount
    from deskworld_image.opening import save, target_of

    if labels is not None and len(labels) != len(paths):
        raise ToolError(f"give a label for each of the {len(paths)} pictures, or none", argument="labels")
    target = target_of(world, output, overwrite=overwrite)
    canvas, boxes, scales = mount(world, paths, columns, width, gap=gap, labels=labels, ground=background)
    save(world, canvas, target)
    return Montage(**canvas.saved, boxes=[list(box) for box in boxes], scales=scales)
