"""What repeats a cell's value elsewhere: the caches of charts, which are kept true, and pivots, which are named.

A viewer that opens no cells draws a chart from its cache. So after values changed, each cached series is compared
with its cells, and a chart in which something differs is written anew, its points and nothing else. A pivot table
shows what its source held when it was made; which ones an edit has made old is said in a warning.
"""

from __future__ import annotations

from deskworld_kit import Scalar, ToolError
from lxml import etree

from . import dates, formulas, pivotsources
from .book import Book
from .cells import number_text
from .markup import Element, local, q
from .references import area_of

_MOST_CELLS = 100_000


def refresh_charts(book: Book) -> int:
    """Make the caches of all charts true; says how many charts changed."""
    changed = 0
    for part in list(book.package.parts_of_type("drawingml.chart+xml")):
        stale = _stale(book, part)
        for cache, values in stale:
            _fill(cache, values)
        if stale:
            book.package.edit(part)
            changed += 1
    return changed


def is_stale(book: Book, part: str) -> bool:
    """Whether a chart draws other values than its cells hold."""
    return bool(_stale(book, part))


def _stale(book: Book, part: str) -> list[tuple[Element, list[str | None]]]:
    return [
        (cache, values)
        for holder in book.package.tree(part).iter(q("c:numRef"), q("c:strRef"))
        if (cache := _cache(holder)) is not None
        and (values := _values(book, holder)) is not None
        and _points(cache) != values
    ]


def _cache(holder: Element) -> Element | None:
    found = holder.find(q("c:numCache"))
    return found if found is not None else holder.find(q("c:strCache"))


def _points(cache: Element) -> list[str | None]:
    size = cache.find(q("c:ptCount"))
    found: list[str | None] = [None] * int((size.get("val") if size is not None else None) or 0)
    for point in cache.iter(q("c:pt")):
        at = int(point.get("idx") or 0)
        if at < len(found):
            found[at] = _normal(point.findtext(q("c:v")) or "", local(cache) == "numCache")
    return found


def _normal(text: str, numeric: bool) -> str:
    try:
        return f"{float(text):.12g}" if numeric else text
    except ValueError:
        return text


def _values(book: Book, holder: Element) -> list[str | None] | None:
    """What the cells hold that a reference names, as a cache would say it; None where that cannot be told."""
    text = holder.findtext(q("c:f")) or ""
    found = formulas.references(text)
    # One reference and nothing else, whether its sheet is quoted needlessly or not.
    if len(found) != 1 or text.replace("'", "") != "!".join(part for part in found[0] if part).replace("'", ""):
        return None
    try:
        sheet, area = book.sheet(found[0][0]), area_of(found[0][1])
    except (ToolError, ValueError):
        return None
    if area.cells > _MOST_CELLS or min(area.rows, area.columns) > 1:
        return None
    numeric = local(holder) == "numRef"
    values: list[str | None] = [None] * area.cells
    for row, column, cell in book.cells(sheet, area):
        said = _said(cell.value, numeric, book.styles.date_code(cell.style) != "")
        if said is _UNKNOWN:
            return None
        values[row - area.top + column - area.left] = said
    return values


_UNKNOWN = "\0"


def _said(value: Scalar, numeric: bool, dated: bool) -> str | None:
    if isinstance(value, str) and dated and (serial := dates.from_iso(value)):
        # A cache of texts holds dates as they look, which is for Excel to say.
        return _normal(number_text(serial[0]), True) if numeric else _UNKNOWN
    if numeric:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return _normal(number_text(value), True)
    if isinstance(value, str):
        return value
    return _UNKNOWN if value is not None else None


def _fill(cache: Element, values: list[str | None]) -> None:
    for point in cache.findall(q("c:pt")):
        cache.remove(point)
    size = cache.find(q("c:ptCount"))
    if size is None:
        size = etree.SubElement(cache, q("c:ptCount"))
    size.set("val", str(len(values)))
    for at, value in reversed(list(enumerate(values))):
        if value is not None:
            point = etree.Element(q("c:pt"), idx=str(at))
            etree.SubElement(point, q("c:v")).text = value
            size.addnext(point)


def warn_of_pivots(book: Book) -> None:
    """Name the pivot tables whose source was written to, or went."""
    broken = pivotsources.warn(book)
    for sheet in book.sheets if book.values_changed else ():
        for relation in book.package.related(sheet.part, "pivotTable"):
            source = pivotsources.find(book, relation.target) if relation.target not in broken else None
            if source and any(name == source.sheet.name and area.meets(source.area) for name, area in book.written):
                name = book.package.tree(relation.target).get("name") or "a pivot table"
                book.warn(
                    f"{name} on {sheet.name} still shows the old figures of {formulas.quoted(source.sheet.name)}!"
                    f"{source.area.name}; Excel refreshes it, here refresh_pivot does"
                )
