"""The package that a document is, opened beside what it came as."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from deskworld_artifacts.origin import Members, Origin, without_loose_ends
from deskworld_kit import ToolError

from deskworld_docs.objects import Document

_DOCTYPES = tuple("<!DOCTYPE".encode(way) for way in ("utf-8", "utf-16-le", "utf-16-be"))
_MAIN = ("document", "document.macroEnabled", "template", "template.macroEnabledTemplate")


def load(blob: bytes) -> tuple[Document, Origin]:
    """A document from package bytes; macros and templates are documents like any other."""
    # The package first, whole: a thread that finds only a part of it imported would meet parts without their classes.
    import docx  # noqa: F401  # pyright: ignore[reportUnusedImport]
    from docx.opc.part import PartFactory
    from docx.oxml.parser import parse_xml
    from docx.package import Package
    from docx.parts.document import DocumentPart

    for name in _MAIN:
        maker = "openxmlformats-officedocument.wordprocessingml" if "macro" not in name else "ms-word"
        PartFactory.part_type_for.setdefault(f"application/vnd.{maker}.{name}.main+xml", DocumentPart)
        PartFactory.part_type_for.setdefault(f"application/vnd.{maker}.{name}+xml", DocumentPart)
    archive = zipfile.ZipFile(io.BytesIO(blob))  # stays open: what did not change is copied from it
    members = dict(Members(archive))
    for name, data in members.items():
        if name.endswith((".xml", ".rels")) and any(sign in data for sign in _DOCTYPES):
            raise ToolError(
                f"its part {name} declares a document type, which Word never writes; it is not opened", argument="path"
            )
    given = without_loose_ends(members)
    package: Any = Package.open(_zipped({**members, **given}) if given else io.BytesIO(blob))
    return package.main_document_part.document, Origin(package, members, archive, parse_xml, given)


def _zipped(members: dict[str, bytes]) -> io.BytesIO:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    made.seek(0)
    return made
