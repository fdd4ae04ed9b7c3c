"""Comments put into a copy of a document that came without them, at the words they were on.

LibreOffice here reads a file either with its comments or with its formulas and other objects. So it reads it twice, and
what only the one copy has is brought into the other, paragraph by paragraph and letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from deskworld_docs.comments import carry
from deskworld_docs.linking import alone
from deskworld_docs.markup import deep, is_w, local, make, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.words import places_of, run_at, text_of

_MARKS = ("w:commentRangeStart", "w:commentRangeEnd", "w:commentReference")


def commented(paper: Paper) -> bool:
    """Whether a document has comments."""
    return next(deep(paper.document.element, _MARKS[2]), None) is not None


def take_comments(source: Paper, target: Paper) -> None:
    """Bring the comments of one copy of a document into another, which has none, but may have their marks."""
    for mark in list(deep(target.body, *_MARKS)):
        holder = mark.getparent()
        holder.remove(mark)
        if is_w(holder, "r") and not len(holder):
            holder.getparent().remove(holder)
    ids = carry(source, target, {val(one, "id") for one in deep(source.body, _MARKS[2])})
    for old, new in _paired(source, target):
        for mark, before in places_of(old, *_MARKS):
            if val(mark, "id") not in ids:
                continue
            made = make(f"w:{local(mark)}", id=ids[val(mark, "id")])
            _put(new, make("w:r", made) if is_w(mark, "commentReference") else made, before)


def _paired(source: Paper, target: Paper) -> Iterator[tuple[Element, Element]]:
    """The paragraphs of one copy, each with its twin in the other."""
    old, new = list(deep(source.body, "w:p")), list(deep(target.body, "w:p"))
    if len(old) == len(new):
        return zip(old, new, strict=True)
    said = [[text_of(one) for one in row] for row in (old, new)]
    pairs = SequenceMatcher(None, said[0], said[1], autojunk=False).get_matching_blocks()
    return ((old[a + n], new[b + n]) for a, b, size in pairs for n in range(size))


def _put(paragraph: Element, mark: Element, before: int) -> None:
    """Put a mark behind so many letters; one that ends something, behind all that stands there."""
    if is_w(mark, "commentRangeStart") and not before:
        first = next((one for one in paragraph if not is_w(one, "pPr", "commentRangeStart")), None)
    else:
        run = run_at(paragraph, before)
        first = None if run is None else alone(run)
    if first is not None:
        first.addprevious(mark)
    else:
        paragraph.append(mark)
