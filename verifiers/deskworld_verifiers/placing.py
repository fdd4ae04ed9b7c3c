"""Where a known picture stands in another, at whatever size: the logo on a banner, the product in a cut of its photo.

    mark = placed_in(s.file("out/banner.jpg"), s.file("brand/logo.png"), ground="#1F3A44")
    assert mark.likeness > 0.85 and mark.box[0] >= 40

The part is tried at every width that the picture leaves room for, always in its own ratio, and held against the picture
by normalised correlation: all over a small grey copy first, then around the best places in colour and full detail. So a
stretched, cropped or recoloured one is less like it than a whole one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

_COARSE, _SEARCHED = 320, 800
"""Long edge, in pixels, of the picture in which all widths are tried, and of the one in which the best are."""
_TRIED = 4
_STEP = 1.07
_FINE = ((0.955, 0.97, 0.985, 1.015, 1.03, 1.045), (0.99, 0.995, 1.005, 1.01))
_LEAST = 6  # pixels of the part's short side, below which everything looks alike

_ROOM = 8  # pixels around a place that was found coarsely, in which it is looked for again

Box = tuple[int, int, int, int]
Held = tuple[float, int, int, int, int]
"""A likeness, and the box that has it."""


@dataclass(frozen=True)
class Placed:
    """Where a part was found, and how like it that place is: 1 is the same, below about 0.7 it is something else."""

    box: Box
    likeness: float

    def margin(self, size: Sequence[int]) -> int:
        """Pixels to the nearest rim of a picture of this width and height."""
        left, top, right, bottom = self.box
        return min(left, top, size[0] - right, size[1] - bottom)


def placed_in(
    picture: Path, part: Path, *, part_box: Sequence[int] | None = None, ground: str = "#FFFFFF", smallest: float = 0.05
) -> Placed:
    """The place in a picture that is most like a part.

    Args:
        picture: Where to look.
        part: What to look for.
        part_box: Only this of it: left, top, right, bottom in its pixels.
        ground: What the see-through pixels of the part are seen on.
        smallest: The least width to try, as a share of the picture's.
    """
    box = None if part_box is None else (int(part_box[0]), int(part_box[1]), int(part_box[2]), int(part_box[3]))
    return _placed(picture.read_bytes(), part.read_bytes(), box, ground, smallest)


@lru_cache(maxsize=256)
def _placed(picture: bytes, part: bytes, part_box: Box | None, ground: str, smallest: float) -> Placed:
    whole, sought = _seen(picture, ground), _seen(part, ground)
    if part_box is not None:
        sought = sought.crop(part_box)
    coarse = min(1.0, _COARSE / max(whole.size))
    light, field = sought.convert("L"), _pixels(whole.convert("L"), coarse)
    found: list[tuple[Held, float]] = []
    width = max(2.0, field.shape[1] * smallest)
    while width <= field.shape[1] * 1.001:
        found.append((_held(field, light, width), width))
        width *= _STEP
    fine = min(1.0, _SEARCHED / max(whole.size))
    field, larger = _pixels(whole, fine), fine / coarse
    likely = sorted(found, reverse=True)[:_TRIED]
    best = max(_held(field, sought, width * larger, near=_grown(held, larger)) for held, width in likely)
    for factors in _FINE:
        wide, near = best[3] - best[1], best[1:]
        best = max([best, *(_held(field, sought, wide * factor, near=near) for factor in factors)])
    left, top, right, bottom = (round(each / fine) for each in best[1:])
    return Placed((left, top, min(right, whole.width), min(bottom, whole.height)), max(0.0, best[0]))


def _grown(held: Held, factor: float) -> Box:
    left, top, right, bottom = (round(each * factor) for each in held[1:])
    return (left, top, right, bottom)


def _held(field: Any, sought: "Image", width: float, *, near: Box | None = None) -> Held:
    """How like the part is to the place most like it, at this width, and the box of that place.

    Looking only `near` a box (its side around it by a fifth) is quicker by far than over the whole field.
    """
    import cv2

    size = (round(width), round(width * sought.height / sought.width))
    left, top, right, bottom = near or (0, 0, field.shape[1], field.shape[0])
    if near:
        room = _ROOM + max(right - left, bottom - top, *size) // 5
        left, top = max(0, left - room), max(0, top - room)
        field = field[top : bottom + room, left : right + room]
    if min(size) < _LEAST or size[0] > field.shape[1] or size[1] > field.shape[0]:
        return (-1.0, 0, 0, 0, 0)
    likeness = cv2.matchTemplate(field, _pixels(sought, size[0] / sought.width, size), cv2.TM_CCOEFF_NORMED)
    _, most, _, (across, down) = cv2.minMaxLoc(likeness)
    return (round(most, 4), left + across, top + down, left + across + size[0], top + down + size[1])


def _seen(data: bytes, ground: str) -> "Image":
    from deskworld_artifacts.kinds import PICTURES
    from PIL import Image, ImageOps

    try:
        image = Image.open(BytesIO(data), formats=PICTURES)
        image.load()
    except Exception as error:  # a broken file makes the readers raise whatever it makes them
        raise AssertionError(f"a picture can't be opened: {error}") from error
    image = ImageOps.exif_transpose(image).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", image.size, ground), image).convert("RGB")


def _pixels(image: "Image", scale: float, size: tuple[int, int] | None = None) -> Any:
    import numpy
    from PIL import Image

    way = Image.Resampling.BOX if scale < 1 else Image.Resampling.BICUBIC
    return numpy.asarray(image.resize(size or (round(image.width * scale), round(image.height * scale)), way))
