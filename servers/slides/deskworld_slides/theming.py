"""A deck's theme: its colours and fonts, read and written, and what a theme colour looks like on a slide."""

from __future__ import annotations

from typing import Any

from pptx.opc.constants import RELATIONSHIP_TYPE as RT

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


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
    """The theme's colours by name as '#RRGGBB'."""
    from deskworld_artifacts.inspection.colors import theme_of

    return {name: color.hex for name, color in theme_of(tree).colors.items()}


def palette_of(slide: Any) -> Any:
    """What colour names mean on a slide: by its own or its layout's map, else by the master's."""
    from deskworld_artifacts.inspection.colors import Palette, color_map, theme_of

    layout = slide.slide_layout
    master = layout.slide_master
    own = (each._element.find("{*}clrMapOvr/{*}overrideClrMapping") for each in (slide, layout))
    mapping = next((each for each in own if each is not None), master._element.find("{*}clrMap"))
    return Palette(theme_of(theme_tree(master)), color_map(mapping))


def hex_of(slide: Any, color: str) -> str:
    """A colour as '#RRGGBB', theme names looked up the way the slide maps them; empty for none."""
    from deskworld_slides.colors import color_element

    if color in ("", "none", "transparent"):
        return ""
    from lxml import etree

    holder = etree.Element("fill")
    holder.append(color_element(color))
    found = palette_of(slide).of(holder)
    return found.hex if found else ""


def readable_on(slide: Any, fill: str) -> str:
    """Which of the theme's text and ground colours reads better on a fill; the text colour where there is no fill."""
    from deskworld_artifacts.inspection.colors import contrast, ink

    shade = hex_of(slide, fill)
    if not shade:
        return "tx1"
    return max(("bg1", "tx1"), key=lambda name: contrast(ink(shade), ink(hex_of(slide, name))))
