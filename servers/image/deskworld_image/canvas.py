"""An open picture while it is edited: upright pixels in plain bands, whatever the file made of them.

A file may hold a palette, one bit, sixteen bits, inks, a camera's turn or forty frames. Tools see none of that: they
see frames of `height x width x bands` in one of five sets of bands (L, LA, RGB, RGBA, CMYK; always in that order, so
that red is never blue) and 8, 16 or 32 bits. How it was stored is kept beside the pixels, and `encoding.py` brings the
result back to it. What a picture can't hold any more is widened here and said.

Pixels are never changed in place: a change gives new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from deskworld_kit import ToolError, Units, pixel_box, pixel_point, rgba

Bands = Literal["L", "LA", "RGB", "RGBA", "CMYK"]
Pixels: TypeAlias = Any
"""A numpy array of height x width x bands: uint8, uint16, or float64 for files with 32-bit numbers."""
Area = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels, the last two just outside."""

Chunks: TypeAlias = dict[bytes, bytes]

_ROWS = 512
PEAK = {8: 255, 16: 65535}


@dataclass
class Stored:
    """How the file held the picture, as far as writing it again needs to know."""

    format: str
    """As Pillow names it: PNG, JPEG, GIF, WEBP, TIFF, BMP, ICO, PPM."""
    mode: str
    """Pillow's mode, or with ';16' for sixteen bits."""
    size: tuple[int, int]
    """As stored, before the orientation is applied."""
    bytes: int = 0
    orientation: int = 1
    profile: bytes = b""
    color_chunks: Chunks = field(default_factory=dict)
    """A PNG's short words about its colours: sRGB, gAMA, cHRM, cICP."""
    exif: Any = None
    xmp: bytes = b""
    dpi: tuple[float, float] | None = None
    texts: dict[str, str] = field(default_factory=dict[str, str])
    """PNG's texts, JPEG's and GIF's comment."""
    iptc: bytes = b""
    palette: list[tuple[int, int, int, int]] = field(default_factory=list[tuple[int, int, int, int]])
    key: tuple[int, ...] | None = None
    """The colour that is see-through in a picture without an alpha band."""
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    """What the format's writer is to be told so that it writes as before: tables, sampling, compression, loop."""


class Frame:
    """One picture of a file: a Pillow image or an array, whichever a change needs, the other made when asked for."""

    def __init__(self, content: Any, duration: float = 0) -> None:
        self.duration = duration
        """Milliseconds that it is shown."""
        self._image: Any = None
        self._pixels: Any = None
        if hasattr(content, "mode"):
            self._image = content
        else:
            self._pixels = content

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self._image.size if self._pixels is None else self._pixels.shape[1::-1]

    @property
    def pixels(self) -> Pixels:
        """The array; not to be written into."""
        if self._pixels is None:
            import numpy

            width, height = self._image.size
            flat = numpy.frombuffer(self._image.tobytes(), numpy.uint8)
            self._pixels = flat.reshape(height, width, -1)
        return self._pixels

    @pixels.setter
    def pixels(self, pixels: Pixels) -> None:
        self._pixels, self._image = pixels, None

    def image(self, bands: str) -> Any:
        """The Pillow image of 8-bit pixels."""
        if self._image is None:
            self._image = image_of(self._pixels, bands)
        return self._image

    def become(self, image: Any) -> None:
        """Take a Pillow image in the canvas' bands."""
        self._pixels, self._image = None, image


def image_of(pixels: Pixels, bands: str) -> Any:
    """A Pillow image of 8-bit pixels in these bands."""
    import numpy
    from PIL import Image

    height, width, _ = pixels.shape
    flat = numpy.ascontiguousarray(pixels)
    return Image.frombuffer(bands, (width, height), flat.tobytes(), "raw", bands, 0, 1)


class Canvas:
    """An open picture."""

    def __init__(self, name: str, frames: list[Frame], bands: Bands, depth: int, stored: Stored) -> None:
        self.name = name
        self.frames = frames
        self.bands: Bands = bands
        self.depth = depth
        """Bits a band: 8, 16 or 32."""
        self.stored = stored
        self.warnings: list[str] = []
        self.soft = False
        """Whether a change made shades on purpose, so that black and white alone can't hold it any more."""
        self.free_mode = False
        """Whether the caller asked for these bands: the file's old palette or bits are then not sought again."""
        self.kind = stored.format
        """The format that it is going to be written in."""
        self.options: dict[str, Any] = {}
        """What the caller asks of the writer, over what the file had."""
        self.source = b""
        """The file's bytes, while nothing was done to the picture that they do not say."""
        self.verbatim = b""
        """What to write instead of the frames, where a change was made to the bytes themselves."""
        self.saved: dict[str, Any] = {}
        """The fields of the result, once it is written."""

    # -- what it is

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the first frame, upright."""
        return self.frames[0].size

    @property
    def has_alpha(self) -> bool:
        """Whether there is a band of opacity."""
        return self.bands in ("LA", "RGBA")

    @property
    def colors(self) -> int:
        """The number of bands that are colour."""
        return len(self.bands) - self.has_alpha

    @property
    def peak(self) -> int:
        """The value of full light (or ink).

        Raises:
            ToolError: The picture holds 32-bit numbers, which have none.
        """
        if self.depth == 32:
            raise ToolError(
                "the picture holds 32-bit numbers, not shades; convert_image with depth 16 or 8 first", argument="path"
            )
        return PEAK[self.depth]

    def area(self, box: Sequence[float] | None, units: Units = "px", *, argument: str = "box") -> Area:
        """A box in pixels of the upright picture; all of it where there is none. Every frame must hold it."""
        if box is None:
            return (0, 0, *self.size)
        smallest = (min(f.size[0] for f in self.frames), min(f.size[1] for f in self.frames))
        if units == "px" and smallest != self.size:
            pixel_box(box, smallest, argument=argument)
        return pixel_box(box, self.size, units=units, argument=argument)

    def point(self, point: Sequence[float], units: Units = "px", *, argument: str = "point") -> tuple[int, int]:
        """A point in pixels of the upright picture."""
        return pixel_point(point, self.size, units=units, argument=argument)

    # -- changing it

    def each(self, change: Callable[[Pixels], Pixels]) -> None:
        """Give every frame new pixels."""
        for frame in self.frames:
            frame.pixels = change(frame.pixels)

    def within(self, area: Area, change: Callable[[Pixels], Pixels]) -> None:
        """Give an area of every frame new pixels."""
        if all(area == (0, 0, *frame.size) for frame in self.frames):
            self.each(change)
            return
        left, top, right, bottom = area

        def part(pixels: Pixels) -> Pixels:
            made = pixels.copy()
            made[top:bottom, left:right] = change(pixels[top:bottom, left:right])
            return made

        self.each(part)

    def tint(self, area: Area, change: Callable[[Pixels], Pixels], *, by_value: bool = False) -> None:
        """Give the colour bands of an area new values between 0 and 1, as L or RGB; inks are turned to RGB and back.

        Args:
            area: Where.
            change: Takes and gives float32 of height x width x (1 or 3).
            by_value: Whether each value changes by itself, whatever its pixel's other values: a table then does it.
        """
        import numpy

        from deskworld_image.inks import to_cmyk, to_rgb

        peak, colors = self.peak, self.colors

        def changed(pixels: Pixels) -> Pixels:
            if not by_value and len(pixels) > _ROWS:  # a photo of floats, whole, would take a gigabyte
                return numpy.concatenate([changed(pixels[n : n + _ROWS]) for n in range(0, len(pixels), _ROWS)])
            if self.bands == "CMYK":
                before = to_rgb(pixels, self.stored.profile)
                after = numpy.clip(numpy.rint(change(before.astype(numpy.float32) / 255) * 255), 0, 255)
                after = after.astype(numpy.uint8)
                same = (after == before).all(axis=2, keepdims=True)
                return numpy.where(same, pixels, to_cmyk(after, self.stored.profile))
            if by_value:
                return self._looked_up(pixels, change)
            after = change(pixels[..., :colors].astype(numpy.float32) / peak)
            made = pixels.copy()
            made[..., :colors] = numpy.clip(numpy.rint(after * peak), 0, peak).astype(pixels.dtype)
            return made

        if self.bands == "CMYK":
            self.say("colours were worked out in RGB and turned back to inks where they changed")
        self.within(area, changed)

    def _looked_up(self, pixels: Pixels, change: Callable[[Pixels], Pixels]) -> Pixels:
        import cv2
        import numpy

        peak, colors = self.peak, self.colors
        levels = numpy.linspace(0, 1, peak + 1, dtype=numpy.float32)[:, None, None].repeat(colors, 2)
        table = numpy.clip(numpy.rint(change(levels) * peak), 0, peak).astype(pixels.dtype)
        if self.depth == 8:
            every = numpy.arange(256, dtype=numpy.uint8)[:, None, None].repeat(pixels.shape[2], 2)
            every[..., :colors] = table
            return cv2.LUT(pixels, every.reshape(256, 1, -1)).reshape(pixels.shape)
        bands = [table[:, 0, n][pixels[..., n]] for n in range(colors)]
        return numpy.concatenate([numpy.stack(bands, axis=2), pixels[..., colors:]], axis=2)

    def say(self, warning: str) -> None:
        """Tell something in the result, once."""
        if warning not in self.warnings:
            self.warnings.append(warning)

    def paint(self, color: str, *, argument: str = "color") -> tuple[tuple[float, ...], float]:
        """A colour as values of the colour bands, and its opacity 0 to 1. A grey picture becomes RGB where it must."""
        import numpy

        from deskworld_image.inks import to_cmyk

        red, green, blue, opacity = rgba(color, argument=argument)
        if self.colors == 1 and not red == green == blue:
            self.to_rgb(f"a grey picture can't hold {color}")
        share = opacity / 255
        if self.bands == "CMYK":
            inks = to_cmyk(numpy.array([[[red, green, blue]]], numpy.uint8), self.stored.profile)
            return tuple(float(each) for each in inks[0, 0]), share
        step = self.peak / 255
        return tuple(each * step for each in (red, green, blue)[: self.colors]), share

    def to_rgb(self, why: str = "") -> None:
        """Turn grey or inks to RGB."""
        import numpy

        from deskworld_image.inks import to_rgb

        if self.colors == 3:
            return
        if self.bands == "CMYK":
            self.each(lambda pixels: to_rgb(pixels, self.stored.profile))
            self.bands = "RGB"
        else:
            alpha = self.has_alpha
            self.each(lambda p: numpy.concatenate([p[..., :1]] * 3 + [p[..., 1:]], axis=2))
            self.bands = "RGBA" if alpha else "RGB"
        if why:
            self.say(f"{why}: it became RGB")
        elif self.stored.profile and self.stored.mode != "CMYK":
            self.say("the profile, which was for greys, was left out")
        self.stored.profile = b""

    def add_alpha(self, why: str = "") -> None:
        """Add a band of opacity, all opaque."""
        import numpy

        if self.has_alpha:
            return
        if self.bands == "CMYK":
            self.to_rgb("inks know no transparency")
        peak = self.peak
        self.each(lambda p: numpy.concatenate([p, numpy.full((*p.shape[:2], 1), peak, p.dtype)], axis=2))
        self.bands = "LA" if self.bands == "L" else "RGBA"
        if why:
            self.say(why)

    def flatten(self, color: tuple[float, ...], why: str = "") -> None:
        """Put what is see-through on a colour (values of the colour bands) and drop the band of opacity."""
        import numpy

        if not self.has_alpha:
            return
        peak, colors = self.peak, self.colors

        def flat(pixels: Pixels) -> Pixels:
            share = pixels[..., colors:].astype(numpy.float32) / peak
            made = pixels[..., :colors] * share + numpy.array(color, numpy.float32) * (1 - share)
            return numpy.rint(made).astype(pixels.dtype)

        clear = any((frame.pixels[..., colors] < peak).any() for frame in self.frames)
        self.each(flat)
        self.bands = "L" if self.bands == "LA" else "RGB"
        if why and clear:
            self.say(why)

    def to_depth(self, depth: int) -> None:
        """Scale all values to 8 or 16 bits; 32-bit numbers by what they hold."""
        import numpy

        if self.depth == depth:
            return
        kind = {8: numpy.uint8, 16: numpy.uint16}[depth]
        if self.depth == 32:
            low = min(float(numpy.nanmin(frame.pixels)) for frame in self.frames)
            high = max(float(numpy.nanmax(frame.pixels)) for frame in self.frames)
            step = PEAK[depth] / (high - low) if high > low else 0.0
            self.each(lambda p: numpy.rint((numpy.nan_to_num(p, nan=low) - low) * step).astype(kind))
        else:
            step = PEAK[depth] / PEAK[self.depth]
            self.each(lambda p: numpy.rint(p.astype(numpy.float32) * numpy.float32(step)).astype(kind))
        self.depth = depth
