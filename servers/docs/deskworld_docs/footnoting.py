"""Footnotes and endnotes in their parts: made where a document has none, numbered by Word in the order of the text."""

from __future__ import annotations

from typing import Literal

from deskworld_docs.markup import child, make, number, properties, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.styling import Styles

Kind = Literal["footnote", "endnote"]


def notes_root(paper: Paper, kind: Kind) -> Element:
    """The w:footnotes or w:endnotes of a document, made with its separators where it has none."""
    root = paper.part_root(f"{kind}s")
    if root is None:
        separators = "".join(
            f'<w:{kind} w:type="{name}" w:id="{identifier}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" '
            f'w:lineRule="auto"/></w:pPr><w:r><w:{name}/></w:r></w:p></w:{kind}>'
            for identifier, name in ((-1, "separator"), (0, "continuationSeparator"))
        )
        part = paper.add_part(f"{kind}s.xml", f"{kind}s", f"{kind}s+xml", f"<w:{kind}s>{separators}</w:{kind}s>")
        root = paper.root(part)
        settings = paper.document.settings.element
        if child(settings, f"w:{kind}Pr") is None:
            holder = put(settings, f"w:{kind}Pr")
            holder.extend(make(f"w:{kind}", id=identifier) for identifier in (-1, 0))
    return root


def add_note(paper: Paper, kind: Kind = "footnote") -> tuple[Element, Element]:
    """A new, empty note: the w:footnote with one paragraph that holds its mark, and the run that refers to it.

    The caller puts the run where the note is called and adds the note's text to its paragraph.
    """
    styles = Styles(paper)
    root = notes_root(paper, kind)
    identifier = max((number(note, "id") for note in root.findall(tag(f"w:{kind}"))), default=0) + 1
    look = styles.identifier(f"{kind} reference", "character")
    paragraph = make("w:p")
    put(properties(paragraph), "w:pStyle", val=styles.identifier(f"{kind} text"))
    mark = make("w:r", make("w:rPr", make("w:rStyle", val=look)), make(f"w:{kind}Ref"))
    paragraph.append(mark)
    paragraph.append(make("w:r", make("w:t", text=" ")))
    note = make(f"w:{kind}", paragraph, id=max(identifier, 1))
    root.append(note)
    reference = make(
        "w:r", make("w:rPr", make("w:rStyle", val=look)), make(f"w:{kind}Reference", id=max(identifier, 1))
    )
    return note, reference


def note_of(paper: Paper, reference: Element) -> Element | None:
    """The note that a w:footnoteReference or w:endnoteReference calls."""
    kind = "endnote" if reference.tag == tag("w:endnoteReference") else "footnote"
    root = paper.part_root(f"{kind}s")
    wanted = val(reference, "id")
    found = [] if root is None else root.findall(tag(f"w:{kind}"))
    return next((note for note in found if val(note, "id") == wanted), None)


def drop_notes(paper: Paper, kind: str, ids: set[str]) -> None:
    """Remove those of these notes that nothing calls any more, as Word does when their mark is deleted."""
    root = paper.part_root(f"{kind}s") if ids else None
    if root is None:
        return
    gone = ids - {val(ref, "id") for ref in paper.document.element.iter(tag(f"w:{kind}Reference"))}
    for note in root.findall(tag(f"w:{kind}")):
        if val(note, "type") in ("", "normal") and val(note, "id") in gone:
            root.remove(note)
