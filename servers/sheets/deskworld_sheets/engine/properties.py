"""What a workbook says of itself: title, author and the like, in the part that all office files have for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from deskworld_kit.properties import set_properties
from lxml import etree

from .book import Book
from .markup import Element

_CORE = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
_DC = "http://purl.org/dc/elements/1.1/"
_TERMS = "http://purl.org/dc/terms/"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_RELATION = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
_TYPE = "application/vnd.openxmlformats-package.core-properties+xml"
_TAGS = {"title": f"{{{_DC}}}title", "author": f"{{{_DC}}}creator", "subject": f"{{{_DC}}}subject",
         "keywords": f"{{{_CORE}}}keywords"}  # fmt: skip


@dataclass
class Properties:
    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: str = ""


def read(book: Book) -> Properties:
    part = _part(book)
    if not part:
        return Properties()
    root = book.package.tree(part)
    return Properties(**{name: root.findtext(tag) or "" for name, tag in _TAGS.items()})


def write(book: Book, now: datetime, **said: str) -> None:
    """Set the properties that are given, and when that was."""
    wanted = Properties()
    set_properties(wanted, title=said["title"], author=said["author"], subject=said["subject"],
                   keywords=said["keywords"])  # fmt: skip
    part = _part(book) or _make(book)
    root = book.package.edit(part)
    for name, tag in _TAGS.items():
        if value := getattr(wanted, name):
            _put(root, tag, value)
    moment = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    for name in ("created", "modified"):
        tag = f"{{{_TERMS}}}{name}"
        if name == "modified" or root.find(tag) is None:
            _put(root, tag, moment).set(f"{{{_XSI}}}type", "dcterms:W3CDTF")


def _put(root: Element, tag: str, value: str) -> Element:
    found = root.find(tag)
    if found is None:
        found = etree.SubElement(root, tag)
    found.text = value
    return found


def _part(book: Book) -> str:
    found = book.package.related("", "core-properties")
    return found[0].target if found else ""


def _make(book: Book) -> str:
    spaces = {"cp": _CORE, "dc": _DC, "dcterms": _TERMS, "xsi": _XSI}
    root = etree.Element(f"{{{_CORE}}}coreProperties", nsmap=spaces)
    part = book.package.write("docProps/core.xml", root, _TYPE)
    book.package.relate("", _RELATION, part)
    return part
