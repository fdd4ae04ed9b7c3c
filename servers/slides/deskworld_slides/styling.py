"""Gradients, dashes, arrow heads and effects, written in the order that the schema wants them.

An effect list is one element with a fixed order inside; PowerPoint calls a file damaged where it is not kept. So what
is set is put in its place, and what is not mentioned stays.
"""

from __future__ import annotations

from typing import Any

from deskworld_kit import ToolError

from deskworld_slides.colors import color_element, fade, set_fill

_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_EFFECTS = ("blur", "fillOverlay", "glow", "innerShdw", "outerShdw", "prstShdw", "reflection", "softEdge")
_AFTER_EFFECTS = ("scene3d", "sp3d", "extLst")
_FILLS = ("noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill")
_LINE = (*_FILLS, "prstDash", "custDash", "round", "bevel", "miter", "headEnd", "tailEnd")
DASHES = {"solid": "solid", "dash": "dash", "dot": "sysDot", "dash_dot": "dashDot", "long_dash": "lgDash"}


def properties_of(shape: Any) -> Any:
    """The element that holds a shape's looks."""
    for name in ("spPr", "grpSpPr"):
        found = shape._element.find(f"{{*}}{name}")
        if found is not None:
            return found
    raise ToolError(f"{shape.name!r} has no looks of its own to style", argument="shapes")


def gradient(shape: Any, start: str, end: str, angle: float) -> None:
    """A fill that goes from one colour to another, clockwise from left to right."""
    from pptx.oxml import parse_xml

    properties = properties_of(shape)
    fill = parse_xml(f'<a:gradFill xmlns:a="{_A}" rotWithShape="1"><a:gsLst/></a:gradFill>')
    for place, color, name in ((0, start, "fill"), (100000, end, "gradient_to")):
        stop = parse_xml(f'<a:gs xmlns:a="{_A}" pos="{place}"/>')
        stop.append(color_element(color, argument=name))
        fill[0].append(stop)
    fill.append(parse_xml(f'<a:lin xmlns:a="{_A}" ang="{round(angle % 360 * 60000)}" scaled="0"/>'))
    set_fill(properties, "none")
    placed = properties.find(f"{{{_A}}}noFill")
    properties.replace(placed, fill)


def own_fill(shape: Any) -> Any:
    """A shape's own fill; None where it has only its style's."""
    return next((one for one in properties_of(shape) if one.tag in {f"{{{_A}}}{name}" for name in _FILLS}), None)


def see_through(shape: Any, opacity: float) -> None:
    """Let a shape's fill, or a picture, cover only so many percent."""
    blip = shape._element.find(f"{{*}}blipFill/{{{_A}}}blip")
    if blip is not None:
        adjust(blip, "alphaModFix", f'amt="{round(opacity * 1000)}"' if opacity < 100 else None)
        return
    fill = own_fill(shape)
    if fill is None or fill.tag.endswith("}noFill"):
        raise ToolError(f"{shape.name!r} has no fill of its own; give it one with `fill`", argument="opacity")
    fade(fill, opacity)


def adjust(blip: Any, name: str, said: str | None, inside: str = "") -> None:
    """Set or (with None) take away what a picture is shown with; the picture itself stays as it is."""
    from pptx.oxml import parse_xml

    for old in blip.findall(f"{{{_A}}}{name}"):
        blip.remove(old)
    if said is not None:
        new = parse_xml(f'<a:{name} xmlns:a="{_A}" {said}>{inside}</a:{name}>')
        after = blip.find(f"{{{_A}}}extLst")
        if after is not None:
            after.addprevious(new)
        else:
            blip.append(new)


def line_part(shape: Any, name: str, attributes: dict[str, str]) -> None:
    """A part of a shape's outline, in its place."""
    ln = shape.line._get_or_add_ln()
    for old in ln.findall(f"{{{_A}}}{name}"):
        ln.remove(old)
    before = {f"{{{_A}}}{each}" for each in _LINE[: _LINE.index(name)]}
    place = max((n for n, child in enumerate(ln, 1) if child.tag in before), default=0)
    new = ln.makeelement(f"{{{_A}}}{name}", attributes)
    ln.insert(place, new)


def effect(shape: Any, name: str, xml: str) -> None:
    """Set an effect of a shape, or with empty `xml` take it away."""
    from pptx.oxml import parse_xml

    properties = properties_of(shape)
    listed = properties.find(f"{{{_A}}}effectLst")
    if listed is None:
        if not xml and not _styled(shape):
            return
        listed = parse_xml(f'<a:effectLst xmlns:a="{_A}"/>')
        after = {f"{{{_A}}}{each}" for each in _AFTER_EFFECTS}
        place = next((n for n, child in enumerate(properties) if child.tag in after), len(properties))
        properties.insert(place, listed)
    for old in listed.findall(f"{{{_A}}}{name}"):
        listed.remove(old)
    if xml:
        before = {f"{{{_A}}}{each}" for each in _EFFECTS[: _EFFECTS.index(name)]}
        place = max((n for n, child in enumerate(listed, 1) if child.tag in before), default=0)
        listed.insert(place, parse_xml(xml))


def _styled(shape: Any) -> bool:
    """Whether the theme gives the shape effects that an empty list would take away."""
    reference = shape._element.find(f"{{*}}style/{{{_A}}}effectRef")
    return reference is not None and reference.get("idx", "0") != "0"


def shadow(shape: Any, wanted: bool) -> None:
    """A soft shadow below a shape, or none."""
    soft = (
        f'<a:outerShdw xmlns:a="{_A}" blurRad="101600" dist="50800" dir="5400000" algn="t" rotWithShape="0">'
        '<a:srgbClr val="000000"><a:alpha val="35000"/></a:srgbClr></a:outerShdw>'
    )
    effect(shape, "outerShdw", soft if wanted else "")


def glow(shape: Any, color: str) -> None:
    """A shine around a shape in a colour; none for "none"."""
    from lxml import etree

    if color.strip().casefold() in ("none", "transparent"):
        effect(shape, "glow", "")
        return
    ink = color_element(color, argument="glow")
    etree.SubElement(ink, f"{{{_A}}}alpha", val="45000")
    effect(shape, "glow", f'<a:glow xmlns:a="{_A}" rad="127000">{etree.tostring(ink).decode()}</a:glow>')


def soft_edge(shape: Any, radius: float) -> None:
    """Edges that fade out over so many points; sharp ones for 0."""
    effect(shape, "softEdge", f'<a:softEdge xmlns:a="{_A}" rad="{round(radius * 12700)}"/>' if radius else "")
