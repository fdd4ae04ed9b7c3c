"""What a workbook's formula cells hold: numbers, texts, booleans, and errors by the names that spreadsheets share.

LibreOffice numbers its errors, and knows more of them than Excel, whose seven names are the ones a file may hold.
Here the blocks that the bridge reads become values by A1 reference.
"""

from collections.abc import Iterator
from typing import Any

from .bridge.calculating import a1

Scalar = str | int | float | bool | None
Box = list[int]


class CellError(str):
    """An error value of a cell, such as `#DIV/0!`: a text that is not just a text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"CellError({str(self)!r})"


NAMES = {
    502: "#NUM!",  # an argument out of range: SQRT(-1)
    503: "#NUM!",
    519: "#VALUE!",
    521: "#NULL!",
    522: "#REF!",  # a circle of references
    523: "#NUM!",  # no convergence
    524: "#REF!",
    525: "#NAME?",
    526: "#REF!",
    532: "#DIV/0!",
    32767: "#N/A",
}
UNNAMED = "#VALUE!"


def cell_values(sheet: dict[str, Any]) -> dict[str, Scalar]:
    """The values of one sheet's formula cells, as the bridge gave them, by A1 reference, row by row."""
    values = {(row, column): value for column, row, value in _cells(sheet["blocks"])}
    errors = {(row, column): value for column, row, value in _cells(sheet["errors"]) if value is not None}
    booleans = _inside(sheet["booleans"])
    formulas = sorted((row, column) for box in sheet["cells"] for row, column in _places(box))
    found: dict[str, Scalar] = {}
    for place in formulas:
        value = values[place]
        row, column = place
        if place in errors:
            value = CellError(NAMES.get(int(errors[place]), UNNAMED))
        elif isinstance(value, float):
            value = bool(value) if booleans(row, column) else _plain(value)
        found[a1(column, row)] = value
    return found


def _plain(number: float) -> int | float:
    """A whole number as an int, the way it is written in a file."""
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _cells(blocks: list[Any]) -> Iterator[tuple[int, int, Any]]:
    for left, top, rows in blocks:
        for row, values in enumerate(rows, top):
            for column, value in enumerate(values, left):
                yield column, row, value


def _places(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = box
    return ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))


def _inside(boxes: list[Box]) -> Any:
    def inside(row: int, column: int) -> bool:
        return any(left <= column <= right and top <= row <= bottom for left, top, right, bottom in boxes)

    return inside
