"""A sheet carried into another workbook, with its looks, tables, pictures, charts and comments.

Looks are found or added in the other book's table of styles, shared texts come into their cells, parts are copied with
what they point to. A formula goes along where it reads nothing but the sheet itself; any other one would be a link into
the old file, so its value is carried in its place, and a warning says how many.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from deskworld_kit import ToolError
from lxml import etree

from . import names, sheetlist, spilling, structured
from .book import Book, Sheet
from .carryparts import carry_parts
from .cells import IS, C, F, T, V
from .conditions import drop_extension
from .formulas import PIECE, references, renamed
from .grid import Grid
from .markup import STYLESHEET, Element, count, drop, drop_if_empty, ensure, q

_RULES = ("cfRule", "dataValidation", "x14:cfRule", "x14:dataValidation")


def carry(source: Book, sheet: Sheet, target: Book, name: str, position: int) -> Sheet:
    """Put a copy of a sheet into another book; what could not go along is warned of there."""
    sheetlist.check_sheet_name(target, name)
    if source.from_1904 != target.from_1904:
        raise ToolError("one of the workbooks counts days from 1904, the other from 1900; dates would shift four years",
                        argument="target")  # fmt: skip
    root = copy.deepcopy(source.package.tree(sheet.part))
    grid = Grid(root)
    grid.expand_shared()
    spilling.collapse(grid)
    for view in root.iter(q("sheetView")):
        view.attrib.pop("tabSelected", None)
    for gone in (root.find(q("customSheetViews")), root.find(q("legacyDrawingHF"))):
        if gone is not None:
            drop(gone)
    for properties in root.findall(q("sheetPr")):
        properties.attrib.pop("codeName", None)
    _texts(source, sheet, root)
    _looks(source, target, root)
    made = sheetlist.add_sheet(target, name, position, root)
    root = target.package.edit(made.part)
    new_tables, left_out = carry_parts(source, sheet, target, made, root)
    kept = _names(source, sheet, target, made)
    _formulas(source, sheet, target, made, root, new_tables, kept)
    if left_out:
        target.warn(f"the copy is without its {', '.join(sorted(left_out))}, which cannot be carried")
    target.values_changed = True
    return made


def _texts(source: Book, sheet: Sheet, root: Element) -> None:
    """Texts of the shared table, put into the cells that name them."""
    shared = source.package.related(source.part, "sharedStrings")
    entries = source.package.tree(shared[0].target).findall(q("si")) if shared else []
    for cell in root.iter(C):
        if cell.get("t") != "s":
            continue
        held = cell.find(V)
        at = int((held.text if held is not None else None) or 0)
        inline = etree.Element(IS)
        for child in entries[at] if at < len(entries) else ():
            inline.append(copy.deepcopy(child))
        if held is not None:
            cell.remove(held)
        if not len(inline):
            etree.SubElement(inline, T)
        cell.append(inline)
        cell.set("t", "inlineStr")


def _looks(source: Book, target: Book, root: Element) -> None:
    """Each look that the sheet uses, in the other book's table; and each that its rules lay over cells."""
    known: dict[str, str] = {}
    for item, attribute in _styled(root):
        old = item.get(attribute) or "0"
        if old not in known:
            known[old] = str(target.styles.adopt(source.styles, int(old)))
        item.set(attribute, known[old])
    listed = source.styles.root.find(q("dxfs"))
    over = list(listed) if listed is not None else []
    for rule in root.iter(q("cfRule")):
        at = rule.get("dxfId")
        if at is not None and int(at) < len(over):
            rule.set("dxfId", str(adopt_over(target, over[int(at)])))


def adopt_over(target: Book, look: Element) -> int:
    """A differential look added to a book's own; gives its number."""
    target.package.edit(target.styles.part) if target.styles.part else None
    held = ensure(target.styles.root, "dxfs", STYLESHEET)
    held.append(copy.deepcopy(look))
    count(held)
    return len(held) - 1


def _styled(root: Element) -> Iterator[tuple[Element, str]]:
    for cell in root.iter(C):
        if cell.get("s"):
            yield cell, "s"
    for row in root.iter(q("row")):
        if row.get("s"):
            yield row, "s"
    columns = root.find(q("cols"))
    for item in columns if columns is not None else ():
        if item.get("style"):
            yield item, "style"


def _names(source: Book, sheet: Sheet, target: Book, made: Sheet) -> set[str]:
    """Names that stand for cells of the sheet alone, or for a constant, made the copy's own; gives them."""
    kept: set[str] = set()
    for item in names.names(source):
        places = references(item.refers_to)
        own = all(home.casefold() == sheet.name.casefold() for home, _ in places)
        mine = item.sheet == sheet.name or (not item.sheet and bool(places)) or (not item.sheet and not places)
        if item.hidden or not own or not mine or "[" in item.refers_to or "#REF!" in item.refers_to:
            continue
        if item.name.startswith("_xlnm.") and item.sheet != sheet.name:
            continue
        if not item.sheet and not _is_read(source, sheet, item.name):
            continue
        names.define(target, item.name, renamed(item.refers_to, sheet.name, made.name), made)
        kept.add(item.name.casefold())
    return kept


def _is_read(source: Book, sheet: Sheet, name: str) -> bool:
    return any(name.casefold() in (holder.text or "").casefold() for holder in source.package.tree(sheet.part).iter(F))


def _formulas(
    source: Book, sheet: Sheet, target: Book, made: Sheet, root: Element, new_tables: dict[str, str], kept: set[str]
) -> None:
    known = {*kept, *(new.casefold() for new in new_tables.values())}
    frozen = 0
    for holder in list(root.iter(F)):
        cell = holder.getparent()
        if cell is None:
            continue
        spilled = bool(cell.attrib.pop("cm", None))
        cell.attrib.pop("vm", None)
        text = _carried(holder.text or "", sheet, made, new_tables)
        if holder.text and not _stays_home(text, made.name, known):
            cell.remove(holder)
            frozen += 1
            continue
        holder.text = text or None
        if spilled:
            for attribute in ("t", "ref"):
                holder.attrib.pop(attribute, None)
            spilling.mark(target, cell)
    for cell in root.iter(C):
        for attribute in ("cm", "vm"):
            if cell.find(F) is None:
                cell.attrib.pop(attribute, None)
    if frozen:
        target.warn(f"{frozen} formulas read other sheets of {source.label}; the copy holds their values")
    lost = 0
    for rule in list(root.iter(*(q(name) for name in _RULES))):
        texts = list(rule.iter(q("formula"), q("formula1"), q("formula2"), q("xm:f")))
        for text in texts:
            text.text = _carried(text.text or "", sheet, made, new_tables)
        if not all(_stays_home(text.text or "", made.name, known) for text in texts):
            drop_extension(rule)
            lost += 1
    for holder in root.findall(q("conditionalFormatting")):
        if not len(holder):
            drop(holder)
    validations = root.find(q("dataValidations"))
    if validations is not None:
        count(validations)
        drop_if_empty(validations)
    if lost:
        target.warn(f"{lost} rules read other sheets of {source.label} and are not in the copy")
    known_sheets = {each.name.casefold() for each in target.sheets}
    for link in list(root.iter(q("hyperlink"))):
        if link.get("location") and not link.get(q("r:id")):
            link.set("location", renamed(link.get("location") or "", sheet.name, made.name))
            if any(home and home.casefold() not in known_sheets for home, _ in references(link.get("location") or "")):
                drop(link)
                target.warn("links to sheets that stay behind are not in the copy")
    drop_if_empty(root.find(q("hyperlinks")))
    for line in list(root.iter(q("x14:sparkline"))):
        text = line.find(q("xm:f"))
        if text is not None:
            said = text.text = renamed(text.text or "", sheet.name, made.name)
            if not _stays_home(said, made.name, known):
                drop_extension(line)


def _carried(text: str, sheet: Sheet, made: Sheet, new_tables: dict[str, str]) -> str:
    text = renamed(text, sheet.name, made.name)
    for old, new in new_tables.items():
        text = structured.renamed(text, old, new)
    return text


def _stays_home(text: str, home: str, known: set[str]) -> bool:
    """Whether a formula reads nothing but its own sheet, and names that came along."""
    if "[" in text and any("[" in (piece["prefix"] or piece["sheet"] or "") for piece in PIECE.finditer(text)):
        return False
    if any(named and named.casefold() != home.casefold() for named, _ in references(text)):
        return False
    for piece in PIECE.finditer(text):
        if piece["sheet"]:
            return False
        name = piece["name"] or ""
        called = text[piece.end() :].lstrip()[:1] == "("
        if not name or called or name.startswith("_xlpm.") or name.upper() in ("TRUE", "FALSE"):
            continue
        if name.casefold() not in known:
            return False
    return True
