"""Tables in a document: made, read, written, reshaped, merged and formatted."""

from __future__ import annotations

from typing import Annotated, Literal

from deskworld_kit import Result, Saved, Scalar, ToolError, World, tool
from pydantic import BeforeValidator, Field

from deskworld_docs.arguments import After, Color, Fill, Style, TableBlock, named_rows
from deskworld_docs.markup import child, number, properties, put, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper, editing, reading
from deskworld_docs.places import find_table, rows_of, span_of
from deskworld_docs.slips import slip

Rows = Annotated[list[list[Scalar]], Field(description="By row; Markdown.")]
NewRows = Annotated[list[list[Scalar]], BeforeValidator(named_rows), Field(description="By row; Markdown.")]
Numbers = Annotated[list[int] | None, Field(description="From 1; all if left out.")]
_MOST_ROWS = 200


class MergedArea(Result):
    """Cells that are one."""

    row: int
    column: int
    rows: int
    columns: int


class TableView(Result):
    """A table of a document."""

    block: str
    rows: int
    columns: int
    style: str
    header: bool = Field(description="Whether the first row repeats on each page.")
    cells: list[list[str]] = Field(description="Text by row, as Markdown.")
    first: int = Field(description="The row `cells` begin with, from 1.")
    more_rows: int = 0
    merged: list[MergedArea]
    column_widths: list[float]


class TableSaved(Saved):
    """A table that was made or changed."""

    block: str
    rows: int
    columns: int


def text_of_value(value: Scalar) -> str:
    """A value as a cell says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return "" if value is None else str(value)


@tool("add", core=True)
def add_document_table(
    world: World,
    path: str,
    rows: NewRows,
    after: After = "",
    style: Style = "",
    header: bool = True,
    column_widths: Annotated[list[float] | None, Field(description="In ratio.")] = None,
    caption: str = "",
) -> TableSaved:
    """Insert a table as wide as the text, numbers to the right, headings repeated. A caption is numbered."""
    from deskworld_docs.captions import caption_paragraph
    from deskworld_docs.composing import Composer
    from deskworld_docs.gaps import find_gap
    from deskworld_docs.markdown import parse_inline

    columns = max((len(row) for row in rows), default=0)
    if not columns:
        raise ToolError("give at least one row with one cell, headings first", argument="rows")
    if columns > 63:
        raise ToolError("a table has at most 63 columns", argument="rows")
    if column_widths is not None and (len(column_widths) != columns or not all(w > 0 for w in column_widths)):
        raise ToolError(f"say {columns} widths, each more than 0", argument="column_widths")
    with editing(world, path) as paper:
        gap = find_gap(paper, after)
        composer = Composer(world, paper, gap.story.part)
        composer.place = gap.before if gap.before is not None else gap.holder
        spans = [[parse_inline(text_of_value(value)) for value in row] for row in rows]
        if style:
            composer.styles.find(style, "table")
        right = numeric_columns(rows[1:] if header else rows, columns)
        aligns = ["right" if column in right else "" for column in range(columns)]
        table = composer.table(spans, aligns, style=style, header=header, widths=column_widths or ())
        composer.links.settle([])
        made: list[Element] = [table]
        if caption:
            made.insert(0, caption_paragraph(paper, composer.styles, "Table", caption))
        gap.fill(made)
        paper.touch(table)
        from deskworld_docs.captions import renumber

        renumber(paper)
        block = _place(paper, table)
    return TableSaved(**paper.receipt, block=block, rows=len(rows), columns=columns)


def numeric_columns(rows: list[list[Scalar]], columns: int) -> set[int]:
    """The columns, from 0, that hold numbers only."""
    found: set[int] = set()
    for column in range(columns):
        values = [row[column] for row in rows if column < len(row) and row[column] not in (None, "")]
        if values and all(_is_number(value) for value in values):
            found.add(column)
    return found


def _is_number(value: Scalar) -> bool:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return True
    said = str(value).strip().strip("*").replace("−", "-").lstrip("+-~<>€$£ ").rstrip("%€$£ ")
    return (
        bool(said) and said[0].isdigit() and all(letter.isdigit() or letter in " ., \u00a0\u202f'" for letter in said)
    )


def _place(paper: Paper, table: Element) -> str:
    from deskworld_docs.places import blocks, stories

    for story in stories(paper):
        for n, block in enumerate(blocks(story.holder), 1):
            if block is table:
                return f"{story.name}:{n}" if story.name else str(n)
    return ""


@tool("read", core=True)
def get_document_table(world: World, path: str, table: TableBlock = "", first: int = 1) -> TableView:
    """A table's cells, merges and widths.

    Args:
        first: The row to begin with.
    """
    from deskworld_docs.gathering import Gatherer
    from deskworld_docs.markdown import write_inline
    from deskworld_docs.styling import Styles
    from deskworld_docs.tabling import columns_of, grid_of, is_continued, positions

    with reading(world, path) as paper:
        spot = find_table(paper, table)
        rows = rows_of(spot.element)
        if not 1 <= first <= max(len(rows), 1):
            raise ToolError(f"the table has rows 1 to {len(rows)}", argument="first")
        gatherer = Gatherer(paper)
        columns = columns_of(spot.element)
        cells: list[list[str]] = []
        for row in rows[first - 1 : first - 1 + _MOST_ROWS]:
            said = [""] * columns
            for column, cell in positions(row):
                if not is_continued(cell) and column <= columns:
                    said[column - 1] = write_inline(gatherer.cell(cell)).replace("\\\n", "\n")
            cells.append(said)
        name = val(child(spot.element, "w:tblPr", "w:tblStyle"))
        return TableView(
            block=spot.place,
            rows=len(rows),
            columns=columns,
            style=Styles(paper).name_of(name, "table") if name else "",
            header=bool(rows) and child(rows[0], "w:trPr", "w:tblHeader") is not None,
            cells=cells,
            first=first,
            more_rows=max(len(rows) - first + 1 - _MOST_ROWS, 0),
            merged=list(_merged(spot.element)),
            column_widths=[number(one, "w") / 20 for one in grid_of(spot.element)],
        )


def _merged(table: Element) -> list[MergedArea]:
    from deskworld_docs.tabling import is_continued, positions

    found: list[MergedArea] = []
    rows = rows_of(table)
    placed = [positions(row) for row in rows]
    for index, row in enumerate(placed):
        for column, cell in row:
            if is_continued(cell):
                continue
            high = 1
            while index + high < len(placed) and any(
                c == column and is_continued(one) for c, one in placed[index + high]
            ):
                high += 1
            if high > 1 or span_of(cell) > 1:
                found.append(MergedArea(row=index + 1, column=column, rows=high, columns=span_of(cell)))
    return found


@tool("edit", core=True)
def update_document_table(
    world: World,
    path: str,
    values: Rows,
    table: TableBlock = "",
    row: Annotated[int, Field(ge=1)] = 1,
    column: Annotated[int, Field(ge=1)] = 1,
) -> TableSaved:
    """Write a block of cells from `row`, `column` on, looks kept; null leaves a cell; rows are added at the end."""
    from deskworld_docs.blocks import fill_cell
    from deskworld_docs.composing import Composer
    from deskworld_docs.grids import insert_rows
    from deskworld_docs.markdown import parse_inline
    from deskworld_docs.markdown.model import Block
    from deskworld_docs.places import cell_at
    from deskworld_docs.tabling import columns_of, is_continued

    if not values or not any(values):
        raise ToolError("give at least one row with one value", argument="values")
    with editing(world, path) as paper:
        spot = find_table(paper, table)
        composer = Composer(world, paper, spot.story.part)
        columns, there = columns_of(spot.element), len(rows_of(spot.element))
        if row > there + 1:
            raise ToolError(f"the table has {there} rows; say 1 to {there + 1}", argument="row")
        if column + max(len(each) for each in values) - 1 > columns:
            raise ToolError(f"the table has {columns} columns; edit_document_table adds some", argument="values")
        if row + len(values) - 1 > there:
            insert_rows(spot.element, there + 1, row + len(values) - 1 - there)
        rows = rows_of(spot.element)
        hidden = 0
        for down, line in enumerate(values):
            for across, value in enumerate(line):
                if value is None:
                    continue
                cell = cell_at(rows[row - 1 + down], column + across, argument="column")
                hidden += is_continued(cell)
                if is_continued(cell) and text_of_value(value):
                    continue
                fill_cell(composer, cell, [Block("paragraph", spans=parse_inline(text_of_value(value)))])
        if hidden:
            paper.warnings.append(f"{hidden} values were not written: their cells are part of a merged one above")
        paper.touch(spot.element)
    return TableSaved(**paper.receipt, block=spot.place, rows=len(rows), columns=columns)


@tool("edit", idempotent=False)
def edit_document_table(
    world: World,
    path: str,
    action: Literal["insert_rows", "delete_rows", "insert_columns", "delete_columns"],
    at: Annotated[int, Field(ge=1, description="From 1.")],
    count: Annotated[int, Field(ge=1, le=500)] = 1,
    table: TableBlock = "",
) -> TableSaved:
    """Insert or delete rows or columns; looks are taken over, merges stay right."""
    from deskworld_docs import grids
    from deskworld_docs.tabling import columns_of

    with editing(world, path) as paper:
        spot = find_table(paper, table)
        {
            "insert_rows": grids.insert_rows,
            "delete_rows": grids.delete_rows,
            "insert_columns": grids.insert_columns,
            "delete_columns": grids.delete_columns,
        }[action](spot.element, at, count)
        paper.touch(spot.element)
    rows, columns = len(rows_of(spot.element)), columns_of(spot.element)  # with those struck where changes are tracked
    return TableSaved(**paper.receipt, block=spot.place, rows=rows, columns=columns)


@tool("edit")
def merge_document_cells(
    world: World, path: str, rows: list[int], columns: list[int], split: bool = False, table: TableBlock = ""
) -> TableSaved:
    """Merge, or split, the cells where rows and columns (from 1) meet."""
    from deskworld_docs import grids
    from deskworld_docs.tabling import columns_of

    with editing(world, path) as paper:
        spot = find_table(paper, table)
        high, wide = len(rows_of(spot.element)), columns_of(spot.element)
        area = (_run_of(rows, high, "rows"), _run_of(columns, wide, "columns"))
        if split:
            grids.split(spot.element, area[0][0], area[1][0])
        elif area[0][0] == area[0][1] and area[1][0] == area[1][1]:
            raise ToolError("one cell can't be merged; name at least two rows or columns", argument="rows")
        else:
            grids.merge(spot.element, *area)
        paper.touch(spot.element)
    return TableSaved(**paper.receipt, block=spot.place, rows=high, columns=wide)


def _run_of(numbers: list[int], there: int, argument: str) -> tuple[int, int]:
    """First and last of numbers that follow each other."""
    wanted = sorted(set(numbers))
    if not wanted:
        raise ToolError("name at least one", argument=argument)
    if wanted[0] < 1 or wanted[-1] > there:
        raise ToolError(f"the table has {argument} 1 to {there}", argument=argument)
    if wanted[-1] - wanted[0] + 1 != len(wanted):
        raise ToolError("they must lie side by side, without a gap", argument=argument)
    return wanted[0], wanted[-1]


@tool("edit")
def format_document_table(
    world: World,
    path: str,
    table: TableBlock = "",
    rows: Numbers = None,
    columns: Numbers = None,
    style: Style = "",
    fill: Fill = "",
    color: Color = "",
    bold: bool | None = None,
    size: float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    anchor: Literal["top", "middle", "bottom"] | None = None,
    padding: float | None = None,
    borders: Literal["all", "none", "rows", "outside"] | None = None,
    column_widths: Annotated[list[float] | None, Field(description="In points.")] = None,
    header: bool | None = None,
) -> TableSaved:
    """Format cells (all, or where rows and columns meet), and the table's style, borders, widths."""
    from deskworld_docs import grids
    from deskworld_docs.dressing import dress_cell, set_borders, set_header
    from deskworld_docs.styling import Styles
    from deskworld_docs.tabling import columns_of, positions
    from deskworld_docs.text import check_look

    look = {"bold": bold, "size": size, "color": color}
    check_look(look)
    if padding is not None and not 0 <= padding <= 72:
        raise ToolError(f"{padding:g} is out of range; say 0 to 72 points", argument="padding")
    with editing(world, path) as paper:
        spot = find_table(paper, table)
        there, wide = rows_of(spot.element), columns_of(spot.element)
        for name, numbers, most in (("rows", rows, len(there)), ("columns", columns, wide)):
            if numbers is not None and (not numbers or not all(1 <= each <= most for each in numbers)):
                raise ToolError(f"the table has {name} 1 to {most}", argument=name)
        if style:
            put(properties(spot.element), "w:tblStyle", val=Styles(paper).identifier(style, "table"))
        if column_widths is not None:
            grids.set_widths(spot.element, column_widths)
            paper.warnings += slip("column_widths", column_widths, 15) if max(column_widths) < 40 else []
        if borders is not None:
            set_borders(spot.element, borders)
        if header is not None:
            set_header(spot.element, header)
        for n, row in enumerate(there, 1):
            for column, cell in positions(row):
                covered = range(column, column + span_of(cell))
                if (rows is None or n in rows) and (columns is None or any(each in columns for each in covered)):
                    dress_cell(paper, cell, look, fill=fill, align=align, anchor=anchor, padding=padding)
        paper.touch(spot.element)
    return TableSaved(**paper.receipt, block=spot.place, rows=len(there), columns=wide)
