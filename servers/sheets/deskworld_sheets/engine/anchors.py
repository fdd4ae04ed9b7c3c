"""Things that float over cells: drawings, and comments with the boxes that show them.

Their places are counted from nought. Where the lines under a drawing are deleted it keeps its size and moves up
to where they were, so nothing a person made shrinks to a line.
"""

from __future__ import annotations

from lxml import etree

from .book import Book, Sheet
from .markup import Element, drop, local, q
from .references import Area, Shift, area_of


def shift_drawings(book: Book, sheet: Sheet, shift: Shift) -> None:
    for relation in book.package.related(sheet.part, "drawing"):
        changed = False
        for anchor in book.package.tree(relation.target).iter(q("xdr:oneCellAnchor"), q("xdr:twoCellAnchor")):
            changed |= _shift_anchor(anchor, "xdr:", shift)
        if changed:
            book.package.edit(relation.target)
    # Form controls say in the sheet itself where they lie.
    for anchor in book.package.edit(sheet.part).iter(q("anchor")):
        _shift_anchor(anchor, "", shift)


def _shift_anchor(anchor: Element, prefix: str, shift: Shift) -> bool:
    name = q("xdr:row" if shift.axis == "row" else "xdr:col")
    start, end = (anchor.find(f"{q(prefix + corner)}/{name}") for corner in ("from", "to"))
    if start is None or anchor.get("editAs") == "absolute":
        return False
    old = int(start.text or 0)
    new = _place(old, shift)
    if end is not None:
        old_end = int(end.text or 0)
        new_end = _place(old_end, shift)
        fixed = anchor.get("editAs") == "oneCell"
        if fixed or (new_end <= new and old_end > old):
            new_end = new + old_end - old
        end.text = str(new_end)
        if new == old and new_end == old_end:
            return False
    start.text = str(new)
    return new != old or end is not None


def _place(index: int, shift: Shift) -> int:
    moved = shift.line(index + 1)
    return (shift.at if moved is None else moved) - 1


def shift_comments(book: Book, sheet: Sheet, shift: Shift) -> None:
    package = book.package
    for relation in package.relations(sheet.part):
        if relation.external or relation.target not in package:
            continue
        if relation.kind in ("comments", "threadedComment"):
            root = package.edit(relation.target)
            for item in list(root.iter()):
                if local(item) in ("comment", "threadedComment") and item.get("ref"):
                    moved = shift.area(area_of(item.get("ref") or "A1"))
                    if moved:
                        item.set("ref", moved.name)
                    else:
                        drop(item)
        elif relation.kind == "vmlDrawing":
            _shift_boxes(book, relation.target, shift)


def _shift_boxes(book: Book, part: str, shift: Shift) -> None:
    """The legacy boxes in which notes are shown; their markup is old and not always well formed."""
    recovering = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=True)
    root = etree.fromstring(book.package.read(part), recovering)
    changed = False
    for data in list(root.iter(q("x:ClientData"))):
        if data.get("ObjectType") != "Note":
            continue
        at = [data.find(q(name)) for name in ("x:Row", "x:Column")]
        if at[0] is None or at[1] is None:
            continue
        row, column = (int(item.text or 0) + 1 for item in at if item is not None)
        moved = shift.area(Area(row, column, row, column))
        if moved is None:
            shape = data.getparent()
            if shape is not None:
                drop(shape)
            changed = True
        elif (moved.top, moved.left) != (row, column):
            at[0].text, at[1].text = str(moved.top - 1), str(moved.left - 1)
            _move_box(data.find(q("x:Anchor")), moved.top - row + moved.left - column, shift)
            changed = True
    if changed:
        book.package.write(part, etree.tostring(root))


def _move_box(anchor: Element | None, step: int, shift: Shift) -> None:
    if anchor is None or not anchor.text:
        return
    numbers = [int(piece) for piece in anchor.text.split(",") if piece.strip().lstrip("-").isdigit()]
    if len(numbers) != 8:
        return
    for index in (2, 6) if shift.axis == "row" else (0, 4):
        numbers[index] = max(0, numbers[index] + step)
    anchor.text = ", ".join(str(number) for number in numbers)
