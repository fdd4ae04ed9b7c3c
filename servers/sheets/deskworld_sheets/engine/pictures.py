"""Pictures on sheets: the file goes in as it is where Excel can show it, as PNG where it cannot."""

from __future__ import annotations

import io
from pathlib import Path

from deskworld_kit import ToolError
from deskworld_kit.pictures import FORMATS

from . import drawings
from .book import Book, Sheet
from .markup import q
from .references import parse_area

_TYPES = {"PNG": ("png", "image/png"), "JPEG": ("jpeg", "image/jpeg"), "GIF": ("gif", "image/gif")}
MOST_PIXELS = 100_000_000


def add(book: Book, sheet: Sheet, file: Path, place: str, width: int, height: int, alt: str) -> tuple[str, int, int]:
    """Put a picture on a sheet; gives its name and its size in pixels. The ratio is kept unless both are given."""
    data, suffix, type_, own = _read(file)
    size = _fit(own, width, height)
    part = book.package.write(book.package.free_name(f"xl/media/image{{}}.{suffix}"), data, type_)
    if place and parse_area(place.rpartition("!")[2], "place").cells > 1 and not (width or height):
        size = own
    name = drawings.add_picture_frame(book, sheet, part, place, size, "Picture 1", alt or file.stem)
    return name, *size


def _read(file: Path) -> tuple[bytes, str, str, tuple[int, int]]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(file, formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise ToolError(f"{file.name} has {image.width} x {image.height} pixels; make it smaller first",
                                argument="picture")  # fmt: skip
            image.load()  # a file that breaks off in the middle is found here
            kind, size = image.format or "", image.size
            if kind in _TYPES:
                return file.read_bytes(), *_TYPES[kind], size
            out = io.BytesIO()
            image.convert("RGBA" if image.has_transparency_data else "RGB").save(out, "PNG")
            return out.getvalue(), "png", "image/png", size
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise ToolError(f"{file.name} is no picture that can be read", argument="picture") from error


def _fit(own: tuple[int, int], width: int, height: int) -> tuple[int, int]:
    if width and height:
        return width, height
    if width:
        return width, max(1, round(width * own[1] / own[0]))
    if height:
        return max(1, round(height * own[0] / own[1])), height
    shrink = min(1.0, 800 / own[0], 800 / own[1])
    return max(1, round(own[0] * shrink)), max(1, round(own[1] * shrink))


def remove(book: Book, sheet: Sheet, name: str) -> None:
    """Take a picture, a shape or a text box off a sheet, and its file where nothing else shows it."""
    known: list[str] = []
    for relation in book.package.related(sheet.part, "drawing"):
        for anchor in book.package.tree(relation.target):
            named = anchor.find(f".//{q('xdr:cNvPr')}")
            if named is None or anchor.find(f"{q('xdr:graphicFrame')}") is not None:
                continue
            known.append(named.get("name") or "")
            if known[-1].casefold() == name.casefold():
                book.package.edit(relation.target).remove(anchor)
                _forget_files(book, relation.target)
                return
    listed = ", ".join(repr(one) for one in known) or "none"
    raise ToolError(f"{sheet.name} has no picture {name!r}; there is: {listed}", argument="picture")


def _forget_files(book: Book, drawing: str) -> None:
    """Pictures that the drawing names no longer: out, unless another part shows them."""
    used = {value for item in book.package.tree(drawing).iter() for value in item.attrib.values()}
    for relation in book.package.related(drawing, "image"):
        if relation.id in used:
            continue
        book.package.unrelate(drawing, relation.id)
        shown = (
            other.target
            for part in book.package.names()
            if not part.endswith(".rels")
            for other in book.package.relations(part)
        )
        if relation.target not in shown:
            book.package.remove(relation.target)
