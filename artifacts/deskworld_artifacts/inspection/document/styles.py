"""Word's styles: a paragraph's look is its style's, which is based on another, down to the document's defaults."""

from dataclasses import dataclass, field

from ..colors import Theme
from ..ooxml import Element, child, every, number, tag

_VAL = tag("w:val")


def val(element: Element | None, name: str = "val", default: str = "") -> str:
    """An attribute in Word's namespace."""
    return default if element is None else element.get(tag(f"w:{name}"), default)


def flag(element: Element | None) -> bool:
    """Whether a switch such as `w:b` is on."""
    return element is not None and element.get(_VAL, "1") not in ("0", "false", "off", "none")


def twips(value: str, default: float = 0.0) -> float:
    """Twentieths of a point as points."""
    return round(number(value or None, default * 20) / 20, 2)


@dataclass
class Styles:
    """The style part of a document, and the theme behind its fonts."""

    root: Element | None
    theme: Theme
    _by_id: dict[str, Element] = field(default_factory=dict[str, Element])
    _default: str = ""

    def __post_init__(self) -> None:
        for style in every(self.root, "w:style"):
            self._by_id[val(style, "styleId")] = style
            if val(style, "type") == "paragraph" and val(style, "default") in ("1", "true"):
                self._default = val(style, "styleId")

    def name(self, identifier: str) -> str:
        """A style's name as people read it; the default paragraph style's for an empty id."""
        style = self._by_id.get(identifier or self._default)
        name = val(child(style, "w:name")) or identifier
        # Built-in names are stored small and shown large.
        return name.capitalize() if name.startswith(("heading ", "caption", "header", "footer")) else name

    def chain(self, identifier: str) -> list[Element]:
        """A style and those it is based on, nearest first."""
        found: list[Element] = []
        style = self._by_id.get(identifier)
        while style is not None and style not in found:
            found.append(style)
            style = self._by_id.get(val(child(style, "w:basedOn")))
        return found

    def paragraph_chain(self, properties: Element | None) -> list[Element]:
        """Where a paragraph's properties (`w:pPr`) are looked up, nearest first: itself, its styles, the defaults."""
        own = [properties] if properties is not None else []
        styles = self.chain(val(child(properties, "w:pStyle")) or self._default)
        inherited = [child(style, "w:pPr") for style in styles]
        inherited.append(child(self.root, "w:docDefaults", "w:pPrDefault", "w:pPr"))
        return own + [one for one in inherited if one is not None]

    def run_chain(self, properties: Element | None, paragraph: Element | None, table: str = "") -> list[Element]:
        """Where a run's properties (`w:rPr`) are looked up: itself, its style, its paragraph's, its table's, the
        defaults."""
        own = [properties] if properties is not None else []
        styles = self.chain(val(child(properties, "w:rStyle")))
        styles += self.chain(val(child(paragraph, "w:pStyle")) or self._default)
        styles += self.chain(table) if table else []
        inherited = [child(style, "w:rPr") for style in styles]
        inherited.append(child(self.root, "w:docDefaults", "w:rPrDefault", "w:rPr"))
        return own + [one for one in inherited if one is not None]

    def font(self, chain: list[Element]) -> str:
        """The latin font that a chain of run properties names."""
        for properties in chain:
            fonts = child(properties, "w:rFonts")
            theme = val(fonts, "asciiTheme")
            if theme:
                return self.theme.major if theme.startswith("major") else self.theme.minor
            if face := val(fonts, "ascii") or val(fonts, "hAnsi"):
                return face
        return "Times New Roman"

    def outline_level(self, chain: list[Element]) -> int:
        """A heading's level from 1; 0 for body text."""
        for properties in chain:
            level = child(properties, "w:outlineLvl")
            if level is not None:
                place = int(number(val(level), 9))
                return place + 1 if place < 9 else 0
        return 0


def first(chain: list[Element], name: str) -> Element | None:
    """The nearest element of that name in a chain of properties."""
    return next((found for one in chain if (found := child(one, name)) is not None), None)
