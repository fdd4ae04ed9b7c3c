"""Styles of a document: what there is, given to blocks, and made or changed."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_docs.arguments import Blocks, Color, Style, Words
from deskworld_docs.markup import add, child, clean, drop, is_w, make, number, properties, put, tag, val
from deskworld_docs.opening import Paper, editing, reading
from deskworld_docs.places import find_blocks
from deskworld_docs.styling import Styles, flag_attribute, shown_name
from deskworld_docs.text import Align, check_look, check_shape, shape_paragraph, style_run


class StyleView(Result):
    """A style."""

    name: str
    kind: str
    based_on: str = ""
    font: str = Field(default="", description="Where the style itself says.")
    size: float = Field(default=0, description="Points; 0 where inherited.")
    used: int = Field(description="Paragraphs, runs or tables of the body that have it.")


class StyleSaved(Saved):
    """A style that was made or changed."""

    style: str
    used: int


class StyleApplied(Saved):
    """Blocks that got a style."""

    style: str
    reached: int


def paragraph_styles(paper: Paper) -> list[str]:
    """The names of the paragraph styles that a document offers."""
    return [
        shown_name(val(child(style, "w:name")))
        for style in paper.document.styles.element.findall(tag("w:style"))
        if val(style, "type") == "paragraph" and child(style, "w:qFormat") is not None
    ]


@tool("edit", core=True)
def apply_style(world: World, path: str, blocks: Blocks, style: Style, find: Words = "") -> StyleApplied:
    """Give blocks a paragraph style, tables a table style, or words a character style."""
    from deskworld_docs.captions import make_all_real
    from deskworld_docs.words import isolate, text_of

    reached = 0
    with editing(world, path) as paper:
        styles = Styles(paper)
        name = ""
        for spot in find_blocks(paper, blocks):
            if find:
                found = styles.find(style, "character")
                for paragraph in [spot.element] if is_w(spot.element, "p") else list(spot.element.iter(tag("w:p"))):
                    text = text_of(paragraph)
                    matches = [m.span() for m in re.finditer(re.escape(clean(find)), text, re.IGNORECASE)]
                    for run in isolate(paragraph, matches) if matches else ():
                        put(properties(run), "w:rStyle", val=val(found, "styleId"))
                    reached += len(matches)
            elif is_w(spot.element, "p"):
                found = styles.find(style, "paragraph")
                shapes = properties(spot.element)
                if flag_attribute(found):
                    drop(shapes, "w:pStyle")
                else:
                    put(shapes, "w:pStyle", val=val(found, "styleId"))
                if child(found, "w:pPr", "w:numPr") is not None or child(found, "w:pPr", "w:outlineLvl") is not None:
                    drop(shapes, "w:numPr")  # the style's own numbering, or none
                reached += 1
            else:
                found = styles.find(style, "table")
                put(properties(spot.element), "w:tblStyle", val=val(found, "styleId"))
                reached += 1
            name = shown_name(val(child(found, "w:name")))
            paper.touch(spot.element)
        if not reached:
            raise ToolError(f"{find!r} is not in these blocks", argument="find")
        if not find:
            make_all_real(paper, styles, [spot.element for spot in find_blocks(paper, blocks)])
    return StyleApplied(**paper.receipt, style=name, reached=reached)


@tool("read")
def list_styles(
    world: World,
    path: str,
    kind: Literal["all", "paragraph", "character", "table"] = "all",
    used_only: bool = False,
    limit: int = 100,
    cursor: str = "",
) -> Page[StyleView]:
    """The styles of a document and how often each is used."""
    with reading(world, path) as paper:
        styles = Styles(paper)
        counts = _counts(paper, styles)
        found = [
            _view(style, styles, counts)
            for style in styles.all()
            if val(style, "type") in ("paragraph", "character", "table") and kind in ("all", val(style, "type"))
        ]
    return page([view for view in found if view.used or not used_only], limit=limit, cursor=cursor)


def _counts(paper: Paper, styles: Styles) -> dict[str, int]:
    """How often each style's id is used; what names none has the default."""
    counts: dict[str, int] = {}
    default = val(styles.default(), "styleId")
    for element in paper.body.iter(tag("w:p"), tag("w:r"), tag("w:tbl")):
        names = {"p": ("w:pPr", "w:pStyle"), "r": ("w:rPr", "w:rStyle"), "tbl": ("w:tblPr", "w:tblStyle")}
        kind = element.tag.rpartition("}")[2]
        name = val(child(element, *names[kind])) or (default if kind == "p" else "")
        if name:
            counts[name] = counts.get(name, 0) + 1
    return counts


def _view(style: object, styles: Styles, counts: dict[str, int]) -> StyleView:
    base = val(child(style, "w:basedOn"))
    return StyleView(
        name=shown_name(val(child(style, "w:name"))),
        kind=val(style, "type"),
        based_on=styles.name_of(base) if base else "",
        font=val(child(style, "w:rPr", "w:rFonts"), "ascii"),
        size=number(child(style, "w:rPr", "w:sz")) / 2,
        used=counts.get(val(style, "styleId"), 0),
    )


@tool("edit")
def create_style(
    world: World,
    path: str,
    name: str,
    kind: Literal["paragraph", "character"] = "paragraph",
    based_on: Annotated[str, Field(description="Normal if left out.")] = "",
    font: str = "",
    size: float | None = None,
    bold: bool | None = None,
    italic: bool | None = None,
    color: Color = "",
    align: Align = None,
    line_spacing: float | None = None,
    space_before: float | None = None,
    space_after: float | None = None,
    indent: float | None = None,
    keep_with_next: bool | None = None,
) -> StyleSaved:
    """Make a style, or change one: all text that has it follows."""
    name = " ".join(clean(name).split())
    if not name or len(name) > 100:
        raise ToolError("a style's name has 1 to 100 letters", argument="name")
    look = {"font": font, "size": size, "bold": bold, "italic": italic, "color": color}
    shape = {"align": align, "line_spacing": line_spacing, "space_before": space_before, "space_after": space_after,
                 "indent": indent}  # fmt: skip
    check_look(look)
    check_shape(shape)
    if kind == "character" and (keep_with_next is not None or any(v is not None for v in shape.values())):
        raise ToolError("a character style has letters only, no alignment or distances", argument="kind")
    with editing(world, path) as paper:
        styles = Styles(paper)
        try:
            style = styles.find(name, kind)
        except ToolError:
            style = _new(styles, name, kind)
        if based_on:
            base = styles.find(based_on, kind, argument="based_on")
            if style in styles.chain(val(base, "styleId"), kind):
                raise ToolError(f"{based_on!r} is itself based on {name!r}", argument="based_on")
            put(style, "w:basedOn", val=val(base, "styleId"))
        if kind == "paragraph":
            shapes = put(style, "w:pPr")
            shape_paragraph(shapes, shape)
            if keep_with_next is not None:
                from deskworld_docs.markup import switch

                switch(shapes, "w:keepNext", keep_with_next)
        style_run(paper, put(style, "w:rPr"), look)
        used = _counts(paper, styles).get(val(style, "styleId"), 0)
    return StyleSaved(**paper.receipt, style=shown_name(val(child(style, "w:name"))), used=used)


def _new(styles: Styles, name: str, kind: str) -> object:
    taken = {val(style, "styleId").casefold() for style in styles.all()}
    identifier = re.sub(r"\W", "", name.title()) or "Style"
    stem, count = identifier, 1
    while identifier.casefold() in taken:
        count += 1
        identifier = f"{stem}{count}"
    style = make("w:style", type=kind, customStyle=1, styleId=identifier)
    add(style, make("w:name", val=name))
    default = styles.default(kind)
    if default is not None:
        add(style, make("w:basedOn", val=val(default, "styleId")))
    add(style, make("w:qFormat"))
    styles.add(style)
    return style
