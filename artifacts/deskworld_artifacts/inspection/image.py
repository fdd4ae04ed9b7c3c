"""Pictures: what a picture is (size, mode, frames, orientation) and how it looks (colours, brightness, whether it is
blank)."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..kinds import PICTURES
from .base import Fact
from .errors import InspectError

if TYPE_CHECKING:
    from PIL.Image import Image

_LOOKED_AT = 256
"""Colours are counted on the picture reduced to this many pixels a side."""
_SHADES = 8
_LEAST_SHARE = 0.01


class Color(Fact):
    """A colour of a picture and the share of it (0 to 1) that has about this colour."""

    color: str
    share: float


class ImageFacts(Fact):
    """A picture. Sizes are pixels as stored; `upright_width` and `upright_height` are those after the EXIF
    orientation."""

    kind: Literal["image"] = "image"
    format: str
    """As Pillow names it in small letters: png, jpeg, gif, webp, bmp, tiff."""
    mode: str
    """Pillow's mode: RGB, RGBA, L, P, CMYK, I;16 ..."""
    width: int
    height: int
    upright_width: int
    upright_height: int
    orientation: int
    """EXIF orientation, 1 (upright) to 8."""
    frames: int
    dpi: float
    """Dots per inch across; 0 where the file does not say."""
    alpha_used: bool
    """Whether any pixel lets something show through."""
    colors: list[Color]
    """The dominant colours, most of it first; see-through pixels are left out."""
    brightness: float
    """The mean, 0 (black) to 1 (white)."""
    blank: bool
    """Whether all pixels have one colour, or all are see-through."""
    bits: int = 8
    """Bits a channel as stored: 1, 8, 16 or 32, also where Pillow's mode does not tell."""
    profile: str = ""
    """What the colour profile calls itself; empty where there is none."""
    gps: tuple[float, ...] = ()
    """Latitude and longitude that the camera's facts tell; empty where they tell none."""
    seconds: float = 0
    """How long an animation runs; 0 for a still."""


def read(path: Path) -> ImageFacts:
    """The facts of a picture's first frame."""
    import warnings

    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path, formats=PICTURES) as image:
                return _facts(image)
    except UnidentifiedImageError as error:
        raise InspectError(f"{path.name} is not a picture of any known format") from error
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise InspectError(f"{path.name} has too many pixels to be inspected: {error}") from error
    except (OSError, SyntaxError) as error:
        raise InspectError(f"{path.name} is damaged or cut off: {error}") from error


def _facts(image: "Image") -> ImageFacts:
    from PIL import Image, ImageStat

    bits = _bits(image)  # before the pixels are read, while the header is at hand
    form, mode, frames = (image.format or "").lower(), image.mode, getattr(image, "n_frames", 1)
    orientation = int(image.getexif().get(0x0112, 1) or 1)
    width, height = image.size
    dpi = image.info.get("dpi", (0, 0))
    profile, gps = _profile(image), tuple(gps_of(image.getexif()))
    seconds = _seconds(image, frames)
    image.load()
    if mode == "F":
        image = _stretched(image)
    elif mode.startswith("I;16") or mode == "I":  # 16 bits: bring them down, where a plain conversion would clip
        image = image.point(lambda value: value / 256).convert("L")
    pixels = image.convert("RGBA")
    alpha = pixels.getchannel("A").getextrema()
    flat = all(low == high for low, high in pixels.convert("RGB").getextrema())  # pyright: ignore[reportGeneralTypeIssues]
    small = pixels.resize((min(width, _LOOKED_AT), min(height, _LOOKED_AT)), Image.Resampling.BOX)
    mask = small.getchannel("A").point([255 if value > 127 else 0 for value in range(256)])
    seen = mask.getextrema() != (0, 0)
    colors = _dominant(small, mask) if seen else []
    return ImageFacts(
        format="jpeg" if form == "mpo" else form,
        mode=mode,
        width=width,
        height=height,
        upright_width=height if orientation >= 5 else width,
        upright_height=width if orientation >= 5 else height,
        orientation=orientation,
        frames=frames,
        dpi=round(float(dpi[0]), 2),
        alpha_used=alpha[0] < 255,  # pyright: ignore[reportOperatorIssue]
        colors=colors,
        brightness=round(ImageStat.Stat(small.convert("L"), mask).mean[0] / 255, 4) if seen else 0,
        blank=not seen or (flat and alpha[0] == alpha[1]),
        bits=bits,
        profile=profile,
        gps=gps,
        seconds=seconds,
    )


def gps_of(exif: Any) -> list[float]:
    """Latitude and longitude in degrees by EXIF's GPS block, south and west below zero; empty where there is none."""
    from PIL import ExifTags

    try:
        place = dict(exif.get_ifd(ExifTags.IFD.GPSInfo))
        sides: list[float] = []
        for reference, tag in ((1, 2), (3, 4)):
            degrees, minutes, seconds = (float(each) for each in place[tag])
            value = degrees + minutes / 60 + seconds / 3600
            sides.append(round(-value if str(place.get(reference, "")) in ("S", "W") else value, 6))
    except Exception:  # missing, or not what the standard says
        return []
    return sides


def _bits(image: Any) -> int:
    """What the file's header says, since Pillow's modes know no colour of 16 bits."""
    if image.mode == "1":
        return 1
    if image.format == "TIFF":
        stored = image.tag_v2.get(258, 8)
        return max(stored) if isinstance(stored, tuple) else int(stored)
    if image.format == "PNG":
        return 16 if image.tile and ";16" in str(image.tile[0][3]) else 8
    return {"F": 32, "I": 32}.get(image.mode, 16 if image.mode.startswith("I;16") else 8)


def _profile(image: Any) -> str:
    from io import BytesIO

    from PIL import ImageCms

    stored = image.info.get("icc_profile")
    if not stored:
        return ""
    try:
        return ImageCms.getProfileDescription(ImageCms.getOpenProfile(BytesIO(stored))).strip()[:100] or "unnamed"
    except (ImageCms.PyCMSError, OSError, ValueError):
        return "damaged"


def _seconds(image: Any, frames: int) -> float:
    """The frames' times together; leaves the first frame in place."""
    if frames < 2:
        return 0
    total = 0.0
    for number in range(frames):
        image.seek(number)
        total += float(image.info.get("duration", 0) or 0)
    image.seek(0)
    return round(total / 1000, 3)


def _stretched(image: "Image") -> "Image":
    """Floating numbers as greys, from the least to the most."""
    low, high = image.getextrema()
    assert isinstance(low, (int, float)) and isinstance(high, (int, float))
    scale = 255 / ((high - low) or 1)
    return image.point(lambda value: value * scale - low * scale).convert("L")


def _dominant(image: "Image", mask: "Image") -> list[Color]:
    """The colours of the picture: near ones counted together, each named by its mean."""
    from collections import Counter

    import PIL.Image

    reduced = image.convert("RGB").quantize(_SHADES * 4, PIL.Image.Quantize.MEDIANCUT)
    palette = reduced.getpalette() or []
    shown = zip(reduced.tobytes(), mask.tobytes(), strict=True)
    counts = Counter(index for index, visible in shown if visible)
    total = sum(counts.values())
    merged: list[tuple[tuple[int, int, int], int]] = []
    for index, count in counts.most_common():
        red, green, blue = palette[index * 3 : index * 3 + 3]
        for place, (color, seen) in enumerate(merged):
            if sum(abs(one - other) for one, other in zip(color, (red, green, blue), strict=True)) < 24:
                merged[place] = (color, seen + count)
                break
        else:
            merged.append(((red, green, blue), count))
    ranked = sorted(merged, key=lambda pair: -pair[1])[:_SHADES]
    return [
        Color(color="#{:02X}{:02X}{:02X}".format(*color), share=round(count / total, 4))
        for color, count in ranked
        if count / total >= _LEAST_SHARE
    ]
