"""Tracked changes as they are stored, and what accepting or rejecting one does to the document.

Word keeps a change where it happened: words in w:ins or w:del, a paragraph's end or a table's row marked in its
properties, a format with the old one inside the new, a move as a pair of places (ISO 29500-1, 17.13.5). Each is a
`Change` here; `settle` makes it so, or makes it undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deskworld_docs.markup import child, deep, is_formula, is_w, local, make, number, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper

_IN, _OUT = ("ins", "moveTo"), ("del", "moveFrom")
_FORMATS = {
    "rPrChange": "rPr", "pPrChange": "pPr", "tblPrChange": "tblPr", "trPrChange": "trPr", "tcPrChange": "tcPr",
    "sectPrChange": "sectPr", "tblPrExChange": "tblPrEx", "tblGridChange": "tblGrid",
}  # fmt: skip
_KINDS = {"ins": "insertion", "del": "deletion", "moveTo": "moved here", "moveFrom": "moved away"}
_KEPT = ("rPr", "sectPr", "headerReference", "footerReference", "ins", "del")
"""What a format change does not carry of the properties it is in."""
_RANGES = (
    "moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd",
    "customXmlInsRangeStart", "customXmlInsRangeEnd", "customXmlDelRangeStart", "customXmlDelRangeEnd",
)  # fmt: skip


@dataclass(frozen=True)
class Change:
    """A tracked change: the element that says it, what it is, and the words it is about."""

    element: Element
    kind: str
    """insertion, deletion, moved here, moved away, format; "row" or "paragraph" before those of a whole one."""
    text: str

    @property
    def author(self) -> str:
        return val(self.element, "author")

    @property
    def when(self) -> str:
        return val(self.element, "date")

    @property
    def id(self) -> int:
        return number(self.element, "id", default=-1)


def parts_of(paper: Paper) -> Iterator[Part]:
    """The parts that may hold changes: the document, then headers, footers and notes."""
    main = paper.document.part
    yield main
    kinds = ("header", "footer", "footnotes", "endnotes")
    there = [rel for rel in main.rels.values() if not rel.is_external and rel.reltype.rsplit("/", 1)[-1] in kinds]
    yield from sorted({rel.target_part for rel in there}, key=lambda part: str(part.partname))


def changes_of(paper: Paper) -> list[Change]:
    """Every change, in the document's order."""
    return [change for part in parts_of(paper) for change in _in(paper.root(part))]


def grouped(changes: Sequence[Change]) -> list[list[Change]]:
    """Changes as a person counts them: a whole row or paragraph that came or went is one, not one a word."""
    found: list[list[Change]] = []
    for change in changes:
        lead = found[-1][0] if found else None
        if lead is not None and lead.author == change.author:
            what, _, kind = lead.kind.partition(" ")
            whole = {"row": "tr", "paragraph": "p"}.get(what)
            if whole and change.kind.endswith(kind) and _within(change.element, _up(lead.element, whole)):
                found[-1].append(change)
                continue
        found.append([change])
    return found


def _within(element: Element, holder: Element) -> bool:
    return any(up is holder for up in element.iterancestors())


def _in(root: Element) -> Iterator[Change]:
    for one in root.iter():
        name = local(one)
        if name in _FORMATS and is_w(one, name):
            yield Change(one, "format", _said(_owner(one)))
        elif is_w(one, "cellIns", "cellDel", "cellMerge"):
            yield Change(one, "cell " + {"cellIns": "insertion", "cellDel": "deletion"}.get(name, "merge"), _said(one))
        elif is_w(one, *_KINDS) and not _inside_mark(one):
            holder = local(one.getparent())
            if holder == "rPr":
                if is_w(one.getparent().getparent(), "pPr"):
                    yield Change(one, f"paragraph {_KINDS[name]}", _said(_owner(one)))
            elif holder == "trPr":
                yield Change(one, f"row {_KINDS[name]}", _said(one.getparent().getparent()))
            else:
                yield Change(one, _KINDS[name], _said(one))


def _inside_mark(element: Element) -> bool:
    """The old properties inside a format change hold no changes of their own."""
    return any(local(up) in _FORMATS for up in element.iterancestors())


def _owner(element: Element) -> Element:
    """The paragraph, run, row, cell or table whose properties hold a change."""
    up = element.getparent()
    while up is not None and local(up) in ("rPr", "pPr", "trPr", "tcPr", "tblPr", "tblPrEx", "tblGrid"):
        up = up.getparent()
    return up if up is not None else element


def _said(element: Element) -> str:
    if is_w(element, "sectPr", "body"):
        return ""
    owner = _owner(element) if not len(element) and not is_w(element, "r", "p") else element
    if is_w(owner, "tr", "tbl"):  # cells side by side are words apart
        return " | ".join(_text(cell) for cell in deep(owner, "w:tc"))
    return _text(owner)


def _text(element: Element) -> str:
    return "".join(one.text or "" for one in deep(element, "w:t", "w:delText", "m:t"))


def settle(paper: Paper, changes: Sequence[Change], *, accept: bool) -> None:
    """Accept or reject changes. Words first, then the ends of paragraphs, so that joined ones join what is left."""
    from deskworld_docs.removing import Leaving, settle_after

    before = {part: Leaving.of(paper.root(part)) for part in parts_of(paper)}
    marks = [change for change in changes if change.kind.startswith("paragraph ")]
    others = [change for change in changes if not change.kind.startswith("paragraph ")]
    for change in reversed(others):  # inner ones first
        if change.element.getparent() is None:
            continue
        _settle_one(change, accept=accept)
    for change in reversed(marks):
        _settle_mark(change.element, accept=accept)
    for part, left in before.items():
        _tidy(paper.root(part))
        settle_after(paper, part, left, None)


def _settle_one(change: Change, *, accept: bool) -> None:
    element = change.element
    name = local(element)
    stays = (name in _IN or name == "cellIns") == accept
    if name in _FORMATS:
        if not accept:
            _restore(element)
        else:
            element.getparent().remove(element)
    elif name == "cellMerge":
        element.getparent().remove(element)
    elif name in ("cellIns", "cellDel"):
        if stays:
            element.getparent().remove(element)
        else:
            _drop(_up(element, "tc"))
    elif is_w(element.getparent(), "trPr"):
        if stays:
            element.getparent().remove(element)
        else:
            _drop(_up(element, "tr"))
    elif stays:
        _unwrap(element)
    else:
        _drop(element)


def _up(element: Element, name: str) -> Element:
    return next(one for one in element.iterancestors() if is_w(one, name))


def _drop(element: Element) -> None:
    """Remove an element; a table that has no rows left goes too, and a cell keeps a paragraph."""
    holder = element.getparent()
    if holder is None:
        return
    holder.remove(element)
    if is_w(holder, "tbl") and holder.find(tag("w:tr")) is None:
        above = holder.getparent()
        above.remove(holder)
        holder = above
    elif is_w(holder, "tr") and holder.find(tag("w:tc")) is None:
        _drop(holder)
        return
    if is_w(holder, "tc") and (not len(holder) or not is_w(holder[-1], "p")):
        holder.append(make("w:p"))
    if is_w(holder, "hyperlink", "smartTag", "ins", "del", "moveTo", "moveFrom") and not len(holder):
        _drop(holder)


def _unwrap(element: Element) -> None:
    """Leave what a change wraps without it; struck words become words."""
    if is_w(element, "del", "moveFrom"):
        for one in list(deep(element, "w:delText", "w:delInstrText")):
            one.tag = tag("w:t") if is_w(one, "delText") else tag("w:instrText")
    holder = element.getparent()
    at = holder.index(element)
    for one in reversed(list(element)):
        holder.insert(at, one)
    holder.remove(element)


def _restore(element: Element) -> None:
    """Put the old properties back."""
    now = element.getparent()
    old = child(element, f"w:{_FORMATS[local(element)]}")
    now.remove(element)
    if is_w(now, "tblGrid"):
        for one in list(now):
            now.remove(one)
    for one in list(now):
        if not is_w(one, *(_KEPT if not is_w(now, "rPr") else ("ins", "del", "moveFrom", "moveTo"))):
            now.remove(one)
    kept = list(now)
    for one in kept:
        now.remove(one)
    now.extend(list(old) if old is not None else [])
    if is_w(now, "rPr", "sectPr"):  # changes and references to headers come first
        for one in reversed(kept):
            now.insert(0, one)
    else:
        now.extend(kept)


def _settle_mark(element: Element, *, accept: bool) -> None:
    """The end of a paragraph: it stays, or the paragraph joins the next one."""
    properties = element.getparent()
    if properties is None:
        return
    paragraph = _up(element, "p")
    properties.remove(element)
    if not len(properties):
        properties.getparent().remove(properties)
    if is_w(element, *_IN) == accept or paragraph.getparent() is None:
        return
    following = _next_block(paragraph)
    content = [one for one in paragraph if not is_w(one, "pPr")]
    held = ("r", "hyperlink", "sdt", "fldSimple", "ins", "del", "smartTag")
    empty = not any(is_w(one, *held) or is_formula(one) for one in content)
    section = child(paragraph, "w:pPr", "w:sectPr")
    if following is not None and is_w(following, "p") and section is None:
        at = 1 if child(following, "w:pPr") is not None else 0
        for one in reversed(content):
            following.insert(at, one)
        _drop(paragraph)
    elif empty and section is None and not _needed(paragraph):
        _drop(paragraph)


def _next_block(paragraph: Element) -> Element | None:
    one = paragraph.getnext()
    while one is not None and not is_w(one, "p", "tbl", "sdt", "sectPr"):
        one = one.getnext()
    return one


def _needed(paragraph: Element) -> bool:
    """A cell, a header, a note needs a last paragraph."""
    holder = paragraph.getparent()
    lines = holder.findall(tag("w:p"))
    return not is_w(holder, "body") and (len(lines) == 1 or lines[-1] is paragraph)


def _tidy(root: Element) -> None:
    """Marks of moves go with the last move."""
    if next(deep(root, "w:moveFrom", "w:moveTo"), None) is None:
        for one in list(deep(root, *(f"w:{name}" for name in _RANGES))):
            one.getparent().remove(one)
