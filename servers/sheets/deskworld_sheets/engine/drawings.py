"""The layer over the cells: a sheet's drawing part, and frames and pictures put on it.

A frame is placed at a cell with a size in pixels, or over a range with the size of the range. Without a place it
goes to the right of what the sheet holds, below what already floats there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deskworld_kit import ToolError
from lxml import etree

from .markup import NAMESPACES, Element, ensure, local, q
from .objects import anchor_place
from .references import area_of, cell_name, split_cell

if TYPE_CHECKING:
    from .book import Book, Sheet

EMU = 9525  # a pixel at 96 dpi
MOST_PIXELS = 5_000
MOST_LINES = 500
DRAWING_TYPE = "application/vnd.openxmlformats-officedocument.drawing+xml"
_ROW_PIXELS = 20


def drawing(book: Book, sheet: Sheet) -> str:
    """The sheet's drawing part, made if it has none."""
    found = book.package.related(sheet.part, "drawing")
    if found:
        return found[0].target
    root = etree.Element(q("xdr:wsDr"), nsmap={name: NAMESPACES[name] for name in ("xdr", "a")})
    part = book.package.write(book.package.free_name("xl/drawings/drawing{}.xml"), root, DRAWING_TYPE)
    relation = book.package.relate(sheet.part, "drawing", part)
    ensure(book.package.edit(sheet.part), "drawing").set(q("r:id"), relation)
    return part


def add_chart_frame(
    book: Book, sheet: Sheet, chart: str, place: str, size: tuple[int, int], name: str, alt: str
) -> str:
    part = drawing(book, sheet)
    relation = book.package.relate(part, "chart", chart)
    frame = etree.fromstring(
        f'<xdr:graphicFrame xmlns:xdr="{NAMESPACES["xdr"]}" xmlns:a="{NAMESPACES["a"]}" macro=""><xdr:nvGraphicFramePr>'
        '<xdr:cNvPr id="0" name=""/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/>'
        f'<a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="{NAMESPACES["c"]}">'
        f'<c:chart xmlns:c="{NAMESPACES["c"]}" xmlns:r="{NAMESPACES["r"]}" r:id="{relation}"/>'
        "</a:graphicData></a:graphic></xdr:graphicFrame>"
    )
    return _add(book, sheet, part, frame, place, size, name, alt)


def add_picture_frame(
    book: Book, sheet: Sheet, image: str, place: str, size: tuple[int, int], name: str, alt: str
) -> str:
    part = drawing(book, sheet)
    relation = book.package.relate(part, "image", image)
    picture = etree.fromstring(
        f'<xdr:pic xmlns:xdr="{NAMESPACES["xdr"]}" xmlns:a="{NAMESPACES["a"]}"><xdr:nvPicPr><xdr:cNvPr id="0" name=""/>'
        '<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill>'
        f'<a:blip xmlns:r="{NAMESPACES["r"]}" r:embed="{relation}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>'
        f'<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="{size[0] * EMU}" cy="{size[1] * EMU}"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>'
    )
    return _add(book, sheet, part, picture, place, size, name, alt)


def _add(
    book: Book, sheet: Sheet, part: str, frame: Element, place: str, size: tuple[int, int], name: str, alt: str
) -> str:
    root = book.package.edit(part)
    named = frame.find(f".//{q('xdr:cNvPr')}")
    if named is not None:
        taken = [int(item.get("id") or 0) for item in root.iter(q("xdr:cNvPr"))]
        named.set("id", str(max(taken, default=1) + 1))
        named.set("name", free_object_name(root, name))
        if alt:
            named.set("descr", alt)
        name = named.get("name") or name
    anchor = anchored(place or free_place(book, sheet, root), size)
    anchor.append(frame)
    etree.SubElement(anchor, q("xdr:clientData"))
    root.append(anchor)
    return name


def free_object_name(root: Element, name: str) -> str:
    taken = {item.get("name") for item in root.iter(q("xdr:cNvPr"))}
    if name not in taken:
        return name
    return next(new for n in range(2, 1 << 20) if (new := f"{name} {n}") not in taken)


def anchored(place: str, size: tuple[int, int]) -> Element:
    """An empty anchor: over a range, or at a cell with a size."""
    try:
        area = area_of(place.rpartition("!")[2])
    except ValueError:
        raise ToolError(
            f"{place!r} is no place; write a cell like F2 or a range like F2:M18", argument="place"
        ) from None
    single = area.cells == 1
    if max(size) > MOST_PIXELS or area.columns > MOST_LINES or area.rows > MOST_LINES:
        # A picture as large as a sheet is no picture, and whoever draws or prints it takes minutes.
        raise ToolError(
            f"that is larger than {MOST_PIXELS} pixels or {MOST_LINES} rows or columns; choose a smaller size",
            argument="place" if not single else "width",
        )
    anchor = etree.Element(q("xdr:oneCellAnchor" if single else "xdr:twoCellAnchor"))
    corners = {"from": (area.left - 1, area.top - 1)}
    if not single:
        corners["to"] = (area.right, area.bottom)
    for corner, (column, row) in corners.items():
        holder = etree.SubElement(anchor, q(f"xdr:{corner}"))
        for tag, value in (("col", column), ("colOff", 0), ("row", row), ("rowOff", 0)):
            etree.SubElement(holder, q(f"xdr:{tag}")).text = str(value)
    if single:
        etree.SubElement(anchor, q("xdr:ext"), cx=str(size[0] * EMU), cy=str(size[1] * EMU))
    return anchor


def free_place(book: Book, sheet: Sheet, root: Element) -> str:
    """A cell to the right of the values, below what already floats there."""
    used = book.extent(sheet)
    column = used.right + 2 if used and used.right < 16_000 else 2
    row = 2
    for anchor in root:
        start, end = anchor.find(q("xdr:from")), anchor.find(q("xdr:to"))
        if start is None:
            continue
        top = int(start.findtext(q("xdr:row")) or 0)
        extent = anchor.find(q("xdr:ext"))
        if end is not None:
            bottom = int(end.findtext(q("xdr:row")) or 0)
        else:
            bottom = top + int((extent.get("cy") if extent is not None else None) or 0) // (EMU * _ROW_PIXELS)
        row = max(row, bottom + 3)
    return cell_name(row, column)


def move(anchor: Element, place: str) -> None:
    """Put what an anchor holds somewhere else: over a range, or at a cell in the size it has."""
    old = anchor.find(q("xdr:ext"))
    size = (600, 320)
    if old is not None:
        size = (int(old.get("cx") or 0) // EMU, int(old.get("cy") or 0) // EMU)
    made = anchored(place, size)
    for child in anchor:
        if local(child) not in ("from", "to", "ext", "pos"):
            made.append(child)
    parent = anchor.getparent()
    if parent is not None:
        parent.replace(anchor, made)


def corner(anchor: Element) -> str:
    """The cell at an anchor's top left, as a place."""
    place = anchor_place(anchor).partition(":")[0]
    return place if place and split_cell(place) else "A1"
