"""A table of contents: Word's own field, with entries and the page numbers they really have.

A field that says "update me" is empty for everybody who does not open it in Word. So the entries are written here, the
document is laid out by LibreOffice, and the page of each heading is read from what it made; Word goes on from there.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import After
from deskworld_docs.fields import field_runs
from deskworld_docs.markup import child, clean, deep, is_w, make, parse, properties, put, tag, val
from deskworld_docs.numbering import Counter, labels, take_out
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper, editing
from deskworld_docs.places import blocks
from deskworld_docs.room import room_at
from deskworld_docs.styling import Styles
from deskworld_docs.words import make_run, text_of


class ContentsMade(Saved):
    """A table of contents."""

    block: str
    entries: list[str] = Field(description="Heading and page.")
    pages: int


@tool("edit")
def add_table_of_contents(
    world: World,
    path: str,
    after: After = "0",
    title: str = "Contents",
    levels: Annotated[int, Field(ge=1, le=6, description="Of headings.")] = 3,
) -> ContentsMade:
    """Insert a table of contents with real page numbers; where there is one already, it is renewed in its place."""
    from deskworld_docs.gaps import find_gap

    with editing(world, path) as paper:
        styles = Styles(paper)
        old = _existing(paper)
        headings = [
            (paragraph, level)
            for paragraph in blocks(paper.body)
            if is_w(paragraph, "p") and 0 < (level := styles.outline_level(paragraph)) <= levels
            and text_of(paragraph).strip() and not any(paragraph in each.iter() for each in old)
        ]  # fmt: skip
        if not headings:
            raise ToolError("the document has no headings yet; give some paragraphs a heading style", argument="path")
        control = _control(paper, styles, headings, clean(title), levels)
        if old:
            old[0].addprevious(control)
            for element in old:
                element.getparent().remove(element)
        else:
            gap = find_gap(paper, after)
            if gap.story.name or gap.holder is not paper.body:
                raise ToolError("it stands in the body, not in a table or header", argument="after")
            gap.fill([control])
        numbers, pages = _pages(paper, headings)
        for entry, number in zip(_entries(control), numbers, strict=True):
            _show_page(entry, number)
        first = next(blocks(control))
        place = next(str(n) for n, each in enumerate(blocks(paper.body), 1) if each is first)
        paper.touch(first)
    entries = [f"{' '.join(text_of(p).split())}: {n}" for (p, _), n in zip(headings, numbers, strict=True)]
    return ContentsMade(**paper.receipt, block=place, entries=entries[:200], pages=pages)


def _existing(paper: Paper) -> list[Element]:
    """The elements of the body that are a table of contents: its content control, or the paragraphs of its field."""
    for control in deep(paper.body, "w:sdt"):
        gallery = next(deep(control, "w:docPartGallery"), None)
        if gallery is not None and val(gallery) == "Table of Contents":
            return [control]
    found: list[Element] = []
    depth = 0
    for paragraph in [block for block in paper.body if is_w(block, "p")]:
        code = "".join(one.text or "" for one in deep(paragraph, "w:instrText"))
        if code.split()[:1] == ["TOC"] and not found and "\\c" not in code.split():
            found.append(paragraph)
            depth = _depth(paragraph)
        elif found and depth > 0:
            found.append(paragraph)
            depth += _depth(paragraph)
        if found and depth <= 0:
            break
    return found


def _depth(paragraph: Element) -> int:
    kinds = [val(one, "fldCharType") for one in deep(paragraph, "w:fldChar")]
    return kinds.count("begin") - kinds.count("end")


def _control(paper: Paper, styles: Styles, headings: Sequence[tuple[Element, int]], title: str, levels: int) -> Element:
    """The content control that Word makes for a table of contents, with a tag that says where its numbers are from."""
    from deskworld_artifacts.inspection.document.paging import CONTENTS_MARK

    control = parse(
        f'<w:sdt><w:sdtPr><w:tag w:val="{CONTENTS_MARK}"/><w:docPartObj><w:docPartGallery w:val="Table of Contents"/>'
        "<w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent/></w:sdt>"
    )
    content = child(control, "w:sdtContent")
    assert content is not None
    if title.strip():
        head = make("w:p", make_run(" ".join(title.split())))
        put(properties(head), "w:pStyle", val=styles.identifier("TOC Heading"))
        if Counter(paper).numbering_of(head)[0]:  # where headings are numbered, the contents are still no chapter
            take_out(head, overrule=True)
        content.append(head)
    width = round(room_at(paper, paper.body[0])[0] * 20)
    items = labels(paper)[1]
    for index, (heading, level) in enumerate(headings):
        entry = make("w:p")
        put(properties(entry), "w:pStyle", val=styles.identifier(f"toc {level}"))
        stops = put(properties(entry), "w:tabs")
        stops.append(make("w:tab", val="right", leader="dot", pos=width))
        if index == 0:
            entry.extend(field_runs(f'TOC \\o "1-{levels}" \\h \\z \\u', [])[:-1])
        mark = _mark(paper, heading)
        link = make("w:hyperlink", anchor=mark, history=1)
        item = items.get(heading)
        label = f"{item.label} " if item is not None and item.form != "bullet" else ""
        link.append(make_run(f"{label}{' '.join(text_of(heading).split())}"))
        link.append(make("w:r", make("w:tab")))
        link.extend(field_runs(f"PAGEREF {mark} \\h", "1"))
        entry.append(link)
        content.append(entry)
    content[-1].append(make("w:r", make("w:fldChar", fldCharType="end")))
    return control


def _mark(paper: Paper, heading: Element) -> str:
    """The bookmark that an entry leads to: Word's own kind, hidden from lists."""
    for mark in deep(heading, "w:bookmarkStart"):
        if val(mark, "name").startswith("_Toc"):
            return val(mark, "name")
    number, name = paper.marks.new(f"_Toc{100000000 + sum(1 for _ in deep(paper.body, 'w:bookmarkStart'))}")
    first = next((n for n, one in enumerate(heading) if not is_w(one, "pPr")), len(heading))
    heading.insert(first, make("w:bookmarkStart", id=number, name=name))
    heading.append(make("w:bookmarkEnd", id=number))
    return name


def _entries(control: Element) -> list[Element]:
    return [paragraph for paragraph in blocks(control) if next(deep(paragraph, "w:hyperlink"), None) is not None]


def _show_page(entry: Element, number: str) -> None:
    """Give an entry its page number: what its PAGEREF field shows."""
    passed = False
    for run in deep(next(deep(entry, "w:hyperlink")), "w:r"):
        for one in run:
            if val(one, "fldCharType") == "separate":
                passed = True
            elif passed and one.tag == tag("w:t"):
                one.text = number
                return


def _pages(paper: Paper, headings: Sequence[tuple[Element, int]]) -> tuple[list[str], int]:
    """The page number of each heading as it is printed, and how many pages there are."""
    from deskworld_artifacts import RenderError
    from deskworld_artifacts.inspection.document.layout import lay_out

    orders = {paragraph: order for order, paragraph in enumerate(deep(paper.body, "w:p"))}
    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        draft = Path(folder, "draft.docx")
        paper.origin.write(draft)
        try:
            layout = lay_out(draft, only=[orders[paragraph] for paragraph, _ in headings])
        except RenderError as error:
            raise ToolError(f"page numbers need the document laid out: {error}") from error
    return [layout.printed(orders[paragraph]) for paragraph, _ in headings], layout.pages
