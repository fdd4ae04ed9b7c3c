"""Whether a picture in a deck can be shown at all.

A picture is a reference to a part, and the part is bytes. Any of the three may be missing: then a slide shows a red
cross or nothing, and only whoever looks sees it. What is known of a part is kept, for a logo stands on every slide,
and what is known of its bytes too, for a deck is looked at again after each edit.
"""

import io
from dataclasses import dataclass, field
from typing import NamedTuple

from ...kinds import PICTURES
from ..errors import InspectError
from ..ooxml import Package

_VECTORS = {
    "emf": (b"\x01\x00\x00\x00",),
    "wmf": (b"\xd7\xcd\xc6\x9a", b"\x01\x00\x09\x00", b"\x02\x00\x09\x00"),
    "svg": (b"<", b"\xef\xbb\xbf<"),
}
"""How drawings of these formats begin."""
_PIXELS = ("png", "jpg", "jpeg", "jpe", "gif", "bmp", "dib", "tif", "tiff", "webp", "ico")
"""What is judged by its bytes; other formats (gzipped drawings, JPEG XR) are taken at their word."""
_SMALL = 4_000_000
"""Pixels of a picture that is cheap to unpack whole, where its format has no other sign of an end."""


class Look(NamedTuple):
    """A picture part: its size in pixels (0 where it has none), its format, and why it can't be shown."""

    width: int
    height: int
    format: str
    broken: str = ""


_KNOWN: dict[tuple[str, int, int], Look] = {}
"""What is known of bytes, by the format they claim, their length and their checksum; over all packages."""
_MOST_KNOWN = 4096


@dataclass
class Soundness:
    """The picture parts of a package, each looked at once."""

    package: Package
    _seen: dict[str, Look] = field(default_factory=dict[str, Look])

    def of(self, part: str) -> Look:
        """What there is to know of a picture part."""
        if part not in self._seen:
            self._seen[part] = self._known(part)
        return self._seen[part]

    def _known(self, part: str) -> Look:
        suffix = part.rpartition(".")[2].lower()
        if part not in self.package:
            return Look(0, 0, suffix, f"the file has no part {part}")
        try:
            content = self.package.content(part)  # unpacked each time, for it may be damaged
        except InspectError:
            return Look(0, 0, suffix, f"its part {part} can't be unpacked")
        key = (suffix, len(content), self.package.checksum(part))
        if key not in _KNOWN:
            if len(_KNOWN) >= _MOST_KNOWN:
                _KNOWN.clear()
            _KNOWN[key] = _look(suffix, content)
        return _KNOWN[key]


def _look(suffix: str, content: bytes) -> Look:
    from PIL import Image

    if not content:
        return Look(0, 0, suffix, "its file is empty")
    if suffix in _VECTORS:
        known = content.lstrip().startswith(_VECTORS[suffix])
        return Look(0, 0, suffix, "" if known else f"its content is no {suffix.upper()} drawing")
    if suffix not in _PIXELS:
        return Look(0, 0, suffix)
    try:
        with Image.open(io.BytesIO(content), formats=PICTURES) as image:
            form = (image.format or suffix).lower()
            return Look(image.width, image.height, form, "" if _whole(image, content) else "its file breaks off")
    except Image.DecompressionBombError:
        return Look(0, 0, suffix)
    except (OSError, ValueError, SyntaxError):
        return Look(0, 0, suffix, "its bytes can't be read as a picture")


def _whole(image: object, content: bytes) -> bool:
    """Whether a picture's bytes go on to its end, told without unpacking what is large."""
    from PIL import Image

    assert isinstance(image, Image.Image)
    if image.format == "JPEG":
        return content.rfind(b"\xff\xd9") > content.rfind(b"\xff\xda")  # its end after its last scan
    try:
        if image.format == "PNG":
            image.verify()  # the sums of all chunks, up to the last
        elif image.width * image.height <= _SMALL:
            image.load()
    except (OSError, ValueError, SyntaxError, EOFError):
        return False
    return True
