"""Rows, columns and merges of a table: changed so that everything that was next to each other still is.

Word stores a cell that spans columns once, with its span, and a cell that spans rows as a chain of cells. Each change
here keeps the grid, the spans, the chains and the widths in step.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from deskworld_kit import ToolError

from deskworld_docs.markup import child, drop, is_w, make, number, properties, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.places import blocks, cells_of, rows_of, span_of
from deskworld_docs.tabling import columns_of, grid_of, is_continued, new_cell, positions


def emptied(cell: Element) -> Element:
    """A copy of a cell without its content; it will look the same when it is filled."""
    fresh = make("w:tc")
    look = child(cell, "w:tcPr")
    if look is not None:
        fresh.append(copy.deepcopy(look))
        drop(fresh[0], "w:vMerge", "w:hMerge", "w:cellIns", "w:cellDel", "w:cellMerge", "w:cnfStyle")
    model = next((block for block in blocks(cell) if is_w(block, "p")), None)
    paragraph = make("w:p")
    if model is not None:
        shape = child(model, "w:pPr")
        if shape is not None:
            paragraph.append(copy.deepcopy(shape))
            drop(paragraph[0], "w:sectPr", "w:pPrChange", "w:cnfStyle")
        letters = next((looks for run in model.iter(tag("w:r")) if (looks := child(run, "w:rPr")) is not None), None)
        if letters is not None and child(paragraph, "w:pPr", "w:rPr") is None:
            mark = put(properties(paragraph), "w:rPr")
            mark.extend(copy.deepcopy(one) for one in letters if not is_w(one, "rStyle", "vertAlign", "ins", "del"))
    fresh.append(paragraph)
    return fresh


def insert_rows(table: Element, at: int, count: int) -> list[Element]:
    """Empty rows so that the first of them is row `at`; they look like the row above, or below a heading row."""
    rows = rows_of(table)
    if not rows:
        raise ToolError("the table has no rows at all; delete it and add a new one", argument="table")
    if not 1 <= at <= len(rows) + 1:
        raise ToolError(f"{at} is out of range; say 1 to {len(rows) + 1}", argument="at")
    above = rows[at - 2] if at > 1 else None
    below = rows[at - 1] if at <= len(rows) else None
    heading = above is not None and child(above, "w:trPr", "w:tblHeader") is not None
    model = below if above is None or (heading and below is not None) else above
    assert model is not None
    chained = {column for column, cell in positions(below) if is_continued(cell)} if below is not None else set[int]()
    made: list[Element] = []
    for _ in range(count):
        row = make("w:tr")
        look = child(model, "w:trPr")
        if look is not None:
            row.append(copy.deepcopy(look))
            drop(row[0], "w:ins", "w:del", "w:trPrChange", "w:cnfStyle")
            if model is above or at > 1:
                drop(row[0], "w:tblHeader")
        for column, cell in positions(model):
            fresh = emptied(cell)
            if column in chained:
                put(properties(fresh), "w:vMerge")
            row.append(fresh)
        made.append(row)
    for row in reversed(made):
        if above is not None:
            above.addnext(row)
        else:
            rows[0].addprevious(row)
    if above is None and child(model, "w:trPr", "w:tblHeader") is not None:
        drop(child(model, "w:trPr"), "w:tblHeader")
    return made


def delete_rows(table: Element, at: int, count: int) -> None:
    """Take rows out; a cell that spans into them is shortened, one that begins in them begins below."""
    rows = rows_of(table)
    _within(at, count, len(rows), "row")
    gone, after = rows[at - 1 : at - 1 + count], rows[at - 1 + count] if at - 1 + count < len(rows) else None
    if after is not None:
        starts = {column: cell for row in gone for column, cell in positions(row) if not is_continued(cell)}
        for column, cell in positions(after):
            if is_continued(cell) and column in starts:
                put(properties(cell), "w:vMerge", val="restart")
                for block in list(blocks(cell)):
                    cell.remove(block)
                cell.extend(list(blocks(starts[column])))
    for row in gone:
        row.getparent().remove(row)
    _tidy_chains(table)


def _within(at: int, count: int, there: int, what: str) -> None:
    if at < 1 or at + count - 1 > there:
        raise ToolError(f"the table has {what}s 1 to {there}", argument="at")
    if count >= there:
        raise ToolError(f"no {what} would be left; delete_blocks deletes the table", argument="count")


def insert_columns(table: Element, at: int, count: int) -> None:
    """Empty columns so that the first of them is column `at`; they look like the one before; the width stays."""
    columns = columns_of(table)
    if not columns:
        raise ToolError("the table has no cells at all; delete it and add a new one", argument="table")
    if not 1 <= at <= columns + 1:
        raise ToolError(f"{at} is out of range; say 1 to {columns + 1}", argument="at")
    if columns + count > 63:
        raise ToolError("a table has at most 63 columns", argument="count")
    for row in rows_of(table):
        placed = positions(row)
        over = next(((column, cell) for column, cell in placed if column < at < column + span_of(cell)), None)
        if over is not None:
            put(properties(over[1]), "w:gridSpan", val=span_of(over[1]) + count)
            continue
        before = next((cell for column, cell in placed if column + span_of(cell) == at), None)
        after = next((cell for column, cell in placed if column == at), None)
        model = before if before is not None else after
        for _ in range(count):
            fresh = emptied(model) if model is not None else new_cell(600)
            drop(child(fresh, "w:tcPr"), "w:gridSpan")
            if before is not None:
                before.addnext(fresh)
            elif after is not None:
                after.addprevious(fresh)
            else:
                row.append(fresh)
    grid = grid_of(table)
    wide = number(grid[min(at, len(grid)) - 1] if grid else None, "w", 1000)
    widths = [number(one, "w", 1000) for one in grid]
    set_grid(table, [*widths[: at - 1], *[wide] * count, *widths[at - 1 :]], total=sum(widths))


def delete_columns(table: Element, at: int, count: int) -> None:
    """Take columns out; a cell that spans over them is narrowed; the table keeps its width."""
    columns = columns_of(table)
    _within(at, count, columns, "column")
    last = at + count - 1
    for row in rows_of(table):
        for column, cell in positions(row):
            span = span_of(cell)
            inside = max(0, min(column + span - 1, last) - max(column, at) + 1)
            if inside == span:
                cell.getparent().remove(cell)
            elif inside:
                put(properties(cell), "w:gridSpan", val=span - inside)
                if span - inside == 1:
                    drop(properties(cell), "w:gridSpan")
        if not cells_of(row):
            row.getparent().remove(row)
    widths = [number(one, "w", 1000) for one in grid_of(table)]
    set_grid(table, [*widths[: at - 1], *widths[last:]], total=sum(widths))
    _tidy_chains(table)


def set_grid(table: Element, widths: Sequence[int], *, total: int = 0) -> None:
    """Give a table these columns, in ratio to a total where one is given, and its cells what they then are wide."""
    scale = total / sum(widths) if total and sum(widths) else 1.0
    grid = child(table, "w:tblGrid")
    if grid is None:
        grid = make("w:tblGrid")
        look = properties(table)
        look.addnext(grid)
    for one in list(grid):
        if is_w(one, "gridCol"):
            grid.remove(one)
    said = [max(round(width * scale), 20) for width in widths]
    for place, width in enumerate(said):
        grid.insert(place, make("w:gridCol", w=width))
    for row in rows_of(table):
        for column, cell in positions(row):
            own = sum(said[column - 1 : column - 1 + span_of(cell)])
            if own:
                put(properties(cell), "w:tcW", w=own, type="dxa")


def set_widths(table: Element, points: Sequence[float]) -> None:
    """Give the columns of a table their widths in points."""
    columns = columns_of(table)
    if len(points) != columns:
        raise ToolError(f"the table has {columns} columns; say as many widths", argument="column_widths")
    if not all(6 <= width <= 1584 for width in points):
        raise ToolError("a column is 6 to 1584 points wide", argument="column_widths")
    set_grid(table, [round(width * 20) for width in points])
    put(properties(table), "w:tblW", w=round(sum(points) * 20), type="dxa")
    put(properties(table), "w:tblLayout", type="fixed")


def merge(table: Element, rows: tuple[int, int], columns: tuple[int, int]) -> None:
    """Make one cell of an area; all that stood in it stays, one below the other."""
    first_row, last_row = rows
    kept: Element | None = None
    there = rows_of(table)
    for row_number in range(first_row, last_row + 1):
        inside = [
            (c, cell)
            for c, cell in positions(there[row_number - 1])
            if c <= columns[1] and c + span_of(cell) > columns[0]
        ]
        if not inside or inside[0][0] < columns[0] or inside[-1][0] + span_of(inside[-1][1]) - 1 > columns[1]:
            raise ToolError(f"a merged cell reaches over the edge in row {row_number}; split it first", argument="rows")
        if any(is_continued(cell) for _, cell in inside) and row_number == first_row:
            raise ToolError(f"a merged cell reaches over the edge in row {row_number}; split it first", argument="rows")
        head = inside[0][1]
        for _, cell in inside[1:]:
            _pour(cell, head)
            cell.getparent().remove(cell)
        span = columns[1] - columns[0] + 1
        if span > 1:
            put(properties(head), "w:gridSpan", val=span)
        widths = [number(one, "w") for one in grid_of(table)][columns[0] - 1 : columns[1]]
        if sum(widths):
            put(properties(head), "w:tcW", w=sum(widths), type="dxa")
        drop(properties(head), "w:vMerge")
        if last_row > first_row:
            if kept is None:
                put(properties(head), "w:vMerge", val="restart")
            else:
                put(properties(head), "w:vMerge")
                _pour(head, kept)
                head.append(make("w:p"))
        kept = kept if kept is not None else head


def _pour(source: Element, goal: Element) -> None:
    """Move what a cell says into another; empty paragraphs are dropped."""
    from deskworld_docs.words import text_of

    def says(block: Element) -> bool:
        return is_w(block, "tbl") or bool(text_of(block)) or any(True for _ in block.iter(tag("w:drawing")))

    moved = [block for block in blocks(source) if says(block)]
    for block in list(blocks(source)):
        block.getparent().remove(block)
    if moved:
        for block in [block for block in blocks(goal) if not says(block)]:
            block.getparent().remove(block)
    goal.extend(moved)
    found = list(blocks(goal))
    if not found or not is_w(found[-1], "p"):
        goal.append(make("w:p"))


def split(table: Element, row_number: int, column: int) -> None:
    """Make a merged cell the single cells that it covers; what it says stays in the first."""
    rows = rows_of(table)
    start = row_number - 1
    while start > 0 and is_continued(_at(rows[start], column)):
        start -= 1
    head = _at(rows[start], column)
    begin = next(c for c, cell in positions(rows[start]) if cell is head)
    end = start
    while end + 1 < len(rows) and any(c == begin and is_continued(cell) for c, cell in positions(rows[end + 1])):
        end += 1
    widths = [number(one, "w", 1000) for one in grid_of(table)]
    if end == start and span_of(head) == 1:
        raise ToolError(f"the cell in row {row_number}, column {column} is not merged", argument="rows")
    for row in rows[start : end + 1]:
        cell = _at(row, begin)
        span = span_of(cell)
        drop(properties(cell), "w:vMerge", "w:gridSpan")
        for offset in range(span - 1, 0, -1):
            fresh = emptied(cell)
            put(
                properties(fresh),
                "w:tcW",
                w=widths[begin - 1 + offset] if begin - 1 + offset < len(widths) else 1000,
                type="dxa",
            )
            cell.addnext(fresh)
        if begin - 1 < len(widths):
            put(properties(cell), "w:tcW", w=widths[begin - 1], type="dxa")


def _at(row: Element, column: int) -> Element:
    from deskworld_docs.places import cell_at

    return cell_at(row, column, argument="columns")


def _tidy_chains(table: Element) -> None:
    """A chain of cells that lost its first, or all but its first, is none any more."""
    rows = rows_of(table)
    for index, row in enumerate(rows):
        for column, cell in positions(row):
            merged = child(cell, "w:tcPr", "w:vMerge")
            if merged is None:
                continue
            below = rows[index + 1] if index + 1 < len(rows) else None
            goes_on = below is not None and any(c == column and is_continued(one) for c, one in positions(below))
            above = rows[index - 1] if index else None
            held = above is not None and any(
                c == column and child(one, "w:tcPr", "w:vMerge") is not None for c, one in positions(above)
            )
            if val(merged) == "restart" and not goes_on:
                drop(properties(cell), "w:vMerge")
            elif is_continued(cell) and not held:
                drop(properties(cell), "w:vMerge")
                if goes_on:
                    put(properties(cell), "w:vMerge", val="restart")
