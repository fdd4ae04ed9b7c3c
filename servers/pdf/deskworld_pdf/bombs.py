"""Streams that would unpack to more than any page needs: a small file that fills the memory is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from deskworld_kit import ToolError

if TYPE_CHECKING:
    import pikepdf

MOST_STREAM = 256 * 1024 * 1024
"""The most bytes that one stream may unpack to; no page or picture comes near it, a bomb goes far beyond."""


def check_streams(pdf: pikepdf.Pdf, name: str, argument: str = "path") -> None:
    """Refuse a file whose page contents would unpack to more than any page needs.

    Only what may be a bomb is unpacked for it: streams packed twice, or large for a page's drawing.
    """
    import pikepdf

    for number, each in enumerate(pdf.objects):
        if number > 200_000:
            return
        if not isinstance(each, pikepdf.Stream):
            continue
        filters = each.get("/Filter")
        if filters is None:
            continue
        twice = isinstance(filters, pikepdf.Array) and filters.unparse(resolved=True).count(b"/Fl") > 1
        if not twice and int(each.get("/Length", 0)) <= 250_000:
            continue
        if each.get("/Subtype") != "/Image" and _unpacks_beyond(each, MOST_STREAM):
            raise ToolError(
                f"{name!r} holds a stream that unpacks to over {MOST_STREAM >> 20} MB; it is not opened",
                argument=argument,
            )


def _unpacks_beyond(stream: pikepdf.Stream, most: int) -> bool:
    """Whether the Flate layers of a stream unpack to more than that, looked at in small steps."""
    import zlib

    import pikepdf

    filters = stream.get("/Filter")
    layers = [str(one) for one in filters] if isinstance(filters, pikepdf.Array) else [str(filters)]
    if any(layer not in ("/FlateDecode", "/Fl") for layer in layers):
        return False
    parts: Iterator[bytes] = iter([stream.read_raw_bytes()])
    for _ in layers:
        parts = _unpacked(parts)
    total = 0
    with suppress(zlib.error):
        for part in parts:
            total += len(part)
            if total > most:
                return True
    return False


def _unpacked(parts: Iterator[bytes]) -> Iterator[bytes]:
    """What a Flate layer unpacks to, a megabyte at a time."""
    import zlib

    unpacker = zlib.decompressobj()
    for part in parts:
        rest = part
        while rest:
            yield unpacker.decompress(rest, 1 << 20)
            rest = unpacker.unconsumed_tail
