"""The pictures inside office files: what size and format they have, looked up without drawing them."""

import io

from ..kinds import PICTURES
from .ooxml import Package

_DRAWN = ("emf", "wmf", "svg")
"""Vector formats: they have no pixels."""


def picture_size(package: Package, part: str) -> tuple[int, int, str]:
    """Width and height in pixels (0 where unknown) and format of a picture part."""
    from PIL import Image

    suffix = part.rpartition(".")[2].lower()
    if suffix in _DRAWN or part not in package:
        return 0, 0, suffix
    try:
        with Image.open(io.BytesIO(package.content(part)), formats=PICTURES) as image:
            return image.width, image.height, (image.format or suffix).lower()
    except (OSError, ValueError, Image.DecompressionBombError):
        return 0, 0, suffix
