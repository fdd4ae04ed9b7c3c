"""A canvas as a model or a person sees it: 8-bit RGB, what is see-through on a chequered ground."""

from __future__ import annotations

from typing import Any

from deskworld_image.canvas import Area, Canvas

_CHEQUER = 16  # pixels


def shown(canvas: Canvas, frame: int = 0, area: Area | None = None) -> Any:
    """A Pillow image in RGB of a frame, or of an area of it."""
    from PIL import Image

    pixels = eight_bits(canvas, frame, area)
    if canvas.colors == 1:
        import numpy

        pixels = numpy.concatenate([pixels[..., :1]] * 3 + [pixels[..., 1:]], axis=2)
    if not canvas.has_alpha:
        return Image.fromarray(pixels)
    return on_chequers(Image.fromarray(pixels))


def eight_bits(canvas: Canvas, frame: int = 0, area: Area | None = None) -> Any:
    """The pixels of a frame in 8 bits, inks as RGB; 1 to 4 bands."""
    import numpy

    from deskworld_image.inks import to_rgb

    left, top, right, bottom = area or (0, 0, *canvas.frames[frame].size)
    pixels = canvas.frames[frame].pixels[top:bottom, left:right]
    if canvas.bands == "CMYK":
        return to_rgb(pixels, canvas.stored.profile)
    if canvas.depth == 16:
        return (pixels >> 8).astype(numpy.uint8)
    if canvas.depth == 32:
        low, high = float(numpy.nanmin(pixels)), float(numpy.nanmax(pixels))
        step = 255 / (high - low) if high > low else 0.0
        return ((numpy.nan_to_num(pixels, nan=low) - low) * step).astype(numpy.uint8)
    return numpy.ascontiguousarray(pixels)


def grey(canvas: Canvas, frame: int = 0, area: Area | None = None) -> Any:
    """The lightness of a frame, height x width, 8 bits; what is see-through on white."""
    import numpy

    return numpy.asarray(flat(canvas, frame, area).convert("L"))


def flat(canvas: Canvas, frame: int = 0, area: Area | None = None) -> Any:
    """A Pillow image in RGB, what is see-through on white."""
    from PIL import Image

    if not canvas.has_alpha:
        return shown(canvas, frame, area)
    pixels = Image.fromarray(eight_bits(canvas, frame, area)).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", pixels.size, "white"), pixels).convert("RGB")


def on_chequers(image: Any) -> Any:
    """An RGBA image on light chequers, so that neither white nor black things vanish."""
    import numpy
    from PIL import Image

    width, height = image.size
    across = numpy.arange(width) // _CHEQUER
    down = numpy.arange(height) // _CHEQUER
    ground = numpy.where((across[None] + down[:, None]) % 2, 226, 255).astype(numpy.uint8)
    ground = Image.fromarray(ground).convert("RGBA")
    return Image.alpha_composite(ground, image).convert("RGB")
