"""Looks laid on cells: whole columns and rows by their own settings, blocks cell by cell."""

from __future__ import annotations

from deskworld_kit import ToolError
from lxml import etree

from . import content, sizing, tables
from .book import Book, Sheet
from .grid import Grid
from .markup import Element, count, drop_if_empty, ensure, q
from .references import MAX_COLUMN, MAX_ROW, Area, letters
from .styles import Look

MOST_CELLS = 500_000
WIDEST = 255  # characters; Excel refuses more
HIGHEST = 409  # points
MOST_ROWS = 100_000
MOST_NAMED = 200  # columns that an answer names one by one


def apply(book: Book, sheet: Sheet, area: Area, look: Look) -> None:
    grid = book.grid(sheet)
    styles = book.styles
    if area.bottom == MAX_ROW and area.top == 1:
        for item in grid.column_settings(area.left, area.right):
            item.set("style", str(styles.derive(int(item.get("style") or 0), look)))
        _restyle(book, grid, area, look)
    elif area.right == MAX_COLUMN and area.left == 1:
        for number in range(area.top, area.bottom + 1):
            row = grid.ensure_row(number)
            row.set("s", str(styles.derive(int(row.get("s") or 0), look)))
            row.set("customFormat", "1")
        _restyle(book, grid, area, look)
    else:
        if area.cells > MOST_CELLS:
            raise ToolError(
                f"{area.name} has {area.cells} cells; format whole columns like B:D, or at most {MOST_CELLS} cells",
                argument="range",
            )
        for number in range(area.top, area.bottom + 1):
            for column in range(area.left, area.right + 1):
                cell = grid.ensure_cell(number, column)
                cell.set("s", str(styles.derive(int(cell.get("s") or 0), look)))


def outline(book: Book, sheet: Sheet, area: Area, look: Look) -> None:
    """A border round the area, not round each cell in it."""
    edges = {
        "top": area._replace(bottom=area.top),
        "bottom": area._replace(top=area.bottom),
        "left": area._replace(right=area.left),
        "right": area._replace(left=area.right),
    }
    for edge, side in edges.items():
        apply(book, sheet, side, Look(border=look.border, border_color=look.border_color, edges=(edge,)))


def inside(book: Book, sheet: Sheet, area: Area, look: Look) -> None:
    """Borders between the cells of an area, none round it."""
    if area.cells == 1:
        raise ToolError("one cell has no inside; give a range like A1:D9", argument="edges")
    edges = {
        "left": area._replace(left=area.left + 1),
        "right": area._replace(right=area.right - 1),
        "top": area._replace(top=area.top + 1),
        "bottom": area._replace(bottom=area.bottom - 1),
    }
    for edge, part in edges.items():
        if part.rows > 0 and part.columns > 0:
            apply(book, sheet, part, Look(border=look.border, border_color=look.border_color, edges=(edge,)))


def _restyle(book: Book, grid: Grid, area: Area, look: Look) -> None:
    for _, _, cell in grid.cells(area):
        cell.set("s", str(book.styles.derive(int(cell.get("s") or 0), look)))


def copy(book: Book, source: Sheet, area: Area, sheet: Sheet, target: Area) -> None:
    """The looks of one area laid on another, repeated to fill it."""
    first, second = book.grid(source), book.grid(sheet)
    for down in range(target.rows):
        for right in range(target.columns):
            old = first.cell(area.top + down % area.rows, area.left + right % area.columns)
            style = (old.get("s") if old is not None else None) or ""
            place = (target.top + down, target.left + right)
            if style:
                second.ensure_cell(*place).set("s", style)
            elif (cell := second.cell(*place)) is not None:
                cell.attrib.pop("s", None)


def merge(book: Book, sheet: Sheet, area: Area) -> None:
    grid = book.grid(sheet)
    for other in grid.merges():
        if other.meets(area):
            raise ToolError(
                f"{area.name} meets {other.name}, which is merged already; unmerge it first", argument="range"
            )
    if area.cells == 1:
        raise ToolError("one cell cannot be merged; give a range like A1:D1", argument="range")
    for _, table in tables.tables(book, sheet):
        if table.area.meets(area):
            raise ToolError(
                f"{area.name} is in the table {table.name} at {table.area.name}, where no cells can be merged",
                argument="range",
            )
    lost = [cell for row, column, cell in grid.cells(area) if len(cell) and (row, column) != (area.top, area.left)]
    if lost:
        content.clear(book, sheet, area._replace(left=area.left + 1), values=True)
        if area.rows > 1:
            content.clear(book, sheet, area._replace(top=area.top + 1), values=True)
        book.warn(f"{len(lost)} values beside the top left one were in the merged cells and are gone")
    merged = ensure(grid.root, "mergeCells")
    etree.SubElement(merged, q("mergeCell"), ref=area.name)
    count(merged)


def unmerge(book: Book, sheet: Sheet, area: Area) -> int:
    grid = book.grid(sheet)
    merged = grid.root.find(q("mergeCells"))
    if merged is None:
        return 0
    gone = [item for item, other in zip(list(merged), grid.merges(), strict=True) if other.meets(area)]
    for item in gone:
        merged.remove(item)
    count(merged)
    drop_if_empty(merged)
    return len(gone)


def set_width(book: Book, sheet: Sheet, area: Area, width: float) -> dict[str, float]:
    """Widths in characters; 0 fits each column to what it holds. Gives the widths by column, like B, or B:D where
    many have one."""
    if not 0 <= width <= WIDEST:
        raise ToolError(f"{width:g} is no width; Excel takes 0 to {WIDEST} characters", argument="width")
    grid = book.grid(sheet)
    if width:
        for item in grid.column_settings(area.left, area.right):
            _widen_to(item, width)
        if area.columns > MOST_NAMED:
            return {f"{letters(area.left)}:{letters(area.right)}": width}
        return {letters(column): width for column in range(area.left, area.right + 1)}
    fitted = sizing.fitted(book, sheet, area)
    for column, wanted in fitted.items():
        for item in grid.column_settings(column, column):
            _widen_to(item, wanted)
    return {letters(column): wanted for column, wanted in sorted(fitted.items())}


def _widen_to(item: Element, width: float) -> None:
    item.set("width", f"{width:g}")
    item.set("customWidth", "1")
    item.attrib.pop("bestFit", None)


def fit(book: Book, sheet: Sheet, area: Area) -> None:
    """Widen the columns that are too narrow for what an area holds; nobody's wider column is made narrower."""
    grid = book.grid(sheet)
    rooms = sizing.widths(grid.root)
    for column, wanted in sizing.fitted(book, sheet, area).items():
        if wanted > rooms.get(column, sizing.DEFAULT_WIDTH):
            set_width(book, sheet, Area(1, column, MAX_ROW, column), wanted)


def widen(book: Book, sheet: Sheet, area: Area) -> None:
    """Widen columns that nobody set for numbers and dates in an area that would show as ####, as Excel does when they
    are typed."""
    grid = book.grid(sheet)
    set_already = sizing.widths(grid.root)
    for column, wanted in sizing.fitted(book, sheet, area, numbers_only=True).items():
        if column not in set_already and wanted > sizing.DEFAULT_WIDTH + 1:
            set_width(book, sheet, Area(1, column, MAX_ROW, column), wanted)


def set_height(book: Book, sheet: Sheet, first: int, last: int, height: float) -> None:
    """Heights in points; 0 fits each row to what it holds."""
    if not 0 <= height <= HIGHEST:
        raise ToolError(f"{height:g} is no height; Excel takes 0 to {HIGHEST} points", argument="height")
    grid = book.grid(sheet)
    if height:
        check_rows(first, last, "rows")
        for number in range(first, last + 1):
            row = grid.ensure_row(number)
            row.set("ht", f"{height:g}")
            row.set("customHeight", "1")
        return
    needed = sizing.heights(book, sheet, first, last)
    for number in grid.row_numbers(first, last):
        row = grid.ensure_row(number)
        row.attrib.pop("ht", None)
        row.attrib.pop("customHeight", None)
        if number in needed:
            # Without the mark that it is set by hand, programs go on fitting it.
            row.set("ht", f"{needed[number]:g}")


def check_rows(first: int, last: int, argument: str) -> None:
    """Rows are marked one by one, so not all that a sheet could have."""
    if last - first >= MOST_ROWS:
        raise ToolError(f"that is {last - first + 1} rows; set at most {MOST_ROWS} at once", argument=argument)


def set_hidden(book: Book, sheet: Sheet, area: Area, hidden: bool) -> None:
    grid = book.grid(sheet)
    if area.bottom != MAX_ROW:
        check_rows(area.top, area.bottom, "lines")
    lines = (
        grid.column_settings(area.left, area.right)
        if area.bottom == MAX_ROW
        else [grid.ensure_row(number) for number in range(area.top, area.bottom + 1)]
    )
    for item in lines:
        if hidden:
            item.set("hidden", "1")
        else:
            item.attrib.pop("hidden", None)
