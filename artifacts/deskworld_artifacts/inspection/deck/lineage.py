"""Where a slide's looks come from: slide, layout, master, theme.

A placeholder on a slide says almost nothing. Its box may be its layout's, its font size its master's, its colour the
theme's under the layout's colour map. `Lineage` holds the chain for one slide, finds a placeholder's ancestors in it
and answers what the styles of a paragraph's level say together. Most paragraphs of a deck stand in a few slots of a few
layouts, so that answer is kept, over all slides.
"""

from dataclasses import dataclass, field
from functools import cached_property

from ..colors import Palette, Theme, color_map, theme_of
from ..ooxml import Element, Package, Relation, child, deep, local, number

_MASTER_TYPE = {"ctrTitle": "title", "title": "title", "dt": "dt", "ftr": "ftr", "sldNum": "sldNum"}
_STYLE = {"title": "titleStyle", "dt": "otherStyle", "ftr": "otherStyle", "sldNum": "otherStyle"}


@dataclass(frozen=True)
class Sheet:
    """A slide, a layout or a master: its part, its XML and where it points."""

    part: str
    xml: Element
    relations: dict[str, Relation]

    @property
    def name(self) -> str:
        common = child(self.xml, "p:cSld")
        return common.get("name", "") if common is not None else ""

    @property
    def tree(self) -> Element | None:
        return child(self.xml, "p:cSld", "p:spTree")

    @property
    def shows_parent(self) -> bool:
        """Whether the decoration of the sheet it is based on shows through."""
        return self.xml.get("showMasterSp", "1") in ("1", "true")

    def target(self, kind: str) -> str:
        """The part it points to by a relation of that kind; empty where none."""
        return next((one.target for one in self.relations.values() if one.kind == kind), "")

    @cached_property
    def placeholders(self) -> list[tuple[str, int, Element]]:
        """Type, index and shape of each placeholder it holds."""
        found: list[tuple[str, int, Element]] = []
        for mark in deep(self.tree, "p:ph"):
            holder = mark.getparent()
            shape = holder.getparent().getparent() if holder is not None else None  # pyright: ignore
            if shape is not None:
                found.append((mark.get("type", "obj"), int(number(mark.get("idx"))), shape))
        return found


class Level:
    """What the styles of one level (`a:lvl1pPr` ...) say, the nearest first."""

    def __init__(self, styles: list[Element], defaults: Element | None) -> None:
        self.said = nearest(styles)
        self.spacings = {name: found for name in SPACINGS if (found := first(styles, name)) is not None}
        self.bullet = next((one for style in styles if (one := bullet_of(style)) is not None), None)
        looks = [look for style in styles if (look := child(style, "a:defRPr")) is not None]
        self.look = nearest(looks)
        self.faces = {name: found.get("typeface", "") for name in FACES if (found := first(looks, name)) is not None}
        self.fills: list[tuple[Element, bool]] = []
        """What may colour the text, and whether it is only the presentation's default."""
        for style in styles:
            look = child(style, "a:defRPr")
            fills = [fill for name in ("a:solidFill", "a:gradFill") if (fill := child(look, name)) is not None]
            self.fills += [(fill, style.getparent() is defaults) for fill in fills]


SPACINGS = ("a:lnSpc", "a:spcBef", "a:spcAft")
FACES = ("a:latin", "a:ea")
_BULLETS = frozenset(("buNone", "buChar", "buAutoNum", "buBlip"))


def nearest(elements: list[Element]) -> dict[str, str]:
    """The attributes of some elements; of those said twice the first one's."""
    said: dict[str, str] = {}
    for element in reversed(elements):
        said.update({str(name): str(value) for name, value in element.items()})
    return said


def first(elements: list[Element], name: str) -> Element | None:
    """The first child of that prefixed name that one of the elements has."""
    return next((found for one in elements if (found := child(one, name)) is not None), None)


def bullet_of(style: Element) -> Element | None:
    """What a paragraph's properties or a level's style say of its bullet; None where nothing."""
    return next((one for one in style if local(one) in _BULLETS), None)


@dataclass
class Lineage:
    """A slide with everything it inherits from."""

    package: Package
    slide: Sheet
    layout: Sheet | None
    master: Sheet | None
    theme: Theme
    defaults: Element | None
    """The presentation's `p:defaultTextStyle`."""
    levels: dict[object, Level]
    """Those that were asked for, in all the deck."""
    _palettes: dict[str, Palette] = field(default_factory=dict[str, Palette])

    @property
    def sheets(self) -> list[Sheet]:
        """Slide, layout, master: nearest first."""
        return [sheet for sheet in (self.slide, self.layout, self.master) if sheet is not None]

    def palette(self, sheet: Sheet) -> Palette:
        """What colour names mean on a sheet: the nearest override of the master's map."""
        if sheet.part not in self._palettes:
            mapping = color_map(child(self.master.xml, "p:clrMap")) if self.master else {}
            chain = self.sheets[self.sheets.index(sheet) :]
            override = next(
                (o for s in chain if (o := child(s.xml, "p:clrMapOvr", "a:overrideClrMapping")) is not None), None
            )
            self._palettes[sheet.part] = Palette(self.theme, color_map(override) or mapping)
        return self._palettes[sheet.part]

    def ancestors(self, mark: Element | None) -> list[Element]:
        """The layout's and the master's shape behind a slide's placeholder mark (`p:ph`), nearest first."""
        if mark is None:
            return []
        kind, index = mark.get("type", "obj"), int(number(mark.get("idx")))
        found: list[Element] = []
        if self.layout is not None:
            slots = self.layout.placeholders
            same = next((s for s in slots if s[1] == index and (s[0] == kind or kind == "obj" or index)), None)
            same = same or next((s for s in slots if s[0] == kind or _family(s[0]) == _family(kind) == "title"), None)
            if same is not None:
                kind = same[0]
                found.append(same[2])
        if self.master is not None:
            found += [shape for type_, _, shape in self.master.placeholders if _family(type_) == _family(kind)][:1]
        return found

    def level(self, level: int, body: Element | None, mark: Element | None, ancestors: tuple[Element, ...]) -> Level:
        """What stands behind a paragraph of that level: its body's own style, those of the shapes behind it, the
        master's for what it is, the presentation's default."""
        own = child(body, "a:lstStyle")
        own = own if own is not None and len(own) else None
        style = _STYLE.get(_family(self.kind(mark)), "bodyStyle") if mark is not None and self.master else ""
        key = (level, own, style and self.master and self.master.part, ancestors)
        if key not in self.levels:
            lists = [own, *(child(ancestor, "p:txBody", "a:lstStyle") for ancestor in ancestors)]
            if style and self.master:
                lists.append(child(self.master.xml, "p:txStyles", f"p:{style}"))
            lists.append(self.defaults)
            found = (child(one, f"a:lvl{level + 1}pPr") for one in lists)
            self.levels[key] = Level([one for one in found if one is not None], self.defaults)
        return self.levels[key]

    def kind(self, mark: Element) -> str:
        """A placeholder's type; one that says none takes its layout's."""
        kind = mark.get("type", "")
        if kind or self.layout is None:
            return kind or "obj"
        index = int(number(mark.get("idx")))
        return next((type_ for type_, place, _ in self.layout.placeholders if place == index), "obj")


class Lineages:
    """Makes lineages; what slides share (layouts, masters, themes) is read once."""

    def __init__(self, package: Package, presentation: Element) -> None:
        self.package = package
        self.defaults = child(presentation, "p:defaultTextStyle")
        self._sheets: dict[str, Sheet] = {}
        self._themes: dict[str, Theme] = {}
        self._levels: dict[object, Level] = {}

    def sheet(self, part: str) -> Sheet | None:
        if not part:
            return None
        if part not in self._sheets:
            self._sheets[part] = Sheet(part, self.package.xml(part), self.package.relations(part))
        return self._sheets[part]

    def of(self, part: str) -> Lineage:
        """The lineage of a slide's part."""
        slide = Sheet(part, self.package.xml(part), self.package.relations(part))
        layout = self.sheet(slide.target("slideLayout"))
        master = self.sheet(layout.target("slideMaster")) if layout else None
        return Lineage(self.package, slide, layout, master, self._theme(master), self.defaults, self._levels)

    def _theme(self, master: Sheet | None) -> Theme:
        part = master.target("theme") if master else ""
        if part not in self._themes:
            self._themes[part] = theme_of(self.package.xml(part) if part in self.package else None)
        return self._themes[part]


def _family(kind: str) -> str:
    """The master's placeholder type behind a slide's: everything that is no title and no footer is body."""
    return _MASTER_TYPE.get(kind, "body")
