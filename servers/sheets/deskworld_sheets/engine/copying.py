"""The parts behind a sheet, copied for its twin: tables under new names, drawings with charts of their own.

What cannot stand twice in a workbook (pivot tables, comments with their legacy boxes, controls) is left out of
the copy, and a warning says so.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from . import tables
from .formulas import renamed
from .markup import Element, count, drop_if_empty, q
from .package import Relation

if TYPE_CHECKING:
    from .book import Book, Sheet

_KEPT_WHOLE = ("hyperlink", "printerSettings", "image")


def copy_relations(book: Book, source: Sheet, made: Sheet, root: Element) -> None:
    """Give the copy's tree relationships of its own for all that the source's tree points to."""
    left_out: set[str] = set()
    ids: dict[str, str] = {}
    for relation in book.package.relations(source.part):
        if relation.kind == "drawing":
            part = _copy_drawing(book, relation.target, source.name, made.name)
            ids[relation.id] = book.package.relate(made.part, "drawing", part)
        elif relation.kind == "table":
            ids[relation.id] = _copy_table(book, relation, made, root)
        elif relation.external or relation.kind in _KEPT_WHOLE:
            ids[relation.id] = book.package.relate(
                made.part, relation.type, relation.target, external=relation.external
            )
        else:
            left_out.add(relation.kind)
    holder = q("r:id")
    for item in list(root.iter()):
        old = item.get(holder)
        if old is None:
            continue
        if old in ids:
            item.set(holder, ids[old])
        else:
            parent = item.getparent()
            if parent is not None:
                parent.remove(item)
                drop_if_empty(parent)
    parts = root.find(q("tableParts"))
    if parts is not None:
        count(parts)
    if left_out:
        book.warn(f"the copy is without its {', '.join(sorted(left_out))}, which cannot be copied")


def _copy_table(book: Book, relation: Relation, made: Sheet, root: Element) -> str:
    package = book.package
    table = copy.deepcopy(package.tree(relation.target))
    old = table.get("displayName") or "Table"
    known = {each.name.casefold() for _, each in tables.tables(book)}
    name = next(name for n in range(2, 1 << 20) if (name := f"{old}_{n}").casefold() not in known)
    number = 1 + max(int(package.tree(each.part).get("id") or 0) for _, each in tables.tables(book))
    table.set("name", name)
    table.set("displayName", name)
    table.set("id", str(number))
    for formula in [*table.iter(q("calculatedColumnFormula")), *root.iter(q("f"))]:
        if formula.text and f"{old}[" in formula.text:
            formula.text = formula.text.replace(f"{old}[", f"{name}[")
    part = package.write(package.free_name("xl/tables/table{}.xml"), table, tables.TABLE_TYPE)
    return package.relate(made.part, "table", part)


def _copy_drawing(book: Book, part: str, old: str, new: str) -> str:
    package = book.package
    made = package.write(package.free_name("xl/drawings/drawing{}.xml"), package.read(part), package.content_type(part))
    ids: dict[str, str] = {}
    for relation in package.relations(part):
        target = relation.target
        if relation.kind in ("chart", "chartEx"):
            target = _copy_chart(book, target, old, new)
        ids[relation.id] = package.relate(made, relation.type, target, external=relation.external)
    root = package.edit(made)
    for item in root.iter():
        for attribute in (q("r:id"), q("r:embed"), q("r:link"), q("r:pict")):
            if (value := item.get(attribute)) in ids:
                item.set(attribute, ids[value or ""])
    return made


def _copy_chart(book: Book, part: str, old: str, new: str) -> str:
    package = book.package
    pattern = "xl/charts/chart{}.xml" if "chartEx" not in part else "xl/charts/chartEx{}.xml"
    made = package.write(package.free_name(pattern), package.read(part), package.content_type(part))
    ids: dict[str, str] = {}
    for relation in package.relations(part):
        target = relation.target
        if not relation.external and relation.target in package:
            suffix = target.rpartition(".")[2]
            stem = target.rpartition(".")[0].rstrip("0123456789")
            copied = package.free_name(f"{stem}{{}}.{suffix}")
            target = package.write(copied, package.read(target), package.content_type(target))
        ids[relation.id] = package.relate(made, relation.type, target, external=relation.external)
    root = package.edit(made)
    for item in root.iter():
        if (value := item.get(q("r:id"))) in ids:
            item.set(q("r:id"), ids[value or ""])
    for formula in root.iter(q("c:f"), q("cx:f")):
        if formula.text:
            formula.text = renamed(formula.text, old, new)
    return made
