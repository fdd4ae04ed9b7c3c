"""What goes with a block that goes: notes nothing calls, halves of bookmarks and comment marks, parts nothing shows."""

from __future__ import annotations

from dataclasses import dataclass

from deskworld_docs.footnoting import drop_notes
from deskworld_docs.markup import deep, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper

_R = tag("r:id").removesuffix("id")
_PAIRS = (("w:bookmarkStart", "w:bookmarkEnd"), ("w:commentRangeStart", "w:commentRangeEnd"),
          ("w:permStart", "w:permEnd"), ("w:moveFromRangeStart", "w:moveFromRangeEnd"),
          ("w:moveToRangeStart", "w:moveToRangeEnd"))  # fmt: skip


@dataclass(frozen=True)
class Leaving:
    """What an element calls, noted before it goes: relations, notes, comments."""

    relations: set[str]
    footnotes: set[str]
    endnotes: set[str]
    comments: set[str]

    @classmethod
    def of(cls, element: Element) -> Leaving:
        """What an element calls."""

        def ids(name: str) -> set[str]:
            return {val(one, "id") for one in deep(element, name)}

        rels = {value for node in element.iter() for key, value in node.attrib.items() if key.startswith(_R)}
        return cls(rels, ids("w:footnoteReference"), ids("w:endnoteReference"), ids("w:commentReference"))


def settle_after(paper: Paper, part: Part, left: Leaving, removed: Element | None) -> None:
    """Tidy up after an element was taken out of a part; `removed` is None where a paragraph was only emptied.

    Where the document tracks changes the element stays, struck, and so does all that hangs on it.
    """
    from deskworld_docs.redlining import tracking

    if tracking(paper):
        return
    root = paper.root(part)
    if removed is not None:
        _match_marks(root, removed)
    _drop_comments(paper, left.comments)
    for kind, ids in (("footnote", left.footnotes), ("endnote", left.endnotes)):
        drop_notes(paper, kind, ids)
    drop_relations(part, root, left.relations)


def drop_relations(part: Part, root: Element, ids: set[str]) -> None:
    """Drop relations of these ids that nothing in the part uses any more; parts only they led to go with them."""
    if not ids:
        return
    used = {value for node in root.iter() for key, value in node.attrib.items() if key.startswith(_R)}
    for rid in ids - used:
        if rid in part.rels:
            part.rels.pop(rid)


def _match_marks(root: Element, removed: Element) -> None:
    """A mark whose other half went is taken out; a bookmark that reached further is gone with its first half."""
    for start, end in _PAIRS:
        gone = {val(one, "id") for one in deep(removed, start, end)}
        if not gone:
            continue
        opened = {val(one, "id"): one for one in deep(root, start) if val(one, "id") in gone}
        closed = {val(one, "id"): one for one in deep(root, end) if val(one, "id") in gone}
        for identifier in set(opened) ^ set(closed):
            half = opened.get(identifier, closed.get(identifier))
            if half is not None:
                half.getparent().remove(half)


def _drop_comments(paper: Paper, ids: set[str]) -> None:
    """Comments whose mark in the text is gone, with the marks of where they began and ended."""
    root = paper.part_root("comments")
    body = paper.document.element
    gone = ids - {val(one, "id") for one in deep(body, "w:commentReference")}
    if root is not None:
        for comment in [one for one in root.findall(tag("w:comment")) if val(one, "id") in gone]:
            root.remove(comment)
    for name in ("w:commentRangeStart", "w:commentRangeEnd"):
        for mark in [one for one in deep(body, name) if val(one, "id") in gone]:
            mark.getparent().remove(mark)
