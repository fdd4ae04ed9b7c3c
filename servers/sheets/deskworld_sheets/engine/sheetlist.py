"""The list of sheets: adding, naming, ordering, copying and deleting whole sheets.

A sheet's name stands in formulas, names, charts, links, validations and pivot sources all over the book; its place
in the list stands in the names that belong to it and in the view. Whatever changes one changes the others here.
"""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING

from deskworld_kit import ToolError
from lxml import etree

from . import names, tablecolumns, tables
from .everywhere import rewrite_everywhere
from .formulas import renamed, without_sheet
from .markup import NAMESPACES, WORKBOOK, Element, drop, ensure, q

if TYPE_CHECKING:
    from .book import Book, Sheet

WORKSHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"


def check_sheet_name(book: Book, name: str, argument: str = "name") -> None:
    if (
        not name.strip()
        or len(name) > 31
        or re.search(r"[\[\]:*?/\\\x00-\x1f\ud800-\udfff]", name)
        or name[0] == "'"
        or name[-1] == "'"
    ):
        raise ToolError(
            f"{name!r} cannot be a sheet's name; write 1 to 31 characters, none of [ ] : * ? / \\, no ' at an end",
            argument=argument,
        )
    if name.casefold() == "history":
        raise ToolError("Excel keeps the name History for itself; choose another", argument=argument)
    if any(sheet.name.casefold() == name.casefold() for sheet in book.sheets):
        raise ToolError(f"{book.label} already has a sheet {name!r}", argument=argument)


def add_sheet(book: Book, name: str, position: int = 0, root: Element | None = None) -> Sheet:
    """A new sheet at a place counted from 1; 0 puts it last."""
    if root is None:
        root = etree.Element(q("worksheet"), nsmap={None: NAMESPACES["m"], "r": NAMESPACES["r"]})
        etree.SubElement(root, q("dimension"), ref="A1")
        etree.SubElement(etree.SubElement(root, q("sheetViews")), q("sheetView"), workbookViewId="0")
        etree.SubElement(root, q("sheetFormatPr"), defaultRowHeight="15")
        etree.SubElement(root, q("sheetData"))
        etree.SubElement(root, q("pageMargins"), left="0.7", right="0.7", top="0.75", bottom="0.75", header="0.3",
                         footer="0.3")  # fmt: skip
    part = book.package.write(book.package.free_name("xl/worksheets/sheet{}.xml"), root, WORKSHEET_TYPE)
    relation = book.package.relate(book.part, "worksheet", part)
    listed = ensure(book.package.edit(book.part), "sheets", WORKBOOK)
    number = 1 + max((int(item.get("sheetId") or 0) for item in listed), default=0)
    entry = etree.SubElement(listed, q("sheet"), {"name": name, "sheetId": str(number), q("r:id"): relation})
    if position:
        move_entry(book, entry, position)
    return book.sheet(name)


def rename_sheet(book: Book, sheet: Sheet, name: str) -> int:
    """Give a sheet another name; formulas, names, charts and links follow. Says how many places changed."""
    if name == sheet.name:
        return 0
    if name.casefold() != sheet.name.casefold():
        check_sheet_name(book, name)
    old = sheet.name
    changed = rewrite_everywhere(book, lambda _, formula: renamed(formula, old, name))
    for part in book.package.parts_of_type("pivotCacheDefinition+xml"):
        for source in book.package.tree(part).iter(q("worksheetSource")):
            if (source.get("sheet") or "").casefold() == old.casefold():
                book.package.edit(part)
                source.set("sheet", name)
                changed += 1
    _entry(book, sheet).set("name", name)
    return changed


def delete_sheet(book: Book, sheet: Sheet) -> int:
    """Take a sheet away with all that only it used; says how many formulas lost what they pointed to."""
    others = [other for other in book.sheets if other.part != sheet.part]
    if not any(other.state == "visible" for other in others):
        raise ToolError("a workbook keeps at least one visible sheet", argument="sheet")
    lost = tablecolumns.whole(book, sheet)
    for _, table in list(tables.tables(book, sheet)):
        tables.remove(book, sheet, table)
    place = [other.name for other in book.sheets].index(sheet.name)
    names.forget_sheet(book, place)
    drop(_entry(book, sheet))
    book.forget_grid(sheet)
    book.package.unrelate(book.part, sheet.relation)
    _remove_tree(book, sheet.part)
    old = sheet.name
    broken = rewrite_everywhere(book, lambda _, formula: tablecolumns.without(without_sheet(formula, old), lost))
    _settle_views(book)
    book.values_changed = True
    return broken


def copy_sheet(book: Book, sheet: Sheet, name: str, position: int = 0) -> Sheet:
    """A sheet's twin: cells, looks, merges, validations, tables and drawings with their charts."""
    check_sheet_name(book, name)
    root = copy.deepcopy(book.package.tree(sheet.part))
    for view in root.iter(q("sheetView")):
        view.attrib.pop("tabSelected", None)
    made = add_sheet(book, name, position, root)
    root = book.package.edit(made.part)
    from .copying import copy_relations

    copy_relations(book, sheet, made, root)
    old = sheet.name
    for item in names.names(book):
        if item.sheet == old and not item.hidden:
            names.define(book, item.name, renamed(item.refers_to, old, name), made)
    book.values_changed = True
    return made


def move_sheet(book: Book, sheet: Sheet, position: int) -> None:
    book.package.edit(book.part)
    move_entry(book, _entry(book, sheet), position)


def move_entry(book: Book, entry: Element, position: int) -> None:
    """Put a sheet's entry at its place; names that belong to sheets follow theirs."""
    listed = entry.getparent()
    if listed is None or not 1 <= position <= len(listed):
        most = len(listed) if listed is not None else 0
        raise ToolError(f"position {position} is not there; write 1 to {most}", argument="position")
    old_order = list(listed)
    listed.remove(entry)
    listed.insert(position - 1, entry)
    defined = book.root.find(q("definedNames"))
    for item in defined if defined is not None else ():
        place = item.get("localSheetId")
        if place is not None and int(place) < len(old_order):
            item.set("localSheetId", str(list(listed).index(old_order[int(place)])))
    _settle_views(book)


def set_state(book: Book, sheet: Sheet, state: str) -> None:
    """visible, hidden or veryHidden."""
    if state != "visible" and not any(s.state == "visible" and s.name != sheet.name for s in book.sheets):
        raise ToolError("a workbook keeps at least one visible sheet", argument="sheet")
    book.package.edit(book.part)
    entry = _entry(book, sheet)
    if state == "visible":
        entry.attrib.pop("state", None)
    else:
        entry.set("state", state)
    _settle_views(book)


def _entry(book: Book, sheet: Sheet) -> Element:
    book.package.edit(book.part)
    for item in book.root.iter(q("sheet")):
        if item.get(q("r:id")) == sheet.relation:
            return item
    raise KeyError(sheet.name)


def _settle_views(book: Book) -> None:
    """The window opens on a sheet that is there and can be seen."""
    sheets = book.sheets
    shown = [index for index, sheet in enumerate(sheets) if sheet.state == "visible"]
    for view in book.root.iter(q("workbookView")):
        for attribute in ("activeTab", "firstSheet"):
            if view.get(attribute) is not None and int(view.get(attribute) or 0) not in shown:
                view.set(attribute, str(shown[0] if shown else 0))


def _remove_tree(book: Book, part: str) -> None:
    """Take a part out with the parts that nothing else points to."""
    package = book.package
    below = [relation.target for relation in package.relations(part) if not relation.external]
    package.remove(part)
    pointed = {
        relation.target
        for name in package.names()
        if not name.endswith(".rels")
        for relation in package.relations(name)
        if not relation.external
    }
    for target in below:
        if target in package and target not in pointed and not target.endswith("workbook.xml"):
            _remove_tree(book, target)


def free_sheet_name(book: Book, stem: str) -> str:
    """The first of Pivot, Pivot 2, Pivot 3 ... that no sheet has."""
    taken = {sheet.name.casefold() for sheet in book.sheets}
    stem = stem[:28]
    if stem.casefold() not in taken:
        return stem
    return next(name for n in range(2, 1 << 20) if (name := f"{stem} {n}").casefold() not in taken)


def sheet_name_from(text: str) -> str:
    """A text (a file's name) made fit to be a sheet's name."""
    return re.sub(r"[\[\]:*?/\\]", " ", text).strip(" '")[:31] or "Sheet"
