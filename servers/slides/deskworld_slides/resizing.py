"""Another slide size: every box of masters, layouts and slides is fitted to it.

Positions stretch with the page; things that must not be distorted (pictures, media, round shapes, groups) keep their
ratio and stay centred in the box that stretching would have given them.
"""

from __future__ import annotations

from typing import Any

_STIFF = ("pic", "grpSp", "contentPart")
_ROUND = ("ellipse", "donut", "star5", "pie", "blockArc")
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def resize(presentation: Any, old: tuple[float, float], new: tuple[float, float]) -> None:
    """Give the deck slides of a new size, in points."""
    across, down = new[0] / old[0], new[1] / old[1]
    presentation.slide_width, presentation.slide_height = round(new[0] * 12700), round(new[1] * 12700)
    size = presentation.part._element.find(f"{_P}sldSz")
    size.attrib.pop("type", None)
    sheets = [sheet for master in presentation.slide_masters for sheet in (master, *master.slide_layouts)]
    for sheet in [*sheets, *presentation.slides]:
        for element in sheet.shapes._spTree:
            _stretch(element, across, down)


def _stretch(element: Any, across: float, down: float) -> None:
    if element.tag.endswith("}AlternateContent"):
        for drawn in (one for alternative in element for one in alternative):
            _stretch(drawn, across, down)
        return
    xfrm = next((one for one in element.iterfind("{*}xfrm")), None)
    if xfrm is None:
        xfrm = next((one for one in element.iterfind(f"*/{_A}xfrm")), None)
    if xfrm is None or xfrm.find(f"{_A}off") is None:
        return
    off, ext = xfrm.find(f"{_A}off"), xfrm.find(f"{_A}ext")
    x, y = int(off.get("x")) * across, int(off.get("y")) * down
    wide, high = int(ext.get("cx")), int(ext.get("cy"))
    room = (wide * across, high * down)
    geometry = element.find(f"{_P}spPr/{_A}prstGeom")
    stiff = element.tag.rsplit("}", 1)[-1] in _STIFF or (geometry is not None and geometry.get("prst") in _ROUND)
    scale = min(across, down)
    size = (wide * scale, high * scale) if stiff else room
    off.set("x", str(round(x + (room[0] - size[0]) / 2)))
    off.set("y", str(round(y + (room[1] - size[1]) / 2)))
    ext.set("cx", str(round(size[0])))
    ext.set("cy", str(round(size[1])))
    columns = element.findall(f".//{_A}tblGrid/{_A}gridCol")
    for column in columns:
        column.set("w", str(round(int(column.get("w")) * across)))
