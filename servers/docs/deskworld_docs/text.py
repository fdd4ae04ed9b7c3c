"""How text looks: letters, words, paragraphs; and links on words."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import Block, Color, Fill, SomeBlocks, Words
from deskworld_docs.markup import clean, is_w, make, properties, put, switch, tag
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper, editing
from deskworld_docs.places import find_block, find_blocks
from deskworld_docs.slips import slip

Align = Literal["left", "center", "right", "justify"] | None
Border = Literal["none", "box", "top", "bottom", "left", "right"] | None


_SWITCHES = {
    "bold": ("w:b", "w:bCs"), "italic": ("w:i", "w:iCs"), "strike": ("w:strike",), "small_caps": ("w:smallCaps",),
}  # fmt: skip
_SIDES = {"top": (6, 1), "left": (18, 6), "bottom": (6, 1), "right": (18, 6)}
"""Borders in the order Word wants them: how thick alone, in eighths of a point, and how far from the text."""


class Formatted(Saved):
    """Text that was formatted."""

    reached: int = Field(description="Words found, or paragraphs.")


class LinkMade(Saved):
    """A link that was made."""

    links: int
    target: str


@tool("edit", core=True)
def format_document_text(
    world: World,
    path: str,
    blocks: SomeBlocks = None,
    find: Words = "",
    font: str = "",
    size: float | None = None,
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
    strike: bool | None = None,
    small_caps: bool | None = None,
    position: Literal["normal", "superscript", "subscript"] | None = None,
    color: Color = "",
    highlight: Annotated[str, Field(description="yellow, green ...; or none.")] = "",
    fill: Fill = "",
    border: Border = None,
    border_color: Color = "",
    align: Align = None,
    line_spacing: float | None = None,
    space_before: float | None = None,
    space_after: float | None = None,
    indent: float | None = None,
    first_line: float | None = None,
) -> Formatted:
    """Format blocks, or only some words in them. Points; line_spacing in lines; a negative first_line hangs."""
    look = {
        "font": font, "size": size, "bold": bold, "italic": italic, "underline": underline, "strike": strike,
        "color": color, "highlight": highlight, "small_caps": small_caps, "position": position,
        "fill": fill if find else "",
    }  # fmt: skip
    shape = {
        "fill": "" if find else fill, "border": border, "border_color": border_color, "align": align,
        "line_spacing": line_spacing, "space_before": space_before, "space_after": space_after,
        "indent": indent, "first_line": first_line,
    }  # fmt: skip
    if not any(value not in (None, "") for value in (*look.values(), *shape.values())):
        raise ToolError("nothing to change; say at least one look", argument="bold")
    if find and any(value not in (None, "") for value in shape.values()):
        raise ToolError("words have no alignment, border or distances; leave `find` out for that", argument="find")
    if border_color and border in (None, "none"):
        raise ToolError("a border's colour needs a `border`: box, top, bottom, left or right", argument="border_color")
    check_look(look)
    check_shape(shape)
    reached = 0
    with editing(world, path) as paper:
        for spot in find_blocks(paper, blocks):
            paragraphs = [spot.element] if is_w(spot.element, "p") else list(spot.element.iter(tag("w:p")))
            done = 0
            for paragraph in paragraphs:
                done += format_paragraph(paper, paragraph, find, look, shape)
            if done:
                paper.touch(spot.element)
            reached += done
        if find and not reached:
            raise ToolError(f"{find!r} is not in these blocks", argument="find")
        paper.warnings += slip("indent", [indent], 3) + slip("first_line", [first_line and abs(first_line)], 3)
    return Formatted(**paper.receipt, reached=reached)


def check_look(look: dict[str, Any]) -> None:
    """Refuse looks that no letter has."""
    from deskworld_docs.colors import HIGHLIGHTS

    size, highlight = look.get("size"), look.get("highlight") or ""
    if size is not None and not 1 <= size <= 400:
        raise ToolError(f"{size:g} is no font size; say 1 to 400 points", argument="size")
    if highlight and highlight.casefold() not in [name.casefold() for name in HIGHLIGHTS]:
        raise ToolError(f"{highlight!r} is no marker colour; say one of {', '.join(HIGHLIGHTS)}", argument="highlight")
    font = look.get("font") or ""
    if font and (len(font) > 80 or font != clean(font) or "\n" in font):
        raise ToolError("a font's name has at most 80 letters", argument="font")


def check_shape(shape: dict[str, Any]) -> None:
    """Refuse distances that no paragraph has."""
    limits = {"line_spacing": (0.5, 10), "space_before": (0, 1584), "space_after": (0, 1584), "indent": (0, 1000),
              "first_line": (-500, 500)}  # fmt: skip
    for name, (low, high) in limits.items():
        value = shape.get(name)
        if value is not None and not low <= value <= high:
            raise ToolError(f"{value:g} is out of range; say {low} to {high}", argument=name)


def format_paragraph(paper: Paper, paragraph: Element, find: str, look: dict[str, Any], shape: dict[str, Any]) -> int:
    """Format a paragraph or some words in it; gives how many words, or 1."""
    from deskworld_docs.words import isolate, runs_of, text_of

    if find:
        matches = [m.span() for m in re.finditer(re.escape(clean(find)), text_of(paragraph), re.IGNORECASE)]
        for run in isolate(paragraph, matches) if matches else ():
            style_run(paper, properties(run), look)
        return len(matches)
    if any(value not in (None, "") for value in look.values()):
        for run in runs_of(paragraph):
            style_run(paper, properties(run), look)
        mark = put(properties(paragraph), "w:rPr")
        style_run(paper, mark, look)
    shape_paragraph(properties(paragraph), shape)
    frame_paragraph(paper, properties(paragraph), shape)
    return 1


def style_run(paper: Paper, looks: Element, look: dict[str, Any]) -> None:
    """Set what is given on run properties; the rest stays."""
    from deskworld_docs.colors import HIGHLIGHTS, set_color

    if look.get("font"):
        fonts = put(looks, "w:rFonts")
        for key in list(fonts.attrib):
            del fonts.attrib[key]
        for key in ("ascii", "hAnsi", "cs", "eastAsia"):
            fonts.set(tag(f"w:{key}"), look["font"])
    if look.get("size"):
        for name in ("w:sz", "w:szCs"):
            put(looks, name, val=round(look["size"] * 2))
    for key, names in _SWITCHES.items():
        for name in names if look.get(key) is not None else ():
            switch(looks, name, look[key])
    if look.get("position"):
        put(looks, "w:vertAlign", val="baseline" if look["position"] == "normal" else look["position"])
    if look.get("fill"):
        set_color(paper, looks, "w:shd", look["fill"], argument="fill")
    if look.get("underline") is not None:
        put(looks, "w:u", val="single" if look["underline"] else "none")
    if look.get("color"):
        set_color(paper, looks, "w:color", look["color"])
    if look.get("highlight"):
        name = next(each for each in HIGHLIGHTS if each.casefold() == look["highlight"].casefold())
        put(looks, "w:highlight", val=name)


def frame_paragraph(paper: Paper, shapes: Element, shape: dict[str, Any]) -> None:
    """Set a paragraph's fill and border where they are given."""
    from deskworld_docs.colors import color_attributes, set_color

    if shape.get("fill"):
        set_color(paper, shapes, "w:shd", shape["fill"], argument="fill")
    border = shape.get("border")
    if not border:
        return
    said = shape.get("border_color") or "auto"
    color = color_attributes(paper, said, name="color", argument="border_color")
    frame = put(shapes, "w:pBdr")
    for one in list(frame):
        frame.remove(one)
    for side, (size, space) in _SIDES.items():
        if border == "none":
            frame.append(make(f"w:{side}", val="nil"))
        elif border in ("box", side):
            size, space = (6, 4) if border == "box" else (size, space)
            frame.append(make(f"w:{side}", val="single", sz=size, space=space, **color))


def shape_paragraph(shapes: Element, shape: dict[str, Any]) -> None:
    """Set what is given on paragraph properties; the rest stays."""
    if shape.get("align"):
        put(shapes, "w:jc", val="both" if shape["align"] == "justify" else shape["align"])
    if shape.get("line_spacing") is not None:
        put(shapes, "w:spacing", line=round(shape["line_spacing"] * 240), lineRule="auto")
    for key, name in (("space_before", "before"), ("space_after", "after")):
        if shape.get(key) is not None:
            spacing = put(shapes, "w:spacing", **{name: round(shape[key] * 20)})
            spacing.attrib.pop(tag(f"w:{name}Autospacing"), None)
            spacing.attrib.pop(tag(f"w:{name}Lines"), None)
    if shape.get("indent") is not None:
        indent = put(shapes, "w:ind", left=round(shape["indent"] * 20))
        indent.attrib.pop(tag("w:start"), None)
    if shape.get("first_line") is not None:
        indent = put(shapes, "w:ind")
        for key in ("firstLine", "hanging", "firstLineChars", "hangingChars"):
            indent.attrib.pop(tag(f"w:{key}"), None)
        value = round(shape["first_line"] * 20)
        indent.set(tag("w:hanging" if value < 0 else "w:firstLine"), str(abs(value)))


@tool("edit")
def add_document_link(
    world: World, path: str, block: Block, find: Words = "", url: str = "", heading: str = ""
) -> LinkMade:
    """Link words, or a whole block, to an address or a heading's block; with neither undo links.

    Args:
        heading: A block to lead to.
    """
    from deskworld_docs.linking import Linker, alone, bookmark, checked_address, unlink
    from deskworld_docs.markup import make
    from deskworld_docs.words import isolate, text_of

    if url and heading:
        raise ToolError("say `url` or `heading`, not both", argument="heading")
    address = checked_address(url) if url else ""
    with editing(world, path) as paper:
        spot = find_block(paper, block)
        if not is_w(spot.element, "p"):
            raise ToolError(f"{spot.place} is a table; say a cell like {spot.place}.1.1", argument="block")
        text = text_of(spot.element)
        matches = [m.span() for m in re.finditer(re.escape(clean(find)), text, re.IGNORECASE)] if find else []
        if find and not matches:
            raise ToolError(f"{find!r} is not in block {spot.place}", argument="find")
        if not find and text:
            matches = [(0, len(text))]
        runs = isolate(spot.element, matches)
        linker = Linker(paper, spot.story.part)
        goal = ""
        if heading:
            there = find_block(paper, heading, argument="heading")
            if not is_w(there.element, "p"):
                raise ToolError(f"{there.place} is a table; a link leads to a paragraph", argument="heading")
            goal = bookmark(paper, there.element, text_of(there.element)[:34] or "place")
        for run in runs:
            unit = alone(run)
            while is_w(unit.getparent(), "hyperlink"):
                unlink(unit)
            if not (address or goal):
                continue
            holder = make("w:hyperlink")
            unit.addprevious(holder)
            holder.append(unit)
            put(properties(run), "w:rStyle", val=linker.styles.identifier("Hyperlink", "character"))
            if address:
                linker.set_address(holder, address)
            else:
                holder.set(tag("w:anchor"), goal)
        paper.touch(spot.element)
    return LinkMade(**paper.receipt, links=len(matches), target=address or (f"#{goal}" if goal else ""))
