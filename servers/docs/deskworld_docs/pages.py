"""Pages: their size, margins and columns, where they and sections break, and what stands above and below the text."""

from __future__ import annotations

import copy
import re
from typing import Annotated, Any, Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import After
from deskworld_docs.drafting import PAGES
from deskworld_docs.fields import field_runs
from deskworld_docs.marking import marks_in
from deskworld_docs.markup import adopted, child, clean, deep, drop, is_w, make, number, properties, put, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper, editing
from deskworld_docs.places import blocks
from deskworld_docs.refitting import Refit
from deskworld_docs.room import text_width
from deskworld_docs.slips import slip
from deskworld_docs.styling import Styles
from deskworld_docs.words import make_run

SectionNumber = Annotated[int | None, Field(ge=1, description="From 1; all if left out.")]
_FIELD = re.compile(r"\{(page|pages|date|title)\}")
_BRACED = re.compile(r"\{(\w+)\}")
_CODES = {"page": "PAGE", "pages": "NUMPAGES", "date": 'DATE \\@ "d MMMM yyyy"', "title": "TITLE"}


class MarginsSaved(Saved):
    """Headers and footers as they are now."""

    sections: int = Field(description="How many were changed.")
    header: str
    footer: str


class LayoutSaved(Saved):
    """A page as it is now, in points."""

    sections: int = Field(description="How many were changed.")
    width: float
    height: float
    text_width: float


class BreakMade(Saved):
    """A break that was made."""

    block: str
    sections: int = Field(description="In the document now.")


def sections_of(paper: Paper) -> list[Element]:
    """The w:sectPr of each section, in order; made where a document has none."""
    found = [section for section in deep(paper.body, "w:sectPr") if not is_w(section.getparent(), "sectPrChange")]
    if child(paper.body, "w:sectPr") is None:
        last = make("w:sectPr")
        put(last, "w:pgSz", w=11906, h=16838)
        put(last, "w:pgMar", top=1440, right=1440, bottom=1440, left=1440, header=720, footer=720, gutter=0)
        paper.body.append(last)
        found.append(last)
    return found


def _chosen(paper: Paper, section: int | None) -> list[Element]:
    there = sections_of(paper)
    if section is None:
        return there
    if section > len(there):
        raise ToolError(f"the document has {len(there)} section{'s' * (len(there) > 1)}", argument="section")
    return [there[section - 1]]


@tool("edit", core=True)
def set_header_footer(
    world: World,
    path: str,
    header: str = "",
    footer: str = "",
    pages: Literal["all", "first", "even"] = "all",
    section: SectionNumber = None,
) -> MarginsSaved:
    """Set the line above or below the text, "left | middle | right" with {page} {pages} {date} {title}; "none" takes it
    away. What is left out stays. "first" is page 1, or a section's first page.
    """
    if not header and not footer:
        raise ToolError("say `header`, `footer` or both", argument="header")
    from deskworld_docs.marking import Watermark

    with editing(world, path) as paper:
        mark = Watermark.of(paper)
        chosen = _chosen(paper, 1 if pages == "first" and section is None else section)  # the document's first page
        kind = {"all": "default"}.get(pages, pages)
        lines = {"header": header, "footer": footer}
        if pages == "even":
            put(paper.document.settings.element, "w:evenAndOddHeaders")
            for one in sections_of(paper):
                for name in lines:
                    _go_on(paper, one, name, kind)
        for one in chosen:
            if pages == "first":
                put(one, "w:titlePg")
            for name, text in lines.items():
                if text:
                    _set_line(world, paper, one, name, kind, text)
                elif pages == "first":
                    _go_on(paper, one, name, kind)
        if mark is not None:
            mark.put(paper)
        said = {name: _line_of(paper, chosen[0], name, kind) for name in ("header", "footer")}
    return MarginsSaved(**paper.receipt, sections=len(chosen), **said)


def _set_line(world: World, paper: Paper, section: Element, name: str, kind: str, text: str) -> None:
    """Give a section a header or footer of its own with this line."""
    root = _own_part(paper, section, name, kind)
    old = next((block for block in blocks(root) if is_w(block, "p")), None)
    others = [block for block in blocks(root) if block is not old]
    for mark in list(marks_in(root)):  # a watermark is none of the line
        mark.getparent().remove(mark)
    pictures = any(True for _ in deep(root, "w:drawing", "w:pict"))
    if pictures or any(is_w(one, "tbl") for one in others):
        paper.warnings.append(f"the {name} held pictures or tables; they are gone")
    for one in list(root):
        root.remove(one)
    styles = Styles(paper)
    paragraph = make("w:p")
    put(properties(paragraph), "w:pStyle", val=styles.identifier(name))
    root.append(paragraph)
    if text.strip().casefold() == "none":
        return
    for wrong in dict.fromkeys(_BRACED.findall(text)):
        if wrong not in _CODES:
            known = " ".join(f"{{{each}}}" for each in _CODES)
            paper.warnings.append(f"{{{wrong}}} is no field and stays as it is typed; fields are {known}")
    parts = [part.strip() for part in clean(text).replace("\n", " ").split("|")]
    if len(parts) > 3:
        raise ToolError("a line has at most three parts: left | middle | right", argument=name)
    width = text_width(section)
    if len(parts) > 1:
        stops = [("center", width // 2), ("right", width)]
        tabs = put(properties(paragraph), "w:tabs")
        said = {(kind_, at) for kind_, at in stops}
        for base in styles.inherited(paragraph, "w:pPr", "w:tabs"):
            for stop in base:
                at = number(stop, "pos")
                if (val(stop), at) not in said:
                    tabs.append(make("w:tab", val="clear", pos=at))
        tabs.extend(make("w:tab", val=kind_, pos=at) for kind_, at in stops)
    if len(parts) == 2:
        parts.insert(1, "")
    for index, part in enumerate(parts):
        if index:
            paragraph.append(make("w:r", make("w:tab")))
        paragraph.extend(_with_fields(world, paper, part))


def _with_fields(world: World, paper: Paper, text: str) -> list[Element]:
    """Text and fields as runs."""
    from deskworld_docs.formulas.placing import put_formula
    from deskworld_docs.lettering import dress
    from deskworld_docs.markdown import parse_inline

    shown = {
        "page": "1", "pages": "1", "date": f"{world.now().day} {world.now():%B %Y}",
        "title": paper.document.core_properties.title or "",
    }  # fmt: skip
    styles = Styles(paper)
    made: list[Element] = []
    for span in parse_inline(text):
        if span.kind == "math":
            held = make("w:p")
            put_formula(paper, held, span)
            made += list(held)
        if span.kind != "text":
            continue
        dressed = make("w:r")
        dress(styles, dressed, span.marks)
        look = child(dressed, "w:rPr")
        for place, piece in enumerate(_FIELD.split(span.text)):
            if place % 2:
                made += field_runs(_CODES[piece], shown[piece], look)
            elif piece:
                made.append(make_run(piece, look))
    return made


def _own_part(paper: Paper, section: Element, name: str, kind: str) -> Element:
    """The root of a section's own header or footer; made, or copied from one that others use too."""
    for reference in section.findall(tag(f"w:{name}Reference")):
        if val(reference, "type") == kind:
            rid = reference.get(tag("r:id"), "")
            uses = [
                ref for other in sections_of(paper) for ref in other.findall(tag(f"w:{name}Reference"))
                if ref.get(tag("r:id")) == rid
            ]  # fmt: skip
            if rid in paper.document.part.rels and len(uses) == 1:
                return paper.root(paper.document.part.rels[rid].target_part)
            section.remove(reference)
    part, rid = _new_part(paper, name)
    reference = make(f"w:{name}Reference", type=kind)
    reference.set(tag("r:id"), rid)
    section.insert(0 if name == "header" else len(section.findall(tag("w:headerReference"))), reference)
    return paper.root(part)


def _go_on(paper: Paper, section: Element, name: str, kind: str) -> None:
    """Let a header or footer of all pages stand on those of a kind that are to have their own, and have none yet."""
    if any(val(one, "type") == kind for one in section.findall(tag(f"w:{name}Reference"))):
        return
    there = sections_of(paper)
    said = [
        one for each in there[: there.index(section) + 1] for one in each.findall(tag(f"w:{name}Reference"))
        if val(one, "type") == "default"
    ]  # fmt: skip
    rels = paper.document.part.rels
    if not said or said[-1].get(tag("r:id"), "") not in rels:
        return
    old = rels[said[-1].get(tag("r:id"), "")].target_part
    root = _own_part(paper, section, name, kind)
    beside = [rel.target_part for rel in rels.values() if rel.reltype.endswith(f"/{name}") and not rel.is_external]
    new = next(part for part in beside if paper.root(part) is root)
    for block in paper.root(old):
        root.append(adopted(copy.deepcopy(block), old, new))


def _new_part(paper: Paper, name: str) -> tuple[Part, str]:
    """An empty header or footer part; python-docx's own kind, which can hold pictures."""
    main = paper.document.part
    part, rid = main.add_header_part() if name == "header" else main.add_footer_part()
    root = part.element
    for one in list(root):
        root.remove(one)
    return part, rid


def _line_of(paper: Paper, section: Element, name: str, kind: str) -> str:
    for reference in section.findall(tag(f"w:{name}Reference")):
        if val(reference, "type") == kind:
            return _text_behind(paper, reference)
    return ""


@tool("edit", core=True)
def set_page_layout(
    world: World,
    path: str,
    size: Literal["A3", "A4", "A5", "Letter", "Legal"] | None = None,
    orientation: Literal["portrait", "landscape"] | None = None,
    margins: Annotated[list[float] | None, Field(description="Points: one, or top, right, bottom, left.")] = None,
    columns: Annotated[int | None, Field(ge=1, le=6)] = None,
    first_page_number: Annotated[int | None, Field(ge=0, le=9999)] = None,
    page_border: bool | None = None,
    section: SectionNumber = None,
) -> LayoutSaved:
    """Set pages of the document or of one section; what is left out stays. Tables follow the text's width."""
    if (size, orientation, margins, columns, first_page_number, page_border) == (None,) * 6:
        raise ToolError("nothing to change; say `size`, `orientation`, `margins` or `columns`", argument="size")
    sides = [*(margins or [])]
    if len(sides) not in (0, 1, 4) or not all(0 <= side <= 400 for side in sides):
        raise ToolError("say one margin, or top, right, bottom, left; 0 to 400 points each", argument="margins")
    with editing(world, path) as paper:
        chosen = _chosen(paper, section)
        refit = Refit(paper)
        for one in chosen:
            _lay_out(one, size, orientation, sides * 4 if len(sides) == 1 else sides)
            if columns is not None:
                cols = put(one, "w:cols", num=columns, space=720)
                for inner in list(cols):
                    cols.remove(inner)
                cols.attrib.pop(tag("w:equalWidth"), None)
            if first_page_number is not None:
                put(one, "w:pgNumType", start=first_page_number)
            if page_border is not None:
                drop(one, "w:pgBorders")
                if page_border:
                    borders = put(one, "w:pgBorders", offsetFrom="page")
                    borders.extend(
                        make(f"w:{side}", val="single", sz=4, space=24, color="auto")
                        for side in ("top", "left", "bottom", "right")
                    )
        page = child(chosen[0], "w:pgSz")
        width = text_width(chosen[0]) / 20
        if width < 72:
            raise ToolError(f"only {width:.0f} points would be left for the text", argument="margins")
        done = refit.follow()
        paper.warnings += refit.misfits()
        paper.warnings += slip("margins", sides, 10)
    receipt = paper.receipt
    receipt["verified"] = "; ".join([receipt["verified"], *done])
    return LayoutSaved(
        **receipt, sections=len(chosen), width=number(page, "w") / 20, height=number(page, "h") / 20,
        text_width=width,
    )  # fmt: skip


def _lay_out(section: Element, size: str | None, orientation: str | None, sides: list[float]) -> None:
    page = put(section, "w:pgSz")
    wide, high = number(page, "w", 11906), number(page, "h", 16838)
    lies = wide > high
    if size is not None:
        wide, high = (round(side * 20) for side in PAGES[size])
        wide, high = (high, wide) if lies else (wide, high)
    if orientation is not None and (orientation == "landscape") != (wide > high):
        wide, high = high, wide
    put(section, "w:pgSz", w=wide, h=high, orient="landscape" if wide > high else "portrait")
    page.attrib.pop(tag("w:code"), None)
    margin = put(section, "w:pgMar")
    for name, default in (("top", 1440), ("right", 1440), ("bottom", 1440), ("left", 1440), ("header", 720),
                          ("footer", 720), ("gutter", 0)):  # fmt: skip
        if not val(margin, name):
            margin.set(tag(f"w:{name}"), str(default))
    for name, side in zip(("top", "right", "bottom", "left"), sides, strict=False):
        margin.set(tag(f"w:{name}"), str(round(side * 20)))


def _text_behind(paper: Paper, reference: Element) -> str:
    """What the header or footer that a section refers to says."""
    from deskworld_docs.captions import show_result
    from deskworld_docs.describing import plain_text

    rid = reference.get(tag("r:id"), "")
    if rid not in paper.document.part.rels:
        return ""
    root = copy.deepcopy(paper.root(paper.document.part.rels[rid].target_part))
    names = {code.split()[0]: name for name, code in _CODES.items()}
    for code in deep(root, "w:instrText"):
        if name := names.get(((code.text or "").split() or [""])[0]):
            show_result(code, f"{{{name}}}")  # what it shows is known once the pages are laid out
    return "\n".join(plain_text(block) for block in blocks(root))


@tool("add")
def add_document_break(
    world: World, path: str, kind: Literal["page", "column", "section", "section_same_page"], after: After = ""
) -> BreakMade:
    """Break the page or column, or begin a section that can have its own layout, headers and columns."""
    from deskworld_docs.gaps import find_gap

    with editing(world, path) as paper:
        gap = find_gap(paper, after)
        if gap.story.name:
            raise ToolError("only the body has pages and sections", argument="after")
        if kind in ("page", "column"):
            element = make("w:p", make("w:r", make("w:br", type=kind)))
            gap.fill([element])
        else:
            element = _end_section(paper, gap, same_page=kind == "section_same_page")
        paper.touch(element)
        count = len(sections_of(paper))
        block = next(str(n) for n, each in enumerate(blocks(paper.body), 1) if each is element)
    return BreakMade(**paper.receipt, block=block, sections=count)


def _end_section(paper: Paper, gap: Any, *, same_page: bool) -> Element:
    """End a section after a block: its page is that of the section it was cut from, which goes on behind it."""
    sections_of(paper)
    if gap.holder is not paper.body:
        raise ToolError("a section can't end inside a table or a content control", argument="after")
    if gap.before is None:
        raise ToolError("a section has at least one block; say the block it ends with", argument="after")
    element = gap.before
    if not is_w(element, "p") or child(element, "w:pPr", "w:sectPr") is not None:
        element = make("w:p")
        gap.fill([element])
    rest = next(section for later in (element, *element.itersiblings()) for section in deep(later, "w:sectPr"))
    mine = copy.deepcopy(rest)
    drop(mine, "w:sectPrChange")
    put(rest, "w:type", val="continuous" if same_page else "nextPage")
    # What the section behind does not say itself it has from the one before: headers stay with the first.
    for name in ("headerReference", "footerReference"):
        for reference in rest.findall(tag(f"w:{name}")):
            rest.remove(reference)
    properties(element).append(mine)
    shape = properties(element)
    change = child(shape, "w:pPrChange")
    if change is not None:
        shape.append(change)
    if next((one for one in element.itersiblings() if is_w(one, "p", "tbl", "sdt")), None) is None:
        element.addnext(make("w:p"))
    return element
