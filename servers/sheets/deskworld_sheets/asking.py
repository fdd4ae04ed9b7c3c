"""Questions about tables, formulas and files: profiles, queries, what a formula stands on, what differs."""

from collections.abc import Sequence
from typing import Literal

from deskworld_kit import Arguments, Page, Result, Scalar, World, page, tool
from pydantic import Field

from . import engine
from .saving import Path, SheetName, reading


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


class Where(Arguments):
    """A condition on a column."""

    column: str
    compare: Literal[
        "equal", "not_equal", "greater", "less", "at_least", "at_most", "contains", "one_of", "blank", "not_blank"
    ] = "equal"
    value: Scalar = None


class Summary(Arguments):
    """A figure for each group."""

    column: str
    summary: Literal["sum", "count", "average", "min", "max", "count_numbers"] = "sum"


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
def profile_table(world: World, path: Path, sheet: SheetName = "", range: str = "") -> Page[ColumnProfile]:
    """What each column of a table holds: kind, gaps, distinct values, bounds, mean, commonest values.

    Args:
        range: With its heading row, or a table's name; the whole sheet if empty.
    """
    with reading(world, path) as book:
        found = _records(book, sheet, range)
        profiles = [ColumnProfile(**vars(item)) for item in engine.queries.profiles(found)]
    return page(profiles, limit=200)


@tool("read")
def query_table(
    world: World,
    path: Path,
    sheet: SheetName = "",
    range: str = "",
    where: Sequence[Where] = (),
    columns: Sequence[str] = (),
    group_by: Sequence[str] = (),
    summaries: Sequence[Summary] = (),
    order_by: Sequence[str] = (),
    limit: int = 50,
    cursor: str = "",
) -> QueryResult:
    """Rows of a table that meet all conditions, or figures by group. Reads only; the sheet stays as it is.

    Args:
        range: With its heading row, or a table's name; the whole sheet if empty.
        where: Conditions; one_of takes values parted by |.
        columns: Headings to give back; all if empty.
        summaries: Figures of each group, like [{"column": "Amount", "summary": "sum"}].
        order_by: Headings; -Amount for the largest first.
    """
    with reading(world, path) as book:
        found = _records(book, sheet, range)
    queries = engine.queries
    rows = queries.select(found, [queries.Condition(item.column, item.compare, item.value) for item in where])
    names = found.columns
    if group_by or summaries:
        names, rows = queries.grouped(found, rows, group_by, [(item.column, item.summary) for item in summaries])
    rows = queries.in_order(names, rows, order_by)
    if columns and not (group_by or summaries):
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
        area = book.used(home) or area
    return engine.queries.records(book, home, area)


@tool("read")
def trace_formula(
    world: World, path: Path, cell: str, sheet: SheetName = "", limit: int = 50, cursor: str = ""
) -> Page[TracedCell]:
    """The cells that a formula reads, and the formulas that read this cell, with their values.

    Args:
        cell: Like D5 or Sums!B2.
    """
    with reading(world, path) as book:
        home, area = book.locate(sheet, cell, "cell")
        found = [TracedCell(**vars(item)) for item in engine.tracing.trace(book, home, area)]
    return page(found, limit=limit, cursor=cursor)


@tool("read")
def compare_workbooks(
    world: World, before: str, after: str, formulas: bool = False, limit: int = 50, cursor: str = ""
) -> Page[CellDifference]:
    """Cells that differ between two workbooks, and sheets that only one of them has.

    Args:
        before: The older file.
        after: The newer file.
        formulas: Compare formulas in place of values.
    """
    with reading(world, before) as first, reading(world, after) as second:
        found = [CellDifference(**vars(item)) for item in engine.tracing.differences(first, second, formulas)]
    return page(found, limit=limit, cursor=cursor)
