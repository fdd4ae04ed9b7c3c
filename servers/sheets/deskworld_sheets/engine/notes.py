"""Comments on cells, and links from them.

A comment lives twice: its text in a comments part, and the yellow box that shows it in an old drawing (VML) part.
Excel calls a file with one and not the other broken, so both are written together here.
"""

from __future__ import annotations

import re

from deskworld_kit import ToolError
from lxml import etree

from .book import Book, Sheet
from .formulas import prefixed
from .markup import NAMESPACES, Element, drop, drop_if_empty, ensure, q
from .references import Area, area_of
from .styles import Look

COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
VML_TYPE = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_WEB = re.compile(r"^(https?|mailto|ftp):", re.IGNORECASE)
_EMPTY_VML = (
    f'<xml xmlns:v="{NAMESPACES["v"]}" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="{NAMESPACES["x"]}">'
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">'
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype></xml>'
)


def set_comment(book: Book, sheet: Sheet, area: Area, text: str, author: str) -> None:
    """Put a comment on a cell in place of the one it had; an empty text takes it away."""
    if area.cells > 1:
        raise ToolError(f"{area.name} is more than one cell; a comment is on one", argument="cell")
    for relation in book.package.related(sheet.part, "threadedComment"):
        if any(item.get("ref") == area.name for item in book.package.tree(relation.target)):
            raise ToolError(
                f"{area.name} has a conversation of several people (a threaded comment), which is answered in Excel; "
                "choose another cell",
                argument="cell",
            )
    found = book.package.related(sheet.part, "comments")
    if not found and not text:
        raise ToolError(f"{area.name} has no comment", argument="cell")
    root = book.package.edit(found[0].target) if found else _new_comments(book, sheet)
    listed = ensure(root, "commentList", ("authors", "commentList", "extLst"))
    for old in list(listed):
        if old.get("ref") == area.name:
            listed.remove(old)
    boxes = _boxes(book, sheet)
    _drop_box(boxes, area)
    if not text:
        return
    comment = etree.Element(q("comment"), ref=area.name, authorId=str(_author(root, author)))
    etree.SubElement(etree.SubElement(comment, q("text")), q("t")).text = text
    later = next((other for other in listed if _after(other.get("ref") or "A1", area)), None)
    if later is None:
        listed.append(comment)
    else:
        later.addprevious(comment)
    boxes.append(_box(boxes, area, text))


def _new_comments(book: Book, sheet: Sheet) -> Element:
    root = etree.Element(q("comments"), nsmap={None: NAMESPACES["m"]})
    etree.SubElement(root, q("authors"))
    part = book.package.write(book.package.free_name("xl/comments{}.xml"), root, COMMENTS_TYPE)
    book.package.relate(sheet.part, "comments", part)
    return book.package.edit(part)


def _author(root: Element, author: str) -> int:
    authors = ensure(root, "authors", ("authors", "commentList", "extLst"))
    for index, item in enumerate(authors):
        if (item.text or "") == author:
            return index
    etree.SubElement(authors, q("author")).text = author
    return len(authors) - 1


def _after(name: str, area: Area) -> bool:
    other = area_of(name)
    return (other.top, other.left) > (area.top, area.left)


def _boxes(book: Book, sheet: Sheet) -> Element:
    root = book.package.edit(sheet.part)
    holder = root.find(q("legacyDrawing"))
    for relation in book.package.related(sheet.part, "vmlDrawing"):
        if holder is not None and relation.id == holder.get(q("r:id")):
            return book.package.edit(relation.target)
    part = book.package.write(
        book.package.free_name("xl/drawings/vmlDrawing{}.vml"), etree.fromstring(_EMPTY_VML), VML_TYPE
    )
    relation_id = book.package.relate(sheet.part, "vmlDrawing", part)
    ensure(root, "legacyDrawing").set(q("r:id"), relation_id)
    return book.package.edit(part)


def _drop_box(boxes: Element, area: Area) -> None:
    for data in list(boxes.iter(q("x:ClientData"))):
        row, column = data.findtext(q("x:Row")), data.findtext(q("x:Column"))
        shape = data.getparent()
        if (row, column) == (str(area.top - 1), str(area.left - 1)) and shape is not None:
            drop(shape)


def _box(boxes: Element, area: Area, text: str) -> Element:
    number = 1025 + sum(1 for _ in boxes.iter(q("v:shape")))
    taken = {shape.get("id") for shape in boxes.iter(q("v:shape"))}
    while f"_x0000_s{number}" in taken:
        number += 1
    lines = min(12, 3 + len(text) // 30 + text.count("\n"))
    top = max(0, area.top - 2)
    return etree.fromstring(
        f'<v:shape xmlns:v="{NAMESPACES["v"]}" xmlns:o="urn:schemas-microsoft-com:office:office" '
        f'xmlns:x="{NAMESPACES["x"]}" id="_x0000_s{number}" type="#_x0000_t202" '
        'style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>'
        '<v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox '
        'style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox><x:ClientData ObjectType="Note">'
        f"<x:MoveWithCells/><x:SizeWithCells/><x:Anchor>{area.left}, 15, {top}, 10, {area.left + 3}, 15, "
        f"{top + lines}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>{area.top - 1}</x:Row>"
        f"<x:Column>{area.left - 1}</x:Column></x:ClientData></v:shape>"
    )


def set_link(book: Book, sheet: Sheet, area: Area, target: str) -> str:
    """Link cells to a web address or to a place in the book; an empty target takes the link away."""
    root = book.package.edit(sheet.part)
    links = root.find(q("hyperlinks"))
    for old in list(links) if links is not None else ():
        if area_of(old.get("ref") or "A1") == area:
            if old.get(q("r:id")):
                book.package.unrelate(sheet.part, old.get(q("r:id")) or "")
            drop(old)
    if not target:
        drop_if_empty(links)
        return ""
    link = etree.SubElement(ensure(root, "hyperlinks"), q("hyperlink"), ref=area.name)
    if _WEB.match(target):
        link.set(q("r:id"), book.package.relate(sheet.part, "hyperlink", target, external=True))
        where = target
    else:
        if ":" in target.partition("!")[0] and "!" not in target:
            raise ToolError(f"{target!r} is no address (https:, mailto:) and no place like Sums!A1", argument="to")
        home, place = book.locate("", target, "to") if "!" in target else book.locate(sheet.name, target, "to")
        where = prefixed(home.name, place.name)
        link.set("location", where)
    grid = book.grid(sheet)
    for row in range(area.top, min(area.bottom, area.top + 999) + 1):
        for column in range(area.left, area.right + 1):
            cell = grid.ensure_cell(row, column)
            look = Look(color="#0563C1", underline=True)
            cell.set("s", str(book.styles.derive(int(cell.get("s") or 0), look)))
    return where
