"""Cells read: ranges, searches, and where the values lie."""

from typing import Literal

from deskworld_kit import Page, Result, Scalar, ToolError, World, tool
from pydantic import Field

from . import engine
from .arguments import AnySheet, Sheet, WholeRange
from .saving import reading

MOST_CELLS, MOST_CHARACTERS, LONGEST = 4_000, 40_000, 2_000


class CellFormula(Result):
    cell: str
    formula: str


class RangeRead(Result):
    sheet: str
    range: str = Field(description="The cells that `rows` holds.")
    rows: list[list[Scalar]]
    formulas: list[CellFormula] = Field(default_factory=list[CellFormula])
    whole: str = Field(description="The range asked for, cut to what is used.")
    next_cursor: str = Field(default="", description="Pass as `cursor` for the rows that follow.")
    notes: list[str] = Field(default_factory=list)


class FoundCell(Result):
    cell: str = Field(description="Like Sheet1!B2.")
    value: Scalar
    formula: str = ""


class UsedRange(Result):
    sheet: str
    range: str = Field(description="Smallest area that holds every value; empty if there is none.")
    rows: int
    columns: int
    headers: list[Scalar] = Field(description="The first row's values.")


@tool("read", core=True)
def read_range(
    world: World,
    path: str,
    sheet: Sheet = "",
    range: str = "",
    show: Literal["values", "formulas", "both"] = "values",
    cursor: str = "",
) -> RangeRead:
    """Read cells: values (dates as ISO text, errors as #DIV/0!), formulas, or both.

    Args:
        range: Like A1:F20, B:D or a table's name; all that is used if empty.
    """
    with reading(world, path) as book:
        if range:
            found, area = book.locate(sheet, range)
            used = book.extent(found) if area.cells > MOST_CELLS else area
        else:
            found = book.sheet(sheet)
            area = used = book.extent(found)
        whole = area.within(used) if area and used else None
        if whole is None:
            return RangeRead(
                sheet=found.name, range=area.name if area else "", rows=[], whole="", notes=["nothing there"]
            )
        return _read(book, found, whole, _start(cursor, whole), show)


def _start(cursor: str, whole: "engine.references.Area") -> int:
    if not cursor:
        return whole.top
    if not cursor.isdecimal() or not whole.top <= int(cursor) <= whole.bottom:
        raise ToolError("this is no cursor of this range; pass `next_cursor` as it came", argument="cursor")
    return int(cursor)


def _read(
    book: "engine.book.Book", sheet: "engine.book.Sheet", whole: "engine.references.Area", top: int, show: str
) -> RangeRead:
    width = whole.columns
    last = min(whole.bottom, top + max(1, MOST_CELLS // width) - 1)
    rows: list[list[Scalar]] = []
    formulas: list[CellFormula] = []
    characters = cut = 0
    for row, column, cell in book.cells(sheet, whole._replace(top=top, bottom=last), formulas_too=show != "values"):
        while len(rows) <= row - top:
            rows.append([None] * width)
        value = (cell.formula or cell.value) if show == "formulas" else cell.value
        if isinstance(value, str) and len(value) > LONGEST:
            value, cut = value[:LONGEST] + "…", cut + 1
        rows[row - top][column - whole.left] = value
        characters += len(value) if isinstance(value, str) else 8
        if show == "both" and cell.formula:
            formulas.append(CellFormula(cell=engine.references.cell_name(row, column), formula=cell.formula))
            characters += len(cell.formula) + 20
        if characters > MOST_CHARACTERS and len(rows) > 1:
            last = row - 1
            rows.pop()
            break
    while len(rows) <= last - top:
        rows.append([None] * width)
    names = {engine.references.cell_name(top + at, whole.left + by) for at, r in enumerate(rows) for by in _indexes(r)}
    return RangeRead(
        sheet=sheet.name,
        range=whole._replace(top=top, bottom=last).name,
        rows=rows,
        formulas=[item for item in formulas if item.cell in names],
        whole=whole.name,
        next_cursor=str(last + 1) if last < whole.bottom else "",
        notes=[f"{cut} texts were cut to {LONGEST} characters; read such a cell with export_csv"] if cut else [],
    )


def _indexes(row: list[Scalar]) -> list[int]:
    return [index for index, value in enumerate(row) if value is not None]


@tool("read", core=True)
def find_cells(
    world: World,
    path: str,
    text: str,
    sheet: AnySheet = "",
    range: WholeRange = "",
    in_formulas: bool = False,
    whole_cell: bool = False,
    cursor: str = "",
) -> Page[FoundCell]:
    """Find the cells whose value or formula holds a text, whatever its case.

    Args:
        in_formulas: Look there, not in values.
    """
    if not text:
        raise ToolError("text is empty; say what to look for", argument="text")
    from deskworld_kit import page

    with reading(world, path) as book:
        if range:
            places = [book.locate(sheet, range)]
        else:
            sheets = [book.sheet(sheet)] if sheet else [each for each in book.sheets if each.is_grid]
            places = [(each, None) for each in sheets]
        wanted = text.casefold()
        found: list[FoundCell] = []
        for home, area in places:
            for row, column, cell in book.cells(home, area, formulas_too=in_formulas):
                seen = cell.formula if in_formulas else cell.value
                shown = ("TRUE" if seen else "FALSE") if isinstance(seen, bool) else str("" if seen is None else seen)
                if shown.casefold() == wanted if whole_cell else wanted in shown.casefold():
                    found.append(
                        FoundCell(
                            cell=engine.book.where(home.name, row, column),
                            value=cell.value[:LONGEST] if isinstance(cell.value, str) else cell.value,
                            formula=cell.formula,
                        )
                    )
    return page(found, limit=50, cursor=cursor)


@tool("read", core=True)
def get_used_range(world: World, path: str, sheet: Sheet = "") -> UsedRange:
    """Where a sheet's values lie, exactly, and what its first row says."""
    with reading(world, path) as book:
        found = book.sheet(sheet)
        used = book.used(found)
        if used is None:
            return UsedRange(sheet=found.name, range="", rows=0, columns=0, headers=[])
        headers: list[Scalar] = [None] * min(used.columns, 100)
        for _, column, cell in book.cells(found, used._replace(bottom=used.top)):
            if column - used.left < len(headers):
                headers[column - used.left] = cell.value[:200] if isinstance(cell.value, str) else cell.value
        return UsedRange(sheet=found.name, range=used.name, rows=used.rows, columns=used.columns, headers=headers)
