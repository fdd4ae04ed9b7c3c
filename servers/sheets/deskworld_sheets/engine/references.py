"""References: A1 as rows and columns counted from one, and what happens to them when lines move.

A `Shift` is an insertion or a deletion of whole rows or columns. `Shift.span` is the single place that knows
Excel's rule for what it does to a stretch of lines; cells, ranges, merges, anchors and formulas all ask it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from deskworld_kit import ToolError

MAX_ROW = 1_048_576
MAX_COLUMN = 16_384
Axis = Literal["row", "column"]

PREFIX = r"(?:'(?:[^']|'')+'|(?:\[\d+\])?[^\W\d][\w.]*(?::[^\W\d][\w.]*)?|\[\d+\])!"
REFERENCE = (
    r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}(?::\$?[A-Za-z]{1,3}\$?[0-9]{1,7})?"
    r"|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}"
    r"|\$?[0-9]{1,7}:\$?[0-9]{1,7}"
)
"""A sheet's name before its cells, and cells, rows or columns, as formulas write them."""

_CELL = re.compile(r"^\$?([A-Za-z]{1,3})\$?([0-9]{1,7})$")
_COLUMN = re.compile(r"^\$?([A-Za-z]{1,3})$")
_ROW = re.compile(r"^\$?([0-9]{1,7})$")


@lru_cache(maxsize=MAX_COLUMN)
def letters(column: int) -> str:
    text = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


@lru_cache(maxsize=MAX_COLUMN)
def column_number(text: str) -> int:
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - 64
    return number


def cell_name(row: int, column: int) -> str:
    return f"{letters(column)}{row}"


def split_cell(name: str) -> tuple[int, int]:
    """`B7` as (7, 2)."""
    found = _CELL.match(name)
    if not found:
        raise ValueError(name)
    return int(found[2]), column_number(found[1])


class Area(NamedTuple):
    """A rectangle of cells, both corners inside."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    @property
    def columns(self) -> int:
        return self.right - self.left + 1

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    @property
    def name(self) -> str:
        if self.top == 1 and self.bottom == MAX_ROW:
            return f"{letters(self.left)}:{letters(self.right)}"
        if self.left == 1 and self.right == MAX_COLUMN:
            return f"{self.top}:{self.bottom}"
        first = cell_name(self.top, self.left)
        return first if self.cells == 1 else f"{first}:{cell_name(self.bottom, self.right)}"

    @property
    def absolute(self) -> str:
        """As formulas of charts and names write it: $A$1:$B$9."""
        first = f"${letters(self.left)}${self.top}"
        return first if self.cells == 1 else f"{first}:${letters(self.right)}${self.bottom}"

    def holds(self, row: int, column: int) -> bool:
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def meets(self, other: Area) -> bool:
        return not (
            other.top > self.bottom or other.bottom < self.top or other.left > self.right or other.right < self.left
        )

    def within(self, other: Area) -> Area | None:
        """What both share."""
        if not self.meets(other):
            return None
        return Area(
            max(self.top, other.top),
            max(self.left, other.left),
            min(self.bottom, other.bottom),
            min(self.right, other.right),
        )

    def column(self, column: int) -> Area:
        return Area(self.top, column, self.bottom, column)

    def span(self, axis: Axis) -> tuple[int, int]:
        return (self.top, self.bottom) if axis == "row" else (self.left, self.right)

    def with_span(self, axis: Axis, span: tuple[int, int]) -> Area:
        if axis == "row":
            return Area(span[0], self.left, span[1], self.right)
        return Area(self.top, span[0], self.bottom, span[1])


def area_of(text: str) -> Area:
    """`B2`, `B2:D10`, `B:D` or `2:5`, dollars allowed; ValueError for anything else."""
    first, _, last = text.strip().partition(":")
    last = last or first
    ends = [_CELL.match(first), _CELL.match(last)]
    if ends[0] and ends[1]:
        rows = sorted((int(ends[0][2]), int(ends[1][2])))
        columns = sorted((column_number(ends[0][1]), column_number(ends[1][1])))
    elif ":" in text and (found := (_COLUMN.match(first), _COLUMN.match(last))) and found[0] and found[1]:
        rows, columns = [1, MAX_ROW], sorted((column_number(found[0][1]), column_number(found[1][1])))
    elif ":" in text and (found := (_ROW.match(first), _ROW.match(last))) and found[0] and found[1]:
        rows, columns = sorted((int(found[0][1]), int(found[1][1]))), [1, MAX_COLUMN]
    else:
        raise ValueError(text)
    if rows[0] < 1 or rows[1] > MAX_ROW or columns[1] > MAX_COLUMN:
        raise ValueError(text)
    return Area(rows[0], columns[0], rows[1], columns[1])


def parse_area(text: str, argument: str = "range") -> Area:
    """A range as a person writes it, or an error that shows how."""
    try:
        return area_of(text)
    except ValueError:
        raise ToolError(
            f"{text!r} is no range; write a cell like B2, a range like B2:D10, columns like B:D or rows like 2:5 "
            f"(the last cell of a sheet is XFD{MAX_ROW})",
            argument=argument,
        ) from None


def areas_of(sqref: str) -> list[Area]:
    """The areas of a `sqref`, which are parted by spaces."""
    return [area_of(piece) for piece in sqref.split()]


def without(area: Area, hole: Area) -> list[Area]:
    """What is left of an area round a hole: at most four areas."""
    inside = area.within(hole)
    if inside is None:
        return [area]
    pieces = [
        Area(area.top, area.left, inside.top - 1, area.right),
        Area(inside.top, area.left, inside.bottom, inside.left - 1),
        Area(inside.top, inside.right + 1, inside.bottom, area.right),
        Area(inside.bottom + 1, area.left, area.bottom, area.right),
    ]
    return [piece for piece in pieces if piece.top <= piece.bottom and piece.left <= piece.right]


class Shift(NamedTuple):
    """Lines put in before `at` (step > 0), or taken away from `at` on (step < 0), on one sheet.

    With `low` and `high` only the cells of a band move: those columns (where rows come or go) or those rows.
    """

    axis: Axis
    at: int
    step: int
    low: int = 1
    high: int = MAX_ROW

    @property
    def most(self) -> int:
        return MAX_ROW if self.axis == "row" else MAX_COLUMN

    @property
    def is_whole(self) -> bool:
        """Whether whole lines move, and no band of cells."""
        return self.low == 1 and self.high == MAX_ROW

    @property
    def band(self) -> Area:
        """All cells that could move, from the sheet's edge to its edge."""
        if self.axis == "row":
            return Area(1, self.low, MAX_ROW, min(self.high, MAX_COLUMN))
        return Area(self.low, 1, self.high, MAX_COLUMN)

    @property
    def reach(self) -> Area:
        """The cells of the band that move or go."""
        return self.band.with_span(self.axis, (self.at, self.most))

    def covers(self, area: Area) -> bool:
        """Whether an area lies in the band from side to side; others stay as they are."""
        first, last = area.span("column" if self.axis == "row" else "row")
        return self.low <= first and last <= self.high

    def line(self, number: int) -> int | None:
        """Where a line goes; None when it is gone."""
        moved = self.span(number, number)
        return moved[0] if moved else None

    def span(self, first: int, last: int) -> tuple[int, int] | None:
        """Where a stretch of lines goes: it grows round what is put in, shrinks by what is taken out."""
        if first == 1 and last == self.most:
            return first, last
        if self.step > 0:
            if first >= self.at:
                first += self.step
            if last >= self.at:
                last += self.step
            return (first, min(last, self.most)) if first <= self.most else None
        gone_last = self.at - self.step - 1
        if first >= self.at and last <= gone_last:
            return None
        first = first if first < self.at else max(self.at, first + self.step)
        last = last if last < self.at else max(self.at - 1, last + self.step)
        return first, last

    def area(self, area: Area) -> Area | None:
        if not self.covers(area):
            return area
        moved = self.span(*area.span(self.axis))
        return area.with_span(self.axis, moved) if moved else None

    def sqref(self, text: str) -> str:
        """A `sqref` after the shift; empty when nothing of it is left. What lies across a band's edge is cut there."""
        areas = areas_of(text)
        if not self.is_whole:
            cut: list[Area] = []
            for area in areas:
                inside = area.within(self.band) if area.meets(self.reach) and not self.covers(area) else None
                cut += [*without(area, self.band), inside] if inside else [area]
            areas = cut
        moved = (self.area(area) for area in areas)
        return " ".join(area.name for area in moved if area)
