"""PNG and TIFF as Pillow can't write them: colour of sixteen bits a band, and packed TIFF with a camera's facts.

The PNG's other chunks (profile, resolution, EXIF, texts) are those that Pillow writes around a picture of one pixel;
only the header and the pixels are ours. A TIFF page is one strip, deflated, under a directory that Pillow writes; its
own way to packed pages, by libtiff, knows no directories inside of directories, where EXIF and GPS lie.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Generator
from io import BytesIO
from typing import IO, Any

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOR_TYPE = {"LA": 4, "RGB": 2, "RGBA": 6}
_PHOTOMETRIC = {"L": 1, "RGB": 2, "CMYK": 5}
_ROWS = 128  # at a time


def write_png(file: IO[bytes], pixels: Any, bands: str, shell: Any, parameters: dict[str, Any]) -> None:
    """Write one picture of 16 bits.

    Args:
        file: Where to.
        pixels: uint16, height x width x bands.
        bands: LA, RGB or RGBA.
        shell: An 8-bit Pillow image of one pixel in these bands.
        parameters: What Pillow's writer is told of profile, resolution, EXIF and texts.
    """
    buffer = BytesIO()
    shell.save(buffer, "PNG", **parameters)
    file.write(_SIGNATURE)
    for kind, data in _chunks(buffer.getvalue()):
        if kind == b"IHDR":
            height, width, _ = pixels.shape
            data = struct.pack(">IIBBBBB", width, height, 16, _COLOR_TYPE[bands], 0, 0, 0)
        if kind == b"IDAT":
            for part in _deflated(pixels):
                _put(file, b"IDAT", part)
        else:
            _put(file, kind, data)


def color_chunks(blob: bytes) -> dict[bytes, bytes]:
    """What a PNG's chunks say of its colours, a profile apart."""
    found: dict[bytes, bytes] = {}
    for kind, data in _chunks(blob):
        if kind == b"IDAT":
            break
        if kind in (b"sRGB", b"gAMA", b"cHRM", b"cICP"):
            found[kind] = data
    return found


def _chunks(blob: bytes) -> Generator[tuple[bytes, bytes], None, None]:
    place = len(_SIGNATURE)
    while place + 8 <= len(blob):
        (length,) = struct.unpack_from(">I", blob, place)
        yield blob[place + 4 : place + 8], blob[place + 8 : place + 8 + length]
        place += length + 12


def _put(file: IO[bytes], kind: bytes, data: bytes) -> None:
    file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


def _deflated(pixels: Any) -> Generator[bytes, None, None]:
    """The rows, each as its difference to the left or to the row above, whichever is smaller, as PNG advises."""
    import numpy

    height, width, bands = pixels.shape
    step = 2 * bands
    packer = zlib.compressobj(6)
    above = numpy.zeros((1, width * step), numpy.uint8)
    for top in range(0, height, _ROWS):
        rows = numpy.ascontiguousarray(pixels[top : top + _ROWS].astype(">u2")).view(numpy.uint8)
        rows = rows.reshape(len(rows), width * step)
        left = numpy.zeros_like(rows)
        left[:, step:] = rows[:, :-step]
        ways = numpy.stack([rows - left, rows - numpy.concatenate([above, rows[:-1]])])
        costs = numpy.abs(ways.view(numpy.int8).astype(numpy.int16)).sum(axis=2, dtype=numpy.int64)
        best = costs.argmin(axis=0)
        made = numpy.empty((len(rows), width * step + 1), numpy.uint8)
        made[:, 0] = best + 1
        made[:, 1:] = ways[best, numpy.arange(len(rows))]
        above = rows[-1:]
        part = packer.compress(made.tobytes())
        if part:
            yield part
    yield packer.flush()


def write_tiff(file: IO[bytes], pages: list[Any], bands: str, directory: dict[int, Any], *, packed: bool) -> None:
    """Write pages of 8 or 16 bits.

    Args:
        file: Where to; readable too.
        pages: uint8 or uint16 arrays, height x width x bands.
        bands: L, LA, RGB, RGBA or CMYK.
        directory: Further tags of every page: resolution, profile, facts.
        packed: Whether to deflate.
    """
    import numpy
    from PIL.TiffImagePlugin import AppendingTiffWriter, ImageFileDirectory_v2

    with AppendingTiffWriter(file) as pen:  # pyright: ignore[reportArgumentType]
        for pixels in pages:
            height, width, count = pixels.shape
            size = pixels.dtype.itemsize
            if packed:
                steps = pixels.copy()
                steps[:, 1:] -= pixels[:, :-1]
                data = zlib.compress(steps.astype(f"<u{size}").tobytes(), 6)
            else:
                data = numpy.ascontiguousarray(pixels.astype(f"<u{size}")).tobytes()
            tags: Any = ImageFileDirectory_v2(prefix=b"II")
            for tag, value in directory.items():
                tags[tag] = value
            tags[256], tags[257], tags[258] = width, height, (8 * size,) * count
            tags[259], tags[262], tags[277] = (8 if packed else 1), _PHOTOMETRIC[bands.rstrip("A")], count
            tags[278], tags[279], tags[284] = height, len(data), 1
            if packed:
                tags[317] = 2
            if bands.endswith("A"):
                tags[338] = 2
            tags[273] = 0
            tags.save(pen)
            pen.write(data)
            pen.newFrame()
