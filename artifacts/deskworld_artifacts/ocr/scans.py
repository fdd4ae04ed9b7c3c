"""Pictures as the pages of a PDF: each as large as its resolution says, its pixels as they were.

A JPEG goes in as it is, byte for byte; what other files hold is packed without loss. What is see-through is on white.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .pages import upright

if TYPE_CHECKING:
    from pikepdf import Pdf
    from PIL.Image import Image

_DPI = 150
"""Of pictures that do not say: a phone's photo of a letter then comes out as a page that fits a screen."""
_A4 = (595.28, 841.89)
_MOST = 14_400
"""Points; readers open no larger page."""


def pdf_of(pictures: Sequence[tuple[Image, bytes]], target: Path) -> list[tuple[float, float]]:
    """Write a PDF with a page a picture.

    Args:
        pictures: Opened pictures, each with the bytes of its file, or with none where those hold more than it.
        target: Where it goes.

    Returns:
        Width and height of each page in points.
    """
    import pikepdf

    sizes: list[tuple[float, float]] = []
    with pikepdf.new() as document:
        for picture, encoded in pictures:
            placed, (wide, high) = _embedded(document, picture, encoded)
            document.add_blank_page(page_size=(wide, high))
            page = document.pages[-1]
            page.add_resource(placed, pikepdf.Name.XObject, name=pikepdf.Name.Scan)
            page.contents_add(f"q {wide:.2f} 0 0 {high:.2f} 0 0 cm /Scan Do Q".encode("ascii"))
            sizes.append((wide, high))
        document.save(target)
    return sizes


def _embedded(document: Pdf, picture: Image, encoded: bytes) -> tuple[Any, tuple[float, float]]:
    from pikepdf import Name, Stream

    as_it_is = (
        bool(encoded)
        and picture.format == "JPEG"
        and picture.mode in ("L", "RGB")
        and picture.getexif().get(0x0112, 1) == 1
    )
    if as_it_is:
        shown, data, way = picture, encoded, Name.DCTDecode
    else:
        shown = picture if picture.mode in ("1", "L") and _stands(picture) else upright(picture)
        data, way = shown.tobytes(), None
    placed = Stream(document, data)
    placed.Type, placed.Subtype = Name.XObject, Name.Image
    placed.Width, placed.Height = shown.size
    placed.ColorSpace = Name.DeviceRGB if shown.mode == "RGB" else Name.DeviceGray
    placed.BitsPerComponent = 1 if shown.mode == "1" else 8
    if way is not None:
        placed.Filter = way
    return document.make_indirect(placed), _page_size(picture, shown.size)


def _stands(picture: Image) -> bool:
    return picture.getexif().get(0x0112, 1) == 1 and not picture.has_transparency_data


def _page_size(picture: Image, size: tuple[int, int]) -> tuple[float, float]:
    """By the file's own resolution; A4 where it does not say and the shape is A4's."""
    said = picture.info.get("dpi", (0, 0))
    dpi = float(said[0]) if isinstance(said, tuple) and said and float(said[0]) >= 50 else 0.0
    wide, high = size
    ratio = max(size) / min(size)
    if not dpi and abs(ratio - _A4[1] / _A4[0]) < 0.01 and min(size) >= 600:
        return _A4 if high > wide else (_A4[1], _A4[0])
    scale = 72 / (dpi or _DPI)
    scale = min(scale, _MOST / max(size))
    return max(3.0, wide * scale), max(3.0, high * scale)
