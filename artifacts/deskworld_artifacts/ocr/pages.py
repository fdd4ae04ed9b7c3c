"""The pixels that are read: a picture, a frame of a TIFF or a page of a PDF, as a person sees it.

Engines want eight bits of red, green and blue. What is see-through is laid on the ground that its content stands out
from: white letters of a transparent logo would be gone on white.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..kinds import PICTURES
from .errors import OcrError

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels = Any
"""A numpy array, height x width x 3, uint8, RGB."""

MOST_PIXELS = 100_000_000
DPI = 200
"""PDF pages are drawn at this; 10-point text is then 28 pixels high, what the engines like best."""
_DEEP = ("I;16", "I;16L", "I;16B", "I;16N", "I", "F")


def page_count(path: Path) -> int:
    """Pages of a PDF, frames of a picture.

    Raises:
        OcrError: It is neither, damaged, or protected.
    """
    if is_pdf(path):
        from ..rendering.pdf import opened

        with opened(path) as pdf:
            return len(pdf)
    with _opened(path) as image:
        return getattr(image, "n_frames", 1)


def page_picture(path: Path, page: int = 1, *, dpi: int = DPI) -> Image:
    """A page as an upright picture in RGB.

    Args:
        path: A picture or a PDF.
        page: From 1; frames of a TIFF or GIF count as pages.
        dpi: How finely a PDF page is drawn.

    Raises:
        OcrError: It can't be opened, or has no such page.
    """
    if is_pdf(path):
        from ..rendering.pdf import draw, opened

        with opened(path) as pdf:
            _check_page(page, len(pdf), path.name)
            sheet = pdf[page - 1]
            return draw(sheet, max(1, round(sheet.get_size()[0] * dpi / 72)))
    with _opened(path) as image:
        _check_page(page, getattr(image, "n_frames", 1), path.name)
        try:
            image.seek(page - 1)
            return upright(image)
        except (OSError, ValueError, SyntaxError, EOFError) as error:
            raise OcrError(f"{path.name}: the picture is damaged or cut off") from error


def upright(image: Image) -> Image:
    """A picture as a person sees it: turned upright, 8-bit RGB, on a ground that its content stands out from."""
    from PIL import ImageOps

    turned = ImageOps.exif_transpose(image)
    if turned.mode in _DEEP:
        return _eight_bit(turned).convert("RGB")
    if not turned.has_transparency_data:
        return turned.convert("RGB")
    return _on_a_ground(turned.convert("RGBA"))


def is_pdf(path: Path) -> bool:
    """Whether the content is a PDF, whatever the name says."""
    with path.open("rb") as file:
        return b"%PDF-" in file.read(1024)


def _opened(path: Path) -> Image:
    from PIL import Image, UnidentifiedImageError

    if not path.stat().st_size:
        raise OcrError(f"{path.name}: the file is empty (0 bytes)")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # we have a limit of our own
            image = Image.open(path, formats=PICTURES)
    except Image.DecompressionBombError:
        raise OcrError(f"{path.name}: the picture has too many pixels to open safely") from None
    except UnidentifiedImageError:
        raise OcrError(f"{path.name}: no picture or PDF that can be read (PNG, JPEG, TIFF, WebP, GIF, BMP)") from None
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise OcrError(f"{path.name}: the picture is damaged or cut off") from error
    if image.width * image.height > MOST_PIXELS:
        raise OcrError(f"{path.name}: over {MOST_PIXELS // 1_000_000} million pixels; read a smaller or cut picture")
    return image


def _check_page(page: int, total: int, name: str) -> None:
    if not 1 <= page <= total:
        there = "1 page" if total == 1 else f"pages 1 to {total}"
        raise OcrError(f"{name}: there is no page {page}; it has {there}", "page")


def _eight_bit(image: Image) -> Image:
    """Deep greys stretched over what they hold: a scanner's 12 bits in 16 would be nearly black."""
    import numpy
    from PIL import Image

    deep = numpy.asarray(image).astype("float32")
    low, high = float(deep.min()), float(deep.max())
    return Image.fromarray(((deep - low) * (255 / ((high - low) or 1))).astype("uint8"))


def _on_a_ground(image: Image) -> Image:
    """Over white, or over black where what shows is light."""
    import numpy
    from PIL import Image

    pixels = numpy.asarray(image)
    seen = pixels[..., 3] > 127
    light = bool(seen.any()) and float(pixels[seen][:, :3].mean()) > 190 and float(seen.mean()) < 0.9
    ground = Image.new("RGBA", image.size, "black" if light else "white")
    return Image.alpha_composite(ground, image).convert("RGB")
