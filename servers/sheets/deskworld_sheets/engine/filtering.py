"""Filters: the criteria that Excel keeps, and the rows they hide."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deskworld_kit import Scalar, ToolError
from lxml import etree

from . import names, sorting, tables
from .book import Book, Sheet
from .cells import number_text
from .formulas import prefixed
from .markup import WORKSHEET, Element, ensure, q
from .numerals import number_in
from .queries import Condition, in_words, meets
from .references import Area

_TABLE = ("autoFilter", "sortState", "tableColumns", "tableStyleInfo", "extLst")
_OPERATORS = {"greater": "greaterThan", "less": "lessThan", "at_least": "greaterThanOrEqual",
              "at_most": "lessThanOrEqual", "not_equal": "notEqual"}  # fmt: skip


def filter_rows(book: Book, sheet: Sheet, area: Area, where: Sequence[str]) -> int:
    """Filter a list with a heading row; gives how many rows still show."""
    grid = book.grid(sheet)
    table = next((table for _, table in tables.tables(book, sheet) if table.area.meets(area)), None)
    area = table.area._replace(bottom=table.area.bottom - table.totals_rows) if table else area
    holder = book.package.edit(table.part) if table else grid.root
    filter_ = holder.find(q("autoFilter"))
    if filter_ is None:
        filter_ = ensure(holder, "autoFilter", _TABLE if table else WORKSHEET)
    filter_.set("ref", area.name)
    for old in list(filter_):
        filter_.remove(old)
    if not table:
        names.define(book, "_xlnm._FilterDatabase", prefixed(sheet.name, area.absolute), sheet)
    headings = sorting.headings(book, sheet, area)
    tests: dict[int, Callable[[Scalar], bool]] = {}
    for condition in (in_words(text, [heading for heading in headings if heading]) for text in where):
        column = sorting.column_of(book, sheet, area, condition.column, True, "where")
        if column in tests:
            raise ToolError(f"{condition.column} has two conditions; give one for a column", argument="where")
        tests[column] = meets(condition)
        _keep(filter_, column - area.left, condition)
    seen: dict[int, dict[int, Scalar]] = {}
    for row, column, cell in book.cells(sheet, area) if tests else ():
        seen.setdefault(row, {})[column] = cell.value
    shown = 0
    for number in range(area.top + 1, area.bottom + 1):
        keep = all(test(seen.get(number, {}).get(column)) for column, test in tests.items())
        shown += keep
        row = grid.row(number) if keep else grid.ensure_row(number)
        if row is not None and keep:
            row.attrib.pop("hidden", None)
        elif row is not None:
            row.set("hidden", "1")
    return shown


def _keep(filter_: Element, offset: int, condition: Condition) -> None:
    """The criterion as Excel keeps it."""
    held = etree.SubElement(filter_, q("filterColumn"), colId=str(offset))
    compare, words = condition.compare, condition.words
    if compare in ("equal", "one_of", "blank"):
        kept = etree.SubElement(held, q("filters"))
        if compare == "blank":
            kept.set("blank", "1")
            return
        for each in words.split("|") if compare == "one_of" else [words]:
            etree.SubElement(kept, q("filter"), val=each.strip())
        return
    custom = etree.SubElement(held, q("customFilters"))
    if compare == "contains":
        etree.SubElement(custom, q("customFilter"), val=f"*{words}*")
    elif compare == "not_blank":
        etree.SubElement(custom, q("customFilter"), operator="notEqual", val=" ")
    else:
        etree.SubElement(custom, q("customFilter"), operator=_OPERATORS[compare], val=_said(words))


def _said(words: str) -> str:
    """A number as the file says it: 10% is 0.1."""
    number = number_in(words)
    return words if number is None else number_text(number)
