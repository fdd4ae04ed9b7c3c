"""Filters: the criteria that Excel keeps, and the rows they hide."""

from __future__ import annotations

from collections.abc import Callable

from deskworld_kit import Scalar, ToolError
from lxml import etree

from . import names, sorting, tables
from .book import Book, Sheet
from .cells import number_text
from .formulas import prefixed
from .markup import Element, ensure, q
from .queries import Condition, meets
from .references import Area

_OPERATORS = {"greater": "greaterThan", "less": "lessThan", "at_least": "greaterThanOrEqual",
              "at_most": "lessThanOrEqual", "not_equal": "notEqual"}  # fmt: skip


def filter_rows(
    book: Book, sheet: Sheet, area: Area, column: str, values: list[Scalar], compare: str, value: Scalar
) -> int:
    """Filter a list with a heading row by one column; gives how many rows still show."""
    grid = book.grid(sheet)
    table = next((table for _, table in tables.tables(book, sheet) if table.area.meets(area)), None)
    area = table.area._replace(bottom=table.area.bottom - table.totals_rows) if table else area
    holder = book.package.edit(table.part) if table else grid.root
    filter_ = holder.find(q("autoFilter"))
    if filter_ is None:
        filter_ = ensure(holder, "autoFilter") if not table else etree.SubElement(holder, q("autoFilter"))
    filter_.set("ref", area.name)
    for old in list(filter_):
        filter_.remove(old)
    if not table:
        names.define(book, "_xlnm._FilterDatabase", prefixed(sheet.name, area.absolute), sheet)
    test: Callable[[Scalar], bool] = lambda _: True  # noqa: E731
    wanted = area.left
    if column:
        wanted = sorting.column_of(book, sheet, area, column, True, "column")
        test = _criteria(filter_, wanted - area.left, values, compare, value)
    seen: dict[int, Scalar] = {row: cell.value for row, _, cell in book.cells(sheet, area.column(wanted))}
    shown = 0
    for number in range(area.top + 1, area.bottom + 1):
        keep = test(seen.get(number))
        shown += keep
        row = grid.row(number) if keep else grid.ensure_row(number)
        if row is not None and keep:
            row.attrib.pop("hidden", None)
        elif row is not None:
            row.set("hidden", "1")
    return shown


def _criteria(
    filter_: Element, offset: int, values: list[Scalar], compare: str, value: Scalar
) -> Callable[[Scalar], bool]:
    if bool(values) == bool(compare):
        raise ToolError("give either values to keep, or compare and value", argument="values")
    held = etree.SubElement(filter_, q("filterColumn"), colId=str(offset))
    if values:
        kept = etree.SubElement(held, q("filters"))
        for each in values:
            if each is None or each == "":
                kept.set("blank", "1")
            else:
                etree.SubElement(kept, q("filter"), val=_text(each))
        tests = [meets(Condition("", "blank" if each in (None, "") else "equal", each)) for each in values]
        return lambda seen: any(test(seen) for test in tests)
    custom = etree.SubElement(held, q("customFilters"))
    if compare == "contains":
        etree.SubElement(custom, q("customFilter"), val=f"*{value}*")
    else:
        etree.SubElement(custom, q("customFilter"), operator=_OPERATORS[compare], val=_text(value))
    return meets(Condition("", compare, value))


def _text(value: Scalar) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    return number_text(value) if isinstance(value, int | float) else str(value)
