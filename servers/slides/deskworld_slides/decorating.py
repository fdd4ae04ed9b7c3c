"""The mark that a shape is decoration: screen readers then pass over it."""

from __future__ import annotations

from typing import Any

_URI = "{C183D7F6-B498-43B3-948B-1728B52AA6E4}"
_NS = "http://schemas.microsoft.com/office/drawing/2017/decorative"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"


def mark_decorative(shape: Any, decorative: bool) -> None:
    """Set or take away the mark."""
    from lxml import etree

    properties = shape._element.xpath("./*[1]/p:cNvPr")[0]
    extensions = properties.find(f"{{{_A}}}extLst")
    for old in properties.findall(f"{{{_A}}}extLst/{{{_A}}}ext[@uri='{_URI}']"):
        old.getparent().remove(old)
    if decorative:
        if extensions is None:
            extensions = etree.SubElement(properties, f"{{{_A}}}extLst")
        extension = etree.SubElement(extensions, f"{{{_A}}}ext", uri=_URI)
        etree.SubElement(extension, f"{{{_NS}}}decorative", {"val": "1"}, nsmap={"adec": _NS})
    elif extensions is not None and not len(extensions):
        properties.remove(extensions)
