"""A JPEG's file, segment by segment: what tells of its maker taken out, every pixel as it was packed.

To unpack and pack a photo only to drop a few facts would cost it quality. What lies behind the picture's end (a phone's
second picture, a short film) goes too.
"""

from __future__ import annotations

from deskworld_kit import ToolError

_END, _SCAN, _COMMENT = 0xD9, 0xDA, 0xFE
_JFIF, _PROFILE, _ADOBE = 0xE0, 0xE2, 0xEE


def without_facts(blob: bytes, *, keep_profile: bool) -> bytes:
    """The same JPEG without EXIF, XMP, IPTC, comments, thumbnails and makers' own segments.

    Raises:
        ToolError: Its segments can't be followed.
    """
    made = bytearray(blob[:2])
    place = 2
    while place + 4 <= len(blob):
        if blob[place] != 0xFF:
            break
        kind = blob[place + 1]
        if kind == 0xFF:  # filling before a marker
            place += 1
            continue
        if kind == _END:
            return bytes(made + b"\xff\xd9")
        end = place + 2 + int.from_bytes(blob[place + 2 : place + 4], "big")
        if _stays(kind, blob[place + 4 : end], keep_profile=keep_profile):
            made += blob[place:end]
        if kind == _SCAN:
            place, end = end, _scan_end(blob, end)
            made += blob[place:end]
        place = end
    if blob[place : place + 2] == b"\xff\xd9":
        return bytes(made + b"\xff\xd9")
    raise ToolError("the JPEG is damaged: its parts can't be followed", argument="path")


def _stays(kind: int, data: bytes, *, keep_profile: bool) -> bool:
    if kind == _JFIF:
        return data.startswith(b"JFIF") and len(data) == 14  # longer ones hold a thumbnail
    if kind == _PROFILE:
        return keep_profile and data.startswith(b"ICC_PROFILE")
    return kind == _ADOBE or not (0xE0 <= kind <= 0xEF or kind == _COMMENT)


def _scan_end(blob: bytes, place: int) -> int:
    """Where the packed pixels end: at the first marker that is no stuffed byte and no restart."""
    while True:
        place = blob.find(b"\xff", place)
        if place < 0 or place + 1 >= len(blob):
            return len(blob)
        if blob[place + 1] == 0 or 0xD0 <= blob[place + 1] <= 0xD7 or blob[place + 1] == 0xFF:
            place += 2 if blob[place + 1] != 0xFF else 1
            continue
        return place
