"""The markup of a workbook: its namespaces, a parser that fetches nothing, and where a child belongs.

Elements are edited in place in lxml trees, so whatever this code does not know (extension lists, newer
namespaces, `mc:Ignorable`) stays as it was. The schema of a worksheet fixes the order of its children, and
Excel calls a file with two of them swapped broken: `place` is the one way a new child gets in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from lxml import etree

Element: TypeAlias = etree._Element

NAMESPACES = {
    "m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "rel": "http://schemas.openxmlformats.org/package/2006/relationships",
    "ct": "http://schemas.openxmlformats.org/package/2006/content-types",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "cx": "http://schemas.microsoft.com/office/drawing/2014/chartex",
    "xdr": "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
    "x14": "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main",
    "xm": "http://schemas.microsoft.com/office/excel/2006/main",
    "x18tc": "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments",
    "v": "urn:schemas-microsoft-com:vml",
    "x": "urn:schemas-microsoft-com:office:excel",
}
STRICT = b"http://purl.oclc.org/ooxml/spreadsheetml/main"

# CT_Worksheet, CT_Workbook and CT_Stylesheet, in the order the schema asks for.
WORKSHEET = (
    "sheetPr",
    "dimension",
    "sheetViews",
    "sheetFormatPr",
    "cols",
    "sheetData",
    "sheetCalcPr",
    "sheetProtection",
    "protectedRanges",
    "scenarios",
    "autoFilter",
    "sortState",
    "dataConsolidate",
    "customSheetViews",
    "mergeCells",
    "phoneticPr",
    "conditionalFormatting",
    "dataValidations",
    "hyperlinks",
    "printOptions",
    "pageMargins",
    "pageSetup",
    "headerFooter",
    "rowBreaks",
    "colBreaks",
    "customProperties",
    "cellWatches",
    "ignoredErrors",
    "smartTags",
    "drawing",
    "legacyDrawing",
    "legacyDrawingHF",
    "drawingHF",
    "picture",
    "oleObjects",
    "AlternateContent",  # form controls and embedded things, as Excel writes them
    "controls",
    "webPublishItems",
    "tableParts",
    "extLst",
)
WORKBOOK = (
    "fileVersion",
    "fileSharing",
    "workbookPr",
    "AlternateContent",
    "revisionPtr",
    "absPath",
    "workbookProtection",
    "bookViews",
    "sheets",
    "functionGroups",
    "externalReferences",
    "definedNames",
    "calcPr",
    "oleSize",
    "customWorkbookViews",
    "pivotCaches",
    "smartTagPr",
    "smartTagTypes",
    "webPublishing",
    "fileRecoveryPr",
    "webPublishObjects",
    "extLst",
)
STYLESHEET = (
    "numFmts",
    "fonts",
    "fills",
    "borders",
    "cellStyleXfs",
    "cellXfs",
    "cellStyles",
    "dxfs",
    "tableStyles",
    "colors",
    "extLst",
)

_CLARK: dict[str, str] = {}
_ESCAPE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def q(name: str) -> str:
    """`m:row` as lxml spells it; a name without a prefix is in the main namespace."""
    found = _CLARK.get(name)
    if found is None:
        prefix, _, local = name.rpartition(":")
        found = _CLARK[name] = f"{{{NAMESPACES[prefix or 'm']}}}{local}"
    return found


def parse(data: bytes) -> Element:
    """Parse one part, with entities left alone and nothing fetched."""
    return etree.fromstring(data, parser())


def parser() -> etree.XMLParser:
    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)


def serialize(root: Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def local(element: Element) -> str:
    """The tag without its namespace; empty for comments and processing instructions."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def place(parent: Element, child: Element, order: Sequence[str] = WORKSHEET) -> Element:
    """Put a new child where the schema wants it: after everything that comes before or beside it."""
    rank = {name: index for index, name in enumerate(order)}
    mine = rank[local(child)]
    for index in range(len(parent) - 1, -1, -1):
        if rank.get(local(parent[index]), -1) <= mine and local(parent[index]):
            parent.insert(index + 1, child)
            return child
    parent.insert(0, child)
    return child


def ensure(parent: Element, name: str, order: Sequence[str] = WORKSHEET) -> Element:
    """The parent's child of that name, made in its right place if there is none."""
    found = parent.find(q(name))
    return found if found is not None else place(parent, etree.Element(q(name)), order)


def drop(element: Element) -> None:
    """Take an element out of its tree, and its tail with it."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def drop_if_empty(element: Element | None) -> None:
    if element is not None and len(element) == 0:
        drop(element)


def count(element: Element) -> None:
    """Keep the `count` attribute of a list element true."""
    element.set("count", str(len(element)))


def signature(element: Element) -> tuple[object, ...]:
    """What an element says, whatever prefixes it says it with: equal for elements that mean the same."""
    return (
        element.tag,
        tuple(sorted(element.attrib.items())),
        (element.text or "").strip(),
        tuple(signature(child) for child in element),
    )


def escape_text(text: str) -> str:
    """Characters that XML cannot hold, written the way Excel writes them (`_x0007_`)."""
    return _ESCAPE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def unescape_text(text: str) -> str:
    if "_x" not in text:
        return text
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def string_text(holder: Element) -> str:
    """The text of an `<si>` or `<is>`: its runs joined, phonetic hints left out."""
    if len(holder) == 1:
        return unescape_text(holder[0].text or "") if local(holder[0]) == "t" else _runs(holder)
    return _runs(holder)


def _runs(holder: Element) -> str:
    pieces: list[str] = []
    for child in holder:
        if local(child) == "t":
            pieces.append(child.text or "")
        elif local(child) == "r":
            pieces.extend(part.text or "" for part in child.iter(q("t")))
    return unescape_text("".join(pieces))
