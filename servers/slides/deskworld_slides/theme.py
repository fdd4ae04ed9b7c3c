"""The theme: its colours and fonts, read and changed; and fonts exchanged all over a deck."""

from __future__ import annotations

from typing import Annotated, Any

from deskworld_kit import Result, Saved, ToolError, World, tool
from pydantic import BeforeValidator, Field

from deskworld_slides.arguments import Color, SomeSlides
from deskworld_slides.opening import editing, reading


class Swatch(Result):
    """A theme colour."""

    name: str
    color: str


class ThemeView(Result):
    """A deck's theme."""

    name: str
    colors: list[Swatch]
    heading_font: str
    body_font: str
    masters: int
    fonts_used: list[str] = Field(description="Fonts that slides name beside the theme's.")
    colors_used: list[str] = Field(description="Colours that slides and charts name themselves, and how often.")


class FontReplaced(Saved):
    """A font that was exchanged."""

    places: int


class ColorReplaced(Saved):
    """A colour that was exchanged."""

    places: int
    slides: list[int] = Field(description="Slides that changed themselves.")


_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def _pairs(colors: Any) -> Any:
    """{"accent1": "#0B6E8F"} as the list that means it."""
    return [f"{name}={value}" for name, value in colors.items()] if isinstance(colors, dict) else colors


@tool("read", core=True)
def get_theme(world: World, path: str) -> ThemeView:
    """The theme's colours and fonts, and fonts that slides name."""
    from deskworld_slides.recoloring import colors_used
    from deskworld_slides.theming import colors_of, fonts_of, theme_tree

    with reading(world, path) as deck:
        tree = theme_tree(deck.presentation.slide_masters[0])
        heading, body = fonts_of(deck.presentation)
        used = {
            node.get("typeface", "")
            for slide in deck.slides
            for node in slide._element.iter(f"{_A}latin", f"{_A}ea", f"{_A}cs")
        }
        return ThemeView(
            name=tree.get("name", ""),
            colors=[Swatch(name=name, color=color) for name, color in colors_of(tree).items()],
            heading_font=heading,
            body_font=body,
            masters=len(deck.presentation.slide_masters),
            fonts_used=sorted(font for font in used if font and not font.startswith("+")),
            colors_used=[f"{color} ({count})" for color, count in colors_used(deck.presentation).most_common(40)],
        )


@tool("edit")
def set_theme_colors(world: World, path: str, colors: Annotated[list[str], BeforeValidator(_pairs)]) -> Saved:
    """Recolour the theme (["accent1=#0B6E8F", ...]) and all that uses it."""
    from deskworld_artifacts.inspection.colors import SCHEME
    from lxml import etree

    from deskworld_slides.colors import hex_and_opacity
    from deskworld_slides.finding import some
    from deskworld_slides.theming import colors_of, theme_tree, write_theme

    some(colors, "colors")
    wanted: dict[str, str] = {}
    for entry in colors:
        said, _, value = entry.partition("=" if "=" in entry else ":")
        name = next((slot for slot in SCHEME if slot.casefold() == said.replace(" ", "").casefold()), "")
        if not name:
            raise ToolError(f"{said!r} is no theme colour; say one of {', '.join(SCHEME)}", argument="colors")
        try:
            wanted[name] = hex_and_opacity(value.strip())[0]
        except ToolError as error:
            raise ToolError(f"{value!r} is no colour; say like 'accent1=#0B6E8F'", argument="colors") from error
    with editing(world, path) as deck:
        for master in deck.presentation.slide_masters:
            tree = theme_tree(master)
            for name, value in wanted.items():
                node = tree.find(f".//{_A}clrScheme/{_A}{name}")
                if node is None:
                    continue
                for child in list(node):
                    node.remove(child)
                etree.SubElement(node, f"{_A}srgbClr", val=value)
            write_theme(master, tree)
        now = colors_of(theme_tree(deck.presentation.slide_masters[0]))
        deck.touched = set(range(1, len(deck.slides) + 1))
    receipt = deck.receipt
    receipt["verified"] += "; theme: " + ", ".join(f"{name} {now.get(name, '')}" for name in wanted)
    return Saved(**receipt)


@tool("edit")
def set_theme_fonts(world: World, path: str, heading: str = "", body: str = "") -> Saved:
    """Change the theme's fonts and all text that follows it."""
    from deskworld_slides.theming import theme_tree, write_theme

    if not heading and not body:
        raise ToolError("nothing to set; give a heading or a body font", argument="heading")
    with editing(world, path) as deck:
        for master in deck.presentation.slide_masters:
            tree = theme_tree(master)
            for slot, font in (("majorFont", heading), ("minorFont", body)):
                latin = tree.find(f".//{_A}{slot}/{_A}latin")
                if font and latin is not None:
                    latin.set("typeface", font)
                    latin.attrib.pop("panose", None)
            write_theme(master, tree)
        deck.touched = set(range(1, len(deck.slides) + 1))
    return Saved(**deck.receipt)


@tool("edit")
def replace_deck_font(world: World, path: str, find: str, replace: str) -> FontReplaced:
    """Exchange a font wherever a slide, layout, chart or the theme names it.

    Args:
        replace: Empty for the theme's.
    """
    places = 0
    with editing(world, path) as deck:
        package = deck.presentation.part.package
        for part in package.iter_parts():
            element: Any = getattr(part, "_element", None)
            theme = part.content_type.endswith("theme+xml")
            if theme:
                from lxml import etree

                element = etree.fromstring(part.blob)
            if element is None:
                continue
            changed = _exchange(element, find, replace, theme=theme)
            places += changed
            if theme and changed:
                from lxml import etree

                part._blob = etree.tostring(element, xml_declaration=True, encoding="UTF-8", standalone=True)
        if not places:
            raise ToolError(f"no text names the font {find!r}; get_theme lists those that are", argument="find")
        deck.touched = set(range(1, len(deck.slides) + 1))
    return FontReplaced(**deck.receipt, places=places)


def _exchange(root: Any, find: str, replace: str, *, theme: bool) -> int:
    count = 0
    for node in list(root.iter(f"{_A}latin", f"{_A}ea", f"{_A}cs", f"{_A}sym", f"{_A}buFont")):
        if node.get("typeface", "").casefold() != find.strip().casefold():
            continue
        if replace:
            node.set("typeface", replace)
            for name in ("panose", "pitchFamily", "charset"):
                node.attrib.pop(name, None)
        elif theme or node.tag == f"{_A}buFont":
            continue
        else:
            node.getparent().remove(node)
        count += 1
    return count


@tool("edit")
def replace_deck_color(world: World, path: str, find: str, replace: Color, slides: SomeSlides = None) -> ColorReplaced:
    """Exchange a colour wherever slides, layouts, charts or diagrams name it; get_theme lists those.

    Args:
        find: #RRGGBB.
    """
    from deskworld_slides.recoloring import recolor

    with editing(world, path) as deck:
        places, changed = recolor(deck, find, replace, slides)
        if not places:
            raise ToolError(f"nothing names the colour {find!r}; get_theme lists those that are", argument="find")
        deck.touched = set(changed)
    return ColorReplaced(**deck.receipt, places=places, slides=changed)
