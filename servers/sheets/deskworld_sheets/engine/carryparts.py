"""The parts behind a sheet, copied into another workbook: tables, drawings, charts, pictures, comments."""

from __future__ import annotations

import copy
import posixpath
from typing import TYPE_CHECKING

from lxml import etree

from . import tables
from .formulas import references, renamed
from .markup import NAMESPACES, Element, count, drop, drop_if_empty, local, q

if TYPE_CHECKING:
    from .book import Book, Sheet

_KEPT = ("drawing", "hyperlink", "comments", "vmlDrawing", "image")


def carry_parts(
    source: Book, sheet: Sheet, target: Book, made: Sheet, root: Element
) -> tuple[dict[str, str], set[str]]:
    """Give the copy relationships of its own; gives the names that its tables have now, and what was left out."""
    ids: dict[str, str] = {}
    new_tables: dict[str, str] = {}
    left_out: set[str] = set()
    copied: dict[str, str] = {}
    for relation in source.package.relations(sheet.part):
        if relation.kind == "table" and relation.target in source.package:
            old, new, part = _table(source, relation.target, target)
            new_tables[old] = new
            ids[relation.id] = target.package.relate(made.part, "table", part)
        elif relation.external and relation.kind == "hyperlink":
            ids[relation.id] = target.package.relate(made.part, relation.type, relation.target, external=True)
        elif relation.kind in _KEPT and relation.target in source.package:
            part = _copied(source, relation.target, target, copied, (sheet.name, made.name))
            ids[relation.id] = target.package.relate(made.part, relation.type, part)
        elif relation.kind == "pivotTable":
            left_out.add("pivot tables (their figures are there)")
        elif relation.kind not in ("printerSettings", "threadedComment", "customProperty"):
            left_out.add(relation.kind)
    for item in list(root.iter()):
        old_id = item.get(q("r:id"))
        if old_id is None:
            continue
        if old_id in ids:
            item.set(q("r:id"), ids[old_id])
        elif local(item) == "pageSetup":
            item.attrib.pop(q("r:id"))
        else:
            _take_out(item)
    parts = root.find(q("tableParts"))
    if parts is not None:
        count(parts)
    return new_tables, left_out


def _take_out(item: Element) -> None:
    """An element whose part stays behind, with the lists around it that then are empty."""
    while (parent := item.getparent()) is not None and local(item) != "worksheet":
        drop(item)
        if len(parent) or local(parent) == "worksheet":
            return
        item = parent


def _table(source: Book, part: str, target: Book) -> tuple[str, str, str]:
    root = copy.deepcopy(source.package.tree(part))
    old = root.get("displayName") or "Table"
    held = list(tables.tables(target))
    taken = {table.name.casefold() for _, table in held}
    new = old if old.casefold() not in taken else next(
        name for n in range(2, 1 << 20) if (name := f"{old}_{n}").casefold() not in taken
    )  # fmt: skip
    number = 1 + max((int(target.package.tree(table.part).get("id") or 0) for _, table in held), default=0)
    for attribute, value in (("name", new), ("displayName", new), ("id", str(number))):
        root.set(attribute, value)
    for item in root.iter():
        # Looks that a table lays over its cells are numbered in the old book; the cells have theirs.
        for attribute in [name for name in item.attrib if str(name).endswith("DxfId")]:
            item.attrib.pop(attribute)
        item.attrib.pop("dxfId", None)
    for formula in root.iter(q("calculatedColumnFormula"), q("totalsRowFormula")):
        if formula.text and f"{old}[" in formula.text:
            formula.text = formula.text.replace(f"{old}[", f"{new}[")
    drop_if_empty(root.find(q("extLst")))
    made = target.package.write(target.package.free_name("xl/tables/table{}.xml"), root, tables.TABLE_TYPE)
    return old, new, made


def _copied(source: Book, part: str, target: Book, copied: dict[str, str], sheets: tuple[str, str]) -> str:
    """A part with all that it points to, under free names; each once."""
    if part in copied:
        return copied[part]
    folder, name = posixpath.split(part)
    stem, dot, suffix = name.rpartition(".")
    pattern = f"{folder}/{stem.rstrip('0123456789')}{{}}{dot}{suffix}"
    made = target.package.write(
        target.package.free_name(pattern), source.package.read(part), source.package.content_type(part)
    )
    copied[part] = made
    ids: dict[str, str] = {}
    for relation in source.package.relations(part):
        if relation.external:
            ids[relation.id] = target.package.relate(made, relation.type, relation.target, external=True)
        elif relation.target in source.package:
            inner = _copied(source, relation.target, target, copied, sheets)
            ids[relation.id] = target.package.relate(made, relation.type, inner)
    if ids and suffix in ("xml", "vml"):
        root = target.package.edit(made)
        for item in root.iter():
            for attribute, value in list(item.attrib.items()):
                if str(attribute).startswith(f"{{{NAMESPACES['r']}}}") and value in ids:
                    item.set(attribute, ids[str(value)])
    if "chart" in stem:
        _settle_chart(target, made, sheets)
    return made


def _settle_chart(target: Book, part: str, sheets: tuple[str, str]) -> None:
    """A chart reads the copy where it read the sheet; what it read elsewhere it holds as plain values."""
    old, new = sheets
    root = target.package.edit(part)
    for source in list(root.iter(q("c:pivotSource"))):
        drop(source)
    outside = False
    for holder in list(root.iter(q("c:numRef"), q("c:strRef"))):
        formula = holder.find(q("c:f"))
        text = (formula.text if formula is not None else None) or ""
        if formula is not None and all(home.casefold() == old.casefold() for home, _ in references(text)):
            formula.text = renamed(text, old, new)
            continue
        outside = True
        _as_values(holder)
    if outside:
        target.warn("a chart drew cells of another sheet; the copy holds the values it had")


def _as_values(holder: Element) -> None:
    cache = holder.find(q("c:numCache"))
    kind = "c:numLit"
    if cache is None:
        cache, kind = holder.find(q("c:strCache")), "c:strLit"
    parent = holder.getparent()
    if cache is None or parent is None:
        return
    if local(parent) == "tx":
        made = etree.Element(q("c:v"))
        made.text = cache.findtext(f"{q('c:pt')}/{q('c:v')}") or ""
    else:
        made = etree.Element(q(kind))
        made.extend(copy.deepcopy(child) for child in cache)
    parent.replace(holder, made)
