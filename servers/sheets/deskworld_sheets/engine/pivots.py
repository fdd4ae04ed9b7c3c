"""Pivot tables: a native one, with its cache of records, and its cells already filled in.

The table is laid out in tabular form: a column for each row field, one group of columns for the column field. Its
cells hold the computed figures, so any reader sees them; Excel finds a true pivot table there and refreshes it from
its source when it opens the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deskworld_kit import Scalar, ToolError
from lxml import etree

from . import content, formats, pivotxml, tables
from .book import Book, Sheet
from .markup import WORKBOOK, ensure, q
from .pivotlayout import Layout, Value
from .references import Area
from .styles import Look

_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml."


@dataclass(frozen=True)
class Source:
    """The records of a pivot: where they lie, their headings, and a row of values for each."""

    sheet: Sheet
    area: Area
    table: str
    fields: list[str]
    records: list[tuple[Scalar, ...]]


def read_source(book: Book, text: str) -> Source:
    named = next((table for _, table in tables.tables(book) if table.name.casefold() == text.casefold()), None)
    sheet, area = book.locate("", text, "source")
    used = book.used(sheet)
    whole = area.within(used) if used else None
    if whole is None or whole.rows < 2:
        raise ToolError(f"{text} needs a row of headings and rows of values below it", argument="source")
    if named and named.totals_rows:
        whole = whole._replace(bottom=whole.bottom - named.totals_rows)
    rows: dict[int, list[Scalar]] = {}
    for row, column, cell in book.cells(sheet, whole):
        rows.setdefault(row, [None] * whole.columns)[column - whole.left] = cell.value
    headings = rows.pop(whole.top, [None] * whole.columns)
    if any(heading in (None, "") for heading in headings):
        raise ToolError(f"every column of {whole.name} needs a heading in row {whole.top}", argument="source")
    fields = [str(heading) for heading in headings]
    if len({field.casefold() for field in fields}) < len(fields):
        raise ToolError("two columns of the source have the same heading; rename one", argument="source")
    return Source(sheet, whole, named.name if named else "", fields, [tuple(row) for row in rows.values()])


def field_index(source: Source, name: str, argument: str) -> int:
    for index, field in enumerate(source.fields):
        if field.casefold() == name.strip().casefold():
            return index
    raise ToolError(f"the source has no column {name!r}; its columns are {', '.join(source.fields)}", argument=argument)


def add(
    book: Book,
    source: Source,
    sheet: Sheet,
    top: int,
    left: int,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Value],
    filters: Sequence[str],
    name: str,
    style: str,
) -> Area:
    """Make the pivot's parts and fill its cells; gives the area it covers."""
    layout = _layout(source, rows, columns, values, filters)
    body_top = top + (len(filters) + 1 if filters else 0)
    block = [[content.literal(value) for value in row] for row in layout.cells()]
    body = content.block(body_top, left, block)
    _check_room(book, sheet, Area(top, left, body.bottom, body.right))
    for offset, field in enumerate(filters):
        content.write(book, sheet, top + offset, left, [[field, "(All)"]], as_text=True)
    content.write(book, sheet, body_top, left, block, as_text=False)
    _dress(book, sheet, layout, body)
    formats.fit(book, sheet, Area(top, left, body.bottom, body.right))
    _add_parts(book, source, sheet, layout, body, name, style)
    return Area(top, left, body.bottom, body.right)


def _layout(
    source: Source, rows: Sequence[str], columns: Sequence[str], values: Sequence[Value], filters: Sequence[str]
) -> Layout:
    if not values:
        raise ToolError("a pivot needs at least one value, like sum of Amount", argument="values")
    if not rows and not columns:
        raise ToolError("a pivot needs at least one row or column field", argument="rows")
    if len(columns) > 1:
        raise ToolError("give one column field at most; put further ones into rows", argument="columns")
    taken = [
        *(field_index(source, each, "rows") for each in rows),
        *(field_index(source, each, "columns") for each in columns),
        *(field_index(source, each, "filters") for each in filters),
    ]
    if len(set(taken)) < len(taken):
        raise ToolError("a column stands in one place only: rows, columns or filters", argument="rows")
    known = {field.casefold() for field in source.fields}
    for value in values:
        index = field_index(source, value.field, "values")
        if value.summary not in ("count", "count_numbers") and not any(
            isinstance(record[index], int | float) for record in source.records
        ):
            raise ToolError(f"{value.field} holds no numbers; use summary count", argument="values")
        if value.title.casefold() in known:
            raise ToolError(f"{value.title!r} is a column of the source; name the value otherwise", argument="values")
    n = len(rows)
    return Layout(
        fields=source.fields,
        records=source.records,
        rows=taken[:n],
        columns=taken[n : n + len(columns)],
        filters=taken[n + len(columns) :],
        values=[(field_index(source, value.field, "values"), value) for value in values],
    )


def _check_room(book: Book, sheet: Sheet, area: Area) -> None:
    filled = next(iter(book.cells(sheet, area)), None)
    if filled:
        raise ToolError(
            f"the pivot needs {area.name} on {sheet.name}, where there are values; choose another target, or none "
            "for a new sheet",
            argument="target",
        )


def _dress(book: Book, sheet: Sheet, layout: Layout, body: Area) -> None:
    first = body.left + max(1, len(layout.rows))
    for offset, (_, value) in enumerate(layout.values):
        if value.number_format:
            for column in range(first + offset, body.right + 1, len(layout.values)):
                formats.apply(
                    book, sheet, Area(body.top + layout.header_rows, column, body.bottom, column),
                    Look(number_format=value.number_format),
                )  # fmt: skip
    bold = Look(bold=True)
    formats.apply(book, sheet, body._replace(bottom=body.top + layout.header_rows - 1), bold)
    if layout.rows:
        formats.apply(book, sheet, body._replace(top=body.bottom), bold)


def _add_parts(book: Book, source: Source, sheet: Sheet, layout: Layout, body: Area, name: str, style: str) -> None:
    package = book.package
    listed = ensure(package.edit(book.part), "pivotCaches", WORKBOOK)
    number = 1 + max((int(item.get("cacheId") or 0) for item in listed), default=0)
    cache, records = pivotxml.cache(source, layout)
    cache_part = package.write(
        package.free_name("xl/pivotCache/pivotCacheDefinition{}.xml"), cache, f"{_TYPE}pivotCacheDefinition+xml"
    )
    records_part = package.write(
        package.free_name("xl/pivotCache/pivotCacheRecords{}.xml"), records, f"{_TYPE}pivotCacheRecords+xml"
    )
    relation = package.relate(cache_part, "pivotCacheRecords", records_part)
    package.edit(cache_part).set(q("r:id"), relation)
    relation = package.relate(book.part, "pivotCacheDefinition", cache_part)
    etree.SubElement(listed, q("pivotCache"), {"cacheId": str(number), q("r:id"): relation})
    numbers = [
        book.styles.format_number(value.number_format) if value.number_format else None for _, value in layout.values
    ]
    table = pivotxml.table(layout, body, name or free_name(book), number, style, numbers)
    table_part = package.write(package.free_name("xl/pivotTables/pivotTable{}.xml"), table, f"{_TYPE}pivotTable+xml")
    package.relate(table_part, "pivotCacheDefinition", cache_part)
    package.relate(sheet.part, "pivotTable", table_part)


def free_name(book: Book) -> str:
    taken = {book.package.tree(part).get("name") for part in book.package.parts_of_type("pivotTable+xml")}
    return next(name for n in range(1, 1 << 20) if (name := f"PivotTable{n}") not in taken)
