"""Styles: the workbook's shared table of looks, added to and never rearranged.

A cell names an entry of `cellXfs`, which names a font, a fill, a border and a number format. To change one
thing about a cell is to find or add an entry that differs from its old one in that thing alone; entries that
are there keep their places, so every other cell keeps its look.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from functools import cached_property

from deskworld_kit import ToolError
from lxml import etree

from . import dates
from .markup import NAMESPACES, STYLESHEET, Element, count, ensure, place, q, signature
from .package import Package

STYLES_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"
EMPTY = (
    f'<styleSheet xmlns="{NAMESPACES["m"]}"><fonts count="1"><font><sz val="11"/><color theme="1"/>'
    '<name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts><fills count="2"><fill>'
    '<patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/>'
    '<tableStyles count="0" defaultTableStyle="TableStyleMedium9" defaultPivotStyle="PivotStyleLight16"/>'
    "</styleSheet>"
)
_FONT = (
    "b",
    "i",
    "strike",
    "condense",
    "extend",
    "outline",
    "shadow",
    "u",
    "vertAlign",
    "sz",
    "color",
    "name",
    "family",
    "charset",
    "scheme",
)
_XF = ("alignment", "protection", "extLst")
_DXF = ("font", "numFmt", "fill", "alignment", "border", "protection", "extLst")
_EDGES = ("left", "right", "top", "bottom")
_COLOR = re.compile(r"^#?([0-9A-Fa-f]{6})$")
COLORS = {
    "black": "000000", "white": "FFFFFF", "red": "FF0000", "green": "00B050", "blue": "0070C0", "yellow": "FFFF00",
    "orange": "FFC000", "purple": "7030A0", "gray": "808080", "grey": "808080", "lightgray": "D9D9D9",
    "lightgrey": "D9D9D9", "darkblue": "1F3864", "darkgreen": "375623", "darkred": "C00000", "lightblue": "DDEBF7",
    "lightgreen": "E2EFDA", "lightyellow": "FFF2CC", "lightred": "F8CBAD", "pink": "FF99CC", "navy": "002060",
    "teal": "008080", "brown": "833C0B",
}  # fmt: skip


LARGEST = 409  # points of a font


@dataclass(frozen=True)
class Look:
    """What to change about a cell's look; None and empty leave it as it is."""

    bold: bool | None = None
    italic: bool | None = None
    underline: bool | None = None
    strike: bool | None = None
    font: str = ""
    size: float = 0
    color: str = ""
    fill: str = ""
    number_format: str = ""
    horizontal: str = ""
    vertical: str = ""
    wrap: bool | None = None
    indent: int | None = None
    border: str = ""
    border_color: str = ""
    edges: tuple[str, ...] = _EDGES
    locked: bool | None = None


def rgb(color: str, argument: str = "color") -> str:
    """A colour as ARGB: `#1F4E79`, `1F4E79` or a common name."""
    found = _COLOR.match(COLORS.get(color.strip().lower().replace(" ", ""), color.strip()))
    if not found:
        names = ", ".join(list(COLORS)[:10])
        raise ToolError(f"{color!r} is no colour; write it like #1F4E79, or by name: {names} ...", argument=argument)
    return "FF" + found[1].upper()


class Styles:
    def __init__(self, package: Package, part: str, workbook: str) -> None:
        self._package = package
        self._workbook = workbook
        self.part = part
        self._derived: dict[tuple[int, Look], int] = {}
        self._codes: dict[int, str] = {}

    @property
    def root(self) -> Element:
        if not self.part:
            self.part = self._package.write("xl/styles.xml", EMPTY.encode(), STYLES_TYPE)
            self._package.relate(self._workbook, "styles", self.part)
        return self._package.tree(self.part)

    @cached_property
    def _formats(self) -> dict[int, str]:
        found = dict(dates.BUILTIN)
        listed = self.root.find(q("numFmts"))
        for item in listed if listed is not None else ():
            found[int(item.get("numFmtId", "0"))] = item.get("formatCode") or "General"
        return found

    def xf(self, style: int) -> Element | None:
        listed = self.root.find(q("cellXfs"))
        return listed[style] if listed is not None and 0 <= style < len(listed) else None

    def number_format(self, style: int) -> str:
        entry = self.xf(style)
        number = int(entry.get("numFmtId") or 0) if entry is not None else 0
        return self._formats.get(number, "yyyy-mm-dd" if number in dates.BUILTIN_DATES else "General")

    def code_of(self, number: int) -> str:
        return self._formats.get(number, "")

    def date_code(self, style: int) -> str:
        """The number format if it shows a date, else empty."""
        code = self._codes.get(style)
        if code is None:
            code = self.number_format(style)
            self._codes[style] = code = code if dates.is_date(code) else ""
        return code

    # --- changing

    def derive(self, style: int, look: Look) -> int:
        """The entry that looks like `style` but for what `look` says."""
        known = self._derived.get((style, look))
        if known is None:
            known = self._derived[style, look] = self._add(style, look)
        return known

    def adopt(self, other: Styles, style: int) -> int:
        """The entry that looks like one of another workbook, added where there is none."""
        old = other.xf(style)
        root = self._package.edit(self.part) if self.part else self.root
        listed = ensure(root, "cellXfs", STYLESHEET)
        entry = copy.deepcopy(old) if old is not None else etree.Element(q("xf"))
        for name, attribute in (("fonts", "fontId"), ("fills", "fillId"), ("borders", "borderId")):
            held = other.root.find(q(name))
            at = int(entry.get(attribute) or 0)
            if held is not None and at < len(held):
                entry.set(attribute, self._find(name, copy.deepcopy(held[at])))
        entry.set("numFmtId", str(self._format(other.number_format(style))))
        entry.set("xfId", "0")
        for name in ("Font", "Fill", "Border", "NumberFormat"):
            entry.set(f"apply{name}", "1")
        wanted = signature(entry)
        for index, known in enumerate(listed):
            if signature(known) == wanted:
                return index
        listed.append(entry)
        count(listed)
        self._package.edit(self.part)
        return len(listed) - 1

    def with_format(self, style: int, code: str) -> int:
        return self.derive(style, Look(number_format=code))

    def _add(self, style: int, look: Look) -> int:
        root = self._package.edit(self.part) if self.part else self.root
        listed = ensure(root, "cellXfs", STYLESHEET)
        old = self.xf(style)
        entry = copy.deepcopy(old) if old is not None else etree.Element(q("xf"), numFmtId="0", xfId="0")
        if font := self._font(entry, look):
            entry.set("fontId", font)
            entry.set("applyFont", "1")
        if look.fill:
            entry.set("fillId", self._find("fills", fill_markup(look.fill)))
            entry.set("applyFill", "1")
        if look.border:
            entry.set("borderId", self._border(entry, look))
            entry.set("applyBorder", "1")
        if look.number_format:
            entry.set("numFmtId", str(self._format(look.number_format)))
            entry.set("applyNumberFormat", "1")
        if look.horizontal or look.vertical or look.wrap is not None or look.indent is not None:
            align(ensure(entry, "alignment", _XF), look)
            entry.set("applyAlignment", "1")
        if look.locked is not None:
            ensure(entry, "protection", _XF).set("locked", "1" if look.locked else "0")
            entry.set("applyProtection", "1")
        wanted = signature(entry)
        for index, other in enumerate(listed):
            if signature(other) == wanted:
                return index
        listed.append(entry)
        count(listed)
        self._package.edit(self.part)
        return len(listed) - 1

    def _font(self, entry: Element, look: Look) -> str:
        fonts = ensure(self.root, "fonts", STYLESHEET)
        index = int(entry.get("fontId") or 0)
        font = copy.deepcopy(fonts[index]) if index < len(fonts) else etree.Element(q("font"))
        return self._find("fonts", font) if set_font(font, look) else ""

    def _border(self, entry: Element, look: Look) -> str:
        borders = ensure(self.root, "borders", STYLESHEET)
        index = int(entry.get("borderId") or 0)
        border = copy.deepcopy(borders[index]) if index < len(borders) else etree.Element(q("border"))
        set_border(border, look)
        return self._find("borders", border)

    def _find(self, name: str, wanted: Element) -> str:
        """The index of an entry of one of the lists, added when it is new."""
        listed = ensure(self.root, name, STYLESHEET)
        said = signature(wanted)
        for index, other in enumerate(listed):
            if signature(other) == said:
                return str(index)
        listed.append(wanted)
        count(listed)
        return str(len(listed) - 1)

    def _format(self, code: str) -> int:
        for number, known in self._formats.items():
            if known == code:
                return number
        number = max([163, *self._formats]) + 1
        listed = ensure(self.root, "numFmts", STYLESHEET)
        etree.SubElement(listed, q("numFmt"), numFmtId=str(number), formatCode=code)
        count(listed)
        self._formats[number] = code
        return number

    def format_number(self, code: str) -> int:
        """The number by which other parts (pivots) name a number format."""
        self.with_format(0, code)
        return self._format(code)

    def differential(self, look: Look) -> int:
        """The index of a `dxf`: what a conditional format lays over a cell."""
        root = self._package.edit(self.part) if self.part else self.root
        listed = ensure(root, "dxfs", STYLESHEET)
        entry = etree.Element(q("dxf"))
        font = etree.Element(q("font"))
        if set_font(font, look):
            entry.append(font)
        if look.number_format:
            etree.SubElement(
                entry, q("numFmt"), numFmtId=str(self._format(look.number_format)), formatCode=look.number_format
            )
        if look.fill:
            # Unlike a cell's fill, a dxf's solid fill is read from its background colour.
            fill = etree.SubElement(etree.SubElement(entry, q("fill")), q("patternFill"))
            etree.SubElement(fill, q("bgColor"), rgb=rgb(look.fill, "fill"))
        if look.border:
            set_border(etree.SubElement(entry, q("border")), look)
        listed.append(entry)
        count(listed)
        return len(listed) - 1


def set_font(font: Element, look: Look) -> bool:
    changes: list[tuple[str, dict[str, str] | None]] = []
    for name, wanted in (("b", look.bold), ("i", look.italic), ("strike", look.strike), ("u", look.underline)):
        if wanted is not None:
            changes.append((name, {} if wanted else None))
    if look.size:
        changes.append(("sz", {"val": f"{look.size:g}"}))
    if look.color:
        changes.append(("color", {"rgb": rgb(look.color)}))
    if look.font:
        changes += [("name", {"val": look.font}), ("scheme", None), ("family", None), ("charset", None)]
    for name, attributes in changes:
        found = font.find(q(name))
        if found is not None:
            font.remove(found)
        if attributes is not None:
            place(font, etree.Element(q(name), attributes), _FONT)
    return bool(changes)


def fill_markup(fill: str) -> Element:
    entry = etree.Element(q("fill"))
    if fill.lower() in ("none", "clear"):
        etree.SubElement(entry, q("patternFill"), patternType="none")
    else:
        pattern = etree.SubElement(entry, q("patternFill"), patternType="solid")
        etree.SubElement(pattern, q("fgColor"), rgb=rgb(fill, "fill"))
        etree.SubElement(pattern, q("bgColor"), indexed="64")
    return entry


def set_border(border: Element, look: Look) -> None:
    order = ("start", "end", *_EDGES, "diagonal", "vertical", "horizontal")
    for edge in look.edges:
        side = ensure(border, edge, order)
        for child in list(side):
            side.remove(child)
        side.attrib.clear()
        if look.border != "none":
            side.set("style", look.border)
            etree.SubElement(side, q("color"), rgb=rgb(look.border_color or "000000", "border_color"))


def align(alignment: Element, look: Look) -> None:
    if look.horizontal:
        alignment.set("horizontal", look.horizontal)
    if look.vertical:
        alignment.set("vertical", look.vertical)
    if look.wrap is not None:
        alignment.set("wrapText", "1" if look.wrap else "0")
    if look.indent is not None:
        alignment.set("indent", str(look.indent))
