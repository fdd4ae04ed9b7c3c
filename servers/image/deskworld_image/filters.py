"""The filters behind the tools: on pixels of any bands and bits, colours weighed by their opacity."""

from __future__ import annotations

from typing import Any

from deskworld_image.canvas import Canvas, Pixels
from deskworld_image.weighing import filled, mean_color, weighed

_ROWS = 512
_REACH = 5
"""Pixels around a hole that it is filled from."""
_NOISY_PIXELS = 3_000_000
"""Above this the search for like patches is narrowed, or a photo would take many seconds."""
_WIDE = 12
"""Pixels of blur that a reduced picture keeps."""


def blurred(pixels: Pixels, canvas: Canvas, radius: float) -> Pixels:
    """A Gaussian blur of this standard deviation in pixels."""
    import numpy

    if not canvas.has_alpha and canvas.depth < 32:
        return _softened(numpy.ascontiguousarray(pixels), radius).reshape(pixels.shape)
    return weighed(pixels, canvas, lambda band, _: _softened(band, radius))


def _softened(values: Any, radius: float) -> Any:
    """The blur itself. A wide one is done on a reduced picture: nothing finer is left, and its time grows no more."""
    import cv2

    height, width = values.shape[:2]
    factor = min(int(radius // _WIDE), height, width)
    if factor < 2:
        return cv2.GaussianBlur(values, (0, 0), radius, borderType=cv2.BORDER_REPLICATE)
    size = (max(1, round(width / factor)), max(1, round(height / factor)))
    small = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), radius / factor, borderType=cv2.BORDER_REPLICATE)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)


def sharpened(pixels: Pixels, canvas: Canvas, amount: float, radius: float) -> Pixels:
    """What a blur would take away, added; opacity stays."""
    import numpy

    soft = blurred(pixels, canvas, radius)
    made = pixels.copy()
    for row in range(0, len(pixels), _ROWS):  # a photo of floats, whole, would take gigabytes
        part = (slice(row, row + _ROWS), slice(None), slice(0, canvas.colors))
        sharp = pixels[part].astype(numpy.float32)
        sharp += amount * (sharp - soft[part].astype(numpy.float32))
        if canvas.depth < 32:
            sharp = numpy.clip(numpy.rint(sharp), 0, canvas.peak)
        made[part] = sharp.astype(pixels.dtype)
    return made


def denoised(pixels: Pixels, canvas: Canvas, strength: int, method: str) -> Pixels:
    """Non-local means (Buades et al., 2005) for grain, a median for speckles; opacity stays."""
    import cv2
    import numpy

    canvas.peak  # noqa: B018 - refuses 32-bit numbers
    colors = filled(pixels, canvas)
    if method == "speckles":
        size = 3 if strength < 6 else 5
        made = cv2.medianBlur(colors, size)
    else:
        window = 21 if colors.shape[0] * colors.shape[1] < _NOISY_PIXELS else 9
        force = 2.0 * strength
        if canvas.depth == 16:
            deep: Any = cv2.fastNlMeansDenoising  # its 16-bit form takes the strength first, as a list
            bands = [
                deep(numpy.ascontiguousarray(colors[..., n]), [force * 257], None, 7, window, cv2.NORM_L1)
                for n in range(colors.shape[2])
            ]
            made = numpy.stack(bands, axis=2)
        elif colors.shape[2] == 3:
            blue_first = numpy.ascontiguousarray(colors[..., ::-1])  # it weighs lightness by that order
            if window == 21:
                made = cv2.fastNlMeansDenoisingColored(blue_first, None, force, force, 7, window)[..., ::-1]
            else:
                made = _large_denoised(blue_first, force, window)[..., ::-1]
        else:
            bands = [
                cv2.fastNlMeansDenoising(numpy.ascontiguousarray(colors[..., n]), None, force, 7, window)
                for n in range(colors.shape[2])
            ]
            made = numpy.stack(bands, axis=2)
    return numpy.concatenate([made.reshape(colors.shape), pixels[..., canvas.colors :]], axis=2)


def _large_denoised(blue_first: Pixels, force: float, window: int) -> Pixels:
    """A large photo: its colours are cleaned at half its size, where their noise is plainer and the time a half."""
    import cv2
    import numpy

    lab = cv2.cvtColor(blue_first, cv2.COLOR_BGR2LAB)
    light = cv2.fastNlMeansDenoising(numpy.ascontiguousarray(lab[..., 0]), None, force, 7, window)
    high, wide = light.shape
    small = cv2.resize(numpy.ascontiguousarray(lab[..., 1:]), (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
    small = cv2.fastNlMeansDenoising(small, None, force / 2, 7, window)
    tints = cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR)
    return cv2.cvtColor(cv2.merge([light, tints[..., 0], tints[..., 1]]), cv2.COLOR_LAB2BGR)


def hidden(pixels: Pixels, canvas: Canvas, cell: int) -> Pixels:
    """An area of even cells, each the mean of what was there in 16 steps; or all black (no cell).

    Sixteen steps take away what finer means still tell about the letters below (Hill et al., "On the
    (In)effectiveness of Mosaicing and Blurring", 2016).
    """
    import numpy

    made = numpy.zeros_like(pixels)
    height, width = pixels.shape[:2]
    peak = canvas.peak
    if canvas.has_alpha:
        made[..., canvas.colors :] = peak
    if not cell:
        if canvas.bands == "CMYK":
            made[..., 3] = peak
        return made
    step = peak / 15
    rows, columns = max(1, round(height / cell)), max(1, round(width / cell))
    for row in range(rows):
        for column in range(columns):
            part = (
                slice(row * height // rows, (row + 1) * height // rows),
                slice(column * width // columns, (column + 1) * width // columns),
            )
            mean = mean_color(pixels[part], canvas)
            made[part][..., : canvas.colors] = numpy.rint(numpy.rint(mean / step) * step)
            if canvas.has_alpha:
                made[part][..., canvas.colors :] = pixels[part][..., canvas.colors :].max()
    return made


def inpainted(pixels: Pixels, canvas: Canvas, mask: Any) -> Pixels:
    """Masked places grown over from their edges (Telea, 2004), in each band."""
    import cv2
    import numpy

    canvas.peak  # noqa: B018 - refuses 32-bit numbers
    if mask.shape != pixels.shape[:2]:
        whole = numpy.zeros(pixels.shape[:2], numpy.uint8)
        height, width = (min(sides) for sides in zip(whole.shape, mask.shape, strict=True))
        whole[:height, :width] = mask[:height, :width]
        mask = whole
    if canvas.bands == "RGB" and canvas.depth == 8:
        return cv2.inpaint(numpy.ascontiguousarray(pixels), mask, _REACH, cv2.INPAINT_TELEA)
    if canvas.has_alpha:
        pixels = numpy.concatenate([filled(pixels, canvas), pixels[..., canvas.colors :]], axis=2)
    bands = [
        cv2.inpaint(numpy.ascontiguousarray(pixels[..., n]), mask, _REACH, cv2.INPAINT_TELEA)
        for n in range(pixels.shape[2])
    ]
    return numpy.stack(bands, axis=2)
