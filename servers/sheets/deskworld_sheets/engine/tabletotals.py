"""The totals row of a table: put on, taken off, moved as the table grows, and kept true to what its cells say.

The table says for each column what stands under it, a function or a word, and Excel trusts the table. So when cells of
the row are written over, the table is told, and so is the writer: a record that is written there is none.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager

from deskworld_kit import ToolError
from lxml import etree

from . import cells, content, structured, tablemaking, tables
from .book import Book, Sheet
from .cells import Encoded
from .everywhere import rewrite_everywhere
from .formulas import quoted
from .markup import Element, q
from .references import Area
from .tables import Table

_SUBTOTALS = {"sum": 109, "average": 101, "count": 103, "countNums": 102, "max": 104, "min": 105, "stdDev": 107,
              "var": 110}  # fmt: skip


def formulas_of(book: Book) -> list[str]:
    found: list[str] = []
    rewrite_everywhere(book, lambda _, formula: (found.append(formula), formula)[1])
    return found


def set_totals(book: Book, sheet: Sheet, table: Table, wanted: bool) -> None:
    """Put a totals row under the table, with the functions it had before, or take it off."""
    if wanted == bool(table.totals_rows):
        return
    root = book.package.edit(table.part)
    grid = book.grid(sheet)
    if not wanted:
        if any("#totals" in named.parts for formula in formulas_of(book)
               for named in structured.references_to(formula, table.name)):  # fmt: skip
            raise ToolError(f"formulas read {table.name}[#Totals], which would be gone", argument="totals")
        _take_off(book, sheet, table)
        return
    row = table.area._replace(top=table.area.bottom + 1, bottom=table.area.bottom + 1)
    if any(len(cell) for _, _, cell in grid.cells(row)):
        raise ToolError(f"{row.name} holds values, so there is no room for totals; insert_rows makes it",
                        argument="totals")  # fmt: skip
    if any(other.area.meets(row) for _, other in tables.tables(book, sheet)):
        raise ToolError(f"{row.name} is in another table, so there is no room for totals", argument="totals")
    root.set("totalsRowCount", "1")
    root.attrib.pop("totalsRowShown", None)
    table.totals_rows, table.area = 1, table.area._replace(bottom=row.bottom)
    root.set("ref", table.area.name)
    items = list(root.iter(q("tableColumn")))
    if any(item.get("totalsRowFunction") or item.get("totalsRowLabel") for item in items):
        _restore(book, sheet, table, items)
    else:
        tablemaking.add_totals(book, sheet, table)
    book.wrote(sheet, row)


def _take_off(book: Book, sheet: Sheet, table: Table) -> None:
    root = book.package.edit(table.part)
    content.clear(book, sheet, table.area._replace(top=table.area.bottom), values=True, formats=True)
    root.attrib.pop("totalsRowCount", None)
    root.set("totalsRowShown", "0")
    table.totals_rows, table.area = 0, table.area._replace(bottom=table.area.bottom - 1)
    root.set("ref", table.area.name)


def _restore(book: Book, sheet: Sheet, table: Table, items: list[Element]) -> None:
    grid = book.grid(sheet)
    for column, item in enumerate(items, table.area.left):
        kind, label = item.get("totalsRowFunction") or "", item.get("totalsRowLabel") or ""
        custom = item.findtext(q("totalsRowFormula")) or ""
        formula = tablemaking.subtotal(table, item, _SUBTOTALS[kind]) if kind in _SUBTOTALS else custom
        if formula:
            content.put(book, grid, table.area.bottom, column, Encoded("formula", formula))
        elif label:
            cells.fill(grid.ensure_cell(table.area.bottom, column), Encoded("text", label))


@contextmanager
def lifted(book: Book, sheet: Sheet, table: Table, area: Area) -> Generator[None]:
    """The table without its totals, while it takes another size; they come back as the last row of `area`."""
    row = table.area._replace(top=table.area.bottom)
    below = Area(area.bottom, area.left, area.bottom, area.right)
    grid = book.grid(sheet)
    filled = [cell for number, column, cell in grid.cells(below) if len(cell) and not row.holds(number, column)]
    if filled:
        raise ToolError(
            f"{below.name} is to be the totals row, and holds values; make room first, or take the totals off in the "
            "same call with totals=false",
            argument="range",
        )
    styles = {column: cell.get("s") or "" for _, column, cell in grid.cells(row)}
    _take_off(book, sheet, table)
    yield
    set_totals(book, sheet, table, True)
    for column, style in styles.items():
        if style and area.left <= column <= area.right:
            grid.ensure_cell(area.bottom, column).set("s", style)


def settle(book: Book) -> None:
    """Tell tables what was written over their totals."""
    for sheet, table in list(tables.tables(book)):
        row = table.area._replace(top=table.area.bottom)
        areas = [area for name, area in book.written if name == sheet.name and area.meets(row)]
        if not table.totals_rows or not areas:
            continue
        grid = book.grid(sheet)
        told = False
        for column, item in enumerate(book.package.tree(table.part).iter(q("tableColumn")), row.left):
            cell = grid.cell(row.top, column)
            if any(area.holds(row.top, column) for area in areas):
                told |= _tell(book, table, item, _held(book, sheet, row.top, column) if cell is not None else ("", ""))
        if told:
            book.warn(
                f"{quoted(sheet.name)}!{row.name} is the totals row of table {table.name}, and was written over; "
                "append_rows adds rows above it"
            )


def _held(book: Book, sheet: Sheet, row: int, column: int) -> tuple[str, str]:
    """(formula as the file has it, text) of a cell."""
    for _, _, cell in book.cells(sheet, Area(row, column, row, column)):
        holder = book.grid(sheet).ensure_cell(row, column).find(cells.F)
        formula = (holder.text or "") if holder is not None else ""
        return formula, cell.value if isinstance(cell.value, str) and not formula else ""
    return "", ""


def _tell(book: Book, table: Table, item: Element, held: tuple[str, str]) -> bool:
    """Let a column of the table say what stands under it; says whether it said something else."""
    formula, text = held
    kind, label = item.get("totalsRowFunction") or "", item.get("totalsRowLabel") or ""
    if kind in _SUBTOTALS and re.match(rf"SUBTOTAL\(\s*{_SUBTOTALS[kind]}\s*,", formula, re.IGNORECASE):
        return False
    custom = item.find(q("totalsRowFormula"))
    if kind == "custom" and custom is not None and custom.text == formula:
        return False
    if not kind and not formula and label == text:
        return False
    book.package.edit(table.part)
    for name in ("totalsRowFunction", "totalsRowLabel"):
        item.attrib.pop(name, None)
    if custom is not None:
        item.remove(custom)
    if formula:
        item.set("totalsRowFunction", "custom")
        made = etree.Element(q("totalsRowFormula"))
        made.text = formula
        before = item.find(q("calculatedColumnFormula"))
        item.insert(0, made) if before is None else before.addnext(made)
    elif text:
        item.set("totalsRowLabel", text)
    return True
