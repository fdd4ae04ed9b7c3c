"""Tables whose rules are drawn: the rules found, the cells between them, and cells that were merged.

Long straight runs of ink are rules. Where they cross they make a grid; where a piece of rule between two cells of the
grid is missing, the two are one. The rules are then wiped off, since readers take them for letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

_LEAST_RULE = 36
"""Pixels; shorter strokes belong to letters."""

_NEAR = 6
"""Pixels around an edge of a cell in which its rule lies."""


@dataclass(frozen=True)
class Cell:
    """A cell of a grid: where it begins, how many rows and columns it spans, and its box."""

    row: int
    column: int
    rows: int
    columns: int
    box: tuple[int, int, int, int]


@dataclass(frozen=True)
class Grid:
    """A ruled table on a level picture."""

    cells: tuple[Cell, ...]
    rows: int
    columns: int
    box: tuple[int, int, int, int]


def rules_of(pixels: Any) -> tuple[Any, Any]:
    """Masks of level and of upright rules."""
    import cv2
    import numpy

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    grain = float(cv2.absdiff(grey, cv2.medianBlur(grey, 3)).mean()) > 3
    if grain:
        grey = cv2.medianBlur(cv2.GaussianBlur(grey, (3, 3), 0), 3)
    # Against what is around it: a rule is thin, a filled cell is not.
    ink = (cv2.absdiff(grey, cv2.medianBlur(grey, 15)) > (24 if grain else 12)).astype("uint8") * 255
    # The rim of a filled cell is an edge between two grounds, not ink; it parts cells just as well.
    edges = cv2.Canny(grey, *((80, 200) if grain else (20, 60)))
    high, wide = grey.shape
    across, down = max(_LEAST_RULE, wide // 40), max(_LEAST_RULE - 12, high // 60)
    masks: list[Any] = []
    for shape in ((1, across), (down, 1)):
        kernel = numpy.ones(shape, "uint8")
        both = cv2.bitwise_or(_runs(ink, kernel), _runs(edges, kernel))
        masks.append(cv2.dilate(both, numpy.ones((3, 3), "uint8")))
    return masks[0], masks[1]


def _runs(mask: Any, kernel: Any) -> Any:
    """Long runs, small breaks in them closed first."""
    import cv2
    import numpy

    bridge = numpy.ones((1, 3) if kernel.shape[0] == 1 else (3, 1), "uint8")
    return cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, bridge), cv2.MORPH_OPEN, kernel)


def grids_of(level: Any, upright: Any) -> list[Grid]:
    """The ruled tables, from the top."""
    import cv2
    import numpy

    both = cv2.dilate(cv2.bitwise_or(level, upright), numpy.ones((3, 3), "uint8"))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(both)
    found: list[Grid] = []
    for number in range(1, count):
        left, top, wide, high = (int(each) for each in stats[number][:4])
        if wide < 60 or high < 30:
            continue
        part = (labels[top : top + high, left : left + wide] == number).astype("uint8") * 255
        grid = _grid(
            cv2.bitwise_and(level[top : top + high, left : left + wide], part),
            cv2.bitwise_and(upright[top : top + high, left : left + wide], part),
            left,
            top,
        )
        if grid is not None:
            found.append(grid)
    return sorted(found, key=lambda grid: (grid.box[1], grid.box[0]))


def wiped(pixels: Any, level: Any, upright: Any, grids: Sequence[Grid]) -> Any:
    """The picture without its rules: each pixel of one gets the colours around it.

    Only what runs along the cells of a grid, or far across the page, is taken: the bars of letters that stand side
    by side are short rules too.
    """
    import cv2
    import numpy

    mask = cv2.morphologyEx(level, cv2.MORPH_OPEN, numpy.ones((1, max(120, pixels.shape[1] // 5)), "uint8"))
    for grid in grids:
        for cell in grid.cells:
            left, top, right, bottom = cell.box
            for y in (top, bottom):
                band = slice(max(0, y - _NEAR), y + _NEAR), slice(max(0, left - _NEAR), right + _NEAR)
                mask[band] |= level[band]
            for x in (left, right):
                band = slice(max(0, top - _NEAR), bottom + _NEAR), slice(max(0, x - _NEAR), x + _NEAR)
                mask[band] |= upright[band]
    return cv2.inpaint(pixels, mask, 3, cv2.INPAINT_TELEA) if mask.any() else pixels


def _grid(level: Any, upright: Any, left: int, top: int) -> Grid | None:
    import numpy

    wide = level.shape[1]
    rows = _places((level > 0).sum(axis=1) >= wide * 0.2)
    if len(rows) < 2:
        return None
    bands = [upright[y0:y1] > 0 for y0, y1 in pairwise(rows)]
    # Stems of letters are upright strokes as well, but none is as high as its row.
    columns = _places(numpy.any([_thick(band).mean(axis=0) > 0.75 for band in bands], axis=0))
    if len(columns) < 2 or len(rows) + len(columns) < 5:
        return None
    parent = {(row, column): (row, column) for row in range(len(rows) - 1) for column in range(len(columns) - 1)}

    def root(cell: tuple[int, int]) -> tuple[int, int]:
        while parent[cell] != cell:
            cell = parent[cell]
        return cell

    for row, (y0, y1) in enumerate(pairwise(rows)):
        for column, (x0, x1) in enumerate(pairwise(columns)):
            reach = min(12, max(5, (y1 - y0) // 4))  # a rule that is a little off level
            if column + 2 < len(columns) and not _drawn(upright[y0 + 3 : y1 - 2, max(0, x1 - reach) : x1 + reach], 1):
                parent[root((row, column + 1))] = root((row, column))
            if row + 2 < len(rows) and not _drawn(level[max(0, y1 - reach) : y1 + reach, x0 + 3 : x1 - 2], 0):
                parent[root((row + 1, column))] = root((row, column))
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell in parent:
        groups.setdefault(root(cell), []).append(cell)
    cells: list[Cell] = []
    for members in groups.values():
        first, last = min(members), max(members)
        leftmost, rightmost = min(c for _, c in members), max(c for _, c in members)
        box = (left + columns[leftmost], top + rows[first[0]], left + columns[rightmost + 1], top + rows[last[0] + 1])
        cells.append(Cell(first[0], leftmost, last[0] - first[0] + 1, rightmost - leftmost + 1, box))
    if len(cells) < 3:
        return None
    edge = (left + columns[0], top + rows[0], left + columns[-1], top + rows[-1])
    return Grid(tuple(sorted(cells, key=lambda c: (c.row, c.column))), len(rows) - 1, len(columns) - 1, edge)


def _drawn(piece: Any, axis: int) -> bool:
    """Whether a rule runs through most of this piece."""
    return piece.size > 0 and float(piece.any(axis=axis).mean()) > 0.5


def _thick(band: Any) -> Any:
    """Rules that lean a little: a pixel counts where one beside it is drawn."""
    import numpy

    return band | numpy.roll(band, 2, axis=1) | numpy.roll(band, -2, axis=1)


def _places(held: Any) -> list[int]:
    """The middles of runs of rows (or columns) that hold a rule."""
    import numpy

    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], held.astype("int8"), [0]])))
    return _apart([int(start + end - 1) // 2 for start, end in edges.reshape(-1, 2)], 8)


def _apart(places: Sequence[int], least: int) -> list[int]:
    """Two rules closer than any text is high are one, drawn double."""
    kept: list[int] = []
    for place in places:
        if kept and place - kept[-1] < least:
            kept[-1] = (kept[-1] + place) // 2
        else:
            kept.append(place)
    return kept
