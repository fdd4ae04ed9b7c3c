"""What a formula stands on and what stands on it; and what two workbooks do not share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deskworld_kit import Scalar, ToolError

from .book import Book, Sheet, where
from .formulas import references
from .references import Area, area_of

MOST_FED = 2_000


@dataclass
class Traced:
    cell: str
    value: Scalar
    formula: str
    relation: str


@dataclass
class Difference:
    cell: str
    before: Scalar
    after: Scalar


def trace(book: Book, sheet: Sheet, area: Area) -> list[Traced]:
    if area.cells > 1:
        raise ToolError(f"{area.name} is more than one cell", argument="cell")
    return [*_feeds(book, sheet, area), *_uses(book, sheet, area)]


def _feeds(book: Book, sheet: Sheet, area: Area) -> Iterator[Traced]:
    formula = next((cell.formula for _, _, cell in book.cells(sheet, area, formulas_too=True)), "")
    for named, reference in references(formula):
        try:
            home = book.sheet(named) if named else sheet
        except ToolError:
            continue
        for count, (row, column, cell) in enumerate(book.cells(home, area_of(reference), formulas_too=True)):
            if count >= MOST_FED:
                break
            yield Traced(where(home.name, row, column), cell.value, cell.formula, "feeds")


def _uses(book: Book, sheet: Sheet, area: Area) -> Iterator[Traced]:
    for other in book.sheets:
        if not other.is_grid or not book.has_formulas(other):
            continue
        for row, column, cell in book.cells(other, formulas_too=True):
            if cell.formula and any(
                (named or other.name).casefold() == sheet.name.casefold() and area_of(reference).meets(area)
                for named, reference in references(cell.formula)
            ):
                yield Traced(where(other.name, row, column), cell.value, cell.formula, "uses")


def differences(first: Book, second: Book, formulas: bool) -> list[Difference]:
    found: list[Difference] = []
    old = {sheet.name.casefold(): sheet for sheet in first.sheets if sheet.is_grid}
    new = {sheet.name.casefold(): sheet for sheet in second.sheets if sheet.is_grid}
    for name, sheet in {**old, **new}.items():
        if name not in old or name not in new:
            found.append(
                Difference(
                    sheet.name, "a sheet" if name in old else "no such sheet", "a sheet" if name in new else "gone"
                )
            )
            continue
        before, after = _cells(first, old[name], formulas), _cells(second, new[name], formulas)
        for place in sorted(before.keys() | after.keys()):
            if before.get(place) != after.get(place):
                found.append(Difference(where(sheet.name, *place), before.get(place), after.get(place)))
    return found


def _cells(book: Book, sheet: Sheet, formulas: bool) -> dict[tuple[int, int], Scalar]:
    return {
        (row, column): (cell.formula or cell.value) if formulas else cell.value
        for row, column, cell in book.cells(sheet, formulas_too=formulas)
    }
