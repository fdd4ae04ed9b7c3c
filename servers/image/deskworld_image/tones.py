"""The arithmetic of tones: on values between 0 and 1, of one band (grey) or three (red, green, blue)."""

from __future__ import annotations

from typing import Any

from deskworld_image.canvas import Area, Canvas

_LUMA = (0.299, 0.587, 0.114)
"""Rec. 601 weights, which JPEG and Pillow use too."""


def stretch(canvas: Canvas, area: Area) -> tuple[float, float]:
    """The lightness that all but half a percent at each end lie between, 0 to 1."""
    import numpy

    from deskworld_image.showing import grey

    low, high = (float(each) / 255 for each in numpy.percentile(grey(canvas, 0, area), [0.5, 99.5]))
    return (low, high) if high - low > 0.02 else (0.0, 1.0)


def adjusted(
    values: Any,
    stretched: tuple[float, float],
    *,
    brightness: float,
    contrast: float,
    saturation: float,
    warmth: float,
    gamma: float,
    hue: float,
) -> Any:
    """Values with all changes made, in the order in which they are named; each is -1 to 1, 0 changes nothing."""
    import numpy

    low, high = stretched
    if (low, high) != (0.0, 1.0):
        values = numpy.clip((values - low) / (high - low), 0, 1)
    if brightness:
        values = values * (1 + brightness) if brightness < 0 else values + (1 - values) * brightness * 0.6
    if contrast:
        factor = 1 + contrast if contrast < 0 else 1 / max(0.02, 1 - contrast * 0.9)
        values = (values - 0.5) * factor + 0.5
    values = numpy.clip(values, 0, 1)
    if gamma != 1:
        values = values ** (1 / gamma)
    if values.shape[2] < 3:
        return values
    if warmth:
        values = values * numpy.array([1 + 0.2 * warmth, 1, 1 - 0.2 * warmth], numpy.float32)
    if hue:
        values = numpy.clip(_turned(values, hue), 0, 1)
    if saturation:
        grey = (values * numpy.array(_LUMA, numpy.float32)).sum(axis=2, keepdims=True)
        values = grey + (values - grey) * (1 + saturation)
    return numpy.clip(values, 0, 1)


def _turned(values: Any, degrees: float) -> Any:
    """Colours turned about the grey axis, lightness kept (the matrix that SVG's hueRotate uses)."""
    import numpy

    cosine, sine = numpy.cos(numpy.radians(degrees)), numpy.sin(numpy.radians(degrees))
    red, green, blue = 0.213, 0.715, 0.072
    matrix = numpy.array([
        [red + cosine * (1 - red) - sine * red, green - cosine * green - sine * green,
         blue - cosine * blue + sine * (1 - blue)],
        [red - cosine * red + sine * 0.143, green + cosine * (1 - green) + sine * 0.140,
         blue - cosine * blue - sine * 0.283],
        [red - cosine * red - sine * (1 - red), green - cosine * green + sine * green,
         blue + cosine * (1 - blue) + sine * blue],
    ], numpy.float32)  # fmt: skip
    return values @ matrix.T


def to_grey(canvas: Canvas) -> None:
    """Turn colours to grey; the profile, which was for colours, is dropped."""
    import numpy

    if canvas.colors == 1:
        return
    if canvas.bands == "CMYK":
        canvas.to_rgb()

    if canvas.depth == 8:
        for frame in canvas.frames:
            frame.become(frame.image(canvas.bands).convert("LA" if canvas.has_alpha else "L"))
        _grey_now(canvas)
        return

    def grey(pixels: Any) -> Any:
        light = pixels[..., :3].astype(numpy.float32) @ numpy.array(_LUMA, numpy.float32)
        made = numpy.rint(light).astype(pixels.dtype)[..., None]
        return numpy.concatenate([made, pixels[..., 3:]], axis=2)

    canvas.each(grey)
    _grey_now(canvas)


def _grey_now(canvas: Canvas) -> None:
    canvas.bands = "LA" if canvas.has_alpha else "L"
    if canvas.stored.profile:
        canvas.stored.profile = b""
        canvas.say("the colour profile was left out: it is for colours")
