"""What checks of pictures ask again and again, beyond the facts: is it the same one, what colours lie where, what is
hidden, and can it be read.

photo, made = s.file("photo.jpg"), s.file("out/crop.png")
assert picture_difference(made, photo, other_box=(100, 50, 500, 350)) < 6
assert color_share(made, "#FFFFFF", box=(0, 0, 400, 20)) > 0.98
assert not gps_of(made) and kilobytes(made) <= 200

Boxes are left, top, right, bottom in pixels of the upright picture, the last two just outside. A file that is no
picture, or a box that does not lie on it, fails the check that asks.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

Box = Sequence[int]
Source = Path | bytes

_COMPARED = 512
"""Long edge, in pixels, at which pictures of different sizes are compared."""


def picture_difference(one: Source, other: Source, *, box: Box | None = None, other_box: Box | None = None) -> float:
    """The mean difference of a channel, 0 (the same) to 255, whatever the sizes, formats and modes.

    Args:
        one, other: The pictures; what is see-through is seen on white.
        box: The part of the first that counts; all of it by default.
        other_box: The part of the other that it is held against.
    """
    import numpy
    from PIL import Image

    first, second = _part(_flat(one), box), _part(_flat(other), other_box)
    if first.size != second.size or max(first.size) > _COMPARED:
        scale = min(1.0, _COMPARED / max(first.size))
        size = (max(1, round(first.width * scale)), max(1, round(first.height * scale)))
        first, second = (each.resize(size, Image.Resampling.BOX) for each in (first, second))
    apart = numpy.abs(numpy.asarray(first, numpy.int16) - numpy.asarray(second, numpy.int16))
    return float(apart.mean())


def changed_outside(before: Source, after: Source, *boxes: Box, tolerance: int = 12) -> float:
    """The share of the pixels outside of the boxes that differ by more than the tolerance (of 255).

    Pictures of different sizes have all of it changed.
    """
    import numpy

    first, second = _flat(before), _flat(after)
    if first.size != second.size:
        return 1.0
    apart = numpy.abs(numpy.asarray(first, numpy.int16) - numpy.asarray(second, numpy.int16)).max(axis=2)
    counted = numpy.ones(apart.shape, bool)
    for box in boxes:
        left, top, right, bottom = _checked(first, box)
        counted[top:bottom, left:right] = False
    return float((apart[counted] > tolerance).mean()) if counted.any() else 0.0


def color_share(picture: Source, color: str, *, box: Box | None = None, tolerance: int = 16) -> float:
    """The share of a picture, or of a box of it, that has a colour (`#RRGGBB`), each channel within the tolerance."""
    import numpy
    from PIL import ImageColor

    pixels = numpy.asarray(_part(_flat(picture), box), numpy.int16)
    wanted = numpy.array(ImageColor.getrgb(color)[:3], numpy.int16)
    return float((numpy.abs(pixels - wanted).max(axis=2) <= tolerance).mean())


def average_color(picture: Source, *, box: Box | None = None) -> str:
    """The mean colour of a picture, or of a box of it, as `#RRGGBB`."""
    import numpy

    mean = numpy.asarray(_part(_flat(picture), box)).reshape(-1, 3).mean(axis=0)
    return "#" + "".join(f"{round(float(each)):02X}" for each in mean)


def transparent_share(picture: Source, *, box: Box | None = None, outside: bool = False) -> float:
    """The share of a box (or of all outside of it) that is wholly see-through."""
    import numpy

    image = _upright(picture)
    opacity = numpy.asarray(image.convert("RGBA").getchannel("A"))
    inside = numpy.zeros(opacity.shape, bool)
    left, top, right, bottom = _checked(image, box or (0, 0, *image.size))
    inside[top:bottom, left:right] = True
    counted = opacity[~inside if outside else inside]
    return float((counted == 0).mean()) if counted.size else 1.0


def detail_left(before: Source, after: Source, box: Box) -> float:
    """How much of what a box showed can still be told, 0 (nothing) to 1: what a check of hidden faces and print asks.

    It is the correlation of the fine structure (all below a 24th of the box's short side) before and after, so an even
    cover and coarse cells give about 0, and a slight blur, which can be undone, stays near 1.
    """
    import numpy
    from scipy.ndimage import gaussian_filter

    first, second = _flat(before).convert("L"), _flat(after).convert("L")
    if first.size != second.size:
        raise AssertionError(f"the sizes differ: {first.size} and {second.size}")
    fine: list[Any] = []
    for image in (first, second):
        pixels = numpy.asarray(_part(image, box), numpy.float64)
        radius = max(1.0, min(pixels.shape) / 24)
        fine.append(gaussian_filter(pixels, radius / 2) - gaussian_filter(pixels, radius * 2))
    spread = float(fine[0].std() * fine[1].std())
    if fine[0].std() < 0.5 or fine[1].std() < 0.5:
        return 0.0
    return max(0.0, float((fine[0] * fine[1]).mean()) / spread)


def sharpness(picture: Source, *, box: Box | None = None) -> float:
    """The variance of the Laplacian at 1000 pixels' long edge; under about 60 a photo looks blurred."""
    import numpy
    from PIL import Image
    from scipy.ndimage import laplace

    image = _part(_flat(picture), box).convert("L")
    if max(image.size) > 1000:
        scale = 1000 / max(image.size)
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(size, Image.Resampling.BOX)
    return float(laplace(numpy.asarray(image, numpy.float64)).var())


def text_contrast(picture: Source, box: Box) -> float:
    """The contrast ratio (WCAG 2.2, 1 to 21) of the ink in a box with its ground; 1 where the box has one colour.

    Ink and ground are the two groups of shades that part best (Otsu); what lies between them is the smooth edge.
    """
    import numpy
    from deskworld_artifacts.inspection.colors import contrast, ink

    part = _part(_flat(picture), box)
    pixels = numpy.asarray(part).reshape(-1, 3)
    light = numpy.asarray(part.convert("L")).ravel()
    if int(light.max()) - int(light.min()) < 8:
        return 1.0
    level = _otsu(light)
    colors: list[str] = []
    for side in (light <= level, light > level):
        shades = light[side]
        edge = numpy.percentile(shades, 25 if side[int(light.argmin())] else 75)
        core = pixels[side][shades <= edge] if side[int(light.argmin())] else pixels[side][shades >= edge]
        colors.append("#" + "".join(f"{round(float(each)):02X}" for each in numpy.median(core, axis=0)))
    return contrast(ink(colors[0]), ink(colors[1]))


def ink_color(picture: Source, box: Box) -> str:
    """The colour of the letters in a box, as `#RRGGBB`: what is furthest from the commonest colour."""
    import numpy

    pixels = numpy.asarray(_part(_flat(picture), box), numpy.int16).reshape(-1, 3)
    kinds, counts = numpy.unique(pixels, axis=0, return_counts=True)
    away = numpy.abs(pixels - kinds[counts.argmax()]).sum(axis=1)
    core = numpy.median(pixels[away >= 0.93 * away.max()], axis=0)
    return "#" + "".join(f"{round(float(each)):02X}" for each in core)


def flat_picture(picture: Source) -> "Image":
    """The picture upright, in 8-bit RGB, what is see-through on white: one's own to cut and to draw on."""
    return _flat(picture).copy()


def codes_in(picture: Source) -> list[str]:
    """The texts of the QR codes and bar codes that can be read in it, sorted."""
    import numpy
    import zxingcpp

    found: Any = zxingcpp.read_barcodes(numpy.asarray(_flat(picture).convert("L")))
    return sorted(each.text for each in found if each.valid)


def gps_of(picture: Source) -> list[float]:
    """Latitude and longitude that the file tells; empty where it tells none."""
    from deskworld_artifacts.inspection.image import gps_of as gps_in

    return gps_in(_opened(picture).getexif())


def frame_times(picture: Source) -> list[float]:
    """The milliseconds that each frame of an animation is shown; one 0 for a still."""
    image = _opened(picture)
    times: list[float] = []
    for number in range(int(getattr(image, "n_frames", 1))):
        image.seek(number)
        times.append(float(image.info.get("duration", 0) or 0))
    return times


def kilobytes(file: Path) -> float:
    """The size of a file, in units of 1024 bytes."""
    return file.stat().st_size / 1024


def _opened(source: Source) -> "Image":
    return _decoded(source, "the picture") if isinstance(source, bytes) else _decoded(source.read_bytes(), source.name)


def _decoded(data: bytes, name: str) -> "Image":
    from io import BytesIO

    from deskworld_artifacts.kinds import PICTURES
    from PIL import Image

    try:
        image = Image.open(BytesIO(data), formats=PICTURES)
        image.load()
    except Exception as error:  # a broken file makes the readers raise whatever it makes them
        raise AssertionError(f"{name} can't be opened as a picture: {error}") from error
    return image


def _upright(source: Source) -> "Image":
    from PIL import ImageOps

    return ImageOps.exif_transpose(_opened(source))


def _flat(source: Source) -> "Image":
    """Upright 8-bit RGB, what is see-through on white."""
    if isinstance(source, bytes):
        return _flattened(source, "the picture")
    return _flattened(source.read_bytes(), source.name)


@lru_cache(maxsize=8)
def _flattened(data: bytes, name: str) -> "Image":
    """Many questions about one picture follow each other, and opening it takes longer than answering them."""
    from PIL import Image, ImageOps

    image = ImageOps.exif_transpose(_decoded(data, name))
    if image.mode.startswith("I;16"):
        image = image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    if not image.has_transparency_data:
        return image.convert("RGB")
    seen = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen).convert("RGB")


def _part(image: "Image", box: Box | None) -> "Image":
    return image if box is None else image.crop(_checked(image, box))


def _checked(image: "Image", box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    if not (0 <= left < right <= image.width and 0 <= top < bottom <= image.height):
        raise AssertionError(f"the box {list(box)} does not lie on the picture of {image.width} x {image.height} px")
    return left, top, right, bottom


def _otsu(light: Any) -> int:
    """The level that parts 8-bit shades into two groups with the least spread inside of them (Otsu, 1979)."""
    import numpy

    counts = numpy.bincount(light, minlength=256).astype(numpy.float64)
    below = counts.cumsum()
    above = below[-1] - below
    sums = (counts * numpy.arange(256)).cumsum()
    with numpy.errstate(divide="ignore", invalid="ignore"):
        apart = below * above * (sums / below - (sums[-1] - sums) / above) ** 2
    return int(numpy.nan_to_num(apart).argmax())
