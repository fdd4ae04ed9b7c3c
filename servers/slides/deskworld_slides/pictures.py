"""Pictures: put on slides, exchanged, cropped, taken out; and the words that stand for them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Literal

from deskworld_kit import Result, Saved, ToolError, World, tool
from pydantic import Field

from deskworld_slides.arguments import OnLayout, Overwrite, Picture, SomeSlides
from deskworld_slides.opening import editing, reading
from deskworld_slides.text import ShapeSaved

_MEDIA = {
    ".mp4": "video/mp4", ".m4v": "video/mp4", ".mov": "video/quicktime", ".wmv": "video/x-ms-wmv",
    ".avi": "video/x-msvideo", ".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".wav": "audio/wav",
}  # fmt: skip
Mode = Literal["fit", "fill", "stretch"]


class PictureFile(Result):
    """A picture that was taken out of a deck."""

    path: str
    slides: list[int] = Field(description="Slides that show it; none for layouts' pictures.")
    width: int
    height: int
    bytes: int


class PicturesTaken(Saved):
    """Pictures that were taken out of a deck; `path` is their folder."""

    files: list[PictureFile]


@tool("add", core=True)
def add_slide_picture(
    world: World,
    path: str,
    picture: Picture,
    slide: int | None = None,
    left: float | None = None,
    top: float | None = None,
    width: float | None = None,
    height: float | None = None,
    mode: Literal["auto", "fit", "fill", "stretch"] = "auto",
    alt_text: str = "",
    layout: OnLayout = "",
) -> ShapeSaved:
    """Put a picture on a slide, its ratio kept: one side is enough. Without a box it finds its place.

    Args:
        mode: fit shows all, fill crops. auto: fill in a picture placeholder, else fit.
    """
    from deskworld_slides.boxes import Box, box_of, unit_slip
    from deskworld_slides.describing import view_shape
    from deskworld_slides.everywhere import seen_on, stage_of
    from deskworld_slides.finding import role_of
    from deskworld_slides.imaging import fitted, prepare, put_picture

    ready = prepare(world, picture)
    with editing(world, path) as deck:
        stage = stage_of(deck, slide, layout)
        slot = stage.slot(("picture", "content")) if (left, top, width, height) == (None,) * 4 else None
        if mode == "auto":
            mode = "fill" if slot is not None and role_of(slot) == "picture" else "fit"
        if slot is not None:
            box = box_of(slot)
        elif width is not None and height is not None:
            box = stage.room(left, top, width, height)
        else:
            ratio = ready.width / ready.height
            if width is not None:
                size = (width, width / ratio)
            elif height is not None:
                size = (height * ratio, height)
            else:
                room = stage.picture_room()
                whole = Box(0, 0, min(room[0], ready.natural[0] * 2), min(room[1], ready.natural[1] * 2))
                size = fitted(ready.natural, whole)[2:]
            box = stage.room(left, top, *size)
        made = put_picture(stage, ready, box, mode, alt=alt_text, slot=slot)
        deck.warnings += unit_slip(left, top, box.width, box.height)
        if left is None and top is None:
            deck.warnings += stage.crowded(made)
        if ready.note:
            deck.warnings.append(ready.note)
        view = view_shape(made)
    return ShapeSaved(**seen_on(world, deck, stage, view), slide=slide or 0, shape=view)


def picture_shape(slide: Any, handle: str) -> Any:
    """A shape that is a picture."""
    from deskworld_slides.describing import kind_of
    from deskworld_slides.finding import find_shape

    shape: Any = find_shape(slide, handle)
    if kind_of(shape) != "picture":
        raise ToolError(f"{shape.name!r} is a {kind_of(shape)}, not a picture", argument="shape")
    return shape


@tool("edit")
def replace_slide_picture(
    world: World, path: str, slide: int, shape: str, picture: Picture, mode: Mode = "fill", alt_text: str = ""
) -> ShapeSaved:
    """Exchange a picture for another in the same box and frame.

    Args:
        mode: fit shows all, fill crops.
    """
    from deskworld_slides.boxes import box_of, place
    from deskworld_slides.describing import view_shape
    from deskworld_slides.imaging import crop, describe, fitted, prepare
    from deskworld_slides.parts import used_ids

    ready = prepare(world, picture)
    with editing(world, path) as deck:
        found = deck.slide(slide)
        target = picture_shape(found, shape)
        blip = target._element.blipFill.find("{*}blip")
        old = used_ids(blip)
        for child in list(blip):  # effects and vector twins belong to the old picture
            blip.remove(child)
        for key in [key for key in blip.attrib if key.endswith(("}link", "}embed"))]:
            blip.attrib.pop(key)
        for other in old - used_ids(found._element):
            if other in found.part.rels:
                found.part.rels.pop(other)
        # Only now: the deck is looked through for the same picture, and a damaged old one can't be looked at.
        _, blip.rEmbed = found.part.get_or_add_image_part(io.BytesIO(ready.blob))
        box = box_of(target)
        size = (float(ready.width), float(ready.height))
        target.crop_left = target.crop_right = target.crop_top = target.crop_bottom = 0
        if mode == "fill":
            crop(target, size, box)
        elif mode == "fit":
            place(target, fitted(size, box))
        if alt_text:
            describe(target, alt_text)
        elif target._element.xpath("./*[1]/p:cNvPr")[0].get("descr"):
            deck.warnings.append("the alt text still describes the old picture; pass alt_text to change it")
        if ready.note:
            deck.warnings.append(ready.note)
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("edit")
def crop_slide_picture(
    world: World,
    path: str,
    slide: int,
    shape: str,
    left: float = 0,
    top: float = 0,
    right: float = 0,
    bottom: float = 0,
    form: Literal["rectangle", "rounded_rectangle", "oval"] | None = None,
) -> ShapeSaved:
    """Cut percents off a picture's sides; the rest keeps place and size. Zeros undo it."""
    from deskworld_slides.boxes import Box, box_of, place
    from deskworld_slides.describing import view_shape
    from deskworld_slides.shapes import PRESETS

    for name, value in (("left", left), ("top", top), ("right", right), ("bottom", bottom)):
        if value < 0:
            raise ToolError("a percentage to cut is 0 or more", argument=name)
    if left + right >= 100 or top + bottom >= 100:
        raise ToolError("nothing would be left of the picture", argument="left" if left + right >= 100 else "top")
    with editing(world, path) as deck:
        target = picture_shape(deck.slide(slide), shape)
        box = box_of(target)
        old = (target.crop_left, target.crop_top, target.crop_right, target.crop_bottom)
        full_width = box.width / max(1 - old[0] - old[2], 0.01)
        full_height = box.height / max(1 - old[1] - old[3], 0.01)
        full = Box(box.left - full_width * old[0], box.top - full_height * old[1], full_width, full_height)
        target.crop_left, target.crop_top, target.crop_right, target.crop_bottom = (
            left / 100, top / 100, right / 100, bottom / 100,
        )  # fmt: skip
        place(target, Box(
            full.left + full.width * left / 100, full.top + full.height * top / 100,
            full.width * (100 - left - right) / 100, full.height * (100 - top - bottom) / 100,
        ))  # fmt: skip
        if form:
            target._element.spPr.find("{*}prstGeom").set("prst", PRESETS[form])
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("edit")
def set_alt_text(world: World, path: str, slide: int, shape: str, text: str) -> ShapeSaved:
    """Say what a picture, chart or shape shows; empty marks it as decoration."""
    from deskworld_slides.decorating import mark_decorative
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import find_shape
    from deskworld_slides.imaging import describe

    with editing(world, path) as deck:
        target = find_shape(deck.slide(slide), shape)
        describe(target, text)
        mark_decorative(target, not text)
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("add")
def add_slide_media(
    world: World,
    path: str,
    slide: int,
    media: str,
    poster: str = "",
    left: float | None = None,
    top: float | None = None,
    width: float | None = None,
    height: float | None = None,
) -> ShapeSaved:
    """Put a film or sound on a slide; `poster` is the picture shown before."""
    from deskworld_slides.boxes import crowded, unit_slip, wanted_box
    from deskworld_slides.describing import view_shape
    from deskworld_slides.imaging import prepare

    place = world.workspace.find(media, argument="media")
    kind = _MEDIA.get(place.suffix.lower())
    if kind is None:
        raise ToolError(f"{place.name!r} is not {', '.join(_MEDIA)}", argument="media")
    ready = prepare(world, poster, argument="poster") if poster else None
    natural = ready.natural if ready else (48.0, 48.0) if kind.startswith("audio") else (320.0, 180.0)
    with editing(world, path) as deck:
        found = deck.slide(slide)
        if width is not None and height is None:
            height = natural[1] * width / natural[0]
        elif height is not None and width is None:
            width = natural[0] * height / natural[1]
        box = wanted_box(found, deck.page, left, top, width, height, natural=natural)
        image = io.BytesIO(ready.blob) if ready else None
        deck.warnings += unit_slip(left, top, box.width, box.height)
        made = found.shapes.add_movie(str(place), *box.emu, poster_frame_image=image, mime_type=kind)
        if left is None and top is None:
            deck.warnings += crowded(found, made)
        view = view_shape(made)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("add")
def extract_deck_pictures(
    world: World, path: str, folder: str, slides: SomeSlides = None, overwrite: Overwrite = False
) -> PicturesTaken:
    """Save the pictures of a deck as files, each once."""
    from pptx.opc.constants import RELATIONSHIP_TYPE as RT

    with reading(world, path) as deck:
        numbers = slides if slides is not None else list(range(1, len(deck.slides) + 1))
        where: dict[Any, list[int]] = {}
        for number in numbers:
            for rel in deck.slide(number, argument="slides").part.rels.values():
                if rel.reltype == RT.IMAGE and not rel.is_external:
                    shown = where.setdefault(rel.target_part, [])
                    if number not in shown:
                        shown.append(number)
        named = {part: f"{folder.rstrip('/')}/slide{shown[0]:02d}-{part.partname.filename}"
                 for part, shown in where.items()}  # fmt: skip
        targets = {part: world.workspace.new_target(name, overwrite=overwrite, argument="folder")
                   for part, name in named.items()}  # fmt: skip
        files = [_write_picture(world, target, part, where[part]) for part, target in targets.items()]
    if not files:
        raise ToolError("these slides hold no pictures", argument="slides" if slides else "path")
    return PicturesTaken(path=folder, verified=f"{len(files)} files", files=files)


def _write_picture(world: World, target: Path, part: Any, slides: list[int]) -> PictureFile:
    from PIL import Image, UnidentifiedImageError

    with world.workspace.writing(target) as temporary:
        temporary.write_bytes(part.blob)
    try:
        with Image.open(io.BytesIO(part.blob)) as image:
            width, height = image.size
    except (UnidentifiedImageError, OSError, ValueError):
        width = height = 0
    return PictureFile(
        path=world.workspace.relative(target), slides=slides, width=width, height=height, bytes=len(part.blob)
    )
