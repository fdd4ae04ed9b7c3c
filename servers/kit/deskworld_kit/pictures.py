"""Pictures that a model can look at.

Models see about 1568 pixels on the long edge and clients choke on large messages, so every picture that leaves a tool
passes here once: made smaller where it must be, and saying by how much.
"""

import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, cast

from deskworld_kit.errors import ToolError
from deskworld_kit.not_pictures import not_a_picture

if TYPE_CHECKING:
    from PIL import Image

LONG_EDGE = 1568
"""Pixels; what the common models see before they make a picture smaller themselves."""
MOST_BYTES = 1_000_000
MOST_PIXELS = 100_000_000
"""Above this a file is refused unread: no photo is that large, but a small bomb can claim to be."""
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "DIB", "TIFF", "WEBP", "ICO", "PPM")
"""The readers of Pillow that are used. One that is not runs Ghostscript on PostScript, whatever the file is called."""
SHOWN_AS_THEY_ARE = ("1", "L", "LA", "P", "RGB", "RGBA")
"""Pillow's modes that every client shows; others (16 bits, CMYK) are converted."""

_ORIENTATION = 0x0112  # the EXIF tag


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
    from PIL import Image, ImageOps

    encoded = source.read_bytes() if isinstance(source, Path) else source
    image = open_image(encoded) if isinstance(encoded, bytes) else encoded
    if isinstance(encoded, bytes) and len(encoded) <= MOST_BYTES and _is_plain(image, long_edge):
        return Picture(encoded, f"image/{(image.format or '').lower()}", *image.size, label=label)
    shown = _in_eight_bits(ImageOps.exif_transpose(image))
    true_width, true_height = shown.size
    edge = min(long_edge, max(shown.size))
    shown.thumbnail((edge, edge), Image.Resampling.LANCZOS)
    data, mime = (b"", "") if _is_grainy(shown) else (_png(shown), "image/png")  # text stays crisp
    while not 0 < len(data) <= MOST_BYTES:
        data, mime = _jpeg(shown), "image/jpeg"
        if len(data) > MOST_BYTES:
            edge = int(edge * 0.8)
            shown.thumbnail((edge, edge), Image.Resampling.LANCZOS)
    scale = min(1.0, max(shown.size) / max(true_width, true_height))
    return Picture(data, mime, shown.width, shown.height, scale, label)


def open_image(source: bytes | Path, *, argument: str = "", name: str = "") -> "Image.Image":
    """A picture file, read whole and as it is stored: its mode, profile and orientation untouched.

    Args:
        source: Encoded bytes, or a file.
        argument: Which argument of the call named it, for the error.
        name: What to call it in an error; a file has its own.

    Raises:
        ToolError: It is no picture, damaged, or too large to open.
    """
    from PIL import Image

    too_large = f"a picture of more than {MOST_PIXELS // 1_000_000} million pixels is too large to open"
    encoded = source.read_bytes() if isinstance(source, Path) else source
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # we have a limit of our own
            image = Image.open(BytesIO(encoded), formats=FORMATS)
        small_enough = image.width * image.height <= MOST_PIXELS
        if small_enough:
            image.load()
    except Image.DecompressionBombError as error:
        raise ToolError(too_large, argument=argument) from error
    except Exception as error:  # a broken file makes Pillow's readers raise whatever it makes them
        called = name or (source.name if isinstance(source, Path) else "")
        raise ToolError(not_a_picture(encoded, called), argument=argument) from error
    if not small_enough:
        raise ToolError(too_large, argument=argument)
    return image


def _is_plain(image: "Image.Image", long_edge: int) -> bool:
    """Whether the file can be shown as it is: a common format, small, and not lying on its side."""
    upright = image.getexif().get(_ORIENTATION, 1) == 1
    return (
        image.format in ("PNG", "JPEG") and image.mode in SHOWN_AS_THEY_ARE and max(image.size) <= long_edge and upright
    )


def _in_eight_bits(image: "Image.Image") -> "Image.Image":
    """A copy in RGB or RGBA. Deeper greys are scaled: Pillow alone would cut them off at 255 and show white."""
    if image.mode.startswith("I;16"):
        image = image.convert("I").point(lambda value: value * (255 / 65535)).convert("L")
    elif image.mode in ("I", "F"):
        low, high = cast("tuple[float, float]", image.getextrema())
        step = 255 / (high - low) if high > low else 0.0
        image = image.convert("F").point(lambda value: value * step - low * step).convert("L")
    mode = "RGBA" if image.has_transparency_data else "RGB"
    return image.copy() if image.mode == mode else image.convert(mode)


def _is_grainy(image: "Image.Image") -> bool:
    """Whether a PNG of it would be far too large, told from a piece of its middle: packing a photo so takes long."""
    width, height = image.size
    side = 192
    if width * height < 8 * side * side:
        return False
    left, top = (width - side) // 2, (height - side) // 2
    piece = image.crop((max(left, 0), max(top, 0), min(left + side, width), min(top + side, height)))
    return len(_png(piece)) * width * height > 1.5 * MOST_BYTES * piece.width * piece.height


def _png(image: "Image.Image") -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _jpeg(image: "Image.Image") -> bytes:
    """On white, since JPEG knows no transparency."""
    from PIL import Image

    if image.mode == "RGBA":
        white = Image.new("RGB", image.size, "white")
        white.paste(image, mask=image.getchannel("A"))
        image = white
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=85)
    return buffer.getvalue()
