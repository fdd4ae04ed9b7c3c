"""Image files as one upright picture in plain colours.

Whatever a file may hold (a camera's turn, sixteen bits, print colours, a palette, a see-through ground, many
frames), what comes out is what a person would see in a viewer on white: upright, 8-bit RGB, the first frame. Small
images stay small.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import RenderError
from ..kinds import PICTURES
from .rendered import Rendered, rendered
from .wanted import Wanted

if TYPE_CHECKING:
    from PIL.Image import Image

_DEEP = ("I;16", "I;16L", "I;16B", "I;16N", "I", "F")


def render(path: Path, wanted: Wanted) -> list[Rendered]:
    """The image, at most as wide as asked."""
    from PIL import Image, UnidentifiedImageError

    wanted.of(1, "page", path.name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path, formats=PICTURES) as opened:
                frames = getattr(opened, "n_frames", 1)
                opened.draft("RGB", (wanted.width, 1))  # a JPEG much too large is read at a fraction of its size
                image = _flat(_upright(opened))
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise RenderError(f"{path.name}: the image has too many pixels to open safely") from None
    except UnidentifiedImageError:  # whose words hold the whole path
        raise RenderError(
            f"{path.name}: the image cannot be read; it is damaged or no image of a kind known here"
        ) from None
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise RenderError(f"{path.name}: the image cannot be read; it is damaged or no image ({error})") from None
    if image.width > wanted.width:
        height = max(1, round(image.height * wanted.width / image.width))
        image = image.resize((wanted.width, height), Image.Resampling.LANCZOS)
    return [rendered(1, f"Frame 1 of {frames}" if frames > 1 else "Image", image)]


def _upright(image: Image) -> Image:
    from PIL import ImageOps

    return ImageOps.exif_transpose(image)


def _flat(image: Image) -> Image:
    """8-bit RGB, with what is see-through on white."""
    from PIL import Image

    if image.mode in _DEEP:
        return _eight_bit(image).convert("RGB")
    if not image.has_transparency_data:
        return image.convert("RGB")
    seen = image.convert("RGBA")
    white = Image.new("RGBA", seen.size, "white")
    return Image.alpha_composite(white, seen).convert("RGB")


def _eight_bit(image: Image) -> Image:
    """Deep greys scaled to 8 bits: sixteen by their full range, others by what they hold."""
    if image.mode.startswith("I;16"):
        return image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    low, high = image.getextrema()
    assert isinstance(low, (int, float)) and isinstance(high, (int, float))
    scale = 255 / ((high - low) or 1)
    return image.convert("F").point(lambda value: value * scale - low * scale).convert("L")
