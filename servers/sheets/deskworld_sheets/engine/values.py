"""Right values behind formulas, put into the file before it is handed over.

Many readers never calculate: they show the value that stands beside a formula. So a copy of the edited book is
calculated by LibreOffice, and each value that differs goes in, in every sheet that it reaches; a sheet in which
nothing differs keeps its bytes. What could not be computed here is named in a warning, and Excel is asked to
calculate the whole book when it opens it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from deskworld_kit import Scalar

from . import spilling
from .book import Book, Sheet, where
from .cells import F, V, set_result
from .circles import Circles
from .formulas import prefixed, unquote
from .grid import Grid
from .markup import WORKBOOK, Element, ensure, q
from .names import names
from .package import Package
from .references import Area, area_of, split_cell
from .standins import computed_beside, lambdas_of, needs_one, stand_in
from .structured import whole_spelled
from .tables import tables

if TYPE_CHECKING:
    from deskworld_artifacts import CellError as CellError

Values = Mapping[str, Mapping[str, Scalar]]
Areas = Mapping[str, Mapping[str, str]]
_MOST_ROUNDS = 4


def refresh(book: Book, scratch: Path) -> int:
    """Compute the book and put the values in; `scratch` is a file to use and leave. Says how many cells changed."""
    sheets = [sheet for sheet in book.sheets if sheet.is_grid and book.has_formulas(sheet)]
    if not sheets:
        settle_chain(book, sheets)
        return 0
    frozen, values = _settled(book, sheets, scratch)
    changed = 0
    wrong: list[tuple[Sheet, str, str]] = []
    if values is not None:
        for sheet in sheets:
            changed += _put(book, sheet, values.get(sheet.name, {}), frozen.setdefault(sheet.name, set()), wrong)
        _warn(book, wrong)
    if book.uncomputed:
        some = ", ".join(book.uncomputed[:5]) + (" ..." if len(book.uncomputed) > 5 else "")
        book.warn(f"{some}: this function is not computed here; Excel computes it when it opens the file")
    _ask_for_calculation(book, wanted=values is None or any(frozen.values()))
    settle_chain(book, sheets)
    return changed


def _settled(book: Book, sheets: list[Sheet], scratch: Path) -> tuple[dict[str, set[str]], Values | None]:
    """The cells that keep what they have, and the values of all others.

    Where a formula reads what another one spills over (`E2#`), it is computed anew when that area has changed.
    """
    rounds = 0
    while True:
        frozen = freeze(book, sheets, scratch)
        values, areas = compute(book, scratch, spilling.of_book(book, sheets))
        rounds += 1
        same = values is None or not spilling.lay(book, sheets, areas)
        if same or rounds == _MOST_ROUNDS or not _reads_spilled(book, sheets):
            return frozen, values


def _reads_spilled(book: Book, sheets: list[Sheet]) -> bool:
    return any("ANCHORARRAY(" in (holder.text or "") for sheet in sheets for _, holder in formula_cells(book, sheet))


def compute(book: Book, scratch: Path, spills: spilling.Spilling) -> tuple[Values | None, Areas]:
    """The values of a saved copy's formulas, and what they spill over; None, with a warning, where nothing can
    calculate."""
    from deskworld_artifacts import RenderError
    from deskworld_artifacts.office import calculate_spilling

    try:
        return calculate_spilling(scratch, spills)
    except RenderError as error:
        book.warn(f"formulas were not computed ({error}); Excel computes them when it opens the file")
        return None, {}


def freeze(book: Book, sheets: list[Sheet], scratch: Path) -> dict[str, set[str]]:
    """Save a copy to calculate, with stand-ins in it; gives the cells whose values must stay as they are."""
    frozen: dict[str, set[str]] = {}
    replaced: dict[str, dict[str, str | None]] = {}
    spills = spilling.of_book(book, sheets)
    lambdas = lambdas_of((name.name, name.refers_to) for name in names(book))
    book.uncomputed.clear()
    known = [(home.name, table) for home, table in tables(book)]
    for sheet in sheets:
        own = [table for _, table in tables(book, sheet)]
        for cell, holder in formula_cells(book, sheet):
            text = holder.text or ""
            plain = whole_spelled(text, known, sheet.name) if known else text
            if plain == text and not needs_one(text, lambdas):
                continue
            place = split_cell(cell.get("r") or "A1")
            table = next((each.name for each in own if each.area.holds(*place)), "")
            said = stand_in(plain, lambda place, home=sheet.name: _spilled(spills, home, place), table, lambdas)
            if said != text:
                replaced.setdefault(sheet.name, {})[cell.get("r") or ""] = said
            if said is None:
                frozen.setdefault(sheet.name, set()).add(cell.get("r") or "")
                if cell.find(V) is None:
                    book.uncomputed.append(where(sheet.name, *split_cell(cell.get("r") or "A1")))
    book.package.save(scratch, quick=True)
    pivots = list(book.package.parts_of_type("pivotTable+xml"))
    if replaced or pivots or spills:
        copy = Book(Package(scratch.read_bytes()), book.label)
        for part in pivots:
            # LibreOffice lays pivots out its own way; formulas are to see the cells that are in the file.
            _take_out(copy, part)
        for name in spills:
            spilling.collapse(copy.grid(copy.sheet(name)))
        for name, cells in replaced.items():
            _replace(copy.grid(copy.sheet(name)), cells)
        copy.package.save(scratch, quick=True)
    return frozen


def _take_out(copy: Book, part: str) -> None:
    for sheet in copy.sheets:
        for relation in copy.package.relations(sheet.part):
            if relation.target == part:
                copy.package.unrelate(sheet.part, relation.id)
    copy.package.remove(part)


def _spilled(spills: spilling.Spilling, home: str, place: str) -> str:
    """The area that the formula of a cell spills over, as a formula on sheet `home` names it."""
    prefix, _, cell = place.rpartition("!")
    area = spills.get(unquote(prefix) if prefix else home, {}).get(cell.replace("$", "").upper())
    return prefixed(unquote(prefix), area.absolute if area else cell)


def formula_cells(book: Book, sheet: Sheet) -> Iterator[tuple[Element, Element]]:
    """(cell, its `<f>`) throughout the sheet's tree."""
    data = book.package.tree(sheet.part).find(q("sheetData"))
    for holder in data.iter(F) if data is not None else ():
        cell = holder.getparent()
        if cell is not None:
            yield cell, holder


def _replace(grid: Grid, cells: dict[str, str | None]) -> None:
    for name, said in cells.items():
        cell = grid.cell(*split_cell(name))
        holder = cell.find(F) if cell is not None else None
        if cell is None or holder is None:
            continue
        if said is None:
            cell.remove(holder)
        else:
            holder.text = said


def _put(
    book: Book,
    sheet: Sheet,
    values: Mapping[str, Scalar],
    frozen: set[str],
    wrong: list[tuple[Sheet, str, str]],
) -> int:
    """Put values in; says how many changed, and adds the cells written that are errors to `wrong`."""
    from deskworld_artifacts import CellError

    arrays: list[Area] = []
    wanted: dict[str, Element] = {}
    for cell, holder in formula_cells(book, sheet):
        wanted[cell.get("r") or ""] = cell
        if holder.get("t") in ("array", "dataTable") and ":" in (reference := holder.get("ref") or ""):
            arrays.append(area_of(reference))
    if arrays:
        grid = Grid(book.package.tree(sheet.part))
        for name in values:
            place = split_cell(name)
            if name not in wanted and any(area.holds(*place) for area in arrays):
                wanted[name] = grid.ensure_cell(*place)
    changed = 0
    for name, cell in wanted.items():
        if name in frozen or name not in values:
            continue
        value = values[name]
        is_error = isinstance(value, CellError)
        if value == "#NAME?" and is_error and computed_beside(_formula(cell)):
            frozen.add(name)
            if cell.find(V) is None:
                book.uncomputed.append(where(sheet.name, *split_cell(name)))
            continue
        changed += set_result(cell, value, is_error=is_error)
        if is_error and any(home == sheet.name and area.holds(*split_cell(name)) for home, area in book.written):
            wrong.append((sheet, name, str(value)))
    if changed:
        book.package.edit(sheet.part)
    return changed


def _warn(book: Book, wrong: list[tuple[Sheet, str, str]]) -> None:
    """Say which of the cells that were written are errors; a circle of references is computed as one, too."""
    circles = Circles(book) if any(value == "#REF!" for _, _, value in wrong) else None
    for sheet, name, value in wrong:
        place = split_cell(name)
        said = circles.through(sheet, *place) if circles and value == "#REF!" else ""
        book.warn(f"{where(sheet.name, *place)} {said or f'is {value}'}")


def _formula(cell: Element) -> str:
    holder = cell.find(F)
    return (holder.text if holder is not None else None) or ""


def _ask_for_calculation(book: Book, *, wanted: bool) -> None:
    """`fullCalcOnLoad`: Excel computes everything when it opens the file."""
    found = book.root.find(q("calcPr"))
    is_set = found is not None and found.get("fullCalcOnLoad") in ("1", "true")
    if wanted and not is_set:
        ensure(book.package.edit(book.part), "calcPr", WORKBOOK).set("fullCalcOnLoad", "1")


def settle_chain(book: Book, sheets: list[Sheet]) -> None:
    """Drop the calculation chain when it no longer names exactly the formula cells; Excel makes it anew."""
    found = book.package.related(book.part, "calcChain")
    if not found:
        return
    chain: set[tuple[str, str]] = set()
    sheet_id = ""
    for item in book.package.tree(found[0].target):
        sheet_id = item.get("i") or sheet_id
        chain.add((sheet_id, item.get("r") or ""))
    real = {(sheet.id, cell.get("r") or "") for sheet in sheets for cell, _ in formula_cells(book, sheet)}
    if chain != real:
        book.package.unrelate(book.part, found[0].id)
        book.package.remove(found[0].target)
