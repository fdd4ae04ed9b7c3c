"""Pictures as pages: a JPEG goes in byte for byte, all others without loss, transparency kept, the right way up."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError

if TYPE_CHECKING:
    import pikepdf
    from PIL import Image

_PAPERS = {"A4": (595.28, 841.89), "A5": (419.53, 595.28), "Letter": (612.0, 792.0), "Legal": (612.0, 1008.0)}
_MOST_FRAMES = 500
_ORIENTATION = 0x0112
_TURNS: dict[int, tuple[int, int, int, int]] = {
    1: (1, 0, 0, 1), 2: (-1, 0, 0, 1), 3: (-1, 0, 0, -1), 4: (1, 0, 0, -1),
    5: (0, -1, -1, 0), 6: (0, -1, 1, 0), 7: (0, 1, 1, 0), 8: (0, 1, -1, 0),
}  # fmt: skip
"""How a picture of each EXIF orientation must be turned to stand upright."""


def add_picture_pages(pdf: pikepdf.Pdf, place: Path, paper: str, margin: float, dpi: int) -> list[str]:
    """A page for each picture in a file (a TIFF or GIF may hold several); returns warnings."""
    from deskworld_kit import open_image

    blob = place.read_bytes()
    image = open_image(blob, argument="sources", name=place.name)
    frames = int(getattr(image, "n_frames", 1))
    warnings = [f"{place.name}: only the first {_MOST_FRAMES} of {frames} pictures"] if frames > _MOST_FRAMES else []
    for frame in range(min(frames, _MOST_FRAMES)):
        if frames > 1:
            image.seek(frame)
        turn = int(image.getexif().get(_ORIENTATION, 1))
        made = _as_it_is(pdf, image, blob) if image.format == "JPEG" else None
        made = made if made is not None else _packed(pdf, image)
        _add_page(pdf, made, image.size, turn if turn in _TURNS else 1, paper, margin, dpi)
    return warnings


def _as_it_is(pdf: pikepdf.Pdf, image: Image.Image, blob: bytes) -> Any:
    """A JPEG's own bytes; None where a PDF can't hold them."""
    import pikepdf

    spaces = {"RGB": "/DeviceRGB", "L": "/DeviceGray", "CMYK": "/DeviceCMYK"}
    if image.mode not in spaces:
        return None
    made = _image(pdf, blob, image.size, spaces[image.mode], "/DCTDecode")
    if image.mode == "CMYK" and "adobe" in image.info:
        made["/Decode"] = pikepdf.Array([1, 0] * 4)  # Adobe writes inks turned round
    _keep_profile(pdf, made, image, {"RGB": 3, "L": 1, "CMYK": 4}[image.mode])
    return made


def _packed(pdf: pikepdf.Pdf, image: Image.Image) -> Any:

    mask = None
    if image.has_transparency_data:
        image = image.convert("RGBA")
        alpha = image.getchannel("A")
        if alpha.getextrema() != (255, 255):
            mask = _image(pdf, zlib.compress(alpha.tobytes()), image.size, "/DeviceGray", "/FlateDecode")
        image = image.convert("RGB")
    if image.mode == "1":
        return _image(pdf, zlib.compress(image.tobytes()), image.size, "/DeviceGray", "/FlateDecode", bits=1)
    if image.mode.startswith("I;16"):
        deep = image.tobytes()
        swapped = bytearray(deep)
        if image.mode != "I;16B":
            swapped[0::2], swapped[1::2] = deep[1::2], deep[0::2]
        return _image(pdf, zlib.compress(bytes(swapped)), image.size, "/DeviceGray", "/FlateDecode", bits=16)
    mode = image.mode if image.mode in ("L", "RGB", "CMYK") else "RGB"
    plain = image if image.mode == mode else image.convert(mode)
    space = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}[mode]
    made = _image(pdf, zlib.compress(plain.tobytes()), plain.size, space, "/FlateDecode")
    if mask is not None:
        made["/SMask"] = mask
    _keep_profile(pdf, made, image, {"L": 1, "RGB": 3, "CMYK": 4}[mode])
    return made


def _keep_profile(pdf: pikepdf.Pdf, made: Any, image: Image.Image, parts: int) -> None:
    """A picture's colour profile goes along with it."""
    import pikepdf

    profile = image.info.get("icc_profile")
    if not isinstance(profile, bytes) or len(profile) < 128:
        return
    if profile[16:20] != {1: b"GRAY", 3: b"RGB ", 4: b"CMYK"}[parts]:
        return
    stream = pikepdf.Stream(pdf, profile)
    stream["/N"] = parts
    made["/ColorSpace"] = pikepdf.Array([pikepdf.Name("/ICCBased"), pdf.make_indirect(stream)])


def _image(pdf: pikepdf.Pdf, data: bytes, size: tuple[int, int], space: str, packing: str, *, bits: int = 8) -> Any:
    import pikepdf

    made = pikepdf.Stream(pdf, data)
    made["/Type"], made["/Subtype"] = pikepdf.Name("/XObject"), pikepdf.Name("/Image")
    made["/Width"], made["/Height"] = size
    made["/ColorSpace"], made["/BitsPerComponent"] = pikepdf.Name(space), bits
    made["/Filter"] = pikepdf.Name(packing)
    return pdf.make_indirect(made)


def _add_page(
    pdf: pikepdf.Pdf, made: Any, size: tuple[int, int], turn: int, paper: str, margin: float, dpi: int
) -> None:
    import pikepdf

    seen = size if turn <= 4 else (size[1], size[0])
    wide, high = seen[0] * 72 / dpi, seen[1] * 72 / dpi
    if paper == "fit":
        scale = min(1.0, 14_000 / max(wide, high))
        wide, high = max(wide * scale, 3.0), max(high * scale, 3.0)
        page = (wide + 2 * margin, high + 2 * margin)
    else:
        page = _PAPERS[paper]
        if wide > high:
            page = (page[1], page[0])
        room = (page[0] - 2 * margin, page[1] - 2 * margin)
        if min(room) < 10:
            raise ToolError(f"a margin of {margin:g} leaves no room on {paper}", argument="margin")
        scale = min(room[0] / wide, room[1] / high)
        wide, high = wide * scale, high * scale
    left, bottom = (page[0] - wide) / 2, (page[1] - high) / 2
    a, b, c, d = _TURNS[turn]
    across, up = (wide, high)
    matrix = (
        a * across, b * up, c * across, d * up,
        left + (across if a + c < 0 else 0), bottom + (up if b + d < 0 else 0),
    )  # fmt: skip
    content = f"q {' '.join(f'{each:.4f}' for each in matrix)} cm /Im Do Q"
    sheet = pikepdf.Dictionary(
        Type=pikepdf.Name("/Page"),
        MediaBox=pikepdf.Array([0, 0, round(page[0], 3), round(page[1], 3)]),
        Contents=pdf.make_stream(content.encode()),
        Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=made)),
    )
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(sheet)))
