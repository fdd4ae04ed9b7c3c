"""Tables (Excel's named, filtered, striped ranges), one part each.

A table's column names must be the texts of its header cells and differ from one another; Excel calls the file
broken otherwise. So header cells are written from the names, and names from the cells, always together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskworld_kit import ToolError
from lxml import etree

from . import names
from .markup import NAMESPACES, Element, count, ensure, q
from .references import Area, area_of

if TYPE_CHECKING:
    from .book import Book, Sheet

TABLE_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"
_STYLES = {"light": 21, "medium": 28, "dark": 11}


@dataclass
class Table:
    name: str
    part: str
    area: Area
    header_rows: int
    totals_rows: int
    columns: list[str]

    @property
    def body(self) -> Area:
        area = self.area
        return Area(area.top + self.header_rows, area.left, area.bottom - self.totals_rows, area.right)


def tables(book: Book, sheet: Sheet | None = None) -> Iterator[tuple[Sheet, Table]]:
    for home in [sheet] if sheet else book.sheets:
        for relation in book.package.related(home.part, "table"):
            yield home, read(book, relation.target)


def read(book: Book, part: str) -> Table:
    root = book.package.tree(part)
    return Table(
        root.get("displayName") or root.get("name") or "",
        part,
        area_of(root.get("ref") or "A1"),
        int(root.get("headerRowCount") or 1),
        int(root.get("totalsRowCount") or 0),
        [column_name(item) for item in root.iter(q("tableColumn"))],
    )


def column_name(item: Element) -> str:
    return (item.get("name") or "").replace("_x000a_", "\n")


def check_name(book: Book, name: str) -> None:
    if not re.match(r"^[^\W\d][\w.]*$", name) or re.match(r"^[A-Za-z]{1,3}\d+$", name):
        raise ToolError(f"{name!r} cannot be a table's name; write one word like Sales or Sales_2024", argument="name")
    taken = [table.name for _, table in tables(book)] + [item.name for item in names.names(book)]
    if name.casefold() in (other.casefold() for other in taken):
        raise ToolError(f"the workbook already has a table or a name {name!r}", argument="name")


def free_name(book: Book) -> str:
    taken = {table.name.casefold() for _, table in tables(book)}
    return next(name for n in range(1, 1 << 20) if (name := f"Table{n}").casefold() not in taken)


def add(book: Book, sheet: Sheet, area: Area, name: str, columns: Sequence[str], style: str, totals: bool) -> Table:
    """Make the part of a table whose header cells already hold `columns`."""
    package = book.package
    number = 1 + max((int(package.tree(table.part).get("id") or 0) for _, table in tables(book)), default=0)
    root = etree.Element(
        q("table"),
        {"id": str(number), "name": name, "displayName": name, "ref": area.name},
        nsmap={None: NAMESPACES["m"]},
    )
    filtered = area._replace(bottom=area.bottom - 1) if totals else area
    root.set("totalsRowCount" if totals else "totalsRowShown", "1" if totals else "0")
    etree.SubElement(root, q("autoFilter"), ref=filtered.name)
    listed = etree.SubElement(root, q("tableColumns"))
    for index, column in enumerate(columns, 1):
        etree.SubElement(listed, q("tableColumn"), id=str(index), name=column.replace("\n", "_x000a_"))
    count(listed)
    etree.SubElement(
        root, q("tableStyleInfo"), name=style, showFirstColumn="0", showLastColumn="0", showRowStripes="1",
        showColumnStripes="0",
    )  # fmt: skip
    part = package.write(package.free_name("xl/tables/table{}.xml"), root, TABLE_TYPE)
    relation = package.relate(sheet.part, "table", part)
    holder = ensure(package.edit(sheet.part), "tableParts")
    etree.SubElement(holder, q("tablePart"), {q("r:id"): relation})
    count(holder)
    return read(book, part)


def resize(book: Book, table: Table, area: Area) -> None:
    """Let the table cover more or fewer rows."""
    root = book.package.edit(table.part)
    root.set("ref", area.name)
    found = root.find(q("autoFilter"))
    if found is not None:
        found.set("ref", area._replace(bottom=area.bottom - table.totals_rows).name)


def remove(book: Book, sheet: Sheet, table: Table) -> None:
    """Turn a table back into plain cells."""
    package = book.package
    for relation in package.related(sheet.part, "table"):
        if relation.target == table.part:
            root = package.edit(sheet.part)
            for item in list(root.iter(q("tablePart"))):
                if item.get(q("r:id")) == relation.id:
                    holder = item.getparent()
                    if holder is not None:
                        holder.remove(item)
                        if len(holder):
                            count(holder)
                        else:
                            root.remove(holder)
            package.unrelate(sheet.part, relation.id)
            package.remove(table.part)


def style_name(style: str) -> str:
    """`medium 2` or `TableStyleMedium2` as Excel calls it."""
    found = re.match(r"^(?:TableStyle)?\s*(light|medium|dark)\s*(\d+)$", style.strip(), re.IGNORECASE)
    if found and 1 <= int(found[2]) <= _STYLES[found[1].lower()]:
        return f"TableStyle{found[1].capitalize()}{int(found[2])}"
    raise ToolError(
        f"{style!r} is no table style; write one like 'light 9', 'medium 2' (1 to 28) or 'dark 3'", argument="style"
    )


def unique_headers(texts: Sequence[str]) -> list[str]:
    """Header texts made to differ: empty ones become Column3, repeated ones get a number."""
    seen: set[str] = set()
    found: list[str] = []
    for index, text in enumerate(texts, 1):
        base = text or f"Column{index}"
        name = base
        number = 2
        while name.casefold() in seen:
            name = f"{base}{number}"
            number += 1
        seen.add(name.casefold())
        found.append(name)
    return found
