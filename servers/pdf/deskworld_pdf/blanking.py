"""Pictures with a part painted over: the pixels are gone, not covered."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deskworld_pdf.geometry import Matrix, Rect

if TYPE_CHECKING:
    import pikepdf
    from PIL import Image

_DROPPED = ("/Length", "/Filter", "/DecodeParms", "/Decode", "/Metadata", "/Alternates", "/OPI", "/PieceInfo", "/Mask",
            "/SMask", "/ColorSpace", "/BitsPerComponent", "/Intent", "/Name", "/StructParent")  # fmt: skip


def blanked(
    pdf: pikepdf.Pdf, image: Any, matrix: Matrix, boxes: Sequence[Rect], color: tuple[int, int, int]
) -> Any | None:
    """A copy of a picture with these boxes painted over; None where it can't be decoded.

    Args:
        pdf: The file.
        image: The picture.
        matrix: Where the picture is drawn: from its unit square to the page.
        boxes: In the page's own coordinates.
        color: Red, green, blue.
    """
    import pikepdf

    try:
        stencil = bool(image.get("/ImageMask", False))
        pixels = _pixels(image)
        size = (int(image["/Width"]), int(image["/Height"]))
        if pixels.size != size:
            return None
        shapes = [_polygon(box, matrix, size) for box in boxes]
        if stencil:
            return _stencil(pdf, image, pixels, shapes)
        from PIL import ImageDraw

        gray = pixels.mode in ("1", "L", "LA", "I;16", "I") and color[0] == color[1] == color[2]
        pixels = pixels.convert("L" if gray else "RGB")
        pixels.info.clear()  # a photo's comment would be written again
        pen = ImageDraw.Draw(pixels)
        for shape in shapes:
            pen.polygon(shape, fill=color[0] if gray else color)
        filters = str(image.get("/Filter", ""))
        made = _stream(pdf, pixels, jpeg="DCT" in filters or "JPX" in filters)
        for key in list(image.keys()):
            if key not in _DROPPED and key not in made:
                made[key] = image[key]
        for key in ("/SMask", "/Mask"):
            mask = image.get(key)
            if isinstance(mask, pikepdf.Stream):
                made[key] = _mask(pdf, mask, matrix, boxes)
        return made
    except Exception:  # each codec fails in its own way; the caller takes the picture out
        return None


def _pixels(image: Any) -> Image.Image:
    import pikepdf
    from deskworld_kit import ToolError
    from deskworld_kit.pictures import MOST_PIXELS

    if int(image["/Width"]) * int(image["/Height"]) > MOST_PIXELS:
        raise ToolError("a picture is too large to open")
    return pikepdf.PdfImage(image).as_pil_image()


def _stream(pdf: pikepdf.Pdf, pixels: Image.Image, *, jpeg: bool) -> Any:
    import zlib

    import pikepdf

    gray = pixels.mode == "L"
    if jpeg:
        buffer = io.BytesIO()
        pixels.save(buffer, "JPEG", quality=92, subsampling=0)
        data, packing = buffer.getvalue(), "/DCTDecode"
    else:
        data, packing = zlib.compress(pixels.tobytes(), 6), "/FlateDecode"
    made = pikepdf.Stream(pdf, data)
    made["/Type"], made["/Subtype"] = pikepdf.Name("/XObject"), pikepdf.Name("/Image")
    made["/Width"], made["/Height"] = pixels.size
    made["/BitsPerComponent"] = 8
    made["/ColorSpace"] = pikepdf.Name("/DeviceGray" if gray else "/DeviceRGB")
    made["/Filter"] = pikepdf.Name(packing)
    return pdf.make_indirect(made)


def _stencil(pdf: pikepdf.Pdf, image: Any, pixels: Image.Image, shapes: list[list[tuple[float, float]]]) -> Any:
    """A mask through which ink is put: none is put there any more."""
    import zlib

    import pikepdf
    from PIL import Image, ImageDraw

    width, height = pixels.size
    raw = image.read_bytes() if "/CCITT" not in str(image.get("/Filter")) and "JBIG2" not in str(
        image.get("/Filter")) else pixels.convert("1").tobytes()  # fmt: skip
    bits = Image.frombytes("1", (width, height), raw)
    decode = [float(each) for each in image.get("/Decode", [0, 1])]
    empty = 1 if decode[0] < decode[1] else 0
    pen = ImageDraw.Draw(bits)
    for shape in shapes:
        pen.polygon(shape, fill=empty)
    made = pikepdf.Stream(pdf, zlib.compress(bits.tobytes()))
    for key in list(image.keys()):
        if key not in _DROPPED or key in ("/BitsPerComponent", "/Decode"):
            made[key] = image[key]
    made["/Filter"] = pikepdf.Name("/FlateDecode")
    return pdf.make_indirect(made)


def _mask(pdf: pikepdf.Pdf, mask: Any, matrix: Matrix, boxes: Sequence[Rect]) -> Any:
    """The mask of a picture shows its shape: where it is painted over, all is shown."""
    from PIL import ImageDraw

    stencil = bool(mask.get("/ImageMask", False))
    pixels = _pixels(mask)
    shapes = [_polygon(box, matrix, pixels.size) for box in boxes]
    if stencil:
        return _stencil_shown(pdf, mask, shapes)
    pixels = pixels.convert("L")
    pen = ImageDraw.Draw(pixels)
    for shape in shapes:
        pen.polygon(shape, fill=255)
    return _stream(pdf, pixels, jpeg=False)


def _stencil_shown(pdf: pikepdf.Pdf, mask: Any, shapes: list[list[tuple[float, float]]]) -> Any:
    import zlib

    import pikepdf
    from PIL import Image, ImageDraw

    bits = Image.frombytes("1", (int(mask["/Width"]), int(mask["/Height"])), mask.read_bytes())
    decode = [float(each) for each in mask.get("/Decode", [0, 1])]
    pen = ImageDraw.Draw(bits)
    for shape in shapes:
        pen.polygon(shape, fill=0 if decode[0] < decode[1] else 1)
    made = pikepdf.Stream(pdf, zlib.compress(bits.tobytes()))
    for key in list(mask.keys()):
        if key not in ("/Length", "/Filter", "/DecodeParms"):
            made[key] = mask[key]
    made["/Filter"] = pikepdf.Name("/FlateDecode")
    return pdf.make_indirect(made)


def _polygon(box: Rect, matrix: Matrix, size: tuple[int, int]) -> list[tuple[float, float]]:
    """A box of the page in pixels of a picture that may be turned; a pixel larger all round."""
    a, b, c, d, e, f = matrix
    scale = a * d - b * c
    corners: list[tuple[float, float]] = []
    for x, y in ((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])):
        u = (d * (x - e) - c * (y - f)) / scale
        v = (a * (y - f) - b * (x - e)) / scale
        corners.append((u * size[0], (1 - v) * size[1]))
    middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
    return [(x + (1 if x > middle[0] else -1), y + (1 if y > middle[1] else -1)) for x, y in corners]
