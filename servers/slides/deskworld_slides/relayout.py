"""A slide given another layout: content goes to the placeholder of its role, what has no place stays where it was."""

from __future__ import annotations

import copy

from lxml import etree
from pptx.opc.constants import RELATIONSHIP_TYPE as RT

from deskworld_slides.boxes import box_of, place
from deskworld_slides.finding import FOOTERS, index_of, is_empty_placeholder, next_id, placeholder, role_of
from deskworld_slides.objects import Element, Shape, Slide, SlideLayout

_TAKES = {
    "title": ("title",),
    "subtitle": ("subtitle", "body", "content"),
    "body": ("body", "content", "subtitle"),
    "content": ("content", "body", "subtitle"),
    "picture": ("picture", "content"),
    "chart": ("chart", "content"),
    "table": ("table", "content"),
}


def settle_footers(slide: Slide, before: SlideLayout, layout: SlideLayout) -> None:
    """Let footers follow their new layout: each carries a copy of the style that its old one gave it."""
    for shape in slide.placeholders:
        role = role_of(shape)
        new = _slot(layout, role) if role in FOOTERS else None
        if new is None:
            continue
        placeholder(shape).set("idx", str(index_of(new)))
        own, past, coming = (_style(each) for each in (shape, _slot(before, role), new))
        if own is not None and len(own) and coming is not None and (past is None or _same(own, past)):
            own.getparent().replace(own, copy.deepcopy(coming))


def _slot(layout: SlideLayout, role: str) -> Shape | None:
    """The placeholder of a role on a layout, else on its master."""
    sheets = (layout, layout.slide_master)
    return next((slot for sheet in sheets for slot in sheet.placeholders if role_of(slot) == role), None)


def _style(shape: Shape | None) -> Element | None:
    return None if shape is None else shape._element.find("{*}txBody/{*}lstStyle")


def _same(one: Element, other: Element) -> bool:
    first, second = (etree.tostring(each, method="c14n", exclusive=True) for each in (one, other))
    return first == second


def change_layout(slide: Slide, layout: SlideLayout) -> list[str]:
    """Hang the slide on the layout; returns what found no placeholder there and keeps its box instead."""
    held: list[str] = []
    before = slide.slide_layout
    boxes = {shape.shape_id: box_of(shape) for shape in slide.placeholders}
    for shape in list(slide.placeholders):
        if is_empty_placeholder(shape) and role_of(shape) not in FOOTERS:
            shape._element.getparent().remove(shape._element)
    for rel in slide.part.rels.values():
        if rel.reltype == RT.SLIDE_LAYOUT:
            rel._target = layout.part
            rel.__dict__.pop("target_part", None)
    slide.part.__dict__.pop("slide_layout", None)
    slide.__dict__.pop("slide_layout", None)
    settle_footers(slide, before, layout)
    open_slots = [slot for slot in layout.placeholders if role_of(slot) not in FOOTERS]
    for shape in list(slide.placeholders):
        role = role_of(shape)
        if role in FOOTERS:
            continue
        slot = next((s for want in _TAKES.get(role, (role,)) for s in open_slots if role_of(s) == want), None)
        ph = placeholder(shape)
        if slot is None:
            ph.getparent().remove(ph)
            place(shape, boxes[shape.shape_id])
            held.append(f"{shape.name!r} has no placeholder in {layout.name!r}; it keeps its place")
            continue
        open_slots.remove(slot)
        new = placeholder(slot)
        for key in ("type", "idx", "sz", "orient"):
            ph.attrib.pop(key, None)
            if new.get(key) is not None:
                ph.set(key, new.get(key))
        if shape._element.tag.endswith("}sp"):
            for xfrm in shape._element.xpath("./p:spPr/a:xfrm"):
                xfrm.getparent().remove(xfrm)
        else:
            place(shape, box_of(slot))
    for slot in open_slots:
        slide.shapes.clone_placeholder(slot)
        slide.shapes[-1]._element.xpath("./*[1]/p:cNvPr")[0].set("id", str(next_id(slide)))
    return held
