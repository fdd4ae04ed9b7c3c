"""Rows added below what is there, in its look.

A person who types under a list gets the list's formats, and a table takes the new row in; so do rows added here.
Columns that a table computes by itself are filled in where the new rows leave them out. A row may name its values by
the headings they belong under.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deskworld_kit import Scalar, ToolError

from . import cells, content, numerals, tables
from .book import Book, Sheet
from .cells import Encoded
from .grid import Grid
from .markup import q
from .references import Area, Shift
from .structure import shift_lines

Given = Sequence[Sequence[Scalar] | Mapping[str, Scalar]]
"""Rows of values, or of values by their headings."""


def append(book: Book, sheet_name: str, table_name: str, given: Given) -> tuple[Sheet, Area]:
    if table_name:
        sheet, table = _table(book, sheet_name, table_name)
    else:
        sheet = book.sheet(sheet_name)
        last = content.last_row(book.grid(sheet))
        table = next((each for _, each in tables.tables(book, sheet) if each.area.bottom == last), None)
    if table:
        rows = _in_order(given, table.columns)
        area = _append_to_table(book, sheet, table, rows)
    else:
        rows = _in_order(given, _headings(book, sheet))
        area = _append_to_sheet(book, sheet, rows)
    numerals.warn_of_texts(book, sheet, area, rows)
    return sheet, area


def _in_order(given: Given, headings: list[str]) -> list[list[Scalar]]:
    """The rows as lists; values that come by their headings are put under them, whatever the case."""
    places = {heading.strip().casefold(): at for at, heading in reversed([*enumerate(headings)]) if heading}
    rows: list[list[Scalar]] = []
    for row in given:
        if not isinstance(row, Mapping):
            rows.append(list(row))
            continue
        if strange := [name for name in row if name.strip().casefold() not in places]:
            known = ", ".join(filter(None, headings)) or "none"
            raise ToolError(f"there is no heading {strange[0]!r}; there is: {known}", argument="rows")
        values: list[Scalar] = [None] * len(headings)
        for name, value in row.items():
            values[places[name.strip().casefold()]] = value
        rows.append(values)
    return rows


def _headings(book: Book, sheet: Sheet) -> list[str]:
    """The texts of the first row that is used, from the first column that is."""
    used = book.used(sheet)
    if used is None:
        return []
    held = [""] * used.columns
    for _, column, cell in book.cells(sheet, used._replace(bottom=used.top)):
        held[column - used.left] = "" if cell.value is None else str(cell.value)
    return held


def _append_to_sheet(book: Book, sheet: Sheet, rows: content.Rows) -> Area:
    last = content.last_row(book.grid(sheet))
    used = book.used(sheet)
    left = used.left if used else 1
    area = content.block(last + 1, left, rows)
    # The first row of a list is its heading, whose look is not the look of what follows.
    styles = _styles(book.grid(sheet), last, area) if used and last > used.top else []
    content.write(book, sheet, area.top, area.left, rows)
    _dress(book, book.grid(sheet), area, styles)
    return area


def _table(book: Book, sheet_name: str, name: str) -> tuple[Sheet, tables.Table]:
    found = list(tables.tables(book, book.sheet(sheet_name) if sheet_name else None))
    for sheet, table in found:
        if table.name.casefold() == name.casefold():
            return sheet, table
    known = ", ".join(table.name for _, table in found) or "none"
    raise ToolError(f"there is no table {name!r}; there is: {known}", argument="table")


def _append_to_table(book: Book, sheet: Sheet, table: tables.Table, rows: content.Rows) -> Area:
    body = table.body
    area = content.block(body.bottom + 1, body.left, rows)
    if area.columns > body.columns:
        raise ToolError(
            f"{table.name} has {body.columns} columns ({', '.join(table.columns)}), a row has {area.columns} values",
            argument="rows",
        )
    grid = book.grid(sheet)
    below = table.area._replace(top=area.top, bottom=table.area.bottom + len(rows))
    if table.totals_rows or any(len(cell) for _, _, cell in grid.cells(below)):
        # What stands under the table makes room; row numbers of the new rows stay the same.
        shift_lines(book, sheet, Shift("row", body.bottom + 1, len(rows)))
        table = tables.read(book, table.part)
        grid = book.grid(sheet)
    styles = _styles(grid, body.bottom, body) if body.rows else []
    content.write(book, sheet, area.top, area.left, rows)
    _compute_columns(book, grid, table, area)
    whole = area._replace(right=body.right)
    _dress(book, grid, whole, styles)
    tables.resize(book, table, table.area._replace(bottom=area.bottom + table.totals_rows))
    return area


def _compute_columns(book: Book, grid: Grid, table: tables.Table, area: Area) -> None:
    columns = book.package.tree(table.part).iter(q("tableColumn"))
    for column, item in enumerate(columns, table.area.left):
        formula = item.find(q("calculatedColumnFormula"))
        if formula is None or not formula.text:
            continue
        for row in range(area.top, area.bottom + 1):
            cell = grid.ensure_cell(row, column)
            if not len(cell):
                cells.fill(cell, Encoded("formula", formula.text))


def _styles(grid: Grid, row: int, area: Area) -> list[str]:
    """The styles of the row above, by column."""
    above = [grid.cell(row, column) for column in range(area.left, area.right + 1)]
    return [(cell.get("s") or "") if cell is not None else "" for cell in above]


def _dress(book: Book, grid: Grid, area: Area, styles: list[str]) -> None:
    for row in range(area.top, area.bottom + 1):
        for column, style in enumerate(styles, area.left):
            if not style or column > area.right:
                continue
            cell = grid.ensure_cell(row, column)
            dated = book.styles.date_code(int(cell.get("s") or 0))
            if dated and not book.styles.date_code(int(style)):
                cell.set("s", str(book.styles.with_format(int(style), dated)))
            else:
                cell.set("s", style)
