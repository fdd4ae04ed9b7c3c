"""Pictures that a model can look at.

Models see about 1568 pixels on the long edge and clients choke on large messages, so every picture that leaves a tool
passes here once: made smaller where it must be, and saying by how much.
"""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from deskworld_kit.errors import ToolError

if TYPE_CHECKING:
    from PIL import Image

LONG_EDGE = 1568
"""Pixels; what the common models see before they make a picture smaller themselves."""
MOST_BYTES = 1_000_000
MOST_PIXELS = 200_000_000
"""Above this a file is refused unread: no photo is that large, but a small bomb can claim to be."""


@dataclass(frozen=True)
class Picture:
    """An encoded picture, fit for a model. `scale` is shown size / true size (1.0: not reduced)."""

    data: bytes
    mime: str
    width: int
    height: int
    scale: float = 1.0
    label: str = ""

    @property
    def caption(self) -> str:
        """A line that says what the picture is and how far it was reduced."""
        size = f"{self.width} x {self.height} px"
        if self.scale < 1:
            size += f", reduced to {self.scale:.0%} of its size"
        return f"{self.label} ({size})" if self.label else size


def picture(source: "bytes | Path | Image.Image", *, label: str = "", long_edge: int = LONG_EDGE) -> Picture:
    """Make a picture fit for a model: at most `long_edge` pixels and 1 MB, PNG or JPEG.

    Args:
        source: Encoded bytes, a file, or a Pillow image.
        label: What it shows; the model reads it before the picture.
        long_edge: Pixels of the longer side, at most.

    Raises:
        ToolError: It is no picture, or too large to open.
    """
    from PIL import Image

    encoded = source.read_bytes() if isinstance(source, Path) else source
    image = _opened(encoded) if isinstance(encoded, bytes) else encoded
    true_width, true_height = image.size
    plain = isinstance(encoded, bytes) and image.format in ("PNG", "JPEG") and len(encoded) <= MOST_BYTES
    if plain and max(image.size) <= long_edge and isinstance(encoded, bytes):
        return Picture(encoded, f"image/{(image.format or '').lower()}", true_width, true_height, 1.0, label)
    image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    edge = min(long_edge, max(image.size))
    while True:
        shown = image.copy()
        shown.thumbnail((edge, edge), Image.Resampling.LANCZOS)
        data, mime = _encoded(shown)
        if len(data) <= MOST_BYTES:
            scale = min(1.0, max(shown.size) / max(true_width, true_height))
            return Picture(data, mime, shown.width, shown.height, scale, label)
        edge = int(edge * 0.8)


def _opened(data: bytes) -> "Image.Image":
    from PIL import Image, UnidentifiedImageError

    try:
        image = Image.open(BytesIO(data))
        if image.width * image.height > MOST_PIXELS:
            raise ToolError(f"a picture of {image.width} x {image.height} pixels is too large to show")
        image.load()
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError) as error:
        raise ToolError("this is not a picture that can be read (PNG, JPEG, GIF, WebP, TIFF, BMP)") from error
    return image


def _encoded(image: "Image.Image") -> tuple[bytes, str]:
    """PNG where it is small enough (text stays crisp), else JPEG on white."""
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=False, compress_level=6)
    if buffer.tell() <= MOST_BYTES:
        return buffer.getvalue(), "image/png"
    if image.mode == "RGBA":
        from PIL import Image

        white = Image.new("RGB", image.size, "white")
        white.paste(image, mask=image.getchannel("A"))
        image = white
    buffer = BytesIO()
    image.convert("RGB").save(buffer, "JPEG", quality=85)
    return buffer.getvalue(), "image/jpeg"
