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
from lxml import etree

from .book import Book, Sheet, where
from .cells import F, V, set_result
from .formulas import spills
from .grid import Grid
from .markup import WORKBOOK, Element, ensure, q
from .package import Package
from .references import Area, area_of, split_cell
from .standins import stand_in

if TYPE_CHECKING:
    from deskworld_artifacts import CellError as CellError

Values = Mapping[str, Mapping[str, Scalar]]


def refresh(book: Book, scratch: Path) -> int:
    """Compute the book and put the values in; `scratch` is a file to use and leave. Says how many cells changed."""
    sheets = [sheet for sheet in book.sheets if sheet.is_grid and book.has_formulas(sheet)]
    if not sheets:
        settle_chain(book, sheets)
        return 0
    frozen = freeze(book, sheets, scratch)
    values = compute(book, scratch)
    changed = 0
    if values is not None:
        for sheet in sheets:
            changed += _put(book, sheet, values.get(sheet.name, {}), frozen.get(sheet.name, set()))
    _ask_for_calculation(book, wanted=values is None or any(frozen.values()))
    settle_chain(book, sheets)
    return changed


def compute(book: Book, scratch: Path) -> Values | None:
    """The values of a saved copy's formulas; None, with a warning, where nothing can calculate."""
    from deskworld_artifacts import RenderError, calculate

    try:
        return calculate(scratch)
    except RenderError as error:
        book.warn(f"formulas were not computed ({error}); Excel computes them when it opens the file")
        return None


def freeze(book: Book, sheets: list[Sheet], scratch: Path) -> dict[str, set[str]]:
    """Save a copy to calculate, with stand-ins in it; gives the cells whose values must stay as they are."""
    frozen: dict[str, set[str]] = {}
    replaced: dict[str, dict[str, str | None]] = {}
    for sheet in sheets:
        for cell, holder in formula_cells(book, sheet):
            text = holder.text or ""
            if "_xl" not in text and "[" not in text and "GETPIVOT" not in text:
                continue
            said = stand_in(text)
            if said != text:
                replaced.setdefault(sheet.name, {})[cell.get("r") or ""] = said
            if said is None:
                frozen.setdefault(sheet.name, set()).add(cell.get("r") or "")
                if cell.find(V) is None:
                    book.uncomputed.append(where(sheet.name, *split_cell(cell.get("r") or "A1")))
    book.package.save(scratch, quick=True)
    pivots = list(book.package.parts_of_type("pivotTable+xml"))
    if replaced or pivots:
        copy = Book(Package(scratch.read_bytes()), book.label)
        for part in pivots:
            # LibreOffice lays pivots out its own way; formulas are to see the cells that are in the file.
            copy.package.remove(part)
        for name, cells in replaced.items():
            _replace(copy.grid(copy.sheet(name)), cells)
        copy.package.save(scratch, quick=True)
    if book.uncomputed:
        some = ", ".join(book.uncomputed[:5]) + (" ..." if len(book.uncomputed) > 5 else "")
        book.warn(f"{some}: this function is not computed here; Excel computes it when it opens the file")
    return frozen


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


def _put(book: Book, sheet: Sheet, values: Mapping[str, Scalar], frozen: set[str]) -> int:
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
        changed += set_result(cell, value, is_error=is_error)
        if is_error and any(home == sheet.name and area.holds(*split_cell(name)) for home, area in book.written):
            book.warn(f"{where(sheet.name, *split_cell(name))} is {value}")
    if changed:
        book.package.edit(sheet.part)
    return changed


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


def mark_spilling(book: Book, cell: Element) -> None:
    """Say that a cell's formula may spill over its neighbours; without the mark Excel shows only its first value."""
    holder = cell.find(F)
    if holder is None or not holder.text or not spills(holder.text):
        return
    holder.set("t", "array")
    holder.set("ref", cell.get("r") or "")
    cell.set("cm", str(_dynamic_array(book)))


_METADATA = (
    '<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1">'
    '<metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" '
    'splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/>'
    '</metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext '
    'uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext>'
    '</extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>'
)


def _dynamic_array(book: Book) -> int:
    """The number of the cell metadata that means "this array is dynamic"; 0 where the book has other metadata."""
    found = book.package.related(book.part, "sheetMetadata")
    if not found:
        part = book.package.write(
            "xl/metadata.xml",
            etree.fromstring(_METADATA),
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml",
        )
        book.package.relate(book.part, "sheetMetadata", part)
        return 1
    root = book.package.tree(found[0].target)
    kinds = [item.get("name") for item in root.iter(q("metadataType"))]
    cells = root.find(q("cellMetadata"))
    for number, block in enumerate(cells if cells is not None else (), 1):
        if "XLDAPR" in kinds and any(item.get("t") == str(kinds.index("XLDAPR") + 1) for item in block):
            return number
    return 0
