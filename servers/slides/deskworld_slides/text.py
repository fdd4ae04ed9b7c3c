"""Text on slides: put into placeholders and shapes, as bullets, in boxes of its own, and formatted."""

from __future__ import annotations

import re
from typing import Any, Literal

from deskworld_kit import Arguments, Failure, Saved, ToolError, World, tool
from pydantic import Field

from deskworld_slides.arguments import Color, Lines, OnLayout, Points, Shape, Slide, Words
from deskworld_slides.describing import ShapeView
from deskworld_slides.opening import editing
from deskworld_slides.runs import Script

Align = Literal["left", "center", "right", "justify"] | None
Anchor = Literal["top", "middle", "bottom"] | None


class SlotText(Arguments):
    placeholder: str
    text: str


class ShapeSaved(Saved):
    """A shape as it is now."""

    slide: int = Field(description="0 for one on a layout.")
    shape: ShapeView


class SlotsFilled(Saved):
    """Placeholders that were filled."""

    slide: int
    filled: list[str]
    still_open: list[str] = Field(description="Placeholders that are empty yet.")
    failures: list[Failure] = Field(default_factory=list)


@tool("edit", core=True)
def fill_placeholders(world: World, path: str, slide: Slide, texts: list[SlotText]) -> SlotsFilled:
    """Put text into placeholders, each said by role, name, id or idx:2."""
    from deskworld_slides.finding import is_empty_placeholder, placeholder, some
    from deskworld_slides.paragraphs import bullets_of, write_lines

    some(texts, "texts")
    filled: list[str] = []
    failures: list[Failure] = []
    with editing(world, path) as deck:
        found = deck.slide(slide)
        for entry in texts:
            try:
                shape: Any = _slot(found, entry.placeholder, taken=filled)
            except ToolError as error:
                failures.append(Failure(item=entry.placeholder, reason=str(error)))
                continue
            write_lines(shape.text_frame._txBody, bullets_of(entry.text.split("\n")))
            filled.append(shape.name)
        if not filled:
            raise ToolError(failures[0].reason, argument="texts")
        still = [
            shape.name for shape in found.placeholders if is_empty_placeholder(shape) and placeholder(shape) is not None
        ]
    return SlotsFilled(**deck.receipt, slide=slide, filled=filled, still_open=still, failures=failures)


def _slot(slide: Any, wanted: str, *, taken: list[str]) -> Any:
    """A placeholder that takes text: by index, by role (the first of it not filled yet), by name or id."""
    from deskworld_slides.finding import find_shape, role_of

    slots = list(slide.placeholders)
    if wanted.casefold().startswith("idx:"):
        shape = next((s for s in slots if str(s.placeholder_format.idx) == wanted[4:].strip()), None)
    else:
        role = wanted.strip().casefold()
        role = {"text": "body"}.get(role, role)
        alike = {"body": ("body", "content"), "content": ("content", "body")}.get(role, (role,))
        of_role = [s for r in alike for s in slots if role_of(s) == r and s.name not in taken]
        shape = of_role[0] if of_role else None
    if shape is None and not wanted.casefold().startswith("idx:"):
        shape = find_shape(slide, wanted, argument="placeholder")
    if shape is None:
        listed = ", ".join(f"idx:{s.placeholder_format.idx} {s.name!r} ({role_of(s)})" for s in slots) or "none"
        raise ToolError(f"there is no placeholder {wanted!r}; there is: {listed}")
    if not shape.has_text_frame:
        raise ToolError(f"{shape.name!r} holds no text; for pictures, tables and charts use their own tools")
    return shape


@tool("edit", core=True)
def set_shape_text(world: World, path: str, slide: int, shape: Shape, text: Lines) -> ShapeSaved:
    """Replace all text of a shape; its look stays."""
    from deskworld_slides.describing import view_shape
    from deskworld_slides.paragraphs import lines_of, write_lines

    with editing(world, path) as deck:
        target = text_shape(deck.slide(slide), shape)
        write_lines(target.text_frame._txBody, lines_of(text), keep_levels=True)
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


def text_shape(slide: Any, handle: str) -> Any:
    """A shape that can hold text."""
    from deskworld_slides.describing import kind_of
    from deskworld_slides.finding import find_shape

    target: Any = find_shape(slide, handle)
    if not target.has_text_frame:
        hint = "; use update_slide_table" if kind_of(target) == "table" else ""
        raise ToolError(f"{target.name!r} is a {kind_of(target)} and holds no text{hint}", argument="shape")
    return target


@tool("add", core=True)
def add_textbox(
    world: World,
    path: str,
    text: Lines,
    slide: int | None = None,
    left: Points = None,
    top: float | None = None,
    width: float | None = None,
    height: float | None = None,
    size: float = 18,
    bold: bool = False,
    color: Color = "",
    layout: OnLayout = "",
) -> ShapeSaved:
    """Add a box of text; without a position in free space."""
    from deskworld_slides.boxes import unit_slip
    from deskworld_slides.describing import view_shape
    from deskworld_slides.everywhere import seen_on, stage_of
    from deskworld_slides.fitting import text_height
    from deskworld_slides.paragraphs import lines_of, write_lines
    from deskworld_slides.runs import checked_size
    from deskworld_slides.theming import fonts_of

    checked_size(size)
    with editing(world, path) as deck:
        stage = stage_of(deck, slide, layout)
        room = stage.room(left, top, width, None)
        high = text_height(text, size, room.width, fonts_of(deck.presentation)[1], bold=bold)
        box = stage.room(left, top, width, height, natural=(room.width, high))
        made = stage.shapes.add_textbox(*box.emu)
        made.name = f"Text {made.shape_id}"
        made.text_frame.word_wrap = True
        write_lines(made.text_frame._txBody, lines_of(text))
        apply_format(made.text_frame, size=size, bold=bold or None, color=color or stage.text_color(box, made))
        deck.warnings += unit_slip(left, top, width, height)
        if left is None and top is None:
            deck.warnings += stage.crowded(made)
        view = view_shape(made)
    return ShapeSaved(**seen_on(world, deck, stage, view), slide=slide or 0, shape=view)


@tool("edit", core=True)
def set_bullets(
    world: World,
    path: str,
    slide: int,
    shape: Shape,
    bullets: list[str],
    marks: Literal["bullet", "number", "none", "layout"] = "layout",
) -> ShapeSaved:
    """Replace a shape's text by real bullets with levels.

    Args:
        bullets: A tab or two spaces per level.
        marks: layout: the placeholder's.
    """
    from deskworld_slides.bulleting import mark_paragraphs
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import role_of
    from deskworld_slides.paragraphs import bullets_of, write_lines

    with editing(world, path) as deck:
        target = text_shape(deck.slide(slide), shape)
        write_lines(target.text_frame._txBody, bullets_of(bullets))
        if marks != "layout" or role_of(target) not in ("content", "body"):
            mark_paragraphs(target.text_frame, "bullet" if marks == "layout" else marks)
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


@tool("edit", core=True)
def format_shape_text(
    world: World,
    path: str,
    slide: int,
    shape: Shape,
    find: Words = "",
    paragraphs: list[int] | None = None,
    font: str = "",
    size: float | None = None,
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
    strike: bool | None = None,
    script: Script = None,
    color: Color = "",
    align: Align = None,
    anchor: Anchor = None,
    line_spacing: float | None = None,
    space_after: float | None = None,
) -> ShapeSaved:
    """Format text of a shape or table: all, some paragraphs, or some words.

    Args:
        paragraphs: From 1; all if left out.
        line_spacing: In lines, like 1.2.
    """
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import find_shape

    with editing(world, path) as deck:
        target: Any = find_shape(deck.slide(slide), shape)
        frames = frames_of(target)
        done = 0
        for frame in frames:
            done += apply_format(
                frame, find=find, numbers=paragraphs, font=font, size=size, bold=bold, italic=italic,
                underline=underline, strike=strike, script=script, color=color, align=align, anchor=anchor,
                line_spacing=line_spacing, space_after=space_after,
            )  # fmt: skip
        if find and not done:
            raise ToolError(f"{find!r} is not in {target.name!r}", argument="find")
        if paragraphs and not done:
            raise ToolError("no such paragraph; they are numbered from 1", argument="paragraphs")
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)


def frames_of(shape: Any) -> list[Any]:
    """The text frames of a shape: its own, or those of all cells."""
    if getattr(shape, "has_table", False):
        return [cell.text_frame for row in shape.table.rows for cell in row.cells]
    if shape.has_text_frame:
        return [shape.text_frame]
    raise ToolError(f"{shape.name!r} holds no text", argument="shape")


def apply_format(
    frame: Any,
    *,
    find: str = "",
    numbers: list[int] | None = None,
    font: str = "",
    size: float | None = None,
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
    strike: bool | None = None,
    script: Script = None,
    color: str = "",
    align: Align = None,
    anchor: Anchor = None,
    line_spacing: float | None = None,
    space_after: float | None = None,
) -> int:
    """Format a text frame; returns how many runs (or whole paragraphs) were reached."""
    from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
    from pptx.util import Pt

    from deskworld_slides.paragraphs import isolate
    from deskworld_slides.runs import style_run

    look: dict[str, Any] = {
        "font": font, "size": size, "bold": bold, "italic": italic, "underline": underline, "strike": strike,
        "script": script, "color": color,
    }  # fmt: skip
    for name, value, most in (
        ("size", size, 400),
        ("line_spacing", line_spacing, 10),
        ("space_after", space_after, 1584),
    ):
        if value is not None and not (0 < value <= most or (value == 0 and name == "space_after")):
            raise ToolError(f"{value:g} is out of range; say more than 0 and at most {most}", argument=name)
    reached = 0
    pattern = re.compile(re.escape(find), re.IGNORECASE) if find else None
    for number, paragraph in enumerate(frame.paragraphs, 1):
        if numbers and number not in numbers:
            continue
        element = paragraph._p
        if pattern is not None:
            runs = isolate(element, pattern)
        else:
            runs = [child for child in element if child.tag.rsplit("}", 1)[-1] in ("r", "fld", "br")]
            reached += 1
        for run in runs:
            style_run(run, **look)
        if pattern is None:
            end = element.get_or_add_endParaRPr() if not runs else element.find("{*}endParaRPr")
            if end is not None:
                style_run(end, **look)
        reached += len(runs)
        if pattern is not None and not runs:
            continue
        if align:
            paragraph.alignment = getattr(PP_ALIGN, align.upper())
        if line_spacing:
            paragraph.line_spacing = line_spacing
        if space_after is not None:
            paragraph.space_after = Pt(space_after)
    if anchor:
        frame.vertical_anchor = getattr(MSO_ANCHOR, anchor.upper())
    return reached


@tool("edit")
def fit_shape_text(world: World, path: str, slide: int, shape: str, least: float = 12) -> ShapeSaved:
    """Make a shape's text small enough for its box, in ratio.

    Args:
        least: In points.
    """
    from deskworld_slides.describing import view_shape
    from deskworld_slides.fitting import shrink

    if not 6 <= least <= 60:
        raise ToolError(f"{least:g} is out of range; say 6 to 60 points", argument="least")
    with editing(world, path) as deck:
        target = text_shape(deck.slide(slide), shape)
        deck.warnings += shrink(deck, slide, target, least)
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)
