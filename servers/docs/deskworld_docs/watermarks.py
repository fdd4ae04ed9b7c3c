"""The watermark: a word or a picture behind the text of every page."""

from __future__ import annotations

from typing import Annotated

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import Color
from deskworld_docs.opening import editing

_LONGEST = 60


class WatermarkSet(Saved):
    """A watermark as it is now."""

    watermark: str = Field(description='What it says; "(picture)" for one, empty for none.')
    headers: int = Field(description="Headers it stands in.")


@tool("edit")
def set_document_watermark(
    world: World,
    path: str,
    text: Annotated[str, Field(description='Like DRAFT; "none" takes it away.')] = "",
    picture: Annotated[str, Field(description="Path of an image instead.")] = "",
    color: Color = "#C0C0C0",
    diagonal: bool = True,
) -> WatermarkSet:
    """Put a word or a picture behind the text of all pages, in place of the one there was."""
    from deskworld_docs.colors import color_attributes
    from deskworld_docs.imaging import prepare
    from deskworld_docs.marking import Watermark, picture_mark, said_by, take_away, text_mark
    from deskworld_docs.markup import clean

    said = " ".join(clean(text).split())
    if bool(said) == bool(picture):
        raise ToolError('say `text` or `picture`; text="none" takes a watermark away', argument="text")
    if len(said) > _LONGEST:
        raise ToolError(f"a watermark has at most {_LONGEST} letters", argument="text")
    with editing(world, path) as paper:
        paper.untracked = True
        count = take_away(paper)
        if picture:
            prepared = prepare(world, picture)
            if prepared.note:
                paper.warnings.append(f"{picture}: {prepared.note}")
            mark = Watermark(picture_mark(paper, (prepared.width, prepared.height)), prepared.blob)
            count = mark.put(paper)
        elif said.casefold() != "none":
            shade = color_attributes(paper, color)["val"]
            mark = Watermark(text_mark(paper, said, "C0C0C0" if shade == "auto" else shade, diagonal=diagonal))
            count = mark.put(paper)
        elif not count:
            raise ToolError("it has no watermark", argument="text")
        else:
            count = 0
        now = said_by(paper)
    return WatermarkSet(**paper.receipt, watermark=now, headers=count)
