"""Tables given another shape: rows and columns put in or taken out, cells merged, everything formatted."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from deskworld_kit import ToolError, World, tool
from pydantic import Field

from deskworld_slides.opening import editing
from deskworld_slides.tables import Index, settle_height, table_shape
from deskworld_slides.text import Align, Anchor, ShapeSaved, Size


@tool("edit", idempotent=False)
def edit_table_structure(
    world: World,
    path: str,
    slide: int,
    action: Literal["insert_rows", "insert_columns", "delete_rows", "delete_columns"],
    at: Index,
    shape: str = "",
    count: Annotated[int, Field(ge=1, le=50)] = 1,
) -> ShapeSaved:
    """Insert or delete rows or columns of a table; merged cells stay right, new ones look like their neighbours.

    Args:
        at: The first one, from 1.
    """
    from deskworld_slides.describing import view_shape
    from deskworld_slides.grids import delete, insert

    rows = action.endswith("rows")
    with editing(world, path) as deck:
        target = table_shape(deck.slide(slide), shape)
        have = len(target.table.rows) if rows else len(target.table.columns)
        word = "rows" if rows else "columns"
        if action.startswith("insert"):
            if at > have + 1:
                raise ToolError(f"the table has {have} {word}; say 1 to {have + 1}", argument="at")
            insert(target.table._tbl, at - 1, count, rows=rows)
        else:
            if at + count - 1 > have:
                raise ToolError(f"the table has {have} {word}", argument="at")
            if count >= have:
                raise ToolError(f"a table keeps at least one of its {word}; delete_shapes deletes it", argument="count")
            delete(target.table._tbl, at - 1, count, rows=rows)
        settle_height(target)
        view = view_shape(target, limit=1200)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("edit")
def merge_slide_cells(
    world: World,
    path: str,
    slide: int,
    first_row: Index,
    first_column: Index,
    last_row: Index,
    last_column: Index,
    shape: str = "",
    split: bool = False,
) -> ShapeSaved:
    """Merge cells of a table (their texts are joined), or split what is merged there.

    Args:
        split: Split instead.
    """
    from deskworld_slides.describing import view_shape
    from deskworld_slides.grids import Merge, read_merges, write_cell, write_merges

    with editing(world, path) as deck:
        target = table_shape(deck.slide(slide), shape)
        table = target.table
        if last_row > len(table.rows) or last_column > len(table.columns):
            raise ToolError(
                f"the table has {len(table.rows)} rows and {len(table.columns)} columns", argument="last_row"
            )
        if last_row < first_row or last_column < first_column:
            raise ToolError("the last row and column must not come before the first", argument="last_row")
        area = Merge(first_row - 1, first_column - 1, last_row - first_row + 1, last_column - first_column + 1)
        merges = read_merges(table._tbl)
        inside = [m for m in merges if _meet(m, area)]
        for other in inside:
            whole = (
                area.row <= other.row and other.row + other.rows <= area.row + area.rows
                and area.column <= other.column and other.column + other.columns <= area.column + area.columns
            )  # fmt: skip
            if not whole and not split:
                raise ToolError(
                    "the area cuts through cells that are merged already; split them first", argument="first_row"
                )
        merges = [m for m in merges if m not in inside]
        if split and not inside:
            raise ToolError("nothing is merged there", argument="first_row")
        if not split:
            cells = [
                table.cell(r, c)
                for r in range(area.row, area.row + area.rows)
                for c in range(area.column, area.column + area.columns)
            ]
            texts = [cell.text for cell in cells if cell.text.strip()]
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
    shape: str = "",
    rows: list[int] | None = None,
    columns: list[int] | None = None,
    fill: str = "",
    color: str = "",
    size: Size = 0,
    bold: bool | None = None,
    align: Align = "",
    anchor: Anchor = "",
    header: bool | None = None,
    banded: bool | None = None,
    column_widths: list[float] | None = None,
    row_height: Annotated[float, Field(ge=0)] = 0,
) -> ShapeSaved:
    """Format cells of a table (all, or where the rows and columns given meet), its bands and its widths.

    Args:
        rows: From 1; all when left out.
    """
    from deskworld_slides.colors import set_fill
    from deskworld_slides.describing import view_shape
    from deskworld_slides.text import apply_format

    with editing(world, path) as deck:
        target = table_shape(deck.slide(slide), shape)
        table = target.table
        downs = _numbers(rows, len(table.rows), "rows")
        overs = _numbers(columns, len(table.columns), "columns")
        for down in downs:
            if row_height:
                table.rows[down].height = round(row_height * 12700)
            for over in overs:
                cell = table.cell(down, over)
                if fill:
                    set_fill(cell._tc.get_or_add_tcPr(), fill)
                if color or size or bold is not None or align:
                    apply_format(cell.text_frame, color=color, size=size, bold=bold, align=align)
                if anchor:
                    cell._tc.get_or_add_tcPr().set("anchor", {"top": "t", "middle": "ctr", "bottom": "b"}[anchor])
        if header is not None:
            table.first_row = header
        if banded is not None:
            table.horz_banding = banded
        if column_widths:
            if len(column_widths) != len(table.columns):
                raise ToolError(f"the table has {len(table.columns)} columns", argument="column_widths")
            for column, width in zip(table.columns, column_widths, strict=True):
                column.width = round(width * 12700)
            target.width = sum(column.width for column in table.columns)
        settle_height(target)
        view = view_shape(target, limit=1200)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


def _numbers(asked: list[int] | None, count: int, argument: str) -> list[int]:
    if asked is None:
        return list(range(count))
    wrong = [number for number in asked if not 1 <= number <= count]
    if wrong:
        raise ToolError(f"there is no {argument[:-1]} {wrong[0]}; the table has {count}", argument=argument)
    return [number - 1 for number in asked]
