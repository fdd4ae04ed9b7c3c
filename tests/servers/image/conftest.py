"""Pictures of every mode that a file may have, each with a profile, a resolution and camera facts where it can."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy
import pytest
from deskworld_kit import Server
from PIL import Image, ImageCms, ImageDraw

SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
SIZE = (64, 48)


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_image import server

    return server


def scene(size: tuple[int, int] = SIZE) -> Image.Image:
    """A red square and a green disc on blue, left darker than right."""
    width, height = size
    across = numpy.linspace(0, 60, width)[None, :].repeat(height, 0)
    pixels = numpy.zeros((height, width, 3), numpy.uint8)
    pixels[..., 2] = 150 + across
    image = Image.fromarray(pixels)
    pen = ImageDraw.Draw(image)
    pen.rectangle((8, 8, 24, 24), fill=(220, 20, 20))
    pen.ellipse((36, 16, 56, 36), fill=(30, 200, 60))
    return image


def clear(image: Image.Image) -> Image.Image:
    """The same with a band of opacity: its left edge is see-through, its right edge half so."""
    opacity = Image.new("L", image.size, 255)
    opacity.paste(0, (0, 0, 6, image.height))
    opacity.paste(128, (image.width - 6, 0, image.width, image.height))
    made = image.convert("LA" if image.mode == "L" else "RGBA")
    made.putalpha(opacity)
    return made


def facts() -> Image.Exif:
    exif = Image.Exif()
    exif[0x010F] = "Harborlight"
    exif[0x8825] = {1: "N", 2: (59.0, 55.0, 0.0), 3: "E", 4: (10.0, 45.0, 0.0)}
    read = Image.Exif()
    read.load(exif.tobytes())
    return read


def deep(image: Image.Image) -> Any:
    """Sixteen bits with low bits of their own."""
    return numpy.atleast_3d(numpy.asarray(image)).astype(numpy.uint16) * 257 - (
        numpy.atleast_3d(numpy.asarray(image)).astype(numpy.uint16) // 3
    )


def png16(pixels: Any, extra: bytes = b"") -> bytes:
    """A PNG of sixteen bits, written by hand."""
    height, width, bands = pixels.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 16, {1: 0, 2: 4, 3: 2, 4: 6}[bands], 0, 0, 0)
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels)
    profile = chunk(b"iCCP", b"x\0\0" + zlib.compress(SRGB)) if bands > 2 else b""
    dots = chunk(b"pHYs", struct.pack(">IIB", 11811, 11811, 1))
    body = chunk(b"IHDR", head) + profile + dots + extra + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def save(image: Image.Image, kind: str, **options: Any) -> bytes:
    buffer = BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def _palette(*, see_through: bool) -> bytes:
    image = scene().quantize(16)
    if see_through:
        return save(image, "PNG", transparency=bytes([255] * 15 + [0]), dpi=(300, 300), icc_profile=SRGB)
    return save(image, "PNG", dpi=(300, 300), icc_profile=SRGB, exif=facts())


def _animated(kind: str, **options: Any) -> bytes:
    first = scene()
    frames = [first, first.transpose(Image.Transpose.FLIP_LEFT_RIGHT), first.rotate(180)]
    if kind == "GIF":
        frames = [each.quantize(32) for each in frames]
    return save(frames[0], kind, save_all=True, append_images=frames[1:], duration=[100, 200, 300], loop=2, **options)


def _pages() -> bytes:
    pages = [scene(), scene(), scene().transpose(Image.Transpose.ROTATE_180)]
    return save(pages[0], "TIFF", save_all=True, append_images=pages[1:], compression="tiff_lzw", dpi=(300, 300))


def _tiff16() -> bytes:
    from deskworld_image.deep import write_tiff

    buffer = BytesIO()
    tags = {34675: SRGB, 282: 300.0, 283: 300.0, 296: 2}
    write_tiff(buffer, [deep(scene())], "RGB", tags, packed=True)
    return buffer.getvalue()


FULL: dict[str, Any] = {"dpi": (300, 300), "icc_profile": SRGB, "exif": facts()}
MAKERS: dict[str, Callable[[], bytes]] = {
    "bit.png": lambda: save(scene().convert("1"), "PNG", dpi=(300, 300)),
    "bit.tif": lambda: save(scene().convert("1"), "TIFF", compression="group4", dpi=(300, 300)),
    "grey.png": lambda: save(scene().convert("L"), "PNG", dpi=(300, 300), exif=facts()),
    "grey.jpg": lambda: save(scene().convert("L"), "JPEG", quality=88, dpi=(300, 300), exif=facts()),
    "grey-clear.png": lambda: save(clear(scene().convert("L")), "PNG", dpi=(300, 300)),
    "palette.png": lambda: _palette(see_through=False),
    "palette-clear.png": lambda: _palette(see_through=True),
    "rgb.png": lambda: save(scene(), "PNG", **FULL),
    "key.png": lambda: save(scene(), "PNG", transparency=(220, 20, 20), dpi=(300, 300)),
    "rgba.png": lambda: save(clear(scene()), "PNG", **FULL),
    "photo.jpg": lambda: save(scene(), "JPEG", quality=85, subsampling=2, **FULL),
    "progressive.jpg": lambda: save(scene(), "JPEG", quality=70, progressive=True, **FULL),
    "cmyk.jpg": lambda: save(scene().convert("CMYK"), "JPEG", quality=90, dpi=(300, 300)),
    "cmyk.tif": lambda: save(scene().convert("CMYK"), "TIFF", compression="tiff_lzw", dpi=(300, 300)),
    "rgb.tif": lambda: save(scene(), "TIFF", compression="tiff_lzw", dpi=(300, 300), icc_profile=SRGB),
    "facts.tif": lambda: save(scene(), "TIFF", **FULL),
    "rgba.webp": lambda: save(clear(scene()), "WEBP", lossless=True, icc_profile=SRGB, exif=facts()),
    "rgba.avif": lambda: save(clear(scene()), "AVIF", quality=95, icc_profile=SRGB, exif=facts()),
    "rgb.bmp": lambda: save(scene(), "BMP", dpi=(300, 300)),
    "grey16.png": lambda: png16(deep(scene().convert("L"))),
    "grey16-clear.png": lambda: png16(deep(clear(scene().convert("L")))),
    "rgb16.png": lambda: png16(deep(scene())),
    "rgba16.png": lambda: png16(deep(clear(scene()))),
    "rgb16.tif": _tiff16,
    "float.tif": lambda: save(Image.fromarray(numpy.asarray(scene().convert("L")).astype(numpy.float32) / 7), "TIFF"),
    "pages.tif": _pages,
    "moving.gif": lambda: _animated("GIF"),
    "moving.webp": lambda: _animated("WEBP", lossless=True),
    "moving.png": lambda: _animated("PNG"),
}


@pytest.fixture(scope="session")
def blobs() -> dict[str, bytes]:
    """Every sample's bytes by name."""
    return {name: make() for name, make in MAKERS.items()}


@pytest.fixture
def samples(root: Path, blobs: dict[str, bytes]) -> list[str]:
    """All samples in the workspace."""
    for name, blob in blobs.items():
        (root / name).write_bytes(blob)
    return list(blobs)


@pytest.fixture
def photo(root: Path, blobs: dict[str, bytes]) -> str:
    (root / "photo.jpg").write_bytes(blobs["photo.jpg"])
    return "photo.jpg"


@pytest.fixture
def picture(root: Path) -> str:
    """The scene, 200 x 150, as p.png."""
    scene((200, 150)).save(root / "p.png")
    return "p.png"


def pixels(root: Path, name: str) -> Any:
    """The pixels of a file as RGBA numbers that can be subtracted."""
    with Image.open(root / name) as image:
        return numpy.asarray(image.convert("RGBA")).astype(int)
