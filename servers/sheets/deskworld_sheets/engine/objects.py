"""What lies on a sheet besides cells: charts, pictures, text boxes, pivots, tables, comments, found by its parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import tables
from .markup import NAMESPACES, Element, local, q
from .references import Area, area_of, cell_name

if TYPE_CHECKING:
    from .book import Book, Sheet

_EMBED = f"{{{NAMESPACES['r']}}}embed"


@dataclass
class Thing:
    kind: str  # chart, picture, shape, pivot, table, comment
    name: str
    place: str
    detail: str = ""
    part: str = ""


def on_sheet(book: Book, sheet: Sheet) -> list[Thing]:
    return [*_drawn(book, sheet), *_pivots(book, sheet), *_tables(book, sheet), *_comments(book, sheet)]


def _drawn(book: Book, sheet: Sheet) -> Iterator[Thing]:
    package = book.package
    for relation in package.related(sheet.part, "drawing"):
        targets = {item.id: item.target for item in package.relations(relation.target)}
        for anchor in package.tree(relation.target).iter(q("xdr:oneCellAnchor"), q("xdr:twoCellAnchor")):
            place = anchor_place(anchor)
            for item in anchor.iter(q("xdr:graphicFrame"), q("xdr:pic"), q("xdr:sp")):
                named = item.find(f".//{q('xdr:cNvPr')}")
                name = (named.get("name") if named is not None else "") or ""
                if local(item) == "pic":
                    blip = item.find(f".//{q('a:blip')}")
                    part = targets.get((blip.get(_EMBED) if blip is not None else "") or "", "")
                    yield Thing("picture", name, place, part=part)
                elif local(item) == "sp":
                    text = " ".join(piece.text or "" for piece in item.iter(q("a:t")))
                    yield Thing("shape", name, place, text[:200])
                else:
                    part = next((targets.get(c.get(q("r:id")) or "", "") for c in item.iter() if c.get(q("r:id"))), "")
                    yield Thing("chart", name, place, _chart_detail(book, part), part)


def _chart_detail(book: Book, part: str) -> str:
    if part not in book.package:
        return ""
    root = book.package.tree(part)
    title = root.find(f"{q('c:chart')}/{q('c:title')}")
    text = "".join(piece.text or "" for piece in title.iter(q("a:t"))) if title is not None else ""
    plot = root.find(f".//{q('c:plotArea')}")
    kinds = [local(item) for item in plot if local(item).endswith("Chart")] if plot is not None else []
    data = [f.text or "" for value in root.iter(q("c:val"), q("c:yVal")) for f in value.iter(q("c:f"))]
    return f"{text + ': ' if text else ''}{' + '.join(kinds) or 'chart'} of {', '.join(data[:4])}"


def anchor_place(anchor: Element) -> str:
    """The cells an anchor covers."""
    ends: list[str] = []
    for name in ("from", "to"):
        found = anchor.find(q(f"xdr:{name}"))
        if found is not None:
            row, column = found.find(q("xdr:row")), found.find(q("xdr:col"))
            if row is not None and column is not None:
                ends.append(cell_name(int(row.text or 0) + 1, int(column.text or 0) + 1))
    return ":".join(ends)


def _pivots(book: Book, sheet: Sheet) -> Iterator[Thing]:
    for relation in book.package.related(sheet.part, "pivotTable"):
        root = book.package.tree(relation.target)
        location = root.find(q("location"))
        source = ""
        for cache in book.package.related(relation.target, "pivotCacheDefinition"):
            for item in book.package.tree(cache.target).iter(q("worksheetSource")):
                source = item.get("name") or f"{item.get('sheet') or ''}!{item.get('ref') or ''}"
        place = (location.get("ref") if location is not None else "") or ""
        yield Thing("pivot", root.get("name") or "", place, f"of {source}", relation.target)


def _tables(book: Book, sheet: Sheet) -> Iterator[Thing]:
    for _, table in tables.tables(book, sheet):
        yield Thing("table", table.name, table.area.name, ", ".join(table.columns)[:300], table.part)


def _comments(book: Book, sheet: Sheet) -> Iterator[Thing]:
    for relation in book.package.related(sheet.part, "comments"):
        for item in book.package.tree(relation.target).iter(q("comment")):
            text = "".join(piece.text or "" for piece in item.iter(q("t")))
            yield Thing("comment", "", item.get("ref") or "", text[:300], relation.target)


def covered(book: Book, sheet: Sheet) -> Area:
    """What there is to see on a sheet: its values, and all that floats over it."""
    used = book.extent(sheet)
    area = used._replace(top=1, left=1) if used else Area(1, 1, 20, 8)
    for relation in book.package.related(sheet.part, "drawing"):
        for anchor in book.package.tree(relation.target):
            area = _over(area, anchor)
    return area


def _over(area: Area, anchor: Element) -> Area:
    place = anchor_place(anchor)
    if not place:
        return area
    other = area_of(place)
    extent = anchor.find(q("xdr:ext"))
    bottom, right = other.bottom, other.right
    if extent is not None:  # a size without an end: cells of the usual size
        bottom += int(extent.get("cy") or 0) // (9525 * 20) + 1
        right += int(extent.get("cx") or 0) // (9525 * 64) + 1
    return Area(1, 1, max(area.bottom, bottom), max(area.right, right))
