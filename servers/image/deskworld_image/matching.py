"""Template matching: correlation over places, sizes and turns; coarse over all of it first, then fine near the best.

The score is the correlation coefficient of the pixels with their means taken off, so light and contrast may differ. A
template of one colour has no pattern to correlate: there the mean difference stands for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deskworld_image.canvas import Area

_COARSE = 900
"""Long edge, in pixels, of the picture that all sizes and turns are tried on."""
_LEAST = 14
"""A template is not made smaller than this for the coarse look."""
_MOST = 1000


@dataclass(frozen=True)
class Found:
    """A place, with how well it fits."""

    box: Area
    score: float
    scale: float
    degrees: int


def search(
    image: Any, template: Any, mask: Any, least: float, *, scales: bool, rotations: bool
) -> tuple[list[Found], float]:
    """Every place where the template fits, best first, and the best score of all.

    Args:
        image, template: Pillow images in RGB.
        mask: The template's opacity, height x width, or None.
        least: The score that counts as found.
        scales: Try half to double size.
        rotations: Try turns of 15 degrees.
    """
    import numpy
    from PIL import Image

    opacity = Image.fromarray(mask) if mask is not None else Image.new("L", template.size, 255)
    sizes = [2 ** (step / 8) for step in range(-8, 9)] if scales else [1.0]
    turns = list(range(0, 360, 15)) if rotations else [0]
    many = len(sizes) * len(turns) > 1
    shrink = min(1.0, _COARSE / max(image.size))
    shrink = max(shrink, min(1.0, _LEAST / min(template.size))) if many or max(image.size) > 2 * _COARSE else 1.0
    small = numpy.asarray(_sized(image, shrink))
    candidates: list[Found] = []
    best = -1.0
    for scale in sizes:
        for degrees in turns:
            tried = _variant(template, opacity, scale * shrink, degrees)
            if tried is None or tried[0].shape[0] > small.shape[0] or tried[0].shape[1] > small.shape[1]:
                continue
            scores = _scores(small, *tried)
            best = max(best, float(scores.max()))
            height, width = tried[0].shape[:2]
            for x, y, score in _peaks(scores, least - (0.15 if shrink < 1 or many else 0), width, height):
                candidates.append(Found((x, y, x + width, y + height), score, scale, degrees))
    candidates = _apart(candidates)
    if shrink < 1 or many:
        full = numpy.asarray(image)
        candidates = [_refined(full, template, opacity, each, shrink, many=many) for each in candidates[:60]]
        best = max([each.score for each in candidates], default=best)
        candidates = _apart(candidates)
    return [each for each in candidates if each.score >= least], max(best, 0.0)


def _sized(image: Any, scale: float) -> Any:
    from PIL import Image

    if scale == 1:
        return image
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    return image.resize(size, Image.Resampling.LANCZOS)


def _variant(template: Any, opacity: Any, scale: float, degrees: float) -> tuple[Any, Any] | None:
    """The template at a size and turn with its mask (None where all of it counts); None where too small."""
    import numpy
    from PIL import Image

    shown, seen = _sized(template, scale), _sized(opacity, scale)
    if min(shown.size) < 4:
        return None
    if degrees:
        shown = shown.rotate(-degrees, Image.Resampling.BICUBIC, expand=True)
        seen = seen.rotate(-degrees, Image.Resampling.BILINEAR, expand=True)
    pixels, mask = numpy.asarray(shown), numpy.asarray(seen)
    if mask.min() > 250:
        return pixels, None
    return (pixels, (mask > 127).astype(numpy.float32)) if (mask > 127).any() else None


def _scores(image: Any, template: Any, mask: Any) -> Any:
    import cv2
    import numpy

    inside = template[mask > 0] if mask is not None else template.reshape(-1, 3)
    if inside.astype(numpy.float32).std(axis=0).max() < 2:
        weights = None if mask is None else numpy.repeat(mask[..., None], 3, axis=2)
        apart = cv2.matchTemplate(image, template, cv2.TM_SQDIFF, mask=weights)  # pyright: ignore[reportArgumentType]
        mean = numpy.sqrt(numpy.maximum(apart, 0) / max(1, inside.size))
        return 1 - numpy.minimum(mean / 128, 1)
    if mask is None:
        found = cv2.matchTemplate(image, template, cv2.TM_CCOEFF_NORMED)
    else:
        weights = numpy.repeat(mask[..., None], 3, axis=2)
        found = cv2.matchTemplate(
            image.astype(numpy.float32), template.astype(numpy.float32), cv2.TM_CCOEFF_NORMED, mask=weights
        )
    found = numpy.nan_to_num(found, nan=-1.0, posinf=-1.0, neginf=-1.0)
    return numpy.where(numpy.abs(found) > 1.01, -1.0, numpy.clip(found, -1, 1))


def _peaks(scores: Any, least: float, width: int, height: int) -> list[tuple[int, int, float]]:
    """Local maxima over a score."""
    import cv2
    import numpy

    around = numpy.ones((max(3, height // 3) | 1, max(3, width // 3) | 1), numpy.uint8)
    tops = (scores >= least) & (scores >= cv2.dilate(scores.astype(numpy.float32), around) - 1e-7)
    rows, columns = numpy.nonzero(tops)
    order = numpy.argsort(-scores[rows, columns], kind="stable")[:_MOST]
    return [(int(columns[n]), int(rows[n]), float(scores[rows[n], columns[n]])) for n in order]


def _apart(found: list[Found]) -> list[Found]:
    """Of places that overlap by a third, the best."""
    kept: list[Found] = []
    for each in sorted(found, key=lambda one: (-one.score, one.box[1], one.box[0])):
        if all(_shared(each.box, other.box) < 0.34 for other in kept):
            kept.append(each)
        if len(kept) >= 300:
            break
    return kept


def _shared(one: Area, other: Area) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    if across <= 0 or down <= 0:
        return 0.0
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return across * down / smaller


def _refined(full: Any, template: Any, opacity: Any, coarse: Found, shrink: float, *, many: bool) -> Found:
    """The same place at full size: near sizes and turns are tried around it."""
    best: Found | None = None
    sizes = [
        coarse.scale * factor for factor in ((0.96, 0.98, 1.0, 1.02, 1.04) if many and coarse.scale != 1 else (1.0,))
    ]
    turns = [coarse.degrees + step for step in ((-6, -3, 0, 3, 6) if coarse.degrees % 90 else (0,))]
    reach = int(4 / shrink) + 4
    left, top, right, bottom = (int(place / shrink) for place in coarse.box)
    for scale in sizes:
        for degrees in turns:
            tried = _variant(template, opacity, scale, degrees)
            if tried is None:
                continue
            height, width = tried[0].shape[:2]
            x = max(0, (left + right - width) // 2 - reach)
            y = max(0, (top + bottom - height) // 2 - reach)
            part = full[y : y + height + 2 * reach, x : x + width + 2 * reach]
            if part.shape[0] < height or part.shape[1] < width:
                continue
            scores = _scores(part, *tried)
            row, column = divmod(int(scores.argmax()), scores.shape[1])
            box = (x + column, y + row, x + column + width, y + row + height)
            if best is None or scores[row, column] > best.score:
                best = Found(box, float(scores[row, column]), scale, degrees % 360)
    return best or Found((left, top, right, bottom), coarse.score, coarse.scale, coarse.degrees)
