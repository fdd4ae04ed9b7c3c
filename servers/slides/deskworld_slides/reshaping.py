"""Tables given another shape: rows and columns put in or taken out, cells merged, everything formatted."""

from __future__ import annotations

from typing import Any, Literal, get_args

from deskworld_kit import ToolError, World, tool

from deskworld_slides.arguments import Color, Fill, OnlyShape
from deskworld_slides.bordering import Edge, set_borders
from deskworld_slides.finding import find_only
from deskworld_slides.opening import editing
from deskworld_slides.tables import settle_height
from deskworld_slides.text import Align, Anchor, ShapeSaved


@tool("edit", idempotent=False)
def edit_table_structure(
    world: World,
    path: str,
    slide: int,
    action: Literal["insert_rows", "insert_columns", "delete_rows", "delete_columns"],
    at: int,
    shape: OnlyShape = "",
    count: int = 1,
) -> ShapeSaved:
    """Insert or delete rows or columns of a table; merges stay right.

    Args:
        at: From 1; new ones come before it.
    """
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import from_one
    from deskworld_slides.grids import check_size, delete, insert

    rows = action.endswith("rows")
    start = from_one(at, "at")
    from_one(count, "count")
    with editing(world, path) as deck:
        target = find_only(deck.slide(slide), shape, "table")
        have = len(target.table.rows) if rows else len(target.table.columns)
        word = "rows" if rows else "columns"
        if action.startswith("insert"):
            check_size(have + count if rows else 1, 1 if rows else have + count, "count")
            if at > have + 1:
                raise ToolError(f"the table has {have} {word}; say 1 to {have + 1}", argument="at")
            insert(target.table._tbl, start, count, rows=rows)
        else:
            if at + count - 1 > have:
                raise ToolError(f"the table has {have} {word}", argument="at")
            if count >= have:
                raise ToolError(f"a table keeps at least one of its {word}; delete_shapes deletes it", argument="count")
            delete(target.table._tbl, start, count, rows=rows)
        settle_height(target)
        view = view_shape(target, limit=1200)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("edit")
def merge_slide_cells(
    world: World,
    path: str,
    slide: int,
    rows: list[int],
    columns: list[int],
    shape: OnlyShape = "",
    split: bool = False,
) -> ShapeSaved:
    """Merge, or split, the cells where rows and columns meet.

    Args:
        rows: From 1.
    """
    from deskworld_slides.describing import view_shape
    from deskworld_slides.grids import Merge, read_merges, write_cell, write_merges

    with editing(world, path) as deck:
        target = find_only(deck.slide(slide), shape, "table")
        table = target.table
        downs = _span(rows, len(table.rows), "rows")
        overs = _span(columns, len(table.columns), "columns")
        area = Merge(downs[0], overs[0], len(downs), len(overs))
        merges = read_merges(table._tbl)
        inside = [m for m in merges if _meet(m, area)]
        for other in inside:
            whole = (
                area.row <= other.row and other.row + other.rows <= area.row + area.rows
                and area.column <= other.column and other.column + other.columns <= area.column + area.columns
            )  # fmt: skip
            if not whole and not split:
                raise ToolError(
                    "the area cuts through cells that are merged already; split them first", argument="rows"
                )
        merges = [m for m in merges if m not in inside]
        if split and not inside:
            raise ToolError("nothing is merged there", argument="rows")
        if not split:
            cells = [
                table.cell(r, c)
                for r in range(area.row, area.row + area.rows)
                for c in range(area.column, area.column + area.columns)
            ]
            texts = list(dict.fromkeys(cell.text for cell in cells if cell.text.strip()))
            write_merges(table._tbl, merges)
            if len(texts) > 1 or (texts and not cells[0].text.strip()):
                write_cell(cells[0], "\n".join(texts))
            for cell in cells[1:]:
                if cell.text:
                    write_cell(cell, "")
            merges.append(area)
        write_merges(table._tbl, merges)
        view = view_shape(target, limit=1200)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


def _meet(a: Any, b: Any) -> bool:
    return (
        a.row < b.row + b.rows and b.row < a.row + a.rows
        and a.column < b.column + b.columns and b.column < a.column + a.columns
    )  # fmt: skip


@tool("edit")
def format_slide_table(
    world: World,
    path: str,
    slide: int,
    shape: OnlyShape = "",
    rows: list[int] | None = None,
    columns: list[int] | None = None,
    fill: Fill = "",
    color: Color = "",
    font: str = "",
    size: float | None = None,
    bold: bool | None = None,
    italic: bool | None = None,
    align: Align = None,
    anchor: Anchor = None,
    border: Fill = "",
    border_width: float = 1,
    edges: list[Edge] | None = None,
    column_widths: list[float] | None = None,
) -> ShapeSaved:
    """Format cells of a table (all, or where rows and columns meet) and its widths.

    Args:
        rows: From 1; all if left out.
        border: Colour of the lines.
        edges: Of these cells; all if left out.
        column_widths: Shares of its width.
    """
    from pptx.enum.text import MSO_ANCHOR

    from deskworld_slides.colors import set_fill
    from deskworld_slides.describing import view_shape
    from deskworld_slides.grids import shares
    from deskworld_slides.text import apply_format

    if not 0 < border_width <= 50:
        raise ToolError(f"{border_width:g} is out of range; say more than 0 and at most 50", argument="border_width")
    if edges and not border:
        raise ToolError("say the colour of these lines, or none", argument="border")
    asked = color or font or size or bold is not None or italic is not None or align
    with editing(world, path) as deck:
        target = find_only(deck.slide(slide), shape, "table")
        table = target.table
        downs = _numbers(rows, len(table.rows), "rows")
        overs = _numbers(columns, len(table.columns), "columns")
        for down in downs:
            for over in overs:
                cell = table.cell(down, over)
                if fill:
                    set_fill(cell._tc.get_or_add_tcPr(), fill)
                if asked:
                    apply_format(
                        cell.text_frame, color=color, font=font, size=size, bold=bold, italic=italic, align=align
                    )
                if anchor:
                    cell.vertical_anchor = getattr(MSO_ANCHOR, anchor.upper())
        if border:
            cells = [(down, over) for down in downs for over in overs]
            set_borders(table._tbl, cells, edges or get_args(Edge), border, border_width)
        if column_widths:
            whole = sum(column.width for column in table.columns)
            for column, width in zip(table.columns, shares(column_widths, len(table.columns), whole), strict=True):
                column.width = round(width)
        settle_height(target)
        view = view_shape(target, limit=1200)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


def _span(asked: list[int], count: int, argument: str) -> list[int]:
    """The rows or columns from the smallest to the largest that is named."""
    numbers = _numbers(asked, count, argument)
    if not numbers:
        raise ToolError(f"say which {argument}", argument=argument)
    return list(range(min(numbers), max(numbers) + 1))


def _numbers(asked: list[int] | None, count: int, argument: str) -> list[int]:
    if asked is None:
        return list(range(count))
    wrong = [number for number in asked if not 1 <= number <= count]
    if wrong:
        raise ToolError(f"there is no {argument[:-1]} {wrong[0]}; the table has {count}", argument=argument)
    return [number - 1 for number in asked]
