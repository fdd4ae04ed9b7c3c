"""Colours that a deck names itself, outside its theme: counted, and exchanged all over.

A deck that came from many hands says #0066CC here and there where it means its first accent. A slide's colours stand in
its own part and in the charts and diagrams that belong to it, layouts and masters have theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from deskworld_slides.colors import color_element, hex_and_opacity
from deskworld_slides.opening import Deck

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_BELONGING = ("/chart", "/chartEx", "/diagramData", "/diagramDrawing", "/chartUserShapes", "/diagramColors")
_TABLES = "/tableStyles"


def colors_used(presentation: Any) -> Counter[str]:
    """The colours that slides, with their charts and diagrams, name themselves, and how often."""
    found: Counter[str] = Counter()
    for slide in presentation.slides:
        for _, root in _trees(slide.part):
            found.update(f"#{node.get('val', '').upper()}" for node in root.iter(f"{_A}srgbClr"))
    return found


def recolor(deck: Deck, find: str, replace: str, slides: list[int] | None) -> tuple[int, list[int]]:
    """Exchange a colour on some slides, or on all and on layouts, masters and table styles too.

    Returns how many places changed, and which slides.
    """
    wanted, _ = hex_and_opacity(find, argument="find")
    new = color_element(replace, argument="replace")
    presentation = deck.presentation
    numbers = slides if slides is not None else range(1, len(deck.slides) + 1)
    counts = {number: _exchange(deck.slide(number, argument="slides").part, wanted, new) for number in numbers}
    places = sum(counts.values())
    if slides is None:
        for master in presentation.slide_masters:
            places += sum(_exchange(sheet.part, wanted, new) for sheet in (master, *master.slide_layouts))
        for rel in presentation.part.rels.values():
            if not rel.is_external and rel.reltype.endswith(_TABLES):
                places += _exchange(rel.target_part, wanted, new)
    return places, [number for number, count in counts.items() if count]


def _exchange(part: Any, wanted: str, new: Any) -> int:
    from lxml import etree

    places = 0
    for each, root in _trees(part):
        count = 0
        for node in [node for node in root.iter(f"{_A}srgbClr") if node.get("val", "").upper() == wanted]:
            fresh = node.makeelement(new.tag, dict(new.attrib))
            fresh.extend(list(node) or [node.makeelement(one.tag, dict(one.attrib)) for one in new])
            fresh.tail = node.tail
            node.getparent().replace(node, fresh)
            count += 1
        if count and getattr(each, "_element", None) is None:
            each._blob = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
        places += count
    return places


def _trees(part: Any) -> Iterator[tuple[Any, Any]]:
    """A part and what belongs to it alone, each with its XML; parts of bytes are read for it."""
    from lxml import etree
    from pptx.oxml import parse_xml

    root = getattr(part, "_element", None)
    if root is None:
        with suppress(etree.XMLSyntaxError):
            root = parse_xml(part.blob) if b"srgbClr" in part.blob else None
    if root is not None:
        yield part, root
    for rel in part.rels.values():
        if not rel.is_external and rel.reltype.endswith(_BELONGING):
            yield from _trees(rel.target_part)
