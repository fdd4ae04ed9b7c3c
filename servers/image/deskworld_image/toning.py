"""Tools for a picture's tones and colours."""

from __future__ import annotations

from typing import Annotated, Any

from deskworld_kit import Box, ToolError, World, rgba, tool

from deskworld_image.arguments import UNSAID, Byte, Output, Overwrite, Percent, Units, within
from deskworld_image.opening import PictureSaved, editing


@tool("edit", core=True, idempotent=False)
def adjust_image(
    world: World,
    path: str,
    brightness: Percent = 0,
    contrast: Percent = 0,
    saturation: Percent = 0,
    warmth: Percent = 0,
    gamma: Annotated[float, within(0.001, 10)] = 1,
    hue: Annotated[float, within(-180, 180), UNSAID] = 0,
    auto: bool = False,
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Change light and colour: all -100 to 100, but gamma (over 1 lightens) and hue (degrees).

    Args:
        auto: Stretch tones to the full range first.
    """
    from deskworld_image.tones import adjusted, stretch

    if not auto and (brightness, contrast, saturation, warmth, gamma, hue) == (0, 0, 0, 0, 1, 0):
        raise ToolError("nothing is asked for; give brightness, contrast, ... or auto", argument="brightness")
    with editing(world, path, output, overwrite=overwrite) as canvas:
        canvas.soft = True
        area = canvas.area(None)
        factors = {"brightness": brightness, "contrast": contrast, "saturation": saturation, "warmth": warmth}
        for name, value in factors.items():
            if 0 < value <= 2:
                canvas.say(
                    f"{name} {value:g} is {value:g} on a scale of -100 to 100 and hardly shows; "
                    f"for {value:g} times as much say {round(100 * (value - 1))}"
                )
        if canvas.colors == 1 and (saturation or warmth or hue):
            canvas.say("a grey picture has no saturation, warmth or hue to change")
        stretched = stretch(canvas, area) if auto else (0.0, 1.0)

        def change(values: Any) -> Any:
            return adjusted(
                values, stretched, brightness=brightness / 100, contrast=contrast / 100, saturation=saturation / 100,
                warmth=warmth / 100, gamma=gamma, hue=hue,
            )  # fmt: skip

        canvas.tint(area, change, by_value=not saturation and not hue)
    return PictureSaved(**canvas.saved)


@tool("edit", core=True)
def to_grayscale(world: World, path: str, output: Output = "", overwrite: Overwrite = False) -> PictureSaved:
    """Make a picture grey; bits and transparency stay."""
    from deskworld_image.tones import to_grey

    with editing(world, path, output, overwrite=overwrite) as canvas:
        canvas.free_mode = canvas.stored.mode != "1"
        to_grey(canvas)
    return PictureSaved(**canvas.saved)


@tool("edit")
def threshold_image(
    world: World,
    path: str,
    level: Annotated[int, within(-1, 255)] = -1,
    adaptive: bool = False,
    alpha: bool = False,
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Make a picture black and white, one bit a pixel.

    Args:
        level: Lighter is white; -1 finds it.
        adaptive: For uneven light.
        alpha: Make opacity all or none instead, as for sprites.
    """
    from deskworld_image.modes import harden, to_black_and_white

    if alpha and adaptive:
        raise ToolError("opacity has one level all over; leave adaptive out", argument="adaptive")
    with editing(world, path, output, overwrite=overwrite) as canvas:
        if alpha:
            harden(canvas, 127 if level < 0 else level)
        else:
            to_black_and_white(canvas, level, adaptive=adaptive)
    return PictureSaved(**canvas.saved)


@tool("edit", idempotent=False)
def invert_image(world: World, path: str, output: Output = "", overwrite: Overwrite = False) -> PictureSaved:
    """Turn light to dark and colours to their opposites; transparency stays."""
    with editing(world, path, output, overwrite=overwrite) as canvas:
        canvas.tint(canvas.area(None), lambda values: 1 - values, by_value=True)
    return PictureSaved(**canvas.saved)


@tool("edit")
def quantize_image(
    world: World,
    path: str,
    colors: Annotated[int, within(2, 256)] = 16,
    dither: bool = False,
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Reduce a picture to a few colours, as a palette where the format has one."""
    import numpy

    from deskworld_image.palettes import reduced

    with editing(world, path, output, overwrite=overwrite) as canvas:
        if canvas.depth != 8:
            canvas.say("a palette holds 8 bits a channel: the picture became 8-bit")
            canvas.to_depth(8)
        canvas.to_rgb("")
        for frame in canvas.frames:
            made = reduced(frame.image(canvas.bands), colors, dither=dither)
            frame.pixels = numpy.asarray(made.convert(canvas.bands))
        canvas.stored.mode, canvas.stored.palette, canvas.stored.key = "P", [], None
        canvas.free_mode = False
    return PictureSaved(**canvas.saved)


@tool("edit")
def replace_color(
    world: World,
    path: str,
    color: str,
    new_color: str,
    tolerance: Byte = 24,
    box: Box | None = None,
    units: Units = "px",
    output: Output = "",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Exchange a colour and those near it for another, or for transparent."""
    import numpy

    from deskworld_image.compositing import over
    from deskworld_image.showing import eight_bits

    wanted = rgba(color)
    new = rgba(new_color, argument="new_color")
    with editing(world, path, output, overwrite=overwrite) as canvas:
        left, top, right, bottom = area = canvas.area(box, units)
        covers: list[Any] = []
        for number in range(len(canvas.frames)):
            seen = eight_bits(canvas, number, area).astype(numpy.int16)
            colors = seen[..., : 3 if seen.shape[2] > 2 else 1]
            off = numpy.abs(colors - numpy.array(wanted[: colors.shape[2]], numpy.int16)).max(axis=2)
            if colors.shape[2] == 1:
                off = numpy.maximum(off, max(wanted[:3]) - min(wanted[:3]))
            soft = max(1.0, tolerance / 4)
            cover = numpy.clip((tolerance + soft - off) / soft, 0, 1) if tolerance else (off == 0).astype("f4")
            if canvas.has_alpha:
                cover = numpy.where(seen[..., -1] > 0, cover, 0)
            covers.append(cover.astype(numpy.float32)[..., None])
        changed = sum(int((cover > 0.5).sum()) for cover in covers)
        if not changed:
            raise ToolError(
                f"no pixel is within {tolerance} of {color}; get_image_colors says what is there", argument="color"
            )
        if new[3] < 255:
            canvas.add_alpha("a band of opacity was added" if not canvas.has_alpha else "")
        values, share = canvas.paint(new_color, argument="new_color")
        for frame, cover in zip(canvas.frames, covers, strict=True):
            pixels = frame.pixels.copy()
            part = pixels[top:bottom, left:right]
            if share < 1:
                opacity = part[..., canvas.colors :].astype(numpy.float32)
                part[..., canvas.colors :] = numpy.rint(opacity * (1 - cover * (1 - share)))
            if share > 0:
                solid = over(part, numpy.array(values, numpy.float32), cover, canvas)
                part[..., : canvas.colors] = solid[..., : canvas.colors]
            frame.pixels = pixels
        canvas.say(f"{changed} pixels were changed")
    return PictureSaved(**canvas.saved)
