"""Rows and columns put in and taken out, with everything that points at cells going along.

`shift_lines` does what Excel does: cells move, formulas all over the book follow, and so do merges, validations,
conditional formats (also those in extension lists), sparklines, links, filters, tables, names, charts, anchors of
drawings, comments, page breaks and pivot sources. What cannot follow (half of an array formula, part of a pivot
table, a table's heading) is refused before anything is touched.
"""

from __future__ import annotations

from collections.abc import Iterable

from deskworld_kit import ToolError
from lxml import etree

from . import cellshift, spilling, tablecolumns
from .anchors import shift_comments, shift_drawings
from .book import Book, Sheet
from .cells import C, F
from .conditions import drop_extension
from .everywhere import rewrite_everywhere
from .formulas import shifted, translated
from .grid import Grid
from .markup import Element, count, drop, drop_if_empty, local, q
from .references import Area, Shift, area_of, areas_of, cell_name
from .tablelines import check_tables, shift_tables

_LISTS = ("mergeCells", "dataValidations", "hyperlinks", "protectedRanges", "ignoredErrors", "cellWatches")


def shift_lines(book: Book, sheet: Sheet, shift: Shift) -> None:
    """Move whole lines, or with a band only its cells, and all that points to them."""
    grid = book.grid(sheet)
    _check(book, sheet, grid, shift)
    if shift.is_whole:
        check_tables(book, sheet, shift)
    else:
        cellshift.check(book, sheet, grid, shift)
    spilling.collapse(grid)
    if not shift.is_whole:
        cellshift.split_rules(grid.root, shift)
    if shift.step < 0:
        _keep_anchors(grid.root, shift)
    lost = tablecolumns.losses(book, sheet, shift)

    def follow(home: str, formula: str) -> str:
        return shifted(tablecolumns.without(formula, lost) if lost else formula, home, sheet.name, shift)

    rewrite_everywhere(book, follow, moves=True)
    grid.forget()
    if shift.is_whole:
        _shift_cells(grid, shift)
    else:
        cellshift.move(grid, shift)
    _shift_marks(grid.root, shift)
    if shift.is_whole:
        if shift.axis == "column":
            _shift_columns(grid.root, shift)
        _shift_breaks(grid.root, shift)
        shift_drawings(book, sheet, shift)  # what floats over the cells stays where only some of them move
    grid.forget()
    if shift.step > 0:
        (_inherit if shift.is_whole else cellshift.inherit)(grid, shift)
    shift_tables(book, sheet, grid, shift)
    shift_comments(book, sheet, shift)
    _shift_pivots(book, sheet, shift)
    book.values_changed = True


# --- what is refused


def _check(book: Book, sheet: Sheet, grid: Grid, shift: Shift) -> None:
    used = grid.used()
    last = used.span(shift.axis)[1] if used else 0
    if shift.is_whole and shift.step > 0 and last >= shift.at and last + shift.step > shift.most:
        raise ToolError("that would push filled cells over the edge of the sheet", argument="count")
    for holder in grid.data.iter(F):
        reference = holder.get("ref") or ""
        cell = holder.getparent()
        if cell is not None and cell.get("cm"):
            continue  # it spills anew
        if holder.get("t") in ("array", "dataTable") and ":" in reference:
            _whole_or_nothing(area_of(reference), shift, f"the array formula over {reference}")
    for relation in book.package.related(sheet.part, "pivotTable"):
        location = book.package.tree(relation.target).find(q("location"))
        if location is not None:
            reference = location.get("ref") or "A1"
            _whole_or_nothing(area_of(reference), shift, f"the pivot table at {reference}")


def _whole_or_nothing(area: Area, shift: Shift, what: str) -> None:
    if not area.meets(shift.band):
        return
    first, last = area.span(shift.axis)
    if shift.step > 0:
        torn = first < shift.at <= last
    else:
        end = shift.at - shift.step - 1
        torn = first <= end and last >= shift.at and not (shift.at <= first and last <= end)
    if torn or cellshift.torn(area, shift):
        lines, argument = ("lines", str(shift.axis)) if shift.is_whole else ("cells", "range")
        raise ToolError(f"that would tear {what} apart; choose {lines} before or after it", argument=argument)


def _keep_anchors(root: Element, shift: Shift) -> None:
    """Formulas of formats and validations speak from the first cell of their area; where that cell goes, let
    them speak from the first cell that stays."""
    rules = ("conditionalFormatting", "dataValidation", "x14:conditionalFormatting", "x14:dataValidation")
    for item in root.iter(*(q(name) for name in rules)):
        areas = areas_of(item.get("sqref") or item.findtext(q("xm:sqref")) or "")
        if not areas:
            continue
        if not shift.covers(areas[0]):
            continue
        anchor = areas[0].span(shift.axis)[0]
        end = shift.at - shift.step - 1
        if not shift.at <= anchor <= end:
            continue
        step = end + 1 - anchor
        for holder in item.iter(q("formula"), q("formula1"), q("formula2"), q("xm:f")):
            if holder.text:
                down, right = (step, 0) if shift.axis == "row" else (0, step)
                holder.text = translated(holder.text, down, right)


# --- the sheet itself


def _shift_cells(grid: Grid, shift: Shift) -> None:
    if shift.axis == "row":
        for number in grid.row_numbers(shift.at):
            row = grid.row(number)
            if row is None:
                continue
            moved = shift.line(number)
            if moved is None:
                grid.data.remove(row)
                continue
            row.set("r", str(moved))
            for cell in row.iterchildren(C):
                name = cell.get("r")
                if name:
                    cell.set("r", name.rstrip("0123456789") + str(moved))
        return
    for number in grid.row_numbers():
        row = grid.row(number)
        if row is None:
            continue
        row.attrib.pop("spans", None)
        for column, cell in list(grid.row_cells(number).items()):
            if column >= shift.at:
                moved = shift.line(column)
                if moved is None:
                    row.remove(cell)
                else:
                    cell.set("r", cell_name(number, moved))


def _shift_marks(root: Element, shift: Shift) -> None:
    """Everything on the sheet that says where it lies by `ref`, `sqref` or an `xm:sqref`."""
    for item in list(root.iter()):
        name = local(item)
        if name in ("selection", "pane", "dimension", "c", "row", ""):
            continue
        if name == "sqref" and item.text:
            _move_extension(item, shift)
        elif (text := item.get("sqref")) is not None:
            moved = shift.sqref(text)
            item.set("sqref", moved) if moved else drop(item)
        elif (text := item.get("ref")) is not None and name != "tablePart":
            area = area_of(text)
            moved_area = shift.area(area)
            if moved_area is None or (name == "mergeCell" and moved_area.cells == 1):
                drop(item)
                continue
            item.set("ref", moved_area.name)
            if name == "autoFilter" and shift.axis == "column":
                shift_filter(item, area.left, moved_area.left, shift)
    for name in _LISTS:
        found = root.find(q(name))
        if found is not None and len(found):
            if found.get("count") is not None:
                count(found)
        else:
            drop_if_empty(found)


def _move_extension(holder: Element, shift: Shift) -> None:
    moved = shift.sqref(holder.text or "")
    if moved:
        holder.text = moved
        return
    entry = holder.getparent()
    if entry is not None:
        drop_extension(entry)


def shift_filter(filter_: Element, old_left: int, new_left: int, shift: Shift) -> None:
    """Filter criteria name their column by its distance from the filter's first one."""
    for item in filter_.findall(q("filterColumn")):
        moved = shift.line(old_left + int(item.get("colId") or 0))
        if moved is None:
            filter_.remove(item)
        else:
            item.set("colId", str(moved - new_left))


def _shift_columns(root: Element, shift: Shift) -> None:
    columns = root.find(q("cols"))
    for item in list(columns) if columns is not None else ():
        moved = shift.span(int(item.get("min") or 1), int(item.get("max") or 1))
        if moved is None:
            drop(item)
        else:
            item.set("min", str(moved[0]))
            item.set("max", str(moved[1]))
    drop_if_empty(columns)


def _shift_breaks(root: Element, shift: Shift) -> None:
    breaks = root.find(q("rowBreaks" if shift.axis == "row" else "colBreaks"))
    for item in list(breaks) if breaks is not None else ():
        moved = shift.line(int(item.get("id") or 1))
        if moved is None:
            drop(item)
        else:
            item.set("id", str(moved))
    if breaks is not None and len(breaks):
        breaks.set("count", str(len(breaks)))
        breaks.set("manualBreakCount", str(len(breaks)))
    else:
        drop_if_empty(breaks)


def _inherit(grid: Grid, shift: Shift) -> None:
    """New lines look like the line before them, or like the one after where a heading comes before."""
    if shift.at == 1:
        return
    new = range(shift.at, shift.at + shift.step)
    if shift.axis == "column":
        _inherit_column(grid, shift, new)
        return
    used = grid.used()
    source = shift.at - 1 if not used or shift.at - 1 > used.top else shift.at + shift.step
    styles = {column: cell.get("s") for column, cell in grid.row_cells(source).items() if cell.get("s")}
    for number in new:
        for column, style in sorted(styles.items()):
            grid.ensure_cell(number, column).set("s", style or "0")


def _inherit_column(grid: Grid, shift: Shift, new: Iterable[int]) -> None:
    columns = grid.root.find(q("cols"))
    before = next((item for item in columns if _covers(item, shift.at - 1)), None) if columns is not None else None
    if before is not None:
        made = etree.Element(before.tag, dict(before.attrib))
        made.set("min", str(shift.at))
        made.set("max", str(shift.at + shift.step - 1))
        if int(before.get("max") or 0) < shift.at:  # else it grew round the new columns and covers them
            before.addnext(made)
    for number in grid.row_numbers():
        left = grid.cell(number, shift.at - 1)
        style = left.get("s") if left is not None else None
        if style:
            for column in new:
                grid.ensure_cell(number, column).set("s", style)


def _covers(item: Element, column: int) -> bool:
    return int(item.get("min") or 0) <= column <= int(item.get("max") or 0)


# --- pivots


def _shift_pivots(book: Book, sheet: Sheet, shift: Shift) -> None:
    from .pivotrefresh import take_away

    for relation in list(book.package.related(sheet.part, "pivotTable")):
        location = book.package.tree(relation.target).find(q("location"))
        if location is None:
            continue
        moved = shift.area(area_of(location.get("ref") or "A1"))
        if moved is None:
            take_away(book, sheet, relation.target)
        elif moved.name != location.get("ref"):
            book.package.edit(relation.target)
            location.set("ref", moved.name)
    for part in book.package.parts_of_type("pivotCacheDefinition+xml"):
        for source in book.package.tree(part).iter(q("worksheetSource")):
            reference = source.get("ref")
            if reference and (source.get("sheet") or "").casefold() == sheet.name.casefold():
                moved = shift.area(area_of(reference))
                if moved and moved.name != reference:
                    book.package.edit(part)
                    source.set("ref", moved.name)
