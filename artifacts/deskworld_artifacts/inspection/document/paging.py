"""Page numbers: as pages print them, and as a document's own references say them.

A section may begin anew at a number, or print roman ones. A reference is a PAGEREF field: an entry of a table of
contents, or "see page 7" in the text. What it shows was true when somebody last renewed it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..ooxml import Element, child, deep, local, tag
from .numbering import written
from .styles import val

CONTENTS_MARK = "deskworld-contents"
"""The tag of a content control whose page numbers were read from a layout like ours: they are right or wrong, exactly.
Those of others were another program's, which breaks pages a little differently."""


class PageReference(NamedTuple):
    """A field that shows a page: in which paragraph, the paragraph whose page it is, and what it shows."""

    paragraph: int
    target: int
    shown: str
    listed: bool
    """Whether it is an entry of a table of contents."""
    exact: bool


class Stretch(NamedTuple):
    """A section's numbering: its first paragraph, the number it begins anew at (None: it counts on), its format."""

    first: int
    start: int | None
    form: str


@dataclass(frozen=True)
class Paging:
    """References and numberings of a document. Paragraphs are counted from 0 through the whole body."""

    references: list[PageReference] = field(default_factory=list[PageReference])
    sections: list[Stretch] = field(default_factory=list[Stretch])

    @classmethod
    def of(cls, body: Element, orders: Mapping[Element, int]) -> "Paging":
        """What a body says."""
        marks = {val(one, "name"): order for one in deep(body, "w:bookmarkStart") if (order := _at(one, orders)) >= 0}
        return cls(list(_references(body, orders, marks)), list(_sections(body, orders)))

    def printed(self, page: int, begins: Mapping[int, int]) -> str:
        """What a page, counted from 1, prints as its number.

        Args:
            page: The page.
            begins: The page that each paragraph begins on.
        """
        number, form, before = page, "decimal", 1
        for section in self.sections:
            first = begins.get(section.first, before)
            if first > page:
                break
            before = first
            form = section.form
            if section.start is not None:
                number = section.start + page - first
        return written(number, form)


def _at(mark: Element, orders: Mapping[Element, int]) -> int:
    """The paragraph that a bookmark begins in, or stands right before; -1 where there is none."""
    holder = next((up for up in mark.iterancestors() if up in orders), None)
    after = holder if holder is not None else next((one for one in mark.itersiblings() if one in orders), None)
    return -1 if after is None else orders[after]


def _references(body: Element, orders: Mapping[Element, int], marks: Mapping[str, int]) -> Sequence[PageReference]:
    found: list[PageReference] = []
    exact = {
        paragraph
        for control in deep(body, "w:sdt")
        if val(child(control, "w:sdtPr", "w:tag")) == CONTENTS_MARK
        for paragraph in deep(control, "w:p")
    }
    contents = 0
    for paragraph, order in orders.items():
        codes: list[list[str]] = []  # code and result of the fields that are open
        for one in paragraph.iter(tag("w:fldChar"), tag("w:instrText"), tag("w:t"), tag("w:fldSimple")):
            name = local(one)
            if name == "fldSimple":
                shown = "".join(each.text or "" for each in deep(one, "w:t"))
                _take(found, val(one, "instr"), shown, order, marks, contents > 0, paragraph in exact)
            elif name == "instrText" and codes:
                codes[-1][0] += one.text or ""
            elif name == "t" and codes and codes[-1][2]:
                codes[-1][1] += one.text or ""
            elif name != "fldChar":
                continue
            elif (kind := val(one, "fldCharType")) == "begin":
                codes.append(["", "", ""])
            elif kind == "separate" and codes:
                codes[-1][2] = "shows"
                contents += _is_contents(codes[-1][0])
            elif kind == "end" and codes:
                code, shown, _ = codes.pop()
                _take(found, code, shown, order, marks, contents > 0, paragraph in exact)
                contents -= _is_contents(code) and contents > 0
            elif kind == "end":
                contents = max(contents - 1, 0)  # of a field that began in a paragraph before
    return found


def _is_contents(code: str) -> bool:
    return code.split()[:1] == ["TOC"]


def _take(
    found: list[PageReference], code: str, shown: str, order: int, marks: Mapping[str, int], listed: bool, exact: bool
) -> None:
    words = code.split()
    if words[:1] == ["PAGEREF"] and len(words) > 1 and words[1] in marks and "\\p" not in words and shown.strip():
        found.append(PageReference(order, marks[words[1]], shown.strip(), listed, exact))


def _sections(body: Element, orders: Mapping[Element, int]) -> Sequence[Stretch]:
    found: list[Stretch] = []
    first = 0
    for section in deep(body, "w:sectPr"):
        if local(section.getparent()) == "sectPrChange":  # pyright: ignore[reportArgumentType]
            continue
        numbers = child(section, "w:pgNumType")
        start = val(numbers, "start")
        form = val(numbers, "fmt") or "decimal"
        found.append(Stretch(first, int(start) if start.isdigit() else None, form))
        holder = next((up for up in section.iterancestors() if up in orders), None)
        first = orders[holder] + 1 if holder is not None else first
    return found
