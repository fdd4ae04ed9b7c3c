"""What goes with every slide: speaker notes below it, footer, date and number at its foot."""

from __future__ import annotations

from typing import Any

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool

from deskworld_slides.arguments import Slide, SomeSlides
from deskworld_slides.opening import editing, reading


class Notes(Result):
    """The speaker notes of a slide."""

    slide: int
    title: str
    notes: str


class FootersSet(Saved):
    """Slides whose footers changed."""

    slides: list[int]


@tool("read", core=True)
def get_slide_notes(
    world: World, path: str, slides: SomeSlides = None, limit: int = 50, cursor: str = ""
) -> Page[Notes]:
    """Speaker notes, slide by slide."""
    from deskworld_slides.describing import cut, notes_text
    from deskworld_slides.finding import title_of

    with reading(world, path) as deck:
        numbers = slides if slides is not None else list(range(1, len(deck.slides) + 1))
        found = [
            Notes(slide=n, title=title_of(slide), notes=cut(notes_text(slide), 6000))
            for n in numbers
            for slide in [deck.slide(n, argument="slides")]
        ]
    return page(found, limit=limit, cursor=cursor)


@tool("edit", core=True)
def set_slide_notes(world: World, path: str, slide: Slide, notes: str, append: bool = False) -> Saved:
    """Write the speaker notes of a slide."""
    from deskworld_slides.describing import notes_text

    with editing(world, path) as deck:
        found = deck.slide(slide)
        before = notes_text(found) if append else ""
        write_notes(found, f"{before}\n{notes}" if before else notes)
        text = notes_text(found)
    receipt = deck.receipt
    receipt["verified"] += f"; notes of {len(text)} characters"
    return Saved(**receipt)


def write_notes(slide: Any, text: str) -> None:
    """Set a slide's notes; a notes page is made only where there is something to say."""
    from deskworld_slides.paragraphs import lines_of, write_lines

    if not text and not slide.has_notes_slide:
        return
    frame = slide.notes_slide.notes_text_frame
    if frame is None:
        raise ToolError("this slide's notes page has no place for text", argument="slide")
    write_lines(frame._txBody, lines_of(text), keep_levels=True)


@tool("edit")
def set_footers(
    world: World,
    path: str,
    footer: str = "",
    slide_numbers: bool | None = None,
    date: str = "",
    slides: SomeSlides = None,
    remove: bool = False,
) -> FootersSet:
    """Set footer text, slide numbers and date on many slides.

    Args:
        date: As it shall read.
        slides: All but title slides if left out.
    """
    from deskworld_slides.slots import hide_footer, show_footer

    if not remove and not footer and slide_numbers is None and not date:
        raise ToolError("nothing to set; give a footer, a date or slide_numbers", argument="footer")
    changed: list[int] = []
    with editing(world, path) as deck:
        numbers = slides if slides is not None else list(range(1, len(deck.slides) + 1))
        for number in numbers:
            slide = deck.slide(number, argument="slides")
            if slides is None and slide.slide_layout._element.get("type") == "title":
                deck.touched.discard(number)
                continue
            done = True
            if remove:
                gone = [hide_footer(slide, role) for role in ("footer", "slide number", "date")]
                done = any(gone)
            if footer and not remove:
                done &= show_footer(slide, "footer", footer)
            if date and not remove:
                done &= show_footer(slide, "date", date)
            if slide_numbers and not remove:
                done &= show_footer(slide, "slide number")
            if slide_numbers is False:
                hide_footer(slide, "slide number")
            if done:
                changed.append(number)
            elif not remove:
                deck.warnings.append(
                    f"slide {number}: layout {slide.slide_layout.name!r} lacks a place for one of them"
                )
    return FootersSet(**deck.receipt, slides=changed)
