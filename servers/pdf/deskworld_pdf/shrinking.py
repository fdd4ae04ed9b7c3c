"""Pictures in a file made smaller: to the pixels that their size on the page can show, packed as photos where they are.

Line art, masks and pictures of few colours stay as they are: what photos are packed with would blur them. A picture
that would not become smaller stays too.
"""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deskworld_pdf.geometry import Matrix, multiply
from deskworld_pdf.resources import resources_of

if TYPE_CHECKING:
    import pikepdf

_DOTS = {"high": (200, 85), "medium": (150, 75), "low": (96, 60)}
"""Dots per inch and JPEG quality."""
_FEW = 256


def shrink_pictures(pdf: pikepdf.Pdf, quality: str) -> int:
    """Pack pictures anew; returns how many."""
    import pikepdf

    dots, strength = _DOTS[quality]
    shown = sizes_shown(pdf)
    done = 0
    for each in list(pdf.objects):
        if not isinstance(each, pikepdf.Stream) or str(each.get("/Subtype")) != "/Image" or each.objgen not in shown:
            continue
        with suppress(Exception):  # a picture that can't be read stays as it is
            done += _shrink(each, shown[each.objgen], dots, strength)
    return done


def sizes_shown(pdf: pikepdf.Pdf) -> dict[Any, tuple[float, float]]:
    """For each picture the largest width and height at which pages show it, in points."""
    found: dict[Any, tuple[float, float]] = {}
    for page in pdf.pages:
        with suppress(Exception):
            _follow(page, resources_of(page.obj), (1, 0, 0, 1, 0, 0), found, 0)
    return found


def _follow(content: Any, resources: Any, start: Matrix, found: dict[Any, tuple[float, float]], depth: int) -> None:
    import pikepdf

    ctm, saved = start, []
    for each in pikepdf.parse_content_stream(content, "q Q cm Do"):
        operator = str(each.operator)
        if operator == "q":
            saved.append(ctm)
        elif operator == "Q" and saved:
            ctm = saved.pop()
        elif operator == "cm":
            a, b, c, d, e, f = (float(number) for number in each.operands)
            ctm = multiply((a, b, c, d, e, f), ctm)
        elif operator == "Do":
            item = resources["/XObject"][str(each.operands[0])]
            if str(item.get("/Subtype")) == "/Image":
                wide = (ctm[0] ** 2 + ctm[1] ** 2) ** 0.5
                high = (ctm[2] ** 2 + ctm[3] ** 2) ** 0.5
                old = found.get(item.objgen, (0.0, 0.0))
                found[item.objgen] = (max(old[0], wide), max(old[1], high))
            elif depth < 8:
                inner = item.get("/Resources")
                a, b, c, d, e, f = (float(number) for number in item.get("/Matrix", [1, 0, 0, 1, 0, 0]))
                _follow(
                    item, inner if inner is not None else resources, multiply((a, b, c, d, e, f), ctm), found, depth + 1
                )


def _shrink(image: Any, shown: tuple[float, float], dots: int, strength: int) -> int:
    import pikepdf
    from PIL import Image

    width, height = int(image["/Width"]), int(image["/Height"])
    if int(image.get("/BitsPerComponent", 1)) != 8 or bool(image.get("/ImageMask", False)) or width * height < 4096:
        return 0
    if isinstance(image.get("/Mask"), pikepdf.Array):
        return 0  # one colour of it is transparent: packed as a photo no colour would be the same
    pixels = pikepdf.PdfImage(image).as_pil_image()
    if pixels.mode not in ("RGB", "L", "P"):
        return 0
    few = "DCT" not in str(image.get("/Filter")) and pixels.convert("RGB").getcolors(_FEW) is not None
    ratio = min(1.0, max(shown[0] * dots / 72 / width, shown[1] * dots / 72 / height))
    if few and ratio > 0.75:
        return 0
    pixels = pixels.convert("L" if pixels.mode == "L" else "RGB")
    if ratio < 0.75:
        size = (max(1, round(width * ratio)), max(1, round(height * ratio)))
        pixels = pixels.resize(size, Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    pixels.save(buffer, "JPEG", quality=strength, optimize=True)
    if buffer.tell() >= int(image.get("/Length", 0)) * 0.9:
        return 0
    image.write(buffer.getvalue(), filter=pikepdf.Name("/DCTDecode"))
    image["/Width"], image["/Height"] = pixels.size
    image["/BitsPerComponent"] = 8
    image["/ColorSpace"] = pikepdf.Name("/DeviceGray" if pixels.mode == "L" else "/DeviceRGB")
    for key in ("/Decode", "/DecodeParms"):
        if key in image:
            del image[key]
    return 1
