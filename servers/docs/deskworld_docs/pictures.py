"""Pictures in a document: put in, exchanged, resized, described, taken out as files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Annotated, Any, Literal

from deskworld_kit import Result, Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import After, Block, Overwrite, Picture, Points
from deskworld_docs.markup import deep, make, properties, put, tag
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import editing, reading
from deskworld_docs.slips import slip

SMALL = 15
"""Points that no picture is: a side under this is a slip."""
Align = Literal["left", "center", "right"]


class PictureSaved(Saved):
    """A picture that was put in or changed."""

    block: str
    width: float = Field(description="Points.")
    height: float


class PictureFile(Result):
    """A picture of a document, saved."""

    path: str
    blocks: list[str] = Field(description="Where it stands.")
    alt_text: str
    width: int = Field(description="Pixels; 0 where it can't be told.")
    height: int
    bytes: int


class PicturesTaken(Saved):
    """Pictures that were saved as files."""

    files: list[PictureFile]


@tool("add", core=True)
def add_document_picture(
    world: World,
    path: str,
    picture: Picture,
    after: After = "",
    width: Points = None,
    height: float | None = None,
    alt_text: str = "",
    align: Align = "left",
    caption: str = "",
) -> PictureSaved:
    """Put a picture into a paragraph of its own, its ratio kept: one side is enough. A caption is numbered."""
    from deskworld_docs.captions import caption_paragraph, renumber
    from deskworld_docs.gaps import find_gap
    from deskworld_docs.imaging import picture_run, prepare, sized
    from deskworld_docs.places import every_paragraph
    from deskworld_docs.room import room_at
    from deskworld_docs.styling import Styles

    ready = prepare(world, picture)
    with editing(world, path) as paper:
        gap = find_gap(paper, after)
        room = room_at(paper, gap.before if gap.before is not None else gap.holder)
        size = sized(ready, width, height, room)
        run = picture_run(gap.story.part, ready, size, alt_text)
        paragraph = make("w:p", run)
        if align != "left":
            put(properties(paragraph), "w:jc", val=align)
        made = [paragraph]
        if caption:
            put(properties(paragraph), "w:keepNext")
            made.append(caption_paragraph(paper, Styles(paper), "Figure", caption, align=align))
        gap.fill(made)
        renumber(paper)
        if ready.note:
            paper.warnings.append(ready.note)
        if size[0] > room[0] + 1:
            paper.warnings.append(f"the picture is {size[0]:.0f} points wide, the text {room[0]:.0f}")
        if not alt_text:
            paper.warnings.append("the picture has no alt text")
        paper.warnings += slip("width", [width], SMALL) or slip("height", [height], SMALL)
        paper.touch(*made)
        place = next(place for place, each in every_paragraph(paper) if each is paragraph)
    return PictureSaved(**paper.receipt, block=place, width=round(size[0], 1), height=round(size[1], 1))


@tool("edit")
def update_document_picture(
    world: World,
    path: str,
    block: Block,
    picture: Picture = "",
    width: Points = None,
    height: float | None = None,
    alt_text: str = "",
    number: Annotated[int, Field(ge=1, description="Which in the block.")] = 1,
) -> PictureSaved:
    """Exchange a picture for another in the same width, resize it in ratio, or describe it."""
    from deskworld_docs.imaging import EMU, describe, prepare, relate_picture
    from deskworld_docs.places import find_place
    from deskworld_docs.removing import drop_relations

    if not picture and width is None and height is None and not alt_text:
        raise ToolError("nothing to change; say `picture`, `width`, `height` or `alt_text`", argument="picture")
    ready = prepare(world, picture) if picture else None
    with editing(world, path) as paper:
        spot = find_place(paper, block)
        drawings = _drawings(spot.element)
        if not drawings:
            raise ToolError(f"block {spot.place} holds no picture", argument="block")
        if number > len(drawings):
            raise ToolError(f"block {spot.place} holds {len(drawings)} pictures", argument="number")
        drawing = drawings[number - 1]
        extent = drawing.find(tag("wp:extent"))
        old = (int(extent.get("cx", "0")) / EMU, int(extent.get("cy", "0")) / EMU)
        ratio = old[0] / old[1] if old[1] else 1.0
        words = drawing.find(tag("wp:docPr"))
        if ready is not None:
            blip = next(deep(drawing, "a:blip"))
            gone = {blip.get(tag("r:embed"), ""), blip.get(tag("r:link"), "")} - {""}
            rid, _ = relate_picture(spot.story.part, ready.blob)
            for one in list(blip):  # effects and vector twins belong to the old picture
                blip.remove(one)
            blip.attrib.pop(tag("r:link"), None)
            blip.set(tag("r:embed"), rid)
            for cut in list(deep(drawing, "a:srcRect")):
                cut.getparent().remove(cut)
            drop_relations(spot.story.part, paper.root(spot.story.part), gone)
            ratio = ready.width / ready.height
            if words.get("descr") and not alt_text:
                paper.warnings.append("the alt text still describes the old picture; pass alt_text to change it")
            if ready.note:
                paper.warnings.append(ready.note)
        for name, value in (("width", width), ("height", height)):
            if value is not None and not 1 <= value <= 1584:
                raise ToolError(f"{value:g} points are out of range; say 1 to 1584", argument=name)
        if width is not None and height is not None and abs(width / height - ratio) > 0.02 * ratio:
            raise ToolError(
                f"{width:g} x {height:g} points would distort it; say one side only (its ratio is {ratio:.3f})",
                argument="height",
            )
        wide = width if width is not None else height * ratio if height is not None else old[0]
        size = (wide, wide / ratio)
        for element in (extent, *deep(drawing, "a:ext")):
            if element.get("cx") is not None:
                element.set("cx", str(round(size[0] * EMU)))
                element.set("cy", str(round(size[1] * EMU)))
        if alt_text:
            describe(words, alt_text)
        paper.warnings += slip("width", [width], SMALL) or slip("height", [height], SMALL)
        paper.touch(spot.element)
    return PictureSaved(**paper.receipt, block=spot.place, width=round(size[0], 1), height=round(size[1], 1))


def _drawings(element: Element) -> list[Element]:
    """The inline or anchored drawings of an element that show one picture."""
    return [one for one in deep(element, "wp:inline", "wp:anchor") if sum(1 for _ in deep(one, "a:blip")) == 1]


@tool("add")
def extract_document_pictures(world: World, path: str, folder: str, overwrite: Overwrite = False) -> PicturesTaken:
    """Save the pictures of a document as files, each once."""
    from deskworld_docs.places import every_paragraph, stories

    with reading(world, path) as paper:
        parts = {story.name: story.part for story in stories(paper)}
        where: dict[Part, list[str]] = {}
        alts: dict[Part, str] = {}
        for place, paragraph in every_paragraph(paper):
            part = parts[place.partition(":")[0] if ":" in place else ""]
            for picture, alt in _shown(paragraph, part):
                where.setdefault(picture, []).append(place)
                alts[picture] = alts.get(picture) or alt
        stem = paper.name.rpartition("/")[2].rpartition(".")[0]
        names = [f"{folder.rstrip('/')}/{stem}-{n:02d}.{part.partname.ext}" for n, part in enumerate(where, 1)]
        targets = [world.workspace.new_target(each, overwrite=overwrite, argument="folder") for each in names]
        files = [
            _write(world, target, part, places, alts[part])
            for target, (part, places) in zip(targets, where.items(), strict=True)
        ]
    if not files:
        raise ToolError("the document holds no pictures", argument="path")
    return PicturesTaken(path=folder, verified=f"{len(files)} files", files=files)


def _shown(paragraph: Element, part: Part) -> Any:
    """The parts of the pictures in a paragraph, with their alt text; old and new markup."""
    for run in paragraph.iter(tag("w:r")):
        if next(run.iterancestors(tag("w:p")), None) is not paragraph:
            continue  # it belongs to a text box, which is a story of its own
        for element in run.iter(tag("a:blip"), tag("v:imagedata")):
            rid = element.get(tag("r:embed")) or element.get(tag("r:id"))
            if rid and rid in part.rels and not part.rels[rid].is_external:
                holder = next(element.iterancestors(tag("wp:inline"), tag("wp:anchor")), None)
                words = None if holder is None else holder.find(tag("wp:docPr"))
                yield part.rels[rid].target_part, "" if words is None else words.get("descr", "")


def _write(world: World, target: Path, part: Part, places: list[str], alt: str) -> PictureFile:
    from PIL import Image

    with world.workspace.writing(target) as temporary:
        temporary.write_bytes(part.blob)
    try:
        with Image.open(io.BytesIO(part.blob), formats=("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")) as image:
            width, height = image.size
    except Exception:  # a drawing of another kind, or a broken one: it is saved as it is
        width = height = 0
    return PictureFile(
        path=world.workspace.relative(target), blocks=list(dict.fromkeys(places)), alt_text=alt, width=width,
        height=height, bytes=len(part.blob),
    )  # fmt: skip
