"""The steps of making a picture easier to read, and how it is seen which of them it needs.

They run in one order whatever the caller's: first the page is put straight, then its light and grain are evened, then
what is not text goes, and last it is brought to the size and depth that readers like.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from deskworld_ocr.straight import straightened

if TYPE_CHECKING:
    from deskworld_artifacts.ocr import Direction, Reading
    from PIL.Image import Image

ORDER = ("upright", "deskew", "flatten", "denoise", "contrast", "remove_rules", "upscale", "threshold")
_READABLE = 24
"""Pixels a line should be high."""
_SPECKLED = 0.008
_MOST_PIXELS = 40_000_000


def needed(picture: Image, lies: Direction, reading: Reading) -> list[str]:
    """The steps that this picture needs."""
    import numpy

    pixels = numpy.asarray(picture)
    steps = ["upright"] if lies.turned else []
    steps += ["deskew"] if abs(lies.skew) >= 0.3 else []
    steps += ["flatten"] if _uneven(pixels) else []
    steps += ["denoise"] if _grain(pixels) > _SPECKLED else []
    low, high = numpy.percentile(pixels, (1, 99))
    steps += ["contrast"] if 8 < high - low < 110 else []
    steps += ["upscale"] if reading.lines and _line_height(reading) < 16 else []
    return steps


def apply(picture: Image, steps: Sequence[str], lies: Direction, reading: Reading) -> tuple[Image, list[str], float]:
    """The picture after the steps, what was done in words, and by how much it grew."""
    import numpy
    from PIL import Image

    done: list[str] = []
    pixels: Any = numpy.asarray(picture)
    angle = (lies.turned if "upright" in steps else 0) + (lies.skew if "deskew" in steps else 0.0)
    if "upright" in steps:
        done.append(f"turned {lies.turned} degrees counterclockwise" if lies.turned else "it is upright already")
    if "deskew" in steps:
        said = f"straightened by {abs(lies.skew):g} degrees"
        done.append(said if abs(lies.skew) >= 0.15 else "it is level already")
    if angle:
        pixels = straightened(picture, angle).pixels
    ways: dict[str, tuple[Callable[[Any], Any], str]] = {
        "flatten": (_flattened, "uneven light evened"),
        "denoise": (_denoised, "speckles and grain removed"),
        "contrast": (_stretched, "contrast stretched"),
        "remove_rules": (_without_rules, "rules removed"),
    }
    for step in ORDER:
        if step in steps and step in ways:
            change, said = ways[step]
            pixels = change(pixels)
            done.append(said)
    scale = 1.0
    if "upscale" in steps:
        pixels, scale = _enlarged(pixels, _line_height(reading) if reading.lines else 12.0)
        done.append(f"enlarged {scale:g} times" if scale > 1 else "it is large enough already")
    if "threshold" in steps:
        pixels = _two_tones(pixels)
        done.append("made black and white")
    return Image.fromarray(pixels), done, scale


def _line_height(reading: Reading) -> float:
    heights: list[float] = []
    for line in reading.lines:
        (x0, y0), _, _, (x3, y3) = line.quad
        heights.append(((x3 - x0) ** 2 + (y3 - y0) ** 2) ** 0.5)
    return median(heights)


def _uneven(pixels: Any) -> bool:
    """Whether the ground is much darker in one place than in another, as in a photo with a shadow."""
    import cv2
    import numpy

    ground = _ground(pixels)
    small = cv2.resize(ground, (8, 8), interpolation=cv2.INTER_AREA).astype("float32")
    step = max(float(abs(numpy.diff(small, axis=axis)).max()) for axis in (0, 1))
    spread = float(small.max() - small.min())
    return spread > 50 and step < 0.7 * spread and float(small.mean()) > 80


def _grain(pixels: Any) -> float:
    """The share of pixels that stand out alone, or by twos: speckles. Thin strokes of small print are longer."""
    import cv2

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    apart = (cv2.absdiff(grey, cv2.medianBlur(grey, 3)) > 90).astype("uint8")
    _, _, stats, _ = cv2.connectedComponentsWithStats(apart)
    return float((stats[1:, 4] <= 2).sum()) / apart.size


def _ground(pixels: Any) -> Any:
    """The grey of the paper behind the text."""
    import cv2
    import numpy

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    size = max(15, (min(grey.shape) // 30) | 1)
    return cv2.medianBlur(cv2.dilate(grey, numpy.ones((size, size), "uint8")), min(255, size * 2 + 1))


def _flattened(pixels: Any) -> Any:
    import numpy

    ground = _ground(pixels).astype("float32")
    return (pixels.astype("float32") * (245.0 / numpy.maximum(ground, 1))[..., None]).clip(0, 255).astype("uint8")


def _denoised(pixels: Any) -> Any:
    import cv2

    return cv2.medianBlur(pixels, 3) if _grain(pixels) > _SPECKLED else cv2.bilateralFilter(pixels, 5, 40, 40)


def _stretched(pixels: Any) -> Any:
    import numpy

    low, high = (float(each) for each in numpy.percentile(pixels, (1, 99)))
    return ((pixels.astype("float32") - low) * (255 / max(1.0, high - low))).clip(0, 255).astype("uint8")


def _without_rules(pixels: Any) -> Any:
    from deskworld_ocr.ruled import grids_of, rules_of, wiped

    level, upright = rules_of(pixels)
    return wiped(pixels, level, upright, grids_of(level, upright))


def _enlarged(pixels: Any, height: float) -> tuple[Any, float]:
    import cv2

    high, wide = pixels.shape[:2]
    scale = min(4.0, max(1.0, round(_READABLE / max(height, 4.0) * 2) / 2), (_MOST_PIXELS / (high * wide)) ** 0.5)
    if scale <= 1:
        return pixels, 1.0
    size = (round(wide * scale), round(high * scale))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC), scale


def _two_tones(pixels: Any) -> Any:
    """Black on white, by the light around each place; light text on dark is turned over."""
    import cv2
    import numpy

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    if float(numpy.median(grey)) < 110:
        grey = cv2.bitwise_not(grey)
    size = max(31, (min(grey.shape) // 20) | 1)
    return cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, size, 15)
