"""What tables do when rows or columns come or go in them.

A table grows and shrinks with its lines; a new column gets a heading of its own, in the table and in the cell,
and a column that goes takes its entry along. A heading cannot go without its table.
"""

from __future__ import annotations

from deskworld_kit import ToolError
from lxml import etree

from . import cells, tables
from .book import Book, Sheet
from .cells import Encoded
from .grid import Grid
from .markup import count, q
from .references import Shift, area_of


def check_tables(book: Book, sheet: Sheet, shift: Shift) -> None:
    if shift.axis == "column" or shift.step > 0:
        return
    for _, table in tables.tables(book, sheet):
        moved = shift.area(table.area)
        if moved is None:
            continue
        heading = table.area.top
        if table.header_rows and shift.line(heading) is None:
            raise ToolError(f"row {heading} is the heading of table {table.name}; delete rows below it", argument="row")
        if shift.area(table.body) is None:
            raise ToolError(
                f"that would take every row of table {table.name}; leave one, and clear it with clear_range",
                argument="count",
            )


def shift_tables(book: Book, sheet: Sheet, grid: Grid, shift: Shift) -> None:
    """After the cells moved: each table's area, filter and columns."""
    from .structure import shift_filter

    for _, table in list(tables.tables(book, sheet)):
        moved = shift.area(table.area)
        if moved is None:
            tables.remove(book, sheet, table)
            continue
        if moved == table.area:
            continue
        root = book.package.edit(table.part)
        root.set("ref", moved.name)
        for item in list(root.iter(q("autoFilter"), q("sortState"), q("sortCondition"))):
            filtered = area_of(item.get("ref") or "A1")
            moved_filter = shift.area(filtered)
            parent = item.getparent()
            if moved_filter is None:
                if parent is not None:
                    parent.remove(item)
                continue
            item.set("ref", moved_filter.name)
            if shift.axis == "column" and item.tag == q("autoFilter"):
                shift_filter(item, filtered.left, moved_filter.left, shift)
        if shift.axis == "column" and moved.columns != table.area.columns:
            _shift_columns(book, sheet, grid, table, shift)


def _shift_columns(book: Book, sheet: Sheet, grid: Grid, table: tables.Table, shift: Shift) -> None:
    listed = book.package.edit(table.part).find(q("tableColumns"))
    if listed is None:
        return
    items = list(listed)
    if shift.step < 0:
        for column, item in enumerate(items, table.area.left):
            if shift.line(column) is None:
                listed.remove(item)
    else:
        number = max(int(item.get("id") or 0) for item in items)
        names = list(table.columns)
        for added in range(shift.step):
            heading = tables.unique_headers([*names, f"Column{len(names) + 1}"])[-1]
            names.append(heading)
            number += 1
            listed.insert(
                shift.at - table.area.left + added, etree.Element(q("tableColumn"), id=str(number), name=heading)
            )
            if table.header_rows:
                cells.fill(grid.ensure_cell(table.area.top, shift.at + added), Encoded("text", heading))
    count(listed)
