"""Referring to captions, headings and numbered items by fields that stay right."""

from __future__ import annotations

import re
from typing import Annotated

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import Block, Goal
from deskworld_docs.markup import is_w
from deskworld_docs.opening import editing
from deskworld_docs.places import find_block


class ReferenceMade(Saved):
    """A reference that was made."""

    shows: str


class CaptionMade(Saved):
    """A caption as it is now."""

    block: str
    shows: str


@tool("edit", idempotent=True)
def set_document_caption(
    world: World,
    path: str,
    block: Annotated[Block, Field(description="Of a picture, a table or a typed caption.")],
    text: Annotated[str, Field(description="Without label and number; what is there if left out.")] = "",
    label: Annotated[str, Field(description="Figure or Table by itself.")] = "",
) -> CaptionMade:
    """Give a picture or table a numbered caption, word one anew, or make a typed one ("Figure 2: ...") count."""
    from deskworld_docs import captions
    from deskworld_docs.places import every_paragraph
    from deskworld_docs.styling import Styles
    from deskworld_docs.words import text_of

    label = " ".join(label.split())
    if label and not label.isalpha():
        raise ToolError(f"a label is one word such as Figure, and {label!r} is none", argument="label")
    with editing(world, path) as paper:
        spot, styles = find_block(paper, block), Styles(paper)
        if spot.story.name:
            raise ToolError("captions are counted in the body only", argument="block")
        plain = is_w(spot.element, "p") and not captions.pictured(spot.element)
        if plain and not (captions.typed_as(text_of(spot.element)) or captions.is_caption(styles, spot.element)):
            said = f"block {spot.place} is no picture, no table and no caption like 'Figure 1: ...'"
            raise ToolError(said, argument="block")
        if not plain and not text.strip() and captions.beside(styles, spot.element) is None:
            raise ToolError("say what the caption says", argument="text")
        made = captions.caption(paper, styles, spot.element, text, label)
        captions.renumber(paper)
        paper.touch(made)
        place = next(place for place, each in every_paragraph(paper) if each is made)
        shows = text_of(made)
    return CaptionMade(**paper.receipt, block=place, shows=shows)


@tool("add")
def add_cross_reference(
    world: World,
    path: str,
    block: Block,
    to: Goal,
    find: Annotated[str, Field(description="Words it replaces; else it stands at the end.")] = "",
    number: bool = False,
) -> ReferenceMade:
    """Refer to a caption ("Figure 2"), a heading or its number, in a field that is right when things move."""
    from deskworld_docs.crossing import goal_of
    from deskworld_docs.fields import field_runs
    from deskworld_docs.linking import alone
    from deskworld_docs.markup import child, clean
    from deskworld_docs.words import isolate, make_run, text_of

    with editing(world, path) as paper:
        spot, goal = find_block(paper, block), find_block(paper, to, argument="to")
        for one, argument in ((spot, "block"), (goal, "to")):
            if not is_w(one.element, "p"):
                raise ToolError(f"{one.place} is a table; say a paragraph", argument=argument)
        text = text_of(spot.element)
        found = re.search(re.escape(clean(find)), text) if find else None
        if find and found is None:
            raise ToolError(f"{find!r} is not in block {spot.place}", argument="find")
        name, switches, shown = goal_of(paper, goal.element, number=number)
        if found is not None:
            runs = isolate(spot.element, [found.span()])
            look = child(runs[0], "w:rPr")
            fields = field_runs(f"REF {name} {switches}", shown, look)
            for made in fields:
                alone(runs[0]).addprevious(made)
            for run in runs:
                run.getparent().remove(run)
        else:
            if text and not text[-1].isspace():
                spot.element.append(make_run(" "))
            spot.element.extend(field_runs(f"REF {name} {switches}", shown))
        paper.touch(spot.element)
    return ReferenceMade(**paper.receipt, shows=shown)
