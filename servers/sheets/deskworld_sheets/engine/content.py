"""Values into the grid: blocks, appended rows, clearing, filling down.

What a cell looks like stays, unless a date arrives in a cell that shows plain numbers. A block that would land
on part of an array formula, or on the hidden cells of a merge, is refused or warned about, since its values would
be lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from deskworld_kit import Scalar, ToolError

from . import cells, spilling, tables
from .book import Book, Sheet, where
from .cells import Encoded, F
from .formulas import in_table, one_of_many, quoted, translated
from .grid import Grid
from .references import MAX_COLUMN, MAX_ROW, Area, area_of, cell_name, split_cell

Rows = Sequence[Sequence[Scalar]]


def write(book: Book, sheet: Sheet, top: int, left: int, rows: Rows, *, as_text: bool = False) -> Area:
    """Put rows of values into the grid, from one corner."""
    area = block(top, left, rows)
    grid = book.grid(sheet)
    guard(book, sheet, grid, area)
    if area.top > max(grid.row_numbers(), default=0) and area.rows > 50:
        _append(book, grid, area, rows, as_text)
    else:
        for down, row in enumerate(rows):
            for right, value in enumerate(row):
                row_, column = top + down, left + right
                put(book, grid, row_, column, _encoded_at(book, row_, column, value, as_text))
    book.wrote(sheet, area)
    return area


def block(top: int, left: int, rows: Rows) -> Area:
    if not rows or not any(rows):
        raise ToolError("values is empty; give a list of rows, each a list of values", argument="values")
    area = Area(top, left, top + len(rows) - 1, left + max(len(row) for row in rows) - 1)
    if area.bottom > MAX_ROW or area.right > MAX_COLUMN:
        raise ToolError(f"the values would reach beyond the sheet's last cell, XFD{MAX_ROW}", argument="values")
    return area


def encoded(book: Book, value: Scalar, as_text: bool = False, *, copied: bool = False) -> Encoded:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**15:
        book.warn(f"{value} has more digits than a number cell keeps (15), so it was written as text")
    return cells.encode(value, as_text=as_text, from_1904=book.from_1904, copied=copied)


def _encoded_at(book: Book, row: int, column: int, value: Scalar, as_text: bool) -> Encoded:
    """As `encoded`; an error names the cell, and a formula that gives one value of many is named too."""
    try:
        new = encoded(book, value, as_text)
        if new.kind == "formula" and ":" in new.text and one_of_many(new.text):
            book.warn(
                f"{cell_name(row, column)} {value} gives one value and does not spill; reckon with single cells "
                "(fill_formula moves them along), or inside a function like SUMPRODUCT"
            )
        return new
    except ToolError as error:
        said = str(error).removeprefix(f"{error.argument}: ")
        raise ToolError(f"{cell_name(row, column)}: {said}", argument=error.argument) from error


def literal(value: Scalar) -> Scalar:
    """A value that was read, such that writing it gives the same value and never a formula."""
    return "'" + value if isinstance(value, str) and value.startswith(("=", "{=", "'=", "'{=", "''")) else value


def put(book: Book, grid: Grid, row: int, column: int, new: Encoded) -> None:
    if new.kind == "empty":
        found = grid.cell(row, column)
        if found is not None:
            cells.empty(found)
        return
    cell = grid.ensure_cell(row, column)
    cells.fill(cell, new)
    if new.date_format:
        style = int(cell.get("s") or 0)
        if not book.styles.date_code(style):
            cell.set("s", str(book.styles.with_format(style, new.date_format)))
    elif new.kind == "formula":
        if "[" in new.text:
            _name_table(book, grid, row, column)
        spilling.mark(book, cell)


def _name_table(book: Book, grid: Grid, row: int, column: int) -> None:
    """A formula inside a table may leave the table's name out; the file may not."""
    holder = grid.ensure_cell(row, column).find(F)
    for _, table in tables.tables(book, book.sheet_of(grid)):
        if holder is not None and table.area.holds(row, column):
            holder.text = in_table(holder.text or "", table.name)


def _append(book: Book, grid: Grid, area: Area, rows: Rows, as_text: bool) -> None:
    defaults = [grid.column_style(column) for column in range(area.left, area.right + 1)]
    added: list[tuple[int, str]] = []
    newer: list[tuple[int, int]] = []
    for number, row in enumerate(rows, area.top):
        pieces: list[str] = []
        for index, value in enumerate(row):
            new = _encoded_at(book, number, area.left + index, value, as_text)
            style = defaults[index]
            if new.date_format and not book.styles.date_code(style):
                style = book.styles.with_format(style, new.date_format)
            pieces.append(cells.markup(cell_name(number, area.left + index), new, style))
            if new.kind == "formula" and "_xlfn." in new.text:
                newer.append((number, area.left + index))
        added.append((number, "".join(pieces)))
    grid.append_rows(added)
    for place in newer:
        spilling.mark(book, grid.ensure_cell(*place))


def guard(book: Book, sheet: Sheet, grid: Grid, area: Area) -> None:
    """Refuse to tear an array formula; warn of values that a merge would hide."""
    _leave_spilled(sheet, grid, area)
    for holder in grid.data.iter(F):
        reference = holder.get("ref") or ""
        if holder.get("t") == "array" and ":" in reference:
            array = area_of(reference)
            if area.meets(array) and area.within(array) != array:
                raise ToolError(
                    f"{where(sheet.name, array.top, array.left)} holds an array formula over {reference}; write or "
                    "clear the whole of it at once",
                    argument="range",
                )
    unshare(grid, area)
    for merged in grid.merges():
        inside = area.within(merged)
        if inside and inside != merged._replace(bottom=merged.top, right=merged.left):
            book.warn(f"{merged.name} is merged: only the value of {cell_name(merged.top, merged.left)} shows")


def _leave_spilled(sheet: Sheet, grid: Grid, area: Area) -> None:
    """A formula that spills is written over as a whole, and only by who writes over the formula."""
    for cell, holder, array in list(spilling.of_root(grid.root)):
        if array.cells == 1 or not area.meets(array):
            continue
        row, column = split_cell(cell.get("r") or "A1")
        if not area.holds(row, column):
            raise ToolError(
                f"{where(sheet.name, row, column)} fills {array.name} with its formula; change that cell, or write "
                "elsewhere",
                argument="range",
            )
        spilling.give_up(grid, cell, holder, array)


def unshare(grid: Grid, area: Area) -> None:
    """Where the master of a shared formula is about to be overwritten, give every cell its own text."""
    for _, _, cell in grid.cells(area):
        holder = cell.find(F)
        if holder is not None and holder.get("t") == "shared" and holder.text:
            grid.expand_shared()
            return


def last_row(grid: Grid, area: Area | None = None) -> int:
    """The last row with a value, in the area's columns if one is given; 0 for none."""
    for number in reversed(grid.row_numbers()):
        for column, cell in grid.row_cells(number).items():
            if len(cell) and (area is None or area.left <= column <= area.right):
                return number
    return 0


def clear(book: Book, sheet: Sheet, area: Area, *, values: bool = True, formats: bool = False) -> int:
    """Empty cells of their values, of their looks, or both; says how many held something."""
    grid = book.grid(sheet)
    if values:
        guard(book, sheet, grid, area)
    cleared = 0
    for row, column, cell in list(grid.cells(area)):
        cleared += len(cell) > 0
        if values:
            cells.empty(cell)
        if formats:
            cell.attrib.pop("s", None)
        if not len(cell) and not cell.get("s"):
            grid.remove_cell(row, column)
    book.wrote(sheet, area)
    return cleared


def fill(book: Book, sheet: Sheet, area: Area, formula: str) -> None:
    """The formula in the first cell, and moved along as Excel does in all others."""
    if area.cells > 200_000:
        raise ToolError(f"{area.name} has {area.cells} cells; fill at most 200000 at once", argument="range")
    grid = book.grid(sheet)
    guard(book, sheet, grid, area)
    first = cells.encode(formula, where="formula")
    if first.kind not in ("formula", "array"):
        raise ToolError(f"{formula!r} is no formula; it starts with =, like =B2*C2", argument="formula")
    for row in range(area.top, area.bottom + 1):
        for column in range(area.left, area.right + 1):
            text = translated(first.text, row - area.top, column - area.left)
            put(book, grid, row, column, Encoded(first.kind, text))
    book.wrote(sheet, area)


def label(sheet: Sheet, area: Area) -> str:
    return f"{quoted(sheet.name)}!{area.name}"
