"""Back to a palette: exactly where the colours allow, else the nearest that so many colours can come.

A picture that came with a palette keeps it, in its order, with new colours put at its end; only where a change made
more colours than 256 is another one sought.
"""

from __future__ import annotations

from typing import Any

_SAMPLE = 60_000  # pixels

Rgba = tuple[int, int, int, int]


def exact(image: Any, preferred: list[Rgba]) -> Any:
    """An RGB or RGBA image with a palette and every colour as it is; None where it has more than 256."""
    import numpy

    if image.getcolors(256) is None:
        return None
    packed = _packed(image)
    used, places = numpy.unique(packed, return_inverse=True)
    wanted = [_said(int(color)) for color in used]
    palette = list(dict.fromkeys(preferred[:256]))
    missing = [color for color in wanted if color not in palette]
    if len(palette) + len(missing) > 256:
        palette = [color for color in palette if color in set(wanted)]
    palette += missing
    index = {color: n for n, color in enumerate(palette)}
    table = numpy.array([index[color] for color in wanted], numpy.uint8)
    return _with_palette(table[places].reshape(image.height, image.width), palette)


def reduced(image: Any, colors: int, *, dither: bool = False, binary: bool = False) -> Any:
    """An RGB or RGBA image in so many colours (2 to 256).

    Args:
        image: What to reduce.
        colors: Colours at most, the see-through one counted.
        dither: Mix dots of two colours where one is missing.
        binary: Whether a pixel is either opaque or not there at all, as in GIF.
    """
    import numpy
    from PIL import Image

    clear = image.mode == "RGBA" and image.getchannel("A").getextrema()[0] < 255
    if clear and not binary:
        made = image.quantize(colors, Image.Quantize.FASTOCTREE)
        return _with_palette(numpy.asarray(made), _rgba_palette(made))
    count = colors - 1 if clear else colors
    plain = image.convert("RGB")
    if clear:  # what is not seen takes no colours
        seen = numpy.asarray(image)[..., 3] > 127
        plain = _covered(plain, seen)
    chosen = _sample(plain).quantize(count, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    made = plain.quantize(palette=chosen, dither=Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE)
    palette = _rgba_palette(made)
    places = numpy.asarray(made)
    if clear:
        palette.append((0, 0, 0, 0))
        places = numpy.where(seen, places, len(palette) - 1).astype(numpy.uint8)  # pyright: ignore[reportPossiblyUnboundVariable]
    return _with_palette(places, palette)


def _sample(plain: Any) -> Any:
    """As many pixels as are needed to choose colours by: all of them would take a minute in a photo."""
    from PIL import Image

    step = (plain.width * plain.height / _SAMPLE) ** 0.5
    if step <= 1:
        return plain
    size = (max(1, round(plain.width / step)), max(1, round(plain.height / step)))
    return plain.resize(size, Image.Resampling.NEAREST)


def error_of(made: Any, image: Any) -> float:
    """The mean difference of a channel, of 255, between an image and its palette version."""
    from PIL import ImageChops, ImageStat

    mode = image.mode
    return max(ImageStat.Stat(ImageChops.difference(made.convert(mode), image)).mean)


def _rgba_palette(made: Any) -> list[Rgba]:
    flat = made.getpalette("RGBA") or []
    used = 1 + max(index for _, index in made.getcolors(256))
    return [tuple(flat[n : n + 4]) for n in range(0, 4 * used, 4)]


def _covered(plain: Any, seen: Any) -> Any:
    """The picture with what is not seen filled by a colour that is."""
    import numpy
    from PIL import Image

    pixels = numpy.asarray(plain).copy()
    pixels[~seen] = pixels[seen][0] if seen.any() else 0
    return Image.fromarray(pixels)


def _packed(image: Any) -> Any:
    """Every pixel as one number, all that is wholly see-through as the same one."""
    import numpy

    parts = numpy.frombuffer(image.convert("RGBA").tobytes(), numpy.uint8).reshape(-1, 4).astype(numpy.uint32)
    return parts[:, 0] << 24 | parts[:, 1] << 16 | parts[:, 2] << 8 | parts[:, 3]


def _said(packed: int) -> Rgba:
    return (packed >> 24, packed >> 16 & 255, packed >> 8 & 255, packed & 255)


def _with_palette(places: Any, palette: list[Rgba]) -> Any:
    from PIL import Image

    height, width = places.shape
    made = Image.frombytes("P", (width, height), places.tobytes())
    opacity = bytes(color[3] for color in palette)
    made.putpalette([value for color in palette for value in color[:3]])
    if min(opacity) < 255:
        if set(opacity) == {0, 255} and opacity.count(0) == 1:
            made.info["transparency"] = opacity.index(0)
        else:
            made.info["transparency"] = opacity
    return made
