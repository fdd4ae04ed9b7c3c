"""From a file's bytes to a canvas: every frame, upright, in the bands and bits it really has.

Pillow reads nearly everything. It has no mode for colour of sixteen bits and would cut it to eight without a word, so
those files (PNG, TIFF) are read by OpenCV, whose blue-green-red is turned round here and nowhere else.
"""

from __future__ import annotations

import re
from typing import Any

from deskworld_kit import ToolError, open_image
from deskworld_kit.not_pictures import AVIF
from deskworld_kit.pictures import MOST_PIXELS

from deskworld_image.canvas import Bands, Canvas, Frame, Stored
from deskworld_image.deep import color_chunks

ORIENTATION = 0x0112
MOST_FRAMES = 2000
_BANDS: dict[str, Bands] = {"1": "L", "L": "L", "LA": "LA", "La": "LA", "RGBA": "RGBA", "RGBa": "RGBA", "CMYK": "CMYK"}


def decode(blob: bytes, name: str, *, argument: str = "path", first_only: bool = False) -> Canvas:
    """A picture file as a canvas.

    Args:
        blob: The file's bytes.
        name: What to call it.
        argument: Which argument named it, for errors.
        first_only: Read one frame where there are many.

    Raises:
        ToolError: It is no picture, damaged, of a kind that is not read, or too large.
    """
    image = opened(blob, name, argument=argument)
    frames_in_file = int(getattr(image, "n_frames", 1))
    if image.format in ("MPO", "ICO"):
        frames_in_file = 1
    wanted = 1 if first_only else frames_in_file
    if wanted > MOST_FRAMES or wanted * image.width * image.height > 2 * MOST_PIXELS:
        raise ToolError(
            f"{wanted} frames of {image.width} x {image.height} px are too much to open at once", argument=argument
        )
    stored = _stored(image, blob)
    stored.options["frames"] = frames_in_file
    if stored.mode.endswith(";16") and stored.mode != "L;16":
        frames, bands, depth = _deep(blob, stored, wanted)
    else:
        frames, bands, depth = _plain(image, stored, wanted, name, argument)
    canvas = Canvas(name, frames, bands, depth, stored)
    if getattr(image, "format", "") == "MPO" and getattr(image, "n_frames", 1) > 1:
        canvas.say("the file holds several pictures (MPO); only the first one is worked on")
    if bands == "RGBA" and stored.mode == "RGB;16":
        canvas.say("the see-through colour became a band of opacity")
    if image.mode in ("LAB", "YCbCr", "HSV"):
        canvas.say(f"{image.mode} colours are kept as RGB")
        canvas.stored.profile, canvas.free_mode = b"", True
    _turn_upright(canvas)
    return canvas


def opened(blob: bytes, name: str, *, argument: str = "path") -> Any:
    """A loaded Pillow image, or an error that says what the file is instead."""
    if not re.match(AVIF, blob):
        return open_image(blob, argument=argument, name=name)
    return _opened_avif(blob, name, argument)


def _opened_avif(blob: bytes, name: str, argument: str) -> Any:
    """A loaded AVIF, which offices can't take in, so that the kit does not open it for all."""
    from io import BytesIO

    from PIL import Image, features

    if not features.check("avif"):
        raise ToolError("this machine's Pillow can't read AVIF; save it as PNG or JPEG first", argument=argument)
    try:
        image = Image.open(BytesIO(blob), formats=("AVIF",))
        if image.width * image.height <= MOST_PIXELS:
            image.load()
            return image
    except Exception as error:  # a broken file makes the reader raise whatever it makes it
        raise ToolError(f"{name!r} is no whole AVIF picture: damaged or cut off", argument=argument) from error
    raise ToolError(
        f"a picture of more than {MOST_PIXELS // 1_000_000} million pixels is too large to open", argument=argument
    )


def _stored(image: Any, blob: bytes) -> Stored:
    """What the file says of itself beside its pixels."""
    info: dict[str, Any] = image.info
    kind = "JPEG" if image.format == "MPO" else "BMP" if image.format == "DIB" else str(image.format)
    try:
        exif = image.getexif()
        orientation = int(exif.get(ORIENTATION, 1) or 1)
        if kind == "TIFF":  # which both libraries turn upright while they read it, and forget that they did
            orientation = _before_reading(blob)
    except Exception:  # a broken block of facts is none
        exif, orientation = None, 1
    dpi = info.get("dpi")
    try:
        resolution = (float(dpi[0]), float(dpi[1])) if dpi and float(dpi[0]) > 1 and float(dpi[1]) > 1 else None
    except (TypeError, ValueError, ZeroDivisionError):
        resolution = None
    stored = Stored(
        format=kind,
        mode=true_mode(image, kind, blob),
        size=image.size,
        bytes=len(blob),
        orientation=orientation if 1 <= orientation <= 8 else 1,
        profile=info.get("icc_profile") or b"",
        exif=exif if exif is not None and len(exif) else None,
        xmp=_bytes(info.get("xmp") or info.get("XML:com.adobe.xmp")),
        dpi=resolution,
    )
    if kind == "PNG":
        stored.color_chunks = color_chunks(blob)
        stored.texts = {k: str(v) for k, v in getattr(image, "text", {}).items() if k != "XML:com.adobe.xmp"}
    elif info.get("comment"):
        stored.texts = {"comment": _bytes(info["comment"]).decode("utf-8", "replace")}
    if image.mode in ("P", "PA"):
        stored.palette = _palette(image)
    elif image.mode in ("L", "RGB", "1") and info.get("transparency") is not None:
        key = info["transparency"]
        stored.key = tuple(key) if isinstance(key, tuple | list) else (int(key),)
    stored.options = _options(image, kind, blob)
    iptc = info.get("photoshop", {}).get(0x0404) if kind == "JPEG" else None
    stored.iptc = iptc if isinstance(iptc, bytes) else b""
    return stored


def _before_reading(blob: bytes) -> int:
    """The orientation that a TIFF's head says."""
    from io import BytesIO

    from PIL import Image

    with Image.open(BytesIO(blob), formats=("TIFF",)) as image:
        return int(image.getexif().get(ORIENTATION, 1) or 1)


def _options(image: Any, kind: str, blob: bytes) -> dict[str, Any]:
    """What the writer of this kind needs to write as the file was written."""
    info: dict[str, Any] = image.info
    if kind == "JPEG":
        from PIL.JpegImagePlugin import get_sampling

        return {
            "qtables": image.quantization,
            "subsampling": get_sampling(image),
            "progressive": bool(info.get("progressive")),
        }
    if kind == "TIFF":
        return {"compression": info.get("compression", "raw")}
    if kind == "WEBP":
        return {"lossless": b"VP8L" in blob[:4096], "loop": info.get("loop", 0)}
    if kind in ("GIF", "PNG"):
        found = {"loop": info["loop"]} if "loop" in info else {}
        if kind == "PNG" and len(blob) > 28 and blob[28] == 1:
            found["interlaced"] = True
        return found
    return {}


def true_mode(image: Any, kind: str, blob: bytes) -> str:
    """Pillow's mode, or the one it has no name for."""
    if kind == "PNG" and blob[24] == 16:
        return {0: "L;16", 2: "RGB;16", 4: "LA;16", 6: "RGBA;16"}[blob[25]]
    if kind == "TIFF":
        bits = image.tag_v2.get(258, (1,))
        bits = bits if isinstance(bits, tuple) else (bits,)
        if max(bits) == 16 and image.mode in ("RGB", "RGBA"):
            return "RGBA;16" if len(bits) > 3 else "RGB;16"
        if max(bits) == 16 and image.mode == "CMYK":
            raise ToolError("a CMYK picture of 16 bits can't be read; save it with 8 bits first", argument="path")
    if image.mode.startswith("I;16"):
        return "L;16"
    return image.mode


def _plain(image: Any, stored: Stored, wanted: int, name: str, argument: str) -> tuple[list[Frame], Bands, int]:
    """Frames that Pillow holds whole, all brought to the same bands."""
    import numpy

    depth = 16 if stored.mode == "L;16" else 32 if image.mode in ("I", "F") else 8
    images: list[Any] = []
    durations: list[float] = []
    for number in range(wanted):
        try:
            if number:
                image.seek(number)
            image.load()
        except Exception as error:  # a broken frame makes the readers raise whatever it makes them
            raise ToolError(f"frame {number + 1} of {name!r} is damaged or cut off", argument=argument) from error
        images.append(image.copy() if wanted > 1 or image.format == "TIFF" else image)  # without the file's tags
        moves = int(getattr(image, "n_frames", 1)) > 1  # a still AVIF says that it lasts a second
        durations.append(float(image.info.get("duration", 0) or 0) if moves else 0.0)
    if depth > 8:
        kind = numpy.uint16 if depth == 16 else numpy.float64
        arrays = [numpy.asarray(each).astype(kind)[..., None] for each in images]
        return [Frame(*each) for each in zip(arrays, durations, strict=True)], "L", depth
    bands = _common_bands(images)
    return [Frame(_in_bands(each, bands), duration) for each, duration in zip(images, durations, strict=True)], bands, 8


def _common_bands(images: list[Any]) -> Bands:
    """The bands that hold every frame."""
    found: set[str] = set()
    for each in images:
        bands = _BANDS.get(each.mode, "RGB")
        if each.has_transparency_data and bands in ("L", "RGB"):
            bands = "LA" if bands == "L" else "RGBA"
        found.add(bands)
    if len(found) == 1:
        return found.pop()  # pyright: ignore[reportReturnType]
    if "RGBA" in found or ("LA" in found and len(found) > 1 and found != {"L", "LA"}):
        return "RGBA"
    return "LA" if found == {"L", "LA"} else "RGB"


def _in_bands(image: Any, bands: Bands) -> Any:
    return image if image.mode == bands and "transparency" not in image.info else image.convert(bands)


def _deep(blob: bytes, stored: Stored, wanted: int) -> tuple[list[Frame], Bands, int]:
    """Frames of sixteen bits and several bands."""
    import cv2
    import numpy

    buffer = numpy.frombuffer(blob, numpy.uint8)
    if stored.format == "TIFF":
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)  # it prints about tags it does not know
        ok, found = cv2.imdecodemulti(buffer, cv2.IMREAD_UNCHANGED)
        arrays = list(found)[:wanted] if ok else []
    else:
        one = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED)
        arrays = [] if one is None else [one]
    if not arrays or any(each.dtype != numpy.uint16 for each in arrays):
        raise ToolError(
            f"the {stored.format} holds {stored.mode} in a way that can't be read without loss; "
            "save it with 8 bits, or as a 16-bit PNG, first",
            argument="path",
        )
    alpha = any(each.ndim == 3 and each.shape[2] == 4 for each in arrays)
    bands: Bands = "LA" if stored.mode == "LA;16" else "RGBA" if alpha else "RGB"
    order = {"LA": [0, 3], "RGBA": [2, 1, 0, 3], "RGB": [2, 1, 0]}[bands]
    return [Frame(each[..., order]) for each in arrays], bands, 16


def _turn_upright(canvas: Canvas) -> None:
    """Apply the camera's turn to the pixels and take its tag out of the facts."""
    from PIL import Image

    stored = canvas.stored
    if stored.orientation == 1:
        return
    turn = Image.Transpose
    method = (
        turn.FLIP_LEFT_RIGHT, turn.ROTATE_180, turn.FLIP_TOP_BOTTOM, turn.TRANSPOSE, turn.ROTATE_270, turn.TRANSVERSE,
        turn.ROTATE_90,
    )[stored.orientation - 2]  # fmt: skip
    if stored.format != "TIFF":
        for frame in canvas.frames:
            transpose(frame, method, canvas)
    if stored.exif is not None:
        stored.exif[ORIENTATION] = 1
    stored.xmp = re.sub(rb'(tiff:Orientation(="|>))\d', rb"\g<1>1", stored.xmp)
    if stored.orientation > 4 and stored.dpi:
        stored.dpi = (stored.dpi[1], stored.dpi[0])


def transpose(frame: Frame, method: Any, canvas: Canvas) -> None:
    """Turn a frame by a quarter or mirror it, without loss."""
    import numpy

    if canvas.depth == 8:
        frame.become(frame.image(canvas.bands).transpose(method))
        return
    pixels = frame.pixels
    turned = (
        pixels[:, ::-1], pixels[::-1], numpy.rot90(pixels, 1), numpy.rot90(pixels, 2), numpy.rot90(pixels, 3),
        pixels.transpose(1, 0, 2), numpy.rot90(pixels, 2).transpose(1, 0, 2),
    )  # fmt: skip
    frame.pixels = numpy.ascontiguousarray(turned[int(method)])


def _palette(image: Any) -> list[tuple[int, int, int, int]]:
    flat = image.getpalette("RGBA") or []
    colors = [tuple(flat[n : n + 4]) for n in range(0, len(flat) - 3, 4)]
    clear = image.info.get("transparency")
    if isinstance(clear, int) and clear < len(colors):
        colors[clear] = (*colors[clear][:3], 0)
    elif isinstance(clear, bytes):
        colors = [(*c[:3], clear[n]) if n < len(clear) else c for n, c in enumerate(colors)]
    return colors  # pyright: ignore[reportReturnType]


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value or "").encode()
