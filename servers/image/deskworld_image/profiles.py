"""The colours that screens take for granted: turned to sRGB, and said to be so in the file.

A profile that is embedded says it to every program. A PNG has a short way too, a chunk of one byte, which is the only
right one for greys: a profile for colours in a grey PNG is refused by readers.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

from deskworld_kit import ToolError

from deskworld_image.canvas import Canvas, Pixels

_CHUNK = {b"sRGB": b"\0"}  # the intent that suits photos


@cache
def srgb_profile() -> bytes:
    """An sRGB profile, the same bytes on any day."""
    from PIL import ImageCms

    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    made[24:36] = b"\x07\xd0\0\x01\0\x01\0\0\0\0\0\0"  # the day it was made
    return bytes(made)


def to_srgb(canvas: Canvas) -> None:
    """Turn colours from the picture's profile to sRGB, and have the file say that they are."""
    from deskworld_image.inks import to_rgb

    stored = canvas.stored
    if canvas.bands == "CMYK":
        canvas.say(
            f"the inks became RGB by {'their profile' if stored.profile else 'the plain rule: no profile is there'}"
        )
        canvas.each(lambda pixels: to_rgb(pixels, stored.profile))
        canvas.bands = "RGB"
    elif not stored.profile:
        if b"sRGB" not in stored.color_chunks:
            canvas.say("there was no colour profile: the colours were taken for sRGB and stay as they are")
    else:
        _turn(canvas)
    if canvas.colors == 3:
        stored.profile = stored.profile if is_srgb(stored.profile) else srgb_profile()
        stored.color_chunks = {}
    else:
        stored.profile, stored.color_chunks = b"", dict(_CHUNK)
        if canvas.kind != "PNG":
            canvas.say(f"a grey {canvas.kind} can't say sRGB, which is what programs take it for")


def is_srgb(profile: bytes) -> bool:
    """Whether a profile is one of the many that are sRGB."""
    from deskworld_image.facts import profile_name

    return "sRGB" in profile_name(profile)


def _turn(canvas: Canvas) -> None:
    """Colours or greys from their profile to sRGB."""
    import numpy
    from PIL import Image, ImageCms

    mode = "L" if canvas.colors == 1 else "RGB"
    try:
        source: Any = ImageCms.ImageCmsProfile(BytesIO(canvas.stored.profile))
        space = source.profile.xcolor_space.strip()
        if is_srgb(canvas.stored.profile) and space == mode:
            canvas.say("the colours were sRGB already")
            return
        if space != {"L": "GRAY", "RGB": "RGB"}[mode]:
            canvas.say(f"the profile is for {space}, not for this picture: the colours were left as they are")
            return
        turn = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        canvas.say("the colour profile is damaged: the colours were left as they are")
        return
    if canvas.depth != 8:
        raise ToolError("colours are turned in 8 bits; convert_image with depth 8 first", argument="path")

    def turned(pixels: Pixels) -> Pixels:
        colors = pixels[..., 0] if mode == "L" else pixels[..., :3]
        made = numpy.asarray(ImageCms.applyTransform(Image.fromarray(numpy.ascontiguousarray(colors)), turn))
        return numpy.concatenate([made[..., : canvas.colors], pixels[..., canvas.colors :]], axis=2)

    canvas.each(turned)
