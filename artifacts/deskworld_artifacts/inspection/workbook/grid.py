"""The cells of one sheet, kept as they were stored and made into values when somebody asks.

A hundred thousand cells are read in well under a second because nothing is made of them: an entry is a small tuple, and
dates, styles and shared formulas are worked out cell by cell on demand.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import Literal, NamedTuple

from .styles import CellStyle, Styles

Value = bool | int | float | str | datetime | time | timedelta | None
"""What a cell holds. Dates are datetimes without a zone, as spreadsheets know none."""
Kind = Literal["empty", "number", "text", "boolean", "error", "date"]

_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})?\$?(\d+)?$")
_PREFIXES = re.compile(r"_xlfn\.|_xlws\.|_xlpm\.|_xludf\.")
_ROWS, _COLUMNS = 1_048_576, 16_384


class Entry(NamedTuple):
    """A cell as stored: the value, the formula's text (or the number of the shared one), the style's number, its
    kind."""

    value: bool | int | float | str | None
    formula: str | int
    style: int
    kind: Kind


class Area(NamedTuple):
    """A rectangle of cells, rows and columns from 1, ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def rows(self) -> range:
        return range(self.top, self.bottom + 1)

    @property
    def columns(self) -> range:
        return range(self.left, self.right + 1)

    @property
    def corner(self) -> tuple[int, int]:
        return self.top, self.left

    @classmethod
    def parse(cls, text: str) -> "Area":
        """`B4`, `A1:D9`, `A:C` or `2:5`; ValueError for anything else."""
        first, _, last = text.partition(":")
        top, left = _corner(first, 1, 1)
        bottom, right = _corner(last, _ROWS, _COLUMNS) if last else (top, left)
        return cls(min(top, bottom), min(left, right), max(top, bottom), max(left, right))


def area_of(text: str, rows: int, columns: int) -> Area:
    """An area, whole rows and columns cut to what is used."""
    area = Area.parse(text)
    bottom = rows if area.bottom == _ROWS else area.bottom
    return area._replace(bottom=bottom, right=columns if area.right == _COLUMNS else area.right)


def _corner(text: str, row: int, column: int) -> tuple[int, int]:
    match = _REFERENCE.match(text.strip())
    if not match or not text.strip():
        raise ValueError(f"{text!r} is not a cell reference such as B4 or A1:D9")
    letters, digits = match.groups()
    return int(digits) if digits else row, number_of(letters) if letters else column


@lru_cache(maxsize=4096)
def number_of(letters: str) -> int:
    """A column's number: A is 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


@lru_cache(maxsize=4096)
def letters_of(number: int) -> str:
    """A column's letters: 1 is A."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def reference(row: int, column: int) -> str:
    """`B4`."""
    return f"{letters_of(column)}{row}"


@dataclass
class Grid:
    """Entries by row and column (from 1), and what makes them values."""

    entries: dict[tuple[int, int], Entry] = field(default_factory=dict[tuple[int, int], Entry])
    styles: Styles = field(default_factory=Styles)
    shared: dict[int, tuple[str, str]] = field(default_factory=dict[int, tuple[str, str]])
    """Shared formulas by number: text and the cell where it is written."""
    date1904: bool = False
    row_styles: dict[int, int] = field(default_factory=dict[int, int])
    column_styles: dict[int, int] = field(default_factory=dict[int, int])

    def value(self, row: int, column: int) -> Value:
        entry = self.entries.get((row, column))
        if entry is None:
            return None
        value = entry.value
        if entry.kind == "number" and isinstance(value, (int, float)):
            return self.styles.dated(entry.style)(value, self.date1904)
        if entry.kind == "date" and isinstance(value, str):
            return datetime.fromisoformat(value.removesuffix("Z"))
        return value

    def kind(self, row: int, column: int) -> Kind:
        entry = self.entries.get((row, column))
        if entry is None:
            return "empty"
        is_date = isinstance(self.value(row, column), (datetime, time, timedelta))
        return "date" if is_date else "empty" if entry.value is None else entry.kind

    def formula(self, row: int, column: int) -> str:
        entry = self.entries.get((row, column))
        if entry is None or entry.formula == "":
            return ""
        if isinstance(entry.formula, int):
            return self._translated(entry.formula, reference(row, column))
        return "=" + _PREFIXES.sub("", entry.formula)

    def number_format(self, row: int, column: int) -> str:
        return self.styles.number_format(self._style(row, column))

    def style(self, row: int, column: int) -> CellStyle:
        return self.styles.style(self._style(row, column))

    def _style(self, row: int, column: int) -> int:
        """A cell without a style of its own has its row's, else its column's."""
        entry = self.entries.get((row, column))
        if entry is not None:
            return entry.style
        return self.row_styles.get(row, self.column_styles.get(column, 0))

    def _translated(self, number: int, place: str) -> str:
        from openpyxl.formula.translate import Translator

        text, origin = self.shared.get(number, ("", place))
        translator: Callable[[str], str] = Translator("=" + text, origin=origin).translate_formula
        return _PREFIXES.sub("", translator(place))
