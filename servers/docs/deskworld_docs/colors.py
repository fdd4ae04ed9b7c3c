"""Colours as people say them: '#RRGGBB', a CSS name, or a name of the theme such as 'accent1'.

Word keeps a theme's colour twice: what it is called, and what it was when it was written. Both are set here.
"""

from __future__ import annotations

from deskworld_kit import ToolError
from deskworld_kit.errors import quoted

from deskworld_docs.drafting import THEME_COLORS
from deskworld_docs.markup import child, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper

_SLOTS = {"tx1": "dk1", "bg1": "lt1", "tx2": "dk2", "bg2": "lt2"}
HIGHLIGHTS = ("yellow", "green", "cyan", "magenta", "blue", "red", "darkBlue", "darkCyan", "darkGreen", "darkMagenta",
              "darkRed", "darkYellow", "darkGray", "lightGray", "black", "white", "none")  # fmt: skip


def color_attributes(paper: Paper, color: str, *, name: str = "val", argument: str = "color") -> dict[str, str]:
    """The attributes of a colour: `name` is "val" in a w:color, "fill" in a w:shd, "color" in a border.

    Raises:
        ToolError: It is no colour.
    """
    from deskworld_kit import rgba

    said = color.strip()
    theme = next((each for each in THEME_COLORS if each.casefold() == said.casefold()), "")
    if theme:
        key = "themeFill" if name == "fill" else "themeColor"
        return {name: _theme_value(paper, theme), key: THEME_COLORS[theme]}
    if said.casefold() in ("auto", "automatic"):
        return {name: "auto"}
    try:
        red, green, blue, opacity = rgba(said, argument=argument)
    except ToolError:
        opacity = red = green = blue = 0
    if not opacity:
        raise ToolError(
            f"{quoted(color)} is no colour; say '#RRGGBB', a name like 'navy', or one of {', '.join(THEME_COLORS)}",
            argument=argument,
        )
    return {name: f"{red:02X}{green:02X}{blue:02X}"}


def _theme_value(paper: Paper, name: str) -> str:
    theme = paper.part_root("theme")
    slot = None if theme is None else next(theme.iter(tag(f"a:{_SLOTS.get(name, name)}")), None)
    for one in [] if slot is None else slot:
        value = one.get("lastClr") or one.get("val") or ""
        if len(value) == 6:
            return value.upper()
    return "000000"


def set_color(paper: Paper, parent: Element, element: str, color: str, *, argument: str = "color") -> None:
    """Give run properties a w:color, or other properties a w:shd; what was said of a theme's shade before goes."""
    name = "fill" if element == "w:shd" else "val"
    clear = color.strip().casefold() in ("none", "transparent", "")
    found = put(parent, element)
    for key in list(found.attrib):
        del found.attrib[key]
    if element == "w:shd":
        found.set(tag("w:val"), "clear")
        found.set(tag("w:color"), "auto")
    attributes = {name: "auto"} if clear else color_attributes(paper, color, name=name, argument=argument)
    for key, value in attributes.items():
        found.set(tag(f"w:{key}"), value)


def said_fill(holder: Element | None) -> str:
    """The fill of a cell or paragraph as a caller would say it; empty for none."""
    fill = val(child(holder, "w:shd"), "fill")
    return f"#{fill}" if len(fill) == 6 else ""
