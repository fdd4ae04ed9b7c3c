"""Footnotes and endnotes: real ones, which Word numbers in the order of the text."""

from __future__ import annotations

import copy
from typing import Annotated, Literal

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_docs.arguments import Block, Markdown
from deskworld_docs.markup import adopted, child, deep, drop, is_w, local, make, put, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import editing, reading
from deskworld_docs.places import blocks, every_paragraph, find_block
from deskworld_docs.words import isolate, text_of

_FORMS = {
    "1, 2": "decimal", "i, ii": "lowerRoman", "I, II": "upperRoman", "a, b": "lowerLetter", "A, B": "upperLetter",
    "*, †": "chicago",
}  # fmt: skip
NoteKind = Literal["footnote", "endnote"]


class DocumentNote(Result):
    """A footnote or an endnote."""

    name: str = Field(description="footnote3: its text is block footnote3:1.")
    number: int = Field(description="As printed, where notes are numbered through.")
    text: str
    block: str = Field(description="Where it is called.")
    after: str = Field(description="The words before its mark.")


class NoteSaved(Saved):
    """A document with a note more."""

    name: str


@tool("add")
def add_footnote(
    world: World,
    path: str,
    block: Block,
    text: Markdown,
    words: Annotated[str, Field(description="Its mark comes after these; else at the block's end.")] = "",
    kind: NoteKind = "footnote",
) -> NoteSaved:
    """Add a footnote or endnote to a paragraph."""
    from deskworld_docs.composing import Composer
    from deskworld_docs.footnoting import add_note
    from deskworld_docs.markdown.parsing import parse_inline

    if not text.strip():
        raise ToolError("a note needs words", argument="text")
    with editing(world, path) as paper:
        spot = find_block(paper, block)
        if spot.story.name:
            raise ToolError(f"Word has notes in the body only, and {spot.place} lies beside it", argument="block")
        if not is_w(spot.element, "p"):
            raise ToolError(f"block {spot.place} is a table; name a cell such as {spot.place}.1.1", argument="block")
        said = text_of(spot.element)
        at = said.find(words)
        if at < 0:
            raise ToolError(f"these words are not in block {spot.place}, which says {said[:80]!r}", argument="words")
        note, reference = add_note(paper, kind)
        part = paper.related(f"{kind}s")
        composer = Composer(world, paper, part)
        composer.fill(note[0], parse_inline(text))
        composer.links.settle([])
        if words:
            isolate(spot.element, [(at, at + len(words))])[-1].addnext(reference)
        else:
            spot.element.append(reference)
        paper.touch(spot.element)
        count = len(list(deep(paper.body, f"w:{kind}Reference")))
    receipt, name = paper.receipt, f"{kind}{val(note, 'id')}"
    receipt["verified"] += f"; {name} says {text_of(note[0]).strip()[:60]!r}, {count} {kind}{'' if count == 1 else 's'}"
    return NoteSaved(**receipt, name=name)


@tool("read")
def list_document_notes(world: World, path: str, limit: int = 50, cursor: str = "") -> Page[DocumentNote]:
    """Footnotes and endnotes in the order of the text, with where they are called."""
    found: list[DocumentNote] = []
    with reading(world, path) as paper:
        texts: dict[tuple[str, str], str] = {}
        for kind in ("footnote", "endnote"):
            root = paper.part_root(f"{kind}s")
            for note in root.findall(tag(f"w:{kind}")) if root is not None else ():
                texts[kind, val(note, "id")] = _text(note)
        counts = {"footnote": 0, "endnote": 0}
        for place, paragraph in every_paragraph(paper):
            for mark in deep(paragraph, "w:footnoteReference", "w:endnoteReference"):
                kind, identifier = local(mark).removesuffix("Reference"), val(mark, "id")
                counts[kind] += 1
                found.append(
                    DocumentNote(
                        name=f"{kind}{identifier}",
                        number=counts[kind],
                        text=texts.get((kind, identifier), ""),
                        block=place,
                        after=_before(paragraph, mark),
                    )
                )
    return page(found, limit=limit, cursor=cursor)


@tool("remove")
def delete_document_notes(
    world: World, path: str, notes: Annotated[list[str], Field(description="Like footnote3.")]
) -> Saved:
    """Delete footnotes or endnotes with their marks; the others are numbered anew."""
    from deskworld_docs.removing import Leaving, settle_after

    with editing(world, path) as paper:
        marks = {
            f"{local(mark).removesuffix('Reference')}{val(mark, 'id')}": mark
            for mark in deep(paper.body, "w:footnoteReference", "w:endnoteReference")
        }
        for name in notes:
            if name.strip().lower() not in marks:
                there = ", ".join(list(marks)[:30]) or "none"
                raise ToolError(f"there is no note {name!r}; there is: {there}", argument="notes")
        left = Leaving.of(paper.body)
        for name in notes:
            run = marks[name.strip().lower()].getparent()
            run.remove(marks[name.strip().lower()])
            if all(is_w(one, "rPr") for one in run):
                run.getparent().remove(run)
        settle_after(paper, paper.document.part, left, None)
    count = sum(1 for _ in deep(paper.body, "w:footnoteReference", "w:endnoteReference"))
    receipt = paper.receipt
    receipt["verified"] += f"; {count} note{'' if count == 1 else 's'} left"
    return Saved(**receipt)


@tool("edit")
def convert_document_notes(world: World, path: str, to: NoteKind) -> Saved:
    """Make all footnotes endnotes, or all endnotes footnotes; texts and looks stay."""
    from deskworld_docs.footnoting import add_note
    from deskworld_docs.removing import Leaving, settle_after

    other = "footnote" if to == "endnote" else "endnote"
    with editing(world, path) as paper:
        marks = list(deep(paper.body, f"w:{other}Reference"))
        if not marks:
            raise ToolError(f"the document has no {other}s", argument="to")
        left = Leaving.of(paper.body)
        old_part = paper.related(f"{other}s")
        texts = {val(note, "id"): note for note in paper.root(old_part)} if old_part is not None else {}
        for mark in marks:
            note, reference = add_note(paper, to)
            new_part = paper.related(f"{to}s")
            source = texts.get(val(mark, "id"))
            if source is not None and old_part is not None and new_part is not None:
                _fill_from(source, note, other, to, old_part, new_part)
            run = mark.getparent()
            run.addnext(reference)
            run.remove(mark)
            if all(is_w(one, "rPr") for one in run):
                run.getparent().remove(run)
        settle_after(paper, paper.document.part, left, None)
    receipt = paper.receipt
    receipt["verified"] += f"; {len(marks)} {other}s are {to}s now"
    return Saved(**receipt)


def _fill_from(source: Element, note: Element, other: str, to: str, old: Part, new: Part) -> None:
    """Give a new note the paragraphs of an old one, in the style of its kind."""
    style = val(child(note, "w:p", "w:pPr", "w:pStyle"))
    for one in list(note):
        note.remove(one)
    for block in source:
        made = copy.deepcopy(block)
        for one in made.iter():
            if is_w(one, f"{other}Ref"):
                one.tag = tag(f"w:{to}Ref")
            elif is_w(one, "pStyle") and val(one).lower().startswith(other):
                one.set(tag("w:val"), style)
            elif is_w(one, "rStyle") and val(one).lower().startswith(other):
                one.set(tag("w:val"), val(one).replace(other.capitalize(), to.capitalize()))
        note.append(adopted(made, old, new))


@tool("edit")
def format_document_notes(
    world: World,
    path: str,
    kind: NoteKind = "footnote",
    numbers: Literal["1, 2", "i, ii", "I, II", "a, b", "A, B", "*, †"] = "1, 2",
    restart: Literal["never", "section", "page"] = "never",
    start: Annotated[int, Field(ge=1, le=1000)] = 1,
) -> Saved:
    """Set how footnotes or endnotes are numbered."""
    if kind == "endnote" and restart == "page":
        raise ToolError("endnotes start anew with a section or never", argument="restart")
    said = (
        ("w:numFmt", _FORMS[numbers]),
        ("w:numStart", str(start)),
        ("w:numRestart", {"never": "continuous", "section": "eachSect", "page": "eachPage"}[restart]),
    )
    with editing(world, path) as paper:
        for section in list(deep(paper.body, "w:sectPr")):
            holder = put(section, f"w:{kind}Pr")
            drop(holder, *(name for name, _ in said))
            at = 1 if child(holder, "w:pos") is not None else 0
            for name, value in reversed(said):
                holder.insert(at, make(name, val=value))
    receipt = paper.receipt
    receipt["verified"] += f"; {kind}s are numbered {numbers} from {start}"
    return Saved(**receipt)


def _text(note: Element) -> str:
    return "\n".join(text_of(one) for one in blocks(note) if is_w(one, "p")).strip()


def _before(paragraph: Element, mark: Element) -> str:
    """The last words before a mark."""
    said = ""
    for one in paragraph.iter(tag("w:t"), mark.tag):
        if one is mark:
            break
        said += one.text or ""
    return said[-40:].strip()
