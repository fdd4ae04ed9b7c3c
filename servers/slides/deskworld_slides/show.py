"""How a deck is shown: the size of its slides, its sections, its transitions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

from deskworld_kit import Saved, ToolError, World, tool

from deskworld_slides.arguments import SomeSlides
from deskworld_slides.opening import counted, editing

_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_P14 = "http://schemas.microsoft.com/office/powerpoint/2010/main"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_SECTIONS = "{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"
_EFFECTS = {"fade": "<p:fade/>", "push": '<p:push dir="u"/>', "wipe": '<p:wipe dir="r"/>', "cut": "<p:cut/>",
            "split": '<p:split orient="vert"/>', "cover": '<p:cover dir="l"/>'}  # fmt: skip
_SIZES = {"16:9": (960, 540), "4:3": (720, 540), "A4": (780, 540), "square": (540, 540), "portrait": (540, 960)}


class SectionsSet(Saved):
    """The sections of a deck, as 'name: slides'."""

    sections: list[str]


@tool("edit")
def set_slide_size(world: World, path: str, size: Literal["16:9", "4:3", "A4", "square", "portrait"]) -> Saved:
    """Change the size of all slides and fit layouts and shapes to it."""
    from deskworld_slides.resizing import resize

    with editing(world, path) as deck:
        resize(deck.presentation, deck.page, _SIZES[size])
        deck.touched = set(range(1, len(deck.slides) + 1))
    receipt = deck.receipt
    receipt["verified"] += "; {:g} x {:g} pt".format(*_SIZES[size])
    return Saved(**receipt)


@tool("edit")
def set_deck_sections(world: World, path: str, names: list[str], first_slides: list[int]) -> SectionsSet:
    """Divide a deck into named sections, each from its first slide on; empty lists undo it.

    Args:
        first_slides: One a name, the first is 1.
    """
    from deskworld_slides.copying import sections_of

    if len(names) != len(first_slides):
        raise ToolError(
            f"{len(names)} names and {len(first_slides)} first slides; give as many", argument="first_slides"
        )
    with editing(world, path) as deck:
        total = len(deck.slides)
        if names and (first_slides[0] != 1 or sorted(set(first_slides)) != first_slides or first_slides[-1] > total):
            raise ToolError(f"the first slides must rise from 1; {counted(total)}", argument="first_slides")
        root = deck.presentation.part._element
        for old in sections_of(deck.presentation):
            extension = next(old.iterancestors(f"{_P}ext"), None)
            if extension is not None and extension.getparent() is not None:
                extension.getparent().remove(extension)
        bounds = [*first_slides, total + 1]
        ids = [entry.id for entry in root.sldIdLst]
        groups = [ids[start - 1 : end - 1] for start, end in pairwise(bounds)]
        if names:
            _add_sections(root, list(zip(names, groups, strict=True)))
        for empty in [e for e in root.findall(f"{_P}extLst") if not len(e)]:
            root.remove(empty)
    listed = [f"{name}: {start}-{end - 1}" for name, start, end in zip(names, bounds, bounds[1:], strict=False)]
    return SectionsSet(**deck.receipt, sections=listed)


def _add_sections(root: Any, sections: list[tuple[str, list[int]]]) -> None:
    from lxml import etree

    extensions = root.find(f"{_P}extLst")
    if extensions is None:
        extensions = etree.SubElement(root, f"{_P}extLst")
    holder = etree.Element(f"{_P}ext", uri=_SECTIONS)
    extensions.insert(0, holder)
    listed = etree.SubElement(holder, f"{{{_P14}}}sectionLst", nsmap={"p14": _P14})
    for number, (name, ids) in enumerate(sections, 1):
        key = f"{{00000000-0000-4000-8000-{number:012d}}}"
        section = etree.SubElement(listed, f"{{{_P14}}}section", name=name, id=key)
        slides = etree.SubElement(section, f"{{{_P14}}}sldIdLst")
        for each in ids:
            etree.SubElement(slides, f"{{{_P14}}}sldId", id=str(each))


@tool("edit")
def set_slide_transition(
    world: World,
    path: str,
    effect: Literal["none", "fade", "push", "wipe", "cut", "split", "cover"],
    slides: SomeSlides = None,
    advance_after: float | None = None,
    duration: float | None = None,
) -> Saved:
    """Set how slides come in, for how many seconds, and after how many they go on."""
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    if duration is not None and not 0 < duration <= 60:
        raise ToolError(f"{duration:g} is out of range; say more than 0 and at most 60 seconds", argument="duration")
    with editing(world, path) as deck:
        for number in deck.numbers(slides):
            element = deck.slide(number, argument="slides")._element
            for old in element.xpath("./p:transition | ./*[local-name()='AlternateContent'][.//p:transition]"):
                element.remove(old)
            if effect == "none" and advance_after is None:
                continue
            inner = _EFFECTS.get(effect, "")
            wait = "" if advance_after is None else f' advTm="{round(advance_after * 1000)}"'
            before = element.find(f"{_P}timing")
            said = '<p:transition {} spd="{}"' + wait + f">{inner}</p:transition>"
            speed = "med" if duration is None else "fast" if duration <= 0.5 else "med" if duration <= 0.75 else "slow"
            plain = said.format(nsdecls("p"), speed)
            if duration is not None:  # older programs know three speeds, and are given the nearest
                exact = said.format(f'{nsdecls("p")} xmlns:p14="{_P14}" p14:dur="{round(duration * 1000)}"', speed)
                plain = (
                    f'<mc:AlternateContent xmlns:mc="{_MC}"><mc:Choice xmlns:p14="{_P14}" Requires="p14">{exact}'
                    f"</mc:Choice><mc:Fallback>{plain}</mc:Fallback></mc:AlternateContent>"
                )
            new = parse_xml(plain)
            if before is not None:
                before.addprevious(new)
            elif element.find(f"{_P}extLst") is not None:
                element.find(f"{_P}extLst").addprevious(new)
            else:
                element.append(new)
    return Saved(**deck.receipt)
