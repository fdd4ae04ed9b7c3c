"""Two states of a document as one with tracked changes: what went is struck, what came is marked, the rest is as now.

Blocks are paired first (paragraphs, tables, then rows and cells inside those), then words inside paired paragraphs.
Every tool edits as if nothing were tracked; where a document tracks changes, `track` compares what came with what is
to be saved and writes the difference as Word would have.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from deskworld_docs.markup import (
    add,
    child,
    deep,
    flag,
    is_formula,
    is_w,
    local,
    make,
    number,
    parse,
    properties,
    tag,
    val,
)
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper
from deskworld_docs.pairing import MARKS, inside, key_of, paired
from deskworld_docs.tokens import Token, join_runs, joined, tokens_of, whole_words

AUTHOR = "TrackedAuthor"
_NOBODY = "Assistant"
_MARKING = ("commentRangeStart", "commentRangeEnd", "commentReference", "bookmarkStart", "bookmarkEnd")
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def author_of(paper: Paper) -> str:
    """Whose edits a document tracks: as `track_changes` was told, else nobody's in particular."""
    for one in inside(child(paper.part_root("settings"), "w:docVars")):
        if val(one, "name") == AUTHOR and val(one):
            return val(one)
    return _NOBODY


def tracking(paper: Paper) -> bool:
    """Whether this edit will be written as tracked changes: what goes from the text then stays in the file, struck."""
    return not paper.untracked and flag(child(paper.part_root("settings"), "w:trackRevisions"))


def track(paper: Paper, when: str) -> int:
    """Where the document tracks changes, write what was done to it since it was opened as such; how many there are."""
    from deskworld_docs.settling import parts_of

    if not tracking(paper):
        return 0
    count = 0
    for part in parts_of(paper):
        came = paper.origin.members.get(part.partname.membername)
        if came is not None and paper.origin.blob(part) != came:
            count += redline(parse(came), paper.root(part), Pen(author_of(paper), when, part, next_id(paper)))
    return count


def next_id(paper: Paper) -> int:
    """An id that no change, bookmark or comment mark has."""
    used = (number(one, "id") for one in paper.document.element.iter() if one.get(tag("w:id")))
    return max(used, default=0) + 1


@dataclass
class Pen:
    """Who marks changes, when, in which part; each mark gets an id of its own."""

    author: str
    when: str
    part: Part
    next_id: int
    count: int = 0
    lost: set[str] = field(default_factory=set[str])
    marks: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """The bookmarks and comment marks that are there now, by kind and id."""

    def mark(self, name: str, *children: Element) -> Element:
        """A w:ins, w:del or a change of properties."""
        made = make(name, *children, id=self.next_id, author=self.author, date=self.when)
        self.next_id += 1
        self.count += 1
        return made


def redline(before: Element, after: Element, pen: Pen) -> int:
    """Mark in `after` all that is not as in `before`: two documents, headers, or parts of notes; gives the number of
    marks."""
    pen.marks = {(local(one), val(one, "id")) for one in after.iter(*(tag(f"w:{name}") for name in _MARKING))}
    if is_w(after, "document"):
        _flow(before.find(tag("w:body")), after.find(tag("w:body")), pen)
    elif is_w(after, "footnotes", "endnotes"):
        old = {val(one, "id"): one for one in before}
        for note in after:
            if val(note, "id") in old:
                _flow(old[val(note, "id")], note, pen)
    else:
        _flow(before, after, pen)
    return pen.count


def _flow(before: Element, after: Element, pen: Pen) -> None:
    """The blocks of a body, a cell, a header or a note."""
    old, new = _blocks(before), _blocks(after)
    for kind, was, now, anchor in paired(old, new):
        if kind == "same":
            continue
        if kind == "gone":
            assert was is not None
            if _own(was, pen):
                continue
            struck = copy.deepcopy(was)
            if anchor is None:
                _insert_last(after, struck)
            else:
                anchor.addprevious(struck)
            _strike_block(struck, pen)
        elif kind == "came":
            assert now is not None
            _underline_block(now, pen)
        else:
            assert was is not None and now is not None
            if is_w(now, "p"):
                _paragraph(was, now, pen)
            elif is_w(now, "tbl"):
                _table(was, now, pen)
            elif is_w(now, "sdt"):
                _flow(child(was, "w:sdtContent"), child(now, "w:sdtContent"), pen)  # pyright: ignore[reportArgumentType]


def _insert_last(holder: Element, block: Element) -> None:
    last = child(holder, "w:sectPr")
    if last is not None:
        last.addprevious(block)
    else:
        holder.append(block)


def _blocks(holder: Element | None) -> list[Element]:
    return [] if holder is None else [one for one in holder if is_w(one, "p", "tbl", "sdt")]


def _own(block: Element, pen: Pen) -> bool:
    """Whether a paragraph, a table or a row is an insertion of the same author, open still: it goes without a trace."""
    if is_w(block, "tr"):
        return _by(child(block, "w:trPr", "w:ins"), pen)
    if is_w(block, "tbl"):
        rows = block.findall(tag("w:tr"))
        return bool(rows) and all(_own(row, pen) for row in rows)
    if not is_w(block, "p") or not _by(child(block, "w:pPr", "w:rPr", "w:ins"), pen):
        return False
    return all(is_w(one, "pPr", *MARKS) or _by(one, pen) for one in block)


def _by(change: Element | None, pen: Pen) -> bool:
    return change is not None and is_w(change, "ins") and val(change, "author") == pen.author


def _strike_block(block: Element, pen: Pen) -> None:
    """A whole block as deleted."""
    _without_marks(block, pen)
    for row in list(deep(block, "w:tr")):
        add(properties(row), pen.mark("w:del"))
    for paragraph in [block] if is_w(block, "p") else list(deep(block, "w:p")):
        for one in list(paragraph):
            _strike(one, pen)
        add(_mark_look(paragraph), pen.mark("w:del"))


def _underline_block(block: Element, pen: Pen) -> None:
    """A whole block as inserted."""
    for row in list(deep(block, "w:tr")):
        add(properties(row), pen.mark("w:ins"))
    for paragraph in [block] if is_w(block, "p") else list(deep(block, "w:p")):
        for one in list(paragraph):
            _underline(one, pen)
        add(_mark_look(paragraph), pen.mark("w:ins"))


def _mark_look(paragraph: Element) -> Element:
    """The properties of a paragraph's end."""
    look = properties(paragraph)
    found = child(look, "w:rPr")
    return found if found is not None else add(look, make("w:rPr"))


def _strike(one: Element, pen: Pen) -> None:
    """A piece of a paragraph as deleted, in place."""
    if is_w(one, "r"):
        _gone_drawings(one, pen)
        for text in list(deep(one, "w:t")):
            text.tag = tag("w:delText")
        for code in list(deep(one, "w:instrText")):
            code.tag = tag("w:delInstrText")
        _wrap(one, pen.mark("w:del"))
    elif is_formula(one):
        _wrap(one, pen.mark("w:del"))
    elif _by(one, pen):
        one.getparent().remove(one)
    elif is_w(one, "hyperlink", "ins", "moveTo", "smartTag", "fldSimple"):
        identifier = one.get(f"{_R}id")
        if identifier and identifier not in pen.part.rels:
            del one.attrib[f"{_R}id"]
        for each in list(one):
            _strike(each, pen)
    elif is_w(one, "sdt"):
        for each in inside(child(one, "w:sdtContent")):
            _strike(each, pen)


def _wrap(one: Element, wrap: Element) -> None:
    one.addprevious(wrap)
    wrap.append(one)


def _gone_drawings(run: Element, pen: Pen) -> None:
    """A picture whose file has gone can't be shown as deleted."""
    for one in list(run.iter()):
        names = [value for key, value in one.attrib.items() if key.startswith(_R)]
        if any(name and name not in pen.part.rels for name in names):
            holder = next((up for up in one.iterancestors() if up.getparent() is run), None)
            if holder is not None and holder.getparent() is run:
                run.remove(holder)
                pen.lost.add("a picture that was deleted is not shown as deleted")


def _underline(one: Element, pen: Pen) -> None:
    """A piece of a paragraph as inserted, in place."""
    if is_w(one, "r") or is_formula(one):
        _wrap(one, pen.mark("w:ins"))
    elif is_w(one, "hyperlink", "smartTag", "fldSimple"):
        for each in list(one):
            _underline(each, pen)
    elif is_w(one, "sdt"):
        for each in inside(child(one, "w:sdtContent")):
            _underline(each, pen)


def _without_marks(element: Element, pen: Pen) -> None:
    """A struck copy has no bookmarks and comment marks that are elsewhere now; those that would be lost stay in it."""
    for one in list(element.iter(*(tag(f"w:{name}") for name in _MARKING))):
        if (local(one), val(one, "id")) in pen.marks:
            one.getparent().remove(one)


def _paragraph(was: Element, now: Element, pen: Pen) -> None:
    """The words of a paragraph, and its format."""
    _format(was, now, pen)
    old, new = tokens_of(was), tokens_of(now)
    keys = [[(one.text, b"" if one.run is not None else one.look) for one in row] for row in (old, new)]
    for one in list(now):
        if not is_w(one, "pPr"):
            now.remove(one)
    for action, a, b, c, d in whole_words(SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes(), old):
        if action == "equal":
            for one, other in zip(old[a:b], new[c:d], strict=True):
                if one.run is not None and one.look != other.look:
                    _reformat(other, one, pen)
                _append(now, other)
            continue
        for one in joined(old[a:b]):
            if is_w(one.element, *MARKS):
                if is_w(one.element, *_MARKING) and (local(one.element), val(one.element, "id")) not in pen.marks:
                    now.append(one.element)
                continue
            if one.run is None and not _is_content(one.element):
                continue
            piece = copy.deepcopy(one.element)
            _without_marks(piece, pen)
            now.append(piece)
            _strike(piece, pen)
        for one in joined(new[c:d]):
            now.append(one.element)
            _underline(one.element, pen)
    join_runs(now)


def _is_content(element: Element) -> bool:
    return is_w(element, "r", "hyperlink", "sdt", "fldSimple", "ins", "smartTag", "moveTo") or is_formula(element)


def _append(paragraph: Element, token: Token) -> None:
    paragraph.append(token.element)


def _reformat(token: Token, was: Token, pen: Pen) -> None:
    """A word whose look changed."""
    assert token.run is not None and was.run is not None
    old = child(was.run, "w:rPr")
    inner = make("w:rPr")
    inner.extend([copy.deepcopy(one) for one in inside(old) if not is_w(one, "rPrChange")])
    look = properties(token.run)
    for one in list(look):
        if is_w(one, "rPrChange"):
            look.remove(one)
    look.append(pen.mark("w:rPrChange", inner))


def _format(was: Element, now: Element, pen: Pen) -> None:
    """A paragraph whose format changed."""
    kept = ("rPr", "sectPr", "pPrChange")
    rows = [[one for one in inside(child(each, "w:pPr")) if not is_w(one, *kept)] for each in (was, now)]
    if [key_of(one) for one in rows[0]] == [key_of(one) for one in rows[1]]:
        return
    look = properties(now)
    if _by(child(was, "w:pPr", "w:rPr", "w:ins"), pen):
        return  # it is new as a whole
    if child(look, "w:pPrChange") is None:
        inner = make("w:pPr")
        inner.extend([copy.deepcopy(one) for one in rows[0]])
        add(look, pen.mark("w:pPrChange", inner))


def _table(was: Element, now: Element, pen: Pen) -> None:
    """The rows of a table; one whose columns changed is another table."""
    old, new = (table.findall(tag("w:tr")) for table in (was, now))
    columns = [len(inside(child(table, "w:tblGrid"))) for table in (was, now)]
    if columns[0] != columns[1]:
        struck = copy.deepcopy(was)
        now.addprevious(struck)
        _strike_block(struck, pen)
        _underline_block(now, pen)
        between = make("w:p")  # two tables that touch would be one; whatever is decided, it goes
        now.addprevious(between)
        add(_mark_look(between), pen.mark("w:ins"))
        add(_mark_look(between), pen.mark("w:del"))
        return
    for kind, before, after, anchor in paired(old, new):
        if kind == "gone":
            assert before is not None
            if _own(before, pen):
                continue
            struck = copy.deepcopy(before)
            if anchor is not None:
                anchor.addprevious(struck)
            else:
                now.append(struck)
            _strike_row(struck, pen)
        elif kind == "came":
            assert after is not None
            _underline_row(after, pen)
        elif kind == "changed":
            assert before is not None and after is not None
            cells = [row.findall(tag("w:tc")) for row in (before, after)]
            if len(cells[0]) != len(cells[1]):
                struck = copy.deepcopy(before)
                after.addprevious(struck)
                _strike_row(struck, pen)
                _underline_row(after, pen)
                continue
            for one, other in zip(*cells, strict=True):
                _flow(one, other, pen)


def _strike_row(row: Element, pen: Pen) -> None:
    add(properties(row), pen.mark("w:del"))
    for cell in row.findall(tag("w:tc")):
        for block in _blocks(cell):
            _strike_block(block, pen)


def _underline_row(row: Element, pen: Pen) -> None:
    add(properties(row), pen.mark("w:ins"))
    for cell in row.findall(tag("w:tc")):
        for block in _blocks(cell):
            _underline_block(block, pen)
