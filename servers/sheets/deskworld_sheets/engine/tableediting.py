"""Tables after they were made: named anew, made larger or smaller, restyled, given totals, turned into plain cells.

What formulas say of a table goes along: a new name reaches all of them, and a table that goes leaves references to its
cells behind. What would leave a formula without its column or its totals is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from deskworld_kit import ToolError
from lxml import etree

from . import structured, tablemaking, tables, tabletotals
from .book import Book, Sheet
from .cells import F
from .everywhere import rewrite_everywhere
from .markup import Element, count, drop, q
from .references import Area, area_of, split_cell
from .tables import Table


def find(book: Book, name: str) -> tuple[Sheet, Table]:
    known = list(tables.tables(book))
    for sheet, table in known:
        if table.name.casefold() == name.strip().casefold():
            return sheet, table
    listed = ", ".join(table.name for _, table in known) or "none"
    raise ToolError(f"{book.label} has no table {name!r}; there is: {listed}", argument="table")


def rename(book: Book, table: Table, name: str) -> int:
    """Give it another name; formulas and pivots follow. Says how many places changed."""
    if name == table.name:
        return 0
    if name.casefold() != table.name.casefold():
        tables.check_name(book, name)
    old = table.name
    changed = rewrite_everywhere(book, lambda _, formula: structured.renamed(formula, old, name))
    for source in _pivot_sources(book, old):
        source.set("name", name)
        changed += 1
    root = book.package.edit(table.part)
    root.set("name", name)
    root.set("displayName", name)
    return changed


def _pivot_sources(book: Book, name: str) -> Iterator[Element]:
    for part in book.package.parts_of_type("pivotCacheDefinition+xml"):
        for source in book.package.tree(part).iter(q("worksheetSource")):
            if (source.get("name") or "").casefold() == name.casefold():
                book.package.edit(part)
                yield source


def set_style(book: Book, table: Table, style: str) -> None:
    root = book.package.edit(table.part)
    info = root.find(q("tableStyleInfo"))
    if info is None:
        info = etree.Element(q("tableStyleInfo"), showFirstColumn="0", showLastColumn="0", showRowStripes="1",
                             showColumnStripes="0")  # fmt: skip
        later = root.find(q("extLst"))
        root.append(info) if later is None else later.addprevious(info)
    if style.strip().lower() == "none":
        info.attrib.pop("name", None)
    else:
        info.set("name", tables.style_name(style))


# --- size


def resize(book: Book, sheet: Sheet, table: Table, area: Area) -> None:
    """Let the table cover another area that begins in the same row and shares cells with it."""
    old = table.area
    if area.top != old.top or not area.meets(old):
        raise ToolError(
            f"{area.name} must begin in row {old.top}, where the headings are, and share cells with {old.name}",
            argument="range",
        )
    if area.rows <= table.header_rows + table.totals_rows:
        raise ToolError(f"{area.name} leaves no row below the headings", argument="range")
    if area.right == 16_384 and area.left == 1:
        raise ToolError(f"{area.name} is whole rows; write cells like A1:D20", argument="range")
    for _, other in tables.tables(book, sheet):
        if other.part != table.part and other.area.meets(area):
            raise ToolError(f"{area.name} meets the table {other.name} at {other.area.name}", argument="range")
    if any(merged.meets(area) for merged in book.grid(sheet).merges()):
        raise ToolError(f"{area.name} holds merged cells; unmerge them first", argument="range")
    names = dict(zip(range(old.left, old.right + 1), table.columns, strict=True))
    lost = [name for column, name in names.items() if not area.left <= column <= area.right]
    used = _columns_read(book, table)
    broken = sorted(name for name in lost if name.casefold() in used)
    if broken:
        raise ToolError(f"formulas read the column {broken[0]!r}, which would leave the table", argument="range")
    if table.totals_rows and area.bottom != old.bottom:
        with tabletotals.lifted(book, sheet, table, area):
            resize(book, sheet, table, area._replace(bottom=area.bottom - 1))
        return
    root = book.package.edit(table.part)
    if (area.left, area.right) != (old.left, old.right):
        _set_columns(book, sheet, root, table, area)
    tables.resize(book, table, area)
    table.area = area
    table.columns = tables.read(book, table.part).columns
    book.wrote(sheet, area._replace(bottom=area.top))


def _columns_read(book: Book, table: Table) -> set[str]:
    """Columns of the table that formulas name, in small letters."""
    return {
        column.casefold()
        for formula in tabletotals.formulas_of(book)
        if table.name.casefold() in formula.casefold()
        for named in structured.references_to(formula, table.name)
        for column in named.columns
    }


def _set_columns(book: Book, sheet: Sheet, root: Element, table: Table, area: Area) -> None:
    listed = root.find(q("tableColumns"))
    if listed is None:
        return
    held = dict(zip(range(table.area.left, table.area.right + 1), list(listed), strict=True))
    headings = tablemaking.settle_headings(book, sheet, area) if table.header_rows else []
    number = max(int(item.get("id") or 0) for item in held.values())
    for item in list(listed):
        listed.remove(item)
    for at, column in enumerate(range(area.left, area.right + 1)):
        item = held.get(column)
        if item is None:
            number += 1
            name = (headings[at] if headings else f"Column{number}").replace("\n", "_x000a_")
            item = etree.Element(q("tableColumn"), id=str(number), name=name)
        listed.append(item)
    count(listed)
    filter_ = root.find(q("autoFilter"))
    for item in filter_.findall(q("filterColumn")) if filter_ is not None else ():
        moved = int(item.get("colId") or 0) + table.area.left - area.left
        if 0 <= moved < area.columns:
            item.set("colId", str(moved))
        else:
            drop(item)
    for state in root.findall(q("sortState")):
        drop(state)


# --- gone


def unmake(book: Book, sheet: Sheet, table: Table) -> int:
    """Turn a table into plain cells; says how many formulas name its cells now."""
    number = book.package.tree(table.part).get("id")
    for part in book.package.parts_of_type("slicerCache+xml"):
        if any(item.get("tableId") == number for item in book.package.tree(part).iter() if item.get("tableId")):
            raise ToolError(f"a slicer filters {table.name}; delete it in Excel first", argument="table")
    if book.package.related(table.part, "queryTable"):
        raise ToolError(f"{table.name} is filled by a query; turn it into cells in Excel", argument="table")
    tables.remove(book, sheet, table)
    changed = 0
    for home in book.sheets:
        if not home.is_grid or not book.has_formulas(home):
            continue
        for holder in book.package.tree(home.part).iter(F):
            cell = holder.getparent()
            row = split_cell((cell.get("r") if cell is not None else None) or "A1")[0]
            if holder.text and (new := structured.plain(holder.text, table, sheet.name, home.name, row)) != holder.text:
                book.package.edit(home.part)
                holder.text = new
                changed += 1
    # Outside of cells a reference has its sheet always.
    changed += rewrite_everywhere(book, lambda home, text: structured.plain(text, table, sheet.name, home, 0))
    for source in list(_pivot_sources(book, table.name)):
        source.attrib.pop("name", None)
        source.set("ref", area_of(f"{table.area.name}")._replace(bottom=table.body.bottom).name)
        source.set("sheet", sheet.name)
    book.values_changed = True
    return changed
