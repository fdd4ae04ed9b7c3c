"""Another slide size: every box of masters, layouts and slides is fitted to it.

Positions stretch with the page; things that must not be distorted (pictures, media, round shapes, groups) keep their
ratio and stay centred in the box that stretching would have given them. A slide that comes from a deck of another size
is made as much smaller or larger as lets it fit whole, letters too, and stands in the middle of the new page.
"""

from __future__ import annotations

from typing import Any

_STIFF = ("pic", "grpSp", "contentPart")
_NEAR = 12700
"""An edge of the page, to the point."""
_ROUND = ("ellipse", "donut", "star5", "pie", "blockArc")
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def resize(presentation: Any, old: tuple[float, float], new: tuple[float, float]) -> None:
    """Give the deck slides of a new size, in points."""
    from deskworld_slides.backgrounds import refit_background

    across, down = new[0] / old[0], new[1] / old[1]
    presentation.slide_width, presentation.slide_height = round(new[0] * 12700), round(new[1] * 12700)
    size = presentation.part._element.find(f"{_P}sldSz")
    size.attrib.pop("type", None)
    sheets = [sheet for master in presentation.slide_masters for sheet in (master, *master.slide_layouts)]
    for sheet in [*sheets, *presentation.slides]:
        refit_background(sheet, new)
        for element in sheet.shapes._spTree:
            _stretch(element, across, down)


def fit_slide(slide: Any, old: tuple[float, float], new: tuple[float, float]) -> None:
    """Fit a slide of another page size onto this one, undistorted; what ran from edge to edge still does."""
    from deskworld_slides.backgrounds import refit_background

    scale = min(new[0] / old[0], new[1] / old[1])
    shift = [(after - before * scale) / 2 * 12700 for before, after in zip(old, new, strict=True)]
    refit_background(slide, new)
    for element in slide.shapes._spTree:
        for drawn in [one for alternative in element for one in alternative] if _alternatives(element) else [element]:
            _fit(drawn, scale, shift, old, new)
    if abs(scale - 1) < 0.01:
        return
    parts = [rel.target_part for rel in slide.part.rels.values() if not rel.is_external]
    charts = [part._element for part in parts if part.partname.startswith("/ppt/charts/") and hasattr(part, "_element")]
    for root in (slide._element, *charts):
        for look in root.iter(*(f"{_A}{name}" for name in ("rPr", "endParaRPr", "defRPr"))):
            if look.get("sz", "").isdigit():
                look.set("sz", str(max(round(int(look.get("sz")) * scale / 50) * 50, 100)))


def _fit(element: Any, scale: float, shift: list[float], old: tuple[float, float], new: tuple[float, float]) -> None:
    xfrm = _xfrm(element)
    if xfrm is None:
        return
    off, ext = xfrm.find(f"{_A}off"), xfrm.find(f"{_A}ext")
    stiff = element.tag.rsplit("}", 1)[-1] in _STIFF
    if element.tag == f"{_P}pic" and _covers(off, ext, old):
        _fill(element, old, new)
        for node, names, values in ((off, ("x", "y"), (0, 0)), (ext, ("cx", "cy"), new)):
            for name, value in zip(names, values, strict=True):
                node.set(name, str(round(value * 12700)))
        return
    for place, size, way in (("x", "cx", 0), ("y", "cy", 1)):
        start, length = int(off.get(place)), int(ext.get(size))
        through = start <= _NEAR and start + length >= old[way] * 12700 - _NEAR and not xfrm.get("rot") and not stiff
        off.set(place, "0" if through else str(round(start * scale + shift[way])))
        ext.set(size, str(round(new[way] * 12700 if through else length * scale)))
    for line, name in (*((one, "w") for one in element.iterfind(f".//{_A}tblGrid/{_A}gridCol")),
                       *((one, "h") for one in element.iterfind(f".//{_A}tbl/{_A}tr"))):  # fmt: skip
        line.set(name, str(round(int(line.get(name)) * scale)))


def _covers(off: Any, ext: Any, page: tuple[float, float]) -> bool:
    """Whether a shape lies over the whole page."""
    sides = (("x", "cx", page[0]), ("y", "cy", page[1]))
    return all(
        int(off.get(start)) <= _NEAR and int(off.get(start)) + int(ext.get(size)) >= room * 12700 - _NEAR
        for start, size, room in sides
    )


def _fill(picture: Any, old: tuple[float, float], new: tuple[float, float]) -> None:
    """Cut a picture's sides so that it fills a page of another ratio as it filled the old one."""
    from deskworld_slides.boxes import Box
    from deskworld_slides.imaging import crops_to_fill

    holder = picture.find(f"{_P}blipFill")
    cut = holder.find(f"{_A}srcRect")
    if cut is None:
        cut = holder.makeelement(f"{_A}srcRect", {})
        holder.find(f"{_A}blip").addnext(cut)
    for share, ends in zip(crops_to_fill(old, Box(0, 0, *new)), (("l", "r"), ("t", "b")), strict=True):
        gone = [int(cut.get(end, "0")) for end in ends]
        for end, was in zip(ends, gone, strict=True):
            cut.set(end, str(round(was + (100000 - sum(gone)) * share / 2)))


def _alternatives(element: Any) -> bool:
    return isinstance(element.tag, str) and element.tag.endswith("}AlternateContent")


def _xfrm(element: Any) -> Any:
    """A shape's own place; None where it has none."""
    found = next((one for one in element.iterfind("{*}xfrm")), None)
    if found is None:
        found = next((one for one in element.iterfind(f"*/{_A}xfrm")), None)
    return None if found is None or found.find(f"{_A}off") is None else found


def _stretch(element: Any, across: float, down: float) -> None:
    if _alternatives(element):
        for drawn in (one for alternative in element for one in alternative):
            _stretch(drawn, across, down)
        return
    xfrm = _xfrm(element)
    if xfrm is None:
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
