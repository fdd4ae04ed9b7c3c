"""The package that a document is: zip members in, zip members out, with what was not touched left as it was.

python-docx parses what it knows and would write it all anew, in its own order and without the members that nothing
points to. `Origin` remembers each member as it came, so that what was not changed is written as it was.
"""

from __future__ import annotations

import hashlib
import io
import posixpath
import zipfile
from pathlib import Path
from typing import Any

from deskworld_artifacts.packing import PackageWriter
from deskworld_kit import ToolError

from deskworld_docs.objects import Document, Element, Part

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MOST_BYTES = 512 * 1024 * 1024
_MOST_MEMBERS = 20_000
_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
_DOCTYPES = tuple("<!DOCTYPE".encode(way) for way in ("utf-8", "utf-16-le", "utf-16-be"))
_MAIN = ("document", "document.macroEnabled", "template", "template.macroEnabledTemplate")
_SIGNS = (
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"{\\rtf", "an RTF document"),
    (b"<", "HTML or XML text"),
)
_TYPES = "[Content_Types].xml"


class Origin:
    """How a package was when it was opened."""

    def __init__(self, package: bytes, members: dict[str, bytes], document: Document) -> None:
        self.package = package
        self.members = members
        self._roots: dict[Any, Element] = {}
        self._digests: dict[Any, bytes] = {}
        self._rels: dict[Any, Any] = {}
        whole = document.part.package
        parts = list(whole.iter_parts())
        for part in parts:
            if hasattr(part, "_element"):
                self._digests[part] = _digest(part._element)
            self._rels[part] = _said(part.rels)
        self._rels[whole] = _said(whole.rels)
        known = {part.partname.membername for part in parts} | {rels_of(part) for part in parts}
        self.types = self._types(parts)
        self.orphans = [name for name in members if name not in known and name not in (_TYPES, "_rels/.rels")]
        """Members that no relation leads to: they are kept."""

    def root(self, part: Part) -> Element:
        """The XML of a part that python-docx parsed, or that it kept as bytes and is parsed here."""
        from docx.oxml.parser import parse_xml

        if hasattr(part, "_element"):
            return part._element
        if part not in self._roots:
            self._roots[part] = parse_xml(part.blob)
            self._digests[part] = _digest(self._roots[part])
        return self._roots[part]

    def blob(self, part: Part) -> bytes:
        """What to write of a part: what came, unless it was changed."""
        from lxml import etree

        name = part.partname.membername
        element = self._roots.get(part, getattr(part, "_element", None))
        if element is None:
            return part.blob
        if self._digests.get(part) == _digest(element):
            return self.members.get(name) or part.blob
        return etree.tostring(element, xml_declaration=True, encoding="UTF-8", standalone=True)

    def rels(self, holder: Any, name: str) -> bytes:
        """What to write of the relations of a part or of the package."""
        if self._rels.get(holder) == _said(holder.rels) and name in self.members:
            return self.members[name]
        return holder.rels.xml

    def _types(self, parts: list[Part]) -> dict[str, str]:
        return {str(part.partname): part.content_type for part in parts}

    def content_types(self, parts: list[Part]) -> bytes:
        """The list of content types: the old one, with new parts added and lost ones left out."""
        from lxml import etree

        now = self._types(parts)
        if now == self.types:
            return self.members[_TYPES]
        root: Any = etree.fromstring(self.members[_TYPES])
        space = root.tag.rpartition("}")[0] + "}"
        gone = set(self.types) - set(now)
        defaults: dict[str, str] = {}
        said: dict[str, Any] = {}
        for entry in list(root):
            if entry.tag == f"{space}Default":
                defaults[entry.get("Extension", "").lower()] = entry.get("ContentType", "")
            elif entry.get("PartName") in gone:
                root.remove(entry)
            else:
                said[entry.get("PartName", "")] = entry
        for name, kind in now.items():
            if name in said:
                said[name].set("ContentType", kind)
            elif defaults.get(name.rpartition(".")[2].lower()) != kind:
                etree.SubElement(root, f"{space}Override", PartName=name, ContentType=kind)
        return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _digest(element: Element) -> bytes:
    from lxml import etree

    return hashlib.blake2b(etree.tostring(element), digest_size=16).digest()


def _said(rels: Any) -> Any:
    return sorted((rid, rel.reltype, rel.target_ref, rel.is_external) for rid, rel in rels.items())


def rels_of(part: Part) -> str:
    """The name of the member that holds a part's relations."""
    return part.partname.rels_uri.membername


def load(blob: bytes) -> tuple[Document, Origin]:
    """A document from package bytes; macros and templates are documents like any other."""
    # The package first, whole: a thread that finds only a part of it imported would meet parts without their classes.
    import docx  # noqa: F401  # pyright: ignore[reportUnusedImport]
    from docx.opc.part import PartFactory
    from docx.package import Package
    from docx.parts.document import DocumentPart

    for name in _MAIN:
        maker = "openxmlformats-officedocument.wordprocessingml" if "macro" not in name else "ms-word"
        PartFactory.part_type_for.setdefault(f"application/vnd.{maker}.{name}.main+xml", DocumentPart)
        PartFactory.part_type_for.setdefault(f"application/vnd.{maker}.{name}+xml", DocumentPart)
    with zipfile.ZipFile(io.BytesIO(blob)) as archive:
        members = {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
    for name, data in members.items():
        if name.endswith((".xml", ".rels")) and any(sign in data for sign in _DOCTYPES):
            raise ToolError(
                f"its part {name} declares a document type, which Word never writes; it is not opened", argument="path"
            )
    package: Any = Package.open(io.BytesIO(_without_dangling(blob, members)))
    document = package.main_document_part.document
    return document, Origin(blob, members, document)


def _without_dangling(blob: bytes, members: dict[str, bytes]) -> bytes:
    """The package with relations that lead to no member called external: Word leaves such behind ("NULL")."""
    from lxml import etree

    names = {name.lower() for name in members}
    changed: dict[str, bytes] = {}
    for name, data in members.items():
        if not name.endswith(".rels"):
            continue
        folder = posixpath.dirname(posixpath.dirname(name))
        root = etree.fromstring(data)
        for rel in root:
            target = rel.get("Target", "")
            place = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
            if rel.get("TargetMode") != "External" and place.lower() not in names:
                rel.set("TargetMode", "External")
                changed[name] = etree.tostring(root)
    if not changed:
        return blob
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in {**members, **changed}.items():
            archive.writestr(name, data)
    return made.getvalue()


def write_package(document: Document, origin: Origin, place: Path) -> dict[str, bytes]:
    """The members into a zip, in the order they had; those that did not change as they lay in the old one.

    Gives what was written, by name.
    """
    package = document.part.package
    parts = list(package.iter_parts())
    made: dict[str, bytes] = {_TYPES: origin.content_types(parts), "_rels/.rels": origin.rels(package, "_rels/.rels")}
    for part in parts:
        made[part.partname.membername] = origin.blob(part)
        if part.rels:
            made[rels_of(part)] = origin.rels(part, rels_of(part))
    for name in origin.orphans:
        made.setdefault(name, origin.members[name])
    ordered = [name for name in origin.members if name in made]
    ordered += [name for name in made if name not in origin.members]
    with zipfile.ZipFile(io.BytesIO(origin.package)) as before, PackageWriter(place, before) as out:
        for name in ordered:
            out.put(name, made[name])
    return made


def what_is_wrong(blob: bytes) -> str:
    """Why these bytes are no document, as the rest of a sentence; empty when they look like one."""
    if not blob:
        return "is empty (0 bytes)"
    if blob.startswith(_OLD_OFFICE):
        if "EncryptedPackage".encode("utf-16-le") in blob:
            return "is protected by a password; save it without one first"
        return "is in an old Office format in spite of its name; convert it to .docx first"
    if not blob.startswith(b"PK"):
        kind = next((kind for sign, kind in _SIGNS if blob.lstrip().startswith(sign)), "something else")
        return f"is not a Word document: its content is {kind}"
    try:
        with zipfile.ZipFile(io.BytesIO(blob)) as package:
            members = package.infolist()
            names = [member.filename for member in members]
            total = sum(member.file_size for member in members)
            if total > _MOST_BYTES or len(members) > _MOST_MEMBERS:
                return f"would unpack to {total:,} bytes in {len(members):,} parts, which is too much to open"
            if "word/document.xml" in names and _STRICT in package.read("word/document.xml")[:4096]:
                return "was saved as Strict Open XML; save it as a plain Word document (.docx) first"
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, ValueError, EOFError):
        return "is damaged: its zip package can't be read"
    except Exception:  # zlib's own error has no base that says so
        return "is damaged: its zip package can't be unpacked"
    if any(name.startswith("word/") for name in names):
        return ""
    kind = next(
        (kind for top, kind in (("ppt/", "a PowerPoint deck"), ("xl/", "an Excel workbook")) if any(
            name.startswith(top) for name in names)),
        "a zip archive without a document",
    )  # fmt: skip
    return f"is not a Word document: its content is {kind}"
