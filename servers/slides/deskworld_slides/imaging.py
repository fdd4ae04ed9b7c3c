"""Pictures on their way into a deck: upright, in a format that PowerPoint shows, and cut or fitted to a box.

A picture keeps its ratio unless somebody says "stretch". What a fit leaves free is around the picture, what a fill cuts
is off its sides; neither changes a pixel.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from deskworld_kit import ToolError, World
from deskworld_kit.pictures import FORMATS

from deskworld_slides.boxes import Box
from deskworld_slides.paragraphs import clean

_SHOWN = ("PNG", "JPEG", "GIF", "BMP", "TIFF")
_MOST_PIXELS = 200_000_000
_ORIENTATION = 0x0112


@dataclass(frozen=True)
class Prepared:
    """A picture ready for a deck: bytes, size in pixels, and what was done to it."""

    blob: bytes
    width: int
    height: int
    note: str = ""

    @property
    def natural(self) -> tuple[float, float]:
        """Its size in points at 96 dots per inch."""
        return (self.width * 0.75, self.height * 0.75)


def prepare(world: World, path: str, *, argument: str = "picture") -> Prepared:
    """A picture file of the workspace, made fit for a deck."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    place = world.workspace.find(path, argument=argument)
    blob = place.read_bytes()
    if place.suffix.lower() in (".svg", ".svgz") or blob.lstrip().startswith(b"<svg"):
        raise ToolError("SVG pictures are not taken; render it to PNG first", argument=argument)
    try:
        image = Image.open(io.BytesIO(blob), formats=FORMATS)
        kind = image.format or ""
        if image.width * image.height > _MOST_PIXELS:
            raise ToolError(
                f"{image.width} x {image.height} pixels are too many; make it smaller first", argument=argument
            )
        turned = image.getexif().get(_ORIENTATION, 1) != 1
        image.load()  # a file that breaks off in the middle is found here
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError) as error:
        raise ToolError(f"{place.name!r} is not a picture that can be read", argument=argument) from error
    if kind in _SHOWN and not turned:
        return Prepared(blob, *image.size)
    upright = ImageOps.exif_transpose(image)
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
    return Prepared(out.getvalue(), *upright.size, note)


def fitted(size: tuple[float, float], box: Box) -> Box:
    """The largest box of this ratio inside the box, in its middle."""
    scale = min(box.width / size[0], box.height / size[1])
    width, height = size[0] * scale, size[1] * scale
    return Box(box.left + (box.width - width) / 2, box.top + (box.height - height) / 2, width, height)


def crops_to_fill(size: tuple[float, float], box: Box) -> tuple[float, float]:
    """The share of width and of height to cut, on both sides together, so that the picture fills the box."""
    ratio, wanted = size[0] / size[1], box.width / box.height
    if ratio > wanted:
        return (1 - wanted / ratio, 0.0)
    return (0.0, 1 - ratio / wanted)


def cropped(picture: Prepared, ratio: float) -> Prepared:
    """The middle of a picture in this ratio of width to height, its pixels cut: what can't be told to cut it shows it.

    Programs read a picture behind a slide each in its own way, and LibreOffice knows no crop there.
    """
    from PIL import Image

    across, down = crops_to_fill((picture.width, picture.height), Box(0, 0, ratio * 100, 100))
    if max(across * picture.width, down * picture.height) < 2:
        return picture
    out = io.BytesIO()
    with Image.open(io.BytesIO(picture.blob), formats=FORMATS) as image:
        cut = (round(image.width * across / 2), round(image.height * down / 2))
        middle = image.crop((cut[0], cut[1], image.width - cut[0], image.height - cut[1]))
        profile = image.info.get("icc_profile")
        extra: dict[str, Any] = {"icc_profile": profile} if profile else {}
        if image.format == "JPEG":
            middle.save(out, "JPEG", quality=95, **extra)
        else:
            middle = middle if middle.mode in ("RGB", "RGBA", "L", "LA", "P", "1") else middle.convert("RGB")
            middle.save(out, "PNG", **extra)
    return Prepared(out.getvalue(), *middle.size, picture.note)


def put_picture(slide: Any, picture: Prepared, box: Box, mode: str, *, alt: str = "", slot: Any = None) -> Any:
    """Put a picture on a slide (or what else has shapes): "fit" inside the box, "fill" it (cropped), or "stretch"."""
    from deskworld_slides.slots import take_over

    size = (float(picture.width), float(picture.height))
    shown = fitted(size, box) if mode == "fit" else box
    made: Any = slide.shapes.add_picture(io.BytesIO(picture.blob), *shown.emu)
    if mode == "fill":
        crop(made, size, box)
    made.name = f"Picture {made.shape_id}"
    describe(made, alt)
    if slot is not None:
        take_over(made, slot)
    return made


def crop(shape: Any, size: tuple[float, float], box: Box) -> None:
    """Cut a picture's sides evenly so that it fills a box undistorted."""
    across, down = crops_to_fill(size, box)
    shape.crop_left = shape.crop_right = across / 2
    shape.crop_top = shape.crop_bottom = down / 2


def describe(shape: Any, alt: str) -> None:
    """Set or clear the alt text of any shape."""
    properties = shape._element.xpath("./*[1]/p:cNvPr")[0]
    if alt:
        properties.set("descr", clean(alt))
    else:
        properties.attrib.pop("descr", None)
