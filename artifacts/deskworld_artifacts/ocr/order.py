"""The order in which a person reads: rows from the top, columns one after the other, tables row by row.

Pieces are put into a frame that is turned as the text lies, so that rows are level in it. Bands of rows that share a
gutter are columns where their lines are long, and rows of a table or of a receipt where they are short: reading those
down would part each label from its value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin
from statistics import median
from typing import NamedTuple

from .words import Line, Quad, Word, box_of, spelled

_COLUMN_LINE = 8
"""A column of running text has lines at least this many heights long, half of them."""
_COLUMN_ROWS = 3
_GUTTER = 0.5
"""Heights of a line between columns, at the least; shared by three rows and more, so no space between words is one."""
_LOOSE = 2.0
"""Heights of a line from one row to the next, in text set as loosely as it gets."""
_APART = 20
"""Degrees; text that lies further from the page's own direction stands in rows of its own."""


@dataclass(frozen=True)
class Run:
    """Words that were found together, the quad around them, and the angle of their line."""

    words: tuple[Word, ...]
    quad: Quad
    angle: float


@dataclass(frozen=True)
class _Item:
    run: Run
    left: float
    top: float
    right: float
    bottom: float
    level: bool

    @property
    def height(self) -> float:
        return max(1.0, self.bottom - self.top)

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


class _Gutter(NamedTuple):
    left: float
    right: float
    inner: bool


def in_order(runs: Sequence[Run], angle: float) -> list[Line]:
    """Lines in reading order, their words numbered by line and block.

    Args:
        runs: What was found, in any order.
        angle: How the page's text lies, in degrees clockwise.
    """
    items = [_item(run, angle) for run in runs]
    lines: list[Line] = []
    block = -1
    for column in _columns(items):
        above: list[_Item] = []
        rows = _rows(column)
        usual = _usual_pitch(rows)
        for row in rows:
            if not above or _parted(above, row, usual):
                block += 1
            lines.append(_line(row, angle, len(lines), block))
            above = row
    return lines


def _item(run: Run, angle: float) -> _Item:
    place = _into(angle)
    across, down = zip(*(place(point) for point in run.quad), strict=True)
    off = abs((run.angle - angle + 180) % 360 - 180)
    return _Item(run, min(across), min(down), max(across), max(down), off <= _APART)


def _into(angle: float) -> Callable[[tuple[float, float]], tuple[float, float]]:
    turn, rise = cos(radians(angle)), sin(radians(angle))
    return lambda point: (point[0] * turn + point[1] * rise, point[1] * turn - point[0] * rise)


def _columns(items: list[_Item]) -> list[list[_Item]]:
    """Groups to be read one after the other, each row by row."""
    if not items:
        return []
    groups: list[tuple[list[_Item], list[_Gutter]]] = []
    height = median(item.height for item in items)
    edges = (min(item.left for item in items), max(item.right for item in items))
    for band in _bands(items):
        free = _gutters(band, edges, height)
        if groups:
            before, gutters = groups[-1]
            shared = _shared(gutters, free, height)
            if shared or not any(each.inner for each in (*gutters, *free)):
                groups[-1] = ([*before, *band], shared)
                continue
        groups.append((list(band), free))
    found: list[list[_Item]] = []
    closed = True  # whether the group before is a column, which nothing may be added to
    for group, gutters in groups:
        parts = _split(group, gutters)
        if len(parts) > 1:
            for part in parts:
                found.extend(_columns(part))
        elif closed:
            found.append(group)
        else:
            found[-1] = [*found[-1], *group]
        closed = len(parts) > 1
    return found


def _bands(items: list[_Item]) -> list[list[_Item]]:
    """Items that overlap in height, directly or by way of others, from the top."""
    bands: list[list[_Item]] = []
    reach = float("-inf")
    for item in sorted(items, key=lambda each: each.top):
        slack = item.height * 0.25  # letters that hang below their line reach into the next one
        if item.top + slack < reach:
            bands[-1].append(item)
        else:
            bands.append([item])
        reach = max(reach, item.bottom)
    return bands


def _gutters(band: list[_Item], edges: tuple[float, float], height: float) -> list[_Gutter]:
    """Stretches across that hold nothing, wide enough to part columns; at the sides too, where a column ended early."""
    free: list[_Gutter] = []
    reach, inner = edges[0], False
    for item in sorted(band, key=lambda each: each.left):
        if item.left - reach > _GUTTER * height:
            free.append(_Gutter(reach, item.left, inner))
        reach, inner = max(reach, item.right), True
    if edges[1] - reach > _GUTTER * height:
        free.append(_Gutter(reach, edges[1], False))
    return free


def _shared(ones: list[_Gutter], others: list[_Gutter], height: float) -> list[_Gutter]:
    """What both leave free, where at least one of them has something on either side of it."""
    pairs = [
        _Gutter(max(a.left, b.left), min(a.right, b.right), True) for a in ones for b in others if a.inner or b.inner
    ]
    return [each for each in pairs if each.right - each.left > _GUTTER * height]


def _split(group: list[_Item], gutters: list[_Gutter]) -> list[list[_Item]]:
    """The columns of a group from the left; the group itself where it is no running text in columns."""
    middles = [(each.left + each.right) / 2 for each in gutters if each.inner]
    parts: list[list[_Item]] = [[] for _ in range(len(middles) + 1)]
    for item in group:
        parts[sum(middle < (item.left + item.right) / 2 for middle in middles)].append(item)
    parts = [part for part in parts if part]
    for part in parts:
        long = median((item.right - item.left) / item.height for item in part)
        if len(part) < _COLUMN_ROWS or long < _COLUMN_LINE:
            return [group]
    return parts


def _rows(items: list[_Item]) -> list[list[_Item]]:
    """Items that stand beside each other on one line, from the left; rows from the top."""
    rows: list[list[_Item]] = []
    for item in sorted(items, key=lambda each: each.middle):
        row = rows[-1] if rows else []
        if row and item.level and all(_beside(item, each) for each in row):
            row.append(item)
        else:
            rows.append([item])
    return [sorted(row, key=lambda each: each.left) for row in rows]


def _beside(one: _Item, other: _Item) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    apart = max(one.left, other.left) >= min(one.right, other.right) - 0.5 * min(one.height, other.height)
    return other.level and apart and shared > 0.5 * min(one.height, other.height)


def _usual_pitch(rows: list[list[_Item]]) -> float:
    steps = [_pitch(one, other) for one, other in pairwise(rows)]
    return min(_LOOSE, median(steps)) if steps else _LOOSE


def _pitch(above: list[_Item], below: list[_Item]) -> float:
    """How far below the other a row stands, middle to middle, in heights of a line."""
    height = median(item.height for item in (*above, *below))
    return (median(item.middle for item in below) - median(item.middle for item in above)) / height


def _parted(above: list[_Item], below: list[_Item], usual: float) -> bool:
    """Whether a new paragraph begins: more air than usual, or letters of another size."""
    one, other = (median(item.height for item in row) for row in (above, below))
    return _pitch(above, below) > 1.4 * usual or max(one, other) > 1.6 * min(one, other)


def _line(row: list[_Item], angle: float, number: int, block: int) -> Line:
    words = [word for item in row for word in item.run.words]
    own = row[0].run.angle if len(row) == 1 else angle
    place = _into(own)
    frames = [[place(point) for point in word.quad] for word in words]
    height = max(1.0, median(max(v for _, v in frame) - min(v for _, v in frame) for frame in frames))
    height = max(height, median(item.height for item in row) * 0.7 if row[0].level else height)
    gaps = [(min(u for u, _ in after) - max(u for u, _ in before)) / height for before, after in pairwise(frames)]
    corners = [point for frame in frames for point in frame]
    left, right = min(u for u, _ in corners), max(u for u, _ in corners)
    top, bottom = min(v for _, v in corners), max(v for _, v in corners)
    back = _into(-own)
    quad = (back((left, top)), back((right, top)), back((right, bottom)), back((left, bottom)))
    numbered = tuple(Word(each.text, each.box, each.score, number, block, each.quad) for each in words)
    letters = sum(len(each.text) for each in words)
    score = sum(each.score * len(each.text) for each in words) / letters
    box = box_of([each.quad for each in words])
    return Line(spelled(words, gaps), box, quad, round(score, 3), round(own % 360, 1), numbered, block)
