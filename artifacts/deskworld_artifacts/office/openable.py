"""A Word document such that LibreOffice opens it and shows what Word shows.

Marks of notes and comments that the file does not hold are taken out: Word shows such a document as if the marks were
not there, LibreOffice says that it is damaged. Marks of comments beside the body, where nobody can comment, are the
same to it. Notes get ids in the order of their calls: Word finds them by their ids, whatever these are, LibreOffice
gives the first call the note of the lowest.
"""

from __future__ import annotations

import copy
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..inspection.ooxml import Element, Package, Relation

_PACKAGES = (".docx", ".docm", ".dotx", ".dotm")
_NOTES = ("comment", "footnote", "endnote")
_CALLED = ("footnotes", "endnotes")
_BESIDE = ("header", "footer", *_CALLED)


def openable(path: Path, folder: Path) -> Path:
    """The document itself where LibreOffice takes it as it is, else a copy in `folder` that it takes."""
    from lxml import etree

    from ..inspection.errors import InspectError
    from ..inspection.ooxml import Package

    if path.suffix.lower() not in _PACKAGES:
        return path
    try:
        with Package(path) as package:
            cleaned = _mended(package)
    except InspectError:  # whoever opens it finds the words for that
        return path
    if not cleaned:
        return path
    mended = folder / "openable" / path.name
    mended.parent.mkdir()
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(mended, "w", zipfile.ZIP_STORED) as made:
        for name in source.namelist():
            root = cleaned.get(name.lower())
            said = source.read(name) if root is None else etree.tostring(root, encoding="UTF-8", standalone=True)
            made.writestr(name, said)
    return mended


def _mended(package: Package) -> dict[str, Element]:
    """The parts that LibreOffice would not take as they are, by name in small letters, as it takes them."""
    main = package.main()
    relations = [one for one in package.relations(main).values() if not one.external and one.target in package]
    held = {kind: _held(package, [one.target for one in relations if one.kind == f"{kind}s"]) for kind in _NOTES}
    found: dict[str, Element | None] = {main.lower(): _without_lost_marks(package, main, held)}
    for one in relations:
        if one.kind in _BESIDE:
            found[one.target.lower()] = _without_lost_marks(package, one.target, {**held, "comment": set()})
        if one.kind in _CALLED:
            _in_order(package, main, one, found)
    return {name: root for name, root in found.items() if root is not None}


def _held(package: Package, parts: list[str]) -> set[str]:
    """The ids of the notes in these parts."""
    return {_id(note) for part in parts for note in package.xml(part)}


def _without_lost_marks(package: Package, part: str, held: dict[str, set[str]]) -> Element | None:
    from ..inspection.ooxml import local

    if not any(f"{kind}R".encode() in package.content(part) for kind in held):
        return None
    root = package.xml(part)
    kinds = {f"{kind}{mark}": kind for kind in held for mark in ("RangeStart", "RangeEnd", "Reference")}
    lost = [one for one in root.iter() if (kind := kinds.get(local(one))) and _id(one) not in held[kind]]
    for one in lost:
        above = one.getparent()
        if above is not None:
            above.remove(one)
    return root if lost else None


def _in_order(package: Package, main: str, notes: Relation, found: dict[str, Element | None]) -> None:
    """Where the ids of notes are not in the order of their calls, give each call a note of its own, numbered so."""
    from ..inspection.ooxml import local

    kind = notes.kind.removesuffix("s")
    if f"{kind}Reference".encode() not in package.content(main):
        return
    body, root = (
        package.xml(part) if (said := found.get(part.lower())) is None else said for part in (main, notes.target)
    )
    there = {_id(note): note for note in root if local(note) == kind and _attribute(note, "type") in ("", "normal")}
    calls = [one for one in body.iter() if local(one) == f"{kind}Reference" and _id(one) in there]
    called = [_id(one) for one in calls]
    if called == sorted(there, key=_number)[: len(called)]:
        return
    first = max([0, *(_number(_id(note)) for note in root if note not in there.values())]) + 1
    for note in there.values():
        root.remove(note)
    for place, call in enumerate(calls, first):
        made = copy.deepcopy(there[_id(call)])
        root.append(made)
        for one in (made, call):
            one.set(next(name for name in one.attrib if str(name).rpartition("}")[2] == "id"), str(place))
    found[main.lower()], found[notes.target.lower()] = body, root


def _number(name: str) -> int:
    return int(name) if name.lstrip("-").isdigit() else 0


def _id(element: Element) -> str:
    return _attribute(element, "id")


def _attribute(element: Element, name: str) -> str:
    return next((str(value) for key, value in element.attrib.items() if str(key).rpartition("}")[2] == name), "")
