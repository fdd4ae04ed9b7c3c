"""The order in which a person reads: rows from the top, columns one after the other, tables row by row.

Pieces are put into a frame that is turned as the text lies, so that rows are level in it. What stands on both sides of
a gutter are columns where it is running text, whatever else the column holds, and rows of a table or of a receipt where
lines are short and level with each other: reading those down would part each label from its value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from math import cos, radians, sin
from statistics import median
from typing import NamedTuple

from .words import Line, Quad, Word, box_of, spelled

_COLUMN_LINE = 8
"""A line of running text is at least this many heights long."""
_COLUMN_ROWS = 3
_CLOSE = 1.8
"""Heights of a line from one line of a paragraph to the next, at the most."""
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

    @property
    def center(self) -> float:
        return (self.left + self.right) / 2

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def long(self) -> bool:
        return self.level and self.wide >= _COLUMN_LINE * self.height


class _Gutter(NamedTuple):
    left: float
    right: float
    inner: bool


class _Stretch(NamedTuple):
    """A gutter and the bands beside it: from `first` to before `end`."""

    first: int
    end: int
    left: float
    right: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def wide(self) -> float:
        return self.right - self.left


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
    found = _widest_columns(items)
    if found is None:
        return [items] if items else []
    above, left, right, below = found
    return [column for part in (above, left, right, below) for column in _columns(part)]


def _widest_columns(items: list[_Item]) -> tuple[list[_Item], list[_Item], list[_Item], list[_Item]] | None:
    """Of all that stands in columns beside each other, what holds most: what is above, left, right and below."""
    if sum(item.long for item in items) < _COLUMN_ROWS:
        return None
    bands = _bands(items)
    stretches = sorted(_stretches(bands), key=lambda each: (-sum(map(len, bands[each.first : each.end])), -each.wide))
    for stretch in stretches:
        first, end = _without_ends(bands, stretch)
        group = [item for band in bands[first:end] for item in band]
        left, right = _sides(group, stretch.middle)
        if _stand_apart(left, right, _sides(items, stretch.middle)):
            above, below = ([item for band in some for item in band] for some in (bands[:first], bands[end:]))
            return above, left, right, below
    return None


def _sides(items: list[_Item], middle: float) -> tuple[list[_Item], list[_Item]]:
    return [item for item in items if item.center < middle], [item for item in items if item.center >= middle]


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


def _stretches(bands: list[list[_Item]]) -> list[_Stretch]:
    """Every gutter, from each band that has it between its items down to the last one that leaves it free."""
    items = [item for band in bands for item in band]
    height = median(item.height for item in items)
    edges = (min(item.left for item in items), max(item.right for item in items))
    ended: set[_Stretch] = set()
    running: set[_Stretch] = set()
    for number, band in enumerate(bands):
        free = _gutters(band, edges, height)
        going: set[_Stretch] = {_Stretch(number, number + 1, each.left, each.right) for each in free if each.inner}
        for each in running:
            shared = [(max(each.left, gutter.left), min(each.right, gutter.right)) for gutter in free]
            on = {_Stretch(each.first, number + 1, *span) for span in shared if span[1] - span[0] > _GUTTER * height}
            going |= on
            if not on:
                ended.add(each)
        running = going
    return [*ended, *running]


def _without_ends(bands: list[list[_Item]], stretch: _Stretch) -> tuple[int, int]:
    """The bands of a gutter less those at its ends that go over both columns: running heads, feet, rows of a table."""
    first, end = stretch.first, stretch.end
    group = [item for band in bands[first:end] for item in band]
    start = min((item.left for item in group if item.center >= stretch.middle and item.long), default=stretch.right)
    edge = max(item.right for item in group)

    def is_head(band: list[_Item]) -> bool:
        *_, last = sorted(band, key=lambda each: each.left)
        flush = last.left > start + 3 * last.height and last.right > edge - 2 * last.height
        return flush and [item.center < stretch.middle for item in band].count(True) == len(band) - 1 == 1

    def is_row(band: list[_Item]) -> bool:
        sides = {item.center < stretch.middle for item in band}
        return len(sides) == 2 and len(_rows(band)) == 1 and not any(item.long for item in band)

    def at_the_end(some: list[list[_Item]]) -> int:
        rows = sum(1 for _ in takewhile(is_row, some[:-1]))
        airs = [abs(median(i.middle for i in a) - median(i.middle for i in b)) for a, b in pairwise(some[: rows + 1])]
        while rows and airs[rows - 1] < 0.9 * max(airs):  # last lines of both columns, with their text
            rows -= 1
        return rows if rows >= _COLUMN_ROWS else sum(1 for _ in takewhile(is_head, some[:-1]))

    first += at_the_end(bands[first:end])
    end -= at_the_end(bands[first:end][::-1])
    return first, end


def _stand_apart(left: list[_Item], right: list[_Item], whole: tuple[list[_Item], list[_Item]]) -> bool:
    """Whether these are two columns, and no rows that go over both.

    Two that hold running text are. Beside one with a paragraph stands a column of its own as well, be it a table or
    a list of short lines, where its lines do not keep to the lines of the paragraphs.

    Args:
        left: What stands left of the gutter.
        right: What stands right of it.
        whole: The same of all that is read, so that a block is seen whole where the gutter ends within it.
    """
    for one, other, text in ((left, right, whole[0]), (right, left, whole[1])):
        if _has_paragraph(one):
            return _has_paragraph(other) or _runs_on(other) or not _keeps_to(other, text)
    return all(len(part) >= _COLUMN_ROWS and _runs_on(part) for part in (left, right))


def _runs_on(part: list[_Item]) -> bool:
    """Whether half of what stands there, or more, stands in long lines."""
    return 2 * sum(item.wide for item in part if item.long) >= sum(item.wide for item in part) > 0


def _has_paragraph(part: list[_Item]) -> bool:
    """Whether long lines follow each other closely, flush on a side or centred."""
    chains: list[list[_Item]] = []
    for item in sorted((each for each in part if each.long), key=lambda each: each.middle):
        for chain in chains:
            last = chain[-1]
            near = 0.5 < (item.middle - last.middle) / item.height < _CLOSE
            if (
                near
                and min(abs(item.left - last.left), abs(item.right - last.right), 2 * abs(item.center - last.center))
                < 2 * item.height
            ):  # the first line may be indented
                chain.append(item)
                break
        else:
            chains.append([item])
    return any(len(chain) >= _COLUMN_ROWS for chain in chains)


def _keeps_to(rows: list[_Item], text: list[_Item]) -> bool:
    """Whether rows stand level with lines of a text, or with the middles of its blocks, as cells of a table do."""
    own = [row[0] for row in _rows([item for item in rows if item.level])]
    if len(own) < 2:
        return True
    lines = sorted((item for item in text if item.level), key=lambda each: each.middle)
    steps = sorted(after.middle - before.middle for before, after in pairwise(lines))
    usual = steps[len(steps) // 4]
    levels = [line.middle for line in lines]
    start = 0
    for number, line in enumerate(lines):
        if number + 1 == len(lines) or lines[number + 1].middle - line.middle > 1.3 * usual:
            levels.append((lines[start].middle + line.middle) / 2)
            start = number + 1
    level = sum(min(abs(item.middle - each) for each in levels) < 0.2 * item.height for item in own)
    return level >= 0.75 * len(own)


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
