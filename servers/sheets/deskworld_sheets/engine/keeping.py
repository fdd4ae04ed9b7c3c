"""What a workbook holds that other programs drop when they save it, and edits here keep.

Who hands a file on is told, so that nobody finds it half empty afterwards.
"""

from __future__ import annotations

from .book import Book

# By the ending of a part's content type or of its name: what people call it.
_PARTS = {
    "slicer+xml": "slicers",
    "timeline+xml": "timelines",
    "threadedcomments+xml": "threaded comments",
    "pivotTable+xml": "pivot tables",
    "queryTable+xml": "query tables",
    "connections+xml": "data connections",
    "externalLink+xml": "links to other files",
    "controlproperties+xml": "form controls",
    "chartex+xml": "charts of newer kinds",
    "drawingml.chart+xml": "charts",
    "inkml+xml": "ink",
    "diagramData+xml": "SmartArt",
    "sheetMetadata+xml": "formulas that spill",
    "richvaluestructure+xml": "linked data types",
}
_MARKS = {
    b"sparklineGroup": "sparklines",
    b"x14:dataValidation": "newer validations",
    b"x14:conditionalFormatting": "newer conditional formats",
    b"<xdr:sp>": "shapes and text boxes",
    b"<xdr:sp ": "shapes and text boxes",
}
_MOST = 8 << 20


def features(book: Book) -> list[str]:
    package = book.package
    found = {said for ending, said in _PARTS.items() if any(True for _ in package.parts_of_type(ending))}
    names = package.names()
    if any(name.endswith("vbaProject.bin") for name in names):
        found.add("macros")
    if any(name.startswith("customXml/") for name in names):
        found.add("custom XML")
    for name in names:
        if not name.startswith(("xl/worksheets/sheet", "xl/drawings/drawing")) or package.size(name) > _MOST:
            continue
        held = package.read(name)
        found |= {said for mark, said in _MARKS.items() if mark in held}
    return sorted(found)
