"""Circles of references: cells whose formulas read each other, and so have no value.

Nothing computes them; Excel warns of them once, when the file is opened, and shows 0. Who wrote one wants to know which
cells it goes through.
"""

from __future__ import annotations

from collections.abc import Iterator

from deskworld_kit import ToolError

from .book import Book, Sheet, where
from .formulas import references
from .references import Area, area_of

MOST_CELLS = 20_000  # of a book that is looked through
_MOST_NAMED = 6
_MOST_STEPS = 2_000

Place = tuple[str, int, int]


class Circles:
    """The circles of a book, found as they are asked for."""

    def __init__(self, book: Book) -> None:
        self._reads: dict[Place, list[tuple[str, Area]]] = {}
        for sheet in book.sheets:
            if not sheet.is_grid or not book.has_formulas(sheet):
                continue
            for row, column, cell in book.cells(sheet, formulas_too=True):
                if cell.formula and len(self._reads) < MOST_CELLS:
                    self._reads[sheet.name, row, column] = list(_read(book, sheet, cell.formula))

    def through(self, sheet: Sheet, row: int, column: int) -> str:
        """`is in a circle: Sheet1!A1 reads Sheet1!B1, which reads Sheet1!A1`; empty for a cell in none."""
        start: Place = (sheet.name, row, column)
        came: dict[Place, Place] = {}
        queue = [start]
        while queue and len(came) < _MOST_STEPS:
            place = queue.pop(0)
            for other in self._read_by(place):
                if other == start:
                    path = [place]
                    while path[-1] != start:
                        path.append(came[path[-1]])
                    return _said([*reversed(path), start])
                if other not in came:
                    came[other] = place
                    queue.append(other)
        return ""

    def _read_by(self, place: Place) -> Iterator[Place]:
        for name, area in self._reads.get(place, ()):
            if area.cells <= 1000:
                for row in range(area.top, area.bottom + 1):
                    for column in range(area.left, area.right + 1):
                        if (name, row, column) in self._reads:
                            yield name, row, column
            else:
                yield from (other for other in self._reads if other[0] == name and area.holds(*other[1:]))


def _read(book: Book, sheet: Sheet, formula: str) -> Iterator[tuple[str, Area]]:
    for named, reference in references(formula):
        try:
            yield (book.sheet(named).name if named else sheet.name), area_of(reference)
        except (ToolError, ValueError):
            continue


def _said(path: list[Place]) -> str:
    names = [where(*place) for place in path]
    if len(names) == 2:
        return "reads itself, a circular reference"
    if len(names) > _MOST_NAMED:
        names = [*names[: _MOST_NAMED - 2], "...", names[-1]]
    return f"is in a circle of references: {' reads '.join(names)}"
