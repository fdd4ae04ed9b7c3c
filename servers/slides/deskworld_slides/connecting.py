"""Connectors: from the side of one shape that faces the other, glued, in a form that runs straight out of both."""

from __future__ import annotations

from typing import Any

from deskworld_slides.boxes import Box, box_of

_SITES = {"ellipse": {"top": 0, "left": 2, "bottom": 4, "right": 6}}
_RECT = {"top": 0, "left": 1, "bottom": 2, "right": 3}
_FORMS = {"straight": "straightConnector1", "elbow": "bentConnector3", "curved": "curvedConnector3"}


def connect(slide: Any, first: Any, last: Any, *, style: str, arrow: str) -> Any:
    """Draw a connector between two shapes and glue it."""
    a, b = box_of(first), box_of(last)
    sideways = b.left >= a.right or a.left >= b.right
    if sideways:
        sides = ("right", "left") if b.left >= a.right else ("left", "right")
    else:
        sides = ("bottom", "top") if b.top + b.height / 2 >= a.top + a.height / 2 else ("top", "bottom")
    start, end = _point(a, sides[0]), _point(b, sides[1])
    if not sideways and style != "straight" and abs(start[0] - end[0]) > 0.5:
        made = _upright(slide, start, end)
    else:
        made = slide.shapes.add_connector(1, *(round(v * 12700) for v in (*start, *end)))
    form = "straight" if _aligned(start, end, sideways=sideways) else style
    made._element.spPr.find("{*}prstGeom").set("prst", _FORMS[form])
    _glue(made, "stCxn", first, sides[0])
    _glue(made, "endCxn", last, sides[1])
    _heads(made, arrow)
    made.name = f"Connector {made.shape_id}"
    return made


def _point(box: Box, side: str) -> tuple[float, float]:
    middle = (box.left + box.width / 2, box.top + box.height / 2)
    return {
        "top": (middle[0], box.top),
        "bottom": (middle[0], box.bottom),
        "left": (box.left, middle[1]),
        "right": (box.right, middle[1]),
    }[side]


def _aligned(start: tuple[float, float], end: tuple[float, float], *, sideways: bool) -> bool:
    return abs(start[1] - end[1]) < 0.5 if sideways else abs(start[0] - end[0]) < 0.5


def _upright(slide: Any, start: tuple[float, float], end: tuple[float, float]) -> Any:
    """A bent connector that leaves downwards or upwards: the sideways form, turned by a quarter."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    wide, high = abs(dy), abs(dx)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    box = Box(middle[0] - wide / 2, middle[1] - high / 2, wide, high)
    left, top, width, height = box.emu
    made = slide.shapes.add_connector(1, left, top, left + width, top + height)
    xfrm = made._element.spPr.find("{*}xfrm")
    xfrm.set("rot", "5400000" if dy > 0 else "16200000")
    if (dx > 0) == (dy > 0):
        xfrm.set("flipV", "1")
    return made


def _glue(made: Any, end: str, shape: Any, side: str) -> None:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    geometry = shape._element.xpath("./p:spPr/a:prstGeom/@prst")
    sites = _SITES.get(geometry[0] if geometry else "rect", _RECT)
    holder = made._element.find("{*}nvCxnSpPr/{*}cNvCxnSpPr")
    glue = parse_xml(f'<a:{end} {nsdecls("a")} id="{shape.shape_id}" idx="{sites[side]}"/>')
    holder.append(glue)


def _heads(made: Any, arrow: str) -> None:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    ln = made.line._get_or_add_ln()
    if arrow == "both":
        ln.append(parse_xml(f'<a:headEnd {nsdecls("a")} type="triangle"/>'))
    if arrow in ("end", "both"):
        ln.append(parse_xml(f'<a:tailEnd {nsdecls("a")} type="triangle"/>'))
