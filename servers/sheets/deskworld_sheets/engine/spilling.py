"""Formulas that spill: one formula whose values fill the cells below and beside its own.

The file marks the formula's cell as a dynamic array, names the area it fills, and keeps a plain value in each other
cell of it. Those values belong to the formula: before lines move or the formula is computed anew they are taken out,
and afterwards they are laid where they then belong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from deskworld_artifacts.office import split_arguments
from lxml import etree

from . import cells
from .book import Book, Sheet
from .cells import F
from .formulas import spills
from .grid import Grid
from .markup import Element, q
from .references import Area, area_of, split_cell

Spilling = dict[str, dict[str, Area]]
"""The areas that formulas fill, by sheet and cell."""


def mark(book: Book, cell: Element) -> None:
    """Say that a cell's formula may spill over its neighbours; without the mark Excel shows only its first value."""
    holder = cell.find(F)
    if holder is None or not holder.text or not (spills(holder.text) or _looks_up_lines(holder.text)):
        return
    holder.set("t", "array")
    holder.set("ref", cell.get("r") or "")
    cell.set("cm", str(_dynamic_array(book)))


def _looks_up_lines(formula: str) -> bool:
    """Whether an XLOOKUP gives back whole rows."""
    start = formula.find("_xlfn.XLOOKUP(")
    if start < 0:
        return False
    try:
        given, _ = split_arguments(formula, start + len("_xlfn.XLOOKUP("))
        area = area_of(given[2].rpartition("!")[2])
    except (ValueError, IndexError):
        return False
    return area.rows > 1 and area.columns > 1


def of_root(root: Element) -> Iterator[tuple[Element, Element, Area]]:
    """(cell, its `<f>`, the area it fills) of each such formula of a sheet."""
    data = root.find(q("sheetData"))
    for holder in data.iter(F) if data is not None else ():
        cell = holder.getparent()
        if cell is not None and holder.get("t") == "array" and cell.get("cm"):
            yield cell, holder, area_of(holder.get("ref") or cell.get("r") or "A1")


def of_book(book: Book, sheets: list[Sheet]) -> Spilling:
    found: Spilling = {}
    for sheet in sheets:
        for cell, _, area in of_root(book.package.tree(sheet.part)):
            found.setdefault(sheet.name, {})[cell.get("r") or ""] = area
    return found


def collapse(grid: Grid) -> bool:
    """Take the values out that formulas laid into other cells; says whether there were any."""
    found = [(cell, holder, area) for cell, holder, area in of_root(grid.root) if area.cells > 1]
    for cell, holder, area in found:
        give_up(grid, cell, holder, area)
    return bool(found)


def give_up(grid: Grid, cell: Element, holder: Element, area: Area) -> None:
    """Take the values of one formula out of all cells but its own."""
    _empty(grid, area, split_cell(cell.get("r") or "A1"))
    holder.set("ref", cell.get("r") or "")


def lay(book: Book, sheets: list[Sheet], areas: Mapping[str, Mapping[str, str]]) -> bool:
    """Give each formula the area that it fills now; says whether one fills another than before."""
    changed = False
    for sheet in sheets:
        wanted = areas.get(sheet.name, {})
        for cell, holder, area in list(of_root(book.package.tree(sheet.part))):
            name = cell.get("r") or ""
            now = area_of(wanted.get(name, name))
            if now == area or name not in wanted:
                continue
            grid = book.grid(sheet)
            _empty(grid, area, split_cell(name), now)
            holder.set("ref", now.name)
            changed = True
    return changed


def _empty(grid: Grid, area: Area, anchor: tuple[int, int], kept: Area | None = None) -> None:
    for row, column, cell in list(grid.cells(area)):
        if (row, column) == anchor or cell.find(F) is not None or (kept and kept.holds(row, column)):
            continue
        cells.empty(cell)
        if not cell.get("s"):
            grid.remove_cell(row, column)


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
    held = root.find(q("cellMetadata"))
    for number, block in enumerate(held if held is not None else (), 1):
        if "XLDAPR" in kinds and any(item.get("t") == str(kinds.index("XLDAPR") + 1) for item in block):
            return number
    return 0
