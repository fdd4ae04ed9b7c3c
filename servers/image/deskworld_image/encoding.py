"""From a canvas to a file: in the format of the target, and in it as near to how the picture came as that can be.

Mode, bits, palette, profile, EXIF, resolution, frames and a JPEG's own tables are kept. What a format can't hold is
said: transparency in a JPEG, sixteen bits in a GIF, inks in a PNG.
"""

from __future__ import annotations

from typing import IO, Any

from deskworld_kit import ToolError

from deskworld_image.canvas import Canvas, Frame
from deskworld_image.facts import LAYOUT
from deskworld_image.profiles import srgb_profile

FORMATS = {
    ".png": "PNG", ".apng": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".gif": "GIF", ".webp": "WEBP", ".tif": "TIFF",
    ".tiff": "TIFF", ".avif": "AVIF", ".bmp": "BMP", ".ico": "ICO", ".ppm": "PPM", ".pgm": "PPM", ".pbm": "PPM",
}  # fmt: skip
_MANY = ("PNG", "GIF", "WEBP", "AVIF", "TIFF")
_ALPHA = ("PNG", "WEBP", "AVIF", "TIFF", "ICO", "GIF")
_FACTS = ("PNG", "JPEG", "WEBP", "AVIF", "TIFF")
_PALETTE = ("PNG", "GIF", "TIFF", "BMP")
_ICON_SIDES = (16, 24, 32, 48, 64, 128)
_LARGEST = {"JPEG": 65535, "WEBP": 16383, "GIF": 65535, "ICO": 256}
_EXIF, _GPS = 0x8769, 0x8825  # tags of the directories inside
_QUALITY = 92
_NEAR = 1.5
"""Mean difference, of 255, up to which a palette stands for the colours that a change made."""


def encode(canvas: Canvas, file: IO[bytes], kind: str) -> None:
    """Write the file. The canvas is brought to what the format can hold, and told what that cost."""
    if canvas.verbatim:
        file.write(canvas.verbatim)
        return
    fit(canvas, kind)
    parameters = _facts(canvas, kind)
    inner = kind == "TIFF" and any(tag in parameters.get("exif", ()) for tag in (_EXIF, _GPS))
    pixels_only = canvas.depth < 32 and (canvas.stored.mode not in ("1", "P") or canvas.free_mode)
    if (canvas.depth == 16 and canvas.bands != "L") or (inner and pixels_only):
        _write_ours(canvas, file, kind, parameters)
        return
    if inner:
        canvas.options["compression"] = "raw"
    images = [_image(canvas, frame, kind) for frame in canvas.frames]
    for image in images:  # a writer takes from an image's own facts what it is not told, what was removed among it
        image.info = {name: value for name, value in image.info.items() if name == "transparency"}
    if kind == "GIF" and len(images) > 1:
        images = _alike(images)
    if len(images) > 1:
        parameters |= _timing(canvas, kind)
        parameters |= {"save_all": True, "append_images": images[1:]}
    elif "transparency" in images[0].info:
        parameters["transparency"] = images[0].info["transparency"]
    parameters |= _options(canvas, kind, images[0])
    images[0].save(file, kind, **parameters)
    if kind == "WEBP" and len(images) > 1 and canvas.has_alpha:
        _mark_alpha(file)


def _mark_alpha(file: IO[bytes]) -> None:
    """Say in an animated WebP's head that it has transparency.

    The library says so only where a frame's own pixels have; but it cuts each frame down to what is seen of it.
    """
    file.seek(12)
    head = file.read(9)
    if head[:4] == b"VP8X":
        file.seek(20)
        file.write(bytes([head[8] | 0x10]))


def fit(canvas: Canvas, kind: str) -> None:
    """Bring the canvas to what a format can hold."""
    width = max(frame.size[0] for frame in canvas.frames)
    height = max(frame.size[1] for frame in canvas.frames)
    if max(width, height) > _LARGEST.get(kind, 2**31):
        raise ToolError(
            f"{kind} holds at most {_LARGEST[kind]} px a side, the picture is {width} x {height}", argument="output"
        )
    if canvas.depth == 32 and kind != "TIFF":
        canvas.say("32-bit numbers were scaled to 8 bits, from the least to the most")
        canvas.to_depth(8)
    if canvas.depth == 16 and kind not in ("PNG", "TIFF") and not (kind == "PPM" and canvas.bands == "L"):
        canvas.say(f"{kind} holds 8 bits a channel: the 16 bits were scaled down")
        canvas.to_depth(8)
    if canvas.bands == "CMYK" and kind not in ("JPEG", "TIFF"):
        canvas.to_rgb(f"{kind} can't hold CMYK inks")
    if canvas.has_alpha and kind not in _ALPHA:
        canvas.flatten((canvas.peak,) * canvas.colors, f"{kind} can't hold transparency: it was put on white")
    if len(canvas.frames) > 1 and kind not in _MANY:
        canvas.say(f"{kind} holds one picture: the first of {len(canvas.frames)} frames was kept")
        canvas.frames = canvas.frames[:1]
    if len({frame.size for frame in canvas.frames}) > 1 and kind != "TIFF":
        raise ToolError(
            f"pages of different sizes can't be frames of one {kind}; split_frames first", argument="output"
        )
    if kind in ("WEBP", "AVIF") and canvas.bands in ("L", "LA"):
        canvas.to_rgb("" if canvas.stored.format == kind else f"{kind} knows no grey")


def _image(canvas: Canvas, frame: Frame, kind: str) -> Any:
    """A frame as the Pillow image that is written."""
    import numpy
    from PIL import Image

    if canvas.depth == 32:
        kind_of = numpy.int32 if canvas.stored.mode == "I" else numpy.float32
        pixels = frame.pixels[..., 0]
        return Image.fromarray((numpy.rint(pixels) if canvas.stored.mode == "I" else pixels).astype(kind_of))
    if canvas.depth == 16:
        grey = Image.fromarray(numpy.ascontiguousarray(frame.pixels[..., 0]))
        if canvas.stored.key and kind == "PNG":
            grey.info["transparency"] = canvas.stored.key[0]
        return grey
    image = frame.image(canvas.bands)
    mode, wanted = canvas.stored.mode, not canvas.free_mode
    if kind == "PPM" and canvas.bands == "LA":
        return image.convert("L")
    if mode == "1" and wanted and canvas.bands == "L" and kind not in ("JPEG", "WEBP", "AVIF", "ICO"):
        return _bilevel(canvas, image)
    if kind == "GIF":
        return _for_gif(canvas, image, wanted)
    if mode == "P" and wanted and kind in _PALETTE and canvas.bands in ("RGB", "RGBA"):
        return _again_with_palette(canvas, image, kind)
    if canvas.stored.key and wanted and canvas.has_alpha and kind == "PNG" and len(canvas.frames) == 1:
        return _with_key(canvas, image)
    return image


def _bilevel(canvas: Canvas, image: Any) -> Any:
    """Black and white again, unless shades were what was asked for."""
    if canvas.soft and any(image.histogram()[1:255]):
        canvas.say("black and white alone can't hold the result: it became 8-bit grey")
        return image
    return image.point(lambda value: 255 if value >= 128 else 0).convert("1")


def _again_with_palette(canvas: Canvas, image: Any, kind: str) -> Any:
    from deskworld_image.palettes import error_of, exact, reduced

    if kind == "PNG" and len(canvas.frames) > 1:  # which has one palette for all of its frames
        if canvas.stored.format == "PNG":
            canvas.say("an animated PNG has one palette for all frames: it became " + image.mode)
        return image
    clear = image.mode == "RGBA" and image.getchannel("A").getextrema()[0] < 255
    if clear and kind != "PNG":
        return image
    made = exact(image, canvas.stored.palette)
    if made is not None:
        return made
    made = reduced(image, 256)
    if error_of(made, image) <= _NEAR:
        return made
    canvas.say("the change made more than 256 colours: the palette became " + image.mode)
    return image


def _for_gif(canvas: Canvas, image: Any, wanted: bool) -> Any:
    from deskworld_image.palettes import exact, reduced

    if image.mode in ("L", "LA"):
        image = image.convert("RGBA" if image.mode == "LA" else "RGB")
    if image.mode == "RGBA":
        opacity = image.getchannel("A")
        if any(opacity.histogram()[1:255]):
            canvas.say("GIF pixels are seen or not: half see-through ones were rounded")
            image = image.copy()
            image.putalpha(opacity.point(lambda value: 255 if value > 127 else 0))
    preferred = canvas.stored.palette if wanted and canvas.stored.format == "GIF" else []
    made = exact(image, preferred)
    if made is not None and isinstance(made.info.get("transparency"), bytes):
        made = exact(image, [])  # two see-through entries are one too many for a GIF
    if made is None or isinstance(made.info.get("transparency"), bytes):
        canvas.say("GIF holds 256 colours a frame: the picture was brought to that")
        made = reduced(image, 256, dither=True, binary=True)
    return made


def _alike(images: list[Any]) -> list[Any]:
    """Frames of a GIF as Pillow's writer merges them rightly: those with see-through parts as RGBA."""
    if any("transparency" in each.info for each in images):
        return [each.convert("RGBA") for each in images]
    return images


def _with_key(canvas: Canvas, image: Any) -> Any:
    """A see-through colour instead of a band of opacity, as the file had it, where that says the same."""
    import numpy
    from PIL import Image

    key = canvas.stored.key
    pixels = numpy.asarray(image)
    opacity, colors = pixels[..., -1], pixels[..., :-1]
    if key is None or len(key) != colors.shape[2] or not numpy.isin(opacity, (0, 255)).all():
        canvas.say("the see-through colour became a band of opacity")
        return image
    is_key = (colors == numpy.array(key)).all(axis=2)
    if (is_key & (opacity == 255)).any():
        canvas.say("the see-through colour became a band of opacity")
        return image
    made = numpy.where((opacity == 0)[..., None], numpy.array(key, numpy.uint8), colors)
    plain = Image.fromarray(made[..., 0] if len(key) == 1 else made)
    plain.info["transparency"] = key[0] if len(key) == 1 else key
    return plain


def _timing(canvas: Canvas, kind: str) -> dict[str, Any]:
    if kind == "TIFF":
        return {}
    times = [int(frame.duration) or 100 for frame in canvas.frames]
    found: dict[str, Any] = {"duration": times}
    loop = canvas.options.get("loop", canvas.stored.options.get("loop"))
    if loop is None and canvas.stored.format not in ("GIF", "PNG", "WEBP"):
        loop = 0
    if loop is not None:
        found["loop"] = loop
    elif kind == "PNG":
        found["loop"] = 1
    if kind == "GIF":
        found |= {"disposal": 2 if canvas.has_alpha else 1, "optimize": False}
    return found


def _options(canvas: Canvas, kind: str, image: Any) -> dict[str, Any]:
    """Quality and packing: as the caller asks, else as the file had it, else good."""
    asked, had = canvas.options, canvas.stored.options if canvas.stored.format == kind else {}
    if kind == "JPEG":
        found: dict[str, Any] = {"progressive": asked.get("progressive", had.get("progressive", False))}
        if "quality" in asked:
            found |= {
                "quality": asked["quality"],
                "subsampling": asked.get("subsampling", 2 if asked["quality"] < 90 else 0),
            }
            found["optimize"] = True
        elif had.get("qtables"):
            found["qtables"] = had["qtables"]
            if image.mode == "RGB":
                found["subsampling"] = max(0, had.get("subsampling", 0))  # below none, as greys and inks have
        else:
            found |= {"quality": _QUALITY, "subsampling": 0}
        return found
    if kind == "WEBP":
        lossless = asked.get(
            "lossless", had.get("lossless", not had and "quality" not in asked and canvas.stored.format != "JPEG")
        )
        return {"lossless": lossless, "quality": asked.get("quality", 90 if not lossless else 80), "exact": True}
    if kind == "AVIF":
        return {"quality": asked.get("quality", _QUALITY), "subsampling": "4:4:4"}
    if kind == "TIFF":
        packing = str(asked.get("compression", had.get("compression", "tiff_lzw")))
        if packing in ("jpeg", "tiff_jpeg", "webp"):
            canvas.say(f"the TIFF was packed with {packing}, with loss; it is now packed without")
        small = {"group3": "1", "group4": "1", "tiff_ccitt": "1"}
        if packing in ("jpeg", "tiff_jpeg", "webp", "tiff_thunderscan") or small.get(packing, image.mode) != image.mode:
            packing = "tiff_lzw"
        return {"compression": packing}
    if kind == "PNG":
        return {"optimize": True} if asked.get("optimize") else {}
    if kind == "ICO":
        # An icon is shown small and large: the usual smaller sizes lie beside the picture's own.
        width, height = image.size
        smaller = [(side, max(1, round(side * height / width))) for side in _ICON_SIDES if side < width]
        return {"sizes": [*smaller, image.size], "append_images": [_smaller(canvas, size) for size in smaller]}
    return {}


def _smaller(canvas: Canvas, size: tuple[int, int]) -> Any:
    from deskworld_image.geometry import scale

    small = Canvas(canvas.name, [Frame(canvas.frames[0].pixels)], canvas.bands, canvas.depth, canvas.stored)
    scale(small, *size)
    return _image(small, small.frames[0], "ICO")


def _facts(canvas: Canvas, kind: str) -> dict[str, Any]:
    """Profile, EXIF, XMP, resolution and texts, as the writer of the format takes them."""
    stored = canvas.stored
    found: dict[str, Any] = {}
    lost: list[str] = []
    exif = _exif(canvas, kind)
    profile = stored.profile
    if b"sRGB" in stored.color_chunks and not profile and kind in _FACTS and kind != "PNG" and canvas.colors == 3:
        profile = srgb_profile()  # which says what the PNG's chunk said
    if kind in _FACTS:
        if profile:
            found["icc_profile"] = profile
        if exif is not None:
            found["exif"] = exif
    else:
        lost += ["colour profile"] if stored.profile else []
        lost += ["EXIF facts"] if exif is not None else []
    if stored.dpi and kind in ("PNG", "JPEG", "TIFF", "BMP"):
        found["dpi"] = stored.dpi
    if stored.xmp and kind in ("JPEG", "WEBP", "AVIF"):
        found["xmp"] = stored.xmp
    if kind == "PNG" and (stored.texts or stored.xmp or stored.color_chunks):
        from PIL.PngImagePlugin import PngInfo

        texts = PngInfo()
        for name, text in stored.texts.items():
            texts.add_itxt(name, text) if not text.isascii() else texts.add_text(name, text)
        for name, data in stored.color_chunks.items():
            texts.add(name, data)
        if stored.xmp:
            texts.add_itxt("XML:com.adobe.xmp", stored.xmp.decode("utf-8", "replace"))
        found["pnginfo"] = texts
    if kind in ("JPEG", "GIF") and "comment" in stored.texts:
        found["comment"] = stored.texts["comment"].encode()
    if kind == "JPEG" and stored.iptc:
        block = b"Photoshop 3.0\0" + b"8BIM\x04\x04\0\0" + len(stored.iptc).to_bytes(4, "big") + stored.iptc
        block += b"\0" * (len(stored.iptc) % 2)
        if len(block) < 65500:
            found["extra"] = b"\xff\xed" + (len(block) + 2).to_bytes(2, "big") + block
    lost += ["DPI"] if stored.dpi and "dpi" not in found and round(stored.dpi[0]) not in (72, 96) else []
    lost += ["XMP facts"] if stored.xmp and kind in ("GIF", "BMP", "ICO", "PPM") else []
    lost += ["IPTC facts"] if stored.iptc and kind != "JPEG" else []
    lost += ["texts"] if stored.texts and kind != "PNG" and "comment" not in found else []
    if lost:
        canvas.say(f"{kind} can't hold the {' and the '.join(lost)}")
    return found


_SIZES = {0xA002: 0, 0xA003: 1}  # EXIF's own width and height


def _exif(canvas: Canvas, kind: str) -> Any:
    """The camera's facts, with the sizes of now; None where there are none."""
    from PIL import ExifTags, Image

    stored = canvas.stored
    exif = Image.Exif()
    if stored.exif is not None:
        try:
            exif.load(stored.exif.tobytes())
            inner = exif.get_ifd(ExifTags.IFD.Exif)
        except Exception:  # facts that can't be written again
            canvas.say("the EXIF facts were damaged and are left out")
            return None
        for tag in LAYOUT:
            if tag in exif and (tag != 274 or kind == "TIFF"):
                del exif[tag]
        for tag, side in _SIZES.items():
            if tag in inner:
                inner[tag] = canvas.size[side]
        if kind == "JPEG" and len(exif.tobytes()) > 65000:
            inner.pop(0x927C, None)  # the maker's own notes
            canvas.say("the EXIF facts were too long for a JPEG: the camera maker's notes are left out")
            if len(exif.tobytes()) > 65000:
                canvas.say("the EXIF facts were too long for a JPEG and are left out")
                return None
    if kind == "TIFF" and stored.xmp:
        exif[700] = stored.xmp
    return exif if len(exif) else None


def _write_ours(canvas: Canvas, file: IO[bytes], kind: str, parameters: dict[str, Any]) -> None:
    """Colour of sixteen bits, or a TIFF with directories inside of its own."""
    from PIL import Image

    from deskworld_image.deep import write_png, write_tiff

    if kind == "PNG":
        if len(canvas.frames) > 1:
            canvas.say("a PNG of 16 bits holds one picture: the first was kept")
            canvas.frames = canvas.frames[:1]
        write_png(file, canvas.frames[0].pixels, canvas.bands, Image.new(canvas.bands, (1, 1)), parameters)
        return
    directory: dict[int, Any] = {}
    exif: Any = parameters.get("exif") or {}
    for tag in exif:
        inner = tag in (_EXIF, _GPS)
        directory[tag] = exif.get_ifd(tag) if inner else exif[tag]
    if "icc_profile" in parameters:
        directory[34675] = parameters["icc_profile"]
    if canvas.stored.dpi:
        directory[282], directory[283], directory[296] = *canvas.stored.dpi, 2
    packed = canvas.stored.options.get("compression") != "raw" or canvas.stored.format != "TIFF"
    pages, bands = [frame.pixels for frame in canvas.frames], canvas.bands
    if bands == "LA" and canvas.depth == 16:  # which few programs open, Pillow among those that don't
        canvas.say("a TIFF holds transparency of 16 bits beside colour only: its grey is written as RGB")
        pages, bands = [page[..., [0, 0, 0, 1]] for page in pages], "RGBA"
    write_tiff(file, pages, bands, directory, packed=packed)
