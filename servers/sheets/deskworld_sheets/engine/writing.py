"""Saving: values computed, the file written, opened again and looked at, all before it takes its place.

The caller moves the file to its target only when this returns, so a file that does not hold what was meant never
appears. What the reopened file was seen to hold is the sentence that tools report as `verified`.
"""

from __future__ import annotations

from pathlib import Path

from . import echoes, formats, slicers, tablecolumns, tabletotals, titles, values
from .book import Book
from .content import label
from .references import MAX_COLUMN, MAX_ROW, Area

_LOOKED_AT = 20_000


def save(book: Book, target: Path) -> str:
    """Write the book to `target` and say what the file holds."""
    book.settle()
    tablecolumns.settle(book)
    tabletotals.settle(book)
    slicers.settle(book)
    if book.values_changed:
        values.refresh(book, target)
        for name, area in _distinct(book.written):
            if name in {sheet.name for sheet in book.sheets}:
                formats.widen(book, book.sheet(name), area)
        echoes.refresh_charts(book)
    echoes.warn_of_pivots(book)
    if book.part in book.package.edited():
        titles.settle(book)
    book.package.save(target)
    return _reopen(book, target)


def _reopen(book: Book, target: Path) -> str:
    again = Book.open(target)
    try:
        missing = set(book.package.names()) ^ set(again.package.names())
        if missing:
            raise RuntimeError(f"parts differ after saving: {sorted(missing)}")
        for part in book.package.edited():
            if part.endswith(".rels"):
                continue
            for relation in again.package.relations(part):
                if not relation.external and relation.target not in again.package:
                    book.warn(f"{part} points to {relation.target}, which the file does not hold")
        names = [sheet.name for sheet in again.sheets]
        said = [_count(len(names), "sheet") + "".join(_things(again))]
        said += [_look(book, again, name, area) for name, area in _distinct(book.written)[:3] if name in names]
        return "; ".join(said)
    finally:
        again.close()


def _things(book: Book) -> list[str]:
    """Charts, tables and pivots, where there are any."""
    kinds = {"chart": "drawingml.chart+xml", "table": "spreadsheetml.table+xml", "pivot": "pivotTable+xml"}
    counts = {kind: len(list(book.package.parts_of_type(ending))) for kind, ending in kinds.items()}
    return [f", {_count(number, kind)}" for kind, number in counts.items() if number]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _distinct(written: list[tuple[str, Area]]) -> list[tuple[str, Area]]:
    return list(dict.fromkeys(written))


def _look(book: Book, again: Book, name: str, area: Area) -> str:
    sheet, old = again.sheet(name), book.sheet(name)
    seen = Area(area.top, area.left, min(area.bottom, area.top + max(1, _LOOKED_AT // area.columns)), area.right)
    found = list(again.cells(sheet, seen, formulas_too=True))
    if found != list(book.cells(old, seen, formulas_too=True)):
        raise RuntimeError(f"{label(old, seen)} does not read back as it was written")
    count = sum(1 for _, _, cell in found if cell.value is not None or cell.formula)
    with_formulas = sum(1 for _, _, cell in found if cell.formula)
    part = "" if seen == area or area.bottom == MAX_ROW or area.right == MAX_COLUMN else f" (first {seen.rows} rows)"
    text = f"{label(sheet, area)} holds {_count(count, 'value')}{part}"
    return f"{text}, {with_formulas} by formula" if with_formulas else text
