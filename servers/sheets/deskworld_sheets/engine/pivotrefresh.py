"""A pivot table made anew from what its source holds now, in its place and as it was laid out.

A pivot in the form in which pivots are made here (tabular, without subtotals, with nothing filtered out) is made anew;
one that Excel made is read and laid out again in the form it has. What only Excel can do is said in the error.
"""

from __future__ import annotations

from deskworld_kit import ToolError

from . import content, pivotforeign, pivotredraw, pivots
from .book import Book, Sheet
from .markup import Element, drop, drop_if_empty, q
from .pivotlayout import AGGREGATES, Value
from .references import Area, area_of


def refresh(book: Book, sheet: Sheet, which: str) -> tuple[str, Area]:
    """Make a pivot anew; gives its name and the area it covers now."""
    part, root = _find(book, sheet, which)
    name = root.get("name") or which
    location = root.find(q("location"))
    body = area_of((location.get("ref") if location is not None else None) or "A1")
    source = pivots.read_source(book, _source_text(book, part))
    if _is_foreign(root):
        cache = book.package.related(part, "pivotCacheDefinition")[0].target
        pivot = pivotforeign.read(root, book.package.tree(cache), source.fields, source.records)
        return name, pivotredraw.redraw(book, sheet, pivot, part, cache)
    rows, columns = _fields(root, "rowFields", source), _fields(root, "colFields", source)
    filters = [source.fields[int(item.get("fld") or 0)] for item in root.iter(q("pageField"))]
    values = [_value(book, item, source) for item in root.iter(q("dataField"))]
    style = root.find(q("pivotTableStyleInfo"))
    style_name = (style.get("name") if style is not None else None) or "PivotStyleLight16"
    top = body.top - (len(filters) + 1 if filters else 0)
    content.clear(book, sheet, body._replace(top=top), values=True, formats=True)
    take_away(book, sheet, part)
    return name, pivots.add(book, source, sheet, top, body.left, rows, columns, values, filters, name, style_name)


def delete(book: Book, sheet: Sheet, which: str) -> tuple[str, Area]:
    """Take a pivot table away with its cells; gives its name and where it was."""
    part, root = _find(book, sheet, which)
    name = root.get("name") or which
    for cache in book.package.parts_of_type("slicerCache+xml"):
        if any(item.get("name") == name for item in book.package.tree(cache).iter() if item.get("tabId")):
            raise ToolError(f"a slicer filters {name}; delete it in Excel first", argument="pivot")
    location = root.find(q("location"))
    body = area_of((location.get("ref") if location is not None else None) or "A1")
    filters = len(list(root.iter(q("pageField"))))
    top = max(1, body.top - (filters + 1 if filters else 0))
    content.clear(book, sheet, body._replace(top=top), values=True, formats=True)
    take_away(book, sheet, part)
    for chart in book.package.parts_of_type("drawingml.chart+xml"):
        for source in list(book.package.tree(chart).iter(q("c:pivotSource"))):
            if (source.findtext(q("c:name")) or "").rpartition("!")[2] == name:
                book.package.edit(chart)
                drop(source)  # a chart of the pivot goes on as a plain one
    book.wrote(sheet, body)
    return name, body._replace(top=top)


def _find(book: Book, sheet: Sheet, which: str) -> tuple[str, Element]:
    found = {
        book.package.tree(relation.target).get("name") or "": relation.target
        for relation in book.package.related(sheet.part, "pivotTable")
    }
    for name, part in found.items():
        if not which or name.casefold() == which.casefold():
            return part, book.package.tree(part)
    known = ", ".join(found) or "none"
    raise ToolError(f"{sheet.name} has no pivot table {which!r}; there is: {known}", argument="pivot")


def _is_foreign(root: Element) -> bool:
    """Whether it is in another form than the one in which pivots are made here."""
    on_axis = [field for field in root.iter(q("pivotField")) if field.get("axis")]
    return (
        any(field.get("outline") != "0" or field.get("compact") != "0" for field in on_axis)
        or any(item.get("t") for field in on_axis for item in field.iter(q("item")))
        or any(item.get("h") for field in on_axis for item in field.iter(q("item")))
        or any(item.get("item") for item in root.iter(q("pageField")))
    )


def _source_text(book: Book, part: str) -> str:
    for cache in book.package.related(part, "pivotCacheDefinition"):
        for item in book.package.tree(cache.target).iter(q("worksheetSource")):
            if item.get("name"):
                return item.get("name") or ""
            sheet = (item.get("sheet") or "").replace("'", "''")
            return f"'{sheet}'!{item.get('ref') or ''}"
    raise ToolError("this pivot table's source is not on a sheet of this workbook", argument="pivot")


def _fields(root: Element, name: str, source: pivots.Source) -> list[str]:
    listed = root.find(q(name))
    numbers = [int(item.get("x") or 0) for item in listed] if listed is not None else []
    return [source.fields[number] for number in numbers if number >= 0]


def _value(book: Book, item: Element, source: pivots.Source) -> Value:
    kind = item.get("subtotal") or "sum"
    summary = next((name for name, (_, stored, _) in AGGREGATES.items() if stored == kind), "sum")
    number = item.get("numFmtId")
    code = book.styles.code_of(int(number)) if number else ""
    return Value(source.fields[int(item.get("fld") or 0)], summary, item.get("name") or "", code)


def take_away(book: Book, sheet: Sheet, part: str) -> None:
    """Take out the parts of a pivot table, and its cache where no other one uses it; cells stay."""
    package = book.package
    others = [other for other in package.parts_of_type("pivotTable+xml") if other != part]
    shared = {cache.target for other in others for cache in package.related(other, "pivotCacheDefinition")}
    for cache in package.related(part, "pivotCacheDefinition"):
        if cache.target in shared:
            continue
        for relation in package.relations(book.part):
            if relation.target == cache.target:
                package.unrelate(book.part, relation.id)
                listed = package.edit(book.part).find(q("pivotCaches"))
                for item in list(listed) if listed is not None else ():
                    if item.get(q("r:id")) == relation.id:
                        item.getparent().remove(item)  # type: ignore[union-attr]
                drop_if_empty(listed)
        for records in package.related(cache.target, "pivotCacheRecords"):
            package.remove(records.target)
        package.remove(cache.target)
    for relation in package.relations(sheet.part):
        if relation.target == part:
            package.unrelate(sheet.part, relation.id)
    package.remove(part)
