"""Placeholders: which are open, how content takes one over, and which layout suits what is to be shown.

A picture, table or chart that is added to a slide with an open content placeholder takes its place, box and role, as it
does in PowerPoint. Layouts are chosen by their type, so a company's template with other names works the same.
"""

from __future__ import annotations

import copy
from typing import Any

from deskworld_slides.boxes import Box, box_of, wanted_box
from deskworld_slides.finding import FOOTERS, is_empty_placeholder, placeholder, role_of
from deskworld_slides.objects import Presentation, Shape, Slide, SlideLayout
from deskworld_slides.paragraphs import clean

_NAMES = {
    "title": ("title slide", "title"),
    "obj": ("title and content", "content"),
    "secHead": ("section header", "section"),
    "twoObj": ("two content",),
    "twoTxTwoObj": ("comparison",),
    "titleOnly": ("title only",),
    "picTx": ("picture with caption",),
    "blank": ("blank",),
}
_INSTEAD = {
    "twoTxTwoObj": ("twoObj",),
    "secHead": ("title", "titleOnly"),
    "twoObj": ("titleOnly",),
    "titleOnly": ("obj",),
    "blank": ("titleOnly",),
    "title": ("titleOnly",),
}


def pick_layout(presentation: Presentation, kind: str) -> SlideLayout:
    """The layout of a type, else of a like name, else of the nearest type."""
    layouts = [layout for master in presentation.slide_masters for layout in master.slide_layouts]
    for wanted in (kind, *_INSTEAD.get(kind, ()), "obj"):
        for layout in layouts:
            if layout._element.get("type") == wanted:
                return layout
        for layout in layouts:
            if layout.name.casefold() in _NAMES.get(wanted, ()):
                return layout
    return layouts[0]


def open_slots(slide: Slide, *roles: str) -> list[Shape]:
    """The empty placeholders with one of these roles, those of the first role first, in reading order."""
    found = [shape for shape in slide.placeholders if is_empty_placeholder(shape) and role_of(shape) in roles]
    return sorted(found, key=lambda shape: (roles.index(role_of(shape)), round(box_of(shape).top), box_of(shape).left))


def take_over(shape: Shape, slot: Shape) -> None:
    """Let a new picture, table or chart be what the slot was for."""
    role = placeholder(slot)
    holder = shape._element.xpath("./*[1]/p:nvPr")[0]
    holder.insert(0, copy.deepcopy(role))
    slot._element.addprevious(shape._element)
    slot._element.getparent().remove(slot._element)


def drop_empty(slide: Slide) -> list[str]:
    """Remove the placeholders that nobody filled; says their names."""
    gone: list[str] = []
    for shape in list(slide.placeholders):
        if is_empty_placeholder(shape) and role_of(shape) not in FOOTERS:
            gone.append(shape.name)
            shape._element.getparent().remove(shape._element)
    return gone


def room_for(
    slide: Slide,
    page: tuple[float, float],
    roles: tuple[str, ...],
    left: float | None,
    top: float | None,
    width: float | None,
    height: float | None,
) -> tuple[Box, Shape | None]:
    """Where new content goes, and the placeholder it takes over: an open one where no place was said."""
    slots = open_slots(slide, *roles) if (left, top, width, height) == (None,) * 4 else []
    if slots:
        return box_of(slots[0]), slots[0]
    return wanted_box(slide, page, left, top, width, height), None


def area_of(slots: list[Shape], free: Box) -> Box:
    """The box of the first slot, or the free box where there is none."""
    return box_of(slots[0]) if slots else free


def show_footer(slide: Slide, role: str, text: str = "") -> bool:
    """Put the layout's date, footer or slide number on a slide (or change the text that is there).

    Returns whether the layout has a place for it.
    """
    from pptx.oxml import parse_xml

    there = next((shape for shape in slide.placeholders if role_of(shape) == role), None)
    if there is None:
        model = next((shape for shape in slide.slide_layout.placeholders if role_of(shape) == role), None)
        if model is None:
            return False
        element: Any = copy.deepcopy(model._element)
        from deskworld_slides.finding import next_id

        element.xpath("./p:nvSpPr/p:cNvPr")[0].set("id", str(next_id(slide)))
        properties = element.find("{*}spPr")
        for child in list(properties):
            properties.remove(child)
        # The list style stays: LibreOffice does not look a footer's font and colour up in the layout.
        for old in element.findall("{*}txBody/{*}bodyPr"):
            old.attrib.clear()
            for child in list(old):
                old.remove(child)
        slide.shapes._spTree.append(element)
        there = next(shape for shape in slide.placeholders if role_of(shape) == role)
    if text:
        there.text_frame.text = clean(text)
    elif role == "slide number" and not there._element.xpath(".//a:fld"):
        body: Any = there.text_frame._txBody
        for paragraph in body.findall("{*}p"):
            body.remove(paragraph)
        a = "http://schemas.openxmlformats.org/drawingml/2006/main"
        body.append(parse_xml(
            f'<a:p xmlns:a="{a}"><a:fld id="{{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}}" type="slidenum">'
            '<a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld></a:p>'
        ))  # fmt: skip
    return True


def hide_footer(slide: Slide, role: str) -> bool:
    """Take a date, footer or slide number off a slide; whether there was one."""
    found = [shape for shape in slide.placeholders if role_of(shape) == role]
    for shape in found:
        shape._element.getparent().remove(shape._element)
    return bool(found)
