"""Sparklines: a small chart in a cell, kept in the sheet's extension list beside what later Excels put there."""

from __future__ import annotations

from deskworld_kit import ToolError
from lxml import etree

from .book import Book, Sheet
from .conditions import drop_extension
from .formulas import prefixed
from .markup import NAMESPACES, Element, drop, ensure, q
from .references import Area, area_of, cell_name
from .styles import rgb

_URI = "{05C60535-1F16-4fd2-B633-F4F36F0B64E0}"
KINDS = {"line": "", "column": "column", "win_loss": "stacked"}
MOST = 5_000


def add(book: Book, sheet: Sheet, place: Area, source: Sheet, data: Area, kind: str, color: str) -> int:
    """Put a sparkline into each cell of a row or column, for its row or column of the data; says how many."""
    if min(place.rows, place.columns) > 1:
        raise ToolError(f"{place.name} is a block; sparklines go into one row or one column", argument="range")
    if place.cells > MOST:
        raise ToolError(f"{place.name} has {place.cells} cells; at most {MOST} at once", argument="range")
    by_rows = data.rows == place.cells and (place.cells > 1 or data.rows == 1)
    if not by_rows and data.columns != place.cells:
        raise ToolError(
            f"{place.name} has {place.cells} cells, but {data.name} has {data.rows} rows and {data.columns} columns; "
            "give as many rows (or columns) of data as cells",
            argument="data",
        )
    root = book.package.edit(sheet.part)
    remove(book, sheet, place)
    holder = _groups(root)
    made = etree.SubElement(holder, q("x14:sparklineGroup"), lineWeight="1.5", displayEmptyCellsAs="gap")
    if KINDS[kind]:
        made.set("type", KINDS[kind])
    etree.SubElement(made, q("x14:colorSeries"), rgb=rgb(color or "#4472C4"))
    etree.SubElement(made, q("x14:colorNegative"), rgb="FFC00000")
    if kind != "line":
        made.set("negative", "1")
    lines = etree.SubElement(made, q("x14:sparklines"))
    for at in range(place.cells):
        row, column = (place.top + at, place.left) if place.columns == 1 else (place.top, place.left + at)
        line = data._replace(top=data.top + at, bottom=data.top + at) if by_rows else data.column(data.left + at)
        item = etree.SubElement(lines, q("x14:sparkline"))
        etree.SubElement(item, q("xm:f")).text = prefixed(source.name, line.name)
        etree.SubElement(item, q("xm:sqref")).text = cell_name(row, column)
    return place.cells


def remove(book: Book, sheet: Sheet, place: Area) -> int:
    """Take away the sparklines in an area; says how many there were."""
    root = book.package.tree(sheet.part)
    found = [
        item
        for item in root.iter(q("x14:sparkline"))
        if any(area_of(piece).meets(place) for piece in (item.findtext(q("xm:sqref")) or "").split())
    ]
    if found:
        book.package.edit(sheet.part)
    for item in found:
        group = next(item.iterancestors(q("x14:sparklineGroup")), None)
        drop(item)
        if group is not None and next(group.iter(q("x14:sparkline")), None) is None:
            drop_extension(group)
    return len(found)


def _groups(root: Element) -> Element:
    for held in root.iter(q("x14:sparklineGroups")):
        return held
    listed = ensure(root, "extLst")
    entry = etree.SubElement(listed, q("ext"), {"uri": _URI}, nsmap={"x14": NAMESPACES["x14"]})
    return etree.SubElement(entry, q("x14:sparklineGroups"), nsmap={"xm": NAMESPACES["xm"]})
