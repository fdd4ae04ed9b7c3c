"""Tools that soften, sharpen, clean and hide."""

from __future__ import annotations

from typing import Annotated, Literal

from deskworld_kit import Box, ToolError, World, tool
from pydantic import Field

from deskworld_image.arguments import UNSAID, Boxes, Output, Overwrite, Units, within
from deskworld_image.opening import PictureSaved, editing


@tool("edit", core=True, idempotent=False)
def blur_image(
    world: World,
    path: str,
    radius: Annotated[float, within(0.001, 500)] = 4,
    box: Box | None = None,
    units: Units = "px",
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Blur a picture or a box of it. To hide something use pixelate_region: a blur can be undone."""
    from deskworld_image.filters import blurred

    with editing(world, path, output, overwrite=overwrite) as canvas:
        canvas.soft = True
        canvas.within(canvas.area(box, units), lambda pixels: blurred(pixels, canvas, radius))
    return PictureSaved(**canvas.saved)


@tool("edit", idempotent=False)
def sharpen_image(
    world: World,
    path: str,
    amount: Annotated[float, within(0.001, 10)] = 1,
    radius: Annotated[float, within(0.001, 50)] = 1.5,
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Sharpen edges (unsharp mask)."""
    from deskworld_image.filters import sharpened

    with editing(world, path, output, overwrite=overwrite) as canvas:
        canvas.soft = True
        canvas.within(canvas.area(None), lambda pixels: sharpened(pixels, canvas, amount, radius))
    return PictureSaved(**canvas.saved)


@tool("edit", idempotent=False)
def denoise_image(
    world: World,
    path: str,
    strength: Annotated[int, within(1, 10)] = 4,
    method: Annotated[Literal["grain", "speckles"], UNSAID] = "grain",
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Take noise out of a photo or scan: fine grain, or single wrong dots."""
    from deskworld_image.filters import denoised

    with editing(world, path, output, overwrite=overwrite) as canvas:
        canvas.soft = method == "grain"
        canvas.each(lambda pixels: denoised(pixels, canvas, strength, method))
    return PictureSaved(**canvas.saved)


class Hidden(PictureSaved):
    """A picture in which something was hidden for good."""

    boxes: list[list[int]] = Field(description="In pixels.")
    cells: list[int] = Field(description="Pixels a cell's side, for each box; 0 for solid.")


@tool("edit", core=True)
def pixelate_region(
    world: World,
    path: str,
    boxes: Boxes,
    units: Units = "px",
    style: Annotated[Literal["pixels", "solid"], UNSAID] = "pixels",
    output: Output = "",
    overwrite: Overwrite = False,
) -> Hidden:
    """Hide faces, plates or print beyond recovery, by coarse cells or solid black (surest for text)."""
    from deskworld_image.filters import hidden

    with editing(world, path, output, overwrite=overwrite) as canvas:
        areas = [canvas.area(box, units, argument="boxes") for box in boxes]
        cells: list[int] = []
        for area in areas:
            size = 0 if style == "solid" else max(16, min(area[2] - area[0], area[3] - area[1]) // 4)
            cells.append(size)
            canvas.within(area, lambda pixels, size=size: hidden(pixels, canvas, size))
        canvas.soft = True
        canvas.say("this can't be undone in the file that was written" + (f"; {path} still shows it" if output else ""))
        if b"humbnail" in canvas.stored.xmp:
            canvas.stored.xmp = b""
            canvas.say("the XMP facts held a small copy of the picture and were left out")
        if style == "pixels" and any(area[3] - area[1] < 40 for area in areas):
            canvas.say("low boxes may be lines of print; style solid hides those for sure")
    return Hidden(**canvas.saved, boxes=[list(area) for area in areas], cells=cells)


@tool("edit")
def inpaint_region(
    world: World,
    path: str,
    boxes: Boxes,
    units: Units = "px",
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Remove scratches or small things: their boxes are filled from around."""
    import numpy

    from deskworld_image.filters import inpainted

    with editing(world, path, output, overwrite=overwrite) as canvas:
        areas = [canvas.area(box, units, argument="boxes") for box in boxes]
        mask = numpy.zeros(canvas.size[::-1], numpy.uint8)
        for left, top, right, bottom in areas:
            mask[top:bottom, left:right] = 255
        if mask.all():
            raise ToolError("the boxes cover the whole picture; nothing is left to fill them from", argument="boxes")
        if mask.mean() > 255 * 0.1:
            canvas.say("large areas are filled with a smear; this is for small things")
        canvas.soft = True
        canvas.each(lambda pixels: inpainted(pixels, canvas, mask))
    return PictureSaved(**canvas.saved)
