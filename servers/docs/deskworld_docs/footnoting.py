"""Footnotes and endnotes in their parts: made where a document has none, numbered by Word in the order of the text."""

from __future__ import annotations

import copy
from difflib import SequenceMatcher
from typing import Literal

from deskworld_docs.markup import child, deep, is_w, make, number, properties, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.styling import Styles

Kind = Literal["footnote", "endnote"]
KINDS: tuple[Kind, Kind] = ("footnote", "endnote")


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


def order_notes(paper: Paper) -> None:
    """Number the notes anew where their ids are not in the order of their calls, those that nothing calls last.

    Word finds a note by its id, and numbers them so itself; LibreOffice gives the first call the note of the lowest id.
    """
    for kind in KINDS:
        root = paper.part_root(f"{kind}s")
        if root is None:
            continue
        there = {val(note, "id"): note for note in _own(root)}
        calls = [call for call in deep(paper.body, f"w:{kind}Reference") if val(call, "id") in there]
        wanted = list(dict.fromkeys([*(val(call, "id") for call in calls), *there]))
        if wanted == sorted(there, key=lambda name: number(there[name], "id")):
            continue
        first = max([0, *(number(note, "id") for note in root if note not in there.values())]) + 1
        fresh = {name: str(place) for place, name in enumerate(wanted, first)}
        for one in (*calls, *there.values()):
            one.set(tag("w:id"), fresh[val(one, "id")])
        root.extend([there[name] for name in wanted])
        paper.warnings.append(f"{kind}s are named anew in the order of the text; list_document_notes tells their names")


def twins(before: Paper, after: Paper, kind: Kind) -> dict[str, str]:
    """Which note of one state of a document is which in a later one, by ids: Word numbers them anew."""
    rows: list[list[tuple[str, str]]] = []
    for paper in (before, after):
        root = paper.part_root(f"{kind}s")
        said = {} if root is None else {val(note, "id"): _said(note) for note in _own(root)}
        called = dict.fromkeys(val(call, "id") for call in deep(paper.body, f"w:{kind}Reference"))
        rows.append([(name, said[name]) for name in called if name in said])
    old, new = rows
    matcher = SequenceMatcher(None, [text for _, text in old], [text for _, text in new], autojunk=False)
    return {
        one: other
        for action, a, b, c, d in matcher.get_opcodes()
        if action in ("equal", "replace")
        for (one, _), (other, _) in zip(old[a:b], new[c:d], strict=False)
    }


def take_ids(before: Paper, after: Paper) -> None:
    """Give the notes of an earlier document the ids they have in a later one, and that one the notes that went."""
    for kind in KINDS:
        root, here = before.part_root(f"{kind}s"), after.part_root(f"{kind}s")
        if root is None:
            continue
        known = twins(before, after, kind)
        last = max([0, *(number(note, "id") for each in (root, here) if each is not None for note in each)])
        for note in _own(root):
            name = val(note, "id")
            if name not in known:
                last += 1
                known[name] = str(last)
                made = copy.deepcopy(note)
                made.set(tag("w:id"), known[name])
                notes_root(after, kind).append(made)
            note.set(tag("w:id"), known[name])
        for call in deep(before.body, f"w:{kind}Reference"):
            call.set(tag("w:id"), known.get(val(call, "id"), val(call, "id")))


def _own(root: Element) -> list[Element]:
    """The notes of a part that somebody wrote: not its separators."""
    return [note for note in root if is_w(note, *KINDS) and val(note, "type") in ("", "normal")]


def _said(note: Element) -> str:
    from deskworld_docs.words import text_of

    return "\n".join(text_of(one) for one in deep(note, "w:p"))


def drop_notes(paper: Paper, kind: str, ids: set[str]) -> None:
    """Remove those of these notes that nothing calls any more, as Word does when their mark is deleted."""
    root = paper.part_root(f"{kind}s") if ids else None
    if root is None:
        return
    gone = ids - {val(ref, "id") for ref in paper.document.element.iter(tag(f"w:{kind}Reference"))}
    for note in root.findall(tag(f"w:{kind}")):
        if val(note, "type") in ("", "normal") and val(note, "id") in gone:
            root.remove(note)
