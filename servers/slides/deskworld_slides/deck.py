"""Decks as a whole: made from nothing, from a template, from an outline or from other decks; what they are made of."""

from __future__ import annotations

from typing import Literal

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_slides.arguments import Overwrite, Position, SomeSlides, Template
from deskworld_slides.describing import Frame
from deskworld_slides.objects import Presentation
from deskworld_slides.opening import creating, editing, open_presentation, reading
from deskworld_slides.outline import OutlineSlide
from deskworld_slides.paragraphs import clean

Look = Literal["light", "dark", "warm"]


class DeckMade(Saved):
    """A deck that was made."""

    slides: int
    layouts: list[str]


class DeckInfo(Result):
    """What a deck is made of."""

    path: str
    slides: int
    hidden: list[int] = Field(description="Slides that a show leaves out.")
    width: float = Field(description="Of a slide, in points.")
    height: float
    theme: str
    heading_font: str
    body_font: str
    layouts: int
    sections: list[str]
    pictures: int
    tables: int
    charts: int
    notes: int = Field(description="Slides with speaker notes.")
    title: str
    author: str
    subject: str
    keywords: str
    modified: str
    bytes: int


class SlotView(Result):
    """A placeholder of a layout."""

    index: int
    role: str
    name: str
    box: Frame


class LayoutView(Result):
    """A layout that slides can have."""

    name: str
    master: str
    used_by: int = Field(description="How many slides have it.")
    placeholders: list[SlotView]


class OutlineBuilt(DeckMade):
    """A deck made from an outline."""

    used_layouts: list[str] = Field(description="The layout of each slide.")


class SlidesImported(Saved):
    """Slides that came from another deck."""

    added: list[int] = Field(description="Their numbers in this deck.")


@tool("add", core=True)
def create_deck(
    world: World,
    path: str,
    title: str = "",
    subtitle: str = "",
    look: Look = "light",
    template: Template = "",
    keep_slides: bool = False,
    overwrite: Overwrite = False,
) -> DeckMade:
    """Make a new 16:9 deck with a designed look, or from a template."""
    source = template_bytes(world, template, look)
    with creating(world, path, source, overwrite=overwrite) as deck:
        settle_template(deck.presentation, keep_slides=keep_slides or not template)
        if title or subtitle:
            from deskworld_slides.outline import build

            deck.warnings += build(
                world, deck, [OutlineSlide(title=title, subtitle=subtitle)], numbers=False, footer=""
            )
        if title:
            deck.presentation.core_properties.title = clean(title)[:255]
    names = [layout.name for master in deck.presentation.slide_masters for layout in master.slide_layouts]
    return DeckMade(**deck.receipt, slides=len(deck.slides), layouts=names)


@tool("read", core=True)
def get_deck_info(world: World, path: str) -> DeckInfo:
    """What a deck holds: slides, size, theme, counts, properties."""
    from deskworld_slides.describing import section_names, view_slide
    from deskworld_slides.theming import fonts_of, theme_name

    with reading(world, path) as deck:
        views = [view_slide(slide, number) for number, slide in enumerate(deck.slides, 1)]
        heading, body = fonts_of(deck.presentation)
        properties = deck.presentation.core_properties
        return DeckInfo(
            path=deck.name,
            slides=len(views),
            hidden=[view.slide for view in views if view.hidden],
            width=round(deck.page[0], 2),
            height=round(deck.page[1], 2),
            theme=theme_name(deck.presentation),
            heading_font=heading,
            body_font=body,
            layouts=sum(len(master.slide_layouts) for master in deck.presentation.slide_masters),
            sections=section_names(deck.presentation),
            pictures=sum(view.pictures for view in views),
            tables=sum(view.tables for view in views),
            charts=sum(view.charts for view in views),
            notes=sum(view.notes for view in views),
            title=properties.title or "",
            author=properties.author or "",
            subject=properties.subject or "",
            keywords=properties.keywords or "",
            modified=properties.modified.isoformat() + "Z" if properties.modified else "",
            bytes=world.workspace.find(path).stat().st_size,
        )


@tool("read", core=True)
def list_layouts(world: World, path: str, limit: int = 20, cursor: str = "") -> Page[LayoutView]:
    """The layouts of a deck with their placeholders."""
    from deskworld_slides.describing import frame_of
    from deskworld_slides.finding import role_of

    with reading(world, path) as deck:
        used = [slide.slide_layout.part.partname for slide in deck.slides]
        found = [
            LayoutView(
                name=layout.name,
                master=master.name or "",
                used_by=used.count(layout.part.partname),
                placeholders=[
                    SlotView(index=slot.placeholder_format.idx, role=role_of(slot), name=slot.name, box=frame_of(slot))
                    for slot in layout.placeholders
                ],
            )
            for master in deck.presentation.slide_masters
            for layout in master.slide_layouts
        ]
    return page(found, limit=limit, cursor=cursor)


@tool("add", core=True)
def build_deck_from_outline(
    world: World,
    path: str,
    slides: list[OutlineSlide],
    look: Look = "light",
    template: Template = "",
    footer: str = "",
    slide_numbers: bool = True,
    overwrite: Overwrite = False,
) -> OutlineBuilt:
    """Make a whole deck at once; layouts follow content, nothing overlaps. Warns where text does not fit."""
    from deskworld_slides.finding import some
    from deskworld_slides.outline import build

    some(slides, "slides")
    with creating(world, path, template_bytes(world, template, look), overwrite=overwrite) as deck:
        settle_template(deck.presentation, keep_slides=False)
        deck.warnings += build(world, deck, slides, numbers=slide_numbers, footer=footer)
        deck.presentation.core_properties.title = clean(slides[0].title)[:255]
    layouts = [layout.name for master in deck.presentation.slide_masters for layout in master.slide_layouts]
    return OutlineBuilt(
        **deck.receipt,
        slides=len(deck.slides),
        layouts=layouts,
        used_layouts=[slide.slide_layout.name for slide in deck.slides],
    )


@tool("add")
def import_slides(
    world: World,
    path: str,
    source: str,
    slides: SomeSlides = None,
    position: Position = None,
) -> SlidesImported:
    """Copy slides of another deck into this one, in its design."""
    from deskworld_slides.copying import copy_slide
    from deskworld_slides.finding import find_layout
    from deskworld_slides.relayout import settle_footers
    from deskworld_slides.resizing import fit_slide
    from deskworld_slides.slots import pick_layout

    with editing(world, path) as deck, reading(world, source, argument="source") as other:
        numbers = slides if slides is not None else list(range(1, len(other.slides) + 1))
        start = place_of(position, len(deck.slides) + 1)
        sizes = [round(value) for value in (*deck.page, *other.page)]
        resized = sizes[:2] != sizes[2:]
        if resized:
            deck.warnings.append(
                f"the source's slides are {sizes[2]} x {sizes[3]} points, this deck's {sizes[0]} x {sizes[1]}: they "
                "were scaled to fit"
            )
        for offset, number in enumerate(numbers):
            slide = other.slide(number, argument="slides")
            try:
                layout = find_layout(deck.presentation, slide.slide_layout.name)
            except ToolError:
                layout = pick_layout(deck.presentation, slide.slide_layout._element.get("type", "obj"))
                deck.warnings.append(
                    f"slide {number}: layout {slide.slide_layout.name!r} is not here; got {layout.name!r}"
                )
            made = copy_slide(slide, deck.presentation, layout, start + offset)
            settle_footers(made, slide.slide_layout, layout)
            if resized:
                fit_slide(made, other.page, deck.page)
            deck.touched.add(start + offset + 1)
    return SlidesImported(**deck.receipt, added=[start + offset + 1 for offset in range(len(numbers))])


@tool("edit")
def set_deck_properties(
    world: World,
    path: str,
    title: str = "",
    author: str = "",
    subject: str = "",
    keywords: str = "",
) -> Saved:
    """Set document properties; those left out stay."""
    from deskworld_kit.properties import set_properties

    with editing(world, path) as deck:
        set_properties(
            deck.presentation.core_properties, title=clean(title), author=clean(author), subject=clean(subject),
            keywords=clean(keywords),
        )  # fmt: skip
    return Saved(**deck.receipt)


def template_bytes(world: World, template: str, look: str) -> bytes:
    """The package a new deck starts from."""
    if not template:
        from deskworld_slides.drafting import blank_deck

        return blank_deck(look, world.now())
    place = world.workspace.find(template, argument="template")
    open_presentation(place, argument="template")
    return place.read_bytes()


def settle_template(presentation: Presentation, *, keep_slides: bool) -> None:
    """Make a template's package a deck: the right content type, and without its slides unless they are wanted."""
    from pptx.opc.constants import CONTENT_TYPE as CT

    from deskworld_slides.copying import drop_slide

    part = presentation.part
    part.__dict__.pop("content_type", None)
    part._content_type = CT.PML_PRESENTATION_MAIN
    if not keep_slides:
        for slide in list(presentation.slides):
            drop_slide(presentation, slide)


def place_of(position: int | None, slides: int, *, argument: str = "position") -> int:
    """A position as callers count (from 1; None for the end) as an index; `slides` is how many there will be."""
    if position is None:
        return slides - 1
    if not 1 <= position <= slides:
        raise ToolError(
            f"{position} is out of range; say 1 to {slides}, or leave it out for the end", argument=argument
        )
    return position - 1
