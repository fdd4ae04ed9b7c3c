"""Print colours and screen colours: CMYK to RGB and back, by the picture's own profile where it has one.

Without a profile the plain rule holds that Pillow and browsers use: light is what neither the ink nor the black keeps
back. With one, LittleCMS turns them as a press or a viewer would.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any


def to_rgb(inks: Any, profile: bytes = b"") -> Any:
    """8-bit CMYK pixels (height x width x 4) as 8-bit RGB."""
    return _turned(inks, "CMYK", "RGB", profile)


def to_cmyk(pixels: Any, profile: bytes = b"") -> Any:
    """8-bit RGB pixels (height x width x 3) as 8-bit CMYK; without a profile all black goes to the black ink."""
    return _turned(pixels, "RGB", "CMYK", profile)


def _turned(pixels: Any, source: str, target: str, profile: bytes) -> Any:
    import numpy
    from PIL import Image, ImageCms

    height, width, _ = pixels.shape
    image = Image.frombytes(source, (width, height), numpy.ascontiguousarray(pixels).tobytes())
    turn = _transform(profile, source, target) if profile else None
    if turn is not None:
        done = ImageCms.applyTransform(image, turn)
    elif target == "CMYK":
        return _with_black(pixels)
    else:
        done = image.convert(target)
    return numpy.frombuffer(done.tobytes(), numpy.uint8).reshape(height, width, len(target))  # pyright: ignore[reportOptionalMemberAccess]


def _with_black(pixels: Any) -> Any:
    """The inverse of the plain rule. Pillow's own leaves the black ink empty, so that text would be four inks deep."""
    import numpy

    light = pixels.astype(numpy.float32) / 255
    black = 1 - light.max(axis=2, keepdims=True)
    inks = numpy.where(black < 1, (1 - light - black) / numpy.maximum(1 - black, 1e-6), 0)
    return numpy.rint(numpy.concatenate([inks, black], axis=2) * 255).astype(numpy.uint8)


@lru_cache(maxsize=8)
def _transform(profile: bytes, source: str, target: str) -> Any:
    """How a press's profile turns colours; None where the profile is of another kind or broken."""
    from PIL import ImageCms

    try:
        press: Any = ImageCms.ImageCmsProfile(BytesIO(profile))
        screen = ImageCms.createProfile("sRGB")
        if press.profile.xcolor_space.strip() != "CMYK":
            return None
        ends = (press, screen) if source == "CMYK" else (screen, press)
        return ImageCms.buildTransform(*ends, source, target)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None
