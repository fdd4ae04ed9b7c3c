"""Animations: what a slide has is told, and shapes come in one by one.

A slide's timing is a tree: the main sequence holds a branch a click, a click's branch holds steps that follow one
another, a step holds the effects that run together. New effects go to the end; what is there stays.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from deskworld_kit import Saved, World, tool
from pydantic import Field

from deskworld_slides.arguments import Shapes
from deskworld_slides.opening import editing

Effect = Literal["none", "appear", "fade", "fly_in", "zoom"]
Start = Literal["click", "with", "after"]
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_PRESETS: dict[str, tuple[int, int]] = {"appear": (1, 0), "fade": (10, 0), "fly_in": (2, 4), "zoom": (23, 16)}
_NAMES = {number: name for name, (number, _) in _PRESETS.items()}
_CLASSES = {"entr": "comes in", "exit": "goes out", "emph": "is emphasised", "path": "moves", "mediacall": "plays"}
_STARTS = {"clickEffect": "on click", "withEffect": "with the one before", "afterEffect": "after the one before"}
_LENGTH = 500
_MOST = 40


class AnimationsSet(Saved):
    """A slide's animations as they are now."""

    slide: int
    animations: list[str] = Field(description="In order.")


@tool("edit")
def set_slide_animation(
    world: World, path: str, slide: int, shapes: Shapes, effect: Effect, start: Start = "click"
) -> AnimationsSet:
    """Let shapes come in one after another, in this order; none takes their animations off.

    Args:
        start: with: all at once.
    """
    from deskworld_slides.finding import find_shapes
    from deskworld_slides.parts import still

    with editing(world, path) as deck:
        found = deck.slide(slide)
        targets = find_shapes(found, shapes)
        for target in targets:
            still(found._element, {str(target.shape_id)})
        if effect != "none":
            for target in targets:
                _append(found._element, target, effect, start)
        listed = animations_of(found)
    return AnimationsSet(**deck.receipt, slide=slide, animations=listed)


def animations_of(slide: Any) -> list[str]:
    """The animations of a slide in words, in order."""
    from deskworld_slides.finding import every_element, label_of

    names = {str(number): name for number, name in map(label_of, every_element(slide.shapes._spTree))}
    found: list[str] = []
    for node in slide._element.iterfind(f"{_P}timing//{_P}cTn[@presetClass]"):
        target = next(node.iter(f"{_P}spTgt"), None)
        if target is None:
            continue
        shape = target.get("spid", "")
        effect = _NAMES.get(int(node.get("presetID", 0))) if node.get("presetClass") == "entr" else None
        does = _CLASSES.get(node.get("presetClass", ""), "is animated") + (f" ({effect})" if effect else "")
        when = _STARTS.get(node.get("nodeType", ""), "")
        found.append(f"{shape} {names.get(shape, '')!r} {does} {when}".rstrip())
    if len(found) > _MOST:
        found[_MOST:] = [f"and {len(found) - _MOST} more"]
    return found


def _append(root: Any, shape: Any, effect: str, start: Start) -> None:
    """Put an effect at the end of a slide's main sequence."""
    sequence = _main_sequence(root)
    clicks = sequence.find(f"{_P}childTnLst")
    if start == "click" or not len(clicks):
        begin = f'<p:cond evt="onBegin" delay="0"><p:tn val="{sequence.get("id")}"/></p:cond>'
        clicks.append(_branch(root, '<p:cond delay="indefinite"/>' + ("" if start == "click" else begin)))
    steps = clicks[-1].find(f"{_P}cTn/{_P}childTnLst")
    if start == "after" or not len(steps):
        before = steps[-1].find(f"{_P}cTn/{_P}stCondLst/{_P}cond") if len(steps) else None
        ends = int(before.get("delay", 0)) + _lasting(steps[-1]) if before is not None else 0
        steps.append(_branch(root, f'<p:cond delay="{ends}"/>'))
    steps[-1].find(f"{_P}cTn/{_P}childTnLst").append(_effect(root, shape, effect, start))
    if shape._element.tag == f"{_P}sp":
        _list_build(root, shape)


def _main_sequence(root: Any) -> Any:
    """The `p:cTn` of a slide's main sequence, made where there is none."""
    found = next(root.iterfind(f"{_P}timing//{_P}cTn[@nodeType='mainSeq']"), None)
    if found is not None:
        if found.find(f"{_P}childTnLst") is None:
            found.append(_parsed("<p:childTnLst/>"))
        return found
    timing = root.find(f"{_P}timing")
    if timing is None:
        timing = _parsed("<p:timing/>")
        extensions = root.find(f"{_P}extLst")
        if extensions is None:
            root.append(timing)
        else:
            extensions.addprevious(timing)
    outer = timing.find(f"{_P}tnLst/{_P}par/{_P}cTn/{_P}childTnLst")
    if outer is None:
        for old in timing.findall(f"{_P}tnLst"):
            timing.remove(old)
        timing.insert(0, _parsed(
            '<p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst/></p:cTn>'
            "</p:par></p:tnLst>"
        ))  # fmt: skip
        outer = timing.find(f"{_P}tnLst/{_P}par/{_P}cTn/{_P}childTnLst")
    turns = "".join(
        f'<p:{name}CondLst><p:cond evt="on{name.capitalize()}" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond>'
        f"</p:{name}CondLst>"
        for name in ("prev", "next")
    )
    outer.insert(0, _parsed(
        f'<p:seq concurrent="1" nextAc="seek"><p:cTn id="{_next(root)}" dur="indefinite" nodeType="mainSeq">'
        f"<p:childTnLst/></p:cTn>{turns}</p:seq>"
    ))  # fmt: skip
    return outer[0].find(f"{_P}cTn")


def _branch(root: Any, conditions: str) -> Any:
    return _parsed(
        f'<p:par><p:cTn id="{_next(root)}" fill="hold"><p:stCondLst>{conditions}</p:stCondLst><p:childTnLst/></p:cTn>'
        "</p:par>"
    )


def _effect(root: Any, shape: Any, effect: str, start: Start) -> Any:
    """The branch of one effect: the shape is made visible, and its look runs to what it is."""
    number = _next(root)
    ids = iter(range(number + 1, number + 9))
    goal = f'<p:tgtEl><p:spTgt spid="{shape.shape_id}"/></p:tgtEl>'
    behaviours = (
        f'<p:set><p:cBhvr><p:cTn id="{next(ids)}" dur="1" fill="hold"><p:stCondLst><p:cond delay="0"/></p:stCondLst>'
        f"</p:cTn>{goal}<p:attrNameLst><p:attrName>style.visibility</p:attrName></p:attrNameLst></p:cBhvr>"
        '<p:to><p:strVal val="visible"/></p:to></p:set>'
    )
    if effect == "fade":
        behaviours += (
            f'<p:animEffect transition="in" filter="fade"><p:cBhvr><p:cTn id="{next(ids)}" dur="{_LENGTH}"/>{goal}'
            "</p:cBhvr></p:animEffect>"
        )
    runs = {
        "fly_in": (("ppt_x", '<p:strVal val="#ppt_x"/>'), ("ppt_y", '<p:strVal val="1+#ppt_h/2"/>')),
        "zoom": (("ppt_w", '<p:fltVal val="0"/>'), ("ppt_h", '<p:fltVal val="0"/>')),
    }
    for name, first in runs.get(effect, ()):
        additive = ' additive="base"' if effect == "fly_in" else ""
        behaviours += (
            f'<p:anim calcmode="lin" valueType="num"><p:cBhvr{additive}><p:cTn id="{next(ids)}" dur="{_LENGTH}" '
            f'fill="hold"/>{goal}<p:attrNameLst><p:attrName>{name}</p:attrName></p:attrNameLst></p:cBhvr><p:tavLst>'
            f'<p:tav tm="0"><p:val>{first}</p:val></p:tav>'
            f'<p:tav tm="100000"><p:val><p:strVal val="#{name}"/></p:val></p:tav></p:tavLst></p:anim>'
        )
    preset, subtype = _PRESETS[effect]
    group = ' grpId="0"' if shape._element.tag == f"{_P}sp" else ""
    return _parsed(
        f'<p:par><p:cTn id="{number}" presetID="{preset}" presetClass="entr" presetSubtype="{subtype}" fill="hold"'
        f'{group} nodeType="{start}Effect"><p:stCondLst><p:cond delay="0"/></p:stCondLst><p:childTnLst>{behaviours}'
        "</p:childTnLst></p:cTn></p:par>"
    )


def _list_build(root: Any, shape: Any) -> None:
    """A shape with text is built as a whole, with its ground."""
    timing = root.find(f"{_P}timing")
    builds = timing.find(f"{_P}bldLst")
    if builds is None:
        builds = _parsed("<p:bldLst/>")
        timing.find(f"{_P}tnLst").addnext(builds)
    builds.append(_parsed(f'<p:bldP spid="{shape.shape_id}" grpId="0" animBg="1"/>'))


def _lasting(step: Any) -> int:
    """How many milliseconds a step's effects take."""
    lengths = [node.get("dur", "0") for node in step.iter(f"{_P}cTn") if node.get("presetClass") is None]
    return max((int(each) for each in lengths if each.isdigit() and int(each) > 1), default=0)


def _next(root: Any) -> int:
    return max((int(node.get("id", 0)) for node in root.iterfind(f"{_P}timing//{_P}cTn")), default=0) + 1


def _parsed(xml: str) -> Any:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    return parse_xml(re.sub(r"^<p:\w+", lambda tag: f"{tag[0]} {nsdecls('p')}", xml))
