"""A slide copied with everything that is its own, and deleted with everything that was only its own.

A slide is a part that leads to others: charts with their workbooks, pictures, notes, diagrams, comments. Some are
shared by nature (layout, pictures, media), the rest belong to one slide and are copied with it, part by part, keeping
the relationship ids so that no XML needs to change. Deleting cuts every way that leads to the slide: the list, the
sections, the custom shows and links from other slides; a package is written by following ways, so the parts are gone.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from pptx.opc.constants import RELATIONSHIP_TYPE as RT
from pptx.opc.package import Part, XmlPart, _Relationship
from pptx.opc.packuri import PackURI

from deskworld_slides.objects import Presentation, Slide, SlideLayout

_SHARED = (
    "/image", "/media", "/video", "/audio", "/hdphoto", "/model3d", "/font", "/slideMaster", "/notesMaster",
    "/customXml",
)  # fmt: skip
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_P14 = "{http://schemas.microsoft.com/office/powerpoint/2010/main}"
_NUMBER = re.compile(r"^(.*?)(\d*)(\.[^./]+)$")


class _Copier:
    """Copies parts into a package, each once, with names that are free there."""

    def __init__(self, presentation: Presentation, layout: SlideLayout) -> None:
        self.package = presentation.part.package
        self.main = presentation.part
        self.layout = layout
        self.names = {part.partname for part in self.package.iter_parts()}
        self.copies: dict[Part, Part] = {}

    def part(self, source: Part) -> Part:
        """The copy of a part and of all that belongs to it."""
        if source in self.copies:
            return self.copies[source]
        name = self.free(source.partname)
        if isinstance(source, XmlPart):
            made: Part = type(source)(name, source.content_type, self.package, copy.deepcopy(source._element))
        else:
            made = type(source).load(name, source.content_type, self.package, source.blob)
        self.copies[source] = made
        for rid, rel in source.rels.items():
            if rel.reltype.endswith("/comments") and source.package is not self.package:
                continue  # its authors are listed in the deck it came from
            if rel.is_external:
                mode, target = "External", rel.target_ref
            else:
                mode, target = "Internal", self.target(rel.reltype, rel.target_part)
            made.rels._rels[rid] = _Relationship(name.baseURI, rid, rel.reltype, mode, target)
        return made

    def target(self, reltype: str, part: Part) -> Part:
        """Where a relationship of a copied part leads."""
        if reltype == RT.SLIDE_LAYOUT:
            return self.layout.part
        if part in self.copies:
            return self.copies[part]
        at_home = part.package is self.package
        if reltype == RT.NOTES_MASTER:
            return part if at_home else self.main.notes_master_part
        ink = part.content_type == "application/inkml+xml"  # related like custom XML, but drawn on one slide
        if at_home and not ink and (reltype.endswith(_SHARED) or reltype == RT.SLIDE):
            return part
        if reltype == RT.SLIDE:  # a link to another slide of the deck it came from: nothing to lead to here
            return next(iter(self.copies.values()))
        return self.part(part)

    def free(self, name: PackURI) -> PackURI:
        """The next name of the same kind that no part has."""
        stem, _, ending = _NUMBER.sub(r"\1|\2|\3", name).split("|")
        number = 1
        while (candidate := PackURI(f"{stem}{number}{ending}")) in self.names:
            number += 1
        self.names.add(candidate)
        return candidate


def copy_slide(source: Slide, presentation: Presentation, layout: SlideLayout, position: int) -> Slide:
    """A copy of a slide, of this deck or of another, put where `position` (from 0) says."""
    copier = _Copier(presentation, layout)
    made: Any = copier.part(source.part)
    rid = presentation.part.relate_to(made, RT.SLIDE)
    ids = presentation.part._element.get_or_add_sldIdLst()
    entry = ids.add_sldId(rid)
    ids.remove(entry)
    ids.insert(position, entry)
    _join_section(presentation, entry, position)
    return made.slide


def put_slide(presentation: Presentation, slide: Slide, position: int) -> None:
    """Move a slide in the list to a place counted from 0."""
    ids = presentation.part._element.sldIdLst
    entry = next(each for each in ids if each.id == slide.slide_id)
    ids.remove(entry)
    ids.insert(position, entry)
    _leave_section(presentation, entry)
    _join_section(presentation, entry, position)


def drop_slide(presentation: Presentation, slide: Slide) -> list[str]:
    """Remove a slide and every way to it; says which slides' links lost their target."""
    part = presentation.part
    gone = slide.part
    entry = next(each for each in part._element.sldIdLst if each.id == slide.slide_id)
    rid = entry.rId
    part._element.sldIdLst.remove(entry)
    _leave_section(presentation, entry)
    for shown in part._element.xpath(f".//p:custShow/p:sldLst/p:sld[@r:id='{rid}']"):
        shown.getparent().remove(shown)
    part.rels.pop(rid)
    cut: list[str] = []
    for number, other in enumerate(presentation.slides, 1):
        for rid, rel in list(other.part.rels.items()):
            if not rel.is_external and rel.target_part is gone:
                for link in other._element.xpath(f".//*[@r:id='{rid}']"):
                    link.getparent().remove(link)
                other.part.rels.pop(rid)
                cut.append(f"slide {number} had a link to a deleted slide; the link was removed")
    return cut


def sections_of(presentation: Presentation) -> list[Any]:
    """The section elements of a deck."""
    return list(presentation.part._element.iter(f"{_P14}section"))


def _leave_section(presentation: Presentation, entry: Any) -> None:
    for section in sections_of(presentation):
        for each in section.iter(f"{_P14}sldId"):
            if each.get("id") == str(entry.id):
                each.getparent().remove(each)
                return


def _join_section(presentation: Presentation, entry: Any, position: int) -> None:
    """In a deck with sections every slide is in one: a new slide joins that of the slide before it (else after)."""
    from lxml import etree

    if not sections_of(presentation):
        return
    ids = [str(each.id) for each in presentation.part._element.sldIdLst]
    near = ids[position - 1] if position else (ids[1] if len(ids) > 1 else "")
    for section in sections_of(presentation):
        for each in section.iter(f"{_P14}sldId"):
            if each.get("id") == near:
                new = etree.SubElement(each.getparent(), f"{_P14}sldId", id=str(entry.id))
                if position:
                    each.addnext(new)
                else:
                    each.addprevious(new)
                return
    holder = sections_of(presentation)[-1]
    lists = holder.findall(f"{_P14}sldIdLst")
    target = lists[0] if lists else etree.SubElement(holder, f"{_P14}sldIdLst")
    etree.SubElement(target, f"{_P14}sldId", id=str(entry.id))
