"""Shapes and what they lead to: parts that leave with a shape, come with a copy, or are a link's goal."""

from __future__ import annotations

import re
from typing import Any

from deskworld_kit import ToolError

from deskworld_slides.objects import Shape, Slide

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def used_ids(element: Any) -> set[str]:
    """The relationship ids that an element and its children name."""
    return {value for node in element.iter() for key, value in node.attrib.items() if key.startswith(_R)}


def drop_shape(slide: Any, shape: Any) -> None:
    """Remove a shape, its animations, the glue of connectors to it, and relationships that nothing else uses."""
    element = shape._element
    ids = {node.get("id") for node in element.iter(f"{_P}cNvPr")}
    candidates = used_ids(element)
    parent = element.getparent()
    around = parent.getparent()
    if around is not None and around.tag.endswith("}AlternateContent"):
        element = around
        parent = around.getparent()
    parent.remove(element)
    still(slide._element, ids)
    for glue in [g for g in slide._element.iter(f"{_A}stCxn", f"{_A}endCxn") if g.get("id") in ids]:
        glue.getparent().remove(glue)
    for rid in candidates - used_ids(slide._element):
        if rid in slide.part.rels:
            slide.part.rels.pop(rid)


def still(root: Any, ids: set[str]) -> None:
    """Take the animations of these shapes out, and every container that is empty afterwards."""
    timing = root.find(f"{_P}timing")
    if timing is None:
        return
    for build in [b for b in timing.iterfind(f"{_P}bldLst/*") if b.get("spid") in ids]:
        build.getparent().remove(build)
    lists = timing.find(f"{_P}bldLst")
    if lists is not None and not len(lists):
        timing.remove(lists)
    for target in [t for t in timing.iter(f"{_P}spTgt") if t.get("spid") in ids]:
        node = next((a for a in target.iterancestors(f"{_P}par") if a.find(f"{_P}cTn[@presetID]") is not None), None)
        if node is None:  # media has its node beside the main sequence
            node = next((a for a in target.iterancestors(f"{_P}video", f"{_P}audio")), None)
        while node is not None and node.getparent() is not None:
            holder = node.getparent()
            holder.remove(node)
            if len(holder) or not holder.tag.endswith("}childTnLst"):
                break
            node = next((a for a in holder.iterancestors(f"{_P}par", f"{_P}seq")), None)
    if not list(timing.iter(f"{_P}spTgt")):
        root.remove(timing)


def adopt_shape(source: Any, target: Any, element: Any) -> Any:
    """Put a copied shape element on a slide: new ids, and parts of its own where it has any."""
    from deskworld_slides.copying import _Copier
    from deskworld_slides.finding import every_shape, next_id, outer

    number = next_id(target)
    fresh_ids: dict[str, str] = {}
    for node in element.iter("{*}cNvPr"):  # alternatives of one shape share its id, and still do
        node.set("id", fresh_ids.setdefault(node.get("id", ""), str(number + len(fresh_ids))))
    for glue in [*element.iter(f"{_A}stCxn", f"{_A}endCxn")]:
        glue.getparent().remove(glue)
    for ph in element.findall(f"./*/{_P}nvPr/{_P}ph"):
        if target is not source:
            ph.getparent().remove(ph)
    copier = _Copier(source.part.package.presentation_part.presentation, source.slide_layout)
    fresh: dict[str, str] = {}
    for rid in used_ids(element):
        rel = source.part.rels.get(rid)
        if rel is None:
            continue
        if rel.is_external:
            fresh[rid] = target.part.relate_to(rel.target_ref, rel.reltype, is_external=True)
        else:
            fresh[rid] = target.part.relate_to(copier.target(rel.reltype, rel.target_part), rel.reltype)
    for node in element.iter():
        for key, value in list(node.attrib.items()):
            if key.startswith(_R) and value in fresh:
                node.set(key, fresh[value])
    target.shapes._spTree.append(element)
    return next(shape for shape in every_shape(target) if outer(shape) is element)


def set_link(slide: Slide, shape: Shape, *, url: str, goal: Slide | None, find: str) -> None:
    """Make a shape or words in it lead somewhere; with neither address nor slide the link is taken away."""
    from pptx.opc.constants import RELATIONSHIP_TYPE as RT

    from deskworld_slides.paragraphs import isolate

    holders: list[Any]
    if find:
        pattern = re.compile(re.escape(find), re.IGNORECASE)
        runs = [run for p in shape._element.iter(f"{_A}p") for run in isolate(p, pattern)]
        if not runs:
            raise ToolError(f"{find!r} is not in {shape.name!r}", argument="find")
        holders = [run.get_or_add_rPr() for run in runs]
    else:
        holders = [shape._element.xpath("./*[1]/p:cNvPr")[0]]
    gone = {value for holder in holders for link in holder.findall(f"{_A}hlinkClick") for value in used_ids(link)}
    for holder in holders:
        for link in holder.findall(f"{_A}hlinkClick"):
            holder.remove(link)
    for holder in holders if url or goal is not None else ():
        if goal is None:
            rid = slide.part.relate_to(url, RT.HYPERLINK, is_external=True)
        else:
            rid = slide.part.relate_to(goal.part, RT.SLIDE)
        _add_link(holder, rid, jump=goal is not None)
    for rid in gone - used_ids(slide._element):
        if rid in slide.part.rels:
            slide.part.rels.pop(rid)


def _add_link(holder: Any, rid: str, *, jump: bool) -> None:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    link = parse_xml(f"<a:hlinkClick {nsdecls('a', 'r')}/>")
    link.set(f"{_R}id", rid)
    if jump:
        link.set("action", "ppaction://hlinksldjump")
    before = {f"{_A}{name}" for name in ("hlinkHover", "hlinkMouseOver", "rtl", "extLst")}
    index = next((n for n, child in enumerate(holder) if child.tag in before), len(holder))
    holder.insert(index, link)
