"""Tables as grids: made to fit, and changed in structure without a merge breaking.

DrawingML writes a merge as spans on its first cell and marks on the swallowed ones. To move rows and columns safely the
merges are read off, the bare grid is changed, and the merges are written back where they now belong.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from deskworld_kit import Scalar, ToolError

from deskworld_slides.boxes import EMU, Box

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_MEDIUM_2 = "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"


_MOST_ROWS, _MOST_COLUMNS = 100, 30


class Merge(NamedTuple):
    """A merged area: first row and column (from 0), and how many of each."""

    row: int
    column: int
    rows: int
    columns: int


def cell_text(value: Scalar) -> str:
    """A value as a slide shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, float):
        return f"{value:.10g}"
    return str(value)


def is_number(text: str) -> bool:
    """Whether a cell reads as a number, an amount or a percentage."""
    bare = text.strip().strip("()").replace(",", "").replace(" ", "").replace("\u202f", "").replace("−", "-")
    for sign in "$€£¥%+":
        bare = bare.replace(sign, "")
    for ending in ("k", "K", "M", "m", "B", "bn", "pp", "x"):
        if bare.endswith(ending):
            bare = bare[: -len(ending)]
            break
    try:
        float(bare)
    except ValueError:
        return text.strip() in ("-", "–", "—", "n/a")
    return True


def squared(rows: Sequence[Sequence[Scalar]], *, argument: str = "rows") -> list[list[str]]:
    """Rows as text, all of one length."""
    width = max((len(row) for row in rows), default=0)
    if not width:
        raise ToolError("a table needs at least one cell", argument=argument)
    check_size(len(rows), width, argument)
    return [[cell_text(value) for value in row] + [""] * (width - len(row)) for row in rows]


def check_size(rows: int, columns: int, argument: str) -> None:
    """Refuse a table that no slide can show."""
    if rows > _MOST_ROWS or columns > _MOST_COLUMNS:
        most = f"{_MOST_ROWS} rows, {_MOST_COLUMNS} columns"
        raise ToolError(f"{rows} x {columns} cells are too many for a slide (at most {most})", argument=argument)


def put_table(
    slide: Any,
    rows: list[list[str]],
    box: Box,
    *,
    header: bool = True,
    size: float | None = None,
    widths: Sequence[float] = (),
    slot: Any = None,
    font: str = "Calibri",
) -> tuple[Any, list[str]]:
    """Put a table on a slide, in the deck's own table style, its text as large as the box allows."""
    from deskworld_slides.drafting import TABLE_STYLE
    from deskworld_slides.fitting import fit_table
    from deskworld_slides.grounds import inks_on
    from deskworld_slides.slots import take_over

    warnings: list[str] = []
    given = shares(widths, len(rows[0]), box.width) if widths else ()
    chosen, columns, heights = fit_table(rows, box.width, box.height, font, size, given)
    if sum(heights) > box.height + 1:
        warnings.append(f"the table needs {sum(heights):.0f} pt in height, there are {box.height:.0f}; use fewer rows")
    spare = min(max(box.height - sum(heights), 0) / len(rows), chosen * 0.8)
    heights = [height + spare for height in heights]
    frame = slide.shapes.add_table(len(rows), len(rows[0]), *box.emu)
    frame.name = f"Table {frame.shape_id}"
    table = frame.table
    table.first_row, table.horz_banding = header, len(rows) > 3
    frame._element.xpath(".//a:tableStyleId")[0].text = default_style(slide)
    for column, width in zip(table.columns, columns, strict=True):
        column.width = round(width * EMU)
    for row, height in zip(table.rows, heights, strict=True):
        row.height = round(height * EMU)
    frame.height = sum(row.height for row in table.rows)
    numeric = [
        all(is_number(row[number]) for row in rows[1 if header else 0 :] if row[number].strip())
        and any(row[number].strip() for row in rows[1 if header else 0 :])
        for number in range(len(rows[0]))
    ]
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            write_cell(table.cell(number, column), text, size=chosen, right=numeric[column])
    if default_style(slide) == TABLE_STYLE and inks_on(slide, box, below=frame).text != "tx1":
        _lay_under(table)
    if slot is not None:
        take_over(frame, slot)
    return frame, warnings


def _lay_under(table: Any) -> None:
    """Give the rows that let the ground show, where their text could not be read on it, a ground of their own."""
    from deskworld_slides.colors import set_fill

    body = list(table.rows)[1 if table.first_row else 0 :]
    for row in body[1::2] if table.horz_banding else body:
        for cell in row.cells:
            set_fill(cell._tc.get_or_add_tcPr(), "bg1")


def shares(widths: Sequence[float], columns: int, whole: float) -> list[float]:
    """What each column gets of a table's width: points where they add up to it, else shares of it."""
    if len(widths) != columns:
        raise ToolError(f"the table has {columns} columns, not {len(widths)}", argument="column_widths")
    if not all(0 < width < math.inf for width in widths):
        raise ToolError("a column's width is more than 0", argument="column_widths")
    return [width * whole / sum(widths) for width in widths]


def write_cell(cell: Any, text: str, *, size: float | None = None, right: bool | None = None) -> None:
    """Write a cell; what is not said keeps the look it has."""
    from pptx.enum.text import MSO_ANCHOR, PP_ALIGN

    from deskworld_slides.paragraphs import lines_of, write_lines
    from deskworld_slides.text import apply_format

    body = cell._tc.get_or_add_txBody()
    write_lines(body, lines_of(text), keep_levels=True)
    if size:
        apply_format(cell.text_frame, size=size)
        cell.vertical_anchor = MSO_ANCHOR.MIDDLE
    if right:
        for paragraph in cell.text_frame.paragraphs:
            paragraph.alignment = PP_ALIGN.RIGHT


def default_style(slide: Any) -> str:
    """The table style that this deck gives new tables."""
    from lxml import etree

    for rel in slide.part.package.presentation_part.rels.values():
        if not rel.is_external and rel.reltype.endswith("/tableStyles"):
            return etree.fromstring(rel.target_part.blob).get("def") or _MEDIUM_2
    return _MEDIUM_2


def read_merges(tbl: Any) -> list[Merge]:
    """The merged areas of a table element."""
    found: list[Merge] = []
    for row, tr in enumerate(tbl.findall(f"{_A}tr")):
        for column, tc in enumerate(tr.findall(f"{_A}tc")):
            rows, columns = int(tc.get("rowSpan", 1)), int(tc.get("gridSpan", 1))
            swallowed = tc.get("hMerge") in ("1", "true") or tc.get("vMerge") in ("1", "true")
            if (rows > 1 or columns > 1) and not swallowed:
                found.append(Merge(row, column, rows, columns))
    return found


def write_merges(tbl: Any, merges: Sequence[Merge]) -> None:
    """Set the spans and marks of exactly these areas."""
    grid = [tr.findall(f"{_A}tc") for tr in tbl.findall(f"{_A}tr")]
    for tc in (tc for row in grid for tc in row):
        for name in ("rowSpan", "gridSpan", "hMerge", "vMerge"):
            tc.attrib.pop(name, None)
    for area in merges:
        if area.rows < 2 and area.columns < 2:
            continue
        for row in range(area.row, area.row + area.rows):
            for column in range(area.column, area.column + area.columns):
                tc = grid[row][column]
                if row == area.row and area.rows > 1:
                    tc.set("rowSpan", str(area.rows))
                if column == area.column and area.columns > 1:
                    tc.set("gridSpan", str(area.columns))
                if column > area.column:
                    tc.set("hMerge", "1")
                if row > area.row:
                    tc.set("vMerge", "1")


def insert(tbl: Any, at: int, count: int, *, rows: bool) -> None:
    """Insert empty rows or columns before index `at`, looking like their neighbour (the one before; else after)."""
    merges = read_merges(tbl)
    if rows:
        lines = tbl.findall(f"{_A}tr")
        model = lines[at - 1] if at else lines[0]
        for _ in range(count):
            new = copy.deepcopy(model)
            for tc in new.findall(f"{_A}tc"):
                _empty(tc)
            if at:
                lines[at - 1].addnext(new)
            else:
                lines[0].addprevious(new)
    else:
        columns = tbl.find(f"{_A}tblGrid").findall(f"{_A}gridCol")
        width = sum(int(column.get("w")) for column in columns)
        for cells in ([columns], [tr.findall(f"{_A}tc") for tr in tbl.findall(f"{_A}tr")]):
            for line in cells:
                for _ in range(count):
                    new = copy.deepcopy(line[at - 1] if at else line[0])
                    if new.tag == f"{_A}tc":
                        _empty(new)
                    if at:
                        line[at - 1].addnext(new)
                    else:
                        line[0].addprevious(new)
        _share(tbl, width)
    write_merges(tbl, [_grown(area, at, count, rows=rows) for area in merges])


def delete(tbl: Any, at: int, count: int, *, rows: bool) -> None:
    """Delete rows or columns from index `at` on; a merge that loses some of its lines gets smaller."""
    merges = read_merges(tbl)
    kept = [_shrunk(tbl, area, at, count, rows=rows) for area in merges]
    if rows:
        for tr in tbl.findall(f"{_A}tr")[at : at + count]:
            tbl.remove(tr)
    else:
        grid = tbl.find(f"{_A}tblGrid")
        columns = grid.findall(f"{_A}gridCol")
        width = sum(int(column.get("w")) for column in columns)
        for column in columns[at : at + count]:
            grid.remove(column)
        for tr in tbl.findall(f"{_A}tr"):
            for tc in tr.findall(f"{_A}tc")[at : at + count]:
                tr.remove(tc)
        _share(tbl, width)
    write_merges(tbl, [area for area in kept if area is not None])


def stretch(frame: Any, width: float, height: float) -> None:
    """Let a table's columns and rows fill a size in points; PowerPoint looks at nothing else."""
    _share(frame.table._tbl, round(width * EMU))
    rows = list(frame.table.rows)
    now = sum(row.height for row in rows) or 1
    for row in rows:
        row.height = round(row.height * height * EMU / now)


def _share(tbl: Any, width: int) -> None:
    """Let the columns fill the width the table had."""
    columns = tbl.find(f"{_A}tblGrid").findall(f"{_A}gridCol")
    now = sum(int(column.get("w")) for column in columns) or 1
    for column in columns:
        column.set("w", str(round(int(column.get("w")) * width / now)))


def _empty(tc: Any) -> None:
    from deskworld_slides.paragraphs import Line, write_lines

    body = tc.find(f"{_A}txBody")
    if body is not None:
        write_lines(body, [Line("")], keep_levels=True)


def _grown(area: Merge, at: int, count: int, *, rows: bool) -> Merge:
    start, length = (area.row, area.rows) if rows else (area.column, area.columns)
    if at <= start:
        start += count
    elif at < start + length:
        length += count
    return Merge(start, area.column, length, area.columns) if rows else Merge(area.row, start, area.rows, length)


def _shrunk(tbl: Any, area: Merge, at: int, count: int, *, rows: bool) -> Merge | None:
    start, length = (area.row, area.rows) if rows else (area.column, area.columns)
    left = [index for index in range(start, start + length) if not at <= index < at + count]
    if not left:
        return None
    if at <= start < at + count:  # its first line goes: its text moves to the first that stays
        grid = [tr.findall(f"{_A}tc") for tr in tbl.findall(f"{_A}tr")]
        first = grid[area.row][area.column]
        heir = grid[left[0]][area.column] if rows else grid[area.row][left[0]]
        heir.getparent().replace(heir, copy.deepcopy(first))
    begin = sum(1 for index in range(left[0]) if not at <= index < at + count)
    size = len(left)
    return Merge(begin, area.column, size, area.columns) if rows else Merge(area.row, begin, area.rows, size)
