"""Questions about tables, formulas and files: profiles, queries, what a formula stands on, what differs."""

from collections.abc import Sequence

from deskworld_kit import Page, Result, Scalar, World, page, tool
from pydantic import Field

from . import engine
from .arguments import Cell, Headings, Sheet, WholeRange
from .saving import reading


class ColumnProfile(Result):
    column: str
    kind: str = Field(description="number, text, date, boolean, error, mixed or empty.")
    filled: int
    blank: int
    distinct: int
    low: Scalar
    high: Scalar
    mean: float | None
    examples: list[Scalar] = Field(description="The commonest values.")


class QueryResult(Result):
    columns: list[str]
    rows: list[list[Scalar]]
    total: int = Field(description="Rows that were found in all.")
    next_cursor: str = ""


class TracedCell(Result):
    cell: str
    value: Scalar
    formula: str
    relation: str = Field(description="feeds: the traced formula reads it; uses: it reads the traced cell.")


class CellDifference(Result):
    cell: str
    before: Scalar
    after: Scalar


@tool("read")
def profile_table(world: World, path: str, sheet: Sheet = "", range: WholeRange = "") -> Page[ColumnProfile]:
    """What each column of a table holds: kind, gaps, distinct values, bounds, mean, commonest values."""
    with reading(world, path) as book:
        found = _records(book, sheet, range)
        profiles = [ColumnProfile(**vars(item)) for item in engine.queries.profiles(found)]
    return page(profiles, limit=200)


@tool("read")
def query_table(
    world: World,
    path: str,
    sheet: Sheet = "",
    range: WholeRange = "",
    where: Sequence[str] = (),
    columns: Headings = (),
    group_by: Headings = (),
    figures: Sequence[str] = (),
    order_by: Sequence[str] = (),
    limit: int = 50,
    cursor: str = "",
) -> QueryResult:
    """Rows of a table that meet all conditions, or figures by group.

    Args:
        where: Like Amount >= 100, Region in North|South, Name contains tea, When is blank.
        figures: Like sum of Amount.
        order_by: Like -Amount for the largest first.
    """
    with reading(world, path) as book:
        found = _records(book, sheet, range)
    queries = engine.queries
    rows = queries.select(found, [queries.in_words(text, found.columns) for text in where])
    names = found.columns
    if group_by or figures:
        asked = engine.pivotlayout.figures_in_words(figures, names, "figures")
        names, rows = queries.grouped(found, rows, group_by, asked)
    rows = queries.in_order(names, rows, order_by)
    if columns and not (group_by or figures):
        kept = [found.index(name, "columns") for name in columns]
        names, rows = [names[at] for at in kept], [[row[at] for at in kept] for row in rows]
    cut = page(rows, limit=limit, cursor=cursor)
    return QueryResult(columns=names, rows=cut.items, total=cut.total, next_cursor=cut.next_cursor)


def _records(book: "engine.book.Book", sheet: str, range_: str) -> "engine.queries.Records":
    if range_:
        home, area = book.locate(sheet, range_)
    else:
        home = book.sheet(sheet)
        area = engine.references.area_of(f"1:{engine.references.MAX_ROW}")
        area = book.extent(home) or area
    return engine.queries.records(book, home, area)


@tool("read")
def trace_formula(world: World, path: str, cell: Cell, sheet: Sheet = "", cursor: str = "") -> Page[TracedCell]:
    """The cells that a formula reads, and the formulas that read this cell, with their values."""
    with reading(world, path) as book:
        home, area = book.locate(sheet, cell, "cell")
        found = [TracedCell(**vars(item)) for item in engine.tracing.trace(book, home, area)]
    return page(found, limit=50, cursor=cursor)


@tool("read")
def compare_workbooks(
    world: World, before: str, after: str, formulas: bool = False, cursor: str = ""
) -> Page[CellDifference]:
    """Cells whose values (or formulas) differ between two workbooks, and sheets only one has.

    Args:
        formulas: Compare them, not values.
    """
    with reading(world, before) as first, reading(world, after) as second:
        found = [CellDifference(**vars(item)) for item in engine.tracing.differences(first, second, formulas)]
    return page(found, limit=50, cursor=cursor)
