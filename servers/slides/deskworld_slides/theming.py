"""A deck's theme: its colours and fonts, read and written, and what a theme colour looks like on a slide."""

from __future__ import annotations

from typing import Any

from pptx.opc.constants import RELATIONSHIP_TYPE as RT

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
SLOTS = (
    "dk1",
    "lt1",
    "dk2",
    "lt2",
    "accent1",
    "accent2",
    "accent3",
    "accent4",
    "accent5",
    "accent6",
    "hlink",
    "folHlink",
)
_PLAIN = {"tx1": "dk1", "bg1": "lt1", "tx2": "dk2", "bg2": "lt2"}


def theme_part(master: Any) -> Any:
    """The part that holds a master's theme."""
    return master.part.part_related_by(RT.THEME)


def theme_tree(master: Any) -> Any:
    """The theme as XML; changes need `write_theme`."""
    from lxml import etree

    return etree.fromstring(theme_part(master).blob)


def write_theme(master: Any, tree: Any) -> None:
    """Put a changed theme back."""
    from lxml import etree

    theme_part(master)._blob = etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True)


def theme_name(presentation: Any) -> str:
    """The first master's theme."""
    return theme_tree(presentation.slide_masters[0]).get("name", "")


def fonts_of(presentation: Any) -> tuple[str, str]:
    """The fonts of headings and of body text."""
    tree = theme_tree(presentation.slide_masters[0])
    found = [tree.find(f".//{_A}{slot}/{_A}latin") for slot in ("majorFont", "minorFont")]
    names = ["" if latin is None else latin.get("typeface", "") for latin in found]
    return (names[0] or "Calibri", names[1] or "Calibri")


def colors_of(tree: Any) -> dict[str, str]:
    """The twelve theme colours as '#RRGGBB'."""
    found: dict[str, str] = {}
    for slot in SLOTS:
        node = tree.find(f".//{_A}clrScheme/{_A}{slot}")
        if node is not None and len(node):
            child = node[0]
            found[slot] = f"#{(child.get('lastClr') or child.get('val') or '000000').upper()}"
    return found


def hex_of(presentation: Any, slide: Any, color: str) -> str:
    """A colour as '#RRGGBB', theme names looked up the way the slide's master maps them; empty for none."""
    if color.startswith("#") or (len(color) == 6 and color.casefold() not in ("accent",)):
        return color if color.startswith("#") else f"#{color}"
    master = slide.slide_layout.slide_master
    mapping = master._element.find("{*}clrMap")
    name = color
    if name in _PLAIN:
        name = mapping.get(name, _PLAIN[name]) if mapping is not None else _PLAIN[name]
    return colors_of(theme_tree(master)).get(name, "")


def brightness(color: str) -> float:
    """Relative luminance, 0 to 1."""
    channels = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def readable_on(presentation: Any, slide: Any, fill: str) -> str:
    """Which of the theme's text and ground colours reads better on a fill; the text colour where there is no fill."""
    shade = "" if fill in ("", "none", "transparent") else hex_of(presentation, slide, fill)
    if not shade:
        return "tx1"
    light = brightness(shade)

    def contrast(name: str) -> float:
        other = brightness(hex_of(presentation, slide, name) or "#000000")
        return (max(light, other) + 0.05) / (min(light, other) + 0.05)

    return max(("bg1", "tx1"), key=contrast)
