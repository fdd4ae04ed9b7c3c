"""Pictures on their way into a document: upright, in a format that Word shows, in their own ratio.

A picture keeps its ratio always: one side is enough, and what is wider than the text is made as wide as the text.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from deskworld_kit import ToolError, World, open_image

from deskworld_docs.markup import clean, tag
from deskworld_docs.objects import Element, Part

_SHOWN = ("PNG", "JPEG", "GIF", "BMP", "TIFF")
_ORIENTATION = 0x0112
EMU = 12700
"""In a point."""


@dataclass(frozen=True)
class Prepared:
    """A picture ready for a document: bytes, size in pixels, size in points as the file says, and what was done."""

    blob: bytes
    width: int
    height: int
    natural: tuple[float, float]
    note: str = ""


def prepare(world: World, path: str, *, argument: str = "picture") -> Prepared:
    """A picture file of the workspace, made fit for a document."""
    place = world.workspace.find(path, argument=argument)
    return fit(place.read_bytes(), argument=argument, drawn=place.suffix.lower() in (".svg", ".svgz"))


def fit(blob: bytes, *, argument: str = "picture", drawn: bool = False) -> Prepared:
    """A picture's bytes, made fit for a document; `drawn` says that it is SVG."""
    from PIL import ImageOps

    if drawn or blob.lstrip().startswith(b"<svg"):
        raise ToolError("SVG pictures are not taken; render it to PNG first", argument=argument)
    image = open_image(blob, argument=argument)
    kind = image.format or ""
    upright = ImageOps.exif_transpose(image)
    turned = image.getexif().get(_ORIENTATION, 1) != 1
    note = ""
    if kind not in _SHOWN or turned:
        out = io.BytesIO()
        profile = image.info.get("icc_profile")
        extra: dict[str, Any] = {"icc_profile": profile} if profile else {}
        if kind == "JPEG":
            upright.save(out, "JPEG", quality=95, **extra)
            note = "the picture was turned upright as its EXIF says"
        else:
            if upright.mode not in ("RGB", "RGBA", "L", "LA", "P", "1"):
                upright = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
            upright.save(out, "PNG", **extra)
            note = "the picture was turned upright" if kind == "PNG" else f"the {kind} picture was converted to PNG"
        blob = out.getvalue()
    dots = _dots(image.info.get("dpi"))
    natural = (upright.width * 72 / dots, upright.height * 72 / dots)
    return Prepared(blob, upright.width, upright.height, natural, note)


def _dots(said: Any) -> float:
    """Dots an inch that are believable, else 96."""
    try:
        dots = float(said[0])
    except (TypeError, ValueError, IndexError):
        return 96.0
    return dots if 50 <= dots <= 1200 else 96.0


def sized(
    picture: Prepared, width: float | None, height: float | None, room: tuple[float, float]
) -> tuple[float, float]:
    """Width and height in points: as asked, in ratio, and never more than there is room for.

    Raises:
        ToolError: A side is not positive, or both together would distort it.
    """
    ratio = picture.width / picture.height
    for name, value in (("width", width), ("height", height)):
        if value is not None and not 1 <= value <= 1584:
            raise ToolError(f"{value:g} points are out of range; say 1 to 1584", argument=name)
    if width is not None and height is not None:
        if abs(width / height - ratio) > 0.02 * ratio:
            raise ToolError(
                f"{width:g} x {height:g} points would distort it; say one side only (its ratio is {ratio:.3f})",
                argument="height",
            )
        return width, height
    if width is not None:
        return width, width / ratio
    if height is not None:
        return height * ratio, height
    scale = min(1.0, room[0] / picture.natural[0], room[1] / picture.natural[1])
    return picture.natural[0] * scale, picture.natural[1] * scale


def picture_run(part: Part, picture: Prepared, size: tuple[float, float], alt: str, title: str = "") -> Element:
    """A w:r with the picture inline, its file added to the part."""
    from docx.oxml.shape import CT_Inline
    from docx.shared import Emu

    from deskworld_docs.markup import make

    width, height = (Emu(max(round(side * EMU), 1)) for side in size)
    rid, name = relate_picture(part, picture.blob)
    inline: Element = CT_Inline.new_pic_inline(next_drawing_id(part), rid, name, width, height)
    for side in ("distT", "distB", "distL", "distR"):
        inline.set(side, "0")  # left out, some readers keep a distance of their own
    properties = inline.find(tag("wp:docPr"))
    describe(properties, alt)
    if title:
        properties.set("title", clean(title))
    return make("w:r", make("w:drawing", inline))


def relate_picture(part: Part, blob: bytes) -> tuple[str, str]:
    """Give a part of any kind a picture, which the package holds once; returns the relation's id and a file name."""
    from docx.opc.constants import RELATIONSHIP_TYPE as RT

    held = part.package.get_or_add_image_part(io.BytesIO(blob))
    return part.relate_to(held, RT.IMAGE), held.partname.filename


def next_drawing_id(part: Part) -> int:
    """A number that no drawing of the document's body or of the part has."""
    roots = {each.element for each in (part, part.package.main_document_part) if hasattr(each, "element")}
    ids = [each.get("id", "") for root in roots for each in root.iter(tag("wp:docPr"))]
    return max((int(value) for value in ids if value.isdigit()), default=0) + 1


def describe(properties: Element, alt: str) -> None:
    """Set or clear the alt text of a drawing (its wp:docPr)."""
    if alt:
        properties.set("descr", clean(alt))
    else:
        properties.attrib.pop("descr", None)
