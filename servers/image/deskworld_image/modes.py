"""A canvas in other bands, or in the colours that screens take for granted."""

from __future__ import annotations

from io import BytesIO

from deskworld_kit import ToolError

from deskworld_image.canvas import Canvas, Pixels


def to_mode(canvas: Canvas, mode: str, background: str) -> None:
    """Bring a canvas to rgb, rgba, grey or cmyk."""
    from deskworld_image.inks import to_cmyk
    from deskworld_image.tones import to_grey

    canvas.free_mode = True
    if mode in ("rgb", "cmyk") and canvas.has_alpha:
        values, _ = canvas.paint(background, argument="background")
        canvas.flatten(values, f"transparency was put on {background}")
    if mode == "grey":
        to_grey(canvas)
    elif mode in ("rgb", "rgba"):
        canvas.to_rgb()
        if mode == "rgba":
            canvas.add_alpha()
    elif canvas.bands != "CMYK":
        canvas.to_rgb()
        if canvas.depth != 8:
            canvas.say("inks are held in 8 bits")
            canvas.to_depth(8)
        canvas.each(lambda pixels: to_cmyk(pixels))
        canvas.bands = "CMYK"
        if canvas.stored.profile:
            canvas.stored.profile = b""
            canvas.say("the colour profile was left out: it is for screen colours; no press profile was put in")


def to_srgb(canvas: Canvas) -> None:
    """Turn colours from the picture's profile to sRGB, so that programs that ignore profiles show them right."""
    import numpy
    from PIL import Image, ImageCms

    from deskworld_image.inks import to_rgb

    profile = canvas.stored.profile
    if not profile:
        canvas.say("there is no colour profile: the colours were taken for sRGB as they are")
        return
    if canvas.bands == "CMYK":
        canvas.each(lambda pixels: to_rgb(pixels, profile))
        canvas.bands, canvas.stored.profile = "RGB", b""
        return
    if canvas.colors == 1:
        canvas.say("a grey picture has no colours to turn to sRGB")
        return
    try:
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        if "sRGB" in ImageCms.getProfileDescription(source):
            canvas.say("the colours are sRGB already")
            return
        turn = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), "RGB", "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        canvas.say("the colour profile is damaged: the colours were left as they are")
        return

    if canvas.depth != 8:
        raise ToolError("colours are turned in 8 bits; convert_image with depth 8 first", argument="path")

    def turned(pixels: Pixels) -> Pixels:
        image = Image.fromarray(numpy.ascontiguousarray(pixels[..., :3]))
        made = numpy.asarray(ImageCms.applyTransform(image, turn))
        return numpy.concatenate([made, pixels[..., 3:]], axis=2)

    canvas.each(turned)
    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    made[24:36] = b"\x07\xd0\0\x01\0\x01\0\0\0\0\0\0"  # the day it was made: the same calls give the same bytes
    canvas.stored.profile = bytes(made)
