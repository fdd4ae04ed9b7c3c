"""Colours as people say them: '#RRGGBB', 'navy', a theme name like 'accent1', or 'none' where a fill can be absent."""

from __future__ import annotations

from typing import Any

from deskworld_kit import ToolError

THEME_NAMES = (
    "tx1", "bg1", "tx2", "bg2", "dk1", "lt1", "dk2", "lt2",
    "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink",
)  # fmt: skip
_ALIASES = {"text": "tx1", "background": "bg1", "text2": "tx2", "background2": "bg2", "link": "hlink"}
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"


def color_element(color: str, *, argument: str = "color") -> Any:
    """The DrawingML element of a colour."""
    from lxml import etree

    wanted = color.replace(" ", "").casefold()
    name = next((n for n in THEME_NAMES if n.casefold() == wanted), _ALIASES.get(wanted))
    if name:
        return etree.Element(f"{{{_A}}}schemeClr", val=name)
    hexed, opacity = hex_and_opacity(color, argument=argument)
    element = etree.Element(f"{{{_A}}}srgbClr", val=hexed)
    if opacity < 1:
        etree.SubElement(element, f"{{{_A}}}alpha", val=str(round(opacity * 100000)))
    return element


def hex_and_opacity(color: str, *, argument: str = "color") -> tuple[str, float]:
    """A colour of its own as 'RRGGBB', and how much it covers, 0 to 1."""
    from deskworld_kit.colors import rgba

    try:
        red, green, blue, opacity = rgba(color, argument=argument)
    except ToolError:
        opacity = 0
        red = green = blue = 0
    if not opacity:
        wrong = f"{color!r} is no colour; say '#RRGGBB', a name like 'navy' or one of {', '.join(THEME_NAMES)}"
        raise ToolError(wrong, argument=argument)
    return f"{red:02X}{green:02X}{blue:02X}", opacity / 255


def fill_element(color: str, *, argument: str = "fill") -> Any:
    """A solid fill of a colour, or no fill for 'none'. Made with python-pptx's parser, so that it fits its elements."""
    from lxml import etree
    from pptx.oxml import parse_xml

    if color.strip().casefold() in ("none", "transparent"):
        return parse_xml(f'<a:noFill xmlns:a="{_A}"/>')
    inner = etree.tostring(color_element(color, argument=argument)).decode()
    return parse_xml(f'<a:solidFill xmlns:a="{_A}">{inner}</a:solidFill>')


def fade(properties: Any, opacity: float) -> None:
    """Let a plain fill, or the stops of a gradient, cover only so many percent of what lies beneath."""
    from lxml import etree

    for color in list(properties.iter(f"{{{_A}}}srgbClr", f"{{{_A}}}schemeClr")):
        for old in color.findall(f"{{{_A}}}alpha"):
            color.remove(old)
        if opacity < 100:
            etree.SubElement(color, f"{{{_A}}}alpha", val=str(round(opacity * 1000)))


def say(element: Any) -> str:
    """A fill's colour in the words a caller would use; empty where it is inherited or not plain."""
    if element is None:
        return ""
    if element.tag == f"{{{_A}}}noFill":
        return "none"
    for child in element.iter(f"{{{_A}}}srgbClr", f"{{{_A}}}schemeClr"):
        value = child.get("val")
        return f"#{value}" if child.tag.endswith("srgbClr") else value
    return ""


def set_fill(properties: Any, color: str, *, argument: str = "fill") -> None:
    """Give shape or cell properties a fill, in the place the schema wants it."""
    new = fill_element(color, argument=argument)
    names = ("noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill")
    for old in [child for child in properties if child.tag in {f"{{{_A}}}{n}" for n in names}]:
        properties.remove(old)
    before = {
        f"{{{_A}}}{n}" for n in ("xfrm", "custGeom", "prstGeom", "lnL", "lnR", "lnT", "lnB", "lnTlToBr", "lnBlToTr")
    }
    index = max((n for n, child in enumerate(properties, 1) if child.tag in before), default=0)
    properties.insert(index, new)
