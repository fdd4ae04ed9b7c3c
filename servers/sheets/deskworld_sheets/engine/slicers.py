"""Slicers whose table, column or pivot table is gone go with it, as in Excel.

A slicer is spread over the file: the cache in the workbook says what it filters, a list beside the sheet says how it
looks, a drawing says where it floats, and a name guards its own. A cache that filters what is not there makes Excel
call the file damaged, so all of these go together.
"""

from __future__ import annotations

from .book import Book
from .conditions import drop_extension
from .markup import Element, drop, local, q


def settle(book: Book) -> None:
    """Take out the slicers that filter nothing any more; each is named in a warning."""
    for part in list(book.package.parts_of_type("ms-excel.slicerCache+xml")):
        root = book.package.tree(part)
        if _filters_nothing(book, root):
            name = root.get("name") or ""
            shown = _take_out(book, name)
            _forget(book, book.part, part)
            for held in [item for item in book.root.iter(q("definedName")) if item.get("name") == name]:
                drop(held)
            book.warn(f"the slicer {', '.join(shown) or repr(name)} went with what it filtered")


def _filters_nothing(book: Book, root: Element) -> bool:
    for item in root.iter():
        if local(item) == "tableSlicerCache":
            tables = (book.package.tree(part) for part in book.package.parts_of_type("spreadsheetml.table+xml"))
            table = next((each for each in tables if each.get("id") == item.get("tableId")), None)
            columns = [] if table is None else [each.get("id") for each in table.iter(q("tableColumn"))]
            return item.get("column") not in columns
    wanted = {item.get("name") for item in root.iter() if local(item) == "pivotTable"}
    there = {book.package.tree(part).get("name") for part in book.package.parts_of_type("pivotTable+xml")}
    return bool(wanted) and not wanted & there


def _take_out(book: Book, cache: str) -> list[str]:
    """The slicers that show a cache, from their lists and from the drawings; gives their captions."""
    captions: list[str] = []
    for sheet in book.sheets:
        for relation in book.package.related(sheet.part, "slicer"):
            mine = [item for item in book.package.tree(relation.target) if item.get("cache") == cache]
            if not mine:
                continue
            names = {item.get("name") for item in mine}
            captions += [repr(item.get("caption") or item.get("name")) for item in mine]
            for item in mine:
                book.package.edit(relation.target).remove(item)
            for drawing in book.package.related(sheet.part, "drawing"):
                _undraw(book, drawing.target, names)
            if not len(book.package.tree(relation.target)):
                _forget(book, sheet.part, relation.target)
    return captions


def _undraw(book: Book, part: str, names: set[str | None]) -> None:
    for anchor in list(book.package.tree(part)):
        if any(local(item) == "slicer" and item.get("name") in names for item in anchor.iter()):
            book.package.edit(part).remove(anchor)


def _forget(book: Book, holder: str, part: str) -> None:
    """Take a part out, with the entry of its holder's extension list that names it."""
    for relation in list(book.package.relations(holder)):
        if relation.target == part:
            for item in [one for one in book.package.tree(holder).iter() if one.get(q("r:id")) == relation.id]:
                book.package.edit(holder)
                drop_extension(item)
            book.package.unrelate(holder, relation.id)
    book.package.remove(part)
