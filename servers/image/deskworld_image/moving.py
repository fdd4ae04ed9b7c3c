"""Tools for pictures of many frames: animations, and the pages of a TIFF."""

from __future__ import annotations

from typing import Annotated, Literal

from deskworld_kit import Result, Saved, ToolError, World, tool

from deskworld_image.arguments import UNSAID, Overwrite, Side, counted, within
from deskworld_image.opening import PictureSaved, reading, save, target_of


class FrameFile(Result):
    """A frame that was saved."""

    path: str
    frame: int
    milliseconds: float


class FramesSaved(Saved):
    """Frames that were saved; `path` is their folder."""

    files: list[FrameFile]


@tool("add", idempotent=True)
def split_frames(
    world: World,
    path: str,
    folder: str,
    frames: list[Annotated[int, within(1, 10000)]] | None = None,
    ending: Annotated[Literal["png", "jpg", "tif", "webp"], UNSAID] = "png",
    overwrite: Overwrite = False,
) -> FramesSaved:
    """Save frames of an animation, or pages of a TIFF, each as a file.

    Args:
        frames: From 1; else all.
    """
    from copy import deepcopy
    from pathlib import PurePath

    from deskworld_image.canvas import Canvas, Frame

    with reading(world, path) as canvas:
        count = len(canvas.frames)
        wanted = frames if frames is not None else list(range(1, count + 1))
        wrong = [number for number in wanted if number > count]
        if wrong or not wanted:
            which = f"there is no frame {wrong[0]}" if wrong else "no frame is asked for"
            raise ToolError(f"{which}; the picture has {count}", argument="frames")
        stem = PurePath(canvas.name).stem
        digits = max(3, len(str(count)))
        targets = [
            target_of(
                world, f"{folder.rstrip('/')}/{stem}-{n:0{digits}}.{ending}", overwrite=overwrite, argument="folder"
            )
            for n in wanted
        ]
        files: list[FrameFile] = []
        warnings: list[str] = list(canvas.warnings)
        for number, target in zip(wanted, targets, strict=True):
            frame = canvas.frames[number - 1]
            stored = deepcopy(canvas.stored)
            stored.key = None
            single = Canvas(canvas.name, [Frame(frame.pixels)], canvas.bands, canvas.depth, stored)
            single.free_mode = canvas.free_mode or canvas.stored.format == "GIF"
            save(world, single, target)
            files.append(FrameFile(path=single.saved["path"], frame=number, milliseconds=frame.duration))
            warnings += [each for each in single.warnings if each not in warnings]
    place = world.workspace.relative(targets[0].parent)
    return FramesSaved(path=place, verified=f"{len(files)} of {count} frames", warnings=warnings, files=files)


class Animation(PictureSaved):
    """An animation that was made."""

    frames: int
    seconds: float


@tool("add", idempotent=True)
def make_gif(
    world: World,
    paths: Annotated[list[str], counted(1, 500)],
    output: str,
    milliseconds: Annotated[list[Annotated[int, within(10, 60000)]], counted(1, 500)] = [200],  # noqa: B006
    loop: Side = 0,
    width: Annotated[int, within(0, 4000), UNSAID] = 0,
    background: str = "",
    overwrite: Overwrite = False,
) -> Animation:
    """Make an animated GIF, WebP or PNG of pictures; others are fitted to the first.

    Args:
        milliseconds: For all, or one a frame.
        loop: 0 for ever.
        background: Under see-through frames; else they stay so.
    """
    from deskworld_image.animating import animate

    target = target_of(world, output, overwrite=overwrite)
    if target.suffix.lower() not in (".gif", ".webp", ".png", ".apng"):
        raise ToolError("an animation ends in .gif, .webp or .png", argument="output")
    if len(milliseconds) not in (1, len(paths)):
        raise ToolError(f"give one time, or one for each of the {len(paths)} pictures", argument="milliseconds")
    times = milliseconds * (len(paths) if len(milliseconds) == 1 else 1)
    canvas = animate(world, paths, times, width, background)
    canvas.options["loop"] = loop
    save(world, canvas, target)
    return Animation(**canvas.saved, frames=len(canvas.frames), seconds=round(sum(times) / 1000, 3))
