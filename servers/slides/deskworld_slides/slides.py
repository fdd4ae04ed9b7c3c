"""Slides: listed, looked into, added, copied, moved, hidden, deleted; their layout and background."""

from __future__ import annotations

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_slides.arguments import Color, Position, Slide, Slides, SomeSlides
from deskworld_slides.deck import place_of
from deskworld_slides.describing import ShapeView, SlideView
from deskworld_slides.opening import Deck, editing, reading

_WHOLE = 50_000
"""Letters of a text that was asked for by itself."""


class SlideDetail(Result):
    """A slide with its shapes, back to front."""

    slide: int
    layout: str
    title: str
    hidden: bool
    notes: str
    shapes: list[ShapeView]
    animations: list[str] = Field(default_factory=list, description="In order: shape, what it does, when.")
    more_shapes: int = Field(default=0, description="Shapes left off; ask again with `first`.")
    cut: list[str] = Field(default_factory=list, description="Texts that are longer, and how to see the whole.")


class SlideAdded(Saved):
    """A new slide."""

    slide: int
    layout: str
    placeholders: list[ShapeView] = Field(description="Open placeholders to fill.")


class SlidesChanged(Saved):
    """Slides after a change of their order or number."""

    slides: int = Field(description="How many there are now.")
    titles: list[str] = Field(description="Titles in the new order (the first 50).")


@tool("read", core=True)
def list_slides(world: World, path: str, query: str = "", limit: int = 50, cursor: str = "") -> Page[SlideView]:
    """The slides of a deck: title, layout, counts, notes, hidden.

    Args:
        query: Only with this text.
    """
    from deskworld_slides.describing import shape_text, view_slide
    from deskworld_slides.finding import every_shape

    wanted = query.casefold()
    with reading(world, path) as deck:
        found = [
            view_slide(slide, number)
            for number, slide in enumerate(deck.slides, 1)
            if not wanted or any(wanted in shape_text(shape).casefold() for shape in every_shape(slide))
        ]
    return page(found, limit=limit, cursor=cursor)


@tool("read", core=True)
def get_slide(world: World, path: str, slide: Slide, first: int = 1, shape: str = "") -> SlideDetail:
    """One slide: every shape with id, kind, box in points, text and facts.

    Args:
        first: Shape to begin with.
        shape: Only this, with its whole text.
    """
    from deskworld_slides.animating import animations_of
    from deskworld_slides.describing import LONG, cut, is_hidden, notes_text, shape_text, view_shape
    from deskworld_slides.finding import every_shape, find_shape, from_one, title_of

    start = from_one(first, "first")
    with reading(world, path) as deck:
        found = deck.slide(slide)
        shapes = [find_shape(found, shape)] if shape else list(every_shape(found))[start:]
        limit = _WHOLE if shape else LONG
        notes = notes_text(found)
        longer = [f"{each.shape_id} {each.name!r}" for each in shapes[:60] if len(shape_text(each)) > limit]
        cuts = [f"text of {', '.join(longer)}: pass it as `shape`"] if longer and not shape else []
        cuts += ["notes: get_slide_notes has them all"] if len(notes) > 1000 else []
        return SlideDetail(
            slide=slide,
            layout=found.slide_layout.name,
            title=title_of(found),
            hidden=is_hidden(found),
            notes=cut(notes, 1000),
            shapes=[view_shape(each, limit=limit) for each in shapes[:60]],
            animations=animations_of(found),
            more_shapes=max(len(shapes) - 60, 0),
            cut=cuts,
        )


@tool("add", core=True)
def add_slide(
    world: World,
    path: str,
    layout: str = "",
    title: str = "",
    bullets: list[str] | None = None,
    notes: str = "",
    position: Position = None,
) -> SlideAdded:
    """Add a slide with its text. Returns the placeholders still open.

    Args:
        layout: Name or number; empty for one that suits.
        bullets: A tab or two spaces per level.
    """
    from deskworld_slides.copying import put_slide
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import find_layout, role_of
    from deskworld_slides.notes import write_notes
    from deskworld_slides.paragraphs import bullets_of, clean, write_lines
    from deskworld_slides.slots import open_slots, pick_layout, show_footer

    with editing(world, path) as deck:
        presentation = deck.presentation
        index = place_of(position, len(deck.slides) + 1)
        kind = "obj" if bullets or deck.slides or not title else "title"
        chosen = find_layout(presentation, layout) if layout else pick_layout(presentation, kind)
        others = deck.slides
        made = presentation.slides.add_slide(chosen)
        put_slide(presentation, made, index)
        deck.touched.add(index + 1)
        if title:
            if made.shapes.title is None:
                raise ToolError(
                    f"layout {chosen.name!r} has no title; choose another, or add a text box", argument="title"
                )
            made.shapes.title.text_frame.text = clean(title)
        if bullets:
            slots = open_slots(made, "content", "body", "subtitle")
            if not slots:
                raise ToolError(f"layout {chosen.name!r} has no place for text; choose another", argument="bullets")
            write_lines(slots[0].text_frame._txBody, bullets_of(bullets))
        if notes:
            write_notes(made, notes)
        if any(role_of(shape) == "slide number" for other in others for shape in other.placeholders):
            show_footer(made, "slide number")
        open_now = [view_shape(shape) for shape in open_slots(made, "title", "subtitle", "content", "body", "picture",
                                                              "chart", "table", "media")]  # fmt: skip
    return SlideAdded(**deck.receipt, slide=index + 1, layout=chosen.name, placeholders=open_now)


@tool("add", core=True)
def duplicate_slide(
    world: World, path: str, slide: Slide, position: int | None = None, copies: int = 1
) -> SlidesChanged:
    """Copy a slide with everything on it, charts and notes too.

    Args:
        position: After it if left out.
    """
    from deskworld_slides.copying import copy_slide

    if not 1 <= copies <= 50:
        raise ToolError("make 1 to 50 copies", argument="copies")
    with editing(world, path) as deck:
        source = deck.slide(slide)
        start = place_of(position, len(deck.slides) + 1) if position is not None else slide
        deck.touched.clear()
        for number in range(copies):
            copy_slide(source, deck.presentation, source.slide_layout, start + number)
            deck.touched.add(start + number + 1)
    return _changed(deck)


@tool("edit", core=True)
def move_slides(world: World, path: str, slides: Slides, position: Position = None) -> SlidesChanged:
    """Move slides so that the first of them gets the number `position`."""
    from deskworld_slides.finding import some

    some(slides, "slides")
    with editing(world, path) as deck:
        moved = [deck.slide(number, argument="slides") for number in dict.fromkeys(slides)]
        index = place_of(position, len(deck.slides))
        ids = {slide.slide_id for slide in moved}
        rest = [slide for slide in deck.slides if slide.slide_id not in ids]
        index = min(index, len(rest))
        order = [*rest[:index], *moved, *rest[index:]]
        from deskworld_slides.copying import put_slide

        for place, slide in enumerate(order):
            if deck.slides[place].slide_id != slide.slide_id:
                put_slide(deck.presentation, slide, place)
        deck.touched = {deck.number_of(slide) for slide in moved}
    return _changed(deck)


@tool("remove", core=True)
def delete_slides(world: World, path: str, slides: Slides) -> SlidesChanged:
    """Delete slides with all that was only theirs."""
    from deskworld_slides.copying import drop_slide
    from deskworld_slides.finding import some

    some(slides, "slides")
    with editing(world, path) as deck:
        for slide in [deck.slide(number, argument="slides") for number in sorted(set(slides))]:
            deck.warnings += drop_slide(deck.presentation, slide)
        deck.touched.clear()
    return _changed(deck)


@tool("edit")
def set_slide_layout(world: World, path: str, slide: int, layout: str) -> SlideAdded:
    """Give a slide another layout; content moves to placeholders of its role."""
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import find_layout
    from deskworld_slides.grounds import follow_ground
    from deskworld_slides.relayout import change_layout
    from deskworld_slides.slots import open_slots

    with editing(world, path) as deck:
        found = deck.slide(slide)
        chosen = find_layout(deck.presentation, layout)
        deck.warnings += change_layout(found, chosen)
        follow_ground(found)
        open_now = [view_shape(shape) for shape in open_slots(found, "title", "subtitle", "content", "body", "picture",
                                                              "chart", "table", "media")]  # fmt: skip
    return SlideAdded(**deck.receipt, slide=slide, layout=chosen.name, placeholders=open_now)


@tool("edit")
def set_slide_hidden(world: World, path: str, slides: list[int], hidden: bool = True) -> Saved:
    """Hide slides from the show, or show them again."""
    from deskworld_slides.finding import some

    some(slides, "slides")
    with editing(world, path) as deck:
        for number in slides:
            element = deck.slide(number, argument="slides")._element
            if hidden:
                element.set("show", "0")
            else:
                element.attrib.pop("show", None)
    return Saved(**deck.receipt)


@tool("edit")
def set_slide_background(
    world: World, path: str, slides: SomeSlides = None, color: Color = "", picture: str = "", gradient_to: str = ""
) -> Saved:
    """Give slides a background; with nothing given their layout's again."""
    from deskworld_slides.backgrounds import set_background

    if picture and color:
        raise ToolError("give a colour or a picture, not both", argument="picture")
    if gradient_to and not color:
        raise ToolError("a gradient needs the colour it starts from", argument="color")
    with editing(world, path) as deck:
        numbers = deck.numbers(slides)
        for number in numbers:
            slide = deck.slide(number, argument="slides")
            set_background(world, deck, slide, color=color, gradient_to=gradient_to, picture=picture)
    receipt = deck.receipt
    if picture:
        from deskworld_slides.verifying import hard_to_read

        receipt["warnings"] += hard_to_read(world.workspace.find(path), numbers)
    return Saved(**receipt)


def _changed(deck: Deck) -> SlidesChanged:
    from deskworld_slides.finding import title_of

    titles = [title_of(slide) for slide in deck.slides[:50]]
    return SlidesChanged(**deck.receipt, slides=len(deck.slides), titles=titles)
