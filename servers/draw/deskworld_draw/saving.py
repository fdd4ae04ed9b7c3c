"""Every file that is drawn goes through here: written, opened again, looked at, and shown to whoever asked for it.

A drawing comes as bytes of what was asked for (PNG, SVG or PDF) and as a PNG to look at. What the reopened file holds
is what is reported; a file that can't be opened again never takes its place.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from deskworld_kit import Saved, Shown, ToolError, World
from pydantic import Field

if TYPE_CHECKING:
    from PIL import Image

DRAWINGS = (".png", ".svg", ".pdf")


class Drawn(Saved):
    """A picture that was drawn, as the reopened file shows it."""

    width: int = Field(description="Pixels; of an SVG its own units, of a PDF page points.")
    height: int
    bytes: int


@dataclass
class Made:
    """A drawing before it is kept: the file's bytes, a PNG of it, and what is to be known about it."""

    file: bytes
    png: bytes
    warnings: list[str] = field(default_factory=list[str])


@dataclass(frozen=True)
class Kept:
    """What the reopened file told."""

    path: str
    verified: str
    warnings: list[str]
    width: int
    height: int
    size: int

    @property
    def receipt(self) -> dict[str, str | int | list[str]]:
        """The fields of `Drawn`."""
        return {
            "path": self.path, "verified": self.verified, "warnings": self.warnings,
            "width": self.width, "height": self.height, "bytes": self.size,
        }  # fmt: skip


def place_for(world: World, path: str, suffixes: Sequence[str] = DRAWINGS, *, overwrite: bool) -> Path:
    """Where a drawing will be; asked before the work is done, so that a wrong path costs nothing.

    What was drawn here and left alone since is drawn anew; any other file that is there only with `overwrite`.
    """
    return world.workspace.new_target(path, overwrite=overwrite, suffixes=suffixes)


def keep(world: World, place: Path, made: Made, *, more: str = "") -> Kept:
    """Write a drawing, open it again and say what is there.

    Args:
        place: From `place_for`.
        made: The drawing.
        more: What else was verified, as the end of a sentence.
    """
    with world.workspace.writing(place) as temporary:
        temporary.write_bytes(made.file)
        said, width, height, warnings = look_at(temporary)
    words = f"reopened: {said}" + (f"; {more}" if more else "")
    return Kept(
        world.workspace.relative(place), words, _each_once([*made.warnings, *warnings]), width, height, len(made.file)
    )


def show(world: World, place: Path, made: Made, *, more: str = "") -> Shown[Drawn]:
    """Keep a drawing and show it."""
    from deskworld_kit import picture

    kept = keep(world, place, made, more=more)
    return Shown(Drawn.model_validate(kept.receipt), [picture(made.png, label=kept.path)])


def look_at(path: Path) -> tuple[str, int, int, list[str]]:
    """What a drawing's file holds: words, width, height, warnings.

    Raises:
        ToolError: It can't be opened, which is a fault of what drew it.
    """
    if path.suffix == ".svg":
        return _look_at_svg(path)
    if path.suffix == ".pdf":
        return _look_at_pdf(path)
    from deskworld_kit import open_image

    image = open_image(path)
    shades = _shades(image)
    warnings = ["the picture is blank: it has one colour only"] if shades == 1 else []
    counted = f"{shades} colours" if shades else "over 256 colours"
    return f"{image.format} {image.width} x {image.height} px, {counted}", image.width, image.height, warnings


def png_of(image: Image.Image) -> bytes:
    """A Pillow image as PNG bytes, always the same ones."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=False, compress_level=6)
    return buffer.getvalue()


def pdf_to_png(blob: bytes, width: int = 1400) -> bytes:
    """The first page of a PDF as a picture."""
    import pypdfium2

    document = pypdfium2.PdfDocument(blob)
    try:
        page = document[0]
        return png_of(page.render(scale=width / page.get_width()).to_pil().convert("RGB"))
    finally:
        document.close()


def undated(pdf: bytes) -> bytes:
    """The same PDF without the time at which it was made, so that the same call gives the same bytes."""
    import re

    day_one = b"20000101000000"
    return re.sub(
        rb"(/(?:CreationDate|ModDate) ?\(D:)(\d{14})", lambda found: found.group(1) + day_one, pdf
    )  # same length: offsets in the file stay right


def _look_at_svg(path: Path) -> tuple[str, int, int, list[str]]:
    from lxml import etree

    try:
        root = etree.fromstring(
            path.read_bytes(), etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
        )
    except etree.XMLSyntaxError as error:
        raise ToolError("the drawing is no well-formed SVG, so it was not kept") from error
    box = [float(each) for each in (root.get("viewBox") or "0 0 0 0").replace(",", " ").split()]
    count = sum(1 for _ in root.iter("{http://www.w3.org/2000/svg}*"))
    return f"SVG {box[2]:g} x {box[3]:g}, {count} elements", round(box[2]), round(box[3]), []


def _look_at_pdf(path: Path) -> tuple[str, int, int, list[str]]:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        pages = len(document)
        width, height = document[0].get_size()
        picture = document[0].render(scale=1).to_pil()
    finally:
        document.close()
    warnings = ["the page is blank: it has one colour only"] if _shades(picture) == 1 else []
    counted = f"{pages} page{'' if pages == 1 else 's'}"
    return f"PDF, {counted}, {width:g} x {height:g} pt", round(width), round(height), warnings


def _shades(image: Image.Image) -> int:
    """How many colours; 0 for more than 256."""
    found = image.convert("RGBA").getcolors(256)
    return len(found) if found else 0


def _each_once(texts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(texts))
