"""A deck from an outline: each slide says what it holds, and gets the layout and the boxes that suit it.

The same outline always gives the same deck. Content goes into placeholders first; what finds none shares the free space
in equal columns, so nothing overlaps; placeholders that stay empty are removed, so none leaks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deskworld_kit import Arguments, Scalar, ToolError, World
from pydantic import Field

from deskworld_slides.charting import ChartSpec
from deskworld_slides.opening import Deck


class Column(Arguments):
    heading: str = ""
    bullets: list[str]


class OutlineSlide(Arguments):
    title: str
    subtitle: str = ""
    bullets: list[str] = Field(default_factory=list, description="A tab or two spaces per level.")
    columns: list[Column] = Field(default_factory=list, max_length=2)
    picture: str = ""
    picture_alt: str = ""
    table: list[list[Scalar]] = Field(default_factory=list, description="By row, headings first.")
    chart: ChartSpec | None = None
    notes: str = ""
    layout: str = Field(default="", description="Left out, one that suits.")


def build(world: World, deck: Deck, slides: Sequence[OutlineSlide], *, numbers: bool, footer: str) -> list[str]:
    """Add the slides to the deck; returns what could not be done as it was meant."""
    from deskworld_slides.finding import find_layout
    from deskworld_slides.imaging import prepare
    from deskworld_slides.notes import write_notes
    from deskworld_slides.slots import drop_empty, pick_layout, show_footer

    warnings: list[str] = []
    pictures = {plan.picture: prepare(world, plan.picture, argument="slides") for plan in slides if plan.picture}
    for index, plan in enumerate(slides):
        number = len(deck.slides) + 1
        if plan.layout:
            layout = find_layout(deck.presentation, plan.layout, argument="slides")
        else:
            layout = pick_layout(deck.presentation, _kind(plan, first=index == 0))
        made = deck.presentation.slides.add_slide(layout)
        deck.touched.add(number)
        said = _fill(deck, made, plan, pictures.get(plan.picture))
        drop_empty(made)
        if plan.notes:
            write_notes(made, plan.notes)
        if layout._element.get("type") != "title":
            if numbers:
                show_footer(made, "slide number")
            if footer and not show_footer(made, "footer", footer):
                said.append("its layout has no place for a footer")
        warnings += [f"slide {number}: {each}" for each in said]
    return warnings


def _kind(plan: OutlineSlide, *, first: bool) -> str:
    """The layout type for what a slide holds."""
    visuals = bool(plan.picture) + bool(plan.table) + (plan.chart is not None)
    if plan.columns:
        headed = any(column.heading for column in plan.columns)
        return ("twoTxTwoObj" if headed else "twoObj") if not plan.bullets and not visuals else "titleOnly"
    if not plan.bullets and not visuals:
        return "title" if first else "secHead"
    if (plan.bullets and visuals == 0) or (visuals == 1 and not plan.bullets):
        return "obj"
    if visuals + bool(plan.bullets) == 2:
        return "twoObj"
    return "titleOnly"


def _fill(deck: Deck, slide: Any, plan: OutlineSlide, picture: Any) -> list[str]:
    from deskworld_slides.paragraphs import bullets_of, clean, write_lines
    from deskworld_slides.slots import open_slots

    said: list[str] = []
    if slide.shapes.title is not None:
        slide.shapes.title.text_frame.text = clean(plan.title).replace("\n", "\v")
    elif plan.title:
        said.append(f"layout {slide.slide_layout.name!r} has no title; the title was left out")
    if plan.subtitle:
        slots = open_slots(slide, "subtitle", "body")
        if slots:
            write_lines(slots[0].text_frame._txBody, bullets_of([plan.subtitle]))
        else:
            said.append("there is no place for a subtitle here; it was left out")
    if plan.columns:
        said += _columns(deck, slide, plan)
    content: list[tuple[str, Any]] = []
    if plan.bullets:
        content.append(("text", plan.bullets))
    if plan.chart is not None:
        content.append(("chart", plan.chart))
    if plan.table:
        content.append(("table", plan.table))
    if picture is not None:
        content.append(("picture", picture))
    said += _place(deck, slide, content, plan)
    return said


def _columns(deck: Deck, slide: Any, plan: OutlineSlide) -> list[str]:
    from deskworld_slides.paragraphs import bullets_of, write_lines
    from deskworld_slides.slots import open_slots

    headings = open_slots(slide, "body")
    bodies = open_slots(slide, "content") or headings
    headed = any(column.heading for column in plan.columns)
    for number, column in enumerate(plan.columns):
        apart = headed and len(headings) > number and bodies is not headings
        if apart and column.heading:
            write_lines(headings[number].text_frame._txBody, bullets_of([column.heading]))
        lines = column.bullets if apart or not column.heading else [column.heading, *(f"\t{b}" for b in column.bullets)]
        if number < len(bodies):
            write_lines(bodies[number].text_frame._txBody, bullets_of(lines))
        else:
            _text_box(deck, slide, lines, parts=len(plan.columns) - number)
    return []


def _text_box(deck: Deck, slide: Any, bullets: Sequence[str], *, parts: int) -> None:
    """Bullets in a box of their own, in their share of the free space."""
    from deskworld_slides.bulleting import mark_paragraphs
    from deskworld_slides.grounds import inks_on
    from deskworld_slides.paragraphs import bullets_of, write_lines
    from deskworld_slides.text import apply_format

    box = _share(deck, slide, parts)
    made = slide.shapes.add_textbox(*box.emu)
    made.text_frame.word_wrap = True
    write_lines(made.text_frame._txBody, bullets_of(bullets))
    mark_paragraphs(made.text_frame, "bullet")
    color = inks_on(slide, box, below=made).text.replace("tx1", "")
    apply_format(made.text_frame, size=18, space_after=6, color=color)


def _share(deck: Deck, slide: Any, parts: int) -> Any:
    """The first of so many equal columns of the free space."""
    from deskworld_slides.boxes import GAP, Box, free_box

    room = free_box(slide, deck.page)
    if parts < 2:
        return room
    return Box(room.left, room.top, (room.width - GAP * 2 * (parts - 1)) / parts, room.height)


def _place(deck: Deck, slide: Any, content: list[tuple[str, Any]], plan: OutlineSlide) -> list[str]:
    """Everything into the placeholder that suits it best, the rest side by side."""
    from deskworld_slides.boxes import box_of
    from deskworld_slides.charting import put_chart
    from deskworld_slides.finding import role_of
    from deskworld_slides.grids import put_table, squared
    from deskworld_slides.imaging import describe, put_picture
    from deskworld_slides.paragraphs import bullets_of, write_lines
    from deskworld_slides.slots import open_slots
    from deskworld_slides.theming import fonts_of

    roles = {
        "text": ("content", "body"),
        "chart": ("chart", "content"),
        "table": ("table", "content"),
        "picture": ("picture", "content"),
    }
    said: list[str] = []
    for number, (kind, thing) in enumerate(content):
        slots = open_slots(slide, *roles[kind])
        slot: Any = slots[0] if slots else None
        if kind == "text":
            if slot is not None:
                write_lines(slot.text_frame._txBody, bullets_of(thing))
            else:
                _text_box(deck, slide, thing, parts=len(content) - number)
            continue
        box = box_of(slot) if slot is not None else _share(deck, slide, len(content) - number)
        if kind == "picture":
            mode = "fill" if slot is not None and role_of(slot) == "picture" else "fit"
            put_picture(slide, thing, box, mode, alt=plan.picture_alt, slot=slot)
            if thing.note:
                said.append(thing.note)
        elif kind == "table":
            try:
                grid = squared(thing, argument="slides")
            except ToolError as error:
                raise ToolError(f"{plan.title!r}: {error}") from error
            made, notes = put_table(slide, grid, box, slot=slot, font=fonts_of(deck.presentation)[1])
            describe(made, f"Table: {plan.title}")
            said += notes
        else:
            made = put_chart(
                slide, thing.type, thing.categories, thing.series, box, title=thing.title,
                number_format=thing.number_format, slot=slot,
            )  # fmt: skip
            describe(made, f"Chart: {thing.title or plan.title}")
    return said
