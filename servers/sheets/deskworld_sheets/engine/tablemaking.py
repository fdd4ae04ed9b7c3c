"""A plain range made into a table: its headings settled, its totals written."""

from __future__ import annotations

from deskworld_kit import ToolError

from . import cells, content, tables
from .book import Book, Sheet
from .cells import Encoded
from .markup import Element, q
from .references import Area, area_of


def make(book: Book, sheet: Sheet, area: Area, name: str, style: str, *, totals: bool) -> tables.Table:
    used = book.used(sheet)
    if used is not None and area.within(used) is not None and area.cells > used.cells:
        area = area.within(used) or area
    if area.rows < 2:
        raise ToolError(f"{area.name} needs a heading row and at least one row below it", argument="range")
    if name:
        tables.check_name(book, name)
    style = tables.style_name(style)
    for _, other in tables.tables(book, sheet):
        if other.area.meets(area):
            raise ToolError(f"{area.name} meets the table {other.name} at {other.area.name}", argument="range")
    grid = book.grid(sheet)
    if any(merged.meets(area) for merged in grid.merges()):
        raise ToolError(f"{area.name} holds merged cells; unmerge them first", argument="range")
    headings = settle_headings(book, sheet, area)
    if totals:
        below = area._replace(top=area.bottom + 1, bottom=area.bottom + 1)
        if any(len(cell) for _, _, cell in grid.cells(below)):
            raise ToolError(
                f"the row below {area.name} holds values, so there is no room for totals", argument="totals"
            )
        area = area._replace(bottom=area.bottom + 1)
    _unfilter(book, sheet, area)
    table = tables.add(book, sheet, area, name or tables.free_name(book), headings, style, totals)
    if totals:
        add_totals(book, sheet, table)
    book.wrote(sheet, area)
    return table


def settle_headings(book: Book, sheet: Sheet, area: Area) -> list[str]:
    """Heading cells hold the texts that the table names its columns by."""
    found = ["" for _ in range(area.columns)]
    for _, column, cell in book.cells(sheet, area._replace(bottom=area.top)):
        found[column - area.left] = "" if cell.value is None else str(cell.value)
    headings = tables.unique_headers(found)
    grid = book.grid(sheet)
    for column, heading in enumerate(headings, area.left):
        cell = grid.ensure_cell(area.top, column)
        if cell.get("t") not in ("s", "inlineStr") or found[column - area.left] != heading:
            cells.fill(cell, Encoded("text", heading))
    changed = [heading for old, heading in zip(found, headings, strict=True) if old != heading]
    if changed:
        book.warn(f"a table's headings must be there and differ, so some were written: {', '.join(changed)}")
    return headings


def _unfilter(book: Book, sheet: Sheet, area: Area) -> None:
    """A table brings its own filter; the sheet's own one may not lie over it."""
    root = book.package.edit(sheet.part)
    found = root.find(q("autoFilter"))
    if found is not None and area_of(found.get("ref") or "A1").meets(area):
        root.remove(found)


def subtotal(table: tables.Table, column: Element, function: int) -> str:
    """What the totals row says of a column: a SUBTOTAL of what is not filtered out."""
    escaped = "".join(f"'{sign}" if sign in "[]#'@" else sign for sign in tables.column_name(column))
    return f"SUBTOTAL({function},{table.name}[{escaped}])"


def add_totals(book: Book, sheet: Sheet, table: tables.Table) -> None:
    """Sums under the numbers, and the word Total."""
    root = book.package.edit(table.part)
    body = table.body
    numeric: set[int] = set()
    for _, column, cell in book.cells(sheet, body):
        if isinstance(cell.value, int | float) and not isinstance(cell.value, bool):
            numeric.add(column)
    grid = book.grid(sheet)
    for column, item in enumerate(root.iter(q("tableColumn")), body.left):
        cell = grid.ensure_cell(table.area.bottom, column)
        if column == body.left and column not in numeric:
            item.set("totalsRowLabel", "Total")
            cells.fill(cell, Encoded("text", "Total"))
        elif column in numeric:
            item.set("totalsRowFunction", "sum")
            content.put(book, grid, table.area.bottom, column, Encoded("formula", subtotal(table, item, 109)))
            above = grid.cell(body.bottom, column)
            if above is not None and above.get("s"):
                cell.set("s", above.get("s") or "0")
