"""What pivot tables need of their sources: the cells that hold the records, and the columns that the pivot shows.

A pivot goes on showing its old figures when its source or a column of it goes, and can't be refreshed any more. Which
ones are so is said when an edit does it, and found when a workbook is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deskworld_kit import ToolError

from . import names, tables
from .book import Book, Sheet
from .findings import Problem
from .formulas import quoted
from .markup import Element, q
from .references import Area, area_of


@dataclass(frozen=True)
class Source:
    """Where a pivot's records lie now; a table's totals are none of them."""

    sheet: Sheet
    area: Area


def source_element(book: Book, part: str) -> Element | None:
    """What the cache of a pivot says of its source; None where that is no range of this workbook."""
    for cache in book.package.related(part, "pivotCacheDefinition"):
        for item in book.package.tree(cache.target).iter(q("worksheetSource")):
            return None if item.get(q("r:id")) else item
    return None


def find(book: Book, part: str) -> Source | None:
    """The source of a pivot, or None where it is gone or elsewhere."""
    item = source_element(book, part)
    if item is None:
        return None
    name = (item.get("name") or "").casefold()
    if name:
        for sheet, table in tables.tables(book):
            if table.name.casefold() == name:
                return Source(sheet, table.area._replace(bottom=table.area.bottom - table.totals_rows))
        named = names.area_of_name(book, name)
        return Source(*named) if named else None
    try:
        return Source(book.sheet(item.get("sheet") or "\0"), area_of(item.get("ref") or ""))
    except (ToolError, ValueError):
        return None


def fields(book: Book, part: str) -> list[str]:
    """The names of a pivot's fields, by number."""
    for cache in book.package.related(part, "pivotCacheDefinition"):
        return [item.get("name") or "" for item in book.package.tree(cache.target).iter(q("cacheField"))]
    return []


def lost_columns(book: Book, part: str) -> list[str]:
    """The columns that a pivot shows, or sums up, and that its source has no more."""
    source = find(book, part)
    if source is None:
        return []
    held = {
        str(cell.value).casefold()
        for _, _, cell in book.cells(source.sheet, source.area._replace(bottom=source.area.top))
        if cell.value is not None
    }
    return [name for name in _needed(book, part) if name.casefold() not in held]


def _needed(book: Book, part: str) -> list[str]:
    """The columns of the source that a pivot stands on; what it computes or groups itself is none."""
    root = book.package.tree(part)
    cached = [item for cache in book.package.related(part, "pivotCacheDefinition")
              for item in book.package.tree(cache.target).iter(q("cacheField"))]  # fmt: skip
    shown = {at for at, item in enumerate(root.iter(q("pivotField"))) if item.get("axis")}
    shown |= {int(item.get("fld") or 0) for item in root.iter(q("dataField"))}
    return [
        item.get("name") or ""
        for at, item in enumerate(cached)
        if at in shown and item.get("databaseField") not in ("0", "false") and not item.get("formula")
    ]


def broken(book: Book) -> Iterator[tuple[Sheet, str, str]]:
    """(its sheet, its part, what is wrong) of each pivot that can't be refreshed any more."""
    for sheet in book.sheets:
        for relation in book.package.related(sheet.part, "pivotTable"):
            item = source_element(book, relation.target)
            if item is None:
                continue
            name = book.package.tree(relation.target).get("name") or "a pivot table"
            if find(book, relation.target) is None:
                said = item.get("name") or f"{quoted(item.get('sheet') or '')}!{item.get('ref') or ''}"
                yield sheet, relation.target, f"{name} has lost its source {said}"
            elif lost := lost_columns(book, relation.target):
                more = "s" * (len(lost) > 1)
                listed = ", ".join(repr(each) for each in lost)
                yield sheet, relation.target, f"{name} needs the column{more} {listed}, which its source has no more"


def problems(book: Book) -> Iterator[Problem]:
    """As `check_workbook` reports them, at the cells of the pivot."""
    for sheet, part, wrong in broken(book):
        location = book.package.tree(part).find(q("location"))
        place = (location.get("ref") if location is not None else None) or "A1"
        yield Problem(
            f"{quoted(sheet.name)}!{place}",
            f"{wrong}; it keeps its old figures and can't be refreshed",
            kind="broken_pivot",
        )


def warn(book: Book) -> set[str]:
    """Say which pivots an edit may have robbed: those whose source's sheet it touched, or that have none; gives the
    parts of those that are broken."""
    found: set[str] = set()
    edited = book.package.edited()
    for sheet, part, wrong in broken(book):
        found.add(part)
        source = find(book, part)
        if source.sheet.part in edited if source else book.values_changed or book.part in edited:
            book.warn(f"{wrong} (on {sheet.name}); it keeps its old figures, and can't be refreshed")
    return found
