"""A picture file, opened and saved: the only two ways in and out of the package.

`reading` opens a picture to look at it. `editing` opens it, lets the caller change it, writes the result beside its
target, opens what was written, and only then lets it take the target's place. Inside a recipe (`holding`) an edit works
on the picture in hand instead, so that five steps cost one reading and one writing, and a JPEG is packed once.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from deskworld_kit import Saved, ToolError, World
from pydantic import Field

from deskworld_image.canvas import Canvas

_held: ContextVar[Canvas | None] = ContextVar("held", default=None)


_LARGE = 4_000_000
"""Pixels from which on a JPEG is looked at again by its header and its end alone."""


class PictureSaved(Saved):
    """A picture that was written and opened again."""

    width: int = Field(description="Pixels, upright.")
    height: int


@contextmanager
def reading(
    world: World, path: str, *, argument: str = "path", first_only: bool = False
) -> Generator[Canvas, None, None]:
    """A picture to look at."""
    from deskworld_image.decoding import decode

    place = world.workspace.find(path, argument=argument)
    name = world.workspace.relative(place)
    yield decode(place.read_bytes(), name, argument=argument, first_only=first_only)


@contextmanager
def editing(world: World, path: str, output: str = "", *, overwrite: bool = False) -> Generator[Canvas, None, None]:
    """A picture to change: saved to `output` (or in its place), reopened and verified when the block ends well."""
    held = _held.get()
    if held is not None:
        yield held
        held.saved = {"path": held.name, "verified": "", "warnings": [], "width": held.size[0], "height": held.size[1]}
        return
    target = target_of(world, output or path, path, overwrite=overwrite, argument="output" if output else "path")
    with reading(world, path) as canvas:
        canvas.kind = kind_of(target)
        canvas.source = (world.workspace.root / canvas.name).read_bytes() if canvas.kind == "JPEG" else b""
        yield canvas
        save(world, canvas, target)


@contextmanager
def holding(canvas: Canvas) -> Generator[None, None, None]:
    """Let every edit in the block work on this picture, whatever path it names."""
    token = _held.set(canvas)
    try:
        yield
    finally:
        _held.reset(token)


def target_of(world: World, path: str, source: str = "", *, overwrite: bool, argument: str = "output") -> Path:
    """Where a picture may be written: inside the workspace, with an ending that says a format.

    Back to the `source` it is an edit in place; what else is there is replaced only if `overwrite` says so.
    """
    from deskworld_image.encoding import FORMATS

    where, suffixes = world.workspace, tuple(FORMATS)
    if source and where.place(path, argument=argument) == where.place(source):
        return where.target(path, suffixes=suffixes, argument=argument)
    return where.new_target(path, overwrite=overwrite, suffixes=suffixes, argument=argument)


def kind_of(target: Path) -> str:
    """The format that a file's ending says."""
    from deskworld_image.encoding import FORMATS

    return FORMATS[target.suffix.lower()]


def save(world: World, canvas: Canvas, target: Path) -> None:
    """Write the picture, open what was written, and note what it is."""
    from deskworld_image.encoding import encode

    kind = kind_of(target)
    name = world.workspace.relative(target)
    if name == canvas.name and kind != canvas.stored.format:
        canvas.say(f"the file was a {canvas.stored.format} in spite of its name; it is a {kind} now")
    with world.workspace.writing(target) as temporary:
        with temporary.open("w+b") as file:
            encode(canvas, file, kind)
        seen = look_again(temporary, canvas, kind)
    width, height = canvas.size
    canvas.saved = {"path": name, "verified": seen, "warnings": canvas.warnings, "width": width, "height": height}


def look_again(place: Path, canvas: Canvas, kind: str) -> str:
    """What the written file holds.

    Raises:
        ToolError: It does not hold what was meant; the caller then keeps the old file.
    """
    from deskworld_kit.pictures import FORMATS
    from PIL import Image

    from deskworld_image.decoding import true_mode

    blob = place.read_bytes()
    try:
        with Image.open(place, formats=(*FORMATS, "AVIF")) as image:
            frames = int(getattr(image, "n_frames", 1))
            mode, size = true_mode(image, kind, blob), image.size
            if kind == "PNG" and frames == 1:
                image.verify()  # every chunk's checksum, without unpacking 24 million pixels
            elif kind == "JPEG" and size[0] * size[1] > _LARGE:
                if not blob.endswith(b"\xff\xd9"):
                    raise ValueError("a JPEG without its end")
            else:
                image.load()
    except Exception as error:
        raise ToolError("what was written could not be read again; nothing was changed", argument="path") from error
    if size != canvas.size or (frames != len(canvas.frames) and kind not in ("GIF", "PNG", "WEBP", "AVIF", "ICO")):
        raise ToolError("what was written does not hold what was meant; nothing was changed", argument="path")
    if frames < len(canvas.frames):
        canvas.say(
            f"equal frames in a row were joined, {frames} of {len(canvas.frames)} are left; the timing is the same"
        )
    many = f", {frames} {'pages' if kind == 'TIFF' else 'frames'}" if frames > 1 else ""
    return f"{kind}, {size[0]} x {size[1]} px, {said_mode(mode)}{many}, {said_bytes(len(blob))}"


_MODES = {
    "1": "1 bit black and white", "L": "8-bit grey", "LA": "8-bit grey with alpha", "P": "8-bit palette",
    "RGB": "8-bit RGB", "RGBA": "8-bit RGB with alpha", "CMYK": "8-bit CMYK", "L;16": "16-bit grey",
    "LA;16": "16-bit grey with alpha", "RGB;16": "16-bit RGB", "RGBA;16": "16-bit RGB with alpha",
    "I": "32-bit whole numbers", "F": "32-bit numbers",
}  # fmt: skip


def said_mode(mode: str) -> str:
    """A mode as people say it."""
    return _MODES.get(mode, mode)


def said_bytes(count: int) -> str:
    """A file's size as people say it."""
    return (
        f"{count} bytes"
        if count < 1024
        else f"{count / 1024:.1f} KB"
        if count < 1 << 20
        else f"{count / (1 << 20):.1f} MB"
    )
