"""Rows and columns as people name them: `3`, `"3"`, `C`, `B:D`, `2:4`.

One reading for all tools. Where columns are asked for a number counts them (3 is C); where either will do, numbers are
rows and letters are columns. A cell, a range of cells or a line beyond the sheet is an error that shows how to say it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from deskworld_kit import ToolError

from .references import MAX_COLUMN, MAX_ROW, Area, Axis, column_number, letters

_NUMBER = re.compile(r"\$?([0-9]{1,7})")
_LETTERS = re.compile(r"\$?([A-Za-z]{1,3})")
_EXAMPLES = {
    "row": "rows like 3 or 2:5",
    "column": "columns like C, B:D, or 3 for the third",
    "": "rows like 2:5 or columns like B:D",
}


@dataclass(frozen=True)
class Lines:
    """Rows or columns that stand side by side, both ends inside."""

    axis: Axis
    first: int
    last: int

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    @property
    def area(self) -> Area:
        if self.axis == "row":
            return Area(self.first, 1, self.last, MAX_COLUMN)
        return Area(1, self.first, MAX_ROW, self.last)

    @property
    def name(self) -> str:
        """Like `2:5` or `B:D`."""
        if self.axis == "row":
            return f"{self.first}:{self.last}"
        return f"{letters(self.first)}:{letters(self.last)}"


def lines_of(text: str | int, axis: Axis | None, argument: str) -> Lines:
    """The rows or columns that a text names; with no axis given, numbers are rows and letters columns."""
    said = str(text).strip()
    ends = [end.strip() for end in said.split(":")]
    read = [_line(end, axis) for end in ends] if 1 <= len(ends) <= 2 else []
    kinds: set[Axis] = {found[0] for found in read if found}
    alike = len({end.lstrip("$").isdigit() for end in ends}) == 1
    if not read or None in read or len(kinds) != 1 or not alike:
        raise ToolError(f"{said!r} names no {axis or 'line'}s; write {_EXAMPLES[axis or '']}", argument=argument)
    kind = kinds.pop()
    numbers = sorted(found[1] for found in read if found)
    most = MAX_ROW if kind == "row" else MAX_COLUMN
    if numbers[0] < 1 or numbers[-1] > most:
        end = f"{MAX_ROW}" if kind == "row" else f"XFD ({MAX_COLUMN})"
        raise ToolError(f"{said!r} lies outside the sheet; its {kind}s are 1 to {end}", argument=argument)
    return Lines(kind, numbers[0], numbers[-1])


def lists_of(text: str | int, axis: Axis | None, argument: str) -> list[Lines]:
    """As `lines_of`, for a tool that takes several at once: `A:C,F`."""
    return [lines_of(piece, axis, argument) for piece in str(text).replace(";", ",").split(",")]


def _line(end: str, axis: Axis | None) -> tuple[Axis, int] | None:
    if found := _NUMBER.fullmatch(end):
        return axis or "row", int(found[1])
    if axis != "row" and (found := _LETTERS.fullmatch(end)):
        return "column", column_number(found[1])
    return None
