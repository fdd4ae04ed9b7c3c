"""Cells put in or taken out in some columns or rows only, the others staying: what differs from whole lines.

A shift with a band moves only what lies in it whole. A range that reaches beyond the band stays, as in Excel; what
lists its areas (conditional formats, validations) is cut at the band's edge, and a rule that speaks from its first
cell is then said twice, once for what stays and once for what moves. Merges, tables and pivot tables are never torn.
"""

from __future__ import annotations

import copy
import uuid

from deskworld_kit import ToolError

from . import tables
from .book import Book, Sheet
from .formulas import translated
from .grid import Grid
from .markup import Element, count, q
from .references import Area, Shift, area_of, areas_of, cell_name, without

_RULES = ("conditionalFormatting", "dataValidation", "x14:conditionalFormatting", "x14:dataValidation")
_FORMULAS = ("formula", "formula1", "formula2", "xm:f")


def check(book: Book, sheet: Sheet, grid: Grid, shift: Shift) -> None:
    """Refuse what would tear something apart or push cells over the edge."""
    reach = shift.reach
    if shift.step > 0:
        last = max((at[shift.axis == "column"] for *at, cell in grid.cells(reach) if len(cell)), default=0)
        if last + shift.step > shift.most:
            raise ToolError("that would push filled cells over the edge of the sheet", argument="range")
    for area in grid.merges():
        if area.meets(reach) and not shift.covers(area):
            raise ToolError(f"that would tear the merged cells {area.name}; unmerge them first", argument="range")
    held = [(table.area, f"the table {table.name}") for _, table in tables.tables(book, sheet)]
    for relation in book.package.related(sheet.part, "pivotTable"):
        location = book.package.tree(relation.target).find(q("location"))
        if location is not None:
            held.append((area_of(location.get("ref") or "A1"), "the pivot table"))
    for area, what in held:
        whole = shift.covers(area) and area.span(shift.axis)[0] >= shift.at + max(0, -shift.step)
        if area.meets(reach) and not whole:
            lines = f"{'insert' if shift.step > 0 else 'delete'}_{shift.axis}s"
            raise ToolError(f"that would tear {what} at {area.name}; use {lines}, or cells beside it", argument="range")


def torn(area: Area, shift: Shift) -> bool:
    """Whether the shift moves some of an area's cells across the band, and others not."""
    return area.meets(shift.reach) and not shift.covers(area)


def move(grid: Grid, shift: Shift) -> None:
    """Take the cells of the band out and put each where it goes."""
    found = list(grid.cells(shift.reach))
    for row, column, _ in found:
        grid.remove_cell(row, column)
    for row, column, cell in found:
        moved = shift.area(Area(row, column, row, column))
        if moved is not None:
            cell.set("r", cell_name(moved.top, moved.left))
            grid.insert_cell(moved.top, moved.left, cell)


def inherit(grid: Grid, shift: Shift) -> None:
    """New cells look like the one before them."""
    if shift.at == 1:
        return
    band = shift.reach
    down = shift.axis == "row"
    for across in range(band.left, band.right + 1) if down else range(band.top, band.bottom + 1):
        before = grid.cell(shift.at - 1, across) if down else grid.cell(across, shift.at - 1)
        style = before.get("s") if before is not None else None
        if not style:
            continue
        for new in range(shift.at, shift.at + shift.step):
            grid.ensure_cell(*((new, across) if down else (across, new))).set("s", style)


def split_rules(root: Element, shift: Shift) -> None:
    """Rules with formulas that lie across the band's edge, said once for each side of it."""
    for item in list(root.iter(*(q(name) for name in _RULES))):
        named = item.find(q("xm:sqref"))
        areas = areas_of(item.get("sqref") or (named.text if named is not None else "") or "")
        formulas = [holder for holder in item.iter(*(q(name) for name in _FORMULAS)) if holder.text]
        if not formulas or not any(torn(area, shift) for area in areas):
            continue
        inside = [part for area in areas if (part := area.within(shift.band))]
        outside = [part for area in areas for part in without(area, shift.band)]
        twin = copy.deepcopy(item)
        item.addnext(twin)
        _say_from(item, areas[0], outside)
        _say_from(twin, areas[0], inside)
        for rule in twin.iter(q("x14:cfRule")):
            if rule.get("id"):
                rule.set("id", f"{{{uuid.uuid5(uuid.NAMESPACE_OID, rule.get('id') or '')}}}".upper())
        parent = item.getparent()
        if parent is not None and parent.get("count") is not None:
            count(parent)


def _say_from(item: Element, old: Area, areas: list[Area]) -> None:
    """Give a rule other areas; its formulas speak from the first cell of the first one."""
    said = " ".join(area.name for area in areas)
    named = item.find(q("xm:sqref"))
    if named is not None:
        named.text = said
    else:
        item.set("sqref", said)
    down, right = areas[0].top - old.top, areas[0].left - old.left
    for holder in item.iter(*(q(name) for name in _FORMULAS)):
        if holder.text:
            holder.text = translated(holder.text, down, right)
