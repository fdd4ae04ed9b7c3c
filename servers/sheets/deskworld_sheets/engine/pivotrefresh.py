"""A pivot table made anew from what its source holds now, in its place and as it was laid out.

A pivot in the form in which pivots are made here (tabular, without subtotals, with nothing filtered out) is made anew;
one that Excel made is read and laid out again in the form it has. What only Excel can do is said in the error.
"""

from __future__ import annotations

from deskworld_kit import ToolError

from . import content, pivotforeign, pivotredraw, pivots, pivotsources
from .book import Book, Sheet
from .formulas import prefixed
from .markup import Element, drop, drop_if_empty, q
from .pivotlayout import AGGREGATES, Value
from .references import Area, area_of


def refresh(book: Book, sheet_name: str, which: str) -> tuple[Sheet, str, Area]:
    """Make a pivot anew; gives its sheet, its name and the area it covers now."""
    sheet, part, root = _find(book, sheet_name, which)
    name = root.get("name") or which
    location = root.find(q("location"))
    body = area_of((location.get("ref") if location is not None else None) or "A1")
    source = _source(book, part, name)
    fields = pivotsources.fields(book, part)
    if _is_foreign(root):
        cache = book.package.related(part, "pivotCacheDefinition")[0].target
        pivot = pivotforeign.read(root, book.package.tree(cache), source.fields, source.records)
        return sheet, name, pivotredraw.redraw(book, sheet, pivot, part, cache)
    rows, columns = _fields(root, "rowFields", fields), _fields(root, "colFields", fields)
    filters = [fields[int(item.get("fld") or 0)] for item in root.iter(q("pageField"))]
    values = [_value(book, item, fields) for item in root.iter(q("dataField"))]
    style = root.find(q("pivotTableStyleInfo"))
    style_name = (style.get("name") if style is not None else None) or "PivotStyleLight16"
    top = body.top - (len(filters) + 1 if filters else 0)
    content.clear(book, sheet, body._replace(top=top), values=True, formats=True)
    take_away(book, sheet, part)
    done = pivots.add(book, source, sheet, top, body.left, rows, columns, values, filters, name, style_name)
    return sheet, name, done


def delete(book: Book, sheet_name: str, which: str) -> tuple[Sheet, str, Area]:
    """Take a pivot table away with its cells; gives its sheet, its name and where it was."""
    sheet, part, root = _find(book, sheet_name, which)
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
    return sheet, name, body._replace(top=top)


def _find(book: Book, sheet_name: str, which: str) -> tuple[Sheet, str, Element]:
    """A pivot by its name, the first for none, on one sheet or, where none is named, on any."""
    sheets = [book.sheet(sheet_name)] if sheet_name else book.sheets
    found = [
        (sheet, relation.target, book.package.tree(relation.target))
        for sheet in sheets
        for relation in book.package.related(sheet.part, "pivotTable")
    ]
    named = [each for each in found if not which or (each[2].get("name") or "").casefold() == which.casefold()]
    if named and (not which or len(named) == 1 or sheet_name):
        return named[0]
    if named:
        places = " and ".join(repr(sheet.name) for sheet, _, _ in named)
        raise ToolError(f"there are pivot tables {which!r} on {places}; say which sheet", argument="sheet")
    known = ", ".join(f"{root.get('name')} on {sheet.name}" for sheet, _, root in found) or "none"
    where = f"{sheet_name} has no pivot table" if sheet_name else "there is no pivot table"
    raise ToolError(f"{where} {which!r}; there is: {known}", argument="pivot")


def _is_foreign(root: Element) -> bool:
    """Whether it is in another form than the one in which pivots are made here."""
    on_axis = [field for field in root.iter(q("pivotField")) if field.get("axis")]
    return (
        any(field.get("outline") != "0" or field.get("compact") != "0" for field in on_axis)
        or any(item.get("t") for field in on_axis for item in field.iter(q("item")))
        or any(item.get("h") for field in on_axis for item in field.iter(q("item")))
        or any(item.get("item") for item in root.iter(q("pageField")))
    )


def _source(book: Book, part: str, name: str) -> pivots.Source:
    """The records that a pivot stands on, with all columns that it shows, wherever they lie by now."""
    item = pivotsources.source_element(book, part)
    if item is None:
        raise ToolError(f"{name} reads no range of this workbook, so only Excel refreshes it", argument="pivot")
    place, text = pivotsources.find(book, part), item.get("name") or ""
    wrong = next((said for _, other, said in pivotsources.broken(book) if other == part), "")
    if place is None or wrong:
        raise ToolError(f"{wrong}; bring it back, or make another with create_pivot", argument="pivot")
    try:
        return pivots.read_source(book, text or f"{prefixed(place.sheet.name, place.area.name)}")
    except ToolError as error:
        said = str(error).removeprefix(f"{error.argument}: ")
        raise ToolError(f"{name} can't be made anew: {said}", argument="pivot") from error


def _fields(root: Element, name: str, fields: list[str]) -> list[str]:
    listed = root.find(q(name))
    numbers = [int(item.get("x") or 0) for item in listed] if listed is not None else []
    return [fields[number] for number in numbers if number >= 0]


def _value(book: Book, item: Element, fields: list[str]) -> Value:
    kind = item.get("subtotal") or "sum"
    summary = next((name for name, (_, stored, _) in AGGREGATES.items() if stored == kind), "sum")
    number = item.get("numFmtId")
    code = book.styles.code_of(int(number)) if number else ""
    return Value(fields[int(item.get("fld") or 0)], summary, item.get("name") or "", code)


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
