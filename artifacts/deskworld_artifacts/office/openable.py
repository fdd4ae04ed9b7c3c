"""A Word document such that LibreOffice opens it: without marks of notes and comments that the file does not hold.

Word shows such a document as if the marks were not there; LibreOffice says that it is damaged. Marks of comments
beside the body, where nobody can comment, are the same to it.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..inspection.ooxml import Element, Package

_PACKAGES = (".docx", ".docm", ".dotx", ".dotm")
_NOTES = ("comment", "footnote", "endnote")
_BESIDE = ("header", "footer", "footnotes", "endnotes")


def openable(path: Path, folder: Path) -> Path:
    """The document itself where all its marks lead somewhere, else a copy in `folder` without those that do not."""
    from lxml import etree

    from ..inspection.errors import InspectError
    from ..inspection.ooxml import Package

    if path.suffix.lower() not in _PACKAGES:
        return path
    try:
        with Package(path) as package:
            cleaned = {name: root for name, root in _marked(package) if root is not None}
    except InspectError:  # whoever opens it finds the words for that
        return path
    if not cleaned:
        return path
    copy = folder / "openable" / path.name
    copy.parent.mkdir()
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(copy, "w", zipfile.ZIP_STORED) as made:
        for name in source.namelist():
            root = cleaned.get(name.lower())
            said = source.read(name) if root is None else etree.tostring(root, encoding="UTF-8", standalone=True)
            made.writestr(name, said)
    return copy


def _marked(package: Package) -> list[tuple[str, Element | None]]:
    """The body's part and those beside it, by name in small letters, without lost marks; None where none is lost."""
    main = package.main()
    relations = [one for one in package.relations(main).values() if not one.external and one.target in package]
    held = {kind: _held(package, [one.target for one in relations if one.kind == f"{kind}s"]) for kind in _NOTES}
    beside = [one.target for one in relations if one.kind in _BESIDE]
    return [
        (main.lower(), _without_lost_marks(package, main, held)),
        *((name.lower(), _without_lost_marks(package, name, {**held, "comment": set()})) for name in beside),
    ]


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


def _id(element: Element) -> str:
    return next((str(value) for name, value in element.attrib.items() if str(name).rpartition("}")[2] == "id"), "")
