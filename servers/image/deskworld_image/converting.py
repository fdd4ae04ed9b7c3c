"""Tools for the file around a picture: its format, its size on disk, what it tells about its maker."""

from __future__ import annotations

from typing import Annotated, Literal

from deskworld_kit import ToolError, World, tool
from pydantic import Field

from deskworld_image.arguments import UNSAID, Output, Overwrite, Quality, within
from deskworld_image.opening import PictureSaved, editing


@tool("edit", core=True)
def convert_image(
    world: World,
    path: str,
    output: str,
    mode: Annotated[Literal["keep", "rgb", "rgba", "grey", "cmyk"], UNSAID] = "keep",
    depth: Annotated[Literal[0, 8, 16], UNSAID] = 0,
    quality: Quality = 0,
    background: str = "white",
    overwrite: Overwrite = False,
) -> PictureSaved:
    """Save a picture in another format (by output's ending), mode, depth or quality.

    Args:
        depth: Bits a channel; 0 keeps them.
        quality: Of JPEG, AVIF and WebP (its 100 is lossless); 0 keeps it.
    """
    from deskworld_image.modes import to_mode

    with editing(world, path, output, overwrite=overwrite) as canvas:
        if depth:
            canvas.to_depth(depth)
            canvas.free_mode = True
        if mode != "keep":
            to_mode(canvas, mode, background)
        if canvas.has_alpha and canvas.kind in ("JPEG", "BMP", "PPM"):
            values, _ = canvas.paint(background, argument="background")
            canvas.flatten(values, f"{canvas.kind} can't hold transparency: it was put on {background}")
        if quality:
            if canvas.kind not in ("JPEG", "WEBP", "AVIF"):
                canvas.say(f"{canvas.kind} knows no quality: it was written without loss")
            canvas.options |= {"quality": quality, "lossless": quality == 100}
    return PictureSaved(**canvas.saved)


@tool("edit")
def convert_to_srgb(world: World, path: str, output: Output = "", overwrite: Overwrite = False) -> PictureSaved:
    """Turn colours from the picture's profile to sRGB, and tag the file so; without one it is only tagged."""
    from deskworld_image.profiles import to_srgb

    with editing(world, path, output, overwrite=overwrite) as canvas:
        to_srgb(canvas)
    return PictureSaved(**canvas.saved)


@tool("edit")
def set_image_dpi(
    world: World, path: str, dpi: Annotated[float, within(1, 10000)], output: Output = "", overwrite: Overwrite = False
) -> PictureSaved:
    """Say how large a picture prints; its pixels stay."""
    with editing(world, path, output, overwrite=overwrite) as canvas:
        canvas.stored.dpi = (dpi, dpi)
        if canvas.kind not in ("PNG", "JPEG", "TIFF", "BMP"):
            raise ToolError(f"{canvas.kind} can't hold DPI; write PNG, JPEG, TIFF or BMP", argument="output")
        inches = [side / dpi for side in canvas.size]
        canvas.say(f"it prints at {inches[0]:.2f} x {inches[1]:.2f} inches")
    return PictureSaved(**canvas.saved)


class Compressed(PictureSaved):
    """A picture that was made to take less room."""

    before: int = Field(description="Bytes.")
    bytes: int
    quality: int = Field(description="0 where the format has none.")
    colors: int = Field(description="Of its palette; 0 for none.")


@tool("edit", core=True)
def compress_image(
    world: World,
    path: str,
    kilobytes: Annotated[float, Field(gt=0)],
    resize: bool = True,
    output: Output = "",
    overwrite: Overwrite = False,
) -> Compressed:
    """Bring a picture under a size on disk: by quality or colours first, then pixels.

    Args:
        resize: Pixels may be given up.
    """
    from deskworld_image.packing import pack

    with editing(world, path, output, overwrite=overwrite) as canvas:
        before = canvas.stored.bytes
        size, quality, colors = pack(canvas, int(kilobytes * 1024), resize=resize)
    return Compressed(**canvas.saved, before=before, bytes=size, quality=quality, colors=colors)


@tool("edit")
def strip_image_metadata(
    world: World, path: str, keep_profile: bool = True, output: Output = "", overwrite: Overwrite = False
) -> PictureSaved:
    """Remove EXIF, GPS, XMP, IPTC, comments and thumbnails."""
    from deskworld_image.segments import without_facts

    with editing(world, path, output, overwrite=overwrite) as canvas:
        stored = canvas.stored
        had = {
            "EXIF": stored.exif is not None, "XMP": bool(stored.xmp), "IPTC": bool(stored.iptc),
            "texts": bool(stored.texts), "profile": bool(stored.profile) and not keep_profile,
        }  # fmt: skip
        gone = [name for name, there in had.items() if there]
        if canvas.source and stored.format == "JPEG" and stored.orientation == 1:
            canvas.verbatim = without_facts(canvas.source, keep_profile=keep_profile)
        stored.exif, stored.xmp, stored.iptc, stored.texts = None, b"", b"", {}
        if not keep_profile:
            stored.profile = b""
        canvas.say(f"removed: {', '.join(gone)}" if gone else "there was nothing to remove")
    return PictureSaved(**canvas.saved)
