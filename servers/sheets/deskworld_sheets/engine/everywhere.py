"""Every formula in the book, wherever it stands.

Cells, conditional formats and validations (old and new kinds), sparklines, names, tables, charts, links and form
controls all hold formulas as text. `rewrite_everywhere` gives each one to a function, with the sheet it stands on,
and writes back what differs; parts in which nothing differs keep their bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .book import Book
from .markup import Element, q

Rewrite = Callable[[str, str], str]

# Elements of a worksheet (its extension lists too) and of other parts whose text is a formula.
_IN_SHEETS = tuple(q(name) for name in ("f", "formula", "formula1", "formula2", "xm:f"))
_IN_CHARTS = (q("c:f"), q("cx:f"))
_IN_TABLES = (q("calculatedColumnFormula"), q("totalsRowFormula"))
_IN_CONTROLS = ("fmlaLink", "fmlaRange", "fmlaGroup", "fmlaTxbx")


def rewrite_everywhere(book: Book, change: Rewrite, *, moves: bool = False) -> int:
    """Run `change(sheet, formula)` over all formulas of the book; says how many differ now.

    With `moves`, the change depends on where a formula stands, so formulas that cells share are spelled out first.
    """
    changed = 0
    for sheet in book.sheets:
        if sheet.is_grid:
            if moves and b"shared" in book.package.read(sheet.part) and book.has_formulas(sheet):
                _expand_shared(book, sheet.name)
            changed += _rewrite(book, sheet.part, sheet.name, _IN_SHEETS, change)
            changed += _links(book, sheet.part, sheet.name, change)
    for part in _charts(book):
        changed += _rewrite(book, part, "", _IN_CHARTS, change)
    for part in book.package.parts_of_type("spreadsheetml.table+xml"):
        changed += _rewrite(book, part, "", _IN_TABLES, change)
    for part in book.package.parts_of_type("controlproperties+xml"):
        changed += _attributes(book, part, change)
    changed += _rewrite(book, book.part, "", (q("definedName"),), change)
    return changed


def _expand_shared(book: Book, name: str) -> None:
    """A shared formula says its text once for many cells, which can move apart: spell each one out first."""
    sheet = book.sheet(name)
    if any(holder.get("t") == "shared" for holder in book.package.tree(sheet.part).iter(q("f"))):
        book.grid(sheet).expand_shared()


def _charts(book: Book) -> Iterator[str]:
    for ending in ("drawingml.chart+xml", "ms-office.chartex+xml"):
        yield from book.package.parts_of_type(ending)


def _rewrite(book: Book, part: str, home: str, tags: tuple[str, ...], change: Rewrite) -> int:
    changed = 0
    found: list[tuple[Element, str]] = []
    for holder in book.package.tree(part).iter(*tags):
        if holder.text and (new := change(home, holder.text)) != holder.text:
            found.append((holder, new))
    if found:
        book.package.edit(part)
    for holder, new in found:
        holder.text = new
        changed += 1
    return changed


def _links(book: Book, part: str, home: str, change: Rewrite) -> int:
    changed = 0
    for link in book.package.tree(part).iter(q("hyperlink")):
        place = link.get("location")
        if place and not link.get(q("r:id")) and (new := change(home, place)) != place:
            book.package.edit(part)
            link.set("location", new)
            changed += 1
    return changed


def _attributes(book: Book, part: str, change: Rewrite) -> int:
    changed = 0
    root = book.package.tree(part)
    for name in _IN_CONTROLS:
        text = root.get(name)
        if text and (new := change("", text)) != text:
            book.package.edit(part).set(name, new)
            changed += 1
    return changed
