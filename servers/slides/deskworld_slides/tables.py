"""Tables on slides: made, read, written, reshaped, merged and formatted."""

from __future__ import annotations

from typing import Any

from deskworld_kit import Result, Scalar, ToolError, World, tool
from pydantic import Field

from deskworld_slides.arguments import OnlyShape
from deskworld_slides.describing import Frame
from deskworld_slides.finding import find_only
from deskworld_slides.opening import editing, reading
from deskworld_slides.text import ShapeSaved

Rows = list[list[Scalar]]


class MergedArea(Result):
    """Cells that are one."""

    row: int
    column: int
    rows: int
    columns: int


class TableView(Result):
    """A table on a slide."""

    slide: int
    shape: str
    name: str
    box: Frame
    rows: int
    columns: int
    header: bool
    cells: list[list[str]] = Field(description="Text by row.")
    first: int = Field(description="The row `cells` begin with, from 1.")
    more_rows: int = 0
    merged: list[MergedArea]
    column_widths: list[float]


@tool("add", core=True)
def add_slide_table(
    world: World,
    path: str,
    slide: int,
    rows: Rows,
    left: float | None = None,
    top: float | None = None,
    width: float | None = None,
    height: float | None = None,
    header: bool = True,
    size: float | None = None,
    column_widths: list[float] | None = None,
) -> ShapeSaved:
    """Put a table on a slide in the deck's style, its text sized to fit. Without a box it finds its place.

    Args:
        rows: Headings first.
        column_widths: Shares of its width.
    """
    from deskworld_slides.boxes import crowded, unit_slip
    from deskworld_slides.describing import view_shape
    from deskworld_slides.grids import put_table, squared
    from deskworld_slides.imaging import describe
    from deskworld_slides.runs import checked_size
    from deskworld_slides.slots import room_for
    from deskworld_slides.theming import fonts_of

    checked_size(size)
    grid = squared(rows)
    with editing(world, path) as deck:
        found = deck.slide(slide)
        box, slot = room_for(found, deck.page, ("table", "content"), left, top, width, height)
        made, warnings = put_table(
            found, grid, box, header=header, size=size, widths=column_widths or (),
            slot=slot, font=fonts_of(deck.presentation)[1],
        )  # fmt: skip
        describe(made, "Table: " + ", ".join(text for text in grid[0] if text))
        deck.warnings += warnings
        deck.warnings += unit_slip(left, top, width, height)
        if left is None and top is None:
            deck.warnings += crowded(found, made)
        view = view_shape(made)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("read", core=True)
def get_slide_table(world: World, path: str, slide: int, shape: OnlyShape = "", first: int = 1) -> TableView:
    """A table's cells, merges and widths.

    Args:
        first: Row to begin with.
    """
    from deskworld_slides.describing import cut, frame_of
    from deskworld_slides.finding import from_one
    from deskworld_slides.grids import read_merges

    start = from_one(first, "first")
    with reading(world, path) as deck:
        target = find_only(deck.slide(slide), shape, "table")
        table = target.table
        rows = list(table.rows)
        shown = rows[start : start + 50]
        return TableView(
            slide=slide,
            shape=str(target.shape_id),
            name=target.name,
            box=frame_of(target),
            rows=len(rows),
            columns=len(table.columns),
            header=table.first_row,
            cells=[[cut(cell.text.replace("\v", "\n"), 300) for cell in row.cells] for row in shown],
            first=first,
            more_rows=max(len(rows) - start - len(shown), 0),
            merged=[
                MergedArea(row=m.row + 1, column=m.column + 1, rows=m.rows, columns=m.columns)
                for m in read_merges(table._tbl)
            ],
            column_widths=[round(column.width / 12700, 1) for column in table.columns],
        )


@tool("edit", core=True)
def update_slide_table(
    world: World, path: str, slide: int, values: Rows, shape: OnlyShape = "", row: int = 1, column: int = 1
) -> ShapeSaved:
    """Write a block of cells, formats kept; null leaves a cell.

    Args:
        row: From 1.
    """
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import from_one, some
    from deskworld_slides.grids import cell_text, check_size, insert, write_cell

    some(values, "values")
    down, over = from_one(row, "row"), from_one(column, "column")
    with editing(world, path) as deck:
        target = find_only(deck.slide(slide), shape, "table")
        table = target.table
        across = over + max(len(line) for line in values)
        if across > len(table.columns):
            raise ToolError(f"the block reaches column {across}; the table has {len(table.columns)}", argument="values")
        missing = down + len(values) - len(table.rows)
        check_size(len(table.rows) + max(missing, 0), len(table.columns), "row")
        if missing > 0:
            insert(table._tbl, len(table.rows), missing, rows=True)
            settle_height(target)
            deck.warnings.append(f"{missing} row{'' if missing == 1 else 's'} added, to hold the block")
        for below, line in enumerate(values):
            for beside, value in enumerate(line):
                cell = table.cell(down + below, over + beside)
                if value is not None and not cell.is_spanned:
                    write_cell(cell, cell_text(value))
        view = view_shape(target, limit=1200)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


def settle_height(frame: Any) -> None:
    """Let a table's frame be as high as its rows."""
    frame.height = sum(row.height for row in frame.table.rows)
