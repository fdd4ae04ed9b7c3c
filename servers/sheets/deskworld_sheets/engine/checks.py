"""A workbook looked through for what a person would be sorry to send: errors, stale values, broken pointers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from deskworld_kit import Scalar

from . import appearance, echoes, names, numerals, objects, pivotsources, spilling, values
from .book import Book, Sheet, where
from .circles import Circles
from .findings import Problem
from .formulas import functions, quoted, references, translated
from .markup import q
from .references import area_of, split_cell

_ERRORS = {"#N/A", "#DIV/0!", "#REF!", "#NAME?", "#VALUE!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"}


def recompute(book: Book) -> int:
    """Put right values behind every formula now; the save then has nothing left to do."""
    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        return values.refresh(book, Path(folder, "book.xlsx"))


def count_formulas(book: Book) -> int:
    return sum(1 for sheet in book.sheets if sheet.is_grid for _ in values.formula_cells(book, sheet))


def is_error(value: Scalar) -> bool:
    return isinstance(value, str) and value in _ERRORS


def error_cells(book: Book) -> list[str]:
    return [
        f"{where(sheet.name, row, column)} {cell.value}"
        for sheet in book.sheets
        if sheet.is_grid
        for row, column, cell in book.cells(sheet)
        if is_error(cell.value)
    ]


def formula_problems(book: Book, sheets: list[Sheet]) -> list[Problem]:
    """Errors, stale values, broken and circular references, and numbers typed into columns of formulas."""
    right = _right_values(book)
    found: list[Problem] = []
    circles = cached_circles(book)
    for sheet in sheets:
        formulas: dict[tuple[int, int], str] = {}
        for row, column, cell in book.cells(sheet, formulas_too=True):
            if not cell.formula:
                if is_error(cell.value):
                    found.append(
                        Problem(where(sheet.name, row, column), "holds an error as its value", "", cell.value, "error")
                    )
                continue
            formulas[row, column] = cell.formula
            found += _formula(book, sheet, row, column, cell.formula, cell.value, right, circles)
        found += _typed_over(book, sheet, formulas)
    return found


def _right_values(book: Book) -> dict[str, dict[str, Scalar]] | None:
    """What each formula should show, by sheet and cell; None where it cannot be told."""
    grids = [sheet for sheet in book.sheets if sheet.is_grid and book.has_formulas(sheet)]
    if not grids:
        return {}
    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        scratch = Path(folder, "book.xlsx")
        frozen = values.freeze(book, grids, scratch)
        computed, _ = values.compute(book, scratch, spilling.of_book(book, grids))
    if computed is None:
        return None
    return {
        name: {cell: value for cell, value in cells.items() if cell not in frozen.get(name, ())}
        for name, cells in computed.items()
    }


def _formula(
    book: Book,
    sheet: Sheet,
    row: int,
    column: int,
    formula: str,
    value: Scalar,
    right: dict[str, dict[str, Scalar]] | None,
    circles: Callable[[], Circles],
) -> Iterator[Problem]:
    place = where(sheet.name, row, column)
    name = place.rpartition("!")[2]
    wanted = right.get(sheet.name, {}).get(name) if right else None
    if "#REF!" in formula:
        yield Problem(place, "points to cells or a sheet that are gone (#REF!)", formula, value, "broken_reference")
    elif is_error(shows := wanted if wanted is not None else value):
        circle = circles().through(sheet, row, column) if shows == "#REF!" else ""
        yield Problem(place, circle or f"is {shows}", formula, value, "error")
        if circle:
            return
    known = {each.name.casefold() for each in book.sheets}
    for named, reference in references(formula):
        if named and any(part.casefold() not in known for part in named.split(":")):
            yield Problem(place, f"points to a sheet {named!r} that is not there", formula, value, "broken_reference")
        elif (
            (not named or named.casefold() == sheet.name.casefold())
            and area_of(reference).holds(row, column)
            and not functions(formula) & {"ROW", "ROWS", "COLUMN", "COLUMNS", "OFFSET", "CELL"}
        ):
            yield Problem(place, "points to itself", formula, value, "error")
    if right is not None and wanted is not None and not is_error(wanted):
        if value is None:
            yield Problem(place, f"has no stored value; it should be {wanted!r}", formula, value, "stale")
        elif _differs(value, wanted) and not functions(formula) & {"NOW", "TODAY", "RAND", "RANDBETWEEN"}:
            yield Problem(place, f"stores a stale value; it should be {wanted!r}", formula, value, "stale")


def cached_circles(book: Book) -> Callable[[], Circles]:
    """The circles of a book, looked for when the first one is asked for."""
    return cache(lambda: Circles(book))


def _differs(value: Scalar, wanted: Scalar) -> bool:
    if isinstance(value, bool) or isinstance(wanted, bool):
        return bool(value) != bool(wanted)
    if isinstance(value, int | float) and isinstance(wanted, int | float):
        return abs(value - wanted) > 1e-9 * max(1, abs(value), abs(wanted))
    # A date reads as ISO text but is computed as a number; only like kinds can be compared.
    return isinstance(value, str) and isinstance(wanted, str) and value != wanted


def _typed_over(book: Book, sheet: Sheet, formulas: dict[tuple[int, int], str]) -> Iterator[Problem]:
    """A number between formulas that say the same thing above and below it."""
    if not formulas:
        return
    for row, column, cell in book.cells(sheet):
        if (row, column) in formulas or isinstance(cell.value, bool) or not isinstance(cell.value, int | float):
            continue
        above, below = formulas.get((row - 1, column)), formulas.get((row + 1, column))
        if above and below and not above.startswith("{") and translated(above[1:], 2, 0) == below[1:]:
            yield Problem(
                where(sheet.name, row, column), f"a number among formulas like {above}", "", cell.value, "typed_over"
            )


def everything(book: Book) -> list[Problem]:
    """All that `check_workbook` reports, formulas first."""
    found = formula_problems(book, [sheet for sheet in book.sheets if sheet.is_grid])
    found += [
        Problem(item.name, "this name points to cells that are gone", "=" + item.refers_to, kind="broken_name")
        for item in names.names(book)
        if "#REF!" in item.refers_to and not item.hidden
    ]
    found += [
        Problem("", f"takes values from another file: {relation.target}", kind="external")
        for part in (link.target for link in book.package.related(book.part, "externalLink"))
        for relation in book.package.relations(part)
        if relation.external
    ]
    summed = numerals.summed_areas(book)
    for sheet in book.sheets:
        if sheet.is_grid:
            found += _links(book, sheet)
            found += numerals.problems(book, sheet, summed)
            found += _hidden(book, sheet)
    found += _charts(book)
    found += pivotsources.problems(book)
    return [*found, *appearance.problems(book)]


def _hidden(book: Book, sheet: Sheet) -> Iterator[Problem]:
    used = book.extent(sheet) if sheet.state != "visible" else None
    if used:
        how = "very hidden: Excel does not list it" if sheet.state == "veryHidden" else "hidden"
        yield Problem(
            f"{quoted(sheet.name)}!{used.name}", f"this sheet is {how}, and holds values", kind="hidden_sheet"
        )


def _charts(book: Book) -> Iterator[Problem]:
    """Charts whose series point to cells that are gone or empty, or show other values than the cells hold."""
    known = {sheet.name.casefold() for sheet in book.sheets}
    for sheet in book.sheets:
        for thing in objects.on_sheet(book, sheet):
            if thing.kind != "chart" or thing.part not in book.package:
                continue
            place = f"{quoted(sheet.name)}!{thing.place}" if sheet.is_grid and thing.place else quoted(sheet.name)
            texts = {holder.text or "" for holder in book.package.tree(thing.part).iter(q("c:f"))}
            for text in sorted(texts):
                gone = any(named and named.casefold() not in known for named, _ in references(text))
                if "#REF!" in text or gone:
                    yield Problem(place, f"{thing.name}: its data {text} is not there", text, kind="broken_chart")
            if echoes.is_stale(book, thing.part):
                yield Problem(
                    place, f"{thing.name} shows other values than its cells; recalculate_workbook puts it right",
                    kind="stale",
                )  # fmt: skip


def _links(book: Book, sheet: Sheet) -> Iterator[Problem]:
    known = {each.name.casefold() for each in book.sheets}
    defined = {item.name.casefold() for item in names.names(book)}
    for link in book.package.tree(sheet.part).iter(q("hyperlink")):
        target = link.get("location") or ""
        if not target or link.get(q("r:id")):
            continue
        homes = [named for named, _ in references(target) if named]
        if any(home.casefold() not in known for home in homes) or (
            not references(target) and target.casefold() not in defined
        ):
            yield Problem(where(sheet.name, *split_cell((link.get("ref") or "A1").partition(":")[0])),
                          f"a link to {target}, which is not there", kind="broken_link")  # fmt: skip
