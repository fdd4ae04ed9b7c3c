"""Where lines of text stand: the finder, on the picture at the sizes at which it sees them.

The finder judges a picture as a whole: a few small words on a wide empty page are nothing to it, and are plain on a
cut of their own. So it is shown what holds something, first the whole of it, then, enlarged, each part where marks as
small as small print stand and no line was found.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from . import rapid
from .lines import Quads, area, shifted, size_of, slant
from .words import Quad, box_of

_FIRST_LOOK = 3_200_000
"""Pixels of the picture on which lines are first looked for; an A4 page at 200 dpi is just over it."""
_LARGEST_LOOK = 12_000_000
_TILE, _OVERLAP = 1920, 256
_SMALL = 15
"""Lines lower than this on the picture that was looked at: others beside them may have been missed."""
_FLAT = 6
_SPARSE = 0.02
"""Lines that cover less of a picture than this may be marks of a photo: they are read before all is enlarged."""
_MOST_PARTS = 16
_MARGIN = 16


def found(pixels: Any, *, closely: bool = True) -> tuple[Quads, list[str]]:
    """The quads of lines, in pixels of the picture, and what had to be done to find them.

    Args:
        pixels: The picture.
        closely: Look at parts of it, and at all of it, enlarged, where small print may be.
    """
    left, top, right, bottom = _content(pixels)
    quads, notes, doubtful = _whole(pixels[top:bottom, left:right], closely=closely)
    quads = [shifted(quad, left, top) for quad in quads]
    parts = _unread(pixels, quads) if closely else []
    if doubtful:
        parts += [_around(quad, pixels.shape) for quad in quads][: _MOST_PARTS - len(parts)]
    for left, top, right, bottom in parts:
        part = pixels[top:bottom, left:right]
        for quad in _look(part, 3.0 if max(part.shape[:2]) < 600 else 2.0):
            moved = shifted(quad, left, top)
            if not any(_covers(other, moved) for other in quads):
                quads.append(moved)
                notes = notes or ["small print was looked for enlarged"]
    return quads, notes


def _whole(pixels: Any, *, closely: bool) -> tuple[Quads, list[str], bool]:
    """The quads, what was done, and whether they may be no text: few, small, and none that reads as a word."""
    height, width = pixels.shape[:2]
    scale = min(1.0, (_FIRST_LOOK / (width * height)) ** 0.5)
    if max(width, height) < 1000:
        scale = min(3.0, 1000 / max(width, height))
    quads = _look(pixels, scale)
    heights = [min(size_of(quad)) for quad in quads]
    larger = min(2.0 if max(width, height) >= 1000 else 4.0, (_LARGEST_LOOK / (width * height)) ** 0.5)
    if not closely or not heights or median(heights) * scale >= _SMALL or larger <= scale * 1.2:
        return quads, [], False
    if sum(map(area, quads)) < _SPARSE * width * height and not rapid.Lines(pixels, quads).has_words():
        return quads, [], True
    again = _look(pixels, larger)
    # Large letters may be lost where small ones are found: what only the first look saw is kept.
    kept = [quad for quad in quads if not any(_covers(other, quad) for other in again)]
    if sum(map(area, again)) + sum(map(area, kept)) > 0.95 * sum(map(area, quads)):
        return [*again, *kept], ["small print was looked for enlarged"], False
    return quads, [], False


def _around(quad: Quad, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The box of a line and of as much around it as may belong to it."""
    left, top, right, bottom = box_of([quad])
    reach = 2 * max(_MARGIN, min(right - left, bottom - top))
    return max(0, left - reach), max(0, top - reach), min(shape[1], right + reach), min(shape[0], bottom + reach)


def _content(pixels: Any) -> tuple[int, int, int, int]:
    """The box of all that differs from the rim, with a margin."""
    import cv2
    import numpy

    height, width = pixels.shape[:2]
    rim = numpy.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    ground = numpy.median(rim, axis=0).astype("float64")
    like = cv2.inRange(pixels, ground - _FLAT, ground + _FLAT)
    across, down = (numpy.flatnonzero(cv2.reduce(like, side, cv2.REDUCE_MIN).ravel() == 0) for side in (0, 1))
    if not len(down):
        return 0, 0, width, height
    return (
        max(0, int(across[0]) - _MARGIN), max(0, int(down[0]) - _MARGIN),
        min(width, int(across[-1]) + 1 + _MARGIN), min(height, int(down[-1]) + 1 + _MARGIN),
    )  # fmt: skip


def _unread(pixels: Any, quads: Quads) -> list[tuple[int, int, int, int]]:
    """Boxes of parts with several marks of the size of small letters, where no line was found."""
    import cv2
    import numpy

    height, width = pixels.shape[:2]
    if height * width > _LARGEST_LOOK * 3:
        return []
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    marks = (cv2.absdiff(grey, cv2.medianBlur(grey, 15)) > 40).astype("uint8")
    for quad in quads:
        cv2.fillPoly(marks, [numpy.array(quad, dtype="int32")], [0])
    total, labels, stats, _ = cv2.connectedComponentsWithStats(marks)
    wide, high, count = stats[:, 2], stats[:, 3], stats[:, 4]
    small = (high >= 4) & (high <= 14) & (wide >= 2) & (wide <= 24) & (count >= 6)
    small[0] = False
    if not 4 <= int(small.sum()) <= 20_000 or total > 60_000:  # nothing, or the grain of a photo
        return []
    letters = small[labels].astype("uint8")
    grown = cv2.dilate(letters, numpy.ones((25, 61), "uint8"))
    _, groups, boxes, _ = cv2.connectedComponentsWithStats(grown)
    inside = numpy.bincount(groups[tuple(_centres(stats, small))], minlength=len(boxes))
    parts = [
        (int(inside[number]), int(x), int(y), int(x + w), int(y + h))
        for number, (x, y, w, h, _) in enumerate(boxes)
        if number and inside[number] >= 4
    ]
    parts.sort(reverse=True)
    return [
        (max(0, x0 - _MARGIN), max(0, y0 - _MARGIN), min(width, x1 + _MARGIN), min(height, y1 + _MARGIN))
        for _, x0, y0, x1, y1 in parts[:_MOST_PARTS]
    ]


def _centres(stats: Any, wanted: Any) -> tuple[Any, Any]:
    """Rows and columns of the middles of some components' boxes."""
    chosen = stats[wanted]
    return chosen[:, 1] + chosen[:, 3] // 2, chosen[:, 0] + chosen[:, 2] // 2


def _look(pixels: Any, scale: float) -> Quads:
    """Lines on the picture at a scale, in tiles where it is larger than one."""
    import cv2

    if scale != 1:
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        high, wide = (max(1, round(side * scale)) for side in pixels.shape[:2])
        pixels = cv2.resize(pixels, (wide, high), interpolation=way)
    height, width = pixels.shape[:2]
    found: Quads = []
    for top, bottom in _spans(height):
        for left, right in _spans(width):
            tile = pixels[top:bottom, left:right]
            if int(tile.max()) - int(tile.min()) <= _FLAT:
                continue
            before = len(found)
            for quad in rapid.find(tile):
                _join(found, before, shifted(quad, left, top))
    return [_scaled(quad, 1 / scale) for quad in found]


def _spans(side: int) -> list[tuple[int, int]]:
    """Where tiles begin and end. A side a little longer than a tile is one: two would be nearly the same twice."""
    if side <= _TILE * 1.15:
        return [(0, side)]
    starts = [0] if side <= _TILE * 1.25 else range(0, side - _TILE, _TILE - _OVERLAP)
    return [(start, start + _TILE) for start in (*starts, side - _TILE)]


def _join(found: Quads, before: int, quad: Quad) -> None:
    """Add a quad; one that continues or repeats a line of the tiles `before` is made one with it."""
    left, top, right, bottom = box_of([quad])
    for place, other in enumerate(found[:before]):
        a, b, c, d = box_of([other])
        across, down = min(right, c) - max(left, a), min(bottom, d) - max(top, b)
        if across <= 0 or down <= 0:
            continue
        level = right - left >= bottom - top
        along = down > 0.6 * min(bottom - top, d - b) if level else across > 0.6 * min(right - left, c - a)
        if along and slant(quad) < 2 and slant(other) < 2:
            x0, y0, x1, y1 = min(left, a), min(top, b), max(right, c), max(bottom, d)
            found[place] = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            return
        if slant(quad) >= 2 and _inside(_middle(quad), other):
            found[place] = max(quad, other, key=area)
            return
    found.append(quad)


def _middle(quad: Quad) -> tuple[float, float]:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def _inside(point: tuple[float, float], quad: Quad) -> bool:
    import cv2
    import numpy

    return cv2.pointPolygonTest(numpy.array(quad, dtype="float32"), point, False) >= 0


def _covers(one: Quad, other: Quad) -> bool:
    """Whether both are about the same line."""
    if slant(other) >= 2:
        return _inside(_middle(other), one) or _inside(_middle(one), other)
    a, b, c, d = box_of([one])
    left, top, right, bottom = box_of([other])
    across, down = min(right, c) - max(left, a), min(bottom, d) - max(top, b)
    return across > 0 and down > 0 and across * down > 0.3 * (right - left) * (bottom - top)


def _scaled(quad: Quad, by: float) -> Quad:
    a, b, c, d = ((x * by, y * by) for x, y in quad)
    return (a, b, c, d)
