"""What EXIF and a colour profile say, in words."""

from __future__ import annotations

from io import BytesIO
from typing import Any

LAYOUT = (
    254, 255, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 284, 297, 317, 320, 322, 323, 324, 325, 330, 332,
    338, 339, 340, 341, 347, 530, 531, 532, 700, 34675,
)  # fmt: skip
"""Tags of a TIFF that say how its pixels lie; they are the writer's to set."""
_MOST = 40
_LENGTH = 200
_LEFT_OUT = ("MakerNote", "UserComment", "ExifOffset", "GPSInfo", "PrintImageMatching", "JPEGInterchangeFormat")


def exif_facts(exif: Any) -> dict[str, str]:
    """The facts by their EXIF names, long and binary ones left out, forty at most."""
    from PIL import ExifTags

    if exif is None:
        return {}
    found: dict[str, str] = {}
    try:
        entries = [*dict(exif).items(), *dict(exif.get_ifd(ExifTags.IFD.Exif)).items()]
    except Exception:  # a broken block of facts is none
        return {}
    for tag, value in entries:
        name = ExifTags.TAGS.get(tag, f"tag {tag}")
        if tag in LAYOUT or name in _LEFT_OUT or (isinstance(value, bytes) and len(value) > 32):
            continue
        text = value.decode("latin-1", "replace") if isinstance(value, bytes) else str(value)
        text = "".join(letter if letter.isprintable() else " " for letter in text).strip()
        if text and len(found) < _MOST:
            found[name] = text if len(text) <= _LENGTH else f"{text[:_LENGTH]}..."
    return found


def gps_of(exif: Any) -> list[float]:
    """Latitude and longitude in degrees, south and west below zero; empty where the file does not say."""
    from PIL import ExifTags

    if exif is None:
        return []
    try:
        place = dict(exif.get_ifd(ExifTags.IFD.GPSInfo))
        sides: list[float] = []
        for reference, tag in ((1, 2), (3, 4)):
            degrees, minutes, seconds = (float(each) for each in place[tag])
            value = degrees + minutes / 60 + seconds / 3600
            sides.append(round(-value if str(place.get(reference, "")) in ("S", "W") else value, 6))
    except Exception:  # missing, or not what the standard says
        return []
    return sides if all(abs(each) <= 180 for each in sides) else []


def profile_name(profile: bytes) -> str:
    """What a colour profile calls itself."""
    from PIL import ImageCms

    if not profile:
        return ""
    try:
        opened = ImageCms.getOpenProfile(BytesIO(profile))
        return ImageCms.getProfileDescription(opened).strip()[:100] or "unnamed"
    except (ImageCms.PyCMSError, OSError, ValueError):
        return "damaged"
